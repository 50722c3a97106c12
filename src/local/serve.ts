/**
 * A platform behind HTTP on loopback (platform contract §6: `Authorization: Token <key>`, JSON both ways), with faults on
 * request, so that a client can be tried against it. Out of scope: what is answered (`platform.ts`), who starts it.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JsonObject, Send, WireRequest } from '../contract/wire.ts';
import { type Fault, HTML, pieces } from './serve-faults.ts';
import { faultName, LocalStoreError } from './store/errors.ts';

export interface ServeOptions {
  readonly send: Send;
  /** The one key that is let in. */
  readonly key: string;
  /** 0: a free one. */
  readonly port: number;
  /** What goes wrong with a request; called once for each that has the key, in order of arrival. Default: nothing. */
  readonly faultOf?: (request: WireRequest, authorization: string) => Fault | undefined;
  /** ms that every answer is held back. */
  readonly latencyMs?: number;
  /** ms since the epoch, as `send` understands a deadline. */
  readonly now: () => number;
}

export interface Served {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
  /** Ends every connection. */
  close(): Promise<void>;
}

/** Larger bodies are refused: a window is under 50,000 characters (contract §3 [?]). */
const MAX_BODY = 2 * 1024 * 1024;
/** How long a client that is refused may go on sending before it is cut off: time enough to see the refusal. [?] */
const UNREAD_MS = 1_000;
/** How long a request may wait for another process that writes. [?] */
const DEADLINE_MS = 30_000;
const METHODS: readonly WireRequest['method'][] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Rejects with what the operating system says when the port cannot be had (`EADDRINUSE`, `EACCES`). */
export async function serve(options: ServeOptions): Promise<Served> {
  const server = createServer((request, response) => {
    // A client that goes away ends its own answer, no more.
    response.on('error', () => response.destroy());
    answer(options, request, response).catch((error: unknown) => refuse(response, error));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    // Loopback alone: whoever is on the network has no business here.
    server.listen(options.port, '127.0.0.1', () => resolve());
  });
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(options: ServeOptions, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { authorization } = request.headers;
  // Before anything is read: whoever has no key gets nothing of this process's memory.
  if (authorization !== `Token ${options.key}`) {
    const detail = authorization === undefined ? 'No key was given.' : 'The key is not known here.';
    return endUnread(request, response, 401, { detail });
  }
  const text = await bodyOf(request);
  if (text === undefined) return endUnread(request, response, 413, { detail: 'The body is too large.' });
  const wire = wireRequest(request, text);
  if ('refusal' in wire) return end(response, wire.status, { detail: wire.refusal });
  const fault = options.faultOf?.(wire, authorization);
  if (options.latencyMs !== undefined) await pause(options.latencyMs);
  if (fault === 'reset-before') return void response.destroy();
  if (fault === 'throttled') return end(response, 429, { detail: 'Too many requests.' }, { 'retry-after': '2' });
  if (fault === 'html') return void response.writeHead(500, { 'content-type': 'text/html' }).end(HTML);
  if (fault === 'silent') return;
  if (typeof fault === 'number') return end(response, fault, { error: 'As was asked for.' });
  const { status, headers, body } = await options.send(wire, { deadline: options.now() + DEADLINE_MS });
  if (fault === 'reset') return void response.destroy();
  response.writeHead(status, headers);
  if (fault === 'broken-json') return void response.end(body.slice(0, body.length / 2));
  if (fault !== 'slow-body') return void response.end(body);
  for (const piece of pieces(body)) {
    if (response.destroyed) return;
    response.write(piece);
    await pause(500);
  }
  response.end();
}

/** The request as the platform takes it, or why it is none. */
function wireRequest(request: IncomingMessage, text: string): WireRequest | { status: number; refusal: string } {
  const method = METHODS.find((one) => one === request.method);
  if (method === undefined) return { status: 405, refusal: 'Method not allowed.' };
  const [path = '/', query] = (request.url ?? '/').split(/\?(.*)/s, 2);
  const pairs = [...new URLSearchParams(query ?? '')];
  const base = { method, path, ...(pairs.length > 0 && { query: pairs }) };
  if (text.trim() === '') return base;
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body !== 'object' || body === null || Array.isArray(body)) {
      return { status: 400, refusal: 'The body is no JSON object.' };
    }
    return { ...base, body: body as JsonObject };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { status: 400, refusal: 'The body is no JSON.' };
  }
}

/** The body as text; undefined when it is too large, and then no more of it is taken in. */
function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let size = 0;
    const take = (part: Buffer) => {
      size += part.length;
      if (size <= MAX_BODY) return void parts.push(part);
      request.off('data', take);
      resolve(undefined);
    };
    request.on('data', take);
    request.on('end', () => resolve(Buffer.concat(parts).toString('utf8')));
    request.on('error', reject);
  });
}

/** What went wrong is a 5xx in words; the client may send again what another process only delayed. */
function refuse(response: ServerResponse, error: unknown): void {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  const isOurs = error instanceof LocalStoreError;
  const status = isOurs && error.reason === 'unavailable' ? 503 : 500;
  end(response, status, { error: isOurs ? error.message : `The server failed (${faultName(error)}).` });
}

/** Answers a request whose body is not read to its end: the rest is thrown away, and the connection ends with the answer. */
function endUnread(request: IncomingMessage, response: ServerResponse, status: number, body: JsonObject): void {
  request.resume();
  response.once('finish', () => setTimeout(() => request.destroy(), UNREAD_MS).unref());
  end(response, status, body, { connection: 'close' });
}

function end(response: ServerResponse, status: number, body: JsonObject, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
