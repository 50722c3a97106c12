/** §2 of the platform contract: whose a memory is, and which reads find it. */
import { expect } from 'vitest';
import type { JsonObject } from '../../../src/contract/wire.ts';
import { idsOf } from '../answer.ts';
import { type Check, check, checkWith } from '../check.ts';
import type { Trial } from '../trial.ts';

const userScope = (t: Trial): JsonObject => ({ AND: [t.mine, { NOT: [{ app_id: '*' }] }] });
const projectScope = (t: Trial): JsonObject => ({ AND: [t.mine, { app_id: t.app }] });

/** Expects that get_all and search find these memories, and no others. */
async function bothFind(t: Trial, filters: JsonObject, ids: readonly string[]): Promise<void> {
  const expected = [...ids].sort();
  await t.eventually(async () => expect(idsOf(await t.list(filters))).toEqual(expected));
  const found = () => t.search('note', filters, { threshold: 0 });
  await t.eventually(async () => expect(idsOf(await found())).toEqual(expected));
}

const USER_AND_PROJECT: readonly Check[] = [
  check('2.1', 'the read of the user finds what was written without app_id, and nothing of a project', async (t) => {
    const id = await t.store('A note of the user.');
    await t.store('A note of the project.', { app_id: t.app });
    await bothFind(t, userScope(t), [id]);
  }),
  check('2.1', 'what was written without app_id has none', async (t) => {
    const id = await t.store('A note of the user.');
    expect(await t.list(t.mine)).toEqual([expect.objectContaining({ id, user_id: t.user, app_id: null })]);
  }),
  check('2.1', 'the read of the user finds nothing of another user', async (t) => {
    await t.store('A note of another user.', { user_id: `other-${t.user}` });
    await bothFind(t, userScope(t), []);
  }),
  check('2.1', 'facts are in the scope of their add: a user', async (t) => {
    await t.learn('I prefer pnpm over npm.', { metadata: { type: 'preference' } });
    await t.eventually(async () => expect(await t.list(userScope(t))).not.toEqual([]));
    expect(await t.list(projectScope(t))).toEqual([]);
  }),
  check('2.2', 'the read of a project finds what was written with both ids, and nothing else', async (t) => {
    const id = await t.store('A note of the project.', { app_id: t.app });
    await t.store('A note of the user.');
    await t.store('A note of another project.', { app_id: `${t.app}-other` });
    await t.store('A note of another user.', { app_id: t.app, user_id: `other-${t.user}` });
    await bothFind(t, projectScope(t), [id]);
  }),
  check('2.2', 'what was written with both ids has both', async (t) => {
    const id = await t.store('A note of the project.', { app_id: t.app });
    expect(await t.list(projectScope(t))).toEqual([expect.objectContaining({ id, user_id: t.user, app_id: t.app })]);
  }),
  check('2.2', 'facts are in the scope of their add: a project', async (t) => {
    await t.learn('We deploy to Railway.', { app_id: t.app, metadata: { type: 'decision' } });
    await t.eventually(async () => expect(await t.list(projectScope(t))).not.toEqual([]));
    expect(await t.list(userScope(t))).toEqual([]);
  }),
  check('2.3', 'metadata.session_id finds the memories of one session', async (t) => {
    const mine = { metadata: { type: 'session_state', session_id: 'session-1' } };
    const id = await t.store('A note of this session.', { app_id: t.app, ...mine });
    const other = { metadata: { type: 'session_state', session_id: 'session-12' } };
    await t.store('A note of another session.', { app_id: t.app, ...other });
    await t.store('A note of no session.', { app_id: t.app });
    const filters = { AND: [t.mine, { app_id: t.app }, { metadata: { session_id: 'session-1' } }] };
    await bothFind(t, filters, [id]);
  }),
  check('2.3', 'a session that nobody wrote in has nothing', async (t) => {
    await t.store('A note of a session.', { metadata: { session_id: 'session-1' } });
    await bothFind(t, { AND: [t.mine, { metadata: { session_id: 'session-2' } }] }, []);
  }),
  check('2.4', 'user_id alone finds what is of the user and of every project', async (t) => {
    const ids = [
      await t.store('A note of the user.'),
      await t.store('A note of the project.', { app_id: t.app }),
      await t.store('A note of another project.', { app_id: `${t.app}-other` }),
    ];
    await bothFind(t, t.mine, ids);
  }),
];

const CROSSED = [
  ['user_id', 'agent_id'],
  ['user_id', 'run_id'],
  ['agent_id', 'run_id'],
] as const;

/** Only ids of these names: an add body's default user goes when it is not one of them. */
function owner(t: Trial, names: readonly string[]): { readonly [name: string]: string } {
  const all = { user_id: t.user, agent_id: `${t.app}-agent`, run_id: `${t.app}-run` };
  return Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)));
}

/** An add body with just these ids. */
function ownedBy(t: Trial, names: readonly string[]): JsonObject {
  return { ...(names.includes('user_id') ? {} : { user_id: undefined }), ...owner(t, names) };
}

const each = (ids: { readonly [name: string]: string }) => Object.entries(ids).map(([name, id]) => ({ [name]: id }));

const PRIMARY: readonly Check[] = CROSSED.flatMap((names) => [
  check('2.5', `an AND of ${names.join(' and ')} matches nothing that was written with both`, async (t) => {
    await t.store('A note with two owners.', ownedBy(t, names));
    await bothFind(t, { AND: each(owner(t, names)) }, []);
  }),
  check('2.5', `what was written with ${names.join(' and ')} is found by one of them, not by both`, async (t) => {
    await t.store('A note with two owners.', ownedBy(t, names));
    const found = await Promise.all(each(owner(t, names)).map(async (filters) => idsOf(await t.list(filters))));
    const records = found.flat();
    expect(records).not.toEqual([]);
    expect(records).toHaveLength(new Set(records).size);
  }),
]);

const WHO: readonly Check[] = [
  check('2.5', 'an AND across a user, an agent and a run that each have a memory matches nothing', async (t) => {
    await t.store('A note of the user.');
    await t.store('A note of an agent.', ownedBy(t, ['agent_id']));
    await t.store('A note of a run.', ownedBy(t, ['run_id']));
    await bothFind(t, { AND: each(owner(t, ['user_id', 'agent_id', 'run_id'])) }, []);
  }),
  check('2.7', 'ping names a user, the same each time', async (t) => {
    const { user_email } = await t.ok('GET', '/v1/ping/');
    expect(user_email).toMatch(/^\S+@\S+$/);
    expect((await t.ok('GET', '/v1/ping/'))['user_email']).toBe(user_email);
  }),
  check('2.7', 'a read as that user finds nothing of another one in the same project', async (t) => {
    const { user_email } = await t.ok('GET', '/v1/ping/');
    const id = await t.store('A note of another user.', { app_id: t.app });
    await bothFind(t, { app_id: t.app }, [id]);
    await bothFind(t, { AND: [{ user_id: user_email }, { app_id: t.app }] }, []);
  }),
  // Elsewhere that user is a person, whose memories are not for us to write or to clean up.
  checkWith(['clock'], '2.7', 'a read as that user finds what was written as that user', async (t) => {
    const { user_email } = await t.ok('GET', '/v1/ping/');
    t.adopt(String(user_email));
    const id = await t.store('A note of the user of the key.', { user_id: user_email, app_id: t.app });
    await t.store('A note of another user.', { app_id: t.app });
    await bothFind(t, { AND: [{ user_id: user_email }, { app_id: t.app }] }, [id]);
    await bothFind(t, { AND: [{ user_id: user_email }, { NOT: [{ app_id: '*' }] }] }, []);
  }),
];

export const SCOPING: readonly Check[] = [...USER_AND_PROJECT, ...PRIMARY, ...WHO];
