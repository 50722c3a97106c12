/**
 * From a filter to a SQL condition that keeps at least every row that the filter keeps: the database narrows, the pure
 * filter (`filter.ts`) decides. A part that has no column of its own narrows nothing.
 */
import type { Json } from '../../contract/wire.ts';
import type { Condition } from '../store/memories.ts';
import type { Column, Needs } from '../store/rows.ts';
import type { Test } from './filter-grammar.ts';

/** A necessary condition of `test`, or undefined when it cannot narrow. Column names are those of `store/schema.ts`. */
export function narrow(test: Test): Condition | undefined {
  switch (test.kind) {
    case 'all': {
      const parts = test.of.map(narrow).filter((part) => part !== undefined);
      return parts.length === 0 ? undefined : join(parts, ' AND ');
    }
    case 'any': {
      const parts = test.of.map(narrow);
      // One alternative that cannot narrow lets any row through; so does an empty list, which the filter decides.
      const known = parts.filter((part) => part !== undefined);
      return known.length === 0 || known.length < parts.length ? undefined : join(known, ' OR ');
    }
    case 'none': {
      // Only an exact condition may be turned round: "has this entity at all" is, where the entity cannot be hidden by another.
      const absent = test.of
        .filter((one) => one.kind === 'present')
        .filter(({ field }) => field === 'app_id' || field === 'user_id')
        .map(({ field }) => `${field} IS NULL`);
      return absent.length === 0 ? undefined : { sql: absent.join(' AND '), params: [] };
    }
    case 'entity':
      if (test.op === 'ne') return undefined;
      // The usual case can use the scope index.
      if (test.values.length === 1) return { sql: `${test.field} = ?`, params: test.values };
      return { sql: `${test.field} IN (SELECT value FROM json_each(?))`, params: [JSON.stringify(test.values)] };
    case 'present':
      return { sql: `${test.field} IS NOT NULL`, params: [] };
    case 'category':
      return test.op === 'in' ? holdsAnyOf(test.values) : { sql: 'categories IS NOT NULL', params: [] };
    case 'metadata':
      return test.op === 'eq' ? holdsEntry(test.key, test.value) : undefined;
    case 'ids':
      return { sql: 'id IN (SELECT value FROM json_each(?))', params: [JSON.stringify(test.values)] };
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
function holdsAnyOf(names: readonly string[]): Condition {
  const parts = names.map((name) => ({ sql: 'instr(categories, ?) > 0', params: [JSON.stringify(name)] }));
  return parts.length === 0 ? { sql: 'FALSE', params: [] } : join(parts, ' OR ');
}

/** Likewise an entry of the metadata. The keys of an object may stand in another order: that narrows nothing. */
function holdsEntry(key: string, value: Json): Condition | undefined {
  if (typeof value === 'object' && value !== null) return undefined;
  if (key === 'type' && typeof value === 'string') return { sql: 'type = ?', params: [value] };
  if (key === 'pinned' && value === true) return { sql: 'pinned = 1', params: [] };
  return { sql: 'instr(metadata, ?) > 0', params: [`${JSON.stringify(key)}:${JSON.stringify(value)}`] };
}

function join(parts: readonly Condition[], word: string): Condition {
  return { sql: `(${parts.map((part) => part.sql).join(word)})`, params: parts.flatMap((part) => part.params) };
}
