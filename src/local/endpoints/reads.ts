/**
 * The two reads (platform contract §6): get_all with pages, and search. Expiry, latest_only and filters apply before
 * `top_k`. Without a model `rerank` and `reference_date` have nothing to do here and change nothing.
 */
import type { Json, JsonObject } from '../../contract/wire.ts';
import { decayFactor, touched } from '../life/decay.ts';
import { dayOf, type Life } from '../life/life.ts';
import { compileFilter, hasPositiveEntity, usesKeywords } from '../query/filter.ts';
import { dateSpan, FilterError, type Test } from '../query/filter-grammar.ts';
import { rank } from '../query/rank.ts';
import { type Selection, select, selectPage } from '../query/select.ts';
import { LocalStoreError } from '../store/errors.ts';
import type { MemoryRow } from '../store/rows.ts';
import { badRequest, item, listItem, Refusal, type Reply } from './answer.ts';
import { flag, isGiven, numberOf } from './body.ts';
import { type Call, type Platform, paged, pageOf } from './call.ts';

const ENTITY_IDS = ['user_id', 'agent_id', 'app_id', 'run_id'];
const MAX_TOP_K = 1000;

/** `POST /v3/memories/` */
export function getAll({ life }: Platform, call: Call): Reply {
  const page = pageOf(call);
  const show = picker(call.body['fields']);
  const selection = selectionOf(life, call, filterOf(call.body, LIST_KEYS));
  const { count, rows } = life.store.sql.read(() => {
    const found = selectPage(life.store, selection, page);
    return { count: found.count, rows: life.store.memories.whole(found.seqs) };
  });
  return paged(
    '/v3/memories/',
    page,
    count,
    rows.map((row) => show(listItem(row))),
  );
}

/** `POST /v3/memories/search/` */
export function search({ life }: Platform, call: Call): Reply {
  const { body, scope } = call;
  const query = body['query'];
  if (typeof query !== 'string' || query.trim() === '') throw badRequest('query must be a non-blank string.');
  const topK = numberOf(body, 'top_k', 10, 1, MAX_TOP_K);
  if (!Number.isInteger(topK)) throw badRequest('top_k must be a whole number.');
  const threshold = numberOf(body, 'threshold', 0.1, 0, 1);
  const show = picker(body['fields']);
  const test = filterOf(body, SEARCH_KEYS);
  // Contract §7: `keywords` in a search is a 500 on the live service.
  if (usesKeywords(test)) throw new Refusal(500, { error: 'Internal server error' });
  const decays = life.store.projects.settings(scope).decay;
  const { hits, rows } = life.store.sql.read(() => {
    const candidates = select(life.store, selectionOf(life, call, test));
    const found = rank(life.store.sql, query, candidates, decays ? undefined : topK).filter(
      (hit) => hit.score >= threshold,
    );
    const best = (decays ? decayed(life, found) : found).slice(0, topK);
    const whole = life.store.memories.whole(best.map(({ seq }) => seq));
    return { hits: best, rows: new Map(whole.map((row) => [row.seq, row])) };
  });
  if (decays) reinforce(life, [...rows.values()]);
  const results = hits.flatMap(({ seq, score, words }) => {
    const row = rows.get(seq);
    return row === undefined ? [] : [show({ ...item(row), score, score_breakdown: { words } })];
  });
  return { status: 200, body: { results } };
}

interface Ranked {
  readonly seq: number;
  /** What the answer says, in [0, 1]. */
  readonly score: number;
  /** How well the words fit, before decay. */
  readonly words: number;
}

/** Sorted by the whole product, so that its full range counts; the score that is told stays in [0, 1] (contract §5). */
function decayed(life: Life, found: readonly Ranked[]): readonly Ranked[] {
  const now = life.now();
  const uses = life.store.notes.uses(found.map(({ seq }) => seq));
  return found
    .map((hit) => {
      const one = uses.get(hit.seq);
      return { ...hit, product: hit.words * (one === undefined ? 1 : decayFactor(one.touches, one.updated_at, now)) };
    })
    .sort((a, b) => b.product - a.product)
    .map(({ product, ...hit }) => ({ ...hit, score: Math.min(1, Math.round(product * 10_000) / 10_000) }));
}

/** Being found is a use. It is a wish, not a promise: while the file cannot be written, it is left out. */
function reinforce(life: Life, rows: readonly MemoryRow[]): void {
  if (rows.length === 0) return;
  const now = life.now();
  try {
    life.store.write(() => {
      for (const row of rows) life.store.notes.setTouches(row.seq, touched(row.touches, now));
    }, 0);
  } catch (error) {
    if (!(error instanceof LocalStoreError)) throw error;
  }
}

/** What the request asks for, of what it may see. */
function selectionOf(life: Life, { scope, body }: Call, test: Test): Selection {
  const visible = {
    latestOnly: flag(body, 'latest_only'),
    day: flag(body, 'show_expired') ? undefined : dayOf(life.now()),
  };
  return { scope, visible, test };
}

/** The body keys that narrow like `filters` do (contract §6): get_all has all of them, search one; others are ignored. */
const LIST_KEYS = ['start_date', 'end_date', 'categories', 'keywords'] as const;
const SEARCH_KEYS = ['categories'] as const;
type NarrowingKey = (typeof LIST_KEYS)[number];

/** @throws Refusal 400 */
function filterOf(body: JsonObject, keys: readonly NarrowingKey[]): Test {
  const misplaced = ENTITY_IDS.find((key) => body[key] !== undefined);
  if (misplaced !== undefined) {
    throw badRequest(`Top-level entity parameters are not supported in reads (${misplaced}). Use filters.`);
  }
  try {
    const filters = compileFilter(body['filters']);
    if (!hasPositiveEntity(filters)) {
      throw new FilterError(`filters must name at least one of: ${ENTITY_IDS.join(', ')}.`);
    }
    const of = keys.flatMap((key) => {
      const value = body[key];
      return isGiven(value) ? narrowedBy(key, value) : [];
    });
    return { kind: 'all', of: [filters, ...of] };
  } catch (error) {
    if (error instanceof FilterError) throw badRequest(error.message);
    throw error;
  }
}

function narrowedBy(key: NarrowingKey, value: Exclude<Json, null>): Test {
  switch (key) {
    case 'start_date':
      return { kind: 'date', field: 'created_at', op: 'gte', at: dateSpan('start_date', value).from };
    case 'end_date':
      // [?] A day as `end_date` is included, as an expiration date is.
      return { kind: 'date', field: 'created_at', op: 'lt', at: dateSpan('end_date', value).until };
    case 'categories':
      return compileFilter({ categories: { in: value } });
    case 'keywords':
      // [?] A part of the text, in any letter case.
      return compileFilter({ keywords_search: value });
    default:
      return key satisfies never;
  }
}

/** `fields`: only these keys of each result; `id` is always there. [?] */
function picker(fields: Json | undefined): (row: JsonObject) => JsonObject {
  if (!isGiven(fields)) return (row) => row;
  if (!Array.isArray(fields)) throw badRequest('fields must be a list of names.');
  const wanted: readonly Json[] = fields;
  return (row) => Object.fromEntries(Object.entries(row).filter(([key]) => key === 'id' || wanted.includes(key)));
}
