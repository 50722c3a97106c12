/**
 * Connections to an address through a proxy: CONNECT, and TLS with the origin inside, so the proxy learns host and port and
 * nothing else, and the origin never sees what the proxy asks for.
 * Out of scope: which proxy (`proxy`).
 *
 * Not https-proxy-agent: it gives a proxy's refusal out as the answer of the platform, as if the request had been sent, and sets a silent
 * proxy no limit. Nor `proxyEnv` of Node's agents, which not all Nodes have that are supported.
 */
import { request } from 'node:http';
import { isIPv6, type Socket } from 'node:net';
import { Failure } from '../contract/failure.ts';
import type { Address } from './address.ts';
import { connectionCode } from './connection-code.ts';
import { type Connect, openTo, STEP_MS } from './connections.ts';
import type { HttpProxy } from './proxy.ts';

/**
 * Connections to an address through a proxy. Every failure comes before a byte of a request is sent.
 * @param stepMs for the connection to the proxy, its answer, and the handshake with the origin: each
 */
export function tunnelThrough(proxy: HttpProxy, address: Address, stepMs = STEP_MS): Connect {
  return (done) => {
    let outer = openTo(proxy, { stepMs }, (error, socket) => {
      if (error !== null || socket === undefined) {
        return done(refusal(`no connection to the proxy (${connectionCode(error)})`));
      }
      askFor(address, { socket, proxy, stepMs }, (failure) => {
        if (failure === undefined) outer = openTo(address, { stepMs, through: socket }, done);
        else {
          socket.destroy();
          done(failure);
        }
      });
    });
    return { destroy: () => outer.destroy() };
  };
}

/** Where the proxy cannot be used: nothing goes around it. */
export const noWay: Connect = (done) => {
  process.nextTick(done, refusal('the address in HTTPS_PROXY or HTTP_PROXY is none of an http or https proxy'));
  return { destroy: () => undefined };
};

interface Asked {
  readonly socket: Socket;
  readonly proxy: HttpProxy;
  readonly stepMs: number;
}

/** Asks the proxy for a tunnel on a socket; `done` is called once. */
function askFor({ hostname, port }: Address, { socket, proxy, stepMs }: Asked, done: (failure?: Failure) => void) {
  const host = `${isIPv6(hostname) ? `[${hostname}]` : hostname}:${port}`;
  // Without an agent, so NODE_USE_ENV_PROXY does not send this through the proxy again.
  const asking = request({
    method: 'CONNECT',
    path: host,
    headers: {
      host,
      connection: 'keep-alive',
      'proxy-connection': 'keep-alive',
    },
    createConnection: () => socket,
  });
  // Not among the others, which Node prints on stderr where NODE_DEBUG has `http` in it.
  if (proxy.authorization !== undefined) asking.setHeader('proxy-authorization', proxy.authorization);
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
