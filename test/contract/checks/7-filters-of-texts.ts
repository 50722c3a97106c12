/** §7 of the platform contract: filters by what a memory says. */

import { expect } from 'vitest';
import type { Json } from '../../../src/contract/wire.ts';
import { finds } from '../acts.ts';
import { type Check, check } from '../check.ts';
import type { Trial } from '../trial.ts';

const CRANE = 'The harbour crane is painted green.';
const SHELF = 'Shelf 1 is full.';

/** Expects what a search of this trial's user for both texts finds with this filter, under AND. */
async function searchFinds(t: Trial, filter: Json, texts: readonly string[]): Promise<void> {
  const filters = { AND: [t.mine, filter] };
  const found = async () => (await t.search('harbour crane shelf', filters, { threshold: 0 })).map((row) => row.memory);
  await t.eventually(async () => expect({ filter, texts: (await found()).sort() }).toEqual({ filter, texts }));
}

export const FILTERS_OF_TEXTS: readonly Check[] = [
  check('7.12', 'contains and icontains find memories with the word', async (t) => {
    await t.store(CRANE);
    await t.store(SHELF);
    await finds(t, { keywords: { contains: 'crane' } }, [CRANE]);
    for (const word of ['crane', 'CRANE', 'Crane']) {
      await finds(t, { keywords: { icontains: word } }, [CRANE]);
    }
    await finds(t, { keywords: { contains: 'lighthouse' } }, []);
  }),
  check('7.12', 'contains minds the letter case (ours)', async (t) => {
    await t.store(CRANE);
    await finds(t, { keywords: { contains: 'CRANE' } }, []);
  }),
  check('7.13', 'wherever in the filter, alone or nested', async (t) => {
    const keywords = { keywords: { contains: 'crane' } };
    for (const filters of [
      { ...t.mine, ...keywords },
      { AND: [t.mine, keywords] },
      { AND: [t.mine, { NOT: [keywords] }] },
    ]) {
      await t.refused(500, 'POST', '/v3/memories/search/', { query: 'crane', filters });
    }
    await t.search('crane', t.mine);
  }),

  ...['text', 'keywords_search'].flatMap((key): readonly Check[] => [
    check('7.20', `${key} bare finds a part of a text, in any letter case, on get_all and search (ours)`, async (t) => {
      await t.store(CRANE);
      await t.store(SHELF);
      for (const part of ['crane', 'CRANE', 'harbour crane', 'ran', 'green.']) {
        await finds(t, { [key]: part }, [CRANE]);
        await searchFinds(t, { [key]: part }, [CRANE]);
      }
      await finds(t, { NOT: [{ [key]: 'crane' }] }, [SHELF]);
      for (const part of ['lighthouse', 'crane harbour', '%', '_', '*']) {
        await finds(t, { [key]: part }, []);
        await searchFinds(t, { [key]: part }, []);
      }
    }),
    check('7.20', `${key} with contains minds the letter case, with icontains it does not (ours)`, async (t) => {
      await t.store(CRANE);
      await t.store(SHELF);
      for (const read of [finds, searchFinds]) {
        await read(t, { [key]: { contains: 'crane' } }, [CRANE]);
        await read(t, { [key]: { contains: 'CRANE' } }, []);
        await read(t, { [key]: { icontains: 'CRANE' } }, [CRANE]);
        await read(t, { [key]: { icontains: 'lighthouse' } }, []);
      }
    }),
  ]),
];
