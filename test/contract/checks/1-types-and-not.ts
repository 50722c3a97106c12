/** §1 of the platform contract, second half: the type of a memory is metadata.type, categories come later, NOT takes a list. */
import { expect } from 'vitest';
import type { JsonObject } from '../../../src/contract/wire.ts';
import { landed } from '../acts.ts';
import { idsOf } from '../answer.ts';
import { type Check, check, checkWith } from '../check.ts';
import { CATEGORISED_MS } from '../host.ts';
import type { Trial } from '../trial.ts';

const WHOLE = {
  type: 'decision',
  session_id: 'session-7',
  branch: 'main',
  editor: 'claude-code',
  policy: 'v2.0',
  pinned: true,
};
const DEPLOYMENT = { custom_categories: [{ deployment: 'where and how software is deployed' }] };

/** The read recipe of a type in a project, as §7 gives it. */
function recipe(t: Trial, type: string, names: readonly string[]): JsonObject {
  return { AND: [t.mine, { app_id: t.app }, { OR: [{ metadata: { type } }, { categories: { in: names } }] }] };
}

/** Waits until every memory of this trial has categories. */
async function categorised(t: Trial): Promise<void> {
  t.host.advance?.(CATEGORISED_MS);
  await t.eventually(async () => {
    const rows = await t.list(t.mine);
    expect(rows).not.toEqual([]);
    for (const row of rows) expect(row['categories']).toEqual(expect.arrayContaining([expect.any(String)]));
  });
}

const CATEGORIES: readonly Check[] = [
  checkWith(['later'], '1.9', 'a fresh memory has no categories', async (t) => {
    await t.store('We use tabs.', { metadata: { type: 'convention' } });
    expect((await t.list(t.mine)).map((row) => row['categories'])).toEqual([null]);
  }),
  checkWith(['later'], '1.9', 'a fact that was just extracted has no categories', async (t) => {
    await t.learn('We deploy to Railway.', { metadata: { type: 'decision' } });
    for (const row of await landed(t)) expect(row['categories']).toBeNull();
  }),
  checkWith(['categories'], '1.9', 'an older memory has some', async (t) => {
    await t.store('We use tabs.', { metadata: { type: 'convention' } });
    await categorised(t);
  }),
  checkWith(['categories'], '1.9', 'an older fact has some', async (t) => {
    await t.learn('We deploy to Railway.', { metadata: { type: 'decision' } });
    await categorised(t);
  }),
  checkWith(['categories'], '1.9', 'categories leave the metadata as it was', async (t) => {
    await t.store('We use tabs.', { metadata: WHOLE });
    await categorised(t);
    expect((await t.list(t.mine))[0]?.['metadata']).toEqual(WHOLE);
  }),
];

const METADATA: readonly Check[] = [
  check('1.10', 'every fact of a window has the metadata of the window', async (t) => {
    const messages = [
      { role: 'user', content: 'We use Postgres for the orders.' },
      { role: 'user', content: 'Every migration file must be reversible.' },
    ];
    await t.learn('', { messages, metadata: WHOLE });
    await t.eventually(async () => {
      const rows = await t.list(t.mine);
      expect(rows.length).toBeGreaterThanOrEqual(2);
      for (const row of rows) expect(row['metadata']).toEqual(WHOLE);
    });
  }),
  check('1.10', 'windows do not share their metadata', async (t) => {
    await t.learn('We use Postgres for the orders.', { metadata: { type: 'decision', session_id: 'one' } });
    await t.learn('Every migration file must be reversible.', { metadata: { type: 'convention', session_id: 'two' } });
    await t.eventually(async () => {
      const rows = await t.list(t.mine);
      const given = rows.map((row) => row['metadata'] as JsonObject);
      const sessions = new Set(given.map((metadata) => `${metadata['type']} in ${metadata['session_id']}`));
      expect([...sessions].sort()).toEqual(['convention in two', 'decision in one']);
    });
  }),
  check('1.11', 'get_all finds a fresh memory by its metadata, and no other', async (t) => {
    const id = await t.store('We use tabs.', { metadata: { type: 'convention' } });
    await t.store('We use Postgres.', { metadata: { type: 'decision' } });
    await t.store('We use neither.');
    const filters = { AND: [t.mine, { metadata: { type: 'convention' } }] };
    await t.eventually(async () => expect(idsOf(await t.list(filters))).toEqual([id]));
  }),
  check('1.11', 'search finds a fresh memory by its metadata, and no other', async (t) => {
    const id = await t.store('A note on tabs.', { metadata: { type: 'convention' } });
    await t.store('A note on Postgres.', { metadata: { type: 'decision' } });
    const filters = { AND: [t.mine, { metadata: { type: 'convention' } }] };
    await t.eventually(async () => expect(idsOf(await t.search('note', filters, { threshold: 0 }))).toEqual([id]));
  }),
  check('1.11', 'a fact that was just extracted is found by its metadata', async (t) => {
    await t.learn('We deploy to Railway.', { metadata: { type: 'decision' } });
    const of = (type: string) => t.list({ AND: [t.mine, { metadata: { type } }] });
    await t.eventually(async () => expect(await of('decision')).not.toEqual([]));
    expect(await of('convention')).toEqual([]);
  }),
  checkWith(['later'], '1.11', 'what the metadata finds has no categories yet', async (t) => {
    await t.store('We use tabs.', { metadata: { type: 'convention' } });
    const rows = await t.list({ AND: [t.mine, { metadata: { type: 'convention' } }] });
    expect(rows.map((row) => row['categories'])).toEqual([null]);
  }),
];

const EITHER_WAY: readonly Check[] = [
  check('1.12', 'a fresh memory is found by its type, and those of other types are not', async (t) => {
    const id = await t.store('We use Postgres.', { app_id: t.app, metadata: { type: 'decision' } });
    await t.store('Stripe sends webhooks twice.', { app_id: t.app, metadata: { type: 'insight' } });
    const filters = recipe(t, 'decision', ['decision', 'architecture_decisions']);
    await t.eventually(async () => expect(idsOf(await t.list(filters))).toEqual([id]));
  }),
  checkWith(['categories'], '1.12', 'an older memory is still found by its type', async (t) => {
    const metadata = { type: 'decision' };
    const id = await t.store('We use Postgres.', { app_id: t.app, metadata });
    await categorised(t);
    expect(idsOf(await t.list(recipe(t, 'decision', ['no_such_category'])))).toEqual([id]);
  }),
  checkWith(['categories'], '1.12', 'an older memory without a type is found by its category', async (t) => {
    await t.learn('We use Railway for the deployment.', { app_id: t.app, ...DEPLOYMENT });
    await categorised(t);
    expect(await t.list(recipe(t, 'runbook', ['deployment']))).not.toEqual([]);
    expect(await t.list(recipe(t, 'runbook', ['no_such_category']))).toEqual([]);
  }),
  checkWith(['later'], '1.12', 'a fresh memory without a type is not found by the category it may get', async (t) => {
    await t.learn('We use Railway for the deployment.', { app_id: t.app, ...DEPLOYMENT });
    await landed(t);
    expect(await t.list(recipe(t, 'runbook', ['deployment']))).toEqual([]);
  }),
];

const NOT: readonly Check[] = [
  check('1.14', 'get_all takes a list and leaves out what is in it', async (t) => {
    await t.store('Of the project.', { app_id: t.app });
    await t.store('Of the user.');
    expect(await t.texts({ AND: [t.mine, { NOT: [{ app_id: '*' }] }] })).toEqual(['Of the user.']);
  }),
  check('1.14', 'search takes a list and leaves out what is in it', async (t) => {
    await t.store('A note of the project.', { app_id: t.app });
    const id = await t.store('A note of the user.');
    const filters = { AND: [t.mine, { NOT: [{ app_id: '*' }] }] };
    await t.eventually(async () => expect(idsOf(await t.search('note', filters, { threshold: 0 }))).toEqual([id]));
  }),
  check('1.14', 'get_all refuses an object', async (t) => {
    await t.refused(400, 'POST', '/v3/memories/', { filters: { AND: [t.mine, { NOT: { app_id: '*' } }] } });
  }),
  check('1.14', 'search refuses an object', async (t) => {
    const filters = { AND: [t.mine, { NOT: { app_id: '*' } }] };
    await t.refused(400, 'POST', '/v3/memories/search/', { query: 'note', filters });
  }),
];

export const TYPES_AND_NOT: readonly Check[] = [...CATEGORIES, ...METADATA, ...EITHER_WAY, ...NOT];
