import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { DueCheckpoint } from '../../src/contract/state.ts';
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

it('is found by its name, is begun twice at most, and is gone once it is made', () => {
  const checkpoints = new Checkpoints(new StateFolder(temporaryFolder()));
  const due = dueCheckpoint();
  const name = checkpoints.record(due);
  checkpoints.record(dueCheckpoint({ sessionId: 's2', id: 'k2_0' }));
  expect(checkpoints.of(name)).toEqual(due);
  expect(checkpoints.all()).toHaveLength(2);
  const first = checkpoints.begins({ name, due }, 7);
  expect(first).toEqual({ ...due, maker: 7, tries: 1 });
  const second = checkpoints.begins({ name, due: first ?? due }, 8);
  expect(second).toEqual({ ...due, maker: 8, tries: 2 });
  expect(checkpoints.of(name)).toEqual(second);
  expect(checkpoints.begins({ name, due: second ?? due }, 9)).toBeUndefined();
  expect(checkpoints.of(name)).toBeUndefined();
  expect(checkpoints.all().map((one) => one.due.sessionId)).toEqual(['s2']);
  checkpoints.done(checkpoints.all()[0]?.name ?? '');
  expect(checkpoints.all()).toEqual([]);
});

it('is left where it is when it cannot be read', () => {
  const folder = new StateFolder(temporaryFolder());
  const checkpoints = new Checkpoints(folder);
  const name = checkpoints.record(dueCheckpoint());
  writeFileSync(join(folder.root, 'checkpoints', name), '{"version":2}');
  expect(checkpoints.of(name)).toBeUndefined();
  expect(checkpoints.all()).toEqual([]);
  expect(folder.list('checkpoints')).toEqual([name]);
});

it.each<[string, Partial<DueCheckpoint>, number, (pid: number) => boolean, boolean]>([
  ['nobody has begun, just now', {}, NOW + 1_000, nobody, true],
  ['nobody has begun for long', {}, NOW + 120_000, nobody, false],
  ['nobody has begun, and the clock went back', {}, NOW - 120_000, nobody, false],
  ['its maker lives', { maker: 7 }, NOW + 120_000, anybody, true],
  ['its maker is gone', { maker: 7 }, NOW + 1_000, nobody, false],
])('is being made or not: %s', (_, change, now, isAlive, made) => {
  expect(isBeingMade(dueCheckpoint(change), now, isAlive)).toBe(made);
});

/** How long a start waits, whose deadline is so far away. */
async function waited(change: Partial<DueCheckpoint>, { sessionId = 's1', ms = 1_500 } = {}): Promise<number> {
  const folder = new StateFolder(temporaryFolder());
  new Checkpoints(folder).record(dueCheckpoint({ at: new Date().toISOString(), ...change }));
  const began = performance.now();
  await checkpointMade({ folder, log: silentLog() } as unknown as Runtime, sessionId, Date.now() + ms);
  return performance.now() - began;
}

it('is waited for by the start of its own session, within its deadline, and by no other', async () => {
  expect(await waited({ maker: process.pid })).toBeGreaterThan(900);
  expect(await waited({ maker: process.pid }, { sessionId: 's2' })).toBeLessThan(500);
  expect(await waited({ maker: 2 ** 22 + 1 })).toBeLessThan(500);
  expect(await waited({ maker: process.pid }, { ms: -100 })).toBeLessThan(500);
});
