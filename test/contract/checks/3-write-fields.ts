/** §3 of the platform contract: the fields of an add's body, what they take and what they refuse. */
import { expect } from 'vitest';
import type { Json, JsonObject } from '../../../src/contract/wire.ts';
import { type Check, check, checkWith } from '../check.ts';
import { DAY_MS } from '../host.ts';
import type { Trial } from '../trial.ts';

const RAILWAY = 'We deploy to Railway.';
const NOTE = 'A note on Railway.';
const ADD = '/v3/memories/add/';
/** Both ways of an add: what is refused is refused before it is decided who extracts. */
const BOTH_WAYS = [{ infer: true }, { infer: false }] as const;

/** Expects that an add with these fields is a 400, with extraction and without, and that nothing was written. */
async function refused(t: Trial, more: JsonObject): Promise<void> {
  for (const way of BOTH_WAYS) await t.refused(400, 'POST', ADD, t.body(NOTE, { ...way, ...more }));
  expect(await t.list(t.mine)).toEqual([]);
}

/** Expects that an add with these fields is taken, with extraction and without. */
async function taken(t: Trial, more: JsonObject): Promise<void> {
  await t.store(NOTE, more);
  expect((await t.list(t.mine)).map((row) => row.memory)).toContain(NOTE);
  expect((await t.learn(RAILWAY, more))['status']).toBe('SUCCEEDED');
}

/** What every memory of this trial has under a key, once extraction has added to the one that was stored. */
async function valuesOf(t: Trial, key: string): Promise<readonly (Json | undefined)[]> {
  return t.eventually(async () => {
    const rows = await t.list(t.mine);
    expect(rows.length).toBeGreaterThan(1);
    return [...new Set(rows.map((row) => row[key]))];
  });
}

const MESSAGES: readonly Check[] = [
  ...['user', 'assistant', 'system'].map((role) =>
    check('3.8', `role ${role} is taken`, async (t) => {
      for (const way of BOTH_WAYS) {
        const answer = await t.add('', { messages: [{ role, content: NOTE }], ...way });
        if (way.infer) await t.ended(String(answer['event_id']));
      }
    }),
  ),
  check('3.8', 'a conversation of several roles is taken', async (t) => {
    const messages = ['system', 'user', 'assistant', 'user'].map((role) => ({ role, content: RAILWAY }));
    expect((await t.learn('', { messages }))['status']).toBe('SUCCEEDED');
  }),
  check('3.8', 'another role is a 400', (t) => refused(t, { messages: [{ role: 'tool', content: NOTE }] })),
  check('3.8', 'a message without a role is a 400', (t) => refused(t, { messages: [{ content: NOTE }] })),
  check('3.8', 'a message without a content is a 400', (t) => refused(t, { messages: [{ role: 'user' }] })),
  check('3.8', 'one bad message among good ones is a 400', (t) =>
    refused(t, {
      messages: [
        { role: 'user', content: NOTE },
        { role: 'tool', content: NOTE },
      ],
    }),
  ),
  check('3.8', 'an add without messages is a 400', (t) => refused(t, { messages: undefined })),
];

const OWNERS: readonly Check[] = [
  ...['user', 'agent', 'app', 'run'].map((type) =>
    check('3.9', `${type}_id alone is enough, and finds what was written with it`, async (t) => {
      const owner = { [`${type}_id`]: `${t.app}-owner` };
      await t.store(NOTE, { user_id: undefined, ...owner });
      expect(await t.texts(owner)).toEqual([NOTE]);
      const { event_id } = await t.add(RAILWAY, { user_id: undefined, ...owner });
      await t.ended(String(event_id));
    }),
  ),
  check('3.9', 'none of them is a 400', (t) => refused(t, { user_id: undefined })),
  check('3.9', 'one that is not at top level does not count', (t) =>
    refused(t, { user_id: undefined, metadata: { user_id: t.user }, filters: { user_id: t.user } }),
  ),
  check('3.10', 'an add that does not say infer answers PENDING', async (t) => {
    const body = t.body(RAILWAY);
    expect(body).not.toHaveProperty('infer');
    const answer = await t.ok('POST', ADD, body);
    expect(answer['status']).toBe('PENDING');
    expect((await t.ended(String(answer['event_id'])))['status']).toBe('SUCCEEDED');
  }),
  checkWith(['later'], '3.10', 'an add that does not say infer stores nothing at once', async (t) => {
    const { event_id } = await t.ok('POST', ADD, t.body(RAILWAY));
    expect(await t.list(t.mine)).toEqual([]);
    await t.ended(String(event_id));
  }),
];

const DATES: readonly Check[] = [
  check('3.11', 'a day is taken and comes back', async (t) => {
    await taken(t, { expiration_date: '2099-12-31' });
    expect(await valuesOf(t, 'expiration_date')).toEqual(['2099-12-31']);
  }),
  check('3.11', 'null is taken and means none', async (t) => {
    await taken(t, { expiration_date: null });
    expect(await valuesOf(t, 'expiration_date')).toEqual([null]);
  }),
  check('3.11', 'without it there is none', async (t) => {
    await t.store(NOTE);
    expect((await t.list(t.mine)).map((row) => row['expiration_date'])).toEqual([null]);
  }),
  ...['tomorrow', '31-12-2099', '2099/12/31', '20991231', '2099-13-01', '2099-02-30'].map((date) =>
    check('3.11', `${date} is a 400`, (t) => refused(t, { expiration_date: date })),
  ),
  check('3.11', 'a time of day is a 400', (t) => refused(t, { expiration_date: '2099-12-31T12:00:00Z' })),
  check('3.11', 'a number is a 400', (t) => refused(t, { expiration_date: 4_102_358_400 })),
  check('3.13', 'created_at is the timestamp in unix seconds', async (t) => {
    const said = Math.floor(t.host.now() / 1000) - (400 * DAY_MS) / 1000;
    await taken(t, { timestamp: said });
    const dates = await valuesOf(t, 'created_at');
    expect(dates.map((date) => Date.parse(String(date)))).toEqual(dates.map(() => said * 1000));
  }),
  check('3.13', 'without a timestamp created_at is the time of the add', async (t) => {
    // Clocks of two machines differ by less than this.
    const tolerance = 10 * 60 * 1000;
    const id = await t.store(NOTE);
    const { created_at } = await t.ok('GET', `/v1/memories/${id}/`);
    expect(Math.abs(Date.parse(String(created_at)) - t.host.now())).toBeLessThan(tolerance);
  }),
];

const ACCEPTED: readonly JsonObject[] = [
  { custom_instructions: 'Extract only decisions about the project.' },
  { agent_custom_instructions: 'Extract nothing of what the assistant says.' },
  { includes: 'decisions about hosting' },
  { excludes: 'progress of work' },
  { immutable: true },
  { immutable: false },
];

const REST: readonly Check[] = [
  check('3.12', 'a list of {name: description} is taken', (t) =>
    taken(t, { custom_categories: [{ deployment: 'where software runs' }, { testing: 'how it is tested' }] }),
  ),
  check('3.12', 'bare names are a 400', (t) => refused(t, { custom_categories: ['deployment', 'testing'] })),
  check('3.12', 'a bare name among good ones is a 400', (t) =>
    refused(t, { custom_categories: [{ deployment: 'where software runs' }, 'testing'] }),
  ),
  check('3.12', 'an object instead of a list is a 400', (t) =>
    refused(t, { custom_categories: { deployment: 'where software runs' } }),
  ),
  ...ACCEPTED.map((fields) => check('3.14', `${JSON.stringify(fields)} is accepted`, (t) => taken(t, fields))),
  check('3.14', 'all of them together are accepted', (t) =>
    taken(t, Object.fromEntries(ACCEPTED.flatMap((fields) => Object.entries(fields)))),
  ),
];

export const WRITE_FIELDS: readonly Check[] = [...MESSAGES, ...OWNERS, ...DATES, ...REST];
