import { expect, it } from 'vitest';
import { labelsInTheAir, loadCorpus, scoreCorpus, shapesOf, sumsOf } from './scorer.ts';

it('every label speaks of its session, in every shape', async () => {
  const cases = await loadCorpus();
  expect(cases.length).toBeGreaterThan(100);
  for (const one of cases)
    for (const shape of shapesOf(one, `/home/dev/${one.id}`)) expect(labelsInTheAir(one, shape)).toEqual([]);
});

it('the shipped command meets every target on every row (`npm run score:capture -- --verbose` names the misses)', async () => {
  const rows = sumsOf(await scoreCorpus({ everyShape: false }));
  const missed = rows.flatMap(({ row, cells }) => cells.filter(({ met }) => !met).map((cell) => ({ row, ...cell })));
  expect(missed).toEqual([]);
}, 900_000);
