/** §6 of the platform contract: what the bodies of both reads may say beside filters, and what a search does not read. */
import { expect } from 'vitest';
import type { JsonObject } from '../../../src/contract/wire.ts';
import { dayOf, ids, landed, oneCategorised, threeMonths } from '../acts.ts';
import { idsOf, type Row } from '../answer.ts';
import { type Check, check, checkWith } from '../check.ts';
import type { Trial } from '../trial.ts';

const QUERY = 'orchard gate key';
const STRONG = 'The orchard gate opens with the orchard gate key.';
const WEAK = 'A gate was painted.';
const SHELF = 'Shelf 1 is full.';

/** The hits of a search of everything, once there are that many: a new memory may take a moment to be found. */
async function hits(t: Trial, count: number, more: JsonObject = {}): Promise<readonly Row[]> {
  return t.eventually(async () => {
    const found = await t.search(QUERY, t.mine, { threshold: 0, ...more });
    expect(found).toHaveLength(count);
    return found;
  });
}

const GET_ALL: readonly Check[] = [
  check('6.11', 'start_date and end_date narrow by creation, each alone and together', async (t) => {
    await threeMonths(t);
    expect(await t.texts(t.mine, { start_date: '2026-02-01' })).toEqual(['from February', 'from March']);
    expect(await t.texts(t.mine, { end_date: '2026-02-28' })).toEqual(['from February', 'from January']);
    expect(await t.texts(t.mine, { start_date: '2026-02-01', end_date: '2026-02-28' })).toEqual(['from February']);
  }),
  check('6.11', 'start_date and end_date are days that are included whole (ours)', async (t) => {
    await threeMonths(t);
    expect(await t.texts(t.mine, { end_date: '2026-02-15' })).toEqual(['from February', 'from January']);
    expect(await t.texts(t.mine, { end_date: '2026-02-14' })).toEqual(['from January']);
    expect(await t.texts(t.mine, { start_date: '2026-02-15' })).toEqual(['from February', 'from March']);
    expect(await t.texts(t.mine, { start_date: '2026-02-16' })).toEqual(['from March']);
    expect(await t.texts(t.mine, { start_date: '2026-02-15', end_date: '2026-02-15' })).toEqual(['from February']);
  }),
  check('6.11', 'categories narrow: what has none of them does not come', async (t) => {
    await t.store(SHELF);
    expect(await t.texts(t.mine)).toEqual([SHELF]);
    expect(await t.texts(t.mine, { categories: ['contract_no_such_category'] })).toEqual([]);
  }),
  checkWith(['categories'], '6.11', 'categories narrow: what has one of them comes', async (t) => {
    const category = await oneCategorised(t, STRONG, SHELF);
    expect(await t.texts(t.mine)).toEqual([SHELF, STRONG]);
    expect(await t.texts(t.mine, { categories: [category] })).toEqual([STRONG]);
    expect(await t.texts(t.mine, { categories: ['contract_no_such_category', category] })).toEqual([STRONG]);
  }),
  check('6.11', 'fields gives the fields that it names', async (t) => {
    await t.store(SHELF, { metadata: { type: 'insight' } });
    const [row] = await t.list(t.mine, { fields: ['memory', 'metadata'] });
    expect(row).toMatchObject({ memory: SHELF, metadata: { type: 'insight' } });
    expect(row).not.toHaveProperty('created_at');
    expect(row).not.toHaveProperty('user_id');
  }),
  check('6.11', 'fields gives the id, named or not, and nothing that there is not (ours)', async (t) => {
    const id = await t.store(SHELF);
    expect(await t.list(t.mine, { fields: ['memory'] })).toEqual([{ id, memory: SHELF }]);
    expect(await t.list(t.mine, { fields: ['unheard_of'] })).toEqual([{ id }]);
    expect(await t.list(t.mine, { fields: [] })).toEqual([{ id }]);
  }),
  check('6.11', 'keywords narrow to memories that have them', async (t) => {
    await t.store('The orchard gate opens with a brass key.');
    await t.store(SHELF);
    expect(await t.texts(t.mine, { keywords: 'orchard' })).toEqual(['The orchard gate opens with a brass key.']);
  }),
  check('6.11', 'include_merged, true or false, hides nothing that comes without it', async (t) => {
    for (const text of [STRONG, WEAK, SHELF]) await t.store(text);
    const without = await t.texts(t.mine);
    expect(without).toEqual([WEAK, SHELF, STRONG].sort());
    for (const include_merged of [true, false]) {
      expect(await t.texts(t.mine, { include_merged })).toEqual(expect.arrayContaining([...without]));
    }
  }),
  check('6.11', 'include_merged changes nothing: facts are superseded, not merged (ours)', async (t) => {
    const metadata = { type: 'decision' };
    await t.learn('We deploy to Fly.io.', { metadata });
    await t.learn("Let's move off Fly.io to Railway.", { metadata });
    expect(await landed(t)).toHaveLength(2);
    for (const latest_only of [true, false]) {
      const without = ids(await t.list(t.mine, { latest_only }));
      expect(without).toHaveLength(latest_only ? 1 : 2);
      for (const include_merged of [true, false]) {
        expect(ids(await t.list(t.mine, { latest_only, include_merged }))).toEqual(without);
      }
    }
  }),
];

const SEARCH: readonly Check[] = [
  check('6.16', 'rerank and reference_date hide nothing that comes without them', async (t) => {
    for (const text of [STRONG, WEAK, 'The key is of brass.']) await t.store(text);
    const all = await hits(t, 3);
    const [best] = all;
    for (const more of [{ rerank: true }, { rerank: false }, { reference_date: dayOf(t.host.now()) }]) {
      expect(idsOf(await t.search(QUERY, t.mine, { threshold: 0, ...more })), JSON.stringify(more)).toEqual(idsOf(all));
      const top = await t.search(QUERY, t.mine, { threshold: 0, top_k: 1, ...more });
      expect(ids(top), JSON.stringify(more)).toEqual([best?.id]);
    }
  }),
  check('6.16', 'rerank and reference_date change neither order nor score (ours)', async (t) => {
    for (const text of [STRONG, WEAK, 'The key is of brass.']) await t.store(text);
    const scored = (rows: readonly Row[]) => rows.map(({ id, score }) => [id, score]);
    const without = scored(await hits(t, 3));
    for (const more of [{ rerank: true }, { rerank: false }, { reference_date: '2020-01-01' }]) {
      expect(scored(await t.search(QUERY, t.mine, { threshold: 0, ...more })), JSON.stringify(more)).toEqual(without);
    }
  }),
  check('6.16', 'fields gives the fields that it names', async (t) => {
    await t.store(STRONG, { metadata: { type: 'insight' } });
    const [row] = await hits(t, 1, { fields: ['memory', 'metadata'] });
    expect(row).toMatchObject({ memory: STRONG, metadata: { type: 'insight' } });
    expect(row).not.toHaveProperty('created_at');
    expect(row).not.toHaveProperty('user_id');
  }),
  check('6.16', 'fields gives the id, named or not, and nothing that there is not (ours)', async (t) => {
    const id = await t.store(STRONG);
    expect(await hits(t, 1, { fields: ['memory'] })).toEqual([{ id, memory: STRONG }]);
    expect(await hits(t, 1, { fields: ['unheard_of'] })).toEqual([{ id }]);
    expect(await hits(t, 1, { fields: [] })).toEqual([{ id }]);
  }),
  check('6.16', 'categories narrow: what has none of them does not come', async (t) => {
    await t.store(STRONG);
    await hits(t, 1);
    expect(await t.search(QUERY, t.mine, { categories: ['contract_no_such_category'] })).toEqual([]);
  }),
  checkWith(['categories'], '6.16', 'categories narrow: what has one of them comes', async (t) => {
    const category = await oneCategorised(t, WEAK, STRONG);
    await hits(t, 2);
    for (const categories of [[category], ['contract_no_such_category', category]]) {
      const found = await t.search(QUERY, t.mine, { threshold: 0, categories });
      expect(found.map((row) => row.memory)).toEqual([WEAK]);
    }
  }),
  check('6.16', 'what else narrows a get_all, or is no key at all, narrows no search (ours)', async (t) => {
    await t.store(STRONG, { timestamp: Date.parse('2026-01-15T12:00:00Z') / 1000 });
    await t.store(WEAK, { timestamp: Date.parse('2026-02-15T12:00:00Z') / 1000 });
    const without = ids(await hits(t, 2));
    for (const more of [
      { start_date: '2026-02-01' },
      { end_date: '2026-02-01' },
      { start_date: '2026-01-20', end_date: '2026-01-25' },
      { keywords: 'painted' },
      { start_date: 'soon', end_date: 7, keywords: { contains: 'painted' } },
      { page: 2, page_size: 1, unheard_of: true },
    ]) {
      expect(ids(await t.search(QUERY, t.mine, { threshold: 0, ...more })), JSON.stringify(more)).toEqual(without);
    }
  }),
];

export const NARROWING: readonly Check[] = [...GET_ALL, ...SEARCH];
