/**
 * The platform of a benchmark: the local platform behind HTTP or TLS on loopback, which answers so many milliseconds after a request
 * has come, however long the answer took to make, and counts requests, connections and bytes.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createSecureServer } from 'node:http2';
import { join } from 'node:path';
import { fillStore } from './memories.mjs';

/** Made up, evidently. */
export const KEY = 'm0-made-up-key-of-the-bench';
export const USER = 'mara@acme.example';
export const APP = 'acme-shop';

/** Serves 300 memories, a third of them of our project. `tls`: over TLS with a certificate of an authority that is made up for it. */
export async function startPlatform(bench, { latencyMs, tls = false }) {
  const { library, ground } = bench;
  const file = join(ground.folder('platform'), `${latencyMs}${tls ? '-tls' : ''}.sqlite`);
  fillStore(library, file, { count: 300, projects: 2, user: USER, app: APP });
  const local = await library.openLocalPlatform({ file, user: USER, now: () => Date.now() });
  const counts = { requests: 0, connections: 0, read: 0, written: 0, paths: [] };
  const handle = (request, response) => {
    answer({ local, counts, latencyMs }, request, response).catch(() => response.destroy());
  };
  const authority = tls ? library.madeUpAuthority() : undefined;
  // HTTP/1.1 as well, for whoever asks for it.
  const server = tls
    ? createSecureServer({ ...authority.certify(['localhost', '127.0.0.1']), allowHTTP1: true }, handle)
    : createServer(handle);
  const sockets = new Set();
  server.on('connection', (socket) => {
    counts.connections += 1;
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      counts.read += socket.bytesRead;
      counts.written += socket.bytesWritten;
      sockets.delete(socket);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ground.atEnd(async () => {
    server.close();
    for (const socket of sockets) socket.destroy();
    local.close();
  });
  return {
    origin: `${tls ? 'https' : 'http'}://127.0.0.1:${server.address().port}`,
    /** PEM of the authority. */
    authority: authority?.cert,
    /** What was counted since it was asked last, once every connection has ended. */
    async counted() {
      while (sockets.size > 0) await once([...sockets][0], 'close');
      const now = { ...counts };
      Object.assign(counts, { requests: 0, connections: 0, read: 0, written: 0, paths: [] });
      return now;
    },
  };
}

/** Answers of reads are kept: what is measured is the client, and the platform must not take its processor. */
const kept = new Map();

async function answer({ local, counts, latencyMs }, request, response) {
  const came = performance.now();
  const parts = [];
  for await (const part of request) parts.push(part);
  const text = Buffer.concat(parts).toString('utf8');
  counts.requests += 1;
  counts.paths.push(`${request.method} ${request.url}`);
  const isRead = request.method === 'POST' && !request.url.includes('/add/');
  const key = `${request.url}\n${text}`;
  const made =
    (isRead ? kept.get(key) : undefined) ??
    (await local.send(wireOf(request, text), { deadline: Date.now() + 60_000 }));
  if (isRead) kept.set(key, made);
  const left = latencyMs - (performance.now() - came);
  if (left > 0) await new Promise((resolve) => setTimeout(resolve, left));
  response.writeHead(made.status, { 'content-type': 'application/json', ...made.headers });
  response.end(made.body);
}

function wireOf({ method, url }, text) {
  const { pathname, searchParams } = new URL(url, 'http://127.0.0.1');
  return { method, path: pathname, query: [...searchParams], ...(text === '' ? {} : { body: JSON.parse(text) }) };
}
