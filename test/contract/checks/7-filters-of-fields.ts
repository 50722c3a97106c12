/** §7 of the platform contract: filters by category, metadata and id, and the read recipe of a type. */
import { expect } from 'vitest';
import type { JsonObject } from '../../../src/contract/wire.ts';
import { finds, oneCategorised } from '../acts.ts';
import { type Check, check, checkWith } from '../check.ts';
import { CATEGORISED_MS } from '../host.ts';
import type { Trial } from '../trial.ts';

const TABS = 'We use tabs for indentation.';
const CRANE = 'The harbour crane is painted green.';

/** The read recipe of a type in a project (§7). */
const recipe = (t: Trial, type: string, names: readonly string[]): JsonObject => ({
  AND: [t.mine, { app_id: t.app }, { OR: [{ metadata: { type } }, { categories: { in: names } }] }],
});

export const FILTERS_OF_FIELDS: readonly Check[] = [
  check('7.8', 'null never matches, whatever is asked for', async (t) => {
    await t.store(CRANE);
    const [row] = await t.list(t.mine);
    if (row?.['categories'] !== null) expect(row?.['categories']).toEqual([]);
    for (const filter of [{ in: ['decision', 'convention', ''] }, { in: ['null'] }, { contains: 'null' }]) {
      await finds(t, { categories: filter }, []);
    }
  }),
  checkWith(['categories'], '7.8', 'in: any of the list', async (t) => {
    const category = await oneCategorised(t, TABS, CRANE);
    await finds(t, { categories: { in: [category] } }, [TABS]);
    await finds(t, { categories: { in: ['contract_no_such', category] } }, [TABS]);
    await finds(t, { categories: { in: ['contract_no_such'] } }, []);
  }),
  checkWith(['categories'], '7.8', 'contains: in any letter case', async (t) => {
    const category = await oneCategorised(t, TABS, CRANE);
    for (const name of [category, category.toUpperCase(), category.toLowerCase()]) {
      await finds(t, { categories: { contains: name } }, [TABS]);
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
    const id = await t.store(TABS, { app_id: t.app, metadata: { type: 'convention' } });
    await t.store(CRANE, { app_id: t.app });
    t.host.advance?.(CATEGORISED_MS);
    const category = await t.eventually(async () => {
      const { categories } = await t.ok('GET', `/v1/memories/${id}/`);
      expect(categories).toEqual(expect.any(Array));
      return Array.isArray(categories) ? String(categories[0]) : '';
    });
    expect(await t.texts(recipe(t, 'unheard_of', [category]))).toEqual([TABS]);
    expect(await t.texts(recipe(t, 'unheard_of', ['contract_no_such']))).toEqual([]);
  }),
];
