/** §6 of the platform contract: deleting and changing several memories by their ids. */
import { expect } from 'vitest';
import type { JsonObject } from '../../../src/contract/wire.ts';
import { done, ids, second, UNKNOWN_ID } from '../acts.ts';
import { rowsOf } from '../answer.ts';
import { type Check, check, checkWith } from '../check.ts';

const PATH = '/v1/batch/';
const named = (...all: readonly string[]): JsonObject => ({ memories: all.map((memory_id) => ({ memory_id })) });

export const BATCHES: readonly Check[] = [
  check('6.25', 'those that it names and no others', async (t) => {
    const first = await t.store('a');
    const second = await t.store('b', { app_id: t.app });
    await t.store('c');
    await done(t, 'DELETE', PATH, named(first, second));
    await t.eventually(async () => expect(await t.texts(t.mine)).toEqual(['c']));
    await t.eventually(async () => {
      for (const id of [first, second]) await t.refused(404, 'GET', `/v1/memories/${id}/`);
    });
  }),
  check('6.25', 'one memory is a batch too', async (t) => {
    const id = await t.store('a');
    await done(t, 'DELETE', PATH, named(id));
    await t.eventually(async () => expect(await t.texts(t.mine)).toEqual([]));
  }),
  check('6.25', 'more than 1000 are a 400, and none is deleted', async (t) => {
    const id = await t.store('a');
    const many = Array.from({ length: 1000 }, (_, at) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`);
    await t.refused(400, 'DELETE', PATH, named(id, ...many));
    expect(await t.texts(t.mine)).toEqual(['a']);
  }),
  // A thousand memories are made only where they cost nothing: a host with a clock is ours.
  checkWith(['clock'], '6.25', 'exactly 1000 are taken', async (t) => {
    const messages = Array.from({ length: 1001 }, (_, at) => ({ role: 'user', content: `note ${at}` }));
    const [kept = '', ...rest] = ids(rowsOf(await t.add('', { infer: false, messages })));
    await done(t, 'DELETE', PATH, named(...rest));
    await t.eventually(async () => expect(ids(await t.list(t.mine))).toEqual([kept]));
  }),
  checkWith(
    ['second-project'],
    '6.25',
    'a memory of another project is not deleted without the override',
    async (t) => {
      const there = second(t);
      const id = await t.store('a', there);
      await t.call('DELETE', PATH, named(id));
      expect(await t.texts(t.mine, there)).toEqual(['a']);
      await done(t, 'DELETE', PATH, { ...named(id), ...there });
      await t.eventually(async () => expect(await t.texts(t.mine, there)).toEqual([]));
    },
  ),
  check('6.25', 'ids that nothing has are passed over (ours)', async (t) => {
    const [first, last] = [await t.store('a'), await t.store('b')];
    await t.store('c');
    await done(t, 'DELETE', PATH, named(first, UNKNOWN_ID, last));
    expect(await t.texts(t.mine)).toEqual(['c']);
    await done(t, 'DELETE', PATH, named(UNKNOWN_ID, first));
    expect(await t.texts(t.mine)).toEqual(['c']);
  }),
  check('6.25', 'none is deleted where one is refused (ours)', async (t) => {
    const id = await t.store('a');
    for (const bad of [{ memory_id: 'no-uuid' }, {}, { id }, 'no object']) {
      for (const memories of [
        [{ memory_id: id }, bad],
        [bad, { memory_id: id }],
      ]) {
        await t.refused(400, 'DELETE', PATH, { memories });
      }
    }
    expect(await t.texts(t.mine)).toEqual(['a']);
  }),
  check('6.26', 'those that it names and no others; their metadata stays', async (t) => {
    const metadata = { type: 'insight' };
    const memories = [
      { memory_id: await t.store('a', { metadata }), text: 'the first anew' },
      { memory_id: await t.store('b', { metadata }), text: 'the second anew' },
    ];
    await t.store('c', { metadata });
    await done(t, 'PUT', PATH, { memories });
    await t.eventually(async () => {
      expect(await t.texts({ AND: [t.mine, { metadata }] })).toEqual(['c', 'the first anew', 'the second anew']);
    });
    for (const { memory_id, text } of memories) {
      expect(await t.ok('GET', `/v1/memories/${memory_id}/`)).toMatchObject({ memory: text, metadata });
    }
  }),
  check('6.26', 'ids that nothing has are passed over (ours)', async (t) => {
    const [first, last] = [await t.store('a'), await t.store('b')];
    const texts = [first, UNKNOWN_ID, last].map((memory_id) => ({ memory_id, text: `anew: ${memory_id}` }));
    await done(t, 'PUT', PATH, { memories: texts });
    expect(await t.texts(t.mine)).toEqual([`anew: ${first}`, `anew: ${last}`].sort());
  }),
  check('6.26', 'none is changed where one is refused (ours)', async (t) => {
    const id = await t.store('a');
    const immutable = await t.store('b', { immutable: true });
    const other = await t.store('c');
    for (const bad of [
      { memory_id: other },
      { memory_id: other, text: ' ' },
      { memory_id: other, text: 7 },
      { memory_id: 'no-uuid', text: 'anew' },
      { memory_id: immutable, text: 'anew' },
    ]) {
      const good = { memory_id: id, text: 'anew' };
      for (const memories of [
        [good, bad],
        [bad, good],
      ]) {
        await t.refused(400, 'PUT', PATH, { memories });
      }
    }
    expect(await t.texts(t.mine)).toEqual(['a', 'b', 'c']);
  }),
];
