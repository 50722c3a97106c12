/**
 * Which proxy a request to an origin goes through, by the variables that Node users set: pure, the environment is an argument.
 * Out of scope: the way through it (`tunnel`).
 *
 * [?] ours, after what Claude Code documents and other Node clients do: the lower-case name counts before the upper-case one, and
 * `HTTPS_PROXY` before `HTTP_PROXY`; `NO_PROXY` lists hosts and domains, with or without a port, or is `*`. Different is that
 * loopback is never asked of a proxy, whatever the variables say (http to loopback would show the key there), and that a value
 * that cannot be used is an error and no reason to go around the proxy.
 */
import { type Address, addressOf } from './address.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export interface HttpProxy extends Address {
  /** For the proxy alone; a secret. */
  readonly authorization: string | undefined;
}

/** The proxy for an origin, undefined for none, `unusable` when the variables name one that cannot be used. */
export function proxyFor(origin: string, env: Environment): HttpProxy | 'unusable' | undefined {
  // Mostly no variable is set, and then this is all.
  const address = ofEither(env, 'https_proxy') || ofEither(env, 'http_proxy');
  if (address === undefined || address === '') return undefined;
  const { protocol, hostname, port } = new URL(origin);
  if (protocol !== 'https:' || isLoopback(hostname) || isExempt(hostname, port, ofEither(env, 'no_proxy'))) {
    return undefined;
  }
  return readProxy(address);
}

/** The lower-case name if it is set at all: empty, it takes back the other. */
function ofEither(env: Environment, name: string): string | undefined {
  return (env[name] ?? env[name.toUpperCase()])?.trim();
}

function isLoopback(hostname: string): boolean {
  return hostname === '[::1]' || /(^|\.)localhost\.?$/.test(hostname) || /^127(\.\d{1,3}){3}$/.test(hostname);
}

function isExempt(hostname: string, port: string, list: string | undefined): boolean {
  return (list ?? '').split(/[\s,]+/).some((entry) => {
    if (entry === '*') return true;
    const [, name = '', only] = /^(.+?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
    // `::1` ends in what looks like a port: an IPv6 address has one only behind its brackets.
    const isBare = name.includes(':') && !name.startsWith('[');
    const host = isBare ? `[${entry.toLowerCase()}]` : name.replace(/^\*?\./, '');
    if (host === '' || (!isBare && only !== undefined && only !== (port || '443'))) return false;
    return hostname === host || hostname.endsWith(`.${host}`);
  });
}

function readProxy(address: string): HttpProxy | 'unusable' {
  // `proxy.example:3128` would be read as an address of the protocol `proxy.example`.
  const full = address.includes('://') ? address : `http://${address}`;
  if (!URL.canParse(full)) return 'unusable';
  const url = new URL(full);
  const { protocol, hostname, username, password } = url;
  if ((protocol !== 'http:' && protocol !== 'https:') || hostname === '') return 'unusable';
  try {
    const name = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    const authorization = name === ':' ? undefined : `Basic ${Buffer.from(name).toString('base64')}`;
    return { ...addressOf(url), authorization };
  } catch (error) {
    // A `%` that begins no escape: what is meant can only be guessed.
    if (error instanceof URIError) return 'unusable';
    throw error;
  }
}
