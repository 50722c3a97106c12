/**
 * Ranked full-text search over FTS5. A score in [0, 1] says how much of the query a memory has: half of it counts the terms,
 * half weighs them by how few of the found memories have them (terms that none has weigh nothing). Equal scores are ordered
 * by FTS5's bm25, then newest first. A choice of ours [?]: the live service ranks by embeddings.
 */
import { parsed } from '../store/rows.ts';
import type { Sql } from '../store/sql.ts';
import { queryTerms } from '../store/words.ts';

interface Hit {
  readonly seq: number;
  /** In [0, 1]. */
  readonly score: number;
  /** The same: what is left of it when others change the score. */
  readonly words: number;
}

/**
 * Those of `candidates` (numbers of memories, in the order that breaks ties) with at least one term, best first. No more than the
 * `best` are asked for: of those behind them the order is not looked up, and they are left out.
 */
export function rank(
  sql: Sql,
  query: string,
  candidates: readonly number[],
  best: number = candidates.length,
): readonly Hit[] {
  const terms = queryTerms(query);
  if (terms.length === 0 || candidates.length === 0) return [];
  const found = scored(candidates, having(sql, terms, JSON.stringify(candidates)));
  found.sort((a, b) => b.score - a.score);
  // Of equal scores bm25 decides, and of equal ones of these the order of the candidates, which sorting keeps.
  const last = found[best - 1]?.score ?? 0;
  const top = found.filter(({ score }) => score >= last);
  const tied = top.filter(({ score }, at) => score === top[at - 1]?.score || score === top[at + 1]?.score);
  const order =
    tied.length === 0 ? NO_ORDER : bm25(sql, terms.join(' OR '), JSON.stringify(tied.map(({ seq }) => seq)));
  return top.sort((a, b) => b.score - a.score || (order.get(a.seq) ?? 0) - (order.get(b.seq) ?? 0)).slice(0, best);
}

const NO_ORDER: ReadonlyMap<number, number> = new Map();

/** Scores of those that some term was found in, in the order of the candidates. `found`: of each term the numbers that have it. */
function scored(candidates: readonly number[], found: readonly (readonly number[])[]): Hit[] {
  const counts = new Map<number, number>();
  for (const seqs of found) for (const seq of seqs) counts.set(seq, (counts.get(seq) ?? 0) + 1);
  const weights = new Map<number, number>();
  let allWeights = 0;
  for (const seqs of found) {
    const weight = seqs.length === 0 ? 0 : Math.log(1 + (counts.size + 0.5) / seqs.length);
    for (const seq of seqs) weights.set(seq, (weights.get(seq) ?? 0) + weight);
    allWeights += weight;
  }
  const hits: Hit[] = [];
  for (const seq of candidates) {
    const count = counts.get(seq);
    if (count === undefined) continue;
    const weight = (weights.get(seq) ?? 0) / allWeights;
    const words = Math.round(((count / found.length + weight) / 2) * 10_000) / 10_000;
    hits.push({ seq, score: words, words });
  }
  return hits;
}

/** The plus keeps SQLite from looking each of them up in the index of words: one pass over the words' lists is far faster. */
const AMONG = '+rowid IN (SELECT value FROM json_each(?))';

/**
 * Of each term, in their order, the numbers that have it: one text each, since a row for each number costs a driver more than all
 * of the search.
 */
function having(sql: Sql, terms: readonly string[], among: string): readonly (readonly number[])[] {
  const one = `SELECT json_group_array(rowid) FROM memory_words WHERE memory_words MATCH term.value AND ${AMONG}`;
  const rows = sql.all(`SELECT (${one}) AS seqs FROM json_each(?) AS term ORDER BY term.key`, [
    among,
    JSON.stringify(terms),
  ]);
  return rows.map((row) => parsed<readonly number[]>(row['seqs']) ?? []);
}

/** bm25 by row; lower is better. */
function bm25(sql: Sql, words: string, among: string): ReadonlyMap<number, number> {
  const order = `SELECT rowid, bm25(memory_words) AS b FROM memory_words WHERE memory_words MATCH ? AND ${AMONG}`;
  return new Map(sql.all(order, [words, among]).map((row) => [Number(row['rowid']), Number(row['b'])]));
}
