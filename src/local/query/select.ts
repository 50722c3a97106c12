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
export function select(store: Store, { scope, visible, test }: Selection): readonly number[] {
  const rows = store.memories.light(scope, visible, needsOf(test), narrow(test));
  return rows.filter((row) => matches(test, row)).map(({ seq }) => seq);
}

/** The numbers of one page of it, and how many there are in all. */
export function selectPage(
  store: Store,
  selection: Selection,
  page: { readonly from: number; readonly size: number },
): { readonly count: number; readonly seqs: readonly number[] } {
  const { scope, visible, test } = selection;
  const condition = narrow(test);
  if (needsOf(test).size === 0) {
    const kinds = store.memories.kinds(scope, visible, condition);
    // What the database has left is exactly what the filter wants: then it can count and cut the page as well.
    if (kinds.every(({ row }) => matches(test, row))) {
      const count = kinds.reduce((sum, kind) => sum + kind.count, 0);
      return { count, seqs: count > page.from ? store.memories.seqs(scope, visible, page, condition) : [] };
    }
  }
  const all = select(store, selection);
  return { count: all.length, seqs: all.slice(page.from, page.from + page.size) };
}
