/** §5 of the platform contract: the events of adds, from PENDING to how they ended. */
import { expect } from 'vitest';
import type { JsonObject } from '../../../src/contract/wire.ts';
import { landed, landedIds, promptly } from '../acts.ts';
import { idsOf } from '../answer.ts';
import { type Check, check, checkWith } from '../check.ts';
import { EXTRACTED_MS } from '../host.ts';
import type { Trial } from '../trial.ts';

const TABS = 'We use tabs for indentation.';
const CONVENTION = { metadata: { type: 'convention' } };

const eventOf = (t: Trial, answer: JsonObject) => t.ok('GET', `/v1/event/${String(answer['event_id'])}/`);

/** Looks at an add that waits; afterwards it is waited for, so that no later extraction stands behind it. */
async function waitingAdd(t: Trial, look: (answer: JsonObject) => Promise<void>): Promise<void> {
  const answer = await t.add(TABS, CONVENTION);
  await look(answer);
  await t.ended(String(answer['event_id']));
}

/**
 * Holds the extraction of one add until its event says RUNNING, looks, then lets it go and gives the event that ended.
 * Extractions may be done one after the other, so what waits from before is done first.
 */
async function heldAdd(t: Trial, how: 'done' | 'failed', meanwhile: () => Promise<void>): Promise<JsonObject> {
  await t.learn(TABS, { ...CONVENTION, user_id: `${t.user}.before` });
  const hold = t.host.holdExtraction?.();
  try {
    const answer = await promptly(t, t.add(TABS, CONVENTION));
    t.host.advance?.(EXTRACTED_MS);
    await t.eventually(async () => {
      expect(await promptly(t, eventOf(t, answer))).toMatchObject({ status: 'RUNNING' });
    });
    await promptly(t, meanwhile());
    hold?.release(how);
    return await t.ended(String(answer['event_id']));
  } finally {
    hold?.release('done');
  }
}

const nothing = async () => undefined;

export const EVENTS: readonly Check[] = [
  checkWith(['later'], '5.15', 'an add with extraction has not ended when it is answered', async (t) => {
    await waitingAdd(t, async (answer) => {
      const event = await eventOf(t, answer);
      expect(event['status']).toMatch(/^(?:PENDING|RUNNING)$/);
      expect(event['results'] ?? []).toEqual([]);
    });
  }),
  checkWith(['clock', 'later'], '5.15', 'it is PENDING until its time has come', async (t) => {
    await waitingAdd(t, async (answer) => {
      for (let look = 0; look < 3; look += 1) expect(await eventOf(t, answer)).toMatchObject({ status: 'PENDING' });
    });
  }),
  checkWith(
    ['extraction'],
    '5.15',
    'it is RUNNING while facts are extracted: asking does not wait for them',
    async (t) => {
      await heldAdd(t, 'done', async () => expect(await t.texts(t.mine)).toEqual([]));
    },
  ),
  checkWith(['extraction'], '5.15', 'other writes and reads go on while it is RUNNING', async (t) => {
    await heldAdd(t, 'done', async () => {
      await t.store('The harbour crane is painted green.');
      expect(await t.texts(t.mine)).toEqual(['The harbour crane is painted green.']);
    });
  }),
  checkWith(['extraction'], '5.15', 'it SUCCEEDED once they are stored', async (t) => {
    const event = await heldAdd(t, 'done', nothing);
    expect(event).toMatchObject({ status: 'SUCCEEDED' });
    expect(await t.list(t.mine)).toHaveLength(1);
  }),
  check('5.15', 'SUCCEEDED has results, no error, and stays', async (t) => {
    const event = await t.learn(TABS, CONVENTION);
    expect(event).toMatchObject({ status: 'SUCCEEDED', results: expect.arrayContaining([expect.anything()]) });
    expect(event['error'] ?? null).toBeNull();
    const rows = await landed(t);
    expect(event['results']).toHaveLength(rows.length);
    expect(await t.ok('GET', `/v1/event/${String(event['id'])}/`)).toMatchObject({ status: 'SUCCEEDED' });
  }),
  check('5.15', 'the event of an immediate add SUCCEEDED at once', async (t) => {
    const answer = await t.add(TABS, { infer: false });
    await t.eventually(async () => expect(await eventOf(t, answer)).toMatchObject({ status: 'SUCCEEDED' }));
  }),

  checkWith(['extraction'], '5.16', 'FAILED says why and leaves no memory', async (t) => {
    const event = await heldAdd(t, 'failed', nothing);
    expect(event).toMatchObject({ status: 'FAILED', error: expect.anything() });
    expect(JSON.stringify(event['error']).length).toBeGreaterThan(2);
    expect(event['results'] ?? []).toEqual([]);
    expect(await t.texts(t.mine)).toEqual([]);
  }),
  checkWith(['extraction'], '5.16', 'FAILED stays, and the same fact sent again is learnt', async (t) => {
    const failed = await heldAdd(t, 'failed', nothing);
    expect(await t.learn(TABS, CONVENTION)).toMatchObject({ status: 'SUCCEEDED' });
    expect(await t.list(t.mine)).toHaveLength(1);
    expect(await t.ok('GET', `/v1/event/${String(failed['id'])}/`)).toMatchObject({ status: 'FAILED' });
  }),

  check('5.17', 'the second event of the same fact has results: [], and there is one record', async (t) => {
    await t.learn(TABS, CONVENTION);
    const before = await landedIds(t);
    expect(await t.learn(TABS, CONVENTION)).toMatchObject({ status: 'SUCCEEDED', results: [] });
    expect(idsOf(await t.list(t.mine))).toEqual(before);
  }),
];
