/** Plays scenarios, a few at once, and sums up what was found: by kind and in all. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillerOf } from './filler.mjs';
import { MEASURES } from './measure.mjs';
import { fill, loadPlatform } from './platform.mjs';
import { play } from './scene.mjs';
import { firstRepository } from './world.mjs';

const HOOKS = join(import.meta.dirname, '..', '..', 'hooks');

/** The findings of every start: [{id, kind, step, misses, counts, chars}], in the scenarios' order. */
export async function scoreRecall(scenarios, { hooks = HOOKS, jobs = 2 } = {}) {
  if (scenarios.length === 0) throw new Error('no such scenario');
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'score-recall-')));
  try {
    const shared = await prepare(root, hooks);
    const results = new Map();
    const waiting = [...scenarios];
    const work = async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
        results.set(next.id, await playOrTell(next, shared));
    };
    await Promise.all(Array.from({ length: jobs }, work));
    return scenarios.flatMap(({ id }) => results.get(id));
  } finally {
    rmSync(root, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
}

/** A scenario that cannot be played to its end is a miss of its own, and keeps no other from being played. */
async function playOrTell(scenario, shared) {
  try {
    return await play(scenario, shared);
  } catch (error) {
    const { id, kind } = scenario;
    const text = error instanceof Error ? error.message : String(error);
    return [{ id, kind, step: 0, misses: [{ measure: 'ran', text }], counts: { ran: 1 }, chars: undefined }];
  }
}

async function prepare(root, hooks) {
  const bundle = join(root, 'bundle');
  mkdirSync(bundle);
  const library = await loadPlatform(bundle);
  const bases = new Map();
  // Filled once a seed, and copied for each scenario.
  const baseOf = (seed) => {
    const known = bases.get(seed);
    if (known !== undefined) return known;
    const base = { file: join(root, `base-${seed}.sqlite`), memories: fillerOf(seed) };
    const store = library.openStore(base.file);
    fill(store, base.memories, Date.now());
    // A copy of the file alone has to have all of it: one of the drivers leaves the rows in the log beside it.
    store.sql.all('PRAGMA wal_checkpoint(TRUNCATE)', []);
    store.close();
    bases.set(seed, base);
    return base;
  };
  return { root, hooks, first: firstRepository(root), library, baseOf };
}

/** Per kind, and last of all in all: {row, starts, cells: [{measure, of, missed, met}], chars: {median, max}}. */
export function sumsOf(results) {
  const kinds = [...new Set(results.map(({ kind }) => kind))];
  return [...kinds, 'all'].map((row) => {
    const mine = row === 'all' ? results : results.filter(({ kind }) => kind === row);
    const cells = Object.entries(MEASURES).map(([id, { target }]) => {
      const of = mine.reduce((sum, { counts }) => sum + (counts[id] ?? 0), 0);
      const missed = mine.reduce((sum, { misses }) => sum + misses.filter((miss) => miss.measure === id).length, 0);
      return { measure: id, of, missed, met: of === 0 || (of - missed) / of >= target };
    });
    const sizes = mine.flatMap(({ chars }) => chars ?? []).sort((a, b) => a - b);
    const chars = { median: sizes[Math.floor(sizes.length / 2)] ?? 0, max: sizes.at(-1) ?? 0 };
    return { row, starts: mine.length, cells, chars };
  });
}
