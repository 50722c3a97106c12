/** Servers on loopback, for tests of what goes over the network: TLS in front of a server, a proxy, and bare ones. */
import { createServer as createHttpServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { onTestFinished } from 'vitest';
import type { Certified } from './certificates.ts';

/** Listens on loopback until the test has finished, and then lets nobody hold on; resolves with the port. */
export async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    // A client that leaves in the middle is what some of these tests are about.
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  });
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** An HTTP server; resolves with its port. */
export function serveHttp(answer: RequestListener): Promise<number> {
  return listen(createHttpServer(answer));
}

/** A server that does this with each connection; resolves with its port. */
export function serveBare(connected: (socket: Socket) => void): Promise<number> {
  return listen(createServer(connected));
}

/** TLS with a certificate in front of a plain server on loopback; resolves with its port. */
export function withTls({ cert, key }: Certified, plainPort: number): Promise<number> {
  return listen(
    createTlsServer({ cert, key }, (socket) => both(socket, connect(plainPort, '127.0.0.1'))).on(
      'tlsClientError',
      () => undefined,
    ),
  );
}

export interface Asked {
  /** `host:port` of the CONNECT, or what else was asked. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
}

/**
 * A proxy that knows these targets (`host:port`) by their ports on loopback, so no name needs to be looked up. `asked` is what it
 * was asked, `passed` all that went through it in both directions, as it saw it. With `authorization`, others get a 407.
 */
export async function serveProxy(
  targets: Readonly<Record<string, number>>,
  options: { readonly authorization?: string | undefined; readonly certified?: Certified } = {},
) {
  const asked: Asked[] = [];
  const passed: Buffer[] = [];
  const server = createHttpServer((request, response) => {
    asked.push({ target: `${request.method} ${request.url}`, headers: request.headers });
    response.writeHead(400).end();
  });
  server.on('connect', (request, socket: Socket) => {
    asked.push({ target: request.url ?? '', headers: request.headers });
    const port = targets[request.url ?? ''];
    if (options.authorization !== undefined && request.headers['proxy-authorization'] !== options.authorization) {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="test"\r\n\r\n');
    } else if (port === undefined) {
      socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    } else {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      const to = connect(port, '127.0.0.1');
      for (const one of [socket, to]) one.on('data', (part) => passed.push(part));
      both(socket, to);
    }
  });
  const plain = await listen(server);
  const port = options.certified === undefined ? plain : await withTls(options.certified, plain);
  return { port, asked, passed: () => Buffer.concat(passed).toString('latin1') };
}

/** Joins two sockets: what one says the other hears, and when one goes so does the other. */
function both(one: Socket, other: Socket): void {
  one.pipe(other).pipe(one);
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.on('error', () => to.destroy()).on('close', () => to.destroy());
  }
}
