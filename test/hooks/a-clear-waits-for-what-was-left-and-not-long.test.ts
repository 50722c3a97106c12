import { describe, expect, it } from 'vitest';
import { StateFolder } from '../../src/io/file-store.ts';
import { silentLog } from '../../src/io/log.ts';
import { saidPorts } from '../../src/runtime/ports/said-ports.ts';
import type { Runtime } from '../../src/runtime/runtime.ts';
import { Jobs } from '../../src/spool/jobs.ts';
import { Spool } from '../../src/spool/spool.ts';
import { jobFor, spoolItem } from '../spool/items.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const KEY = 'https://api.mem0.ai#key';

/** A start 100 ms after an end whose capture takes so many looks. */
function start(source: string, apiKey: string | undefined, { looks = 3, endedAgo = 100, canSend = true } = {}) {
  const folder = new StateFolder(temporaryFolder());
  const destination = apiKey === undefined ? 'local' : KEY;
  const now = Date.now();
  const id = `${now.toString(36).padStart(9, '0')}_a_0`;
  let looked = 0;
  class Watched extends Jobs {
    override has(name: string): boolean {
      looked += 1;
      if (looked === looks) {
        new Spool(folder, 7, destination).enqueue(id, spoolItem(id, { destination }));
        this.done(name);
      }
      return super.has(name);
    }
  }
  const jobs = new Watched(folder);
  const belongs = { ...jobFor().belongs, destination };
  jobs.record(jobFor({ at: new Date(now - endedAgo).toISOString(), belongs }), 'a');
  const origins = { api_key: { from: 'environment' } };
  const config = { apiKey, held: false, unsettled: false };
  const runtime = {
    folder,
    destination,
    jobs,
    canSend,
    config,
    origins,
    startedAt: now,
    hasLists: false,
    env: {},
    log: silentLog(),
  };
  const deadline = Date.now() + 4_000;
  const { pending } = saidPorts(runtime as unknown as Runtime, { source, deadline });
  return { looked: () => looked, pending: async (when: 'before' | 'after') => (await pending?.(when))?.length };
}

describe('a start at /clear', () => {
  it('waits for the capture of what was left, while the platform is being asked', async () => {
    const { pending } = start('clear', 'm0-made-up');
    expect(await pending('before')).toBe(0);
    expect(await pending('after')).toBe(1);
  });

  it('waits before it asks the local platform, where it will be a memory at once', async () => {
    const { pending, looked } = start('clear', undefined);
    expect(await pending('before')).toBe(1);
    const before = looked();
    expect(await pending('after')).toBe(1);
    expect(looked()).toBe(before);
  });

  it('does not wait for long, whatever comes of it', async () => {
    const { pending } = start('clear', 'm0-made-up', { looks: Number.POSITIVE_INFINITY });
    const began = performance.now();
    expect(await pending('after')).toBe(0);
    expect(performance.now() - began).toBeLessThan(2_000);
  });

  it('does not wait for an end of long ago, nor for one that nothing can be sent of', async () => {
    for (const options of [{ endedAgo: 60_000 }, { canSend: false }]) {
      const { pending, looked } = start('clear', 'm0-made-up', options);
      await pending('before');
      await pending('after');
      expect(looked()).toBe(0);
    }
  });
});

it.each(['startup', 'resume', 'compact', 'fork', 'other'])('a start at %s waits for nothing', async (source) => {
  const { pending, looked } = start(source, 'm0-made-up');
  await pending('before');
  await pending('after');
  expect(looked()).toBe(0);
});
