/** §5 of the platform contract: which fact supersedes which, and what becomes of the chain when one of them is deleted. */
import { expect } from 'vitest';
import type { JsonObject } from '../../../src/contract/wire.ts';
import { done, ids, landed, landedIds } from '../acts.ts';
import type { Row } from '../answer.ts';
import { type Check, check, checkWith } from '../check.ts';
import { DAY_MS } from '../host.ts';
import type { Trial } from '../trial.ts';

const TABS = 'We use tabs for indentation.';
const FLY = 'We deploy to Fly.io, because it is close to our customers.';
const RAILWAY = "Let's move off Fly.io to Railway, because of the volumes.";
const RENDER = "Let's move off Railway to Render, because of the price.";
const metadata = { type: 'decision' };

const latest = async (t: Trial) => ids(await t.list(t.mine, { latest_only: true }));
const latestTexts = (t: Trial) => t.texts(t.mine, { latest_only: true });

/** Two facts of which the later supersedes the earlier, and one that neither touches. */
async function superseded(t: Trial): Promise<{ old: Row; current: string; untouched: readonly string[] }> {
  await t.learn(TABS, { metadata });
  const untouched = await landedIds(t);
  await t.learn(FLY, { metadata });
  await t.learn(RAILWAY, { metadata });
  return t.eventually(async () => {
    const old = (await t.list(t.mine)).find((row) => typeof row['replaced_by'] === 'string');
    if (old === undefined) return expect.fail('nothing has replaced_by');
    return { old, current: String(old['replaced_by']), untouched };
  });
}

/** The memory of this trial that says this. */
async function saying(t: Trial, text: string): Promise<Row> {
  return (await landed(t)).find((row) => row.memory === text) ?? expect.fail(`not learnt: ${text}`);
}

/** Three facts, each of which supersedes the one before, and one that none touches; the ids of the three. */
async function chain(t: Trial): Promise<{ oldest: string; middle: string; newest: string }> {
  await t.learn(TABS, { metadata });
  const found: string[] = [];
  for (const text of [FLY, RAILWAY, RENDER]) {
    await t.learn(text, { metadata });
    found.push((await saying(t, text)).id);
  }
  const [oldest = '', middle = '', newest = ''] = found;
  expect(await successors(t, [oldest, middle, newest])).toEqual([middle, newest, null]);
  expect(await latestTexts(t)).toEqual([RENDER, TABS].sort());
  return { oldest, middle, newest };
}

/** By what each of these memories is replaced. */
async function successors(t: Trial, of: readonly string[]) {
  return Promise.all(of.map(async (id) => (await t.ok('GET', `/v1/memories/${id}/`))['replaced_by']));
}

/** Deletes one memory, and those that it superseded when they are linked. */
async function remove(t: Trial, id: string, linked: boolean): Promise<void> {
  await done(t, 'DELETE', `/v1/memories/${id}/`, undefined, linked ? [['delete_linked', 'true']] : undefined);
}

/** Teaches both, with what else each add says, and gives what became of them. */
async function both(t: Trial, first: JsonObject, second: JsonObject): Promise<{ fly: Row; railway: Row }> {
  await t.learn(FLY, { metadata, ...first });
  await t.learn(RAILWAY, { metadata, ...second });
  return { fly: await saying(t, FLY), railway: await saying(t, RAILWAY) };
}

const PAIRS: readonly Check[] = [
  check('5.12', 'replaced_by of the old memory is the id of the new one; others have none', async (t) => {
    const { old, current, untouched } = await superseded(t);
    const rows = await t.list(t.mine);
    expect(ids(rows)).toContain(current);
    expect(current).not.toBe(old.id);
    for (const row of rows) {
      if (untouched.includes(row.id) || row.id === current) expect(row['replaced_by'] ?? null).toBeNull();
    }
  }),
  check('5.12', 'the one that was said later is the new one, whichever comes first (ours)', async (t) => {
    const said = (daysAgo: number) => ({ timestamp: Math.floor((t.host.now() - daysAgo * DAY_MS) / 1000) });
    await t.learn(RAILWAY, { metadata, ...said(10) });
    await t.learn(FLY, { metadata, ...said(20) });
    expect((await saying(t, FLY))['replaced_by']).toBe((await saying(t, RAILWAY)).id);
    expect(await latestTexts(t)).toEqual([RAILWAY]);
  }),
  check('5.13', 'it is current again, the deleted one is gone', async (t) => {
    const { old, current, untouched } = await superseded(t);
    expect(await latest(t)).not.toContain(old.id);
    await remove(t, current, false);
    await t.eventually(async () => {
      const found = await latest(t);
      expect(found).toContain(old.id);
      expect(found).not.toContain(current);
      expect(found).toEqual(expect.arrayContaining([...untouched]));
    });
  }),
  check('5.13', 'delete_linked=false is the same', async (t) => {
    const { old, current } = await superseded(t);
    await done(t, 'DELETE', `/v1/memories/${current}/`, undefined, [['delete_linked', 'false']]);
    await t.eventually(async () => expect(await latest(t)).toContain(old.id));
  }),
  check('5.13', 'deleting the predecessor leaves the current fact', async (t) => {
    const { old, current } = await superseded(t);
    await remove(t, old.id, false);
    await t.eventually(async () => expect(ids(await t.list(t.mine))).not.toContain(old.id));
    expect(await latest(t)).toContain(current);
  }),
  check('5.14', 'both are gone from every read, what is not linked stays', async (t) => {
    const { old, current, untouched } = await superseded(t);
    await remove(t, current, true);
    await t.eventually(async () => {
      const found = ids(await t.list(t.mine));
      expect(found).not.toContain(current);
      expect(found).not.toContain(old.id);
      expect(found).toEqual(expect.arrayContaining([...untouched]));
      await t.refused(404, 'GET', `/v1/memories/${old.id}/`);
    });
  }),
];

/** Whether a model sees each contradiction is not for us to say: of hosts whose rules are ours. */
const CHAINS: readonly Check[] = [
  checkWith(['clock'], '5.13', 'of a chain of three only the predecessor of the deleted one comes back', async (t) => {
    const { oldest, middle, newest } = await chain(t);
    await remove(t, newest, false);
    expect(await latestTexts(t)).toEqual([RAILWAY, TABS].sort());
    expect(await successors(t, [oldest, middle])).toEqual([middle, null]);
    await remove(t, middle, false);
    expect(await latestTexts(t)).toEqual([FLY, TABS].sort());
    expect(await successors(t, [oldest])).toEqual([null]);
  }),
  checkWith(['clock'], '5.13', 'without the middle of a chain the newest supersedes the oldest (ours)', async (t) => {
    const { oldest, middle, newest } = await chain(t);
    await remove(t, middle, false);
    await t.refused(404, 'GET', `/v1/memories/${middle}/`);
    expect(await latestTexts(t)).toEqual([RENDER, TABS].sort());
    expect(await successors(t, [oldest, newest])).toEqual([newest, null]);
    expect(await t.texts(t.mine)).toEqual([FLY, RENDER, TABS].sort());
    await remove(t, newest, false);
    expect(await latestTexts(t)).toEqual([FLY, TABS].sort());
  }),
  checkWith(['clock'], '5.14', 'of a chain of three all go with the newest (ours)', async (t) => {
    const { oldest, middle, newest } = await chain(t);
    await remove(t, newest, true);
    for (const id of [oldest, middle, newest]) await t.refused(404, 'GET', `/v1/memories/${id}/`);
    expect(await t.texts(t.mine)).toEqual([TABS]);
  }),
  checkWith(
    ['clock'],
    '5.14',
    'the middle of a chain takes the oldest along and leaves the newest (ours)',
    async (t) => {
      const { oldest, middle, newest } = await chain(t);
      await remove(t, middle, true);
      for (const id of [oldest, middle]) await t.refused(404, 'GET', `/v1/memories/${id}/`);
      expect(await t.texts(t.mine)).toEqual([RENDER, TABS].sort());
      expect(await latestTexts(t)).toEqual([RENDER, TABS].sort());
      expect(await successors(t, [newest])).toEqual([null]);
    },
  ),
];

const WHICH: readonly Check[] = [
  check('5.18', 'what it contradicts stays current, beside it (ours)', async (t) => {
    const { fly, railway } = await both(t, {}, { expiration_date: '2099-12-31' });
    expect([fly['replaced_by'], railway['replaced_by']]).toEqual([null, null]);
    expect(await latestTexts(t)).toEqual([FLY, RAILWAY].sort());
  }),
  check('5.18', 'one that will expire is superseded like any other (ours)', async (t) => {
    const { fly, railway } = await both(t, { expiration_date: '2099-12-31' }, {});
    expect(fly['replaced_by']).toBe(railway.id);
    expect(await latestTexts(t)).toEqual([RAILWAY]);
  }),
  check('5.19', 'by what is said now (ours)', async (t) => {
    const { fly, railway } = await both(t, { timestamp: Math.floor((t.host.now() + 30 * DAY_MS) / 1000) }, {});
    expect(fly['replaced_by']).toBe(railway.id);
    expect(await latestTexts(t)).toEqual([RAILWAY]);
  }),
];

export const SUCCESSION: readonly Check[] = [...PAIRS, ...CHAINS, ...WHICH];
