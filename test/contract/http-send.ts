/** HTTP as any client would speak it; not ours, which is held against the same rules. */
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
    const response = await fetch(`${origin}${path}${search}`, {
      method,
      // What an address answers is the question, not what another one does.
      redirect: 'manual',
      headers: { 'content-type': 'application/json', ...(authorization !== undefined && { authorization }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(deadline > Date.now() && { signal: AbortSignal.timeout(Math.min(deadline - Date.now(), 60_000)) }),
    });
    return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() };
  };
}
