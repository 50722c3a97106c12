import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { httpTransport } from '../../src/mem0/transport.ts';

const KEY = 'm0-made-up-key-for-tests';
const servers: { close(): void }[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function listening(server: Server | ReturnType<typeof createTcpServer>): Promise<string> {
  servers.push({
    close: () => {
      server.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const soon = () => ({ deadline: Date.now() + 5_000 });
const read = { method: 'POST', path: '/v3/memories/', query: [['page', '1']], body: { filters: {} } } as const;

describe('the transport', () => {
  it('carries the key in the Authorization header and nowhere else', async () => {
    let seen: { request: IncomingMessage; body: string } | undefined;
    const origin = await listening(
      createServer((request, response) => {
        let body = '';
        request.on('data', (part) => {
          body += part;
        });
        request.on('end', () => {
          seen = { request, body };
          response.end('{"results":[]}');
        });
      }),
    );
    const transport = httpTransport({ origin, apiKey: KEY, env: {} });
    const answer = await transport.send(read, soon());
    await transport.close();
    expect(answer).toMatchObject({ status: 200, body: '{"results":[]}' });
    expect(seen?.request.headers.authorization).toBe(`Token ${KEY}`);
    expect(seen?.request.url).toBe('/v3/memories/?page=1');
    const { authorization: _, ...others } = seen?.request.headers ?? {};
    expect(JSON.stringify([others, seen?.request.url, seen?.body])).not.toContain(KEY);
  });

  it.each([301, 302, 303, 307, 308])('follows no redirect: %i to another host or to itself', async (status) => {
    const seen: string[] = [];
    const other = await listening(
      createServer((_request, response) => {
        seen.push('other');
        response.end('{}');
      }),
    );
    let to = '';
    const origin = await listening(
      createServer((request, response) => {
        seen.push(request.url ?? '');
        response.writeHead(status, { location: to }).end();
      }),
    );
    const transport = httpTransport({ origin, apiKey: KEY, env: {} });
    for (to of [`${other}/v3/memories/`, `${other.replace('127.0.0.1', 'localhost')}/`, '/v3/memories/', '//x', '']) {
      expect((await transport.send(read, soon())).status).toBe(status);
    }
    await transport.close();
    expect(seen).toEqual(Array(5).fill('/v3/memories/?page=1'));
  });

  it('is late, not patient, when the deadline passes', async () => {
    const origin = await listening(createServer(() => undefined));
    const transport = httpTransport({ origin, apiKey: KEY, env: {} });
    const error = await transport.send(read, { deadline: Date.now() + 50 }).catch((e: unknown) => e);
    expect(error).toMatchObject({ reason: 'late', sent: true, uncertain: true });
    expect(await transport.send(read, { deadline: Date.now() - 1 }).catch((e: unknown) => e)).toMatchObject({
      reason: 'late',
      sent: false,
      uncertain: false,
    });
    await transport.close();
  });

  it('knows that nothing was sent when nobody listens', async () => {
    const server = createTcpServer();
    const origin = await listening(server);
    await new Promise((resolve) => server.close(resolve));
    const transport = httpTransport({ origin, apiKey: KEY, env: {} });
    const error = await transport.send(read, soon()).catch((e: unknown) => e);
    expect(error).toMatchObject({ reason: 'unreachable', sent: false, uncertain: false });
    expect(JSON.stringify(error) + String(error)).not.toContain(KEY);
    await transport.close();
  });

  it('says that nobody knows when the connection breaks after sending', async () => {
    const origin = await listening(createTcpServer((socket) => socket.once('data', () => socket.destroy())));
    const transport = httpTransport({ origin, apiKey: KEY, env: {} });
    const error = await transport.send(read, soon()).catch((e: unknown) => e);
    expect(error).toMatchObject({ reason: 'broken-off', sent: true, uncertain: true });
    await transport.close();
  });

  it('refuses an answer without end', async () => {
    const origin = await listening(
      createServer((_request, response) => {
        const part = Buffer.alloc(1024 * 1024, 0x20);
        const more = () => {
          while (response.write(part));
          response.once('drain', more);
        };
        more();
      }),
    );
    const transport = httpTransport({ origin, apiKey: KEY, env: {} });
    expect(await transport.send(read, soon()).catch((e: unknown) => e)).toMatchObject({ reason: 'odd-answer' });
    await transport.close();
  });
});
