import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Aliases } from '../../src/contract/config.ts';
import type { MemoryWrite } from '../../src/contract/memory.ts';
import { readConfig } from '../../src/contract/read-config.ts';
import type { Json, Send, WireRequest } from '../../src/contract/wire.ts';
import { withAliases } from '../../src/core/identity/aliases.ts';
import type { Scope } from '../../src/core/identity/scope.ts';
import { RECIPES } from '../../src/core/recall/recipes.ts';
import { Mem0Client } from '../../src/mem0/client.ts';
import { memory } from '../core/memories.ts';
import { newestPage } from '../support/newest-page.ts';

const within = { deadline: Number.POSITIVE_INFINITY };
const scope: Scope = { userId: 'mara@acme.example', appId: 'acme-shop' };
const aliases: Aliases = { userIds: ['mara'], appIds: { 'acme-shop': ['shop', 'old-shop'], 'acme-other': ['other'] } };

function recording(answer: unknown = { results: [] }) {
  const requests: WireRequest[] = [];
  const send: Send = async (request) => {
    requests.push(request);
    return { status: 200, headers: {}, body: JSON.stringify(answer) };
  };
  return { send, requests };
}

async function reads(given: Scope): Promise<readonly (Json | undefined)[]> {
  const { send, requests } = recording();
  for (const recipe of RECIPES) await newestPage(new Mem0Client(send, given), recipe, within);
  return requests.map(({ body }) => body?.['filters']);
}

function write(kind: MemoryWrite['scope'], infer: boolean): MemoryWrite {
  return {
    scope: kind,
    messages: [{ role: 'user', content: 'We deploy.' }],
    metadata: { type: 'decision', session_id: 's1', editor: 'claude-code', policy: 'v2.0', capture_id: 'c1' },
    infer,
  };
}

/** Everything that the client sends but the reads of a start. */
async function writes(given: Scope): Promise<readonly WireRequest[]> {
  const { send, requests } = recording({ results: [], event_id: 'e1', status: 'PENDING', id: 'm1', memory: 'One.' });
  const client = new Mem0Client(send, given);
  for (const kind of given.appId === undefined ? (['user'] as const) : (['user', 'project'] as const)) {
    for (const infer of [true, false]) await client.add(write(kind, infer), within);
    await client.hasCapture('c1', write(kind, true), within);
  }
  await client.event('e1', within);
  await client.memory('m1', within);
  return requests;
}

describe('aliases in reads', () => {
  it('stand beside the ids of today, in as many requests', async () => {
    const [state, pinned, preference, decision, ...others] = await reads(withAliases(scope, aliases));
    expect(others).toHaveLength(3);
    const users = { user_id: { in: ['mara@acme.example', 'mara'] } };
    const apps = { app_id: { in: ['acme-shop', 'shop', 'old-shop'] } };
    const unscoped = { NOT: [{ app_id: '*' }] };
    expect(state).toEqual({ AND: [users, apps, { metadata: { type: 'session_state' } }] });
    expect(pinned).toEqual({ AND: [users, { OR: [apps, unscoped] }, { metadata: { pinned: true } }] });
    expect(decision).toMatchObject({ AND: [users, apps, { OR: [{ metadata: { type: 'decision' } }, {}] }] });
    // The first plugin wrote preferences under its project as well, and under types of its own (platform contract §9).
    const formerly = [
      { app_id: { in: ['shop', 'old-shop'] } },
      { AND: [{ user_id: { in: ['mara'] } }, { app_id: 'acme-shop' }] },
    ];
    const types = [{ metadata: { type: 'preference' } }, { metadata: { type: 'user_preference' } }];
    expect(preference).toEqual({
      AND: [
        users,
        { OR: [unscoped, ...formerly] },
        { OR: [...types, { categories: { in: ['preference', 'user_preferences'] } }] },
      ],
    });
  });

  it("are those of this project alone, and another project's are none", async () => {
    const other = JSON.stringify(await reads(withAliases({ ...scope, appId: 'acme-other' }, aliases)));
    expect(other).toContain('"acme-other","other"');
    expect(other).not.toMatch(/old-shop|"shop"/);
    const none = JSON.stringify(await reads(withAliases({ userId: 'mara@acme.example' }, aliases)));
    expect(none).toContain('"mara"');
    expect(none).not.toMatch(/shop|other/);
  });

  it('are found whatever the letter case of the project id in the file', () => {
    const appIds = { 'Acme-Shop': ['Shop'], 'ACME-shop': ['shop'] };
    expect(withAliases(scope, { userIds: [], appIds }).aliases?.appIds).toEqual(['Shop', 'shop']);
    expect(withAliases({ ...scope, appId: 'ACME-SHOP' }, { userIds: [], appIds }).aliases?.appIds).toEqual([
      'Shop',
      'shop',
    ]);
  });

  it('leave the filters bare where there is none, or where they name what is read anyway', async () => {
    const bare = await reads(scope);
    for (const none of [
      { userIds: [], appIds: {} },
      { userIds: [], appIds: { 'acme-other': ['other'] } },
      { userIds: ['mara@acme.example'], appIds: { 'acme-shop': ['acme-shop'] } },
    ])
      expect(await reads(withAliases(scope, none))).toEqual(bare);
    expect(JSON.stringify(bare)).not.toContain('"app_id":{');
    expect(JSON.stringify(bare)).not.toContain('"user_id":{');
  });

  it('tell a row of before from one of today', () => {
    const client = new Mem0Client(recording().send, withAliases(scope, aliases));
    const is = (change: object) => client.isUnderAlias(memory('One.', change));
    expect([is({}), is({ app_id: null }), is({ user_id: null, app_id: null })]).toEqual([false, false, false]);
    expect([is({ user_id: 'mara' }), is({ app_id: 'shop' }), is({ app_id: 'other' })]).toEqual([true, true, false]);
  });
});

describe('aliases in writes', () => {
  const id = fc.stringMatching(/^[a-z]{3}-[a-zA-Z.@_-]{1,12}$/);

  it('are in no request but the reads of a start, whatever they are', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(id, { maxLength: 4 }),
        fc.dictionary(fc.constantFrom('acme-shop', 'Acme-Shop', 'acme-other'), fc.array(id, { maxLength: 4 })),
        fc.constantFrom(scope, { userId: 'mara@acme.example' }, { ...scope, override: { orgId: 'o', projectId: 'p' } }),
        async (userIds, appIds, given) => {
          const bound = withAliases(given, { userIds, appIds });
          // Just as without them: nothing that is written, looked for or asked by id knows of an alias.
          expect(await writes(bound)).toEqual(await writes(given));
          const text = JSON.stringify(await writes(bound));
          for (const alias of [...userIds, ...Object.values(appIds).flat()]) expect(text).not.toContain(`"${alias}"`);
        },
      ),
      { numRuns: 50 },
    );
  });
});

describe('what an alias can be', () => {
  const read = (value: unknown) => readConfig({}, { state: 'read', settings: { aliases: value } });

  it.each([
    { user_ids: ['*'] },
    { app_ids: { 'acme-shop': ['*'] } },
    { user_ids: [''] },
    { user_ids: ['two words'] },
    { user_ids: 'mara' },
    ['mara'],
    { user_ids: Array.from({ length: 21 }, (_, n) => `u${n}`) },
  ])('%j is none, which is said, and none is read', (value) => {
    const { config, problems } = read(value);
    expect(config.aliases).toEqual({ userIds: [], appIds: {} });
    expect(problems).toEqual([{ name: expect.stringContaining('aliases'), problem: expect.any(String) }]);
    expect(config.held).toBe(false);
  });

  it('ids that are names of what every object has are ids', () => {
    const { config } = read({ user_ids: ['constructor'], app_ids: { constructor: ['toString'] } });
    const bound = withAliases({ userId: 'u', appId: 'constructor' }, config.aliases);
    expect(bound.aliases).toEqual({ userIds: ['constructor'], appIds: ['toString'] });
    expect(withAliases({ userId: 'u', appId: 'toString' }, config.aliases).aliases?.appIds).toEqual([]);
  });
});
