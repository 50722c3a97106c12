/**
 * One request on its way: gathers the answer, bounded in size, and knows whether anything of the request can have left. No byte is
 * written before the request has a connection that stands (`connections`): until then it is being made, or there is none.
 * Out of scope: connections (`connections`, `tunnel`).
 */
import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Failure } from '../contract/failure.ts';
import type { WireResponse } from '../contract/wire.ts';
import { connectionCode } from './connection-code.ts';

/** A full page is 200 memories; 8 MiB allows 40 KiB for each. More is not an answer of this platform. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;

/** Codes of a certificate that the person can do something about. */
const CERTIFICATE = /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT_)/;

/** One request, as it is made. */
export interface Sending {
  readonly make: () => ClientRequest;
  readonly body: string | undefined;
  /** Of a request that may be sent again: called before it is. */
  readonly beforeAgain?: () => void;
}

export class Exchange {
  /** Rejects with a `Failure`, by the deadline at the latest. */
  readonly answer: Promise<WireResponse>;
  /** Resolves once the whole request has been handed to the network, or will not be. */
  readonly left: Promise<void>;
  #leave: () => void = () => undefined;
  readonly #parts: Uint8Array[] = [];
  readonly #timer: NodeJS.Timeout;
  #settle: { resolve(answer: WireResponse): void; reject(failure: Failure): void } | undefined;
  #request: ClientRequest | undefined;
  /** Whether there is a connection for it, so that something of it can have left. */
  #hasWay = false;
  #size = 0;
  #isAnswered = false;
  /** Told last of all; alone where nothing else was, as with an upgrade that nobody has asked for. */
  readonly #closed = () => {
    if (this.#settle !== undefined) this.#fail(this.#failureOf(undefined));
  };

  /** @param leftMs until the deadline */
  constructor(leftMs: number) {
    this.answer = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
    this.left = new Promise((resolve) => {
      this.#leave = resolve;
    });
    this.#timer = setTimeout(() => this.#fail(this.#late()), leftMs);
  }

  /**
   * Makes the request and sends it with its body, once, unless it was given up by then. Resolves once it is over, however it ends.
   * What may be sent again goes out a second time where a connection that had served another before ends without a word of an answer:
   * servers close what is idle, and may do it as a request is on its way (RFC 9112 §9.3.1).
   */
  async begin(sending: Sending): Promise<void> {
    if (this.#settle !== undefined) this.#follow(sending);
    await Promise.allSettled([this.answer]);
  }

  #follow({ make, body, beforeAgain }: Sending): void {
    let request: ClientRequest;
    try {
      request = make();
    } catch (error) {
      // A header or a path that no request can have.
      this.#fail(this.#failureOf(error));
      return;
    }
    this.#request = request;
    request
      .once('socket', () => {
        this.#hasWay = true;
      })
      .once('finish', this.#leave)
      .once('response', (response) => this.#read(response))
      .on('error', (error) => {
        // Of one that another has taken the place of, nothing is to be told any more.
        if (request !== this.#request) return;
        const isOfBefore = request.reusedSocket && !this.#isAnswered && this.#settle !== undefined;
        if (beforeAgain === undefined || !isOfBefore) return this.#fail(this.#failureOf(error));
        request.off('close', this.#closed);
        beforeAgain();
        this.#follow({ make, body });
      })
      .once('close', this.#closed)
      .end(body);
  }

  #read(response: IncomingMessage): void {
    this.#isAnswered = true;
    // From here on the answer says when it is over; what it was asked with may be closed before its last part is told.
    this.#request?.off('close', this.#closed);
    response
      .on('data', (part: Uint8Array) => {
        this.#size += part.length;
        if (this.#size > MAX_ANSWER_BYTES) {
          this.#fail(new Failure('odd-answer', 'the answer is larger than any of this platform'));
        } else this.#parts.push(part);
      })
      .once('end', () => {
        const { statusCode: status = 0 } = response;
        const body = Buffer.concat(this.#parts).toString('utf8');
        this.#end()?.resolve({ status, headers: flat(response.headers), body });
      })
      .on('error', (error) => this.#fail(this.#failureOf(error)))
      .once('close', this.#closed);
  }

  #late(): Failure {
    return new Failure('late', 'no answer before the deadline', { sent: this.#hasWay });
  }

  /** Of the error only its name and code: its message may quote anything. */
  #failureOf(error: unknown): Failure {
    if (error instanceof Failure) return error;
    const code = connectionCode(error);
    const cause = error instanceof Error ? { cause: error.name } : {};
    if (this.#hasWay) return new Failure('broken-off', `the connection broke (${code})`, cause);
    const what = CERTIFICATE.test(code) ? 'the certificate of the host is not accepted' : 'no connection';
    return new Failure('unreachable', `${what} (${code})`, { sent: false, ...cause });
  }

  #fail(failure: Failure): void {
    const settle = this.#end();
    if (settle === undefined) return;
    settle.reject(failure);
    // Given up before there was a connection it is not sent after all.
    this.#request?.destroy(failure);
  }

  #end() {
    clearTimeout(this.#timer);
    this.#leave();
    const settle = this.#settle;
    this.#settle = undefined;
    return settle;
  }
}

function flat(headers: IncomingHttpHeaders): Record<string, string> {
  const out: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const one = Array.isArray(value) ? value[0] : value;
    if (one !== undefined) out[name] = one;
  }
  return out;
}
