/**
 * HTTP to the platform: one pool of connections to one origin, the key in the Authorization header and nowhere else, no
 * redirect followed (undici's `request` follows none), answers bounded in size and time.
 * Out of scope: what is asked (`requests`), and whether it is asked again (`retry`).
 */
import { Pool } from 'undici';
import { Failure } from '../contract/failure.ts';
import type { Send, WireRequest } from '../contract/wire.ts';

/** A full page is 200 memories; 8 MiB allows 40 KiB for each. More is not an answer of this platform. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;

/** Seven reads of a session start run at once; undici does not pipeline POSTs, so each needs a connection. */
const CONNECTIONS = 8;

export interface HttpTransportOptions {
  /** `https://host[:port]`, or http on loopback; checked by `contract/config`. */
  readonly origin: string;
  readonly apiKey: string;
}

/** A transport to one origin with one key. `close` ends idle connections; a process that exits need not call it. */
export function httpTransport(options: HttpTransportOptions): { readonly send: Send; close(): Promise<void> } {
  const pool = new Pool(options.origin, { connections: CONNECTIONS, pipelining: 1, keepAliveTimeout: 10_000 });
  const headers = { authorization: `Token ${options.apiKey}`, accept: 'application/json' };
  const send: Send = async (request, { deadline }) => {
    const left = deadline - Date.now();
    if (left <= 0) throw new Failure('late', 'the deadline had passed before the request was made', { sent: false });
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(), left);
    try {
      const answer = await pool.request({
        method: request.method,
        path: pathOf(request),
        headers: request.body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
        body: request.body === undefined ? null : JSON.stringify(request.body),
        signal: abort.signal,
      });
      return { status: answer.statusCode, headers: flat(answer.headers), body: await readBody(answer.body) };
    } catch (error) {
      if (error instanceof Failure) throw error;
      if (abort.signal.aborted) throw new Failure('late', 'no answer before the deadline', { cause: causeOf(error) });
      throw connectionFailure(error);
    } finally {
      clearTimeout(timer);
    }
  };
  return { send, close: () => pool.destroy() };
}

function pathOf(request: WireRequest): string {
  if (request.query === undefined || request.query.length === 0) return request.path;
  return `${request.path}?${request.query.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')}`;
}

async function readBody(body: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.length;
    if (size > MAX_ANSWER_BYTES) throw new Failure('odd-answer', 'the answer is larger than any of this platform');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function flat(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const out: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const one = Array.isArray(value) ? value[0] : value;
    if (one !== undefined) out[name.toLowerCase()] = one;
  }
  return out;
}

/** Codes that arise before a connection stands: looking the host up, connecting, and the TLS handshake. */
const BEFORE_SENDING =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EAI_FAIL|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|UND_ERR_CONNECT_TIMEOUT|ERR_TLS_.*|ERR_SSL_.*|CERT_.*|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_.*)$/;

function connectionFailure(error: unknown): Failure {
  const code = codeOf(error);
  const cause = causeOf(error);
  return BEFORE_SENDING.test(code)
    ? new Failure('unreachable', `no connection (${code})`, { sent: false, cause })
    : new Failure('broken-off', `the connection broke (${/^[A-Z0-9_]{1,40}$/.test(code) ? code : 'unknown'})`, {
        cause,
      });
}

function codeOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  return '';
}

/** The cause without what it may carry: undici's errors can hold the request, and with it the key. */
function causeOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}
