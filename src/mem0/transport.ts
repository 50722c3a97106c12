/**
 * HTTP to the platform: a few connections to one origin, the key in the Authorization header and nowhere else, no redirect followed
 * (Node's client follows none), answers bounded in size and time.
 * Out of scope: what is asked (`requests`), and whether it is asked again (`retry`).
 *
 * Node's own client and none of a library: beside undici, cut down to its pool, a start takes some 6 ms less where compiled code is kept
 * (measured on Node 20), and its bundle has 220 KB less.
 */
import { request as begin, validateHeaderValue } from 'node:http';
import pLimit from 'p-limit';
import { Failure } from '../contract/failure.ts';
import type { Send, WireRequest } from '../contract/wire.ts';
import { addressOf } from './address.ts';
import { type Connect, Connections, openTo } from './connections.ts';
import { Exchange } from './exchange.ts';
import { type Environment, proxyFor } from './proxy.ts';
import { noWay, tunnelThrough } from './tunnel.ts';

/** The reads of a session start run at once, and HTTP/1.1 answers one after the other: each has a connection of its own. */
const CONNECTIONS = 8;

/** Shorter than any server keeps one that is idle (five seconds are usual), so that none closes as a request goes out. [?] ours */
const IDLE_MS = 4_000;

export interface HttpTransportOptions {
  /** `https://host[:port]`, or http on loopback; checked by `contract/config`. */
  readonly origin: string;
  readonly apiKey: string;
  /** Only the variables that name a proxy are read. */
  readonly env: Environment;
}

/** A transport to one origin with one key. */
export interface HttpTransport {
  readonly send: Send;
  /** Resolves once all that was to be sent by now has been handed to the network, or will not be. */
  left(): Promise<void>;
  /** Ends its connections; a process that exits need not call it. */
  close(): void;
}

export function httpTransport(options: HttpTransportOptions): HttpTransport {
  const { host, hostname } = new URL(options.origin);
  const agent = new Connections(connectTo(options), { maxSockets: CONNECTIONS, timeout: IDLE_MS });
  const authorization = `Token ${options.apiKey}`;
  const inTurn = pLimit(CONNECTIONS);
  const leaving = new Set<Promise<void>>();
  const send: Send = async (request, { deadline, repeatable }) => {
    const left = deadline - Date.now();
    if (left <= 0) throw new Failure('late', 'the deadline had passed before the request was made', { sent: false });
    const exchange = new Exchange(left);
    leaving.add(exchange.left);
    void exchange.left.then(() => leaving.delete(exchange.left));
    const body = request.body === undefined ? undefined : JSON.stringify(request.body);
    const { method } = request;
    const make = () => {
      validateHeaderValue('authorization', authorization);
      const headers = { host, accept: 'application/json', ...ofBody(body) };
      const made = begin({ agent, hostname, method, path: pathOf(request), headers });
      // Not among the others, which Node prints on stderr where NODE_DEBUG has `http` in it.
      return made.setHeader('authorization', authorization);
    };
    const sending = { make, body, ...(repeatable === true ? { beforeAgain: () => agent.endIdle() } : {}) };
    // Node's agent counts only connections that stand, and would open one for each request while none does.
    void inTurn(() => agent.freed.then(() => exchange.begin(sending)));
    return exchange.answer;
  };
  const left = async () => void (await Promise.all(leaving));
  return { send, left, close: () => agent.destroy() };
}

function connectTo({ origin, env }: HttpTransportOptions): Connect {
  const address = addressOf(new URL(origin));
  const proxy = proxyFor(origin, env);
  if (proxy === undefined) return (done) => openTo(address, {}, done);
  return proxy === 'unusable' ? noWay : tunnelThrough(proxy, address);
}

/** A GET and a DELETE have bodies on this platform, for which Node tells no length by itself. */
function ofBody(body: string | undefined) {
  if (body === undefined) return {};
  return { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
}

function pathOf(request: WireRequest): string {
  if (request.query === undefined || request.query.length === 0) return request.path;
  return `${request.path}?${request.query.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')}`;
}
