/**
 * HTTP to the platform: one pool of connections to one origin, the key in the Authorization header and nowhere else, no
 * redirect followed (undici's dispatch follows none), answers bounded in size and time.
 * Out of scope: what is asked (`requests`), and whether it is asked again (`retry`).
 */
import { Pool } from 'undici';
import { Failure } from '../contract/failure.ts';
import type { Send, WireRequest } from '../contract/wire.ts';
import { Exchange } from './exchange.ts';
import { type Environment, proxyFor } from './proxy.ts';
import { noWay, tunnelThrough } from './tunnel.ts';

/** Seven reads of a session start run at once; undici does not pipeline POSTs, so each needs a connection. */
const CONNECTIONS = 8;

export interface HttpTransportOptions {
  /** `https://host[:port]`, or http on loopback; checked by `contract/config`. */
  readonly origin: string;
  readonly apiKey: string;
  /** Only the variables that name a proxy are read. */
  readonly env: Environment;
}

/** A transport to one origin with one key. `close` ends idle connections; a process that exits need not call it. */
export function httpTransport(options: HttpTransportOptions): { readonly send: Send; close(): Promise<void> } {
  const { origin } = options;
  const connect = connectorFor(origin, options.env);
  const pool = new Pool(origin, { connections: CONNECTIONS, pipelining: 1, keepAliveTimeout: 10_000, connect });
  const headers = { authorization: `Token ${options.apiKey}`, accept: 'application/json' };
  const send: Send = async (request, { deadline }) => {
    const left = deadline - Date.now();
    if (left <= 0) throw new Failure('late', 'the deadline had passed before the request was made', { sent: false });
    const exchange = new Exchange(left);
    const { body } = request;
    pool.dispatch(
      {
        method: request.method,
        path: pathOf(request),
        headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
        body: body === undefined ? null : JSON.stringify(body),
      },
      exchange,
    );
    return exchange.answer;
  };
  return { send, close: () => pool.destroy() };
}

/**
 * Certificates are always verified, by what this Node trusts: NODE_EXTRA_CA_CERTS and the system's are the way to trust more.
 * NODE_TLS_REJECT_UNAUTHORIZED=0 is not heeded [?] ours: people set it for one server of their own and leave it, and whoever stood
 * in between would get the key and all that is said.
 */
function connectorFor(origin: string, env: Environment) {
  const proxy = proxyFor(origin, env);
  if (proxy === undefined) return { rejectUnauthorized: true };
  return proxy === 'unusable' ? noWay : tunnelThrough(proxy);
}

function pathOf(request: WireRequest): string {
  if (request.query === undefined || request.query.length === 0) return request.path;
  return `${request.path}?${request.query.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')}`;
}
