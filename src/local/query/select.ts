/**
 * Which memories a read may see. The pure filter (`filter.ts`) decides, over as little as it needs: the database narrows, a row
 * is light, and where the filter looks at nothing but the kind of a row, it decides once for all rows of a kind.
 */
import type { Visibility } from '../store/memories.ts';
import type { Scope } from '../store/rows.ts';
import type { Store } from '../store/store.ts';
import { matches } from './filter.ts';
import type { Test } from './filter-grammar.ts';
import { narrow, needsOf } from './narrow.ts';

export interface Selection {
  readonly scope: Scope;
  readonly visible: Visibility;
  readonly test: Test;
}

/** The numbers of all that it selects, newest first. */
export function select(store: Store, selection: Selection): readonly number[] {
  const { scope, visible, test } = selection;
  if (countIfExact(store, selection) !== undefined) return store.memories.allSeqs(scope, visible, narrow(test));
  return looked(store, selection);
}

/** The numbers of one page of it, and how many there are in all. */
export function selectPage(
  store: Store,
  selection: Selection,
  page: { readonly from: number; readonly size: number },
): { readonly count: number; readonly seqs: readonly number[] } {
  const { scope, visible, test } = selection;
  const count = countIfExact(store, selection);
  if (count !== undefined)
    return { count, seqs: count > page.from ? store.memories.seqs(scope, visible, page, narrow(test)) : [] };
  const all = looked(store, selection);
  return { count: all.length, seqs: all.slice(page.from, page.from + page.size) };
}

/** How many there are, where what the database leaves is exactly what the filter wants: then it can count, sort and cut as well. */
function countIfExact(store: Store, { scope, visible, test }: Selection): number | undefined {
  if (needsOf(test).size > 0) return undefined;
  const kinds = store.memories.kinds(scope, visible, narrow(test));
  if (!kinds.every(({ row }) => matches(test, row))) return undefined;
  return kinds.reduce((sum, kind) => sum + kind.count, 0);
}

function looked(store: Store, { scope, visible, test }: Selection): readonly number[] {
  const rows = store.memories.light(scope, visible, needsOf(test), narrow(test));
  return rows.filter((row) => matches(test, row)).map(({ seq }) => seq);
}
