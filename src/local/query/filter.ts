/**
 * Filters of reads (platform contract §7), decided by one pure function over a row. The database only narrows beforehand
 * (`narrow.ts`). Out of scope: expiry, latest_only and deletion (`life/`); parsing (`filter-grammar.ts`).
 */
import type { Json, JsonObject } from '../../contract/wire.ts';
import type { FilterRow } from '../store/rows.ts';
import { type DateField, type EntityField, parseFilter, type Span, type Test } from './filter-grammar.ts';

/** Parses the `filters` of a read. @throws FilterError (a 400 in the contract) */
export function compileFilter(filters: Json | undefined): Test {
  return parseFilter(filters);
}

/** Does the row satisfy the filter? Null semantics per field as in contract §7. */
export function matches(test: Test, row: FilterRow): boolean {
  switch (test.kind) {
    case 'all':
      return test.of.every((one) => matches(one, row));
    case 'any':
      return test.of.some((one) => matches(one, row));
    case 'none':
      // [?] `NOT` of several: none may match.
      return !test.of.some((one) => matches(one, row));
    case 'entity': {
      const value = entityOf(row, test.field);
      // `ne` also matches null (contract §7).
      if (test.op === 'ne') return value === null || !test.values.includes(value);
      return value !== null && test.values.includes(value);
    }
    case 'present':
      return entityOf(row, test.field) !== null;
    case 'date-in':
      return within(dateOf(row, test.field), test.spans);
    case 'date-ne':
      // [?] like the entity `ne`: a row without the date is not equal to it.
      return !within(dateOf(row, test.field), test.spans);
    case 'date':
      return compare(dateOf(row, test.field), test.op, test.at);
    case 'category':
      return matchesCategory(test, row.categories);
    case 'metadata':
      return matchesMetadata(test, row.metadata);
    case 'text':
      return test.fold ? row.memory.toLowerCase().includes(test.value.toLowerCase()) : row.memory.includes(test.value);
    case 'ids':
      return test.values.includes(row.id);
    default:
      return test satisfies never;
  }
}

/**
 * A record has one primary entity (contract §2): the first it has of user, agent and run. [?] which. It is found by that one
 * alone, so that an AND across them matches nothing; `app_id` stands beside it.
 */
function entityOf(row: FilterRow, field: EntityField): string | null {
  if (field === 'agent_id' && row.user_id !== null) return null;
  if (field === 'run_id' && (row.user_id !== null || row.agent_id !== null)) return null;
  return row[field];
}

/**
 * Does the filter name an entity that a row must or may have? A read without one is a 400 (contract §7). [?] Anywhere but
 * under `NOT` counts; `ne` does not, `"*"` does.
 */
export function hasPositiveEntity(test: Test): boolean {
  switch (test.kind) {
    case 'all':
    case 'any':
      return test.of.some(hasPositiveEntity);
    case 'entity':
      return test.op === 'in';
    case 'present':
      return true;
    default:
      return false;
  }
}

/** Does the filter use `keywords`? In a search that is a 500 on the live service (contract §7). */
export function usesKeywords(test: Test): boolean {
  if (test.kind === 'all' || test.kind === 'any' || test.kind === 'none') return test.of.some(usesKeywords);
  return test.kind === 'text' && test.key === 'keywords';
}

function dateOf(row: FilterRow, field: DateField): number | null {
  switch (field) {
    case 'created_at':
    case 'timestamp': // [?] the `timestamp` of an add becomes created_at (contract §3).
      return row.created_at;
    case 'updated_at':
      return row.updated_at;
    case 'expiration_date':
      return row.expiration_date === null ? null : Date.parse(row.expiration_date);
    default:
      return field satisfies never;
  }
}

function within(at: number | null, spans: readonly Span[]): boolean {
  return at !== null && spans.some((span) => at >= span.from && at < span.until);
}

function compare(at: number | null, op: 'gt' | 'gte' | 'lt' | 'lte', limit: number): boolean {
  if (at === null) return false;
  switch (op) {
    case 'gt':
      return at > limit;
    case 'gte':
      return at >= limit;
    case 'lt':
      return at < limit;
    case 'lte':
      return at <= limit;
    default:
      return op satisfies never;
  }
}

function matchesCategory(test: Test & { kind: 'category' }, categories: readonly string[] | null): boolean {
  if (categories === null) return false;
  if (test.op === 'in') return categories.some((category) => test.values.includes(category));
  // [?] `contains` as a part of a name, in any letter case.
  const wanted = test.values.map((value) => value.toLowerCase());
  return categories.some((category) => wanted.some((value) => category.toLowerCase().includes(value)));
}

function matchesMetadata(test: Test & { kind: 'metadata' }, metadata: JsonObject | null): boolean {
  const value = metadata !== null && Object.hasOwn(metadata, test.key) ? metadata[test.key] : undefined;
  switch (test.op) {
    case 'eq':
      return value !== undefined && sameJson(value, test.value);
    case 'ne': // [?] a row without the key is not equal to it.
      return value === undefined || !sameJson(value, test.value);
    case 'contains': {
      if (typeof value === 'string') return typeof test.value === 'string' && value.includes(test.value);
      return Array.isArray(value) && value.some((one: Json) => sameJson(one, test.value));
    }
    default:
      return test.op satisfies never;
  }
}

/** Equal as JSON, whatever the order of keys. */
function sameJson(a: Json, b: Json): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const left = Object.entries(a).filter((entry) => entry[1] !== undefined);
  const right = new Map(Object.entries(b).filter((entry) => entry[1] !== undefined));
  if (left.length !== right.size) return false;
  return left.every(([key, value]) => {
    const other: Json | undefined = right.get(key);
    return value !== undefined && other !== undefined && sameJson(value, other);
  });
}
