/** §3 of the platform contract: what is immutable, whose categories and whose facts they are, and how much is taken. */
import { expect } from 'vitest';
import type { JsonObject } from '../../../src/contract/wire.ts';
import { done, keepingProject, landed } from '../acts.ts';
import { idsOf, type Row, speakerOf } from '../answer.ts';
import { type Check, check, checkWith } from '../check.ts';
import { CATEGORISED_MS } from '../host.ts';
import type { Trial } from '../trial.ts';

const NOTE = 'A note on Railway.';

/** What a memory says and carries. */
async function stateOf(t: Trial, id: string): Promise<JsonObject> {
  const { memory, metadata, expiration_date, created_at } = await t.ok('GET', `/v1/memories/${id}/`);
  return { memory, metadata, expiration_date, created_at };
}

const CHANGES: readonly JsonObject[] = [
  { text: 'Changed.' },
  { metadata: { type: 'insight' } },
  { expiration_date: '2099-12-31' },
  { timestamp: 1_700_000_000 },
];

const IMMUTABLE: readonly Check[] = [
  ...CHANGES.map((change) =>
    check('3.15', `an update of its ${Object.keys(change).join()} is refused and changes nothing`, async (t) => {
      const id = await t.store(NOTE, { immutable: true, metadata: { type: 'decision' } });
      const before = await stateOf(t, id);
      const { status } = await t.call('PUT', `/v1/memories/${id}/`, change);
      expect(Math.floor(status / 100)).toBe(4);
      expect(await stateOf(t, id)).toEqual(before);
    }),
  ),
  check('3.15', 'an update among several changes nothing of it', async (t) => {
    const id = await t.store(NOTE, { immutable: true });
    await t.call('PUT', '/v1/batch/', { memories: [{ memory_id: id, text: 'Changed.' }] });
    expect((await stateOf(t, id))['memory']).toBe(NOTE);
  }),
  check('3.15', 'a fact of an immutable add cannot be updated either', async (t) => {
    await t.learn('We deploy to Railway.', { immutable: true });
    const [row] = await landed(t);
    const { status } = await t.call('PUT', `/v1/memories/${row?.id}/`, { text: 'Changed.' });
    expect(Math.floor(status / 100)).toBe(4);
    expect((await stateOf(t, String(row?.id)))['memory']).toBe(row?.memory);
  }),
  check('3.15', 'an immutable memory can be deleted', async (t) => {
    const id = await t.store(NOTE, { immutable: true });
    await done(t, 'DELETE', `/v1/memories/${id}/`);
    await t.eventually(async () => expect(await t.list(t.mine)).toEqual([]));
  }),
  ...[{}, { immutable: false }].map((fields) =>
    check('3.15', `a memory with ${JSON.stringify(fields)} can be updated`, async (t) => {
      const id = await t.store(NOTE, fields);
      await t.ok('PUT', `/v1/memories/${id}/`, { text: 'Changed.' });
      expect((await stateOf(t, id))['memory']).toBe('Changed.');
    }),
  ),
];

const OF_CALL = { custom_categories: [{ deployment: 'where and how software is deployed' }] };
const OF_PROJECT = { custom_categories: [{ hosting: 'the hosts and providers that software runs on' }] };
/** Either list has a name for it. */
const DEPLOYED = 'We use Railway for deployment and hosting.';

/** The categories of all memories in an app of this trial, once each has some. */
async function categoriesIn(t: Trial, app: string): Promise<readonly string[]> {
  return t.eventually(async () => {
    const rows = await t.list({ AND: [t.mine, { app_id: app }] });
    expect(rows).not.toEqual([]);
    for (const row of rows) expect(row['categories']).toEqual(expect.arrayContaining([expect.any(String)]));
    return [...new Set(rows.flatMap((row) => row['categories'] as readonly string[]))];
  });
}

const CATEGORIES: readonly Check[] = [
  checkWith(['categories'], '3.16', 'a memory has the categories that its call names', async (t) => {
    await t.learn(DEPLOYED, { app_id: t.app, ...OF_CALL });
    t.host.advance?.(CATEGORISED_MS);
    expect(await categoriesIn(t, t.app)).toEqual(['deployment']);
  }),
  checkWith(['categories'], '3.16', "those of the call replace the project's, for that call alone", async (t) => {
    const other = `${t.app}-other`;
    await keepingProject(t, async (project) => {
      await project.patch(OF_PROJECT);
      await t.learn(DEPLOYED, { app_id: t.app, ...OF_CALL });
      await t.learn(DEPLOYED, { app_id: other });
      t.host.advance?.(CATEGORISED_MS);
      expect(await categoriesIn(t, t.app)).toEqual(['deployment']);
      expect(await categoriesIn(t, other)).toEqual(['hosting']);
    });
  }),
];

const CLAUDES = 'The root cause of the flaky checkout test is a cache keyed by the local date.';
const ADVICE = 'I prefer tabs over spaces, and I always use Vitest.';
const PERSONS = 'I prefer pnpm over npm.';

/** Learns a window of these messages; gives what it became, at least so many memories. */
async function heard(
  t: Trial,
  type: string,
  messages: readonly JsonObject[],
  atLeast: number,
): Promise<readonly Row[]> {
  expect((await t.learn('', { messages, metadata: { type } }))['status']).toBe('SUCCEEDED');
  return t.eventually(async () => {
    const rows = await t.list(t.mine);
    expect(rows.length).toBeGreaterThanOrEqual(atLeast);
    return rows;
  });
}

const SPEAKERS: readonly Check[] = [
  check('3.18', "facts from messages of the user are the user's", async (t) => {
    const rows = await heard(t, 'preference', [{ role: 'user', content: PERSONS }], 1);
    for (const row of rows) expect([row['user_id'], speakerOf(row)]).toEqual([t.user, 'user']);
  }),
  check('3.18', 'facts from messages of the assistant are attributed to the assistant', async (t) => {
    const rows = await heard(t, 'insight', [{ role: 'assistant', content: CLAUDES }], 1);
    for (const row of rows) expect(speakerOf(row)).toBe('assistant');
  }),
  check('3.18', 'in a window of both each fact is attributed to who said it', async (t) => {
    const messages = [
      { role: 'user', content: PERSONS },
      { role: 'assistant', content: CLAUDES },
    ];
    const rows = await heard(t, 'insight', messages, 2);
    const speakersOf = (word: RegExp) => rows.filter((row) => word.test(row.memory)).map(speakerOf);
    expect([...new Set(speakersOf(/pnpm/))]).toEqual(['user']);
    expect([...new Set(speakersOf(/cache/))]).toEqual(['assistant']);
  }),
  check('3.18', 'advice of the assistant is no preference of the user', async (t) => {
    const messages = [
      { role: 'user', content: PERSONS },
      { role: 'assistant', content: ADVICE },
    ];
    const ofUser = (await heard(t, 'preference', messages, 1)).filter((row) => speakerOf(row) === 'user');
    expect(ofUser.map((row) => row.memory).join()).toMatch(/pnpm/);
    expect(ofUser.map((row) => row.memory).join()).not.toMatch(/tabs|vitest/i);
  }),
  // A model may leave advice out; the local rules keep it where it gives a root cause.
  checkWith(['clock'], '3.18', 'advice of the assistant that is kept is kept as its own', async (t) => {
    const messages = [
      { role: 'user', content: PERSONS },
      { role: 'assistant', content: `Root cause: the spaces were mixed. ${ADVICE}` },
      { role: 'assistant', content: 'Root cause: npm hoists what pnpm does not, so always use Vitest with tabs.' },
    ];
    const rows = await heard(t, 'insight', messages, 3);
    const ofAssistant = rows.filter((row) => speakerOf(row) === 'assistant').map((row) => row.memory);
    expect(ofAssistant).toHaveLength(2);
    for (const memory of ofAssistant) expect(memory).toMatch(/root cause/i);
    expect(rows.filter((row) => speakerOf(row) === 'user').map((row) => row.memory)).toEqual([PERSONS]);
  }),
];

const UNKNOWN = { source: 'SOMEWHERE', output_format: 'v1.1', zz_unknown: { nested: ['anything'] } };
const FULL = 49_900;

/** An add body that is just so many characters of JSON. */
function bodyOf(t: Trial, characters: number, more: JsonObject): JsonObject {
  const sentence = 'The weather was nice again today. ';
  const rest = JSON.stringify(t.body('', more)).length;
  return t.body(sentence.repeat(characters / sentence.length + 1).slice(0, characters - rest), more);
}

const AMOUNTS: readonly Check[] = [
  check('3.17', 'unknown keys change nothing of a verbatim add', async (t) => {
    await t.store(NOTE);
    await t.store(NOTE, { ...UNKNOWN, user_id: `other-${t.user}` });
    const [plain] = await t.list(t.mine);
    const [other] = await t.list({ user_id: `other-${t.user}` });
    expect(Object.keys(other ?? {}).sort()).toEqual(Object.keys(plain ?? {}).sort());
    const said = { memory: NOTE, metadata: plain?.['metadata'], agent_id: null, app_id: null, expiration_date: null };
    expect(other).toMatchObject(said);
    expect(JSON.stringify(other)).not.toMatch(/SOMEWHERE|zz_unknown/);
  }),
  check('3.17', 'unknown keys are ignored by an add with extraction', async (t) => {
    const answer = await t.add('We deploy to Railway.', UNKNOWN);
    expect(answer['status']).toBe('PENDING');
    expect((await t.ended(String(answer['event_id'])))['status']).toBe('SUCCEEDED');
    await t.eventually(async () => expect(await t.list(t.mine)).not.toEqual([]));
    expect(JSON.stringify(await t.list(t.mine))).not.toMatch(/SOMEWHERE|zz_unknown/);
  }),
  check('3.19', 'twenty verbatim adds at once are all taken and kept', async (t) => {
    const ids = await Promise.all(Array.from({ length: 20 }, (_, n) => t.store(`Note ${n} of a burst.`)));
    expect(new Set(ids).size).toBe(20);
    expect(idsOf(await t.list(t.mine))).toEqual([...ids].sort());
  }),
  check('3.19', 'ten adds with extraction at once are all taken and done', async (t) => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => t.add(`We use queue number ${n} for the orders of region ${n}.`)),
    );
    expect(new Set(answers.map((answer) => answer['event_id'])).size).toBe(10);
    for (const answer of answers) {
      expect((await t.ended(String(answer['event_id'])))['status']).toBe('SUCCEEDED');
    }
  }),
  check('3.20', 'it is stored whole when it is verbatim', async (t) => {
    const body = bodyOf(t, FULL, { infer: false });
    expect(JSON.stringify(body)).toHaveLength(FULL);
    await t.ok('POST', '/v3/memories/add/', body);
    const [message] = body['messages'] as readonly JsonObject[];
    expect(await t.texts(t.mine)).toEqual([message?.['content']]);
  }),
  check('3.20', 'it is taken with extraction', async (t) => {
    const { event_id, status } = await t.ok('POST', '/v3/memories/add/', bodyOf(t, FULL, { infer: true }));
    expect(status).toBe('PENDING');
    expect((await t.ended(String(event_id)))['status']).toBe('SUCCEEDED');
  }),
];

export const WRITE_EFFECTS: readonly Check[] = [...IMMUTABLE, ...CATEGORIES, ...SPEAKERS, ...AMOUNTS];
