import { request as plainRequest } from 'node:http';
import type { Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Failure } from '../../src/contract/failure.ts';
import type { WireRequest } from '../../src/contract/wire.ts';
import { httpTransport } from '../../src/mem0/transport.ts';
import { serveBare, serveHttp } from '../support/network.ts';

const KEY = 'm0-made-up-key-for-tests';
const READ: WireRequest = { method: 'POST', path: '/v3/memories/', body: { filters: {} } };

function transportTo(port: number) {
  const transport = httpTransport({ origin: `http://127.0.0.1:${port}`, apiKey: KEY, env: {} });
  onTestFinished(() => transport.close());
  return (request = READ, leftMs = 5_000) => transport.send(request, { deadline: Date.now() + leftMs });
}

/** A server that answers the first words of each request with these bytes, and then does this with the connection. */
const bytesThen = (bytes: Buffer | string, then: (socket: Socket) => void) =>
  serveBare((socket) => {
    socket.once('data', () => {
      socket.write(bytes);
      then(socket);
    });
  });

const ended = (socket: Socket) => void socket.end();

describe('an answer', () => {
  const body = '{"results":["ä"]}';
  const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
  const whole: Record<string, string> = {
    'with a length': `HTTP/1.1 200 OK\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    'in chunks': `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${chunk(body.slice(0, 9))}${chunk(body.slice(9))}0\r\n\r\n`,
    'after a word that it will come': `HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  };
  it.each(Object.entries(whole))('%s counts whole, and cut at any byte it is broken off', async (_what, text) => {
    const bytes = Buffer.from(text);
    expect(await transportTo(await bytesThen(bytes, ended))()).toMatchObject({ status: 200, body });
    let cut = 0;
    const send = transportTo(
      await serveBare((socket) => socket.once('data', () => socket.end(bytes.subarray(0, cut)))),
    );
    for (cut = 0; cut < bytes.length; cut += 1) {
      const failure = await send().then(
        (answer) => ({ answer }),
        (error: Failure) => error,
      );
      expect(failure, `cut at ${cut}`).toMatchObject({ reason: 'broken-off', uncertain: true });
      expect(String(failure)).not.toContain(KEY);
    }
  });

  it('without a length ends with the connection', async () => {
    const send = transportTo(await bytesThen(`HTTP/1.1 200 OK\r\n\r\n${body}`, ended));
    expect(await send()).toMatchObject({ status: 200, body });
  });

  it.each<[string, string, (socket: Socket) => void]>([
    [
      'an upgrade that nobody has asked for',
      'HTTP/1.1 101 Up\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n',
      () => undefined,
    ],
    ['another protocol', 'SSH-2.0-OpenSSH\r\n', () => undefined],
    ['a head without end', `HTTP/1.1 200 OK\r\nx: ${'x'.repeat(100_000)}`, () => undefined],
    ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n{}', () => undefined],
    [
      'a length and chunks',
      'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n{}',
      () => undefined,
    ],
    ['nothing', '', ended],
  ])('that is %s is none, and is told at once', async (_what, bytes, then) => {
    const send = transportTo(await bytesThen(bytes, then));
    await expect(send(READ, 60_000)).rejects.toMatchObject({ reason: 'broken-off', sent: true });
  });

  it('that stops in the middle is late at the deadline', async () => {
    const send = transportTo(await bytesThen('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{', () => undefined));
    await expect(send(READ, 100)).rejects.toMatchObject({ reason: 'late', sent: true, uncertain: true });
  });
});

describe('a request', () => {
  it.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const)(
    '%s has its body whole, letters beyond ASCII too',
    async (method) => {
      const heard: unknown[] = [];
      const port = await serveHttp((request, response) => {
        const parts: Buffer[] = [];
        request
          .on('data', (part) => parts.push(part))
          .on('end', () => {
            heard.push([
              request.method,
              JSON.parse(Buffer.concat(parts).toString()),
              request.headers['transfer-encoding'],
            ]);
            response.end('{}');
          });
      });
      const send = transportTo(port);
      const text = { text: `"${'ä€😀'.repeat(1_000)}` };
      for (let n = 0; n < 2; n += 1) await send({ method, path: '/v1/x/', body: text });
      expect(heard).toEqual([
        [method, text, undefined],
        [method, text, undefined],
      ]);
    },
  );

  it('waits for its turn where many are made at once, over eight connections', async () => {
    const sockets = new Set<Socket>();
    const waiting: (() => void)[] = [];
    const port = await serveHttp((request, response) => {
      sockets.add(request.socket);
      waiting.push(() => response.end('{}'));
      // As soon as all are here that can be.
      if (waiting.length === 8) for (const answer of waiting.splice(0)) answer();
    });
    const send = transportTo(port);
    const all = Array.from({ length: 40 }, () => send());
    expect((await Promise.all(all)).map(({ status }) => status)).toEqual(Array(40).fill(200));
    expect(sockets.size).toBe(8);
  });

  it('that waits for its turn is given up at the deadline, and is not sent later', async () => {
    const heard: (string | undefined)[] = [];
    const answers: (() => void)[] = [];
    const port = await serveHttp((request, response) => {
      heard.push(request.url);
      answers.push(() => response.end('{}'));
    });
    const send = transportTo(port);
    const first = Array.from({ length: 8 }, () => send({ method: 'GET', path: '/first/' }));
    await expect(send({ method: 'POST', path: '/late/', body: {} }, 100)).rejects.toMatchObject({
      reason: 'late',
      sent: false,
    });
    for (const answer of answers.splice(0)) answer();
    await Promise.all(first);
    const next = send({ method: 'GET', path: '/next/' });
    await expect.poll(() => answers.length).toBe(1);
    answers[0]?.();
    await next;
    expect(heard).toEqual([...Array(8).fill('/first/'), '/next/']);
  });

  it('with what no header can hold is not made, and does not tell the key', async () => {
    const port = await serveHttp((_request, response) => response.end('{}'));
    const origin = `http://127.0.0.1:${port}`;
    const transport = httpTransport({ origin, apiKey: `${KEY}\n`, env: {} });
    onTestFinished(() => transport.close());
    const failure = await transport.send(READ, { deadline: Date.now() + 5_000 }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ reason: 'unreachable', sent: false });
    expect(`${failure} ${JSON.stringify(failure)}`).not.toContain(KEY);
  });

  it('goes over its own connections and not over those that the rest of the process shares', async () => {
    const ports: (number | undefined)[] = [];
    const port = await serveHttp((request, response) => {
      ports.push(request.socket.remotePort);
      response.end('{}');
    });
    const send = transportTo(port);
    await send();
    await send();
    await new Promise((resolve) =>
      plainRequest(`http://127.0.0.1:${port}`, (response) => response.resume().on('end', resolve)).end(),
    );
    const [one, two, other] = ports;
    expect(one).toBe(two);
    expect(other).not.toBe(one);
  });
});
