/** §6 of the platform contract: memories by id, their history, and feedback on them. */
import { expect } from 'vitest';
import { dayOf, done, ids, UNKNOWN_ID } from '../acts.ts';
import { type Check, check, checkWith } from '../check.ts';
import { type Answer, DAY_MS, type Trial } from '../trial.ts';

const CRANE = 'The harbour crane is painted green.';
const METHODS = ['GET', 'PUT', 'DELETE'] as const;
const bodyOf = (method: (typeof METHODS)[number]) => (method === 'PUT' ? { text: 'The crane is red.' } : undefined);

const get = (t: Trial, id: string) => t.ok('GET', `/v1/memories/${id}/`);
const put = (t: Trial, id: string, body: Parameters<Trial['ok']>[2]) => t.ok('PUT', `/v1/memories/${id}/`, body);

/** The events of a history, which must be a bare list about this memory. */
function eventsOf(answer: Answer, id: string): readonly string[] {
  expect(answer.status).toBe(200);
  const items = answer.json;
  if (!Array.isArray(items)) return expect.fail(`no bare array: ${answer.text.slice(0, 100)}`);
  for (const item of items) expect(item).toMatchObject({ memory_id: id });
  return items.map((item) => String(item['event'])).sort();
}

export const BY_ID: readonly Check[] = [
  check('6.17', 'GET, PUT and DELETE', async (t) => {
    const id = await t.store(CRANE);
    for (const bad of ['7', 'not-a-uuid', id.slice(0, -1), `${id}0`, id.replaceAll('-', 'x')]) {
      for (const method of METHODS) await t.refused(400, method, `/v1/memories/${bad}/`, bodyOf(method));
    }
    expect(await t.texts(t.mine)).toEqual([CRANE]);
  }),
  check('6.18', 'GET, PUT and DELETE', async (t) => {
    for (const method of METHODS) {
      const answer = await t.refused(404, method, `/v1/memories/${UNKNOWN_ID}/`, bodyOf(method));
      expect(answer.json).toEqual({ error: 'Memory not found!' });
    }
  }),
  check('6.18', 'a deleted memory is unknown', async (t) => {
    const id = await t.store(CRANE);
    await done(t, 'DELETE', `/v1/memories/${id}/`);
    await t.eventually(async () => {
      const answer = await t.refused(404, 'GET', `/v1/memories/${id}/`);
      expect(answer.json).toEqual({ error: 'Memory not found!' });
    });
  }),
  check('6.19', 'with replaced_by, though latest_only leaves it out', async (t) => {
    const metadata = { type: 'decision' };
    await t.learn('We deploy to Fly.io, because it is close to our customers.', { metadata });
    await t.learn("Let's move off Fly.io to Railway, because of the volumes.", { metadata });
    const old = (await t.list(t.mine)).find((row) => typeof row['replaced_by'] === 'string');
    if (old === undefined) expect.fail('nothing was superseded');
    expect(ids(await t.list(t.mine, { latest_only: true }))).not.toContain(old.id);
    expect(await get(t, old.id)).toMatchObject({ id: old.id, memory: old.memory, replaced_by: old['replaced_by'] });
  }),

  check('6.20', 'text alone: the reads have the new one, the rest is as it was', async (t) => {
    const id = await t.store(CRANE, { app_id: t.app, metadata: { type: 'insight' } });
    const before = await get(t, id);
    await put(t, id, { text: 'The lighthouse has a red lamp.' });
    const { updated_at: _, ...rest } = before;
    const { updated_at, ...after } = await get(t, id);
    expect(after).toEqual({ ...rest, memory: 'The lighthouse has a red lamp.' });
    expect(Date.parse(String(updated_at))).not.toBeNaN();
    await t.eventually(async () => {
      expect(await t.texts(t.mine)).toEqual(['The lighthouse has a red lamp.']);
      const [hit] = await t.search('lighthouse lamp', t.mine);
      expect(hit).toMatchObject({ id, memory: 'The lighthouse has a red lamp.' });
    });
  }),
  check('6.20', 'metadata alone: the text stays', async (t) => {
    const id = await t.store(CRANE, { metadata: { type: 'insight' } });
    await put(t, id, { metadata: { type: 'insight', pinned: true } });
    expect(await get(t, id)).toMatchObject({ memory: CRANE, metadata: { type: 'insight', pinned: true } });
    expect(await t.texts({ AND: [t.mine, { metadata: { pinned: true } }] })).toEqual([CRANE]);
  }),
  check('6.20', 'expiration_date alone: text and metadata stay', async (t) => {
    const id = await t.store(CRANE, { metadata: { type: 'insight' } });
    const day = dayOf(t.host.now() + 9 * DAY_MS);
    await put(t, id, { expiration_date: day });
    const row = await get(t, id);
    expect(row).toMatchObject({ memory: CRANE, metadata: { type: 'insight' } });
    expect(String(row['expiration_date']).slice(0, 10)).toBe(day);
  }),
  check('6.20', 'timestamp alone is taken: text and metadata stay', async (t) => {
    const id = await t.store(CRANE, { metadata: { type: 'insight' } });
    await put(t, id, { timestamp: Date.parse('2026-01-15T12:00:00Z') / 1000 });
    expect(await get(t, id)).toMatchObject({ memory: CRANE, metadata: { type: 'insight' } });
  }),
  check('6.20', 'timestamp sets created_at, as on add (ours)', async (t) => {
    const id = await t.store(CRANE);
    await put(t, id, { timestamp: Date.parse('2026-01-15T12:00:00Z') / 1000 });
    expect(Date.parse(String((await get(t, id))['created_at']))).toBe(Date.parse('2026-01-15T12:00:00Z'));
  }),
  check('6.20', 'all four at once', async (t) => {
    const id = await t.store(CRANE);
    const day = dayOf(t.host.now() + 9 * DAY_MS);
    const metadata = { type: 'runbook' };
    await put(t, id, { text: 'The crane is red.', metadata, expiration_date: day, timestamp: 1_768_478_400 });
    const row = await get(t, id);
    expect(row).toMatchObject({ memory: 'The crane is red.', metadata });
    expect(String(row['expiration_date']).slice(0, 10)).toBe(day);
  }),

  check('6.21', 'that one and no other', async (t) => {
    const gone = await t.store(CRANE);
    await t.store('The lighthouse has a red lamp.');
    await done(t, 'DELETE', `/v1/memories/${gone}/`);
    await t.eventually(async () => expect(await t.texts(t.mine)).toEqual(['The lighthouse has a red lamp.']));
    await t.refused(404, 'DELETE', `/v1/memories/${gone}/`);
  }),

  check('6.27', 'of a memory that was added: one ADD', async (t) => {
    const id = await t.store(CRANE);
    await t.eventually(async () => {
      expect(eventsOf(await t.call('GET', `/v1/memories/${id}/history/`), id)).toEqual(['ADD']);
    });
  }),
  check('6.27', 'of a memory that was updated: ADD and UPDATE, and none of another memory', async (t) => {
    const id = await t.store(CRANE);
    const other = await t.store('The lighthouse has a red lamp.');
    await put(t, id, { text: 'The crane is red.' });
    await t.eventually(async () => {
      expect(eventsOf(await t.call('GET', `/v1/memories/${id}/history/`), id)).toEqual(['ADD', 'UPDATE']);
    });
    expect(eventsOf(await t.call('GET', `/v1/memories/${other}/history/`), other)).toEqual(['ADD']);
  }),
  check('6.27', 'of a learnt fact: it begins with ADD', async (t) => {
    await t.learn('We use tabs for indentation.', { metadata: { type: 'convention' } });
    const [row] = await t.list(t.mine);
    const id = row?.id ?? '';
    expect(eventsOf(await t.call('GET', `/v1/memories/${id}/history/`), id)).toContain('ADD');
  }),

  check('6.28', 'each of the four with a reason, one after the other', async (t) => {
    const memory_id = await t.store(CRANE);
    for (const feedback of ['POSITIVE', 'NEGATIVE', 'VERY_NEGATIVE', null]) {
      await done(t, 'POST', '/v1/feedback/', { memory_id, feedback, feedback_reason: 'It says what we meant.' });
    }
    expect(await t.texts(t.mine), 'feedback changes no memory').toEqual([CRANE]);
  }),
  check('6.28', 'any other word is a 400', async (t) => {
    const memory_id = await t.store(CRANE);
    for (const feedback of ['GREAT', '', 7, ['POSITIVE']]) {
      await t.refused(400, 'POST', '/v1/feedback/', { memory_id, feedback, feedback_reason: 'why' });
    }
  }),
  checkWith(
    ['second-project'],
    '6.29',
    'there: 404 without the override, taken with it; here: taken without',
    async (t) => {
      const there = t.host.secondProject ?? {};
      const memory_id = await t.store(CRANE, there);
      const body = { memory_id, feedback: 'POSITIVE', feedback_reason: 'why' };
      await t.refused(404, 'POST', '/v1/feedback/', body);
      await done(t, 'POST', '/v1/feedback/', { ...body, ...there });
      const here = await t.store(CRANE);
      await done(t, 'POST', '/v1/feedback/', { ...body, memory_id: here });
      await t.refused(404, 'POST', '/v1/feedback/', { ...body, memory_id: here, ...there });
    },
  ),
  checkWith(['second-project'], '6.29', 'half an override is none', async (t) => {
    const there = t.host.secondProject ?? { org_id: '', project_id: '' };
    const memory_id = await t.store(CRANE, there);
    const body = { memory_id, feedback: 'POSITIVE', feedback_reason: 'why' };
    await t.refused(404, 'POST', '/v1/feedback/', { ...body, org_id: there.org_id });
    await t.refused(404, 'POST', '/v1/feedback/', { ...body, project_id: there.project_id });
  }),
  check('6.29', 'an unknown memory is a 404', async (t) => {
    const body = { memory_id: UNKNOWN_ID, feedback: 'POSITIVE', feedback_reason: 'why' };
    await t.refused(404, 'POST', '/v1/feedback/', body);
  }),
];
