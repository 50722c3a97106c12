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
  const { count, seqs } = selectPage(life.store, selectionOf(life, call, filterOf(call.body)), page);
  const rows = life.store.memories.whole(seqs);
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
  const test = filterOf(body);
  // Contract §7: `keywords` in a search is a 500 on the live service.
  if (usesKeywords(test)) throw new Refusal(500, { error: 'Internal server error' });
  const candidates = select(life.store, selectionOf(life, call, test));
  const found = rank(life.store.sql, query, candidates).filter((hit) => hit.score >= threshold);
  const decays = life.store.projects.settings(scope).decay;
  const hits = decays ? decayed(life, found).slice(0, topK) : found.slice(0, topK);
  const rows = new Map(life.store.memories.whole(hits.map(({ seq }) => seq)).map((row) => [row.seq, row]));
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
  const rows = new Map(life.store.memories.whole(found.map(({ seq }) => seq)).map((row) => [row.seq, row]));
  return found
    .map((hit) => {
      const row = rows.get(hit.seq);
      return { ...hit, product: hit.words * (row === undefined ? 1 : decayFactor(row.touches, row.updated_at, now)) };
    })
    .sort((a, b) => b.product - a.product)
    .map(({ product, ...hit }) => ({ ...hit, score: Math.min(1, Math.round(product * 10_000) / 10_000) }));
}

/** Being found is a use. It is a wish, not a promise: while another process writes, it is left out. */
function reinforce(life: Life, rows: readonly MemoryRow[]): void {
  if (rows.length === 0) return;
  const now = life.now();
  try {
    life.store.write(() => {
      for (const row of rows) life.store.memories.setTouches(row.seq, touched(row.touches, now));
    }, 0);
  } catch (error) {
    if (!(error instanceof LocalStoreError && error.reason === 'unavailable')) throw error;
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

/** `filters` and the body keys that narrow like it. @throws Refusal 400 */
function filterOf(body: JsonObject): Test {
  const misplaced = ENTITY_IDS.find((key) => body[key] !== undefined);
  if (misplaced !== undefined) {
    throw badRequest(`Top-level entity parameters are not supported in reads (${misplaced}). Use filters.`);
  }
  try {
    const filters = compileFilter(body['filters']);
    if (!hasPositiveEntity(filters)) {
      throw new FilterError(`filters must name at least one of: ${ENTITY_IDS.join(', ')}.`);
    }
    const of: Test[] = [filters];
    const { start_date: start, end_date: end, categories, keywords } = body;
    if (isGiven(start)) {
      of.push({ kind: 'date', field: 'created_at', op: 'gte', at: dateSpan('start_date', start).from });
    }
    // [?] A day as `end_date` is included, as an expiration date is.
    if (isGiven(end)) of.push({ kind: 'date', field: 'created_at', op: 'lt', at: dateSpan('end_date', end).until });
    if (isGiven(categories)) of.push(compileFilter({ categories: { in: categories } }));
    if (isGiven(keywords)) of.push(compileFilter({ keywords_search: keywords }));
    return { kind: 'all', of };
  } catch (error) {
    if (error instanceof FilterError) throw badRequest(error.message);
    throw error;
  }
}

/** `fields`: only these keys of each result; `id` is always there. [?] */
function picker(fields: Json | undefined): (row: JsonObject) => JsonObject {
  if (!isGiven(fields)) return (row) => row;
  if (!Array.isArray(fields)) throw badRequest('fields must be a list of names.');
  const wanted: readonly Json[] = fields;
  return (row) => Object.fromEntries(Object.entries(row).filter(([key]) => key === 'id' || wanted.includes(key)));
}
