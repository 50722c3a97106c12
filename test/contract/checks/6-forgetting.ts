/** §6 of the platform contract: deleting and changing several memories, and entities. */
import { expect } from 'vitest';
import type { JsonObject } from '../../../src/contract/wire.ts';
import { done, ids, ownEntities, ownEntityRows, settled } from '../acts.ts';
import { type Check, check, checkWith } from '../check.ts';
import { EXTRACTED_MS, rowsOf, type Trial } from '../trial.ts';

const PATH = '/v1/memories/';
const named = (...all: readonly string[]): JsonObject => ({ memories: all.map((memory_id) => ({ memory_id })) });
const entityPath = (type: string, name: string): string => `/v2/entities/${type}/${encodeURIComponent(name)}/`;
const forget = async (t: Trial, type: string, name: string) =>
  settled(t, await done(t, 'DELETE', entityPath(type, name)));

export const FORGETTING: readonly Check[] = [
  check('6.22', 'entity ids in a body: 400, and nothing is deleted', async (t) => {
    await t.store('a', { app_id: t.app });
    for (const body of [t.mine, { app_id: t.app }, { filters: t.mine }, { user_id: t.user, app_id: t.app }]) {
      const answer = await t.refused(400, 'DELETE', PATH, body);
      expect(answer.text).toMatch(/at least one filter/i);
    }
    expect(await t.texts(t.mine)).toEqual(['a']);
  }),
  check('6.22', 'neither body nor query: 400, and nothing is deleted', async (t) => {
    await t.store('a');
    const answer = await t.refused(400, 'DELETE', PATH);
    expect(answer.text).toMatch(/at least one filter/i);
    expect(await t.texts(t.mine)).toEqual(['a']);
  }),
  check('6.23', 'by user: everything of the user is gone once the event has ended, nothing of others', async (t) => {
    const other = `${t.user}.org`;
    await t.store('a');
    await t.store('b', { app_id: t.app });
    await t.store('c', { user_id: other, app_id: t.app });
    const answer = await done(t, 'DELETE', PATH, undefined, [['user_id', t.user]]);
    expect(answer).toMatchObject({ message: expect.any(String), event_id: expect.any(String) });
    expect(await t.ended(String(answer['event_id']))).toMatchObject({ status: 'SUCCEEDED' });
    await t.eventually(async () => expect(await t.texts(t.mine)).toEqual([]));
    expect(await t.texts({ user_id: other })).toEqual(['c']);
  }),
  check('6.23', 'by app: everything in the app is gone, whoever wrote it, nothing beside it', async (t) => {
    await t.store('a');
    await t.store('b', { app_id: t.app });
    await t.store('c', { user_id: `${t.user}.org`, app_id: t.app });
    await t.store('d', { app_id: `${t.app}-too` });
    const answer = await done(t, 'DELETE', PATH, undefined, [['app_id', t.app]]);
    expect(answer).toMatchObject({ message: expect.any(String), event_id: expect.any(String) });
    await settled(t, answer);
    await t.eventually(async () => expect(await t.texts({ app_id: t.app })).toEqual([]));
    expect(await t.texts(t.mine)).toEqual(['a', 'd']);
  }),
  check('6.24', 'user_id and app_id: the memories of one of them go, never only those of both', async (t) => {
    const other = `${t.user}.org`;
    await t.store('of the user');
    await t.store('of both', { app_id: t.app });
    await t.store('of the app', { user_id: other, app_id: t.app });
    const query = [
      ['user_id', t.user],
      ['app_id', t.app],
    ] as const;
    await settled(t, await done(t, 'DELETE', PATH, undefined, query));
    await t.eventually(async () => {
      const left = [...(await t.texts(t.mine)), ...(await t.texts({ user_id: other }))];
      expect([['of the user'], ['of the app']]).toContainEqual(left);
    });
  }),

  check('6.25', 'those that it names and no others', async (t) => {
    const first = await t.store('a');
    const second = await t.store('b', { app_id: t.app });
    await t.store('c');
    await done(t, 'DELETE', '/v1/batch/', named(first, second));
    await t.eventually(async () => expect(await t.texts(t.mine)).toEqual(['c']));
    await t.eventually(async () => {
      for (const id of [first, second]) await t.refused(404, 'GET', `/v1/memories/${id}/`);
    });
  }),
  check('6.25', 'one memory is a batch too', async (t) => {
    const id = await t.store('a');
    await done(t, 'DELETE', '/v1/batch/', named(id));
    await t.eventually(async () => expect(await t.texts(t.mine)).toEqual([]));
  }),
  check('6.25', 'more than 1000 are a 400, and none is deleted', async (t) => {
    const id = await t.store('a');
    const many = Array.from({ length: 1000 }, (_, at) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`);
    await t.refused(400, 'DELETE', '/v1/batch/', named(id, ...many));
    expect(await t.texts(t.mine)).toEqual(['a']);
  }),
  // A thousand memories are made only where they cost nothing: a host with a clock is ours.
  checkWith(['clock'], '6.25', 'exactly 1000 are taken', async (t) => {
    const messages = Array.from({ length: 1001 }, (_, at) => ({ role: 'user', content: `note ${at}` }));
    const [kept = '', ...rest] = ids(rowsOf(await t.add('', { infer: false, messages })));
    await done(t, 'DELETE', '/v1/batch/', named(...rest));
    await t.eventually(async () => expect(ids(await t.list(t.mine))).toEqual([kept]));
  }),
  checkWith(
    ['second-project'],
    '6.25',
    'a memory of another project is not deleted without the override',
    async (t) => {
      const there = t.host.secondProject ?? {};
      const id = await t.store('a', there);
      await t.call('DELETE', '/v1/batch/', named(id));
      expect(await t.texts(t.mine, there)).toEqual(['a']);
      await done(t, 'DELETE', '/v1/batch/', { ...named(id), ...there });
      await t.eventually(async () => expect(await t.texts(t.mine, there)).toEqual([]));
    },
  ),
  check('6.26', 'those that it names and no others; their metadata stays', async (t) => {
    const metadata = { type: 'insight' };
    const memories = [
      { memory_id: await t.store('a', { metadata }), text: 'the first anew' },
      { memory_id: await t.store('b', { metadata }), text: 'the second anew' },
    ];
    await t.store('c', { metadata });
    await done(t, 'PUT', '/v1/batch/', { memories });
    await t.eventually(async () => {
      expect(await t.texts({ AND: [t.mine, { metadata }] })).toEqual(['c', 'the first anew', 'the second anew']);
    });
    for (const { memory_id, text } of memories) {
      expect(await t.ok('GET', `${PATH}${memory_id}/`)).toMatchObject({ memory: text, metadata });
    }
  }),

  check(
    '6.34',
    'a page is {count, next, previous, results}; a row says name, type and how many memories',
    async (t) => {
      await t.store('a', { app_id: t.app });
      await t.store('b');
      const page = await t.ok('GET', '/v1/entities/');
      expect(page).toMatchObject({ count: expect.any(Number), previous: null, results: expect.any(Array) });
      expect(page).toHaveProperty('next');
      await t.eventually(async () => {
        const rows = await ownEntityRows(t);
        expect(rows).toHaveLength(2);
        expect(rows).toContainEqual(expect.objectContaining({ type: 'user', name: t.user, total_memories: 2 }));
        expect(rows).toContainEqual(expect.objectContaining({ type: 'app', name: t.app, total_memories: 1 }));
      });
    },
  ),
  check('6.34', 'users, agents, apps and runs', async (t) => {
    const alone = { user_id: undefined };
    await t.store('a', { app_id: t.app });
    await t.store('b', { ...alone, agent_id: `${t.app}-agent` });
    await t.store('c', { ...alone, run_id: `${t.app}-run` });
    await t.eventually(async () => {
      expect(await ownEntities(t)).toEqual([
        `agent/${t.app}-agent`,
        `app/${t.app}`,
        `run/${t.app}-run`,
        `user/${t.user}`,
      ]);
    });
  }),
  check('6.34', 'page and page_size: each page has other rows', async (t) => {
    await t.store('a', { app_id: t.app });
    const pageOf = async (page: string) => {
      const query = Object.entries({ page, page_size: '1' });
      return t.ok('GET', '/v1/entities/', undefined, query);
    };
    await t.eventually(async () => expect(await ownEntities(t)).toHaveLength(2));
    const [first, second] = [await pageOf('1'), await pageOf('2')];
    expect(rowsOf(first)).toHaveLength(1);
    expect(rowsOf(second)).toHaveLength(1);
    expect(first).toMatchObject({ next: expect.any(String), previous: null });
    expect(second).toMatchObject({ previous: expect.any(String) });
    expect(rowsOf(second)).not.toEqual(rowsOf(first));
  }),

  check('6.35', 'a user: its memories are gone and it is no longer listed; other users stay', async (t) => {
    const other = `${t.user}.org`;
    const id = await t.store('a', { app_id: t.app });
    await t.store('b', { user_id: other, app_id: t.app });
    await forget(t, 'user', t.user);
    await t.eventually(async () => {
      expect(await t.texts(t.mine)).toEqual([]);
      await t.refused(404, 'GET', `${PATH}${id}/`);
      expect(await ownEntities(t)).not.toContain(`user/${t.user}`);
    });
    expect(await t.texts({ user_id: other })).toEqual(['b']);
    expect(await ownEntities(t)).toContain(`user/${other}`);
  }),
  check('6.35', 'an app: the user keeps what is not in it', async (t) => {
    await t.store('a');
    await t.store('b', { app_id: t.app });
    await t.store('c', { app_id: `${t.app}-too` });
    await forget(t, 'app', t.app);
    await t.eventually(async () => {
      expect(await t.texts(t.mine)).toEqual(['a', 'c']);
      expect(await ownEntities(t)).not.toContain(`app/${t.app}`);
    });
    expect(await ownEntities(t)).toContain(`app/${t.app}-too`);
  }),
  check('6.35', 'a type names its own entities: an app is not forgotten as a user', async (t) => {
    await t.store('a', { app_id: t.app });
    await t.call('DELETE', entityPath('user', t.app));
    t.host.advance?.(EXTRACTED_MS);
    expect(await t.texts({ AND: [t.mine, { app_id: t.app }] })).toEqual(['a']);
  }),
  check('6.35', 'a name with any signs, encoded in the path', async (t) => {
    const name = `${t.user} a/b ü %2F?&#`;
    await t.store('a', { user_id: name });
    await t.store('b');
    await forget(t, 'user', name);
    await t.eventually(async () => expect(await t.texts({ user_id: name })).toEqual([]));
    expect(await t.texts(t.mine)).toEqual(['b']);
  }),
];
