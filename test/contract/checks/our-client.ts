/** The rules of the platform contract that speak of our client: what it reads, and how its writes are stamped and owned. */
import { expect } from 'vitest';
import { MEMORY_TYPES, type MemoryMetadata, type MemoryType, type MemoryWrite } from '../../../src/contract/memory.ts';
import type { JsonObject, WireRequest } from '../../../src/contract/wire.ts';
import { withAliases } from '../../../src/core/identity/aliases.ts';
import { RECIPES, type Recipe } from '../../../src/core/recall/recipes.ts';
import { Mem0Client, whoAmI } from '../../../src/mem0/client.ts';
import { newestPage } from '../../support/newest-page.ts';
import { idsOf } from '../answer.ts';
import { type Check, check } from '../check.ts';
import type { Trial } from '../trial.ts';

export const METADATA: MemoryMetadata = {
  type: 'decision',
  session_id: 'session-1',
  branch: 'main',
  editor: 'claude-code',
  policy: 'v2.0',
  capture_id: 'capture-1',
};

/** A write of one verbatim note, unless `more` says otherwise. */
export function note(type: MemoryType, more: Partial<MemoryWrite> = {}): MemoryWrite {
  return {
    scope: type === 'preference' ? 'user' : 'project',
    messages: [{ role: 'user', content: `A note of type ${type}.` }],
    metadata: { ...METADATA, type },
    infer: false,
    ...more,
  };
}

/** Our client over this trial's host, bound to its user and app. */
export function clientOf(t: Trial): { readonly client: Mem0Client; readonly requests: readonly WireRequest[] } {
  const { send, requests } = t.recorder();
  return { client: new Mem0Client(send, { userId: t.user, appId: t.app }), requests };
}

export function recipeOf(name: string): Recipe {
  const found = RECIPES.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no recipe ${name}`);
  return found;
}

/** Everything that the client reads: each recipe, and the look for what may have arrived. */
async function readAll(t: Trial, client: Mem0Client): Promise<void> {
  for (const recipe of RECIPES) await newestPage(client, recipe, t.within);
  await client.hasCapture('capture-1', note('decision'), t.within);
  await client.hasCapture('capture-1', note('preference'), t.within);
}

/** Sends facts to be extracted, and waits for them. */
export async function teach(t: Trial, client: Mem0Client, write: MemoryWrite): Promise<void> {
  const { event_id } = await client.add(write, t.within);
  expect((await t.ended(String(event_id)))['status']).toBe('SUCCEEDED');
}

export const metadataOf = (request: WireRequest) => request.body?.['metadata'] as JsonObject;

const READS: readonly Check[] = [
  check(
    '1.8',
    'every read of every recipe says so; the look for a capture says that it means all versions',
    async (t) => {
      const { client, requests } = clientOf(t);
      await readAll(t, client);
      expect(requests).toHaveLength(RECIPES.length + 2);
      for (const { method, path, body } of requests) {
        expect({ method, path }).toEqual({ method: 'POST', path: '/v3/memories/' });
        const isLookUp = JSON.stringify(body).includes('capture_id');
        expect(body?.['latest_only']).toBe(!isLookUp);
      }
    },
  ),
  check('1.8', 'what it reads is the current fact alone', async (t) => {
    const { client } = clientOf(t);
    const says = (content: string) => note('decision', { messages: [{ role: 'user', content }], infer: true });
    await teach(t, client, says('We deploy to Fly.io.'));
    const older = await t.eventually(async () => {
      const rows = await t.list({ app_id: t.app });
      expect(rows).not.toEqual([]);
      return idsOf(rows);
    });
    await teach(t, client, says("Let's move off Fly.io to Railway."));
    await t.eventually(async () => {
      const read = (await newestPage(client, recipeOf('decision'), t.within)).map((row) => row.id);
      expect(read).not.toEqual([]);
      expect(read.filter((id) => older.includes(id))).toEqual([]);
    });
    expect(idsOf(await t.list({ app_id: t.app }))).toEqual(expect.arrayContaining([...older]));
  }),
];

const ALIASES: readonly Check[] = [
  check(
    '7.3',
    'what our client asks for finds what was written under an alias, of its type and no other',
    async (t) => {
      const former = { user: `${t.user}.former`, app: `${t.app}-former` };
      const written = (type: string, more: JsonObject) =>
        t.store(`${type} ${JSON.stringify(more)}`, { metadata: { type }, ...more });
      await written('decision', { user_id: former.user, app_id: former.app });
      await written('decision', { app_id: former.app });
      await written('decision', { user_id: former.user, app_id: t.app });
      await written('anti_pattern', { app_id: former.app });
      await written('user_preference', { user_id: former.user, app_id: t.app });
      await written('user_preference', { user_id: former.user, app_id: former.app });
      await written('preference', { user_id: former.user });
      // What is somebody else's, and another project's.
      await written('decision', { user_id: `${t.user}.other`, app_id: t.app });
      await written('preference', { user_id: former.user, app_id: `${t.app}-other` });
      const counts = async (client: Mem0Client) =>
        Promise.all(
          RECIPES.map(async (recipe) => [recipe.name, (await newestPage(client, recipe, t.within)).length] as const),
        );
      const scope = { userId: t.user, appId: t.app };
      const aliases = { userIds: [former.user], appIds: { [t.app]: [former.app] } };
      const { send, requests } = t.recorder();
      const found = await counts(new Mem0Client(send, withAliases(scope, aliases)));
      expect(Object.fromEntries(found)).toMatchObject({
        decision: 3,
        insight: 1,
        preference: 3,
        convention: 0,
        pinned: 0,
      });
      expect(requests).toHaveLength(RECIPES.length);
      expect((await counts(new Mem0Client(send, scope))).filter(([, count]) => count > 0)).toEqual([]);
    },
  ),
];

const WRITES: readonly Check[] = [
  ...MEMORY_TYPES.map((type) =>
    check('1.13', `a write of type ${type} is stamped, and read back as that type`, async (t) => {
      const { client, requests } = clientOf(t);
      await client.add(note(type), t.within);
      expect(requests.map((request) => metadataOf(request)['type'])).toEqual([type]);
      const read = () => newestPage(client, recipeOf(type), t.within);
      await t.eventually(async () => expect((await read()).map((row) => row.metadata?.['type'])).toEqual([type]));
    }),
  ),
  check('1.13', 'facts that are extracted from its write are read back as that type', async (t) => {
    const { client, requests } = clientOf(t);
    const messages = [{ role: 'user', content: 'We deploy to Railway.' }] as const;
    await teach(t, client, note('decision', { messages, infer: true }));
    expect(metadataOf(requests[0] ?? expect.fail('nothing was sent'))['type']).toBe('decision');
    await t.eventually(async () => expect(await newestPage(client, recipeOf('decision'), t.within)).not.toEqual([]));
    expect(await newestPage(client, recipeOf('insight'), t.within)).toEqual([]);
  }),
  check('2.6', 'no request names either, in its path, its query or its body', async (t) => {
    const { client, requests } = clientOf(t);
    for (const type of MEMORY_TYPES) await client.add(note(type), t.within);
    await readAll(t, client);
    expect(requests).toHaveLength(MEMORY_TYPES.length + RECIPES.length + 2);
    expect(JSON.stringify(requests)).not.toMatch(/run_id|agent_id/);
  }),
  check('2.6', 'what it writes belongs to no run and no agent', async (t) => {
    const { client } = clientOf(t);
    for (const type of MEMORY_TYPES) await client.add(note(type), t.within);
    const rows = await t.list(t.mine);
    expect(rows).toHaveLength(MEMORY_TYPES.length);
    // In get_all the run id is session_id.
    for (const row of rows) expect([row['agent_id'], row['session_id']]).toEqual([null, null]);
  }),
  check('2.7', 'our client is told the user_email of ping', async (t) => {
    const { send, requests } = t.recorder();
    const { user_email } = await whoAmI(send, t.within);
    expect(requests).toEqual([{ method: 'GET', path: '/v1/ping/' }]);
    expect(user_email).toBe((await t.ok('GET', '/v1/ping/'))['user_email']);
  }),
];

export const OUR_CLIENT: readonly Check[] = [...READS, ...ALIASES, ...WRITES];
