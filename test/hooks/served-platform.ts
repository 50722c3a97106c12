/** The local platform behind HTTP on loopback, in this process, with a key, and with faults that a test can switch on. */
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { JsonObject, WireRequest, WireResponse } from '../../src/contract/wire.ts';
import { openLocalPlatform } from '../../src/local/platform.ts';
import { serve } from '../../src/local/serve.ts';
import type { Fault } from '../../src/local/serve-faults.ts';
import { temporaryFolder } from '../temporary-folder.ts';

export const KEY = 'm0-made-up-key-of-the-tests';

export interface Seen extends WireRequest {
  readonly authorization: string | undefined;
}

/** `extractionLagMs`: facts appear so long after an add; at once without it. */
export async function servePlatform(options: { readonly extractionLagMs?: number } = {}) {
  const seen: Seen[] = [];
  const behaviour: {
    fault: (request: Seen) => Fault | undefined;
    /** What is answered instead of what the platform would. */
    instead: (request: WireRequest) => WireResponse | undefined;
  } = { fault: () => undefined, instead: () => undefined };
  const platform = await openLocalPlatform({
    file: join(temporaryFolder(), 'served.sqlite'),
    user: 'mara@acme.example',
    now: () => Date.now(),
    ...options,
  });
  const served = await serve({
    send: async (request, within) => behaviour.instead(request) ?? platform.send(request, within),
    key: KEY,
    port: 0,
    now: () => Date.now(),
    faultOf: (request, authorization) => {
      const one = { ...request, authorization };
      seen.push(one);
      return behaviour.fault(one);
    },
  });
  onTestFinished(async () => {
    await served.close();
    platform.close();
  });
  return {
    env: { MEM0_API_KEY: KEY, MEM0_BASE_URL: served.origin },
    seen,
    behaviour,
    platform,
    adds: () => seen.filter(({ path }) => path === '/v3/memories/add/'),
    /** A memory of the project that no session has said, unless `change` has it otherwise: a fact as it is, a decision by default. */
    async remember(text: string, metadata: JsonObject = {}, change: JsonObject = {}) {
      const body: JsonObject = {
        messages: [{ role: 'user', content: text }],
        ...{ user_id: 'mara@acme.example', app_id: 'acme-shop', infer: false },
        metadata: { type: 'decision', ...metadata },
        ...change,
      };
      const request = { method: 'POST', path: '/v3/memories/add/', query: [], body } as const;
      const { status } = await platform.send(request, { deadline: Number.POSITIVE_INFINITY });
      if (status !== 200) throw new Error(`a memory was refused with ${status}`);
    },
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
