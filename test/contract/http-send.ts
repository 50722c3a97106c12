/** HTTP as any client would speak it; not ours, which is held against the same rules. */
import { request as requestPlainly } from 'node:http';
import { request as requestSecurely } from 'node:https';
import type { Send, WireResponse } from '../../src/contract/wire.ts';
import type { Host } from './host.ts';

/** How a host is reached over HTTP. */
export function overHttpAt(origin: string, key: string): Pick<Host, 'send' | 'sendAs'> {
  return {
    send: httpSend(origin, `Token ${key}`),
    sendAs: (authorization: string | undefined) => httpSend(origin, authorization),
  };
}

function httpSend(origin: string, authorization: string | undefined): Send {
  return async ({ method, path, query, body }, { deadline }) => {
    const search =
      query === undefined
        ? ''
        : `?${new URLSearchParams(query.map(([name, value]): [string, string] => [name, value]))}`;
    const url = `${origin}${path}${search}`;
    const options = {
      method,
      headers: { 'content-type': 'application/json', ...(authorization !== undefined && { authorization }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(deadline > Date.now() && { signal: AbortSignal.timeout(Math.min(deadline - Date.now(), 60_000)) }),
    };
    // The override travels in the body of a GET too, which fetch refuses to send.
    if (method === 'GET' && body !== undefined) return getWithBody(url, options);
    // What an address answers is the question, not what another one does.
    const response = await fetch(url, { ...options, redirect: 'manual' });
    return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() };
  };
}

function getWithBody(url: string, { body = '', ...options }: RequestInit & { readonly body?: string }) {
  const headers = { ...(options.headers as Record<string, string>), 'content-length': Buffer.byteLength(body) };
  const signal = options.signal ?? undefined;
  const request = url.startsWith('https:') ? requestSecurely : requestPlainly;
  return new Promise<WireResponse>((resolve, reject) => {
    request(url, { method: 'GET', headers, ...(signal !== undefined && { signal }) }, (response) => {
      const parts: Buffer[] = [];
      response
        .on('data', (part: Buffer) => parts.push(part))
        .on('end', () => {
          const plain = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
          const text = Buffer.concat(parts).toString('utf8');
          resolve({ status: response.statusCode ?? 0, headers: Object.fromEntries(plain), body: text });
        })
        .on('error', reject);
    })
      .on('error', reject)
      .end(body);
  });
}
