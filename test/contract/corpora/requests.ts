/** Requests of every endpoint of §6 that a platform takes, and such as it refuses. Filters are in `filters.ts`. */
import type { Json, JsonObject, WireRequest } from '../../../src/contract/wire.ts';
import type { RequestCase } from './run.ts';

type More = Partial<Pick<RequestCase, 'body' | 'says' | 'ours'>>;
type Query = Readonly<Record<string, string>>;

const OURS: More = { ours: true };
const MINE = { filters: { user_id: '{user}' } };
const NOT_FOUND: More = { body: { error: 'Memory not found!' } };
const FEW: More = { says: /at least one filter/i };

/** A family of requests: of one endpoint, for one rule. */
function family(rule: string, of: string, method: WireRequest['method'], path: string) {
  const make =
    (status: number) =>
    (body?: JsonObject, query: Query = {}, more: More = {}): RequestCase => {
      const pairs = Object.entries(query);
      const request = { method, path, ...(body && { body }), ...(pairs.length > 0 && { query: pairs }) };
      return { rule, of, request, status, ...more };
    };
  return { takes: make(200), refuses: make(400), knowsNot: make(404) };
}

const ping = family('6.3', 'ping', 'GET', '/v1/ping/');
const pages = family('6.4', 'pages of get_all', 'POST', '/v3/memories/');
const pastEnd = family('6.10', 'pages of get_all', 'POST', '/v3/memories/');
const atTop = family('6.8', 'entity ids of get_all', 'POST', '/v3/memories/');
const atTopOfSearch = family('6.8', 'entity ids of search', 'POST', '/v3/memories/search/');
const getAll = family('6.11', 'body of get_all', 'POST', '/v3/memories/');
const query = family('6.12', 'query of search', 'POST', '/v3/memories/search/');
const bounds = family('6.13', 'bounds of search', 'POST', '/v3/memories/search/');
const search = family('6.16', 'body of search', 'POST', '/v3/memories/search/');
const put = family('6.20', 'PUT by id', 'PUT', '/v1/memories/{id}/');
const deleteAll = family('6.23', 'delete_all', 'DELETE', '/v1/memories/');
const deleteBody = family('6.22', 'delete_all', 'DELETE', '/v1/memories/');
const batch = family('6.25', 'delete of a batch', 'DELETE', '/v1/batch/');
const batchPut = family('6.26', 'PUT of a batch', 'PUT', '/v1/batch/');
const feedback = family('6.28', 'feedback', 'POST', '/v1/feedback/');
const project = family('6.32', 'PATCH of the project', 'PATCH', '/api/v1/orgs/organizations/{org}/projects/{project}/');
const entities = family('6.34', 'entities', 'GET', '/v1/entities/');

const searchWith = (more: JsonObject): JsonObject => ({ query: 'green crane', ...MINE, ...more });
const give = (more: Readonly<Record<string, Json>>): JsonObject => ({
  memory_id: '{id}',
  feedback_reason: 'why',
  ...more,
});

const byId = (['GET', 'PUT', 'DELETE'] as const).flatMap((method): readonly RequestCase[] => {
  const body = method === 'PUT' ? { text: 'The crane is red.' } : undefined;
  const at = (rule: string, id: string) => family(rule, `${method} by id`, method, `/v1/memories/${id}/`);
  return [
    at(method === 'GET' ? '6.19' : method === 'PUT' ? '6.20' : '6.21', '{id}').takes(body),
    ...['7', 'abc', '{id}0', 'null', 'memory', '00000000-0000-4000-8000-00000000000g'].map((id) =>
      at('6.17', id).refuses(body),
    ),
    at('6.18', '{unknown}').knowsNot(body, {}, NOT_FOUND),
  ];
});

export const REQUESTS: readonly RequestCase[] = [
  ping.takes(),
  ping.takes(undefined, { org_id: 'elsewhere', project_id: 'elsewhere' }),

  ...['1', '50', '200'].map((page_size) => pages.takes(MINE, { page: '1', page_size })),
  pages.takes(MINE, { page: '1' }),
  pages.takes(MINE, { page_size: '100' }),
  ...['0', '201', '-1', 'many'].map((page_size) => pages.refuses(MINE, { page_size }, OURS)),
  ...['2', '0', '-1', 'x'].map((page) =>
    pastEnd.knowsNot(MINE, { page }, { body: { detail: 'Invalid page.' }, ours: true }),
  ),

  ...['user_id', 'agent_id', 'app_id', 'run_id'].flatMap((key) => [
    atTop.refuses({ ...MINE, [key]: '{user}' }),
    atTop.refuses({ [key]: '{user}' }),
    atTopOfSearch.refuses({ query: 'crane', ...MINE, [key]: '{user}' }),
  ]),

  getAll.takes({ ...MINE, latest_only: true }),
  getAll.takes({ ...MINE, latest_only: false, show_expired: false }),
  getAll.takes({ ...MINE, show_expired: true }),
  getAll.takes({ ...MINE, start_date: '2026-01-01' }),
  getAll.takes({ ...MINE, end_date: '2026-01-31' }),
  getAll.takes({ ...MINE, start_date: '2026-01-01', end_date: '2026-01-31' }),
  getAll.takes({ ...MINE, categories: ['decision', 'runbook'] }),
  getAll.takes({ ...MINE, fields: ['id', 'memory'] }),
  getAll.takes({ ...MINE, keywords: 'crane' }),
  getAll.takes({ ...MINE, include_merged: true }),
  getAll.takes({ ...MINE, some_later_key: 1 }, {}, OURS),
  ...['soon', '2026-02-30', ['2026-01-01']].map((start_date) => getAll.refuses({ ...MINE, start_date }, {}, OURS)),
  ...['yes', 1].map((latest_only) => getAll.refuses({ ...MINE, latest_only }, {}, OURS)),
  getAll.refuses({ ...MINE, categories: 'decision' }, {}, OURS),
  getAll.refuses({ ...MINE, fields: 'memory' }, {}, OURS),

  query.takes(searchWith({})),
  ...[undefined, null, '', '  ', '\n\t'].map((text) => query.refuses({ ...MINE, query: text })),
  ...[['crane'], {}].map((text) => query.refuses({ ...MINE, query: text }, {}, OURS)),

  ...[1, 10, 1000].map((top_k) => bounds.takes(searchWith({ top_k }))),
  ...[0, -1, 1001].map((top_k) => bounds.refuses(searchWith({ top_k }))),
  ...[1.5, 'ten'].map((top_k) => bounds.refuses(searchWith({ top_k }), {}, OURS)),
  ...[0, 0.1, 0.75, 1].map((threshold) => bounds.takes(searchWith({ threshold }))),
  ...[-0.1, 1.1, 100].map((threshold) => bounds.refuses(searchWith({ threshold }))),
  bounds.refuses(searchWith({ threshold: 'high' }), {}, OURS),

  search.takes(searchWith({ latest_only: true, show_expired: true })),
  search.takes(searchWith({ rerank: true })),
  search.takes(searchWith({ rerank: false, reference_date: '2026-01-31' })),
  search.takes(searchWith({ fields: ['memory', 'score'] })),
  search.takes(searchWith({ categories: ['decision'] })),
  search.takes(searchWith({ some_later_key: 1 }), {}, OURS),
  search.refuses(searchWith({ show_expired: 'yes' }), {}, OURS),

  ...byId,
  put.takes({ text: 'The crane is red.' }),
  put.takes({ metadata: { type: 'insight' } }),
  put.takes({ expiration_date: '2099-12-31' }),
  put.takes({ expiration_date: null }),
  put.takes({ timestamp: 1_768_478_400 }),
  put.takes({ text: 'The crane is red.', metadata: { type: 'insight' }, expiration_date: null }),
  put.refuses({}, {}, OURS),
  put.refuses({ text: '' }, {}, OURS),
  put.refuses({ metadata: ['insight'] }, {}, OURS),
  ...['soon', '31.12.2099', '2026-02-30'].map((date) => put.refuses({ expiration_date: date }, {}, OURS)),
  put.refuses({ timestamp: 'yesterday' }, {}, OURS),

  deleteBody.refuses({ user_id: '{user}' }, {}, FEW),
  deleteBody.refuses({ filters: { user_id: '{user}' } }, {}, FEW),
  deleteBody.refuses({ app_id: '{app}', user_id: '{user}' }, {}, FEW),
  deleteBody.refuses(undefined, {}, FEW),
  ...['user_id', 'agent_id', 'app_id', 'run_id'].map((key) => deleteAll.takes(undefined, { [key]: '{someone}' })),

  batch.takes({ memories: [{ memory_id: '{id}' }] }),
  ...[undefined, {}, { memories: 'all' }, { memories: ['{id}'] }, { memories: [{ id: '{id}' }] }].map((body) =>
    batch.refuses(body, {}, OURS),
  ),
  batch.refuses({ memories: Array.from({ length: 1001 }, () => ({ memory_id: '{unknown}' })) }),
  batchPut.takes({ memories: [{ memory_id: '{id}', text: 'The crane is red.' }] }),
  ...[{}, { memories: [{ memory_id: '{id}' }] }, { memories: [{ text: 'no id' }] }].map((body) =>
    batchPut.refuses(body, {}, OURS),
  ),

  family('6.27', 'history', 'GET', '/v1/memories/{id}/history/').takes(),
  ...['POSITIVE', 'NEGATIVE', 'VERY_NEGATIVE', null].map((word) => feedback.takes(give({ feedback: word }))),
  feedback.takes({ memory_id: '{id}', feedback: 'POSITIVE' }, {}, OURS),
  feedback.takes(give({ feedback: 'POSITIVE', feedback_reason: null }), {}, OURS),
  ...['GREAT', '', 'positive?', 1, ['POSITIVE']].map((word) => feedback.refuses(give({ feedback: word }))),
  feedback.refuses({ feedback: 'POSITIVE', feedback_reason: 'why' }, {}, OURS),
  family('6.29', 'feedback', 'POST', '/v1/feedback/').knowsNot(give({ memory_id: '{unknown}', feedback: 'POSITIVE' })),

  family('6.30', 'events', 'GET', '/v1/event/{event}/').takes(),
  family('6.30', 'events', 'GET', '/v1/event/{unknown}/').knowsNot(),

  family('6.31', 'project', 'GET', '/api/v1/orgs/organizations/{org}/projects/{project}/').takes(undefined, {
    fields: 'custom_instructions',
  }),
  project.takes({ custom_instructions: 'Keep decisions.' }),
  project.takes({ custom_categories: [{ decision: 'what was decided' }] }),
  project.takes({ custom_categories: [] }),
  project.takes({ decay: true }),
  project.takes({ decay: false, custom_instructions: 'Keep decisions.', custom_categories: [] }),
  project.refuses({ custom_categories: ['decision'] }, {}, OURS),
  project.refuses({ custom_categories: 'decision' }, {}, OURS),
  project.refuses({ decay: 'yes' }, {}, OURS),
  project.refuses({ custom_instructions: ['Keep decisions.'] }, {}, OURS),

  entities.takes(),
  entities.takes(undefined, { page: '1' }),
  entities.takes(undefined, { page: '1', page_size: '10' }),
  family('6.35', 'delete of an entity', 'DELETE', '/v2/entities/user/{someone}/').takes(),
];
