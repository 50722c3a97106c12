/**
 * Connections, of which each is handed over once it stands: connected, and for https with a certificate that was verified. So nothing of
 * a request can leave before, whatever happens on the way, and what fails before is known not to have been sent.
 * Out of scope: what goes over them (`exchange`), and ways through a proxy (`tunnel`).
 */
import { Agent, type AgentOptions } from 'node:http';
import { connect, isIP, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Address } from './address.ts';

/** For the connection and, for https, the handshake together. [?] ours */
export const STEP_MS = 10_000;

/** Is told once: the connection that stands, or why there is none. */
export type Connected = (error: Error | null, socket?: Socket) => void;

/** Begins a connection; what it returns gives it up. */
export type Connect = (done: Connected) => { destroy(): unknown };

/**
 * Opens a connection to an address; for https over `through` where that is given. Certificates are always verified, by what this Node
 * trusts: NODE_EXTRA_CA_CERTS and the system's are the way to trust more. NODE_TLS_REJECT_UNAUTHORIZED=0 is not heeded [?] ours:
 * people set it for one server of their own and leave it, and whoever stood in between would get the key and all that is said.
 */
export function openTo(
  { protocol, hostname: host, port }: Address,
  { stepMs = STEP_MS, through }: { readonly stepMs?: number; readonly through?: Socket },
  done: Connected,
): Socket {
  const isSecure = protocol === 'https:';
  const way = { host, port, noDelay: true };
  const socket = isSecure ? securely(host, through === undefined ? way : { socket: through }) : connect(way);
  const timer = setTimeout(() => socket.destroy(timedOut()), stepMs);
  const end = (error: Error | null) => {
    clearTimeout(timer);
    // What goes wrong with a connection that is given up, or that nothing goes over, concerns nobody; a request asks for itself.
    socket
      .off('error', end)
      .off('close', closed)
      .on('error', () => undefined);
    if (error === null) return done(null, socket);
    socket.destroy();
    done(error);
  };
  const closed = () => end(new Error('closed before it stood'));
  return socket
    .once(isSecure ? 'secureConnect' : 'connect', () => end(null))
    .on('error', end)
    .on('close', closed);
}

/** TLS is loaded here alone: it would cost every start some milliseconds without it. */
function securely(host: string, way: { readonly socket: Socket } | { readonly host: string; readonly port: number }) {
  const { connect: connectSecurely } = process.getBuiltinModule('node:tls');
  const name = isIP(host) === 0 ? { servername: host } : {};
  return connectSecurely({ host, ...way, ...name, ALPNProtocols: ['http/1.1'], rejectUnauthorized: true });
}

function timedOut(): Error {
  return Object.assign(new Error('no connection in time'), { code: 'ETIMEDOUT' });
}

/** Resolves once the event loop has heard what had come by now: its next round begins with that, and this one may be in the middle. */
function aTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
}

/** Node's agent, with connections that are made in this way; Node hands one to a request when it is told of it, and not before. */
export class Connections extends Agent {
  readonly #connect: Connect;
  #freed = Promise.resolve();
  readonly #opening = new Set<{ destroy(): unknown }>();

  constructor(connect: Connect, options: AgentOptions) {
    super({ ...options, keepAlive: true });
    this.#connect = connect;
  }

  override createConnection(_options: unknown, done?: (error: Error | null, socket: Duplex) => void): undefined {
    const opening = this.#connect((error, socket) => {
      this.#opening.delete(opening);
      // Node's types know no failure without a socket, which is how Node itself tells of one.
      done?.(error, socket as Socket);
    });
    this.#opening.add(opening);
  }

  /**
   * One that has served a request is free a whole turn of the event loop later: a server that closes it after its answer, without having
   * said so, has been heard by then, and nothing is sent after it. [?] ours, as undici does it
   */
  override emit(event: string | symbol, ...args: unknown[]): boolean {
    if (event !== 'free') return super.emit(event, ...args);
    this.#freed = aTurn().then(() => void super.emit(event, ...args));
    return true;
  }

  /** Resolves once those that have just served a request can serve the next: whoever does not wait for it has another one opened. */
  get freed(): Promise<void> {
    return this.#freed;
  }

  /** Ends those that nothing goes over. */
  endIdle(): void {
    for (const sockets of Object.values(this.freeSockets)) for (const socket of sockets ?? []) socket.destroy();
  }

  /** Ends all, also those that do not stand yet. */
  override destroy(): void {
    for (const opening of this.#opening) opening.destroy();
    super.destroy();
  }
}
