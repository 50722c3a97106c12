/**
 * From a filter to a SQL condition that keeps at least every row that the filter keeps: the database narrows, the pure
 * filter (`filter.ts`) decides. A part that has no column of its own narrows nothing.
 */
import type { Json } from '../../contract/wire.ts';
import type { Condition } from '../store/memories.ts';
import type { Column, Needs } from '../store/rows.ts';
import type { Test } from './filter-grammar.ts';

/** SQLite takes expressions a thousand deep; a condition of more parts than this is left to the pure filter. */
const MAX_PARTS = 200;

interface Part extends Condition {
  readonly parts: number;
}

/** A necessary condition of `test`, or undefined when it cannot narrow. Column names are those of `store/schema.ts`. */
export function narrow(test: Test): Condition | undefined {
  return partOf(test);
}

function partOf(test: Test): Part | undefined {
  switch (test.kind) {
    case 'all':
      return join(
        test.of.map(partOf).filter((part) => part !== undefined),
        ' AND ',
      );
    case 'any': {
      const parts = test.of.map(partOf);
      // One alternative that cannot narrow lets any row through; so does an empty list, which the filter decides.
      const known = parts.filter((part) => part !== undefined);
      return known.length < parts.length ? undefined : join(known, ' OR ');
    }
    case 'none': {
      // Only an exact condition may be turned round: "has this entity at all" is, where the entity cannot be hidden by another.
      const absent = test.of
        .filter((one) => one.kind === 'present')
        .filter(({ field }) => field === 'app_id' || field === 'user_id')
        .map(({ field }) => one(`${field} IS NULL`));
      return join(absent, ' AND ');
    }
    case 'entity':
      if (test.op === 'ne') return undefined;
      // The usual case can use the index of reads.
      if (test.values.length === 1) return one(`${test.field} = ?`, test.values[0]);
      return one(`${test.field} IN (SELECT value FROM json_each(?))`, JSON.stringify(test.values));
    case 'present':
      return one(`${test.field} IS NOT NULL`);
    case 'category':
      return test.op === 'in' ? holdsAnyOf(test.values) : one('categories IS NOT NULL');
    case 'metadata':
      return test.op === 'eq' ? holdsEntry(test.key, test.value) : undefined;
    case 'ids':
      return one('id IN (SELECT value FROM json_each(?))', JSON.stringify(test.values));
    case 'date':
    case 'date-in':
    case 'date-ne':
    case 'text':
      return undefined;
    default:
      return test satisfies never;
  }
}

/** What `matches` looks at of a row for this test, beyond its kind (`store/rows.ts`). */
export function needsOf(test: Test): Needs {
  return new Set(columnsOf(test));
}

function columnsOf(test: Test): readonly Column[] {
  switch (test.kind) {
    case 'all':
    case 'any':
    case 'none':
      return test.of.flatMap(columnsOf);
    case 'entity':
    case 'present':
      // A run is told by whether there is an agent, too (`filter.ts`).
      if (test.field === 'run_id') return ['agent_id', 'run_id'];
      return test.field === 'agent_id' ? ['agent_id'] : [];
    case 'date':
    case 'date-in':
    case 'date-ne':
      // The `timestamp` of an add becomes created_at (`filter.ts`).
      return [test.field === 'timestamp' ? 'created_at' : test.field];
    case 'metadata':
      // Whether `type` equals a text is told by its column: there it is null unless it is a text.
      return test.key === 'type' && test.op === 'eq' && typeof test.value === 'string' ? [] : ['metadata'];
    case 'text':
      return ['memory'];
    case 'ids':
      return ['id'];
    case 'category':
      return [];
    default:
      return test satisfies never;
  }
}

/** The store writes JSON with `JSON.stringify` alone, so a name among the categories stands in their text exactly so. */
function holdsAnyOf(names: readonly string[]): Part | undefined {
  const exact = names.map((name) => JSON.stringify(name));
  // The recipes name some; a table of them would be made for every row.
  if (exact.length > 0 && exact.length < 20) {
    return join(
      exact.map((name) => one('instr(categories, ?) > 0', name)),
      ' OR ',
    );
  }
  return one('EXISTS(SELECT 1 FROM json_each(?) WHERE instr(categories, value) > 0)', JSON.stringify(exact));
}

/** Likewise an entry of the metadata. The keys of an object may stand in another order: that narrows nothing. */
function holdsEntry(key: string, value: Json): Part | undefined {
  if (typeof value === 'object' && value !== null) return undefined;
  if (key === 'type' && typeof value === 'string') return one('type = ?', value);
  if (key === 'pinned' && value === true) return one('pinned = 1');
  return one('instr(metadata, ?) > 0', `${JSON.stringify(key)}:${JSON.stringify(value)}`);
}

function one(sql: string, param?: string): Part {
  return { sql, params: param === undefined ? [] : [param], parts: 1 };
}

/** Several conditions as one; undefined when there are none, or too many to be one. */
function join(parts: readonly Part[], word: string): Part | undefined {
  const count = parts.reduce((sum, part) => sum + part.parts, 0);
  if (count === 0 || count > MAX_PARTS) return undefined;
  return {
    sql: `(${parts.map((part) => part.sql).join(word)})`,
    params: parts.flatMap((part) => part.params),
    parts: count,
  };
}
