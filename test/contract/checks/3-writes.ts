/** §3 of the platform contract: adds with extraction, which land later, and verbatim adds, which are there at once. */
import { expect } from 'vitest';
import { landedIds } from '../acts.ts';
import { idsOf, rowsOf } from '../answer.ts';
import { type Check, check, checkWith } from '../check.ts';

const RAILWAY = 'We deploy to Railway.';
const DECISION = { metadata: { type: 'decision' } };
const UUID = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/i;

const INFERRED: readonly Check[] = [
  check('3.1', 'the answer is an event that is pending', async (t) => {
    const answer = await t.add(RAILWAY, { infer: true });
    expect(answer).toMatchObject({ event_id: expect.stringMatching(/\S/), status: 'PENDING' });
    await t.ended(String(answer['event_id']));
  }),
  check('3.1', 'the answer names no memory', async (t) => {
    const { event_id, ...rest } = await t.add(RAILWAY, { infer: true });
    expect(rest['results'] ?? []).toEqual([]);
    expect(JSON.stringify(rest)).not.toMatch(UUID);
    await t.ended(String(event_id));
  }),
  check('3.1', 'each add has an event of its own', async (t) => {
    const first = await t.add(RAILWAY, { infer: true });
    const second = await t.add(RAILWAY, { infer: true });
    expect(second['event_id']).not.toBe(first['event_id']);
    await t.ended(String(first['event_id']));
    await t.ended(String(second['event_id']));
  }),
  checkWith(['later'], '3.2', 'reads right after the add do not have the facts', async (t) => {
    const { event_id } = await t.add(RAILWAY, DECISION);
    expect(await t.list(t.mine)).toEqual([]);
    expect(await t.search('deploy Railway', t.mine, { threshold: 0 })).toEqual([]);
    await t.ended(String(event_id));
    await landedIds(t);
  }),
  checkWith(['later'], '3.2', 'the event has not ended right after the add', async (t) => {
    const { event_id } = await t.add(RAILWAY, DECISION);
    const event = await t.ok('GET', `/v1/event/${String(event_id)}/`);
    expect(event['status']).toMatch(/^(?:PENDING|RUNNING)$/);
    await t.ended(String(event_id));
  }),
  check('3.2', 'once the event has ended the facts are there', async (t) => {
    expect((await t.learn(RAILWAY, DECISION))['status']).toBe('SUCCEEDED');
    const ids = await landedIds(t);
    const found = () => t.search('deploy Railway', t.mine, { threshold: 0 });
    await t.eventually(async () => expect(idsOf(await found())).toEqual(ids));
  }),
  check('3.3', 'the same fact again, later, adds nothing', async (t) => {
    await t.learn(RAILWAY, DECISION);
    const ids = await landedIds(t);
    await t.learn(RAILWAY, DECISION);
    expect(idsOf(await t.list(t.mine))).toEqual(ids);
  }),
  check('3.3', 'the same fact twice, before either is extracted, gives one record', async (t) => {
    const first = await t.add(RAILWAY, DECISION);
    const second = await t.add(RAILWAY, DECISION);
    await t.ended(String(first['event_id']));
    await t.ended(String(second['event_id']));
    expect(await landedIds(t)).toHaveLength(1);
  }),
  check('3.3', 'the same fact of two users gives each their own', async (t) => {
    const other = { user_id: `other-${t.user}` };
    await t.learn(RAILWAY, DECISION);
    await t.learn(RAILWAY, { ...DECISION, ...other });
    const ids = await landedIds(t);
    expect((await landedIds(t, other)).filter((id) => ids.includes(id))).toEqual([]);
  }),
  check('3.23', 'the second time adds nothing, and the first keeps its type (ours)', async (t) => {
    await t.learn(RAILWAY, DECISION);
    const ids = await landedIds(t);
    expect(await t.learn(RAILWAY, { metadata: { type: 'insight' } })).toMatchObject({ results: [] });
    expect(idsOf(await t.list(t.mine))).toEqual(ids);
    expect((await t.list(t.mine)).map((row) => row['metadata'])).toEqual([DECISION.metadata]);
  }),
  check('3.23', 'in another project it is another fact (ours)', async (t) => {
    await t.learn(RAILWAY, { ...DECISION, app_id: t.app });
    await t.learn(RAILWAY, { metadata: { type: 'insight' }, app_id: `${t.app}-too` });
    for (const app_id of [t.app, `${t.app}-too`]) expect(await landedIds(t, { app_id })).toHaveLength(1);
  }),
  check('3.3', 'another fact is another record', async (t) => {
    await t.learn(RAILWAY, DECISION);
    const ids = await landedIds(t);
    await t.learn('Every migration file must be reversible.', DECISION);
    await t.eventually(async () => {
      const now = idsOf(await t.list(t.mine));
      expect(now).toEqual(expect.arrayContaining([...ids]));
      expect(now.length).toBeGreaterThan(ids.length);
    });
  }),
];

/** What extraction would change or drop: layout, markup, signs of every kind, a question, no statement at all. */
const VERBATIM: readonly (readonly [what: string, text: string])[] = [
  ['lines and markup', '# Where it stands\n\n- [ ] move  the queue\n\t`pnpm test` fails\n\n| a | b |\n|---|---|'],
  ['quotes and backslashes', `She said "it's \\n, not \\\\n" <b>&amp;</b> {"type":"decision"}`],
  ['signs of many scripts', 'Höhe, 数据库, Ελληνικά, עברית, 👩‍👩‍👧, e\u0301'],
  ['a question', 'Should we use Redis for sessions?'],
  ['a word', 'Okay'],
];

const AT_ONCE: readonly Check[] = [
  check('3.4', 'a read right after the add has the memory', async (t) => {
    await t.add('Where the session stands.', { infer: false });
    expect(await t.texts(t.mine)).toEqual(['Where the session stands.']);
  }),
  check('3.4', 'the memory is got by the id that the add gave', async (t) => {
    const id = await t.store('Where the session stands.');
    expect(await t.ok('GET', `/v1/memories/${id}/`)).toMatchObject({ id, memory: 'Where the session stands.' });
  }),
  check('3.5', 'a message of the assistant is stored', async (t) => {
    const messages = [{ role: 'assistant', content: 'I looked at the webhook.' }];
    await t.add('', { messages, infer: false });
    expect(await t.texts(t.mine)).toEqual(['I looked at the webhook.']);
  }),
  check('3.5', 'messages of the assistant are stored beside those of the user', async (t) => {
    const messages = [
      { role: 'user', content: 'Look at the webhook.' },
      { role: 'assistant', content: 'I looked at the webhook.' },
    ];
    await t.add('', { messages, infer: false });
    expect(await t.texts(t.mine)).toEqual(['I looked at the webhook.', 'Look at the webhook.']);
  }),
  check('3.6', 'the answer has the event, the status and the memory', async (t) => {
    const answer = await t.add('Where the session stands.', { infer: false });
    expect(answer).toMatchObject({
      message: expect.any(String),
      status: 'SUCCEEDED',
      event_id: expect.stringMatching(/\S/),
      results: [{ id: expect.stringMatching(UUID), data: { memory: 'Where the session stands.' }, event: 'ADD' }],
    });
    expect(rowsOf(answer)).toHaveLength(1);
    expect((await t.list(t.mine)).map((row) => row.id)).toEqual(rowsOf(answer).map((row) => row.id));
  }),
  check('3.6', 'the event has succeeded', async (t) => {
    const { event_id } = await t.add('Where the session stands.', { infer: false });
    expect(await t.ended(String(event_id))).toMatchObject({ id: event_id, status: 'SUCCEEDED' });
  }),
  check('3.7', 'each message is a memory of its own, and the answer names them all', async (t) => {
    const said = ['First it was Heroku.', 'Then it was Fly.io.', 'Now it is Railway.'];
    const answer = await t.add('', { messages: said.map((content) => ({ role: 'user', content })), infer: false });
    const named = rowsOf(answer).map((row) => row['data']);
    expect(named).toHaveLength(3);
    expect(named).toEqual(expect.arrayContaining(said.map((memory) => ({ memory }))));
    expect(await t.texts(t.mine)).toEqual([...said].sort());
    expect(idsOf(await t.list(t.mine))).toEqual(idsOf(rowsOf(answer)));
  }),
  check('3.7', 'several statements in one message stay one memory', async (t) => {
    const text = 'We deploy to Railway. We use Postgres. I prefer pnpm over npm.';
    await t.store(text);
    expect(await t.texts(t.mine)).toEqual([text]);
  }),
  ...VERBATIM.map(([what, text]) =>
    check('3.7', `the text is kept verbatim: ${what}`, async (t) => {
      const id = await t.store(text);
      expect(await t.texts(t.mine)).toEqual([text]);
      expect((await t.ok('GET', `/v1/memories/${id}/`))['memory']).toBe(text);
    }),
  ),
];

export const WRITES: readonly Check[] = [...INFERRED, ...AT_ONCE];
