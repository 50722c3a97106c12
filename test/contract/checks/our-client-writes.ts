/** The rules of the platform contract that speak of what our client writes: its metadata, its roles, and the project it names. */

import { expect } from 'vitest';
import { MEMORY_TYPES, type MemoryWrite } from '../../../src/contract/memory.ts';
import type { JsonObject, WireRequest } from '../../../src/contract/wire.ts';
import { projectIdentity } from '../../../src/core/identity/scope.ts';
import { checkpoint } from '../../../src/flows/checkpoint.ts';
import { Mem0Client } from '../../../src/mem0/client.ts';
import { newestPage } from '../../support/newest-page.ts';
import { captureOf, Script } from '../../support/transcripts.ts';
import { speakerOf } from '../answer.ts';
import { type Check, check, checkWith } from '../check.ts';
import type { Trial } from '../trial.ts';
import { clientOf, METADATA, metadataOf, note, recipeOf, teach } from './our-client.ts';

/** What may stand under each key of the metadata. */
const SCHEMA: Readonly<Record<string, unknown>> = {
  type: expect.stringMatching(new RegExp(`^(?:${MEMORY_TYPES.join('|')})$`)),
  session_id: expect.any(String),
  branch: expect.any(String),
  editor: 'claude-code',
  policy: 'v2.0',
  pinned: expect.any(Boolean),
  capture_id: expect.any(String),
};

/** Expects the keys of the schema and no others, with values of the schema, and those that are never left out. */
function expectOfSchema(metadata: JsonObject): void {
  const allowed = Object.entries(SCHEMA).filter(([key]) => metadata[key] !== undefined);
  expect(metadata).toEqual(Object.fromEntries(allowed));
  expect(metadata).toMatchObject({ type: expect.anything(), session_id: expect.anything(), policy: expect.anything() });
}

/** What a session of two statements and an errand makes of itself. */
function captured(t: Trial): readonly MemoryWrite[] {
  const at = { timestamp: new Date(t.host.now() - 60_000).toISOString() };
  const { entries } = new Script()
    .human('I prefer pnpm over npm. We decided to deploy to Railway, because of the volumes. Please run the tests.', at)
    .claude('The root cause of the flaky test is a cache keyed by the local date.', at);
  return captureOf(entries, { branch: 'main' }).writes;
}

/** What a checkpoint sends of a session that stands there. */
async function checkpointed(t: Trial, text: string): Promise<readonly WireRequest[]> {
  const { client, requests } = clientOf(t);
  let queued: MemoryWrite = note('decision');
  const ports = {
    describe: async () => text,
    save: () => undefined,
    enqueue: (_id: string, item: { readonly write: MemoryWrite }) => {
      queued = item.write;
    },
    deliver: async () => void (await client.add(queued, t.within)),
    send: async () => expect.fail('the spool takes it'),
    redact: (text: string) => text,
    now: t.host.now,
  };
  const place = { userId: t.user, appId: t.app };
  const { deadline } = t.within;
  const at = new Date(t.host.now()).toISOString();
  const input = { sessionId: 'session-1', at, branch: 'main', place, destination: 'x', id: 'capture-1', deadline };
  await checkpoint({ ...input, keptDays: 30 }, ports);
  return requests;
}

const SCHEMA_CHECKS: readonly Check[] = [
  check('4.4', 'what a capture writes has metadata of the schema', async (t) => {
    const { client, requests } = clientOf(t);
    const writes = captured(t);
    expect(new Set(writes.map((write) => write.metadata.type)).size).toBeGreaterThan(1);
    for (const write of writes) await teach(t, client, write);
    expect(requests).toHaveLength(writes.length);
    for (const request of requests) expectOfSchema(metadataOf(request));
    await t.eventually(async () => {
      const rows = await t.list(t.mine);
      expect(rows).not.toEqual([]);
      for (const row of rows) expect(requests.map(metadataOf)).toContainEqual(row['metadata']);
    });
  }),
  check('4.4', 'what a checkpoint writes has metadata of the schema', async (t) => {
    const requests = await checkpointed(t, 'Where: branch main');
    expect(requests).toHaveLength(1);
    for (const request of requests) expectOfSchema(metadataOf(request));
    expect((await t.list(t.mine)).map((row) => row['metadata'])).toEqual(requests.map(metadataOf));
  }),
  check('4.4', 'a write adds nothing to the metadata that it is given, pinned or not', async (t) => {
    const { client, requests } = clientOf(t);
    const given = [METADATA, { ...METADATA, pinned: true }];
    for (const metadata of given) await client.add(note('decision', { metadata }), t.within);
    expect(requests.map(metadataOf)).toEqual(given);
  }),
];

const STATE = 'Goal: move to Railway\n\n- [x] image\n- [ ] volumes\nNext: "run" the importer there';

const SESSION_STATES: readonly Check[] = [
  check('3.21', 'it is sent so: one message, of the user, not to be extracted', async (t) => {
    const requests = await checkpointed(t, STATE);
    expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /v3/memories/add/']);
    expect(requests[0]?.body).toMatchObject({ messages: [{ role: 'user', content: STATE }], infer: false });
    expect(requests.map((request) => metadataOf(request)['type'])).toEqual(['session_state']);
  }),
  check('3.21', 'it becomes one memory at once, word for word', async (t) => {
    await checkpointed(t, STATE);
    const rows = await t.list({ AND: [t.mine, { app_id: t.app }, { metadata: { type: 'session_state' } }] });
    expect(rows).toMatchObject([{ memory: STATE, user_id: t.user, app_id: t.app }]);
    expect(await t.list(t.mine)).toHaveLength(1);
  }),
];

/** Whose words these are, wherever they come to be. */
const PERSONS = /pnpm|deploy to Railway/;
const CLAUDES = /root cause|keyed by the local date/i;

/** Each message of each request, as `role: content`. */
function sentBy(requests: readonly WireRequest[], role: string): string {
  const messages = requests.flatMap((request) => request.body?.['messages'] as readonly JsonObject[]);
  return messages.flatMap((one) => (one['role'] === role ? [String(one['content'])] : [])).join('\n');
}

/** What a session makes of itself in which each says something that lasts. */
function conversation(t: Trial): readonly MemoryWrite[] {
  const at = { timestamp: new Date(t.host.now() - 60_000).toISOString() };
  const { entries } = new Script()
    .human('I prefer pnpm over npm. We decided to deploy to Railway, because of the volumes.', at)
    .claude('Then it is Railway.', at)
    .human('The flaky test turned out to fail around midnight.', at)
    .claude('The root cause of the flaky test is a cache keyed by the local date.', at);
  return captureOf(entries, { branch: 'main' }).writes;
}

const ROLES: readonly Check[] = [
  check(
    '3.22',
    'a capture sends what the person said as the user, and what Claude said as the assistant',
    async (t) => {
      const { client, requests } = clientOf(t);
      for (const write of conversation(t)) await teach(t, client, write);
      expect(sentBy(requests, 'user')).toMatch(PERSONS);
      expect(sentBy(requests, 'user')).not.toMatch(CLAUDES);
      expect(sentBy(requests, 'assistant')).toMatch(CLAUDES);
      expect(sentBy(requests, 'assistant')).not.toMatch(PERSONS);
    },
  ),
  check('3.22', 'a write keeps its roles and their order', async (t) => {
    const { client, requests } = clientOf(t);
    const messages = [
      { role: 'assistant', content: 'Shall we deploy to Fly.io?' },
      { role: 'user', content: 'We deploy to Railway.' },
      { role: 'assistant', content: 'Then it is Railway.' },
    ] as const;
    for (const infer of [false, true]) {
      const { event_id } = await client.add(note('decision', { messages, infer }), t.within);
      await t.ended(String(event_id));
    }
    expect(requests.map(({ body }) => body?.['messages'])).toEqual([messages, messages]);
  }),
  checkWith(['clock'], '3.22', "so that what Claude said comes back as Claude's", async (t) => {
    const { client } = clientOf(t);
    for (const write of conversation(t)) await teach(t, client, write);
    const rows = await t.list(t.mine);
    const speakersOf = (words: RegExp) => [...new Set(rows.filter((row) => words.test(row.memory)).map(speakerOf))];
    expect(speakersOf(PERSONS)).toEqual(['user']);
    expect(speakersOf(CLAUDES)).toEqual(['assistant']);
  }),
];

/** Forms of one remote, as clones of different people have them. */
const forms = (owner: string, repo: string): readonly string[] => [
  `https://github.com/${owner}/${repo}.git`,
  `https://github.com/${owner}/${repo}`,
  `https://ann:not-a-password@GitHub.com/${owner}/${repo}.git/`,
  `git@github.com:${owner}/${repo}.git`,
  `ssh://git@github.com:22/${owner}/${repo}.git`,
  `github-work:${owner}/${repo}`,
];

/** The project id in a clone of that remote, and in a worktree of that clone. */
function idsIn(remoteUrl: string, clone: string): readonly (string | undefined)[] {
  const of = { remoteUrl, remoteName: 'origin', commonDir: `${clone}/.git`, home: '/home/ann' };
  return [
    projectIdentity({ ...of, root: clone, cwdReal: clone }),
    projectIdentity({ ...of, root: clone, cwdReal: `${clone}/src/deep` }),
    projectIdentity({ ...of, root: '/tmp/worktree', cwdReal: '/tmp/worktree' }),
  ].map(({ appId }) => appId);
}

const IDENTITY: readonly Check[] = [
  check('2.8', 'each form, in each clone and worktree, is owner-repo', async (t) => {
    for (const [at, form] of forms('acme', t.app).entries()) {
      expect(idsIn(form, `/home/ann/code-${at}/shop`), form).toEqual(Array.from({ length: 3 }, () => `acme-${t.app}`));
    }
    for (const [owner, repo] of [
      ['acme', `${t.app}-too`],
      ['bob', t.app],
    ] as const) {
      for (const form of forms(owner, repo)) expect(idsIn(form, '/home/ann/shop')).not.toContain(`acme-${t.app}`);
    }
  }),
  check('2.8', 'what is written in one clone is read in every other', async (t) => {
    const { send } = t.recorder();
    const clients = forms('acme', t.app).map((form, at) => {
      const [appId = expect.fail('no id')] = idsIn(form, `/home/ann/code-${at}/shop`);
      return new Mem0Client(send, { userId: t.user, appId });
    });
    for (const [at, client] of clients.entries()) {
      const messages = [{ role: 'user', content: `Written in clone ${at}.` }] as const;
      await client.add(note('decision', { messages }), t.within);
    }
    const all = clients.map((_, at) => `Written in clone ${at}.`);
    for (const client of clients) {
      await t.eventually(async () => {
        const rows = await newestPage(client, recipeOf('decision'), t.within);
        expect(rows.map(({ memory }) => memory).sort()).toEqual(all);
      });
    }
  }),
];

export const OUR_CLIENT_WRITES: readonly Check[] = [...SCHEMA_CHECKS, ...SESSION_STATES, ...ROLES, ...IDENTITY];
