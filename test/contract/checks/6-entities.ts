/** §6 of the platform contract: whom memories belong to, in a list, and forgetting one of them. */
import { expect } from 'vitest';
import { done, isObject, ownEntities, settled } from '../acts.ts';
import { isTaken, rowsOf } from '../answer.ts';
import { type Check, check } from '../check.ts';
import { EXTRACTED_MS } from '../host.ts';
import type { Trial } from '../trial.ts';

const entityPath = (type: string, name: string): string => `/v2/entities/${type}/${encodeURIComponent(name)}/`;
const forget = async (t: Trial, type: string, name: string) =>
  settled(t, await done(t, 'DELETE', entityPath(type, name)));

export const ENTITIES: readonly Check[] = [
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
        const rows = await t.ownEntities();
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
    // Elsewhere others come meanwhile, and pages move on.
    await t.eventually(async () => {
      const [first, next] = [await pageOf('1'), await pageOf('2')];
      const names = [first, next].map((page) => rowsOf(page).map((row) => `${row['type']}/${row['name']}`));
      expect(names).toEqual([[expect.any(String)], [expect.any(String)]]);
      expect(first).toMatchObject({ next: expect.any(String), previous: null });
      expect(next).toMatchObject({ previous: expect.any(String) });
      expect(names[0]).not.toEqual(names[1]);
    });
  }),
  check('6.34', 'the newest is first (ours)', async (t) => {
    const names = ['c', 'a', 'd', 'b'].map((letter) => `${t.user}.${letter}`);
    for (const user_id of names) {
      await t.store('a', { user_id });
      t.host.advance?.(1_000);
    }
    const listed = async () => (await t.ownEntities()).map((row) => String(row['name']));
    expect(await listed()).toEqual([...names].reverse());
    // A further memory makes none of them newer.
    await t.store('b', { user_id: names[1] });
    expect(await listed()).toEqual([...names].reverse());
  }),

  check('6.35', 'a user: its memories are gone and it is no longer listed; other users stay', async (t) => {
    const other = `${t.user}.org`;
    const id = await t.store('a', { app_id: t.app });
    await t.store('b', { user_id: other, app_id: t.app });
    await forget(t, 'user', t.user);
    await t.eventually(async () => {
      expect(await t.texts(t.mine)).toEqual([]);
      await t.refused(404, 'GET', `/v1/memories/${id}/`);
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
    const answer = await t.call('DELETE', entityPath('user', t.app));
    if (isTaken(answer)) await settled(t, isObject(answer.json) ? answer.json : {});
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
