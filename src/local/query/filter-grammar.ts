/**
 * The filter grammar of platform contract §7: JSON in, a `Test` out, or a refusal whose message names what is allowed.
 * Out of scope: deciding over rows (`filter.ts`).
 */
import type { Json, JsonObject } from '../../contract/wire.ts';

export type EntityField = 'user_id' | 'agent_id' | 'app_id' | 'run_id';
export type DateField = 'created_at' | 'updated_at' | 'timestamp' | 'expiration_date';

/** An instant range, half open: a day is [00:00, next 00:00), an exact instant is one millisecond wide. */
export interface Span {
  readonly from: number;
  readonly until: number;
}

/** A parsed filter. */
export type Test =
  | { readonly kind: 'all' | 'any' | 'none'; readonly of: readonly Test[] }
  | {
      readonly kind: 'entity';
      readonly field: EntityField;
      readonly op: 'in' | 'ne';
      readonly values: readonly string[];
    }
  | { readonly kind: 'present'; readonly field: EntityField }
  | { readonly kind: 'date-in' | 'date-ne'; readonly field: DateField; readonly spans: readonly Span[] }
  | { readonly kind: 'date'; readonly field: DateField; readonly op: 'gt' | 'gte' | 'lt' | 'lte'; readonly at: number }
  | { readonly kind: 'category'; readonly op: 'in' | 'contains'; readonly values: readonly string[] }
  | { readonly kind: 'metadata'; readonly key: string; readonly op: 'eq' | 'ne' | 'contains'; readonly value: Json }
  | { readonly kind: 'text'; readonly key: string; readonly fold: boolean; readonly value: string }
  | { readonly kind: 'ids'; readonly values: readonly string[] };

/** A filter that the platform answers with 400. The message repeats key names only, never values. */
export class FilterError extends Error {
  override readonly name = 'FilterError';
}

/** All keys that a filter may have, in the order of contract §7. */
export const FILTER_KEYS = [
  'AND',
  'OR',
  'NOT',
  'user_id',
  'agent_id',
  'app_id',
  'run_id',
  'created_at',
  'updated_at',
  'timestamp',
  'expiration_date',
  'text',
  'categories',
  'metadata',
  'keywords',
  'keywords_search',
  'memory_ids',
] as const;
type FilterKey = (typeof FILTER_KEYS)[number];

const DAY_MS = 24 * 60 * 60 * 1000;
/** Filters nest far less; the limit only keeps hostile input from exhausting the stack. [?] */
const MAX_DEPTH = 32;

/** @throws FilterError */
export function parseFilter(filters: Json | undefined, depth = 0): Test {
  if (!isObject(filters)) throw new FilterError('filters must be an object.');
  if (depth > MAX_DEPTH) throw new FilterError(`filters may nest at most ${MAX_DEPTH} deep.`);
  const keys = Object.keys(filters).filter((key) => filters[key] !== undefined);
  for (const key of keys) {
    if (!isFilterKey(key)) {
      throw new FilterError(`Invalid filter key: ${shown(key)}. Allowed keys: ${FILTER_KEYS.join(', ')}.`);
    }
  }
  // Sibling AND and OR at one level lose the OR on the live service (contract §7). It is still checked, just not applied.
  const losesOr = keys.includes('AND') && keys.includes('OR');
  const parsed = keys.filter(isFilterKey).map((key) => ({ key, test: parseKey(key, filters[key] ?? null, depth) }));
  const of = parsed.filter(({ key }) => !(losesOr && key === 'OR')).map(({ test }) => test);
  const [only] = of;
  return of.length === 1 && only !== undefined ? only : { kind: 'all', of };
}

function parseKey(key: FilterKey, value: Json, depth: number): Test {
  switch (key) {
    case 'AND':
      return { kind: 'all', of: parseList(key, value, depth) };
    case 'OR':
      return { kind: 'any', of: parseList(key, value, depth) };
    case 'NOT':
      return { kind: 'none', of: parseList(key, value, depth) };
    case 'user_id':
    case 'agent_id':
    case 'app_id':
    case 'run_id':
      return parseEntity(key, value);
    case 'created_at':
    case 'updated_at':
    case 'timestamp':
    case 'expiration_date':
      return parseDate(key, value);
    case 'categories':
      return parseCategories(value);
    case 'metadata':
      return parseMetadata(value);
    case 'keywords':
      return parseText(key, value, false);
    case 'text':
    case 'keywords_search': // [?] the contract names both keys without operators: bare text, or as `keywords`.
      return parseText(key, value, true);
    case 'memory_ids':
      // Ids are compared as the store has them, in lower case.
      return {
        kind: 'ids',
        values: strings(key, isObject(value) ? single(key, value, ['in']).value : value).map((id) => id.toLowerCase()),
      };
    default:
      return key satisfies never;
  }
}

function parseList(key: string, value: Json, depth: number): readonly Test[] {
  // Contract §1.4: an object here is a 400, whatever the published documentation shows.
  if (!Array.isArray(value)) throw new FilterError(`${key} must be a list of filters.`);
  return value.map((one: Json) => parseFilter(one, depth + 1));
}

function parseEntity(field: EntityField, value: Json): Test {
  const { op, value: operand } = isObject(value) ? single(field, value, ['eq', 'ne', 'in']) : { op: 'eq', value };
  if (op === 'in') return { kind: 'entity', field, op: 'in', values: strings(field, operand) };
  const text = string(field, operand);
  if (op === 'ne') return { kind: 'entity', field, op: 'ne', values: [text] };
  return text === '*' ? { kind: 'present', field } : { kind: 'entity', field, op: 'in', values: [text] };
}

function parseDate(field: DateField, value: Json): Test {
  if (!isObject(value)) return { kind: 'date-in', field, spans: [span(field, value)] };
  const of = entries(field, value, ['gt', 'gte', 'lt', 'lte', 'ne', 'in']).map(([op, operand]): Test => {
    switch (op) {
      case 'gt':
      case 'gte':
      case 'lt':
      case 'lte':
        return { kind: 'date', field, op, at: span(field, operand).from };
      case 'ne':
        return { kind: 'date-ne', field, spans: [span(field, operand)] };
      case 'in':
        if (!Array.isArray(operand)) throw new FilterError(`${field}: "in" takes a list.`);
        return { kind: 'date-in', field, spans: operand.map((one: Json) => span(field, one)) };
      default:
        return op satisfies never;
    }
  });
  return { kind: 'all', of };
}

function parseCategories(value: Json): Test {
  if (!isObject(value)) throw new FilterError('categories takes one of: in, contains.');
  const { op, value: operand } = single('categories', value, ['in', 'contains']);
  if (op === 'in') return { kind: 'category', op, values: strings('categories', operand) };
  return { kind: 'category', op, values: [string('categories', operand)] };
}

function parseMetadata(value: Json): Test {
  if (!isObject(value)) throw new FilterError('metadata must be an object.');
  const of: Test[] = [];
  for (const [key, wanted] of Object.entries(value)) {
    if (wanted === undefined) continue;
    const { op, value: operand } = isObject(wanted)
      ? single(`metadata.${shown(key)}`, wanted, ['eq', 'ne', 'contains'])
      : ({ op: 'eq', value: wanted } as const);
    of.push({ kind: 'metadata', key, op, value: operand });
  }
  return { kind: 'all', of };
}

function parseText(key: string, value: Json, bare: boolean): Test {
  if (bare && typeof value === 'string') return { kind: 'text', key, fold: true, value };
  if (!isObject(value)) throw new FilterError(`${key} takes one of: contains, icontains.`);
  const { op, value: operand } = single(key, value, ['contains', 'icontains']);
  return { kind: 'text', key, fold: op === 'icontains', value: string(key, operand) };
}

/** The operators of an object, each one allowed; at least one. */
function entries<Op extends string>(key: string, value: JsonObject, allowed: readonly Op[]): readonly [Op, Json][] {
  const found: [Op, Json][] = [];
  for (const [name, operand] of Object.entries(value)) {
    if (operand === undefined) continue;
    const op = allowed.find((one) => one === name);
    if (op === undefined) {
      throw new FilterError(
        `${key}: operator ${shown(name)} is not supported. Allowed operators: ${allowed.join(', ')}.`,
      );
    }
    found.push([op, operand]);
  }
  if (found.length === 0) throw new FilterError(`${key}: one of these operators is needed: ${allowed.join(', ')}.`);
  return found;
}

/** Exactly one operator: only dates may have two in one object (contract §7). [?] */
function single<Op extends string>(key: string, value: JsonObject, allowed: readonly Op[]): { op: Op; value: Json } {
  const [first, second] = entries(key, value, allowed);
  if (first === undefined || second !== undefined) throw new FilterError(`${key} takes exactly one operator.`);
  return { op: first[0], value: first[1] };
}

/** `YYYY-MM-DD` is a whole UTC day, a date with a time (UTC unless it says otherwise) an instant, a number unix seconds. [?] */
function span(key: string, value: Json): Span {
  if (typeof value === 'number' && Number.isFinite(value)) return { from: value * 1000, until: value * 1000 + 1 };
  if (typeof value === 'string') {
    if (isDay(value)) return { from: Date.parse(value), until: Date.parse(value) + DAY_MS };
    const zoned = /(?:Z|[+-]\d\d:?\d\d)$/i.test(value) ? value : `${value}Z`;
    // `Date.parse` makes 30 February the 2nd of March.
    const isTime = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(value) && isDay(value.slice(0, 10));
    const at = isTime ? Date.parse(zoned.replace(' ', 'T')) : Number.NaN;
    if (!Number.isNaN(at)) return { from: at, until: at + 1 };
  }
  throw new FilterError(`${key} takes a date: YYYY-MM-DD or an ISO 8601 date and time.`);
}

/** A calendar day that exists, as `YYYY-MM-DD`. */
export function isDay(value: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(value)) return false;
  const at = Date.parse(value);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(value);
}

/** Milliseconds since the epoch at which a `start_date` begins or an `end_date` ends. @throws FilterError */
export function dateSpan(key: string, value: Json): Span {
  return span(key, value);
}

function string(key: string, value: Json): string {
  if (typeof value !== 'string') throw new FilterError(`${key} takes a string.`);
  return value;
}

function strings(key: string, value: Json): readonly string[] {
  if (!Array.isArray(value)) throw new FilterError(`${key} takes a list of strings.`);
  return value.map((one: Json) => string(key, one));
}

function isFilterKey(key: string): key is FilterKey {
  return FILTER_KEYS.some((one) => one === key);
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A key as an error may repeat it: short and on one line. */
function shown(key: string): string {
  return JSON.stringify(key.slice(0, 40));
}
