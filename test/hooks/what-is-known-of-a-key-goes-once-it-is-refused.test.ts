import { expect, it } from 'vitest';
import { readConfig } from '../../src/contract/read-config.ts';
import { StateFolder } from '../../src/io/file-store.ts';
import type { Mem0Client } from '../../src/mem0/client.ts';
import { Platform } from '../../src/runtime/connection/platform.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { servePlatform } from './served-platform.ts';

const WITHIN = { deadline: Date.now() + 10 * 60 * 1000 };
const PLACE = { appId: 'acme-shop' };

class Counted extends StateFolder {
  reads = 0;

  override read(path: string): string | undefined {
    this.reads += 1;
    return super.read(path);
  }
}

async function platformWithKey() {
  const served = await servePlatform();
  const folder = new Counted(temporaryFolder());
  const { config } = readConfig(served.env, undefined);
  const runtime = { config, folder, env: {}, canSend: true, localUser: 'nobody', keyHash: () => 'of-the-key' };
  const pings = () => served.seen.filter(({ path }) => path === '/v1/ping/').length;
  return { served, folder, pings, platform: () => new Platform(runtime) };
}

const REQUESTS: Readonly<Record<string, (client: Mem0Client) => Promise<unknown>>> = {
  'an add': (client) =>
    client.add(
      {
        scope: 'project',
        messages: [{ role: 'user', content: 'We deploy to Fly.io.' }],
        metadata: { type: 'decision', session_id: 's1', editor: 'claude-code', policy: 'v2.0', capture_id: 'c1' },
        infer: true,
      },
      WITHIN,
    ),
  'a follow': (client) => client.event('00000000-0000-4000-8000-000000000000', WITHIN),
};

it.each(Object.entries(REQUESTS))('that is refused for %s', async (_, request) => {
  const { served, folder, pings, platform } = await platformWithKey();
  const first = platform();
  const client = await first.clientFor(PLACE, WITHIN);
  expect(folder.list('cache')).toEqual(['user-of-the-key.json']);
  served.behaviour.fault = () => 503;
  await expect(request(client)).rejects.toMatchObject({ reason: 'unavailable' });
  expect(folder.list('cache')).toEqual(['user-of-the-key.json']);
  // What was read with it, and what was read with another one.
  for (const key of ['of-the-key', 'of-another']) folder.write(`cache/recall-${key}-0123456789abcdef.json`, '{}');
  served.behaviour.fault = () => 401;
  await expect(request(client)).rejects.toMatchObject({ reason: 'bad-key' });
  expect(folder.list('cache')).toEqual(['recall-of-another-0123456789abcdef.json']);
  folder.remove('cache/recall-of-another-0123456789abcdef.json');
  expect(folder.list('cache')).toEqual([]);
  served.behaviour.fault = () => undefined;
  expect(pings()).toBe(1);
  // The same process asks again, too.
  await first.clientFor(PLACE, WITHIN);
  expect(pings()).toBe(2);
  expect(folder.list('cache')).toEqual(['user-of-the-key.json']);
});

it('is asked for and read once, however many clients there are', async () => {
  const { folder, pings, platform } = await platformWithKey();
  for (const one of [platform(), platform()]) {
    folder.reads = 0;
    for (let n = 0; n < 5; n++) await one.clientFor(PLACE, WITHIN);
    expect(folder.reads).toBe(1);
  }
  expect(pings()).toBe(1);
});
