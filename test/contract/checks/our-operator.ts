/** The rules of the platform contract that speak of what our operator does to memories: listing, changing, deleting, remembering. */
import { expect } from 'vitest';
import { CAPTURED_TYPES, type CapturedType } from '../../../src/contract/memory.ts';
import type { JsonObject, WireRequest } from '../../../src/contract/wire.ts';
import { handWrite } from '../../../src/core/capture/by-hand.ts';
import { withAliases } from '../../../src/core/identity/aliases.ts';
import type { Scope } from '../../../src/core/identity/scope.ts';
import { NO_SECRETS } from '../../../src/core/redaction/secret-values.ts';
import { OperatorClient } from '../../../src/mem0/operator-client.ts';
import { dayOf, second, UNKNOWN_ID } from '../acts.ts';
import { type Check, check, checkWith } from '../check.ts';
import { DAY_MS } from '../host.ts';
import type { Trial } from '../trial.ts';

/** Our operator over this trial's host, bound to its user and app. */
export function operatorOf(
  t: Trial,
  more: Partial<Scope> = {},
): { readonly operator: OperatorClient; readonly requests: readonly WireRequest[] } {
  const { send, requests } = t.recorder();
  const pause = () => new Promise((resolve) => setTimeout(resolve, t.host.pollMs));
  const scope = { userId: t.user, appId: t.app, ...more };
  return { operator: new OperatorClient({ send, scope, within: () => t.within, pause }), requests };
}

function byHand(type: CapturedType, text: string, more: JsonObject = {}) {
  const made = handWrite({ type, text, secrets: NO_SECRETS, captureId: `by-hand-${text}`, ...more });
  return 'refused' in made ? expect.fail(made.refused) : made.write;
}

/** A decision and the one that it superseded, oldest first. */
async function succession(t: Trial): Promise<readonly string[]> {
  const metadata = { type: 'decision' };
  const ids: string[] = [];
  for (const text of ['We deploy to Fly.io.', "Let's move off Fly.io to Railway."]) {
    await t.learn(text, { app_id: t.app, metadata });
    ids.push(
      await t.eventually(async () => {
        const [row, ...others] = (await t.list({ app_id: t.app }, { latest_only: true })).filter(
          ({ id }) => !ids.includes(id),
        );
        expect(others).toEqual([]);
        return row?.id ?? expect.fail('it has not landed');
      }),
    );
  }
  return ids;
}

const textsOf = (rows: readonly { readonly memory: string }[]) => rows.map(({ memory }) => memory).sort();

const LISTING: readonly Check[] = [
  check('2.9', 'the user’s own, the project’s, or both, and nobody else’s', async (t) => {
    await t.store('mine');
    await t.store('the project’s', { app_id: t.app, metadata: { type: 'decision', pinned: true } });
    await t.store('another project’s', { app_id: `${t.app}-other` });
    await t.store('somebody else’s', { user_id: `${t.user}.other`, app_id: t.app });
    const { operator } = operatorOf(t);
    const listed = async (listing: Parameters<OperatorClient['all']>[0]) => textsOf((await operator.all(listing)).rows);
    expect(await listed({})).toEqual(['mine', 'the project’s']);
    expect(await listed({ kind: 'user' })).toEqual(['mine']);
    expect(await listed({ kind: 'project' })).toEqual(['the project’s']);
    expect(await listed({ type: 'decision' })).toEqual(['the project’s']);
    expect(await listed({ type: 'runbook' })).toEqual([]);
    expect(await listed({ pinned: true })).toEqual(['the project’s']);
  }),
  check('2.9', 'those of former ids only when asked for, each where it belongs', async (t) => {
    const former = { user: `${t.user}.former`, app: `${t.app}-former` };
    await t.store('today');
    await t.store('formerly mine', { user_id: former.user });
    await t.store('formerly the project’s', { user_id: former.user, app_id: former.app });
    const scope = withAliases(
      { userId: t.user, appId: t.app },
      { userIds: [former.user], appIds: { [t.app]: [former.app] } },
    );
    const { operator } = operatorOf(t, scope);
    expect(textsOf((await operator.all()).rows)).toEqual(['today']);
    const all = await operator.all({ aliases: true });
    expect(textsOf(all.rows)).toEqual(['formerly mine', 'formerly the project’s', 'today']);
    expect(textsOf(all.rows.filter((row) => operator.isUnderAlias(row)))).toHaveLength(2);
    expect(textsOf((await operator.all({ aliases: true, kind: 'user' })).rows)).toEqual(['formerly mine', 'today']);
  }),
  checkWith(
    ['clock'],
    '2.9',
    'over several pages, each row once, and says that this was all or where it ended',
    async (t) => {
      const messages = Array.from({ length: 401 }, (_, at) => ({ role: 'user', content: `note ${at}` }));
      await t.add('', { infer: false, messages });
      const { operator, requests } = operatorOf(t);
      const all = await operator.all();
      expect(new Set(all.rows.map(({ id }) => id)).size).toBe(401);
      expect(all).toMatchObject({ end: 'all', unreadable: 0 });
      expect(requests).toHaveLength(3);
      expect(await operator.all({ most: 150 })).toMatchObject({ end: 'bound', rows: { length: 150 } });
    },
  ),
  check('2.9', 'expired and superseded ones only when asked for', async (t) => {
    const ids = await succession(t);
    const expired = await t.store('over', { app_id: t.app, expiration_date: dayOf(t.host.now() - 3 * DAY_MS) });
    const { operator } = operatorOf(t);
    const idsOf = async (listing: Parameters<OperatorClient['all']>[0]) =>
      (await operator.all(listing)).rows.map(({ id }) => id).sort();
    expect(await idsOf({})).toEqual([ids[1]]);
    expect(await idsOf({ latestOnly: false })).toEqual([...ids].sort());
    expect(await idsOf({ latestOnly: false, showExpired: true })).toEqual([...ids, expired].sort());
  }),
  check('2.9', 'and so does its search', async (t) => {
    await t.store('We deploy to Railway.', { app_id: t.app, metadata: { type: 'decision' } });
    await t.store('We deploy to Fly.io.', { app_id: `${t.app}-other`, metadata: { type: 'decision' } });
    const { operator } = operatorOf(t);
    const found = () => operator.search('where do we deploy', { topK: 5, type: 'decision' });
    await t.eventually(async () => expect(textsOf(await found())).toEqual(['We deploy to Railway.']));
    expect(await operator.search('where do we deploy', { kind: 'user' })).toEqual([]);
  }),
];

const CHANGES: readonly Check[] = [
  check('4.5', 'what it does not name stays, and the pin is set and taken back', async (t) => {
    const metadata = { type: 'decision', session_id: 's', nested: { a: [1] }, none: null };
    const id = await t.store('a', { app_id: t.app, metadata });
    const { operator } = operatorOf(t);
    expect(await operator.update(id, { metadata: { pinned: true } })).toMatchObject({
      differs: [],
      row: { metadata: { ...metadata, pinned: true }, memory: 'a' },
    });
    expect(await operator.update(id, { metadata: { pinned: false } })).toMatchObject({ differs: [] });
    const { row } = await operator.update(id, { metadata: { pinned: null } });
    expect(row.metadata).toEqual(metadata);
  }),
  check('4.5', 'text and expiration are changed with it or without it', async (t) => {
    const id = await t.store('a', { app_id: t.app, metadata: { type: 'decision' } });
    const { operator } = operatorOf(t);
    const expirationDate = dayOf(t.host.now() - 3 * DAY_MS);
    const change = { text: 'b', metadata: { pinned: true }, expirationDate };
    const changed = await operator.update(id, change);
    expect(changed).toMatchObject({ differs: [], row: { memory: 'b', metadata: { type: 'decision', pinned: true } } });
    expect((await operator.all()).rows).toEqual([]);
    expect(await operator.update(id, { expirationDate: null })).toMatchObject({ differs: [] });
    expect(textsOf((await operator.all()).rows)).toEqual(['b']);
  }),
  check('6.46', 'with the change of its text', async (t) => {
    const id = await t.store('a', { app_id: t.app });
    const { operator } = operatorOf(t);
    await operator.update(id, { text: 'b' });
    const { row, history } = await operator.show(id);
    expect(row.memory).toBe('b');
    expect(history.map(({ event }) => event)).toContain('UPDATE');
    expect(history).toContainEqual(expect.objectContaining({ old_memory: 'a', new_memory: 'b' }));
    await expect(operator.show(UNKNOWN_ID)).rejects.toMatchObject({ status: 404 });
  }),
  check('6.45', 'each value, a reason, and null', async (t) => {
    const id = await t.store('a', { app_id: t.app });
    const { operator, requests } = operatorOf(t);
    for (const value of ['POSITIVE', 'NEGATIVE', 'VERY_NEGATIVE', null] as const) {
      await operator.feedback(id, value, value === null ? undefined : 'because');
    }
    expect(requests.map(({ body }) => body?.['feedback'])).toEqual(['POSITIVE', 'NEGATIVE', 'VERY_NEGATIVE', null]);
    await expect(operator.feedback(UNKNOWN_ID, 'POSITIVE')).rejects.toMatchObject({ status: 404 });
  }),
  ...CAPTURED_TYPES.map((type) =>
    check('3.24', `a memory of type ${type}`, async (t) => {
      const { operator, requests } = operatorOf(t);
      const expires = dayOf(t.host.now() + 30 * DAY_MS);
      const { row, differs } = await operator.remember(byHand(type, `A ${type} by hand.`, { pinned: true, expires }));
      expect(differs).toEqual([]);
      expect(row).toMatchObject({ memory: `A ${type} by hand.`, user_id: t.user, expiration_date: expires });
      expect(row.app_id ?? null).toBe(type === 'preference' ? null : t.app);
      expect(requests[0]?.body).toMatchObject({ infer: false, messages: [{ role: 'user' }] });
      const kind = type === 'preference' ? 'user' : 'project';
      expect(textsOf((await operator.all({ kind, type, pinned: true })).rows)).toEqual([`A ${type} by hand.`]);
    }),
  ),
];

const REMOVAL: readonly Check[] = [
  check('6.43', 'those that are named and no others; what is gone is known from reads', async (t) => {
    const gone = [await t.store('a'), await t.store('b', { app_id: t.app })];
    const elsewhere = await t.store('c', { app_id: `${t.app}-other` });
    await t.store('d');
    const { operator, requests } = operatorOf(t);
    const removal = await operator.remove([...gone, elsewhere, UNKNOWN_ID]);
    expect(removal).toEqual({ gone: [...gone, elsewhere, UNKNOWN_ID], left: [], unknown: [] });
    expect(await t.texts(t.mine)).toEqual(['d']);
    expect(requests.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual(['/v1/batch/']);
  }),
  checkWith(['clock'], '6.43', 'more than a thousand in batches', async (t) => {
    const messages = Array.from({ length: 1101 }, (_, at) => ({ role: 'user', content: `note ${at}` }));
    await t.add('', { infer: false, messages });
    const { operator, requests } = operatorOf(t);
    const [kept, ...others] = (await operator.all()).rows.map(({ id }) => id);
    expect((await operator.remove(others)).gone).toHaveLength(1100);
    expect((await operator.all()).rows.map(({ id }) => id)).toEqual([kept]);
    const named = requests.flatMap(({ method, body }) => (method === 'DELETE' ? [body?.['memories']] : []));
    const sizes = named.map((list) => (Array.isArray(list) ? list.length : list));
    expect(sizes).toEqual([1000, 100]);
  }),
  check('6.43', 'what is no id of a memory is refused before anything is sent', async (t) => {
    const id = await t.store('a');
    const { operator, requests } = operatorOf(t);
    await expect(operator.remove([id, '../memories'])).rejects.toMatchObject({ reason: 'refused', sent: false });
    expect(requests).toEqual([]);
  }),
  check('5.20', 'so that nothing comes back', async (t) => {
    const [older = '', newer = ''] = await succession(t);
    const { operator } = operatorOf(t);
    const removal = await operator.removeWithChain([newer]);
    expect(removal).toMatchObject({ gone: [older, newer], left: [], complete: true, superseded: [{ id: older }] });
    expect((await operator.all({ latestOnly: false, showExpired: true })).rows).toEqual([]);
  }),
  check('5.20', 'and without the chain the predecessor is left and back', async (t) => {
    const [older = '', newer = ''] = await succession(t);
    const { operator } = operatorOf(t);
    expect((await operator.superseded([await operator.byId(newer)])).rows.map(({ id }) => id)).toEqual([older]);
    expect(await operator.remove([newer])).toMatchObject({ gone: [newer], left: [] });
    expect((await operator.all()).rows.map(({ id }) => id)).toEqual([older]);
  }),
];

const OVERRIDE: readonly Check[] = [
  checkWith(['second-project'], '1.15', 'every operation works there, and none here', async (t) => {
    const there = second(t);
    const override = { orgId: there.org_id, projectId: there.project_id };
    const { operator, requests } = operatorOf(t, { override });
    await t.store('here', { app_id: t.app });
    const { row } = await operator.remember(byHand('decision', 'We deploy to Railway.'));
    await operator.update(row.id, { metadata: { pinned: true }, text: 'We deploy to Fly.io.' });
    await operator.feedback(row.id, 'POSITIVE');
    expect((await operator.show(row.id)).row.memory).toBe('We deploy to Fly.io.');
    expect(textsOf((await operator.all()).rows)).toEqual(['We deploy to Fly.io.']);
    await operator.search('deploy');
    expect(await operator.removeWithChain([row.id])).toMatchObject({ gone: [row.id], left: [] });
    for (const { body, query } of requests) {
      expect(body).toMatchObject(there);
      expect(JSON.stringify(query ?? [])).not.toMatch(/org_id|project_id/);
    }
    expect(await t.texts(t.mine)).toEqual(['here']);
    await operator.settings();
    const path = `/api/v1/orgs/organizations/${there.org_id}/projects/${there.project_id}/`;
    expect(requests.at(-1)).toMatchObject({ method: 'GET', path });
  }),
];

export const OUR_OPERATOR: readonly Check[] = [...LISTING, ...CHANGES, ...REMOVAL, ...OVERRIDE];
