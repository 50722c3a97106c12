import { describe, expect, it } from 'vitest';
import { MINE, openTestPlatform, results, SECOND } from './local-platform.ts';

describe('platform contract §6: get_all', () => {
  it('pages newest created first, with count and links', async () => {
    const platform = await openTestPlatform();
    for (let n = 1; n <= 5; n += 1) {
      await platform.add(`memory number ${n}`, { infer: false });
      platform.clock.now += SECOND;
    }
    const page = (n: string, size = '2') =>
      platform.call('POST', '/v3/memories/', { filters: MINE }, [
        ['page', n],
        ['page_size', size],
      ]);
    const first = await page('1');
    expect(first.body).toMatchObject({ count: 5, previous: null, next: '/v3/memories/?page=2&page_size=2' });
    expect(results(first).map((row) => row['memory'])).toEqual(['memory number 5', 'memory number 4']);
    const last = await page('3');
    expect(last.body).toMatchObject({ count: 5, next: null, previous: '/v3/memories/?page=2&page_size=2' });
    expect(results(last)).toHaveLength(1);
    expect(await page('4')).toEqual({ status: 404, body: { detail: 'Invalid page.' } });
    expect((await page('0')).status).toBe(404);
    expect((await page('1', '201')).status).toBe(400);
    expect((await page('1', '200')).status).toBe(200);
  });

  it('an empty first page is no error', async () => {
    const platform = await openTestPlatform();
    const answer = await platform.call('POST', '/v3/memories/', { filters: MINE });
    expect(answer).toEqual({ status: 200, body: { count: 0, next: null, previous: null, results: [] } });
  });

  it('rows have the keys of the contract', async () => {
    const platform = await openTestPlatform();
    await platform.add('We use tabs.', { infer: false, run_id: 'r', metadata: null });
    const [row] = results(await platform.call('POST', '/v3/memories/', { filters: MINE }));
    expect(Object.keys(row ?? {}).sort()).toEqual(
      'agent_id app_id categories created_at expiration_date id memory metadata replaced_by session_id structured_attributes synthesized updated_at user_id'.split(
        ' ',
      ),
    );
    expect(row).toMatchObject({ session_id: 'r', metadata: null, categories: null });
  });

  it('start_date, end_date, categories and fields narrow', async () => {
    const platform = await openTestPlatform();
    await platform.add('We use tabs.', { infer: false, timestamp: Date.parse('2026-01-01T10:00:00Z') / 1000 });
    await platform.add('We use pnpm.', { infer: false, timestamp: Date.parse('2026-02-01T10:00:00Z') / 1000 });
    expect(await platform.texts(MINE, { start_date: '2026-01-15' })).toEqual(['We use pnpm.']);
    expect(await platform.texts(MINE, { end_date: '2026-01-01' })).toEqual(['We use tabs.']);
    expect(await platform.texts(MINE, { categories: ['insight'] })).toEqual([]);
    const answer = await platform.call('POST', '/v3/memories/', { filters: MINE, fields: ['memory'] });
    expect(Object.keys(results(answer)[0] ?? {})).toEqual(['id', 'memory']);
  });
});

describe('platform contract §6: search', () => {
  async function filled() {
    const platform = await openTestPlatform();
    for (const text of [
      'We deploy to Railway in region fra.',
      'Railway logs are kept for a week.',
      'Tests run in Vitest.',
      '我们用 Postgres 数据库。',
    ]) {
      await platform.add(text, { infer: false });
    }
    const search = (query: string, more = {}) =>
      platform.call('POST', '/v3/memories/search/', { query, filters: MINE, ...more });
    return { platform, search };
  }

  it('ranks by words, with a score between 0 and 1, stems included', async () => {
    const { search } = await filled();
    const hits = results(await search('where do we deploy on Railway?'));
    expect(hits.map((hit) => hit['memory'])).toEqual([
      'We deploy to Railway in region fra.',
      'Railway logs are kept for a week.',
    ]);
    expect(hits[0]?.['score']).toBe(1);
    expect(Number(hits[1]?.['score'])).toBeGreaterThan(0.1);
    expect(Number(hits[1]?.['score'])).toBeLessThan(1);
    expect(hits[0]).toHaveProperty('run_id');
    expect(results(await search('deployed'))).toHaveLength(1);
    expect(results(await search('数据库'))).toHaveLength(1);
  });

  it('threshold and top_k cut, filters apply before top_k', async () => {
    const { platform, search } = await filled();
    expect(results(await search('deploy Railway', { threshold: 0.9 }))).toHaveLength(1);
    expect(results(await search('deploy Railway', { top_k: 1 }))).toHaveLength(1);
    await platform.add('Railway logs are gold, Railway logs!', { infer: false, app_id: 'blog' });
    const other = results(await search('Railway logs', { top_k: 1, filters: { AND: [MINE, { app_id: 'blog' }] } }));
    expect(other.map((hit) => hit['app_id'])).toEqual(['blog']);
  });

  it('fewer are the first of more, equal scores in one order', async () => {
    const platform = await openTestPlatform();
    for (let n = 0; n < 24; n += 1)
      await platform.add(`Railway ${'logs '.repeat(n % 3)}of ${n % 4 === 0 ? 'Postgres' : 'Redis'} part ${n % 6}.`, {
        infer: false,
      });
    const search = async (query: string, top_k: number) =>
      results(await platform.call('POST', '/v3/memories/search/', { query, filters: MINE, top_k, threshold: 0 }));
    for (const query of ['Railway', 'logs of Postgres', 'Railway logs part 3', 'Redis Postgres']) {
      const all = await search(query, 1_000);
      const scores = all.map(({ score }) => Number(score));
      expect(scores).toEqual([...scores].sort((a, b) => b - a));
      expect(all.length).toBeGreaterThan(5);
      for (const few of [1, 2, 5, 11, all.length]) expect(await search(query, few)).toEqual(all.slice(0, few));
    }
    // What says a word more often in as few others fits better (bm25), and of equal ones the newest stands first.
    const texts = (await search('logs', 8)).map(({ memory }) => String(memory));
    expect(texts.every((text) => text.includes('logs logs'))).toBe(true);
    const [first, second] = (await search('Railway', 2)).map(({ created_at }) => String(created_at));
    expect(first !== undefined && second !== undefined && first >= second).toBe(true);
  });

  it.each([
    [{ query: ' ' }],
    [{ top_k: 0 }],
    [{ top_k: 1001 }],
    [{ top_k: 1.5 }],
    [{ threshold: 1.1 }],
    [{ threshold: -0.1 }],
  ])('400: %j', async (more) => {
    const { search } = await filled();
    expect((await search('tabs', more)).status).toBe(400);
  });

  it('keywords in a search is the 500 of the live service (contract §7)', async () => {
    const { search } = await filled();
    const filters = { AND: [MINE, { keywords: { contains: 'x' } }] };
    expect((await search('tabs', { filters })).status).toBe(500);
  });

  it.each(['"', 'a OR', 'NEAR(', '*', "'; DROP TABLE memories; --", '???', '-fly', 'memory:'])(
    'any text is a query: %s',
    async (query) => {
      const { search } = await filled();
      expect((await search(query)).status).toBe(200);
    },
  );
});
