/** §6 of the platform contract: memories by id: got, changed, deleted. */
import { expect } from 'vitest';
import { dayOf, done, ids, UNKNOWN_ID } from '../acts.ts';
import { lasting } from '../answer.ts';
import { type Check, check } from '../check.ts';
import { DAY_MS } from '../host.ts';
import type { Trial } from '../trial.ts';

const CRANE = 'The harbour crane is painted green.';
const METHODS = ['GET', 'PUT', 'DELETE'] as const;
const bodyOf = (method: (typeof METHODS)[number]) => (method === 'PUT' ? { text: 'The crane is red.' } : undefined);

const get = (t: Trial, id: string) => t.ok('GET', `/v1/memories/${id}/`);
const put = (t: Trial, id: string, body: Parameters<Trial['ok']>[2]) => t.ok('PUT', `/v1/memories/${id}/`, body);

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
    const old = await t.eventually(async () => {
      const row = (await t.list(t.mine)).find(({ replaced_by }) => typeof replaced_by === 'string');
      return row ?? expect.fail('nothing was superseded');
    });
    expect(ids(await t.list(t.mine, { latest_only: true }))).not.toContain(old.id);
    expect(await get(t, old.id)).toMatchObject({ id: old.id, memory: old.memory, replaced_by: old['replaced_by'] });
  }),

  check('6.20', 'text alone: the reads have the new one, the rest is as it was', async (t) => {
    const id = await t.store(CRANE, { app_id: t.app, metadata: { type: 'insight' } });
    const before = await get(t, id);
    await put(t, id, { text: 'The lighthouse has a red lamp.' });
    const after = await get(t, id);
    expect(lasting(after)).toEqual({ ...lasting(before), memory: 'The lighthouse has a red lamp.' });
    expect(Date.parse(String(after['updated_at']))).not.toBeNaN();
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
    const pinned = { AND: [t.mine, { metadata: { pinned: true } }] };
    await t.eventually(async () => expect(await t.texts(pinned)).toEqual([CRANE]));
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
  check('6.41', 'in UTC and with an offset: text and metadata stay', async (t) => {
    const id = await t.store(CRANE, { metadata: { type: 'insight' } });
    for (const timestamp of ['2026-01-15T12:00:00Z', '2026-01-15T14:00:00+02:00']) {
      await put(t, id, { timestamp });
      expect(await get(t, id)).toMatchObject({ memory: CRANE, metadata: { type: 'insight' } });
    }
  }),
  check('6.41', 'it means the same as the seconds, and UTC where it says nothing (ours)', async (t) => {
    const id = await t.store(CRANE);
    for (const timestamp of [
      '2026-01-15T12:00:00Z',
      '2026-01-15T14:00:00+02:00',
      '2026-01-15T12:00:00',
      '2026-01-15T12:00:00.000Z',
    ]) {
      await put(t, id, { timestamp: 1 });
      await put(t, id, { timestamp });
      expect({ timestamp, at: Date.parse(String((await get(t, id))['created_at'])) }).toEqual({
        timestamp,
        at: Date.parse('2026-01-15T12:00:00Z'),
      });
    }
  }),
  check('6.41', 'words that are no time are a 400, and change nothing (ours)', async (t) => {
    const id = await t.store(CRANE);
    const before = await get(t, id);
    for (const timestamp of ['yesterday', '', '15.01.2026', '1768478400', true]) {
      await t.refused(400, 'PUT', `/v1/memories/${id}/`, { timestamp });
    }
    expect(lasting(await get(t, id))).toEqual(lasting(before));
  }),
  check('6.41', 'a time on a day that there is not is a 400, and changes nothing (ours)', async (t) => {
    const id = await t.store(CRANE);
    const before = await get(t, id);
    for (const timestamp of ['2026-02-30T12:00:00Z', '2026-02-30', '2026-04-31T00:00:00+02:00']) {
      await t.refused(400, 'PUT', `/v1/memories/${id}/`, { timestamp });
    }
    expect(lasting(await get(t, id))).toEqual(lasting(before));
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
];
