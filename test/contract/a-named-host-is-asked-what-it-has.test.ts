/** The host that the environment names is looked at once: whether its facts come later than the add that said them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { openLocalPlatform } from '../../src/local/platform.ts';
import { serve } from '../../src/local/serve.ts';
import { hostKinds } from './hosts.ts';
import { namedHost } from './named-host.ts';
import { Trial } from './trial.ts';

const KEY = 'm0-made-up';
const closing: (() => Promise<void>)[] = [];

/** A platform whose facts come so much later, over HTTP; the variables that name it. */
async function served(extractionLagMs: number): Promise<NodeJS.ProcessEnv> {
  const folder = mkdtempSync(join(tmpdir(), 'contract-named-'));
  const now = () => Date.now();
  const platform = await openLocalPlatform({
    file: join(folder, 'memory.db'),
    user: 'mara@localhost',
    now,
    extractionLagMs,
  });
  const { origin, close } = await serve({ send: platform.send, key: KEY, port: 0, now });
  closing.push(async () => {
    await close();
    platform.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return { MEM0_CONTRACT_URL: `${origin}/`, MEM0_CONTRACT_KEY: KEY };
}

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

describe('a host that is named', () => {
  it('whose facts are there at once has no later', async () => {
    const kind = await namedHost(await served(0));
    expect([...(kind?.has ?? [])]).toEqual(['other-key']);
  });

  it('whose facts come later has later', async () => {
    const kind = await namedHost(await served(60_000));
    expect([...(kind?.has ?? [])].sort()).toEqual(['later', 'other-key']);
  });

  it('with a second project has that too, and comes after our own', async () => {
    const env = { ...(await served(0)), MEM0_CONTRACT_ORG_ID: 'local', MEM0_CONTRACT_PROJECT_ID: 'second' };
    const kinds = await hostKinds(env);
    expect(kinds.map(({ name }) => name).slice(0, 4)).toEqual([
      'in process',
      'over HTTP',
      'as it ships',
      'the command, late',
    ]);
    expect(kinds).toHaveLength(5);
    expect([...(kinds[4]?.has ?? [])].sort()).toEqual(['other-key', 'second-project']);
  });

  it.each([0, 300])('has nothing left of the look once it is closed, with facts after %i ms', async (lag) => {
    const kind = (await namedHost(await served(lag), 10)) ?? expect.fail('no host');
    const host = await kind.open(kind);
    await host.close();
    expect(await new Trial(host).ok('GET', '/v1/entities/')).toMatchObject({ count: 0, results: [] });
    expect(host).toMatchObject({ isOurs: false, has: kind.has });
  });

  it('that cannot be reached cannot be opened, and keeps no other from being checked', async () => {
    const kinds = await hostKinds({ MEM0_CONTRACT_URL: 'http://127.0.0.1:9', MEM0_CONTRACT_KEY: KEY });
    expect(kinds).toHaveLength(5);
    const last = kinds.at(-1) ?? expect.fail('no host');
    await expect(last.open(last)).rejects.toThrow('fetch failed');
  });

  it('that does not take the key cannot be opened either', async () => {
    const env = { ...(await served(0)), MEM0_CONTRACT_KEY: 'another' };
    const kind = (await namedHost(env)) ?? expect.fail('no host');
    await expect(kind.open(kind)).rejects.toThrow('answered 401');
  });

  it('is none without a key', async () => {
    expect(await namedHost({ MEM0_CONTRACT_URL: 'http://127.0.0.1:9' })).toBeUndefined();
    expect(await hostKinds({})).toHaveLength(4);
  });
});
