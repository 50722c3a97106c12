/** The local platform behind HTTP on loopback, with a key, and with faults that a test can switch on. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { JsonObject, WireRequest } from '../../src/contract/wire.ts';
import { openLocalPlatform } from '../../src/local/platform.ts';
import { temporaryFolder } from '../temporary-folder.ts';

export const KEY = 'm0-made-up-key-of-the-tests';

/** What happens to a request: answered, refused with a status, answered late, or cut off before or after it was carried out. */
export type Fault = 'none' | 'slow' | 'reset-before' | 'reset-after' | number;

export interface Seen extends WireRequest {
  readonly authorization: string | undefined;
}

export async function servePlatform() {
  const seen: Seen[] = [];
  const behaviour: { fault: (request: Seen) => Fault } = { fault: () => 'none' };
  const platform = await openLocalPlatform({
    file: join(temporaryFolder(), 'served.sqlite'),
    user: 'mara@acme.example',
    now: () => Date.now(),
  });
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => void answer(request, Buffer.concat(parts).toString('utf8'), response));
  });
  async function answer(
    {
      url,
      method,
      headers,
    }: { url?: string | undefined; method?: string | undefined; headers: { authorization?: string | undefined } },
    text: string,
    response: ServerResponse,
  ): Promise<void> {
    const at = new URL(url ?? '/', 'http://platform');
    const wire: Seen = {
      method: method as WireRequest['method'],
      path: at.pathname,
      query: [...at.searchParams],
      ...(text === '' ? {} : { body: JSON.parse(text) as JsonObject }),
      authorization: headers.authorization,
    };
    seen.push(wire);
    if (wire.authorization !== `Token ${KEY}`) return void response.writeHead(401).end('{"detail":"Invalid token."}');
    const fault = behaviour.fault(wire);
    if (typeof fault === 'number') return void response.writeHead(fault).end('{"error":"as the test wishes"}');
    if (fault === 'slow') return;
    if (fault === 'reset-before') return void response.destroy();
    const result = await platform.send(wire, { deadline: Number.POSITIVE_INFINITY });
    if (fault === 'reset-after') return void response.destroy();
    response.writeHead(result.status, { 'content-type': 'application/json' }).end(result.body);
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
    platform.close();
  });
  return {
    env: { MEM0_API_KEY: KEY, MEM0_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}` },
    seen,
    behaviour,
    adds: () => seen.filter(({ path }) => path === '/v3/memories/add/'),
    /** Everything that the user has, as a direct read of the platform gives it. */
    async memories(filters: JsonObject = { user_id: 'mara@acme.example' }) {
      const body = { filters, latest_only: false } as JsonObject;
      const request = { method: 'POST', path: '/v3/memories/', query: [['page_size', '200']], body } as const;
      const { body: text } = await platform.send(request, { deadline: Number.POSITIVE_INFINITY });
      return (
        JSON.parse(text) as { results: { memory: string; metadata: Record<string, unknown>; app_id: string | null }[] }
      ).results;
    },
  };
}
