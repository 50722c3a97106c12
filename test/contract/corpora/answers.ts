/**
 * Bodies as a platform answers them (§3, §6), and such as no platform should: what our readers (`src/contract/mem0.ts`) must
 * make of them. Rows are as get_all and search give them, with everything that may be null or missing.
 */
import type { Json, JsonObject } from '../../../src/contract/wire.ts';

export interface AnswerCase {
  readonly of: 'ping' | 'memory' | 'page' | 'add';
  readonly name: string;
  readonly body: Json;
  /** What the reader gives, in part; undefined: it must reject the body. */
  readonly reads?: JsonObject;
}

const ID = '2f0d1c7e-6c1b-4a0e-9b57-0d8f3a1e5c42';
const EVENT = '7a1c9f30-52a4-4b8e-8d0e-3f6b1c2d4e5f';

const PING = { status: 'ok', org_id: 'org-1', project_id: 'proj-1', user_email: 'mara@acme.example' };

/** An item of get_all with every key of the contract. */
const ROW = {
  id: ID,
  memory: 'We deploy to Railway.',
  user_id: 'mara@acme.example',
  agent_id: null,
  app_id: 'acme-shop',
  session_id: null,
  metadata: {
    type: 'decision',
    session_id: 's-1',
    branch: 'main',
    editor: 'claude-code',
    policy: 'v2.0',
    pinned: true,
  },
  categories: ['decision'],
  structured_attributes: { day: 10, month: 3, is_weekend: false },
  replaced_by: null,
  synthesized: false,
  expiration_date: null,
  created_at: '2026-03-10T04:00:00.123456-07:00',
  updated_at: '2026-03-10T04:00:00.123456-07:00',
} as const satisfies JsonObject;

const { session_id: _, ...WITHOUT_RUN } = ROW;
const HIT = {
  ...WITHOUT_RUN,
  run_id: null,
  score: 0.83,
  score_breakdown: { semantic: 0.8 },
} as const satisfies JsonObject;
const BARE = { id: ID, memory: 'We deploy to Railway.' };
const NOTHING = {
  user_id: null,
  app_id: null,
  metadata: null,
  categories: null,
  replaced_by: null,
  expiration_date: null,
  created_at: null,
  updated_at: null,
  score: null,
};

const pageOf = (results: Json, more: JsonObject = {}): JsonObject => ({
  count: 1,
  next: null,
  previous: null,
  results,
  ...more,
});
const added = (results: Json): JsonObject => ({ message: 'done', status: 'SUCCEEDED', event_id: EVENT, results });
const RESULT = { id: ID, data: { memory: 'We deploy to Railway.' }, event: 'ADD' };

const reader =
  (of: AnswerCase['of']) =>
  (name: string, body: Json, reads?: JsonObject): AnswerCase => ({ of, name, body, ...(reads && { reads }) });
const ping = reader('ping');
const memory = reader('memory');
const page = reader('page');
const add = reader('add');

const PINGS: readonly AnswerCase[] = [
  ping('as the contract gives it', PING, PING),
  ping('with keys that came later', { ...PING, plan: 'pro', limits: { adds: 1000 } }, PING),
  ...Object.keys(PING).flatMap((key) => [
    ping(`without ${key}`, Object.fromEntries(Object.entries(PING).filter(([name]) => name !== key))),
    ping(`${key} null`, { ...PING, [key]: null }),
  ]),
  ping('an id that is a number', { ...PING, org_id: 7 }),
  ping('a refusal', { detail: 'Invalid token.' }),
  ping('a list', [PING]),
  ping('nothing', null),
];

const MEMORIES: readonly AnswerCase[] = [
  memory('an item of get_all', ROW, ROW),
  memory('an item of get_all of a run', { ...ROW, session_id: 'r-1' }, { session_id: 'r-1' }),
  memory('an item of search', HIT, HIT),
  memory('an item of search of a run', { ...HIT, run_id: 'r-1' }, { run_id: 'r-1', score: 0.83 }),
  memory('metadata null', { ...ROW, metadata: null }, { id: ID, metadata: null }),
  memory('metadata without keys', { ...ROW, metadata: {} }, { metadata: {} }),
  memory(
    'metadata of another tool, nested and odd',
    { ...ROW, metadata: { type: 7, deep: { a: [null, { b: 1 }] }, '': '' } },
    { metadata: { type: 7, deep: { a: [null, { b: 1 }] }, '': '' } },
  ),
  memory('categories null', { ...ROW, categories: null }, { id: ID, categories: null }),
  memory('categories empty', { ...ROW, categories: [] }, { categories: [] }),
  memory('both null', { ...ROW, metadata: null, categories: null }, { metadata: null, categories: null }),
  memory('superseded', { ...ROW, replaced_by: EVENT }, { replaced_by: EVENT }),
  memory('deleted', { ...ROW, is_deleted: true }, { is_deleted: true }),
  memory('that expires', { ...ROW, expiration_date: '2026-12-31' }, { expiration_date: '2026-12-31' }),
  memory('of a user alone', { ...ROW, app_id: null }, { app_id: null, user_id: ROW.user_id }),
  memory('id and text alone', BARE, BARE),
  memory('everything else null', { ...BARE, ...NOTHING }, { ...BARE, ...NOTHING }),
  memory('keys that came later', { ...ROW, lineage: [1], owner: { id: 1 } }, { id: ID, memory: ROW.memory }),
  memory(
    'a text in another script, with a line break',
    { ...ROW, memory: '端口 8080\n🚂' },
    { memory: '端口 8080\n🚂' },
  ),
  memory(
    'fields of another type, which count as null',
    {
      ...BARE,
      user_id: 7,
      app_id: [],
      metadata: 'x',
      categories: 'decision',
      replaced_by: true,
      created_at: 1,
      updated_at: {},
      score: 'high',
      expiration_date: 0,
    },
    { ...BARE, ...NOTHING },
  ),
  memory('metadata that is a list', { ...BARE, metadata: ['type'] }, { ...BARE, metadata: null }),
  memory('categories that are no texts', { ...BARE, categories: ['a', 7] }, { ...BARE, categories: null }),
  memory('no id', { memory: ROW.memory, metadata: ROW.metadata }),
  memory('an id that is null', { ...ROW, id: null }),
  memory('an id that is a number', { ...ROW, id: 7 }),
  memory('no text', { id: ID, metadata: ROW.metadata }),
  memory('a text that is null', { ...ROW, memory: null }),
  memory('a text that is an object', { ...ROW, memory: { text: 'x' } }),
  memory('the data of an add', { id: ID, data: { memory: 'x' } }),
  memory('unknown', { error: 'Memory not found!' }),
  memory('a list', [ROW]),
  memory('a text', 'x'),
  memory('nothing', null),
];

const PAGES: readonly AnswerCase[] = [
  page('of get_all', pageOf([ROW]), { count: 1, next: null, results: [{ id: ID }] }),
  page('of search, which has results alone', { results: [HIT] }, { results: [{ score: 0.83 }] }),
  page('without results', pageOf([], { count: 0 }), { count: 0, results: [] }),
  page(
    'with pages around it',
    pageOf([ROW], {
      count: 3,
      next: 'https://api.mem0.ai/v3/memories/?page=3',
      previous: 'https://api.mem0.ai/v3/memories/?page=1',
    }),
    { count: 3, next: 'https://api.mem0.ai/v3/memories/?page=3' },
  ),
  page('with keys that came later', pageOf([ROW], { took_ms: 12 }), { results: [{ id: ID }] }),
  page(
    'rows that cannot be read are left out, in place',
    pageOf([null, ROW, { id: ID }, 'x', [ROW], { ...ROW, id: 7 }, { ...BARE, id: 'second' }]),
    { results: [{ id: ID }, { id: 'second' }] },
  ),
  page('no row can be read', pageOf([{ error: 'x' }, 1]), { results: [] }),
  page('count and next of another type', pageOf([ROW], { count: '1', next: 2 }), { count: null, next: null }),
  page('count and next left out', { results: [] }, { results: [] }),
  page('results null', pageOf(null)),
  page('results an object', pageOf({ 0: ROW })),
  page('a bare list', [ROW]),
  page('past the end', { detail: 'Invalid page.' }),
  page('nothing', null),
];

const ADDS: readonly AnswerCase[] = [
  add('with extraction', { event_id: EVENT, status: 'PENDING' }, { event_id: EVENT, status: 'PENDING' }),
  add('with extraction and a message', { message: 'queued', event_id: EVENT, status: 'PENDING' }, { event_id: EVENT }),
  add('without extraction', added([RESULT]), { status: 'SUCCEEDED', results: [{ id: ID, event: 'ADD' }] }),
  add('several messages', added([RESULT, RESULT]), { results: [{ id: ID }, { id: ID }] }),
  add('nothing stored', added([]), { results: [] }),
  add('a result without event', added([{ id: ID }]), { results: [{ id: ID }] }),
  add('with keys that came later', { ...added([{ ...RESULT, hash: 'h' }]), took_ms: 3 }, { results: [{ id: ID }] }),
  add(
    'nulls',
    { event_id: EVENT, status: 'PENDING', message: null, results: null },
    { event_id: EVENT, results: null },
  ),
  add('a result without id', added([{ data: { memory: 'x' }, event: 'ADD' }])),
  add('an event id that is a number', { event_id: 7, status: 'PENDING' }),
  add('results an object', added({})),
  add('a bare list', [RESULT]),
  add('a text', 'PENDING'),
  add('nothing', null),
];

export const ANSWERS: readonly AnswerCase[] = [...PINGS, ...MEMORIES, ...PAGES, ...ADDS];
