/** §7 of the platform contract: filters by date, category, metadata, keyword and id, and the read recipe of a type. */
import { expect } from 'vitest';
import type { Json, JsonObject } from '../../../src/contract/wire.ts';
import { type Check, check, checkWith } from '../check.ts';
import { CATEGORISED_MS, DAY_MS, type Trial } from '../trial.ts';

/** What a read of this trial's user finds with this filter, under AND. */
const found = (t: Trial, filter: Json) => t.texts({ AND: [t.mine, filter] });

async function finds(t: Trial, filter: JsonObject, texts: readonly string[]): Promise<void> {
  expect({ filter, texts: await found(t, filter) }).toEqual({ filter, texts });
}

const NOON = '2026-01-20T12:00:00Z';

/** Three memories, each a day after the other, at noon UTC. */
async function threeDays(t: Trial): Promise<void> {
  for (const [text, day] of [
    ['19th', 19],
    ['20th', 20],
    ['21st', 21],
  ] as const) {
    await t.store(text, { timestamp: Date.parse(`2026-01-${day}T12:00:00Z`) / 1000 });
  }
}

/** One memory with categories, and one that cannot have any yet; gives the first category. */
async function categorised(t: Trial): Promise<string> {
  await t.store('We use tabs for indentation.', { metadata: { type: 'convention' } });
  t.host.advance?.(CATEGORISED_MS);
  const category = await t.eventually(async () => {
    const [row] = await t.list(t.mine);
    const categories = row?.['categories'];
    expect(categories).toEqual(expect.any(Array));
    return Array.isArray(categories) ? String(categories[0]) : '';
  });
  await t.store('The harbour crane is painted green.');
  return category;
}

/** The read recipe of a type in a project (§7). */
const recipe = (t: Trial, type: string, names: readonly string[]): JsonObject => ({
  AND: [t.mine, { app_id: t.app }, { OR: [{ metadata: { type } }, { categories: { in: names } }] }],
});

export const FILTERS_OF_FIELDS: readonly Check[] = [
  check('7.6', 'gt and lt leave the instant itself out, gte and lte take it in', async (t) => {
    await threeDays(t);
    await finds(t, { created_at: { gt: NOON } }, ['21st']);
    await finds(t, { created_at: { gte: NOON } }, ['20th', '21st']);
    await finds(t, { created_at: { lt: NOON } }, ['19th']);
    await finds(t, { created_at: { lte: NOON } }, ['19th', '20th']);
  }),
  check('7.6', 'two in one object bound both sides', async (t) => {
    await threeDays(t);
    await finds(t, { created_at: { gte: '2026-01-20', lt: '2026-01-21' } }, ['20th']);
    await finds(t, { created_at: { gt: '2026-01-19T12:00:00Z', lte: '2026-01-21T12:00:00Z' } }, ['20th', '21st']);
    await finds(t, { created_at: { gte: '2026-01-22', lt: '2026-01-19' } }, []);
  }),
  check('7.6', 'bare, ne and in, of instants', async (t) => {
    await threeDays(t);
    await finds(t, { created_at: NOON }, ['20th']);
    await finds(t, { created_at: { ne: NOON } }, ['19th', '21st']);
    await finds(t, { created_at: { in: [NOON, '2026-01-21T12:00:00Z'] } }, ['20th', '21st']);
  }),
  check('7.6', 'a day means the whole of it, in UTC (ours)', async (t) => {
    await threeDays(t);
    await finds(t, { created_at: '2026-01-20' }, ['20th']);
    await finds(t, { created_at: { ne: '2026-01-20' } }, ['19th', '21st']);
    await finds(t, { created_at: { in: ['2026-01-19', '2026-01-20'] } }, ['19th', '20th']);
  }),
  check('7.6', 'timestamp is the time of creation (ours)', async (t) => {
    await threeDays(t);
    await finds(t, { timestamp: { gte: '2026-01-21' } }, ['21st']);
    await finds(t, { timestamp: Date.parse(NOON) / 1000 }, ['20th']);
  }),
  check('7.6', 'updated_at', async (t) => {
    await t.store('now');
    const day = (at: number) => new Date(at).toISOString().slice(0, 10);
    await finds(t, { updated_at: { gte: day(t.host.now() - 2 * DAY_MS) } }, ['now']);
    await finds(t, { updated_at: { lt: day(t.host.now() - 2 * DAY_MS) } }, []);
  }),
  check('7.6', 'expiration_date', async (t) => {
    await t.store('2098', { expiration_date: '2098-06-01' });
    await t.store('2099', { expiration_date: '2099-06-01' });
    await finds(t, { expiration_date: { gte: '2099-01-01' } }, ['2099']);
    await finds(t, { expiration_date: { lt: '2099-01-01' } }, ['2098']);
    await finds(t, { expiration_date: '2099-06-01' }, ['2099']);
    await finds(t, { expiration_date: { in: ['2098-06-01', '2097-01-01'] } }, ['2098']);
  }),

  check('7.8', 'null never matches, whatever is asked for', async (t) => {
    await t.store('The harbour crane is painted green.');
    const [row] = await t.list(t.mine);
    if (row?.['categories'] !== null) expect(row?.['categories']).toEqual([]);
    for (const filter of [{ in: ['decision', 'convention', ''] }, { in: ['null'] }, { contains: 'null' }]) {
      await finds(t, { categories: filter }, []);
    }
  }),
  checkWith(['categories'], '7.8', 'in: any of the list', async (t) => {
    const category = await categorised(t);
    await finds(t, { categories: { in: [category] } }, ['We use tabs for indentation.']);
    await finds(t, { categories: { in: ['contract_no_such', category] } }, ['We use tabs for indentation.']);
    await finds(t, { categories: { in: ['contract_no_such'] } }, []);
  }),
  checkWith(['categories'], '7.8', 'contains: in any letter case', async (t) => {
    const category = await categorised(t);
    for (const name of [category, category.toUpperCase(), category.toLowerCase()]) {
      await finds(t, { categories: { contains: name } }, ['We use tabs for indentation.']);
    }
    await finds(t, { categories: { contains: 'contract_no_such' } }, []);
  }),

  check('7.10', 'bare and eq find the value, of texts, numbers and truths', async (t) => {
    await t.store('a', { metadata: { type: 'a', count: 1, pinned: true } });
    await t.store('b', { metadata: { type: 'b', count: 2, pinned: false } });
    await t.store('c');
    for (const [key, value] of [
      ['type', 'a'],
      ['count', 1],
      ['pinned', true],
    ] as const) {
      await finds(t, { metadata: { [key]: value } }, ['a']);
      await finds(t, { metadata: { [key]: { eq: value } } }, ['a']);
    }
    await finds(t, { metadata: { type: 'A' } }, []);
    await finds(t, { metadata: { other: 'a' } }, []);
  }),
  check('7.10', 'ne finds another value and not the value', async (t) => {
    await t.store('a', { metadata: { type: 'a' } });
    await t.store('b', { metadata: { type: 'b' } });
    await finds(t, { metadata: { type: { ne: 'a' } } }, ['b']);
  }),
  check('7.10', 'ne also finds what has no such key (ours)', async (t) => {
    await t.store('a', { metadata: { type: 'a' } });
    await t.store('b', { metadata: { branch: 'main' } });
    await t.store('c');
    await finds(t, { metadata: { type: { ne: 'a' } } }, ['b', 'c']);
  }),
  check('7.10', 'contains finds a part of a text', async (t) => {
    await t.store('a', { metadata: { branch: 'feature/cranes' } });
    await t.store('b', { metadata: { branch: 'main' } });
    await t.store('c');
    await finds(t, { metadata: { branch: { contains: 'feature/' } } }, ['a']);
    await finds(t, { metadata: { branch: { contains: 'cranes-' } } }, []);
  }),
  check('7.10', 'contains finds an element of a list (ours)', async (t) => {
    await t.store('a', { metadata: { labels: ['crane', 'harbour'] } });
    await t.store('b', { metadata: { labels: ['gate'] } });
    await finds(t, { metadata: { labels: { contains: 'crane' } } }, ['a']);
  }),
  check('7.10', 'several keys are ANDed', async (t) => {
    await t.store('a', { metadata: { type: 'a', branch: 'main' } });
    await t.store('b', { metadata: { type: 'a', branch: 'next' } });
    await t.store('c', { metadata: { branch: 'main' } });
    await finds(t, { metadata: { type: 'a', branch: 'main' } }, ['a']);
    await finds(t, { metadata: { type: 'a', branch: { ne: 'main' } } }, ['b']);
    await finds(t, { metadata: { type: 'b', branch: 'main' } }, []);
  }),
  check('7.10', 'nothing inside a value is a key', async (t) => {
    await t.store('a', { metadata: { place: { name: 'harbour' } } });
    await finds(t, { metadata: { 'place.name': 'harbour' } }, []);
    await finds(t, { metadata: { name: 'harbour' } }, []);
    const body = { filters: { AND: [t.mine, { metadata: { place: { name: 'harbour' } } }] } };
    const answer = await t.call('POST', '/v3/memories/', body);
    if (answer.status !== 400) expect(answer.json).toMatchObject({ results: [] });
  }),

  check('7.12', 'contains and icontains find memories with the word', async (t) => {
    await t.store('The harbour crane is painted green.');
    await t.store('Shelf 1 is full.');
    await finds(t, { keywords: { contains: 'crane' } }, ['The harbour crane is painted green.']);
    for (const word of ['crane', 'CRANE', 'Crane']) {
      await finds(t, { keywords: { icontains: word } }, ['The harbour crane is painted green.']);
    }
    await finds(t, { keywords: { contains: 'lighthouse' } }, []);
  }),
  check('7.12', 'contains minds the letter case (ours)', async (t) => {
    await t.store('The harbour crane is painted green.');
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
  check('7.14', 'those that it names, if the other filters have them too', async (t) => {
    const a = await t.store('a');
    const b = await t.store('b');
    await t.store('c');
    const theirs = await t.store('theirs', { user_id: `${t.user}.org` });
    for (const list of [[a, b, theirs], { in: [a, b, theirs] }]) await finds(t, { memory_ids: list }, ['a', 'b']);
    await finds(t, { memory_ids: [theirs] }, []);
    await finds(t, { NOT: [{ memory_ids: [a] }] }, ['b', 'c']);
  }),
  check('7.14', 'an empty list names none (ours)', async (t) => {
    await t.store('a');
    await finds(t, { memory_ids: [] }, []);
    await finds(t, { memory_ids: { in: [] } }, []);
  }),

  check('7.19', 'a fresh memory by its type; no other type, project or user', async (t) => {
    const decision = { metadata: { type: 'decision' } };
    await t.store('here', { ...decision, app_id: t.app });
    await t.store('another type', { metadata: { type: 'insight' }, app_id: t.app });
    await t.store('no type', { app_id: t.app });
    await t.store('another project', { ...decision, app_id: `${t.app}-too` });
    await t.store('no project', decision);
    await t.store('another user', { ...decision, app_id: t.app, user_id: `${t.user}.org` });
    const names = ['decision', 'architecture_decisions'];
    expect(await t.texts(recipe(t, 'decision', names), { latest_only: true })).toEqual(['here']);
  }),
  checkWith(['categories'], '7.19', 'an older memory by its category, when its type says nothing', async (t) => {
    const id = await t.store('We use tabs for indentation.', { app_id: t.app, metadata: { type: 'convention' } });
    await t.store('The harbour crane is painted green.', { app_id: t.app });
    t.host.advance?.(CATEGORISED_MS);
    const category = await t.eventually(async () => {
      const { categories } = await t.ok('GET', `/v1/memories/${id}/`);
      expect(categories).toEqual(expect.any(Array));
      return Array.isArray(categories) ? String(categories[0]) : '';
    });
    expect(await t.texts(recipe(t, 'unheard_of', [category]))).toEqual(['We use tabs for indentation.']);
    expect(await t.texts(recipe(t, 'unheard_of', ['contract_no_such']))).toEqual([]);
  }),
];
