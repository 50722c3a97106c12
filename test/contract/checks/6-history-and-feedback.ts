/** §6 of the platform contract: the history of a memory, and feedback on it. */
import { expect } from 'vitest';
import type { JsonObject } from '../../../src/contract/wire.ts';
import { done, isObject, landed, second, UNKNOWN_ID } from '../acts.ts';
import type { Answer } from '../answer.ts';
import { type Check, check, checkWith } from '../check.ts';
import type { Trial } from '../trial.ts';

const CRANE = 'The harbour crane is painted green.';

/** The steps of a history, which must be a bare list about this memory. */
function stepsOf(answer: Answer, id: string): readonly JsonObject[] {
  expect(answer.status).toBe(200);
  const items = answer.json;
  if (!Array.isArray(items)) return expect.fail(`no bare array: ${answer.text.slice(0, 100)}`);
  for (const item of items) expect(item).toMatchObject({ memory_id: id });
  return items.filter(isObject);
}

/** The history of a memory. */
const historyOf = async (t: Trial, id: string) => stepsOf(await t.call('GET', `/v1/memories/${id}/history/`), id);

/** What happened to a memory, sorted. */
const eventsOf = async (t: Trial, id: string) => (await historyOf(t, id)).map(({ event }) => String(event)).sort();

/** What each step says: what happened, and the text before and after it. */
const changesOf = async (t: Trial, id: string) =>
  (await historyOf(t, id)).map(({ event, old_memory, new_memory }) => [event, old_memory ?? null, new_memory]);

const RED = 'The crane is red.';
const BLUE = 'The crane is blue.';
const STEPS = [
  ['ADD', null, CRANE],
  ['UPDATE', CRANE, RED],
  ['UPDATE', RED, BLUE],
];

/** A memory whose text was changed twice. */
async function changedTwice(t: Trial): Promise<string> {
  const id = await t.store(CRANE);
  for (const text of [RED, BLUE]) await t.ok('PUT', `/v1/memories/${id}/`, { text });
  return id;
}

/** What a memory, got by id, says of feedback on it. */
async function feedbackOn(t: Trial, id: string) {
  const { feedback, feedback_reason } = await t.ok('GET', `/v1/memories/${id}/`);
  return [feedback ?? null, feedback_reason ?? null];
}

export const HISTORY_AND_FEEDBACK: readonly Check[] = [
  check('6.27', 'of a memory that was added: one ADD', async (t) => {
    const id = await t.store(CRANE);
    await t.eventually(async () => {
      expect(await eventsOf(t, id)).toEqual(['ADD']);
    });
  }),
  check('6.27', 'of a memory that was updated: ADD and UPDATE, and none of another memory', async (t) => {
    const id = await t.store(CRANE);
    const other = await t.store('The lighthouse has a red lamp.');
    await t.ok('PUT', `/v1/memories/${id}/`, { text: RED });
    await t.eventually(async () => {
      expect(await eventsOf(t, id)).toEqual(['ADD', 'UPDATE']);
    });
    expect(await eventsOf(t, other)).toEqual(['ADD']);
  }),
  check('6.27', 'each step says the text before it and after it', async (t) => {
    const id = await changedTwice(t);
    await t.eventually(async () => {
      const found = await changesOf(t, id);
      expect(found).toHaveLength(STEPS.length);
      expect(found).toEqual(expect.arrayContaining(STEPS));
    });
  }),
  check('6.27', 'the steps are in order, oldest first (ours)', async (t) => {
    expect(await changesOf(t, await changedTwice(t))).toEqual(STEPS);
  }),
  check('6.27', 'of a learnt fact: it begins with ADD', async (t) => {
    await t.learn('We use tabs for indentation.', { metadata: { type: 'convention' } });
    const [row] = await landed(t);
    expect(await eventsOf(t, row?.id ?? '')).toContain('ADD');
  }),

  check('6.28', 'each of the four with a reason, one after the other', async (t) => {
    const memory_id = await t.store(CRANE);
    for (const feedback of ['POSITIVE', 'NEGATIVE', 'VERY_NEGATIVE', null]) {
      await done(t, 'POST', '/v1/feedback/', { memory_id, feedback, feedback_reason: 'It says what we meant.' });
    }
    expect(await t.texts(t.mine), 'feedback changes no memory').toEqual([CRANE]);
  }),
  check('6.28', 'get by id shows what was said last, and nothing once it is taken back (ours)', async (t) => {
    const memory_id = await t.store(CRANE);
    const other = await t.store(RED);
    expect(await feedbackOn(t, memory_id)).toEqual([null, null]);
    for (const [feedback, feedback_reason] of [
      ['POSITIVE', 'It says what we meant.'],
      ['VERY_NEGATIVE', 'It is another crane.'],
      ['NEGATIVE', null],
      [null, null],
      ['POSITIVE', 'It is that crane after all.'],
    ] as const) {
      await done(t, 'POST', '/v1/feedback/', { memory_id, feedback, feedback_reason });
      expect(await feedbackOn(t, memory_id)).toEqual([feedback, feedback_reason]);
    }
    await done(t, 'POST', '/v1/feedback/', { memory_id, feedback: null, feedback_reason: 'We do not know.' });
    expect((await feedbackOn(t, memory_id))[0]).toBeNull();
    expect(await feedbackOn(t, other), 'of another memory').toEqual([null, null]);
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
      const there = second(t);
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
    const there = second(t);
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
