/** §6 of the platform contract: search, its bounds and what applies before top_k. */
import { expect } from 'vitest';
import type { Json } from '../../../src/contract/wire.ts';
import { dayOf, ids } from '../acts.ts';
import type { Row } from '../answer.ts';
import { type Check, check } from '../check.ts';
import { DAY_MS } from '../host.ts';
import type { Trial } from '../trial.ts';

const ITEM_KEYS = [
  'id',
  'memory',
  'user_id',
  'agent_id',
  'app_id',
  'run_id',
  'metadata',
  'categories',
  'structured_attributes',
  'replaced_by',
  'synthesized',
  'expiration_date',
  'created_at',
  'updated_at',
  'score',
  'score_breakdown',
];
const QUERY = 'orchard gate key';
const STRONG = 'The orchard gate opens with the orchard gate key.';
const WEAK = 'A gate was painted.';

/** The hits, once there are that many: a new memory may take a moment to be found. */
async function hits(t: Trial, count: number, more = {}, filters: Json = t.mine): Promise<readonly Row[]> {
  return t.eventually(async () => {
    const found = await t.search(QUERY, filters, more);
    expect(found).toHaveLength(count);
    return found;
  });
}

const refusedSearch = (t: Trial, more: Readonly<Record<string, Json | undefined>>) =>
  t.refused(400, 'POST', '/v3/memories/search/', { query: QUERY, filters: t.mine, ...more });

export const SEARCH: readonly Check[] = [
  check('6.12', 'missing, null, empty or blank is a 400', async (t) => {
    for (const query of [undefined, null, '', ' ', ' \n\t ']) await refusedSearch(t, { query });
  }),
  check('6.12', 'any other text is taken, whatever its signs', async (t) => {
    await t.store(STRONG);
    for (const query of ['"', '*', 'a OR', 'NEAR(', "'; --", '???', '-gate', 'memory:', '{"user_id":"*"}', '果樹園']) {
      await t.search(query, t.mine);
    }
  }),

  check('6.13', 'top_k outside 1…1000 is a 400, its ends are taken', async (t) => {
    for (const top_k of [0, -1, 1001]) await refusedSearch(t, { top_k });
    for (const top_k of [1, 1000]) await t.search(QUERY, t.mine, { top_k });
  }),
  check('6.13', 'threshold outside 0…1 is a 400, its ends are taken', async (t) => {
    for (const threshold of [-0.01, 1.01, 2]) await refusedSearch(t, { threshold });
    for (const threshold of [0, 1]) await t.search(QUERY, t.mine, { threshold });
  }),
  check('6.13', 'top_k is how many come at most, ten unless it says otherwise', async (t) => {
    const messages = Array.from({ length: 12 }, (_, at) => ({
      role: 'user',
      content: `Orchard gate ${at + 1} opens with key ${at + 1}.`,
    }));
    await t.add('', { infer: false, messages });
    await hits(t, 12, { top_k: 12, threshold: 0 });
    expect(await t.search(QUERY, t.mine)).toHaveLength(10);
    expect(await t.search(QUERY, t.mine, { top_k: 11 })).toHaveLength(11);
    expect(await t.search(QUERY, t.mine, { top_k: 1 })).toHaveLength(1);
  }),
  check('6.13', 'threshold keeps what scores as much and more, 0.1 unless it says otherwise', async (t) => {
    await t.store(STRONG);
    await t.store(WEAK);
    const [strong, weak] = await hits(t, 2, { threshold: 0 });
    const between = (Number(strong?.['score']) + Number(weak?.['score'])) / 2;
    expect(ids(await t.search(QUERY, t.mine, { threshold: between }))).toEqual([strong?.id]);
    const usual = await t.search(QUERY, t.mine);
    expect(ids(usual)).toEqual(ids(await t.search(QUERY, t.mine, { threshold: 0.1 })));
    for (const row of usual) expect(row['score']).toBeGreaterThanOrEqual(0.1);
  }),

  check('6.14', 'an item has every key, the run id as run_id', async (t) => {
    const run = `${t.app}-run`;
    const id = await t.store(STRONG, { user_id: undefined, run_id: run, metadata: { type: 'insight' } });
    const [row] = await hits(t, 1, {}, { run_id: run });
    expect(Object.keys(row ?? {})).toEqual(expect.arrayContaining(ITEM_KEYS));
    expect(row).toMatchObject({ id, memory: STRONG, run_id: run, user_id: null, metadata: { type: 'insight' } });
    expect(row?.['score']).toEqual(expect.any(Number));
    expect(row?.['score_breakdown']).toEqual(expect.any(Object));
  }),
  check('6.14', 'nothing found is {results: []}', async (t) => {
    expect(await t.search(QUERY, t.mine)).toEqual([]);
  }),

  check('6.15', 'a better hit that the filter leaves out takes no place', async (t) => {
    const weak = await t.store(WEAK, { app_id: t.app, metadata: { type: 'insight' } });
    for (const slot of [1, 2, 3]) await t.store(`${STRONG} Note ${slot}.`, { metadata: { type: 'runbook' } });
    const one = { top_k: 1, threshold: 0 };
    await hits(t, 4, { threshold: 0 });
    for (const filter of [{ app_id: t.app }, { metadata: { type: 'insight' } }, { memory_ids: [weak] }]) {
      expect(ids(await t.search(QUERY, { AND: [t.mine, filter] }, one)), JSON.stringify(filter)).toEqual([weak]);
    }
    expect(ids(await t.search(QUERY, t.mine, one))).not.toContain(weak);
  }),
  check('6.15', 'a better hit that expired takes no place', async (t) => {
    const living = await t.store(WEAK);
    const expired = await t.store(STRONG, { expiration_date: dayOf(t.host.now() - 2 * DAY_MS) });
    await hits(t, 2, { threshold: 0, show_expired: true });
    expect(ids(await t.search(QUERY, t.mine, { top_k: 1, threshold: 0 }))).toEqual([living]);
    expect(ids(await t.search(QUERY, t.mine, { top_k: 1, threshold: 0, show_expired: true }))).toEqual([expired]);
  }),
];
