/** §4 of the platform contract: the metadata of a memory, and how a pin is set. */
import { expect } from 'vitest';
import type { JsonObject } from '../../../src/contract/wire.ts';
import { idsOf } from '../answer.ts';
import { type Check, check } from '../check.ts';
import type { Trial } from '../trial.ts';

const WHOLE = {
  type: 'decision',
  session_id: '0b0e6a52-7f0a-4a57-9a0e-2f3f7c1a9d11',
  branch: 'feature/höhe-#42',
  editor: 'claude-code',
  policy: 'v2.0',
  pinned: true,
};
const { pinned: _pinned, ...UNPINNED } = WHOLE;

const pinned = (t: Trial): JsonObject => ({ AND: [t.mine, { metadata: { pinned: true } }] });

/** The metadata of one memory, got by id. */
async function metadataOf(t: Trial, id: string) {
  return (await t.ok('GET', `/v1/memories/${id}/`))['metadata'];
}

export const METADATA: readonly Check[] = [
  check('4.1', 'get_all gives it as it was given', async (t) => {
    await t.store('A note on Railway.', { metadata: WHOLE });
    expect((await t.list(t.mine)).map((row) => row['metadata'])).toEqual([WHOLE]);
  }),
  check('4.1', 'search gives it as it was given', async (t) => {
    await t.store('A note on Railway.', { metadata: WHOLE });
    await t.eventually(async () => {
      const rows = await t.search('note Railway', t.mine, { threshold: 0 });
      expect(rows.map((row) => row['metadata'])).toEqual([WHOLE]);
    });
  }),
  check('4.1', 'get by id gives it as it was given', async (t) => {
    expect(await metadataOf(t, await t.store('A note on Railway.', { metadata: WHOLE }))).toEqual(WHOLE);
  }),
  check('4.1', 'extraction gives it as it was given', async (t) => {
    await t.learn('We deploy to Railway.', { metadata: WHOLE });
    await t.eventually(async () => {
      const rows = await t.list(t.mine);
      expect(rows).not.toEqual([]);
      for (const row of rows) expect(row['metadata']).toEqual(WHOLE);
    });
  }),
  check('4.1', 'what was not given is not there', async (t) => {
    expect(await metadataOf(t, await t.store('A note.', { metadata: UNPINNED }))).toEqual(UNPINNED);
  }),
  ...['preference', 'decision', 'convention', 'insight', 'runbook', 'session_state'].map((type) =>
    check('4.1', `the type ${type} comes back and is found`, async (t) => {
      const id = await t.store('A note.', { metadata: { ...UNPINNED, type } });
      const filters = { AND: [t.mine, { metadata: { type } }] };
      await t.eventually(async () => expect(idsOf(await t.list(filters))).toEqual([id]));
      expect(await metadataOf(t, id)).toEqual({ ...UNPINNED, type });
    }),
  ),
  check('4.2', 'a pin is set by an update of the metadata', async (t) => {
    const id = await t.store('A note on Railway.', { metadata: UNPINNED });
    expect(await t.list(pinned(t))).toEqual([]);
    await t.ok('PUT', `/v1/memories/${id}/`, { metadata: { ...UNPINNED, pinned: true } });
    await t.eventually(async () => expect(idsOf(await t.list(pinned(t)))).toEqual([id]));
    expect(await metadataOf(t, id)).toEqual({ ...UNPINNED, pinned: true });
  }),
  check('4.2', 'a pin is taken back by an update of the metadata', async (t) => {
    const id = await t.store('A note on Railway.', { metadata: WHOLE });
    await t.eventually(async () => expect(idsOf(await t.list(pinned(t)))).toEqual([id]));
    await t.ok('PUT', `/v1/memories/${id}/`, { metadata: { ...WHOLE, pinned: false } });
    await t.eventually(async () => expect(await t.list(pinned(t))).toEqual([]));
    expect(await metadataOf(t, id)).toEqual({ ...WHOLE, pinned: false });
  }),
  check('4.2', 'a search by the pin follows the update', async (t) => {
    const id = await t.store('A note on Railway.', { metadata: UNPINNED });
    await t.ok('PUT', `/v1/memories/${id}/`, { metadata: WHOLE });
    const found = () => t.search('note Railway', pinned(t), { threshold: 0 });
    await t.eventually(async () => expect(idsOf(await found())).toEqual([id]));
  }),
  check('4.2', 'an update of the metadata leaves the text, the scope and the date alone', async (t) => {
    const id = await t.store('A note on Railway.', {
      app_id: t.app,
      metadata: UNPINNED,
      expiration_date: '2099-12-31',
    });
    const before = await t.ok('GET', `/v1/memories/${id}/`);
    await t.ok('PUT', `/v1/memories/${id}/`, { metadata: WHOLE });
    const after = await t.ok('GET', `/v1/memories/${id}/`);
    for (const key of ['memory', 'user_id', 'app_id', 'expiration_date', 'created_at']) {
      expect({ [key]: after[key] }).toEqual({ [key]: before[key] });
    }
  }),
  check('4.2', 'an update of one memory pins no other', async (t) => {
    const id = await t.store('A note on Railway.', { metadata: UNPINNED });
    const other = await t.store('Another note on Railway.', { metadata: UNPINNED });
    await t.ok('PUT', `/v1/memories/${id}/`, { metadata: WHOLE });
    expect(await metadataOf(t, other)).toEqual(UNPINNED);
  }),
  check('4.3', 'what the new metadata lacks is gone', async (t) => {
    const id = await t.store('A note on Railway.', { metadata: WHOLE });
    await t.ok('PUT', `/v1/memories/${id}/`, { metadata: { type: 'insight' } });
    expect(await metadataOf(t, id)).toEqual({ type: 'insight' });
    const bySession = { AND: [t.mine, { metadata: { session_id: WHOLE.session_id } }] };
    await t.eventually(async () => expect(await t.list(bySession)).toEqual([]));
  }),
  check('4.3', 'an update without metadata leaves it as it is', async (t) => {
    const id = await t.store('A note on Railway.', { metadata: WHOLE });
    await t.ok('PUT', `/v1/memories/${id}/`, { text: 'Another note on Railway.' });
    expect(await metadataOf(t, id)).toEqual(WHOLE);
  }),
];
