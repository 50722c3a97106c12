/**
 * Ranked full-text search over FTS5. A score in [0, 1] says how much of the query a memory has: half of it counts the terms,
 * half weighs them by how few of the found memories have them (terms that none has weigh nothing). Equal scores are ordered
 * by FTS5's bm25, then newest first. A choice of ours [?]: the live service ranks by embeddings.
 */
import type { MemoryRow } from '../store/rows.ts';
import type { Store } from '../store/store.ts';
import { queryTerms } from '../store/words.ts';

export interface Hit {
  readonly row: MemoryRow;
  readonly score: number;
}

/** All memories of `candidates` with at least one term, best first. `candidates` gets an FTS5 expression. */
export function rank(store: Store, query: string, candidates: (words: string) => readonly MemoryRow[]): readonly Hit[] {
  const terms = queryTerms(query);
  if (terms.length === 0) return [];
  const anyTerm = terms.join(' OR ');
  const rows = candidates(anyTerm);
  if (rows.length === 0) return [];
  const wanted = new Set(rows.map((row) => row.seq));
  const having = terms.map((term) => seqs(store, term, wanted));
  const weights = having.map((found) => (found.size === 0 ? 0 : Math.log(1 + (rows.length + 0.5) / found.size)));
  const allWeights = weights.reduce((sum, weight) => sum + weight, 0);
  const order = bm25(store, anyTerm, wanted);
  return rows
    .map((row): Hit => {
      const has = having.map((found) => found.has(row.seq));
      const count = has.filter(Boolean).length / terms.length;
      const weight = weights.filter((_, at) => has[at] === true).reduce((sum, one) => sum + one, 0) / allWeights;
      return { row, score: Math.round(((count + weight) / 2) * 10_000) / 10_000 };
    })
    .sort((a, b) => b.score - a.score || (order.get(a.row.seq) ?? 0) - (order.get(b.row.seq) ?? 0));
}

function seqs(store: Store, term: string, wanted: ReadonlySet<number>): ReadonlySet<number> {
  const rows = store.all('SELECT rowid FROM memory_words WHERE memory_words MATCH ?', [term]);
  return new Set(rows.map((row) => Number(row['rowid'])).filter((seq) => wanted.has(seq)));
}

/** bm25 by row; lower is better. */
function bm25(store: Store, words: string, wanted: ReadonlySet<number>): ReadonlyMap<number, number> {
  const rows = store.all('SELECT rowid, bm25(memory_words) AS b FROM memory_words WHERE memory_words MATCH ?', [words]);
  return new Map(
    rows.map((row): [number, number] => [Number(row['rowid']), Number(row['b'])]).filter(([seq]) => wanted.has(seq)),
  );
}
