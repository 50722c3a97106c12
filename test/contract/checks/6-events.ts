/** §6 of the platform contract: events, one by one and in a list. Out of scope: how they go on (`5-events.ts`). */
import { expect } from 'vitest';
import type { JsonObject, WireRequest } from '../../../src/contract/wire.ts';
import { second, UNKNOWN_ID } from '../acts.ts';
import { rowsOf } from '../answer.ts';
import { type Check, check, checkWith } from '../check.ts';
import { EXTRACTED_MS } from '../host.ts';
import type { Trial } from '../trial.ts';

/** A page of the events of the project. */
const pageOf = (t: Trial, query?: WireRequest['query']) => t.ok('GET', '/v1/events/', undefined, query);

/** The events of these ids out of the list, in its order; of as many pages as it takes. */
async function listed(t: Trial, ids: readonly string[]): Promise<readonly JsonObject[]> {
  const found: JsonObject[] = [];
  for (let page = 1; ; page += 1) {
    const body = await pageOf(t, Object.entries({ page: String(page), page_size: '200' }));
    found.push(...rowsOf(body).filter(({ id }) => ids.includes(id)));
    if (found.length >= ids.length || body['next'] === null) return found;
    expect(page, 'the pages of events have an end').toBeLessThan(100);
  }
}

/** The event of an add that stored a note at once. */
const noted = async (t: Trial, more: JsonObject = {}) =>
  String((await t.add('A note.', { infer: false, ...more }))['event_id']);

export const EVENTS_BY_ID: readonly Check[] = [
  check('6.30', 'the event of an add that ended', async (t) => {
    const { event_id } = await t.add('We use tabs for indentation.', { metadata: { type: 'convention' } });
    const event = await t.ended(String(event_id));
    expect(event).toMatchObject({
      id: event_id,
      event_type: expect.any(String),
      status: 'SUCCEEDED',
      results: expect.any(Array),
    });
    expect(event).toHaveProperty('error');
  }),
  check('6.30', 'the event of an add without extraction', async (t) => {
    const { event_id } = await t.add('a', { infer: false });
    expect(await t.ended(String(event_id))).toMatchObject({ id: event_id, event_type: expect.any(String) });
  }),
  check('6.30', 'the event of a delete', async (t) => {
    await t.store('a');
    const { event_id } = await t.ok('DELETE', '/v1/memories/', undefined, [['user_id', t.user]]);
    expect(await t.ended(String(event_id))).toMatchObject({ id: event_id, event_type: expect.any(String) });
  }),
  check('6.30', 'an unknown id is a 404', async (t) => {
    await t.refused(404, 'GET', `/v1/event/${UNKNOWN_ID}/`);
  }),
  checkWith(['second-project'], '6.30', 'an event is found by its id, whatever its project (ours)', async (t) => {
    for (const infer of [false, true]) {
      const { event_id } = await t.add('We use tabs for indentation.', { infer, ...second(t) });
      expect(await t.ended(String(event_id))).toMatchObject({ id: event_id, status: 'SUCCEEDED' });
    }
  }),

  check(
    '6.38',
    'a page is {count, next, previous, results}, and has the event of an add as it is by its id',
    async (t) => {
      const id = await noted(t);
      const page = await pageOf(t);
      expect(page).toMatchObject({ count: expect.any(Number), previous: null, results: expect.any(Array) });
      expect(page).toHaveProperty('next');
      const { event_type, status } = await t.ended(id);
      await t.eventually(async () => expect(await listed(t, [id])).toMatchObject([{ id, event_type, status }]));
    },
  ),
  check('6.38', 'an event is listed as it waits, and once it has ended', async (t) => {
    const { event_id } = await t.add('We use tabs for indentation.', { metadata: { type: 'convention' } });
    const id = String(event_id);
    await t.eventually(async () => expect(await listed(t, [id])).toMatchObject([{ id }]));
    await t.ended(id);
    await t.eventually(async () => expect(await listed(t, [id])).toMatchObject([{ id, status: 'SUCCEEDED' }]));
  }),
  check('6.38', 'page and page_size: no event is on two pages', async (t) => {
    for (let at = 0; at < 3; at += 1) await noted(t);
    // Elsewhere others write meanwhile, and pages move on.
    await t.eventually(async () => {
      const pages = [];
      for (const page of ['1', '2', '3']) pages.push(await pageOf(t, Object.entries({ page, page_size: '1' })));
      for (const page of pages) expect(rowsOf(page)).toHaveLength(1);
      expect(new Set(pages.flatMap((page) => rowsOf(page).map(({ id }) => id))).size).toBe(3);
      expect(pages[0]).toMatchObject({ next: expect.any(String), previous: null });
      expect(pages[1]).toMatchObject({ previous: expect.any(String) });
    });
  }),
  checkWith(['second-project'], '6.38', 'those of another project are not among them', async (t) => {
    const theirs = await noted(t, second(t));
    const ours = await noted(t);
    await t.eventually(async () => expect(await listed(t, [ours])).toHaveLength(1));
    expect(await listed(t, [theirs, ours])).toMatchObject([{ id: ours }]);
  }),
  check('6.38', 'the newest is first, whenever each of them ended (ours)', async (t) => {
    const { event_id } = await t.add('We use tabs for indentation.', { metadata: { type: 'convention' } });
    const later = [await noted(t), await noted(t)];
    await t.ended(String(event_id));
    const wanted = [...later.reverse(), String(event_id)];
    expect((await listed(t, wanted)).map(({ id }) => id)).toEqual(wanted);
  }),

  check('6.39', 'of an add, with extraction and without, by its id and in the list', async (t) => {
    const ended = [
      await t.learn('We use tabs for indentation.', { metadata: { type: 'convention' } }),
      await t.ended(await noted(t)),
    ];
    for (const event of ended) {
      expect(event['latency']).toEqual(expect.any(Number));
      expect(event['latency']).toBeGreaterThanOrEqual(0);
    }
    await t.eventually(async () => {
      const rows = await listed(
        t,
        ended.map(({ id }) => String(id)),
      );
      expect(rows).toHaveLength(2);
      for (const row of rows) expect(row['latency']).toEqual(expect.any(Number));
    });
  }),
  checkWith(['clock'], '6.39', 'it is the time from the add to its end, in ms (ours)', async (t) => {
    const asked = t.host.now();
    const { latency } = await t.learn('We use tabs for indentation.', { metadata: { type: 'convention' } });
    expect(latency).toBe(t.host.now() - asked);
    expect(latency).toBeGreaterThanOrEqual(EXTRACTED_MS);
  }),
  checkWith(['later'], '6.39', 'an event that has not ended has none', async (t) => {
    const { event_id } = await t.add('We use tabs for indentation.', { metadata: { type: 'convention' } });
    const event = await t.ok('GET', `/v1/event/${String(event_id)}/`);
    expect(event['latency'] ?? null).toBeNull();
    await t.ended(String(event_id));
  }),
];
