import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { BegunCheckpoint, Belonging, DueCheckpoint, NamedCheckpoint } from '../../src/contract/state.ts';
import { StateFolder } from '../../src/io/file-store.ts';
import { silentLog } from '../../src/io/log.ts';
import { checkpointMade } from '../../src/runtime/due-checkpoints.ts';
import type { Runtime } from '../../src/runtime/runtime.ts';
import { Checkpoints, isBeingMade } from '../../src/spool/checkpoints.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { HERE, nobody } from './items.ts';

const AT = '2026-11-30T12:00:00.000Z';
const NOW = Date.parse(AT);
const anybody = (): boolean => true;

function dueCheckpoint(change: Partial<DueCheckpoint> = {}): DueCheckpoint {
  const pointer = { sessionId: 's1', transcriptPath: '/transcripts/s1.jsonl', cwd: '/repo' };
  return { ...pointer, at: AT, id: 'k1_0', belongs: HERE, upTo: 12, ...change };
}

function folderWith(...due: readonly DueCheckpoint[]) {
  const folder = new StateFolder(temporaryFolder());
  const checkpoints = new Checkpoints(folder);
  const names = due.map((one) => checkpoints.record(one));
  const get = (name = names[0]): NamedCheckpoint => {
    const found = checkpoints.of(name ?? '');
    if (found === undefined) throw new Error('it was to be there');
    return found;
  };
  return { folder, checkpoints, name: names[0] ?? '', get };
}

it('is found by its name, is begun twice at most, and is gone once it is made', () => {
  const due = dueCheckpoint();
  const { checkpoints, name, get } = folderWith(due, dueCheckpoint({ sessionId: 's2', id: 'k2_0' }));
  expect(get()).toEqual({ name, due });
  expect(checkpoints.all()).toHaveLength(2);
  checkpoints.begins(get(), 7, NOW);
  expect(get()).toEqual({ name, due, begun: { tries: 1, maker: 7, at: NOW } });
  expect(checkpoints.begins(get(), 8, NOW + 1)).toEqual(get());
  expect(get().begun).toEqual({ tries: 2, maker: 8, at: NOW + 1 });
  expect(checkpoints.begins(get(), 9, NOW + 2)).toBeUndefined();
  expect(checkpoints.of(name)).toBeUndefined();
  const [other, ...more] = checkpoints.all();
  expect(other?.due.sessionId).toBe('s2');
  expect(more).toEqual([]);
  if (other !== undefined) checkpoints.done(other);
  expect(checkpoints.all()).toEqual([]);
});

it('is begun by one of several that begin at once, and one that was overtaken takes nothing away', () => {
  const { checkpoints, name, get } = folderWith(dueCheckpoint());
  const before = get();
  const first = checkpoints.begins(before, 7, NOW);
  expect(checkpoints.begins(before, 8, NOW)).toBeUndefined();
  expect(get().begun?.maker).toBe(7);
  checkpoints.begins(get(), 9, NOW + 400_000);
  if (first !== undefined) checkpoints.done(first);
  expect(checkpoints.of(name)?.begun?.maker).toBe(9);
});

it('is found while it is being begun', () => {
  const { folder, checkpoints, name, get } = folderWith(dueCheckpoint());
  const before = get();
  let begins = true;
  /** Another process begins it once its name has been seen. */
  const watched = new Proxy(folder, {
    get: (target, key) => {
      if (key === 'list')
        return (path: string) => {
          const names = target.list(path);
          if (begins) checkpoints.begins(before, 7, NOW);
          begins = false;
          return names;
        };
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  expect(new Checkpoints(watched).of(name)?.begun?.maker).toBe(7);
});

it.each(['a.b-c.1-2-3', '7-7-7', 's1.2-3-4.json', 'x'.repeat(100), 'über'])(
  'is named for any session: %s',
  (sessionId) => {
    const { checkpoints, get } = folderWith(dueCheckpoint({ sessionId }), dueCheckpoint({ sessionId: 'other' }));
    const begun = checkpoints.begins(get(), 7, NOW);
    expect(get()).toEqual(begun);
    expect(get().due.sessionId).toBe(sessionId);
    checkpoints.done(get());
    expect(checkpoints.all().map(({ due }) => due.sessionId)).toEqual(['other']);
  },
);

it('is left where it is when it cannot be read', () => {
  const { folder, checkpoints, name } = folderWith(dueCheckpoint());
  writeFileSync(join(folder.root, 'checkpoints', name), '{"version":2}');
  expect(checkpoints.of(name)).toBeUndefined();
  expect(checkpoints.all()).toEqual([]);
  expect(folder.list('checkpoints')).toEqual([name]);
});

it('is read beside what is not ours', () => {
  const { folder, checkpoints, name } = folderWith(dueCheckpoint());
  const at = join(folder.root, 'checkpoints');
  for (const odd of ['s0.k0_0.json', 'über.k1_0.json', 'notes']) mkdirSync(join(at, odd));
  symlinkSync(join(at, name), join(at, 's2.k2_0.json'));
  expect(checkpoints.all().map((one) => one.name)).toEqual([name]);
});

const BY_7: BegunCheckpoint = { tries: 1, maker: 7, at: NOW };

it.each<[string, BegunCheckpoint | undefined, number, (pid: number) => boolean, boolean]>([
  ['nobody has begun, just now', undefined, NOW + 1_000, nobody, true],
  ['nobody has begun for long', undefined, NOW + 120_000, nobody, false],
  ['nobody has begun, and the clock went back', undefined, NOW - 120_000, nobody, false],
  ['its maker lives', BY_7, NOW + 120_000, anybody, true],
  ['its maker is gone', BY_7, NOW + 1_000, nobody, false],
  ['another process has the id of its maker', BY_7, NOW + 3_600_000, anybody, false],
])('is being made or not: %s', (_, begun, now, isAlive, made) => {
  const named = { name: 's1.k1_0.json', due: dueCheckpoint(), ...(begun === undefined ? {} : { begun }) };
  expect(isBeingMade(named, now, isAlive)).toBe(made);
});

interface Waiting {
  readonly sessionId?: string;
  readonly ms?: number;
  readonly maker?: number;
  readonly tries?: number;
  readonly belongs?: Belonging;
  /** Whether a process can be started. */
  readonly starts?: boolean;
}

/** How long a start waits, whose deadline is so far away, and what it has started. */
async function waited({ sessionId = 's1', ms = 1_500, maker, tries = 1, belongs = HERE, starts = true }: Waiting) {
  const at = new Date(Date.now() - 5_000).toISOString();
  const { folder, checkpoints, get } = folderWith(dueCheckpoint({ at, belongs }));
  if (maker !== undefined) for (let n = 0; n < tries; n++) checkpoints.begins(get(), maker, Date.now());
  const started: string[] = [];
  const startCommand = (command: string, name: string) => {
    started.push(`${command} ${name}`);
    return starts;
  };
  const config = { capture: true, dryRun: false, held: false };
  const here = { folder, log: silentLog(), config, destination: 'local', env: {}, startCommand };
  const began = performance.now();
  await checkpointMade(here as unknown as Runtime, sessionId, Date.now() + ms);
  return { ms: performance.now() - began, started };
}

/** No process has it. */
const NOBODY = 2 ** 22 + 1;
const BEGUN = ['checkpoint s1.k1_0.json'];

it('is waited for by the start of its own session, within its deadline, and by no other', async () => {
  const { ms, started } = await waited({ maker: process.pid });
  expect(ms).toBeGreaterThan(900);
  expect(ms).toBeLessThan(1_400);
  expect(started).toEqual([]);
  expect((await waited({ maker: process.pid, sessionId: 's2' })).ms).toBeLessThan(500);
  expect((await waited({ maker: process.pid, ms: -100 })).ms).toBeLessThan(500);
});

it('is begun by the start that needs it where nobody makes it, once', async () => {
  const { ms, started } = await waited({});
  expect(started).toEqual(BEGUN);
  expect(ms).toBeGreaterThan(900);
  expect((await waited({ maker: NOBODY })).started).toEqual(BEGUN);
});

it.each<[string, Waiting, readonly string[]]>([
  ['no process can be started', { starts: false }, BEGUN],
  ['it was begun in vain too often', { maker: NOBODY, tries: 2 }, []],
  ['it is of another key', { belongs: { ...HERE, destination: 'https://api.mem0.ai#0123456789abcdef' } }, []],
  ['a secret is not here to be masked', { belongs: { ...HERE, secretMarks: ['SHOP_TOKEN:ab12'] } }, []],
])('is not waited for where nobody can make it: %s', async (_, waiting, begun) => {
  const { ms, started } = await waited(waiting);
  expect(ms).toBeLessThan(500);
  expect(started).toEqual(begun);
});
