/** §1 of the platform contract, first half: scope is the key's job, and every read says latest_only. */
import { expect } from 'vitest';
import { done, landedIds, second } from '../acts.ts';
import { idsOf, type Row } from '../answer.ts';
import { type Check, check, checkWith } from '../check.ts';
import { EXTRACTED_MS } from '../host.ts';
import type { Trial } from '../trial.ts';

const FLY = 'We deploy to Fly.io.';
const RAILWAY = "Let's move off Fly.io to Railway.";
const UNRELATED = 'Every route has a test.';
const DECISION = { metadata: { type: 'decision' } };
const UNKNOWN_IDS = { org_id: 'no-such-organisation', project_id: 'no-such-project' };
const ONE_ID_ALONE = ['org_id', 'project_id'] as const;

/** Teaches a fact and what contradicts it; gives the ids of the older. */
async function contradicted(t: Trial): Promise<readonly string[]> {
  await t.learn(FLY, DECISION);
  const older = await landedIds(t);
  await t.learn(RAILWAY, DECISION);
  return older;
}

/** Whether these rows tell the older fact, and whether they tell anything else. */
function told(rows: readonly Row[], older: readonly string[]) {
  const here = idsOf(rows);
  return { old: older.filter((id) => here.includes(id)).length, new: here.some((id) => !older.includes(id)) };
}

const SCOPE: readonly Check[] = [
  check('1.1', 'what is written without ids is read without ids', async (t) => {
    await t.store('The build runs on two cores.');
    expect(await t.texts(t.mine)).toEqual(['The build runs on two cores.']);
  }),
  check('1.1', 'search finds it without ids', async (t) => {
    const id = await t.store('The build runs on two cores.');
    await t.eventually(async () =>
      expect(idsOf(await t.search('build cores', t.mine, { threshold: 0 }))).toEqual([id]),
    );
  }),
  check('1.1', 'it is got, updated, looked up and deleted by id without ids', async (t) => {
    const answer = await t.add('The build runs on two cores.', { infer: false });
    const [row] = await t.list(t.mine);
    await t.ok('GET', `/v1/event/${String(answer['event_id'])}/`);
    await t.ok('GET', `/v1/memories/${row?.id}/`);
    await t.ok('PUT', `/v1/memories/${row?.id}/`, { text: 'The build runs on four cores.' });
    await t.eventually(async () => expect(await t.texts(t.mine)).toEqual(['The build runs on four cores.']));
    await done(t, 'DELETE', `/v1/memories/${row?.id}/`);
    await t.eventually(async () => expect(await t.texts(t.mine)).toEqual([]));
  }),
  checkWith(['second-project'], '1.2', 'both ids in the body write and read in the other project alone', async (t) => {
    const there = second(t);
    await t.store('Kept in the second project.', there);
    expect(await t.texts(t.mine)).toEqual([]);
    expect(await t.texts(t.mine, there)).toEqual(['Kept in the second project.']);
  }),
  checkWith(['second-project'], '1.2', 'what is in the own project is not in the other', async (t) => {
    await t.store('Kept in the own project.');
    expect(await t.texts(t.mine, second(t))).toEqual([]);
    expect(await t.texts(t.mine)).toEqual(['Kept in the own project.']);
  }),
  checkWith(['second-project'], '1.2', 'a search with both ids finds what is in the other project alone', async (t) => {
    const there = second(t);
    await t.store('The queue is kept here.');
    const id = await t.store('The queue is kept there.', there);
    const found = () => t.search('queue kept', t.mine, { threshold: 0, ...there });
    await t.eventually(async () => expect(idsOf(await found())).toEqual([id]));
  }),
  checkWith(['second-project'], '1.2', 'the facts of an add with both ids land in the other project', async (t) => {
    const there = second(t);
    await t.add(FLY, there);
    t.host.advance?.(EXTRACTED_MS);
    await t.eventually(async () => expect(await t.list(t.mine, there)).not.toEqual([]));
    expect(await t.list(t.mine)).toEqual([]);
  }),
  checkWith(['second-project'], '1.2', 'an update needs both ids for a memory of the other project', async (t) => {
    const there = second(t);
    const id = await t.store('The build runs on two cores.', there);
    await t.refused(404, 'PUT', `/v1/memories/${id}/`, { text: 'Changed without ids.' });
    await t.ok('PUT', `/v1/memories/${id}/`, { text: 'Changed with both ids.', ...there });
    await t.eventually(async () => expect(await t.texts(t.mine, there)).toEqual(['Changed with both ids.']));
  }),
  checkWith(['second-project'], '1.2', 'any pair is taken, and is a project of its own (ours)', async (t) => {
    const pair = { org_id: `${t.app}-organisation`, project_id: `${t.app}-project` };
    await t.store('Kept in a project that nobody made.', pair);
    expect(await t.texts(t.mine, pair)).toEqual(['Kept in a project that nobody made.']);
    for (const elsewhere of [{}, { ...pair, project_id: 'other' }, { ...pair, org_id: 'other' }, second(t)]) {
      expect(await t.texts(t.mine, elsewhere), JSON.stringify(elsewhere)).toEqual([]);
    }
  }),
  check('1.2', 'the two ids that ping gives point at the project of the key', async (t) => {
    const { org_id, project_id } = await t.ok('GET', '/v1/ping/');
    await t.store('The build runs on two cores.');
    expect(await t.texts(t.mine, { org_id, project_id })).toEqual(['The build runs on two cores.']);
  }),
  checkWith(['second-project'], '1.3', 'an add with both ids in its query writes in the own project', async (t) => {
    const there = second(t);
    const body = t.body('Kept in the own project.', { infer: false });
    await t.ok('POST', '/v3/memories/add/', body, Object.entries(there));
    expect(await t.texts(t.mine)).toEqual(['Kept in the own project.']);
    expect(await t.texts(t.mine, there)).toEqual([]);
  }),
  checkWith(['second-project'], '1.3', 'reads with both ids in their query read in the own project', async (t) => {
    const there = second(t);
    await t.store('The queue is kept there.', there);
    const id = await t.store('The queue is kept here.');
    const query = Object.entries(there);
    expect(idsOf(await t.list(t.mine, {}, query))).toEqual([id]);
    const body = { query: 'queue kept', filters: t.mine, threshold: 0 };
    await t.eventually(async () => {
      const { results } = await t.ok('POST', '/v3/memories/search/', body, query);
      expect(results).toEqual([expect.objectContaining({ id })]);
    });
  }),
  check('1.3', 'ids that name nothing are ignored in the query too', async (t) => {
    await t.store('The build runs on two cores.');
    expect(await t.list(t.mine, {}, Object.entries(UNKNOWN_IDS))).toHaveLength(1);
  }),
  ...ONE_ID_ALONE.flatMap((name): readonly Check[] => [
    checkWith(['second-project'], '1.4', `${name} alone writes and reads in the own project`, async (t) => {
      const there = second(t);
      await t.store('Kept in the own project.', { [name]: there[name] });
      await t.store('Kept in the second project.', there);
      expect(await t.texts(t.mine)).toEqual(['Kept in the own project.']);
      expect(await t.texts(t.mine, { [name]: there[name] })).toEqual(['Kept in the own project.']);
    }),
    check('1.4', `${name} alone is no override even when it names nothing`, async (t) => {
      await t.store('The build runs on two cores.', { [name]: UNKNOWN_IDS[name] });
      expect(await t.list(t.mine, { [name]: UNKNOWN_IDS[name] })).toHaveLength(1);
    }),
  ]),
  check('1.5', 'the project is at the path that the ids of ping make', async (t) => {
    const { org_id, project_id } = await t.ok('GET', '/v1/ping/');
    await t.ok('GET', `/api/v1/orgs/organizations/${org_id}/projects/${project_id}/`);
  }),
];

const LATEST: readonly Check[] = [
  check('1.6', 'get_all gives both facts without latest_only', async (t) => {
    const older = await contradicted(t);
    const both = { old: older.length, new: true };
    await t.eventually(async () => expect(told(await t.list(t.mine), older)).toEqual(both));
  }),
  check('1.6', 'search gives both facts without latest_only', async (t) => {
    const older = await contradicted(t);
    const both = { old: older.length, new: true };
    const found = () => t.search('Fly.io or Railway', t.mine, { threshold: 0 });
    await t.eventually(async () => expect(told(await found(), older)).toEqual(both));
  }),
  check('1.7', 'get_all gives the current fact alone', async (t) => {
    const older = await contradicted(t);
    const found = () => t.list(t.mine, { latest_only: true });
    await t.eventually(async () => expect(told(await found(), older)).toEqual({ old: 0, new: true }));
  }),
  check('1.7', 'search gives the current fact alone', async (t) => {
    const older = await contradicted(t);
    const found = () => t.search('Fly.io or Railway', t.mine, { threshold: 0, latest_only: true });
    await t.eventually(async () => expect(told(await found(), older)).toEqual({ old: 0, new: true }));
  }),
  check('1.7', 'a fact that nothing contradicts stays', async (t) => {
    await t.learn(UNRELATED, DECISION);
    const unrelated = await landedIds(t);
    await t.learn(FLY, DECISION);
    await t.learn(RAILWAY, DECISION);
    const latest = () => t.list(t.mine, { latest_only: true });
    await t.eventually(async () =>
      expect(told(await latest(), unrelated)).toEqual({ old: unrelated.length, new: true }),
    );
  }),
];

export const FOUR_RULES: readonly Check[] = [...SCOPE, ...LATEST];
