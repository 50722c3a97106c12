/** §6 of the platform contract: get_all, its pages, items and order. */
import { expect } from 'vitest';
import type { JsonObject } from '../../../src/contract/wire.ts';
import { ids, threeMonths } from '../acts.ts';
import { rowsOf } from '../answer.ts';
import { type Check, check } from '../check.ts';
import type { Trial } from '../trial.ts';

const READS = ['/v3/memories/', '/v3/memories/search/'] as const;
const ITEM_KEYS = [
  'id',
  'memory',
  'user_id',
  'agent_id',
  'app_id',
  'session_id',
  'metadata',
  'categories',
  'structured_attributes',
  'replaced_by',
  'synthesized',
  'expiration_date',
  'created_at',
  'updated_at',
];

/** Stores that many memories with one request. */
async function storeMany(t: Trial, count: number): Promise<void> {
  const messages = Array.from({ length: count }, (_, at) => ({ role: 'user', content: `Shelf ${at + 1} is full.` }));
  await t.add('', { infer: false, messages });
}

async function page(t: Trial, query: Readonly<Record<string, string>>, body: JsonObject = {}): Promise<JsonObject> {
  return t.ok('POST', '/v3/memories/', { filters: t.mine, ...body }, Object.entries(query));
}

export const GET_ALL: readonly Check[] = [
  check('6.4', 'a page has 100 memories unless page_size says otherwise; page counts from 1', async (t) => {
    await storeMany(t, 101);
    const first = await page(t, {});
    expect(rowsOf(first)).toHaveLength(100);
    expect(first['count']).toBe(101);
    expect(ids(rowsOf(await page(t, { page: '1' })))).toEqual(ids(rowsOf(first)));
    const second = await page(t, { page: '2' });
    expect(rowsOf(second)).toHaveLength(1);
    expect(ids(rowsOf(first))).not.toContain(rowsOf(second)[0]?.id);
    expect(rowsOf(await page(t, { page_size: '200' }))).toHaveLength(101);
  }),
  check('6.4', 'page_size: pages together have every memory once', async (t) => {
    await storeMany(t, 5);
    const found: string[] = [];
    for (const [number, size] of [
      ['1', 2],
      ['2', 2],
      ['3', 1],
    ] as const) {
      const rows = rowsOf(await page(t, { page: number, page_size: '2' }));
      expect(rows).toHaveLength(size);
      found.push(...ids(rows));
    }
    expect(new Set(found).size).toBe(5);
    expect(rowsOf(await page(t, { page_size: '1' }))).toHaveLength(1);
  }),
  check('6.4', 'page and page_size in the body are not read', async (t) => {
    await storeMany(t, 3);
    expect(rowsOf(await page(t, {}, { page: 2, page_size: 1 }))).toHaveLength(3);
  }),

  check('6.4', 'of a parameter that is there more than once the last counts (ours)', async (t) => {
    await storeMany(t, 3);
    const sizes = async (...query: readonly (readonly [string, string])[]) => {
      const body = await t.ok('POST', '/v3/memories/', { filters: t.mine }, query);
      return { rows: rowsOf(body).length, previous: body['previous'] !== null };
    };
    expect(await sizes(['page_size', '1'], ['page_size', '2'])).toEqual({ rows: 2, previous: false });
    expect(await sizes(['page_size', '2'], ['page_size', '1'])).toEqual({ rows: 1, previous: false });
    expect(await sizes(['page', '1'], ['page_size', '2'], ['page', '2'])).toEqual({ rows: 1, previous: true });
    expect(await sizes(['page_size', 'many'], ['page_size', '3'])).toEqual({ rows: 3, previous: false });
    const twice = [
      ['page_size', '3'],
      ['page_size', 'many'],
    ] as const;
    await t.refused(400, 'POST', '/v3/memories/', { filters: t.mine }, twice);
  }),

  check('6.5', 'one page has no neighbours', async (t) => {
    await storeMany(t, 2);
    const body = await page(t, {});
    expect(body).toMatchObject({ count: 2, next: null, previous: null, results: [{}, {}] });
  }),
  check('6.5', 'next and previous are texts where there is one; count is of all pages', async (t) => {
    await storeMany(t, 3);
    const pages = [];
    for (const number of ['1', '2', '3']) pages.push(await page(t, { page: number, page_size: '1' }));
    const text = expect.any(String);
    expect(pages).toMatchObject([
      { count: 3, next: text, previous: null },
      { count: 3, next: text, previous: text },
      { count: 3, next: null, previous: text },
    ]);
  }),
  check('6.5', 'nothing found is an empty page, not an error', async (t) => {
    expect(await page(t, {})).toMatchObject({ count: 0, next: null, previous: null, results: [] });
  }),

  check('6.6', 'it has every key', async (t) => {
    const id = await t.store('Shelf 1 is full.', { app_id: t.app, metadata: { type: 'insight' } });
    const [row] = await t.list(t.mine);
    expect(Object.keys(row ?? {})).toEqual(expect.arrayContaining(ITEM_KEYS));
    expect(row).toMatchObject({
      id,
      memory: 'Shelf 1 is full.',
      user_id: t.user,
      app_id: t.app,
      agent_id: null,
      session_id: null,
      metadata: { type: 'insight' },
      replaced_by: null,
      expiration_date: null,
    });
    for (const key of ['created_at', 'updated_at']) expect(Date.parse(String(row?.[key])), key).not.toBeNaN();
  }),
  check('6.6', 'session_id is the run id', async (t) => {
    const run = `${t.app}-run`;
    const id = await t.store('Shelf 1 is full.', { user_id: undefined, run_id: run });
    expect(await t.list({ run_id: run })).toMatchObject([{ id, session_id: run, user_id: null }]);
  }),
  check('6.6', 'agent_id is the agent', async (t) => {
    const agent = `${t.app}-agent`;
    const id = await t.store('Shelf 1 is full.', { user_id: undefined, agent_id: agent });
    expect(await t.list({ agent_id: agent })).toMatchObject([{ id, agent_id: agent, user_id: null, session_id: null }]);
  }),
  check('6.7', 'without metadata on add there is none, and the read does not mind', async (t) => {
    await t.store('Shelf 1 is full.');
    await t.store('Shelf 2 is full.', { metadata: null });
    const rows = await t.list(t.mine);
    expect(rows).toHaveLength(2);
    for (const row of rows) {
      expect(row).toHaveProperty('metadata');
      expect(row['metadata'] ?? {}).toEqual({});
      expect(row).toHaveProperty('categories');
      expect(row['categories'] ?? []).toEqual(expect.any(Array));
    }
  }),

  check('6.8', 'on get_all and search, with filters and without', async (t) => {
    for (const path of READS) {
      for (const key of ['user_id', 'agent_id', 'app_id', 'run_id']) {
        const named = { query: 'shelf', [key]: t.user };
        await t.refused(400, 'POST', path, named);
        await t.refused(400, 'POST', path, { ...named, filters: t.mine });
      }
    }
  }),

  check('6.9', 'whatever the order in which they were stored (ours)', async (t) => {
    await threeMonths(t);
    const texts = (await t.list(t.mine)).map((row) => row.memory);
    expect(texts).toEqual(['from March', 'from February', 'from January']);
  }),
  check('6.9', 'across pages too (ours)', async (t) => {
    await threeMonths(t);
    const texts = [];
    for (const number of ['1', '2', '3']) {
      texts.push(...rowsOf(await page(t, { page: number, page_size: '1' })).map((row) => row.memory));
    }
    expect(texts).toEqual(['from March', 'from February', 'from January']);
  }),
  check('6.10', 'one past the last page, and far past it (ours)', async (t) => {
    await storeMany(t, 3);
    for (const query of [{ page: '3', page_size: '2' }, { page: '2' }, { page: '999999' }]) {
      const answer = await t.refused(404, 'POST', '/v3/memories/', { filters: t.mine }, Object.entries(query));
      expect(answer.json).toEqual({ detail: 'Invalid page.' });
    }
  }),
];
