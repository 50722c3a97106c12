/**
 * The two reads (platform contract §6): get_all with pages, and search. Expiry, latest_only and filters apply before
 * `top_k`. Without a model `rerank` and `reference_date` have nothing to do here and change nothing.
 */
import type { Json, JsonObject } from '../../contract/wire.ts';
import { dayOf, type Life } from '../life/lifecycle.ts';
import { compileFilter, hasPositiveEntity, matches, usesKeywords } from '../query/filter.ts';
import { dateSpan, FilterError, type Test } from '../query/filter-grammar.ts';
import { narrow } from '../query/narrow.ts';
import { rank } from '../query/rank.ts';
import type { MemoryRow, Scope } from '../store/rows.ts';
import { badRequest, item, listItem, Refusal, type Reply } from './answer.ts';

const ENTITY_IDS = ['user_id', 'agent_id', 'app_id', 'run_id'];
const MAX_PAGE_SIZE = 200;
const MAX_TOP_K = 1000;

export interface ReadRequest {
  readonly scope: Scope;
  readonly body: JsonObject;
  readonly query: ReadonlyMap<string, string>;
}

/** `POST /v3/memories/` */
export function getAll(life: Life, request: ReadRequest): Reply {
  const page = pageNumber(request.query.get('page'));
  const size = pageSize(request.query.get('page_size'));
  const test = filterOf(request.body);
  const rows = visibleRows(life, request, test);
  const from = (page - 1) * size;
  if (page > 1 && from >= rows.length) throw invalidPage();
  const link = (to: number) => `/v3/memories/?page=${to}&page_size=${size}`;
  return {
    status: 200,
    body: {
      count: rows.length,
      // [?] The live service gives whole URLs; there is no host here.
      next: from + size < rows.length ? link(page + 1) : null,
      previous: page > 1 ? link(page - 1) : null,
      results: rows.slice(from, from + size).map((row) => pick(listItem(row), request.body['fields'])),
    },
  };
}

/** `POST /v3/memories/search/` */
export function search(life: Life, request: ReadRequest): Reply {
  const { body } = request;
  const query = body['query'];
  if (typeof query !== 'string' || query.trim() === '') throw badRequest('query must be a non-blank string.');
  const topK = numberOf(body, 'top_k', 10, 1, MAX_TOP_K);
  if (!Number.isInteger(topK)) throw badRequest('top_k must be a whole number.');
  const threshold = numberOf(body, 'threshold', 0.1, 0, 1);
  const test = filterOf(body);
  // Contract §7: `keywords` in a search is a 500 on the live service.
  if (usesKeywords(test)) throw new Refusal(500, { error: 'Internal server error' });
  const hits = rank(life.store, query, (words) => visibleRows(life, request, test, words))
    .filter((hit) => hit.score >= threshold)
    .slice(0, topK);
  return {
    status: 200,
    body: {
      results: hits.map(({ row, score }) =>
        pick({ ...item(row), score, score_breakdown: { words: score } }, body['fields']),
      ),
    },
  };
}

function visibleRows(life: Life, request: ReadRequest, test: Test, words?: string): readonly MemoryRow[] {
  const visible = {
    latestOnly: flag(request.body, 'latest_only'),
    day: flag(request.body, 'show_expired') ? undefined : dayOf(life.now()),
  };
  return life.store.memories(request.scope, visible, narrow(test), words).filter((row) => matches(test, row));
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

function isGiven(value: Json | undefined): value is Exclude<Json, null> {
  return value !== undefined && value !== null;
}

function flag(body: JsonObject, key: string): boolean {
  const value = body[key];
  if (isGiven(value) && typeof value !== 'boolean') throw badRequest(`${key} must be true or false.`);
  return value === true;
}

function numberOf(body: JsonObject, key: string, fallback: number, min: number, max: number): number {
  const value = body[key];
  if (!isGiven(value)) return fallback;
  if (typeof value === 'number' && value >= min && value <= max) return value;
  throw badRequest(`${key} must be between ${min} and ${max}.`);
}

function pageNumber(text: string | undefined): number {
  if (text === undefined) return 1;
  if (!/^[1-9]\d{0,8}$/.test(text)) throw invalidPage();
  return Number(text);
}

function pageSize(text: string | undefined): number {
  if (text === undefined) return 100;
  const size = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (size < 1 || size > MAX_PAGE_SIZE) throw badRequest(`page_size must be between 1 and ${MAX_PAGE_SIZE}.`); // [?]
  return size;
}

/** Contract §6 [?]. */
function invalidPage(): Refusal {
  return new Refusal(404, { detail: 'Invalid page.' });
}

/** `fields`: only these keys of each result; `id` is always there. [?] */
function pick(row: JsonObject, fields: Json | undefined): JsonObject {
  if (!isGiven(fields)) return row;
  if (!Array.isArray(fields)) throw badRequest('fields must be a list of names.');
  const wanted: readonly Json[] = fields;
  return Object.fromEntries(Object.entries(row).filter(([key]) => key === 'id' || wanted.includes(key)));
}
