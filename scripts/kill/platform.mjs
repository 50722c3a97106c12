/**
 * The platform of a trial: the shipped local platform over HTTP (`mem0-hooks serve`), one process for all trials, and before it one
 * loopback server a trial that gets into trouble as asked, counts what was carried out, and can strike a process while it waits.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { join } from 'node:path';

/** What goes wrong with every request of the first run; afterwards all is well. */
export const TROUBLES = ['fine', '503', '429', 'slow', 'reset before', 'reset after', 'wrong JSON', 'away'];

export async function startPlatform(hooks, root) {
  const child = spawn(process.execPath, [join(hooks, 'mem0-hooks.cjs'), 'serve', '--state', join(root, 'platform')], {
    env: { PATH: process.env.PATH, HOME: root, TMPDIR: root },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.setEncoding('utf8');
  while (!text.includes('MEM0_API_KEY=')) {
    const [part] = await once(child.stdout, 'data');
    text += part;
  }
  const value = (name) => new RegExp(`${name}=(\\S+)`).exec(text)[1];
  return {
    origin: new URL(value('MEM0_BASE_URL')),
    key: value('MEM0_API_KEY'),
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'close');
    },
  };
}

/**
 * A server before the platform. `trouble` may be changed while it runs; `onMoment(moment, n)` is called when the n-th add has
 * arrived and when it was carried out, before it is answered.
 */
export async function startFront(platform, { trouble, onMoment }) {
  const front = { trouble, adds: [], port: 0 };
  let arrived = 0;
  const server = createServer((incoming, outgoing) => {
    const parts = [];
    incoming.on('data', (part) => parts.push(part));
    incoming.on('end', () => {
      answer(incoming, Buffer.concat(parts), outgoing).catch(() => outgoing.destroy());
    });
  });
  async function answer(incoming, body, outgoing) {
    const isAdd = incoming.url.startsWith('/v3/memories/add/');
    const n = isAdd ? ++arrived : 0;
    if (isAdd) await onMoment('arrived', n);
    const now = front.trouble;
    if (now === '503') return send(outgoing, 503, '{"detail":"unavailable"}');
    if (now === '429') return send(outgoing, 429, '{"detail":"throttled"}', { 'retry-after': '3' });
    if (now === 'reset before') return outgoing.destroy();
    const { status, text } = await forward(platform, incoming, body);
    if (isAdd && status < 300) front.adds.push(JSON.parse(body));
    if (isAdd) await onMoment('carried out', n);
    if (now === 'reset after') return outgoing.destroy();
    // No answer until the client gives up.
    if (now === 'slow') return;
    send(outgoing, status, now === 'wrong JSON' ? text.slice(0, text.length / 2) : text);
  }
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  front.port = server.address().port;
  front.origin = `http://127.0.0.1:${front.port}`;
  /** Nobody listens there until `comeBack`. */
  front.goAway = async () => {
    if (!server.listening) return;
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  front.comeBack = async () => {
    server.listen(front.port, '127.0.0.1');
    await once(server, 'listening');
  };
  return front;
}

function send(outgoing, status, text, headers = {}) {
  outgoing.writeHead(status, { 'content-type': 'application/json', ...headers });
  outgoing.end(text);
}

function forward(platform, incoming, body) {
  return new Promise((resolve, reject) => {
    const { authorization, 'content-type': type } = incoming.headers;
    const headers = {
      authorization,
      ...(type === undefined ? {} : { 'content-type': type }),
      'content-length': body.length,
    };
    const { hostname, port } = platform.origin;
    const outgoing = request({ hostname, port, path: incoming.url, method: incoming.method, headers }, (answer) => {
      const parts = [];
      answer.on('data', (part) => parts.push(part));
      answer.on('end', () => resolve({ status: answer.statusCode, text: Buffer.concat(parts).toString('utf8') }));
      answer.on('error', reject);
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
