/** HTTP as any client would speak it; not ours, which is held against the same rules. */
import { request } from 'undici';
import type { Send } from '../../src/contract/wire.ts';
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
    if (method === 'GET' && body !== undefined) {
      const { statusCode: status, headers, body: answer } = await request(url, options);
      const plain = Object.entries(headers).map(([name, value]) => [name, String(value)]);
      return { status, headers: Object.fromEntries(plain), body: await answer.text() };
    }
    // What an address answers is the question, not what another one does.
    const response = await fetch(url, { ...options, redirect: 'manual' });
    return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() };
  };
}
