/**
 * Ranked full-text search over FTS5. A score in [0, 1] says how much of the query a memory has: half of it counts the terms,
 * half weighs them by how few of the found memories have them (terms that none has weigh nothing). Equal scores are ordered
 * by FTS5's bm25, then newest first. A choice of ours [?]: the live service ranks by embeddings.
 */
import type { Sql } from '../store/sql.ts';
import { queryTerms } from '../store/words.ts';

interface Hit {
  readonly seq: number;
  /** In [0, 1]. */
  readonly score: number;
  /** The same: what is left of it when others change the score. */
  readonly words: number;
}

/** Those of `candidates` (numbers of memories, in the order that breaks ties) with at least one term, best first. */
export function rank(sql: Sql, query: string, candidates: readonly number[]): readonly Hit[] {
  const terms = queryTerms(query);
  const among = JSON.stringify(candidates);
  if (terms.length === 0 || candidates.length === 0) return [];
  const order = bm25(sql, terms.join(' OR '), among);
  if (order.size === 0) return [];
  const having = terms.map((term) => seqs(sql, term, among));
  const weights = having.map((found) => (found.size === 0 ? 0 : Math.log(1 + (order.size + 0.5) / found.size)));
  const allWeights = weights.reduce((sum, weight) => sum + weight, 0);
  return candidates
    .filter((seq) => order.has(seq))
    .map((seq): Hit => {
      const has = having.map((found) => found.has(seq));
      const count = has.filter(Boolean).length / terms.length;
      const weight = weights.filter((_, at) => has[at] === true).reduce((sum, one) => sum + one, 0) / allWeights;
      const words = Math.round(((count + weight) / 2) * 10_000) / 10_000;
      return { seq, score: words, words };
    })
    .sort((a, b) => b.score - a.score || (order.get(a.seq) ?? 0) - (order.get(b.seq) ?? 0));
}

/** The plus keeps SQLite from looking each of them up in the index of words: one pass over the words' lists is far faster. */
const AMONG = '+rowid IN (SELECT value FROM json_each(?))';

function seqs(sql: Sql, term: string, among: string): ReadonlySet<number> {
  const rows = sql.all(`SELECT rowid FROM memory_words WHERE memory_words MATCH ? AND ${AMONG}`, [term, among]);
  return new Set(rows.map((row) => Number(row['rowid'])));
}

/** bm25 by row; lower is better. */
function bm25(sql: Sql, words: string, among: string): ReadonlyMap<number, number> {
  const order = `SELECT rowid, bm25(memory_words) AS b FROM memory_words WHERE memory_words MATCH ? AND ${AMONG}`;
  return new Map(sql.all(order, [words, among]).map((row) => [Number(row['rowid']), Number(row['b'])]));
}
