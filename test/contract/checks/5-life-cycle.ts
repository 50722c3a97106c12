/** §5 of the platform contract: expiry and deletion. Out of scope: what superseding leaves behind (`5-succession.ts`). */
import { expect } from 'vitest';
import { dayOf, done, ids, landedIds, ownEntities, settled } from '../acts.ts';
import { type Check, check, checkWith } from '../check.ts';
import { DAY_MS } from '../host.ts';
import type { Trial } from '../trial.ts';

const MINUTE_MS = 60_000;
const HARBOUR = 'The harbour crane is painted green.';
const TABS = 'We use tabs for indentation.';

/** A memory that expired, on `day`, wherever it is midnight just now, and one that never does. */
async function expiredAndLasting(t: Trial): Promise<{ expired: string; day: string; lasting: string }> {
  const day = dayOf(t.host.now() - 2 * DAY_MS);
  const expired = await t.store(HARBOUR, { expiration_date: day });
  const lasting = await t.store('The harbour crane lifts nine tonnes.');
  return { expired, day, lasting };
}

const searchHarbour = async (t: Trial, more = {}) => ids(await t.search('harbour crane', t.mine, more));

export const LIFE_CYCLE: readonly Check[] = [
  checkWith(['clock'], '5.1', 'visible to the end of its day in UTC, hidden from the next day on', async (t) => {
    const day = dayOf(t.host.now() + DAY_MS);
    const id = await t.store(HARBOUR, { expiration_date: day });
    const end = Date.parse(day) + DAY_MS;
    t.host.advance?.(end - MINUTE_MS / 2 - t.host.now());
    expect(ids(await t.list(t.mine))).toEqual([id]);
    expect(await searchHarbour(t)).toEqual([id]);
    t.host.advance?.(MINUTE_MS);
    expect(ids(await t.list(t.mine))).toEqual([]);
    expect(await searchHarbour(t)).toEqual([]);
  }),
  check('5.1', 'what expires tomorrow is visible, what expired yesterday is not', async (t) => {
    await t.store('until yesterday', { expiration_date: dayOf(t.host.now() - DAY_MS) });
    await t.store('until tomorrow', { expiration_date: dayOf(t.host.now() + DAY_MS) });
    expect(await t.texts(t.mine)).toEqual(['until tomorrow']);
  }),

  check('5.2', 'get_all hides it, from count too', async (t) => {
    const { lasting } = await expiredAndLasting(t);
    const page = await t.ok('POST', '/v3/memories/', { filters: t.mine });
    expect(page).toMatchObject({ count: 1, results: [{ id: lasting }] });
    expect(ids(await t.list(t.mine, { show_expired: false, latest_only: true }))).toEqual([lasting]);
  }),
  check('5.2', 'search hides it', async (t) => {
    const { lasting } = await expiredAndLasting(t);
    await t.eventually(async () => expect(await searchHarbour(t)).toEqual([lasting]));
    expect(await searchHarbour(t, { show_expired: false })).toEqual([lasting]);
  }),
  check('5.3', 'get by id gives it, with its date', async (t) => {
    const { expired, day } = await expiredAndLasting(t);
    const row = await t.ok('GET', `/v1/memories/${expired}/`);
    expect(row).toMatchObject({ id: expired, memory: HARBOUR });
    expect(String(row['expiration_date']).slice(0, 10)).toBe(day);
  }),
  check('5.4', 'show_expired: true reveals it beside the others, on get_all', async (t) => {
    const { expired, lasting } = await expiredAndLasting(t);
    const found = ids(await t.list(t.mine, { show_expired: true }));
    expect([...found].sort()).toEqual([expired, lasting].sort());
  }),
  check('5.4', 'show_expired: true reveals it beside the others, on search', async (t) => {
    const { expired, lasting } = await expiredAndLasting(t);
    await t.eventually(async () => {
      const found = await searchHarbour(t, { show_expired: true });
      expect([...found].sort()).toEqual([expired, lasting].sort());
    });
  }),
  check('5.5', 'null brings it back as it was: nothing had been deleted', async (t) => {
    const { expired } = await expiredAndLasting(t);
    await t.ok('PUT', `/v1/memories/${expired}/`, { expiration_date: null });
    await t.eventually(async () => {
      const back = (await t.list(t.mine)).find((row) => row.id === expired);
      expect(back).toMatchObject({ id: expired, memory: HARBOUR, expiration_date: null });
      expect(await searchHarbour(t)).toContain(expired);
    });
  }),
  check('5.5', 'expired memories are not deleted by time: history and text are there', async (t) => {
    const { expired } = await expiredAndLasting(t);
    const history = await t.call('GET', `/v1/memories/${expired}/history/`);
    expect(history.status).toBe(200);
    expect(await t.ok('GET', `/v1/memories/${expired}/`)).toMatchObject({ memory: HARBOUR });
  }),

  check('5.10', 'a deleted memory is gone from every read, and only that one', async (t) => {
    const gone = await t.store(HARBOUR);
    const stays = await t.store('The harbour crane lifts nine tonnes.');
    await done(t, 'DELETE', `/v1/memories/${gone}/`);
    await t.eventually(async () => {
      for (const more of [{}, { show_expired: true }, { latest_only: false }, { include_merged: true }]) {
        expect(ids(await t.list(t.mine, more)), JSON.stringify(more)).toEqual([stays]);
      }
      expect(ids(await t.list({ AND: [t.mine, { memory_ids: [gone] }] }))).toEqual([]);
      expect(await searchHarbour(t)).toEqual([stays]);
      expect(await searchHarbour(t, { show_expired: true })).toEqual([stays]);
      await t.refused(404, 'GET', `/v1/memories/${gone}/`);
    });
    expect(await t.ok('POST', '/v3/memories/', { filters: t.mine })).toMatchObject({ count: 1 });
  }),
  check('5.10', 'what delete_all deletes is gone from every read', async (t) => {
    const gone = await t.store(HARBOUR);
    await settled(t, await done(t, 'DELETE', '/v1/memories/', undefined, [['user_id', t.user]]));
    await t.eventually(async () => {
      expect(ids(await t.list(t.mine, { show_expired: true }))).toEqual([]);
      expect(await searchHarbour(t, { show_expired: true })).toEqual([]);
      await t.refused(404, 'GET', `/v1/memories/${gone}/`);
    });
  }),
  check('5.10', 'a fact that was deleted may be learnt again', async (t) => {
    await t.learn(TABS, { metadata: { type: 'convention' } });
    const first = await landedIds(t);
    for (const id of first) await done(t, 'DELETE', `/v1/memories/${id}/`);
    await t.eventually(async () => expect(await t.list(t.mine)).toEqual([]));
    await t.learn(TABS, { metadata: { type: 'convention' } });
    expect((await landedIds(t)).filter((id) => first.includes(id))).toEqual([]);
  }),

  check('5.11', 'the user is listed as <user>_deleted_<timestamp> and no longer as itself', async (t) => {
    await t.store(HARBOUR);
    await t.eventually(async () => expect(await ownEntities(t)).toContain(`user/${t.user}`));
    await settled(t, await done(t, 'DELETE', '/v1/memories/', undefined, [['user_id', t.user]]));
    await t.eventually(async () => {
      const entities = await ownEntities(t);
      expect(entities).not.toContain(`user/${t.user}`);
      const renamed = entities.filter((one) => one.startsWith(`user/${t.user}_deleted_`));
      expect(renamed).toHaveLength(1);
      expect(renamed[0]?.slice(`user/${t.user}_deleted_`.length)).toMatch(/^\d[\dT:.Z+_-]*$/);
    });
  }),
  check('5.11', 'a user whose name begins alike keeps name and memories', async (t) => {
    const alike = `${t.user}.org`;
    await t.store(HARBOUR);
    await t.store(TABS, { user_id: alike });
    await settled(t, await done(t, 'DELETE', '/v1/memories/', undefined, [['user_id', t.user]]));
    await t.eventually(async () => expect(await t.texts(t.mine)).toEqual([]));
    expect(await t.texts({ user_id: alike })).toEqual([TABS]);
    await t.eventually(async () => expect(await ownEntities(t)).toContain(`user/${alike}`));
  }),
  check('5.11', 'the same user may be written to again, and has only what came later', async (t) => {
    await t.store(HARBOUR);
    await settled(t, await done(t, 'DELETE', '/v1/memories/', undefined, [['user_id', t.user]]));
    await t.eventually(async () => expect(await t.texts(t.mine)).toEqual([]));
    await t.store(TABS);
    expect(await t.texts(t.mine)).toEqual([TABS]);
    await t.eventually(async () => expect(await ownEntities(t)).toContain(`user/${t.user}`));
  }),
];
