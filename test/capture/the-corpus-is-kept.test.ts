import { expect, it } from 'vitest';
import { labelsInTheAir, loadCorpus, type Row, scoreCorpus, shapesOf, sumsOf } from './scorer.ts';

it('every label speaks of its session, in every shape', async () => {
  const cases = await loadCorpus();
  expect(cases.length).toBeGreaterThan(100);
  for (const one of cases)
    for (const shape of shapesOf(one, `/home/dev/${one.id}`)) expect(labelsInTheAir(one, shape)).toEqual([]);
});

/** What holds on every row today; the script prints where this is below the targets. A share of kept statements, or of right types. */
const FLOORS: Readonly<Record<string, number>> = { kept: 0.97, type: 0.84, scope: 0.9 };
/** One quotation that is turned round and not only changed leaves: known, and printed by the script. */
const KNOWN: Readonly<Record<string, number>> = { changed: 1 };

function holds({ measure, of, missed, met }: Row['cells'][number]): boolean {
  const floor = FLOORS[measure];
  // Of a few dozen one alone is more than the share.
  if (floor !== undefined) return missed <= 1 || (of - missed) / of >= floor;
  return missed <= (KNOWN[measure] ?? 0) || met;
}

it('the shipped command leaks nothing, sends no noise, and keeps what people state (`npm run score:capture -- --verbose` names the misses)', async () => {
  const rows = sumsOf(await scoreCorpus({ everyShape: false }));
  const missed = rows.flatMap(({ row, cells }) =>
    cells.filter((cell) => !holds(cell)).map((cell) => ({ row, ...cell })),
  );
  expect(missed).toEqual([]);
}, 900_000);
