/** Labels that nothing says, or that something else says as well, would measure nothing, or the wrong thing. */
import { expect, it } from 'vitest';
import { fillerOf, hasLabels, labelsInDoubt, SCENARIOS } from './recall-scorer.ts';

const KINDS = [...new Set(SCENARIOS.map(({ kind }) => kind))];

it('every label is said by its own memory, and by no other', () => {
  expect(SCENARIOS.flatMap(labelsInDoubt)).toEqual([]);
});

it('a label in doubt is found', () => {
  const memory = (word: string, text: string, expects: string) => ({ word, text, type: 'decision', expect: expects });
  const scenario = {
    ...{ id: 'trial', kind: 'trial', seed: 1 },
    memories: [
      memory('Litestream', 'Backups are made by hand.', 'required'),
      memory('Fly.io', 'We left Fly.io.', 'outdated'),
      memory('Railway', 'We went from Fly.io to Railway.', 'required'),
      memory('operators', 'The operators.', 'required'),
    ],
    steps: [{ start: 'startup', given: ['Meilisearch'] }],
  };
  expect(labelsInDoubt(scenario)).toEqual([
    'trial: its own text does not say: Litestream',
    'trial: Fly.io is said by another: We went from Fly.io to Railway.',
    'trial: nobody says: Meilisearch',
    'trial: the filler says: operators',
  ]);
});

it.each(KINDS)('%s: something must be in the pack, or must not', (kind) => {
  expect(hasLabels(SCENARIOS.filter((one) => one.kind === kind))).toBe(true);
});

it('each scenario has a name of its own, which can be that of a folder', () => {
  const ids = SCENARIOS.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => !/^[\w-]+$/.test(id))).toEqual([]);
});

it('the filler is large, the same each time, and each of its short ids is one memory', () => {
  const filler = fillerOf(1);
  expect(filler.length).toBe(2000);
  expect(fillerOf(1)).toEqual(filler);
  expect(fillerOf(2)).not.toEqual(filler);
  expect(new Set(filler.map(({ id }) => id.slice(0, 8))).size).toBe(filler.length);
});
