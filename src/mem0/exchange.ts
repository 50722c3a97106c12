/**
 * One request on its way: undici's handler that gathers the answer, bounded in size, and that knows whether anything of the
 * request can have left. No byte is written before `onRequestStart`: until then the connection is being made, or there is none.
 * Out of scope: connections (`transport`, `tunnel`).
 */
import type { Dispatcher } from 'undici';
import { Failure } from '../contract/failure.ts';
import type { WireResponse } from '../contract/wire.ts';
import { connectionCode } from './connection-code.ts';

/** A full page is 200 memories; 8 MiB allows 40 KiB for each. More is not an answer of this platform. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;

/** Codes of a certificate that the person can do something about. */
const CERTIFICATE = /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT_)/;

type Controller = Dispatcher.DispatchController;
type Headers = Readonly<Record<string, string | string[] | undefined>>;

export class Exchange implements Dispatcher.DispatchHandler {
  /** Rejects with a `Failure`, by the deadline at the latest. */
  readonly answer: Promise<WireResponse>;
  readonly #parts: Uint8Array[] = [];
  readonly #timer: NodeJS.Timeout;
  #settle: { resolve(answer: WireResponse): void; reject(failure: Failure): void } | undefined;
  #controller: Controller | undefined;
  #size = 0;
  #head: Omit<WireResponse, 'body'> | undefined;

  /** @param leftMs until the deadline */
  constructor(leftMs: number) {
    this.answer = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
    this.#timer = setTimeout(() => this.#fail(this.#late()), leftMs);
  }

  onRequestStart(controller: Controller): void {
    // Given up before there was a connection: it must not be sent after all.
    if (this.#settle === undefined) controller.abort(this.#late());
    else this.#controller = controller;
  }

  onResponseStart(_controller: Controller, status: number, headers: Headers): void {
    if (status >= 200) this.#head = { status, headers: flat(headers) };
  }

  onResponseData(_controller: Controller, part: Uint8Array): void {
    this.#size += part.length;
    if (this.#size > MAX_ANSWER_BYTES) {
      this.#fail(new Failure('odd-answer', 'the answer is larger than any of this platform'));
    } else this.#parts.push(part);
  }

  onResponseEnd(): void {
    const body = Buffer.concat(this.#parts).toString('utf8');
    if (this.#head === undefined) this.#fail(new Failure('odd-answer', 'an answer without a status'));
    else this.#end()?.resolve({ ...this.#head, body });
  }

  onResponseError(_controller: Controller | undefined, error: Error): void {
    this.#fail(error instanceof Failure ? error : this.#failureOf(error));
  }

  #late(): Failure {
    return new Failure('late', 'no answer before the deadline', { sent: this.#controller !== undefined });
  }

  /** Of the error only its name and code: undici's errors can hold the request, and with it the key. */
  #failureOf(error: Error): Failure {
    const code = connectionCode(error);
    if (this.#controller !== undefined) {
      return new Failure('broken-off', `the connection broke (${code})`, { cause: error.name });
    }
    const what = CERTIFICATE.test(code) ? 'the certificate of the host is not accepted' : 'no connection';
    return new Failure('unreachable', `${what} (${code})`, { sent: false, cause: error.name });
  }

  #fail(failure: Failure): void {
    this.#end()?.reject(failure);
    this.#controller?.abort(failure);
  }

  #end() {
    clearTimeout(this.#timer);
    const settle = this.#settle;
    this.#settle = undefined;
    return settle;
  }
}

function flat(headers: Headers): Record<string, string> {
  const out: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const one = Array.isArray(value) ? value[0] : value;
    if (one !== undefined) out[name.toLowerCase()] = one;
  }
  return out;
}
