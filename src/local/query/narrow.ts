/**
 * From a filter to a SQL condition that keeps at least every row that the filter keeps: the database narrows, the pure
 * filter (`filter.ts`) decides. A part that has no column of its own narrows nothing.
 */
import type { Condition } from '../store/store.ts';
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
      // Only an exact condition may be turned round: "has this entity at all" is exact.
      const absent = test.of.filter((one) => one.kind === 'present').map((one) => `${one.field} IS NULL`);
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
      return { sql: 'categories IS NOT NULL', params: [] };
    case 'metadata':
      if (test.key !== 'type' || test.op !== 'eq' || typeof test.value !== 'string') return undefined;
      return { sql: 'type = ?', params: [test.value] };
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

function join(parts: readonly Condition[], word: string): Condition {
  return { sql: `(${parts.map((part) => part.sql).join(word)})`, params: parts.flatMap((part) => part.params) };
}
