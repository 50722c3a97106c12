/** §7 of the platform contract: what filters find, how they combine, and which a read refuses. */
import { expect } from 'vitest';
import type { Json, JsonObject } from '../../../src/contract/wire.ts';
import { type Check, check } from '../check.ts';
import { FILTER_REQUESTS } from '../corpora/filters.ts';
import { corpusChecks } from '../corpora/run.ts';
import type { Trial } from '../trial.ts';

const READS = ['/v3/memories/', '/v3/memories/search/'] as const;
const KEYS = [
  'AND',
  'OR',
  'NOT',
  'user_id',
  'agent_id',
  'app_id',
  'run_id',
  'created_at',
  'updated_at',
  'timestamp',
  'expiration_date',
  'text',
  'categories',
  'metadata',
  'keywords',
  'keywords_search',
  'memory_ids',
];

/** What a read of this trial's user finds with this filter, under AND. */
const found = (t: Trial, filter: Json) => t.texts({ AND: [t.mine, filter] });

/** Memories named by their two properties: `a1` has type a in the app, `a0` has type a outside it. */
async function four(t: Trial): Promise<void> {
  for (const type of ['a', 'b']) {
    await t.store(`${type}0`, { metadata: { type } });
    await t.store(`${type}1`, { metadata: { type }, app_id: t.app });
  }
}

async function refusedByBoth(t: Trial, filters: Json | undefined): Promise<readonly string[]> {
  const texts: string[] = [];
  for (const path of READS) {
    const body: JsonObject = { query: 'crane', ...(filters !== undefined && { filters }) };
    texts.push((await t.refused(400, 'POST', path, body)).text);
  }
  return texts;
}

export const FILTERS: readonly Check[] = [
  check('7.1', 'two keys of one object are both asked for', async (t) => {
    await four(t);
    expect(await found(t, { app_id: t.app, metadata: { type: 'a' } })).toEqual(['a1']);
    expect(await t.texts({ user_id: t.user, metadata: { type: 'b' } })).toEqual(['b0', 'b1']);
    expect(await t.texts({ user_id: `${t.user}.org`, metadata: { type: 'b' } })).toEqual([]);
  }),
  check('7.1', 'AND, OR and NOT combine, nested in each other', async (t) => {
    await four(t);
    expect(await found(t, { AND: [{ app_id: t.app }, { metadata: { type: 'a' } }] })).toEqual(['a1']);
    expect(await found(t, { OR: [{ app_id: t.app }, { metadata: { type: 'a' } }] })).toEqual(['a0', 'a1', 'b1']);
    expect(await found(t, { NOT: [{ metadata: { type: 'a' } }] })).toEqual(['b0', 'b1']);
    const one = { AND: [{ app_id: t.app }, { NOT: [{ metadata: { type: 'a' } }] }] };
    expect(await found(t, { OR: [one, { AND: [{ NOT: [{ app_id: '*' }] }, { metadata: { type: 'a' } }] }] })).toEqual([
      'a0',
      'b1',
    ]);
    expect(await found(t, { NOT: [{ OR: [{ app_id: t.app }, { metadata: { type: 'a' } }] }] })).toEqual(['b0']);
  }),
  check('7.2', 'on get_all and search, at every depth', async (t) => {
    for (const filter of [{ project: 'x' }, { OR: [{ project: 'x' }, { NOT: [{ project: 'x' }] }] }]) {
      for (const text of await refusedByBoth(t, { AND: [t.mine, filter] })) {
        for (const key of KEYS) expect(text).toContain(key);
      }
    }
  }),

  check('7.3', 'bare and eq find the one, in any of several, ne all others', async (t) => {
    await t.store('none');
    await t.store('one', { app_id: t.app });
    await t.store('two', { app_id: `${t.app}-too` });
    for (const filter of [{ app_id: t.app }, { app_id: { eq: t.app } }, { app_id: { in: [t.app] } }]) {
      expect(await found(t, filter), JSON.stringify(filter)).toEqual(['one']);
    }
    expect(await found(t, { app_id: { in: [t.app, `${t.app}-too`, 'elsewhere'] } })).toEqual(['one', 'two']);
    expect(await found(t, { app_id: { ne: t.app } })).not.toContain('one');
    expect(await found(t, { app_id: { ne: t.app } })).toContain('two');
    expect(await found(t, { app_id: `${t.app}-to` }), 'a part of a name is no name').toEqual([]);
  }),
  check('7.3', 'of users', async (t) => {
    const other = `${t.user}.org`;
    await t.store('mine');
    await t.store('theirs', { user_id: other });
    expect(await t.texts({ user_id: { eq: t.user } })).toEqual(['mine']);
    expect(await t.texts({ user_id: { in: [t.user, other] } })).toEqual(['mine', 'theirs']);
    expect(await t.texts({ AND: [{ user_id: { in: [t.user, other] } }, { user_id: { ne: t.user } }] })).toEqual([
      'theirs',
    ]);
  }),
  check('7.3', 'of agents and runs', async (t) => {
    for (const key of ['agent_id', 'run_id']) {
      const name = `${t.app}-${key}`;
      await t.store(key, { user_id: undefined, [key]: name });
      for (const filter of [name, { eq: name }, { in: [name] }])
        expect(await t.texts({ [key]: filter })).toEqual([key]);
      expect(await t.texts({ [key]: `${name}-other` })).toEqual([]);
    }
  }),
  check('7.4', 'a memory without app is found by ne of an app', async (t) => {
    await t.store('none');
    await t.store('one', { app_id: t.app });
    await t.store('two', { app_id: `${t.app}-too` });
    expect(await found(t, { app_id: { ne: t.app } })).toEqual(['none', 'two']);
  }),
  check('7.5', 'those with an app, under NOT those without', async (t) => {
    await t.store('none');
    await t.store('one', { app_id: t.app });
    expect(await found(t, { app_id: '*' })).toEqual(['one']);
    expect(await found(t, { NOT: [{ app_id: '*' }] })).toEqual(['none']);
    expect(await found(t, { agent_id: '*' })).toEqual([]);
    expect(await t.texts({ AND: [{ app_id: t.app }, { user_id: '*' }] })).toEqual(['one']);
  }),

  check('7.16', 'without filters, with empty ones, and with everything but an entity', async (t) => {
    const few: readonly (Json | undefined)[] = [
      undefined,
      null,
      {},
      { metadata: { type: 'a' } },
      { categories: { in: ['a'] } },
      { created_at: { gte: '2026-01-01' } },
      { memory_ids: ['00000000-0000-4000-8000-000000000000'] },
      { AND: [{ metadata: { type: 'a' } }, { created_at: { gte: '2026-01-01' } }] },
    ];
    for (const filters of few) await refusedByBoth(t, filters);
  }),
  check('7.16', 'an entity that is only excluded is none', async (t) => {
    for (const filters of [{ NOT: [t.mine] }, { user_id: { ne: t.user } }, { NOT: [{ app_id: '*' }] }]) {
      await refusedByBoth(t, filters);
    }
    await refusedByBoth(t, { AND: [{ NOT: [{ app_id: '*' }] }, { metadata: { type: 'a' } }] });
  }),
  check('7.16', 'with one it is taken, whichever and however deep', async (t) => {
    await t.store('one', { app_id: t.app });
    for (const filters of [t.mine, { app_id: t.app }, { AND: [{ AND: [t.mine] }] }, { app_id: { in: [t.app] } }]) {
      expect(await t.texts(filters), JSON.stringify(filters)).toEqual(['one']);
    }
  }),
  check('7.16', 'under OR, and as "*", it counts (ours)', async (t) => {
    await t.store('one', { app_id: t.app });
    expect(await t.texts({ OR: [t.mine, { app_id: t.app }] })).toEqual(['one']);
    expect(await t.texts({ AND: [{ user_id: '*' }, { metadata: { type: t.app } }] })).toEqual([]);
  }),
  check('7.17', 'the AND alone decides; nested, both do', async (t) => {
    await four(t);
    const [and, or] = [[t.mine], [{ metadata: { type: 'a' } }, { metadata: { type: 'c' } }]];
    expect(await t.texts({ AND: and, OR: or })).toEqual(['a0', 'a1', 'b0', 'b1']);
    expect(await t.texts({ AND: [...and, { OR: or }] })).toEqual(['a0', 'a1']);
  }),
  check('7.18', 'one that matches is enough to leave a memory out (ours)', async (t) => {
    await four(t);
    expect(await found(t, { NOT: [{ app_id: t.app }, { metadata: { type: 'a' } }] })).toEqual(['b0']);
    expect(await found(t, { NOT: [{ app_id: 'elsewhere' }, { metadata: { type: 'c' } }] })).toHaveLength(4);
  }),
  ...corpusChecks(FILTER_REQUESTS),
];
