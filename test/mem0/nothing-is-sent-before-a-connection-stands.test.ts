import { request } from 'node:http';
import type { Socket } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Failure } from '../../src/contract/failure.ts';
import { type Connect, Connections, openTo } from '../../src/mem0/connections.ts';
import { Exchange } from '../../src/mem0/exchange.ts';
import { httpTransport } from '../../src/mem0/transport.ts';
import { tunnelThrough } from '../../src/mem0/tunnel.ts';
import { madeUpAuthority } from '../support/certificates.ts';
import { serveBare, serveHttp, serveProxy, withTls } from '../support/network.ts';

const KEY = 'm0-made-up-key-for-tests';
const ADD = { method: 'POST', path: '/v3/memories/add/', body: { messages: [] } } as const;
const authority = madeUpAuthority();

interface Sending {
  readonly env?: Readonly<Record<string, string>>;
  readonly origin?: string;
  readonly leftMs?: number;
}

/** Sends an add that must fail, and gives the failure. */
async function failureOf({ origin = 'https://platform.example', env = {}, leftMs = 5_000 }: Sending): Promise<Failure> {
  const transport = httpTransport({ origin, apiKey: KEY, env });
  onTestFinished(() => transport.close());
  const failure = await transport.send(ADD, { deadline: Date.now() + leftMs }).then(
    () => {
      throw new Error('it was sent');
    },
    (error: Failure) => error,
  );
  expect(failure).toMatchObject({ sent: false, uncertain: false });
  for (const secret of [KEY, 'made-up-password', 'bWFyYTp']) {
    expect(`${failure.stack} ${JSON.stringify(failure)} ${String(failure.cause)}`).not.toContain(secret);
  }
  return failure;
}

const through = (port: number) => ({ HTTPS_PROXY: `http://mara:made-up-password@127.0.0.1:${port}` });

/** A proxy that does this once it has heard the CONNECT, and counts its connections. */
async function proxyThat(answers: (socket: Socket) => void) {
  const heard: string[] = [];
  const port = await serveBare((socket) => {
    socket.once('data', (part) => {
      heard.push(part.toString('latin1'));
      answers(socket);
    });
  });
  return { port, heard };
}

describe('nothing has been sent', () => {
  it.each<[string, (socket: Socket) => void, RegExp]>([
    ['hangs up', (socket) => socket.destroy(), /^the proxy gave no answer \(ECONNRESET\)$/],
    ['ends without a word', (socket) => socket.end(), /^the proxy gave no answer \(ECONNRESET\)$/],
    ['wants a password', (socket) => socket.end('HTTP/1.1 407 No\r\n\r\n'), /^the proxy answered with status 407$/],
    ['forbids it', (socket) => socket.end('HTTP/1.1 403 No\r\n\r\n<html>'), /^the proxy answered with status 403$/],
    ['finds no host', (socket) => socket.end('HTTP/1.1 502 No\r\n\r\n'), /^the proxy answered with status 502$/],
    [
      'sends elsewhere',
      (socket) => socket.end('HTTP/1.1 302 Found\r\nlocation: https://other.example\r\n\r\n'),
      /^the proxy answered with status 302$/,
    ],
    ['is none', (socket) => socket.end('SSH-2.0-OpenSSH\r\n'), /^the proxy gave no answer \(HPE_\w+\)$/],
    [
      'has a head without end',
      (socket) => socket.write(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(100_000)}`),
      /^the proxy gave no answer \(HPE_HEADER_OVERFLOW\)$/,
    ],
    [
      'answers for the origin',
      (socket) => socket.write('HTTP/1.1 200 OK\r\n\r\n{"results":[]}'),
      /^the proxy answered with more than a tunnel$/,
    ],
    [
      'opens a tunnel and closes it',
      (socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'),
      /^no connection \(ECONNRESET\)$/,
    ],
    [
      'opens a tunnel to what speaks no TLS',
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        socket.on('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
      },
      /^no connection \(ERR_SSL_\w+\)$/,
    ],
  ])('where the proxy %s', async (_what, answers, message) => {
    const { port, heard } = await proxyThat(answers);
    const failure = await failureOf({ env: through(port) });
    expect(failure.reason).toBe('unreachable');
    expect(failure.message).toMatch(message);
    // Once, and not again and again until the deadline.
    expect(heard).toHaveLength(1);
    expect(heard[0]).toMatch(/^CONNECT platform\.example:443 HTTP\/1\.1\r\n/);
    expect(heard.join()).not.toContain(KEY);
  });

  it('where nobody listens at the proxy', async () => {
    const failure = await failureOf({ env: through(1) });
    expect(failure).toMatchObject({ reason: 'unreachable', message: 'no connection to the proxy (ECONNREFUSED)' });
  });

  it.each(['socks5://127.0.0.1:1080', 'http://', 'http://mara:made-up-password%@127.0.0.1'])(
    'where the proxy cannot be used: %s',
    async (address) => {
      const failure = await failureOf({ env: { HTTPS_PROXY: address } });
      expect(failure.reason).toBe('unreachable');
      expect(failure.message).toBe('the address in HTTPS_PROXY or HTTP_PROXY is none of an http or https proxy');
    },
  );

  it('where the certificate of a proxy over TLS is not trusted, and the proxy is told nothing', async () => {
    const proxy = await serveProxy({}, { certified: authority.certify(['127.0.0.1']) });
    const env = { HTTPS_PROXY: `https://mara:made-up-password@127.0.0.1:${proxy.port}` };
    const failure = await failureOf({ env });
    expect(failure).toMatchObject({ reason: 'unreachable' });
    expect(failure.message).toBe('no connection to the proxy (UNABLE_TO_VERIFY_LEAF_SIGNATURE)');
    expect(proxy.asked).toEqual([]);
  });

  it('where the certificate of the host is not trusted', async () => {
    let requests = 0;
    const plain = await serveHttp((_request, response) => {
      requests += 1;
      response.end('{}');
    });
    const port = await withTls(authority.certify(['127.0.0.1']), plain);
    const failure = await failureOf({ origin: `https://127.0.0.1:${port}` });
    expect(failure).toMatchObject({ reason: 'unreachable' });
    expect(failure.message).toBe('the certificate of the host is not accepted (UNABLE_TO_VERIFY_LEAF_SIGNATURE)');
    expect(requests).toBe(0);
  });

  const silent = {
    'a host that answers no handshake': async () => ({
      origin: `https://127.0.0.1:${await serveBare(() => undefined)}`,
    }),
    'a proxy that answers no CONNECT': async () => ({ env: through((await proxyThat(() => undefined)).port) }),
    'a proxy over TLS that answers no handshake': async () => ({
      env: { HTTPS_PROXY: `https://127.0.0.1:${await serveBare(() => undefined)}` },
    }),
    'a tunnel in which nobody answers the handshake': async () => ({
      env: through((await proxyThat((socket) => socket.write('HTTP/1.1 200 OK\r\n\r\n'))).port),
    }),
  };
  it.each(Object.entries(silent))('at the deadline: %s', async (_what, prepare) => {
    const started = performance.now();
    const failure = await failureOf({ ...(await prepare()), leftMs: 150 });
    expect(failure.reason).toBe('late');
    // Ten times the deadline, for a machine that is busy; without one it would be ten seconds.
    expect(performance.now() - started).toBeLessThan(1_500);
  });

  it('and nothing is sent later, when the connection stands after all', async () => {
    const asked: (string | undefined)[] = [];
    const plain = await serveHttp((request, response) => {
      asked.push(request.url);
      response.end('{}');
    });
    const held: (() => void)[] = [];
    const connect: Connect = (done) => {
      held.push(() => openTo({ protocol: 'http:', hostname: '127.0.0.1', port: plain }, {}, done));
      return { destroy: () => undefined };
    };
    const agent = new Connections(connect, { maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    const ask = (leftMs: number, method: string, path: string, body?: string) => {
      const exchange = new Exchange(leftMs);
      void exchange.begin({ make: () => request({ agent, method, path }), body });
      return exchange;
    };
    const late = ask(20, 'POST', ADD.path, '{}');
    await expect(late.answer).rejects.toMatchObject({ reason: 'late', sent: false });
    const next = ask(5_000, 'GET', '/v1/ping/');
    for (let release = held.shift(); release !== undefined; release = held.shift()) {
      release();
      // The connection of what was given up is not used for anything; another one is asked for.
      await vi.waitFor(() => expect(held.length + asked.length).toBeGreaterThan(0));
    }
    expect(await next.answer).toMatchObject({ status: 200 });
    expect(asked).toEqual(['/v1/ping/']);
  });

  it('and a proxy that is slow is given up, so that the next attempt finds a connection', async () => {
    const { port, heard } = await proxyThat(() => undefined);
    const proxy = { protocol: 'http:', hostname: '127.0.0.1', port, authorization: undefined } as const;
    const origin = { protocol: 'https:', hostname: 'platform.example', port: 443 } as const;
    const connect = tunnelThrough(proxy, origin, 50);
    const error = await new Promise((resolve) => connect((...[failed]) => resolve(failed)));
    expect(error).toMatchObject({ reason: 'unreachable', message: 'the proxy did not answer in time', sent: false });
    expect(heard).toHaveLength(1);
  });

  it('to a proxy of anything for loopback, whatever the variables say', async () => {
    const proxy = await serveProxy({});
    const plain = await serveHttp((_request, response) => response.end('{"ok":true}'));
    const address = `http://127.0.0.1:${proxy.port}`;
    const env = { HTTPS_PROXY: address, HTTP_PROXY: address, https_proxy: address, http_proxy: address, NO_PROXY: '' };
    const transport = httpTransport({ origin: `http://127.0.0.1:${plain}`, apiKey: KEY, env });
    onTestFinished(() => transport.close());
    expect(await transport.send(ADD, { deadline: Date.now() + 5_000 })).toMatchObject({ status: 200 });
    expect(proxy.asked).toEqual([]);
  });
});
