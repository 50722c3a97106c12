/**
 * Filters that a read takes and such as it refuses (§7). Each is sent beside `{"user_id": …}` under AND, so that a positive
 * entity is there, to get_all and to search.
 */
import type { Json } from '../../../src/contract/wire.ts';
import type { RequestCase } from './run.ts';

export interface FilterCase {
  readonly rule: string;
  readonly filter: Json;
  readonly status: 200 | 400;
  /** No source says so: a choice of this project. */
  readonly ours?: true;
}

type Filters = readonly Json[];

const takes = (rule: string, filters: Filters): readonly FilterCase[] =>
  filters.map((filter) => ({ rule, filter, status: 200 }));
const refuses = (rule: string, filters: Filters): readonly FilterCase[] =>
  filters.map((filter) => ({ rule, filter, status: 400 }));
const ours = (cases: readonly FilterCase[]): readonly FilterCase[] => cases.map((one) => ({ ...one, ours: true }));

const ENTITIES = ['user_id', 'agent_id', 'app_id', 'run_id'];
const DATES = ['created_at', 'updated_at', 'timestamp', 'expiration_date'];
const DAY = '2026-01-31';
const INSTANT = '2026-01-31T12:30:00Z';
/** What the contract names as not there, and what other query languages have. */
const NO_OPERATORS = ['nin', 'exists', '>', '>=', '<', '<=', '=', '==', '!=', '$in', '$eq', '$ne'];
const of = (keys: readonly string[], filters: (key: string) => Filters): Filters => keys.flatMap((key) => filters(key));

export const FILTERS: readonly FilterCase[] = [
  ...takes('7.1', [
    { app_id: '{app}', metadata: { type: 'decision' } },
    { AND: [{ app_id: '{app}' }, { metadata: { type: 'decision' } }] },
    { OR: [{ app_id: '{app}' }, { metadata: { type: 'decision' } }] },
    { NOT: [{ app_id: '*' }] },
    { OR: [{ AND: [{ app_id: '{app}' }, { NOT: [{ metadata: { type: 'insight' } }] }] }, { app_id: 'b' }] },
  ]),
  ...ours(takes('7.1', [{ AND: [] }])),
  ...ours(
    refuses('7.1', [
      { AND: { app_id: '{app}' } },
      { OR: { app_id: '{app}' } },
      { AND: '{app}' },
      { OR: ['{app}'] },
      { NOT: [null] },
      null,
      [],
      'user_id',
    ]),
  ),

  ...refuses('7.2', [
    { project: 'x' },
    { user: '{user}' },
    { session_id: 'x' },
    { id: 'x' },
    { type: 'decision' },
    { 'metadata.type': 'decision' },
    { memory: 'x' },
    { score: 0.5 },
    { and: [{ app_id: '{app}' }] },
    { OR: [{ app_id: '{app}' }, { project: 'x' }] },
    { NOT: [{ project: 'x' }] },
    { AND: [{ OR: [{ NOT: [{ project: 'x' }] }] }] },
    { app_id: '{app}', project: 'x' },
  ]),

  ...takes(
    '7.3',
    of(ENTITIES, (key) => [
      { [key]: 'a' },
      { [key]: { eq: 'a' } },
      { [key]: { ne: 'a' } },
      { [key]: { in: ['a', 'b'] } },
    ]),
  ),
  ...takes(
    '7.5',
    of(ENTITIES, (key) => [{ [key]: '*' }]),
  ),
  ...ours(
    refuses(
      '7.3',
      of(['user_id', 'app_id'], (key) => [
        { [key]: null },
        { [key]: 7 },
        { [key]: {} },
        { [key]: { in: 'a' } },
        { [key]: { in: [7] } },
        { [key]: { eq: 'a', ne: 'b' } },
      ]),
    ),
  ),

  ...takes(
    '7.6',
    of(DATES, (key) => [
      { [key]: DAY },
      { [key]: { gt: DAY } },
      { [key]: { gte: DAY } },
      { [key]: { lt: DAY } },
      { [key]: { lte: DAY } },
      { [key]: { ne: DAY } },
      { [key]: { in: [DAY, '2026-02-01'] } },
      { [key]: { gte: DAY, lt: '2026-03-01' } },
      { [key]: { gt: DAY, lte: '2026-03-01' } },
    ]),
  ),
  ...takes('7.6', [{ created_at: INSTANT }, { updated_at: { gte: INSTANT, lt: '2026-02-28T00:00:00+00:00' } }]),
  ...ours(takes('7.6', [{ timestamp: 1_769_862_600 }, { created_at: { gte: 1_769_862_600 } }])),
  ...ours(
    refuses(
      '7.6',
      of(['created_at', 'expiration_date'], (key) => [
        { [key]: 'yesterday' },
        { [key]: '2026-02-30' },
        { [key]: null },
        { [key]: {} },
        { [key]: { in: DAY } },
        { [key]: { gte: 'soon' } },
      ]),
    ),
  ),
  ...refuses(
    '7.7',
    of(DATES, (key) => [{ [key]: { eq: DAY } }, { [key]: { eq: INSTANT } }]),
  ),
  ...ours(refuses('7.7', [{ created_at: { eq: DAY, gte: DAY } }])),

  ...takes('7.8', [
    { categories: { in: ['decision'] } },
    { categories: { in: ['decision', 'architecture_decisions'] } },
    { categories: { contains: 'decision' } },
    { categories: { contains: 'DECISION' } },
  ]),
  ...ours(refuses('7.8', [{ categories: {} }, { categories: { in: 'decision' } }, { categories: { contains: 7 } }])),
  ...refuses('7.9', [
    { categories: 'decision' },
    { categories: ['decision'] },
    { categories: { eq: 'decision' } },
    { categories: { ne: 'decision' } },
  ]),

  ...takes('7.10', [
    { metadata: { type: 'decision' } },
    { metadata: { type: 'decision', branch: 'main' } },
    { metadata: { pinned: true } },
    { metadata: { count: 7 } },
    { metadata: { type: { eq: 'decision' } } },
    { metadata: { type: { ne: 'decision' } } },
    { metadata: { branch: { contains: 'feature/' } } },
    { metadata: { type: { ne: 'insight' }, branch: { contains: 'main' }, pinned: true } },
  ]),
  ...ours(takes('7.10', [{ metadata: { type: null } }, { metadata: { list: ['a', 'b'] } }, { metadata: {} }])),
  ...ours(refuses('7.10', [{ metadata: 'decision' }, { metadata: ['type'] }, { metadata: null }])),
  ...refuses('7.11', [
    { metadata: { type: { in: ['decision'] } } },
    { metadata: { count: { gt: 1 } } },
    { metadata: { count: { gte: 1 } } },
    { metadata: { count: { lt: 1 } } },
    { metadata: { count: { lte: 1 } } },
    { metadata: { type: 'decision', count: { gt: 1 } } },
  ]),
  ...ours(refuses('7.11', [{ metadata: { nested: { key: 'a' } } }, { metadata: { type: { eq: 'a', ne: 'b' } } }])),

  ...takes('7.12', [{ keywords: { contains: 'crane' } }, { keywords: { icontains: 'CRANE' } }]),
  ...ours(refuses('7.12', [{ keywords: 'crane' }, { keywords: { eq: 'crane' } }, { keywords: { contains: 7 } }])),

  ...ours(
    takes(
      '7.20',
      of(['text', 'keywords_search'], (key) => [
        { [key]: 'crane' },
        { [key]: { contains: 'crane' } },
        { [key]: { icontains: 'CRANE' } },
      ]),
    ),
  ),
  ...ours(
    refuses(
      '7.20',
      of(['text', 'keywords_search'], (key) => [{ [key]: { eq: 'a' } }, { [key]: ['a'] }, { [key]: null }]),
    ),
  ),

  ...takes('7.14', [
    { memory_ids: ['00000000-0000-4000-8000-000000000000'] },
    { memory_ids: { in: ['00000000-0000-4000-8000-000000000000'] } },
    { memory_ids: { in: [] } },
  ]),
  ...ours(takes('7.14', [{ memory_ids: [] }])),
  ...ours(
    refuses('7.14', [
      { memory_ids: '00000000-0000-4000-8000-000000000000' },
      { memory_ids: [7] },
      { memory_ids: { ne: '00000000-0000-4000-8000-000000000000' } },
    ]),
  ),

  ...refuses(
    '7.15',
    of(['user_id', 'app_id', 'created_at', 'categories'], (key) =>
      NO_OPERATORS.map((operator) => ({ [key]: { [operator]: operator.endsWith('in') ? [DAY] : DAY } })),
    ),
  ),
  ...refuses(
    '7.15',
    NO_OPERATORS.map((operator) => ({ metadata: { type: { [operator]: 'decision' } } })),
  ),
  ...refuses('7.15', [
    { user_id: { exists: true } },
    { categories: { exists: false } },
    { metadata: { type: { exists: true } } },
  ]),
];

/** Both reads of each filter; `keywords` is no filter of a search (§7). */
export const FILTER_REQUESTS: readonly RequestCase[] = FILTERS.flatMap(({ rule, filter, status, ours: isOurs }) => {
  const filters = { AND: [{ user_id: '{user}' }, filter] };
  const reads = [
    { path: '/v3/memories/', body: { filters } },
    ...(JSON.stringify(filter).includes('"keywords"')
      ? []
      : [{ path: '/v3/memories/search/', body: { query: 'crane', filters } }]),
  ];
  return reads.map((read): RequestCase => {
    const request = { method: 'POST', ...read } as const;
    return { rule, of: 'filters', request, status, ...(isOurs && { ours: true }) };
  });
});
