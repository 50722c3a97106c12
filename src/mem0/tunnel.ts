/**
 * Connections to an origin through a proxy: CONNECT, and TLS with the origin inside, so the proxy learns host and port and
 * nothing else, and the origin never sees what the proxy asks for.
 * Out of scope: which proxy (`proxy`).
 *
 * Not undici's ProxyAgent: in the version that is bundled it connects again and again, without end, to a proxy that hangs up on a
 * CONNECT (undici issue 3897), waits five minutes for one that does not answer, and brings SOCKS and two more pools along.
 */
import type { Socket } from 'node:net';
import { buildConnector } from 'undici';
import { Failure } from '../contract/failure.ts';
import { connectionCode } from './connection-code.ts';
import type { HttpProxy } from './proxy.ts';

/** For the connection to the proxy, its answer, and the handshake with the origin: each. undici's own for a connection. */
const STEP_MS = 10_000;

/** A connector for undici's pools. Every failure comes before a byte of a request is sent. */
export function tunnelThrough(proxy: HttpProxy, stepMs = STEP_MS): buildConnector.connector {
  const connect = buildConnector({ timeout: stepMs, rejectUnauthorized: true });
  const { protocol, hostname, host, port } = proxy;
  return (origin, done) => {
    connect({ protocol, hostname, host, port }, (error, socket) => {
      if (error !== null) return done(refusal(`no connection to the proxy (${connectionCode(error)})`), null);
      askFor(origin, { socket, proxy, stepMs }, (failure) => {
        if (failure === undefined) connect({ ...origin, httpSocket: socket }, done);
        else {
          socket.destroy();
          done(failure, null);
        }
      });
    });
  };
}

/** A connector for a proxy that cannot be used: nothing goes around it. */
export const noWay: buildConnector.connector = (_origin, done) =>
  done(refusal('the address in HTTPS_PROXY or HTTP_PROXY is none of an http or https proxy'), null);

interface Asked {
  readonly socket: Socket;
  readonly proxy: HttpProxy;
  readonly stepMs: number;
}

/** Asks the proxy for a tunnel on a socket; `done` is called once. */
function askFor(origin: buildConnector.Options, { socket, proxy, stepMs }: Asked, done: (failure?: Failure) => void) {
  const host = `${origin.host ?? origin.hostname}${origin.port === '' ? ':443' : ''}`;
  // Loaded here alone: without a proxy it would cost every hook some milliseconds. Without an agent of Node's, so
  // NODE_USE_ENV_PROXY does not send this through the proxy again.
  const { request } = process.getBuiltinModule('node:http');
  const asking = request({
    method: 'CONNECT',
    path: host,
    headers: {
      host,
      connection: 'keep-alive',
      'proxy-connection': 'keep-alive',
      ...(proxy.authorization === undefined ? {} : { 'proxy-authorization': proxy.authorization }),
    },
    createConnection: () => socket,
  });
  const timer = setTimeout(() => asking.destroy(refusal('the proxy did not answer in time')), stepMs);
  asking.once('connect', ({ statusCode = 0 }, _socket, more) => {
    clearTimeout(timer);
    if (statusCode < 200 || statusCode > 299) return done(refusal(`the proxy answered with status ${statusCode}`));
    // The origin speaks second: what comes with the answer is the proxy's.
    done(more.length > 0 ? refusal('the proxy answered with more than a tunnel') : undefined);
  });
  asking.once('error', (error) => {
    clearTimeout(timer);
    done(error instanceof Failure ? error : refusal(`the proxy gave no answer (${connectionCode(error)})`));
  });
  asking.end();
}

function refusal(message: string): Failure {
  return new Failure('unreachable', message, { sent: false });
}
