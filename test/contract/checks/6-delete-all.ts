/** §6 of the platform contract: DELETE /v1/memories/, which forgets whom its query names. */
import { expect } from 'vitest';
import { done, ownEntities, settled } from '../acts.ts';
import { type Check, check, checkWith } from '../check.ts';
import type { Trial } from '../trial.ts';

const PATH = '/v1/memories/';

/** Deletes all that the query names, one parameter after the other, and waits until it is done. */
const deleteAll = async (t: Trial, ...query: readonly (readonly [name: string, value: string])[]) =>
  settled(t, await done(t, 'DELETE', PATH, undefined, query));

/** A memory of each kind: of this trial's user and another, with an app and without, of an agent and a run. */
async function ofEach(t: Trial): Promise<void> {
  const [other, alone] = [{ user_id: `${t.user}.org` }, { user_id: undefined }];
  await t.store('of the user');
  await t.store('of the user in the app', { app_id: t.app });
  await t.store('of another user', other);
  await t.store('of another user in the app', { ...other, app_id: t.app });
  await t.store('of an agent', { ...alone, agent_id: `${t.app}-agent` });
  await t.store('of a run', { ...alone, run_id: `${t.app}-run` });
  await t.store('of the app', { ...alone, app_id: t.app });
}

/** What of them is left, sorted. */
async function left(t: Trial): Promise<readonly string[]> {
  const owners = [t.mine, { user_id: `${t.user}.org` }, { agent_id: `${t.app}-agent` }, { run_id: `${t.app}-run` }];
  const found = await t.texts({ OR: [...owners, { app_id: t.app }] });
  return [...new Set(found)].sort();
}

export const DELETE_ALL: readonly Check[] = [
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
  check(
    '6.24',
    'the first that has a name of user, agent, app and run, in whatever order they stand (ours)',
    async (t) => {
      const all = [
        ['run_id', `${t.app}-run`],
        ['app_id', t.app],
        ['agent_id', `${t.app}-agent`],
        ['user_id', t.user],
      ] as const;
      await ofEach(t);
      await deleteAll(t, ...all);
      expect(await left(t)).toEqual([
        'of a run',
        'of an agent',
        'of another user',
        'of another user in the app',
        'of the app',
      ]);
      await deleteAll(t, ...all.slice(0, 3));
      expect(await left(t)).toEqual(['of a run', 'of another user', 'of another user in the app', 'of the app']);
      await deleteAll(t, ...all.slice(0, 2));
      expect(await left(t)).toEqual(['of a run', 'of another user']);
    },
  ),
  // Where somebody else has memories, nothing may ever ask for all of them.
  checkWith(['clock'], '6.24', 'a * beside a name is ignored (ours)', async (t) => {
    await ofEach(t);
    await deleteAll(t, ['user_id', '*'], ['agent_id', '*'], ['run_id', `${t.app}-run`]);
    expect(await left(t)).toEqual([
      'of an agent',
      'of another user',
      'of another user in the app',
      'of the app',
      'of the user',
      'of the user in the app',
    ]);
    await deleteAll(t, ['user_id', '*'], ['app_id', t.app]);
    expect(await left(t)).toEqual(['of an agent', 'of another user', 'of the user']);
  }),

  checkWith(['clock'], '6.40', 'all users, and nothing that is of no user', async (t) => {
    await ofEach(t);
    await deleteAll(t, ['user_id', '*']);
    expect(await left(t)).toEqual(['of a run', 'of an agent', 'of the app']);
    const entities = await ownEntities(t);
    expect(entities.filter((one) => one.startsWith('user/') && !one.includes('_deleted_'))).toEqual([]);
    expect(entities).toEqual(expect.arrayContaining([`agent/${t.app}-agent`, `app/${t.app}`, `run/${t.app}-run`]));
  }),
  checkWith(['clock'], '6.40', 'all apps, with what is in them, and nothing beside them', async (t) => {
    await ofEach(t);
    await t.store('in another app', { app_id: `${t.app}-too` });
    await deleteAll(t, ['app_id', '*']);
    expect(await left(t)).toEqual(['of a run', 'of an agent', 'of another user', 'of the user']);
  }),
  checkWith(['clock'], '6.40', 'each of the four as * means the whole project (ours)', async (t) => {
    await ofEach(t);
    await deleteAll(t, ['user_id', '*'], ['agent_id', '*'], ['app_id', '*'], ['run_id', '*']);
    expect(await left(t)).toEqual([]);
  }),
  checkWith(['clock', 'second-project'], '6.40', 'of one project, not of another', async (t) => {
    const there = t.host.secondProject ?? {};
    await t.store('here');
    await t.store('there', there);
    await deleteAll(t, ['user_id', '*']);
    expect(await t.texts(t.mine)).toEqual([]);
    expect(await t.texts(t.mine, there)).toEqual(['there']);
  }),
  checkWith(['clock', 'later'], '6.40', 'what waits for extraction goes too (ours)', async (t) => {
    const waiting = await t.add('We use tabs for indentation.');
    await deleteAll(t, ['user_id', '*']);
    expect(await t.ended(String(waiting['event_id']))).toMatchObject({ status: 'SUCCEEDED', results: [] });
    expect(await t.texts(t.mine)).toEqual([]);
  }),
];
