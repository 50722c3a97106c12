/** Scores a corpus: every case in every shape, a few at once, and the sums. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildCase } from './build-case.mjs';
import { loadCorpus } from './corpus.mjs';
import { MEASURES, measure } from './measure.mjs';
import { MUTATIONS, mutateSession } from './mutate.mjs';
import { linesOf } from './talk.mjs';
import { World } from './world.mjs';

const HOOKS = join(import.meta.dirname, '..', '..', 'hooks');
export const LANGUAGE = 'another language';

/** Cases of other languages have a row of their own. */
export const ROWS = [...MUTATIONS, LANGUAGE];

/**
 * All findings of a corpus: [{id, row, misses, counts}]. `only` names one case. Without `everyShape` each case is scored as it is and in
 * one of its mutations, not always the same.
 */
export async function scoreCorpus({ folder, only, hooks = HOOKS, jobs = 2, everyShape = true } = {}) {
  const cases = (await loadCorpus(folder)).filter(({ id }) => only === undefined || id === only);
  if (cases.length === 0) throw new Error(`no case ${only ?? 'at all'}`);
  const world = new World(hooks);
  const results = [];
  const waiting = cases.map((one, index) => [one, everyShape ? undefined : index]);
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      results.push(...(await scoreCase(world, ...next)));
  };
  try {
    await Promise.all(Array.from({ length: jobs }, work));
  } finally {
    world.close();
  }
  return results.sort((a, b) => a.id.localeCompare(b.id) || ROWS.indexOf(a.row) - ROWS.indexOf(b.row));
}

async function scoreCase(world, one, turn) {
  const [plain, ...others] = shapesOf(one, world.repositoryOf(one.id));
  const some = turn === undefined || others.length === 0 ? others : [others[turn % others.length]];
  const shapes = [plain, ...some];
  world.makeRepository(one.id, shapes[0].files);
  const results = [];
  for (const shape of shapes) {
    const output = await world.captured(one.id, shape.sessionId, shape.transcript, one.env);
    const { misses, counts } = measure(one, shape, output);
    results.push({ id: one.id, row: shape.row, misses, counts });
  }
  return results;
}

/** The case as it is, and each mutation that makes a difference to it. */
export function shapesOf(one, cwd) {
  if (one.transcriptFile !== undefined) {
    const transcript = movedTo(cwd, readFileSync(one.transcriptFile, 'utf8'));
    const sessionId = /([^/]*)\.jsonl$/.exec(one.transcriptFile)[1];
    return [{ row: one.language === undefined ? 'none' : LANGUAGE, transcript, sessionId, files: one.files }];
  }
  const texts = one.statements.map(({ text }) => text);
  const shape = (row, mutation) => ({ row, ...buildCase(one, mutateSession(one.session, mutation, texts), cwd) });
  if (one.language !== undefined) return [shape(LANGUAGE, 'none')];
  const plain = shape('none', 'none');
  const others = MUTATIONS.slice(1).map((mutation) => shape(mutation, mutation));
  return [plain, ...others.filter(({ transcript }) => transcript !== plain.transcript)];
}

/** A real session, as if it had been held in this working tree. */
function movedTo(cwd, transcript) {
  const before = linesOf(transcript).find((line) => typeof line.cwd === 'string')?.cwd;
  return before === undefined ? transcript : transcript.replaceAll(before, cwd);
}

/** Per row and measure: how many, how many missed, and whether the target is met. */
export function sumsOf(results) {
  return ROWS.map((row) => {
    const mine = results.filter((result) => result.row === row);
    const cells = Object.entries(MEASURES).map(([id, { target }]) => {
      const of = mine.reduce((sum, { counts }) => sum + (counts[id] ?? 0), 0);
      const missed = mine.reduce((sum, { misses }) => sum + misses.filter((miss) => miss.measure === id).length, 0);
      return { measure: id, of, missed, met: of === 0 || (of - missed) / of >= target };
    });
    return { row, cases: mine.length, cells };
  });
}
