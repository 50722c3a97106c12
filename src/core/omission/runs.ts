/**
 * Runs of words that stand both in an utterance and in what was shown. Out of scope: how long a run must be, and what it means
 * (`quotations`).
 */
import type { Evidence, Place } from './evidence.ts';
import { firstAtOrAfter } from './needles.ts';
import { shingleAt, shingleLength, type Words } from './words.ts';

/** A run of equal words: in the utterance from `from`, in what was shown from `place.word`. */
export interface Run {
  readonly from: number;
  readonly to: number;
  readonly place: Place;
}

/** Text that repeats itself, in what was shown that does so too, has runs without end. [?] ours */
const MOST_RUNS = 200_000;

export class Runs {
  /** Ascending by `from`. */
  readonly all: readonly Run[];
  readonly #words: Words;
  readonly #evidence: Evidence;
  readonly #starts: readonly number[];
  readonly #longest: number;

  /** Finds runs that have a word in `wanted` (1 for each word that is). */
  constructor(words: Words, evidence: Evidence, wanted: Uint8Array) {
    this.#words = words;
    this.#evidence = evidence;
    this.all = this.#find(wanted).sort((a, b) => a.from - b.from);
    this.#starts = this.all.map(({ from }) => from);
    this.#longest = this.all.reduce((most, { from, to }) => Math.max(most, to - from), 0);
  }

  /** Those that share a word with the words from `from` up to `to`. */
  within({ from, to }: Pick<Run, 'from' | 'to'>): readonly Run[] {
    const first = firstAtOrAfter(this.#starts, from - this.#longest);
    return this.all.slice(first, firstAtOrAfter(this.#starts, to)).filter((run) => run.to > from);
  }

  /** Shingles that stand in both, made as long as the words are equal. */
  #find(wanted: Uint8Array): Run[] {
    const runs: Run[] = [];
    /** By diagonal (shown word minus said word): up to which said word it is done. */
    const done = new Map<number, number>();
    for (let last = 0; last < this.#words.hashes.length && runs.length < MOST_RUNS; last += 1) {
      if (wanted[last] !== 1) continue;
      const hash = shingleAt(this.#words, last);
      if (hash === undefined) continue;
      const from = last + 1 - shingleLength(this.#words, last);
      for (const place of this.#evidence.placesOf(hash)) {
        const diagonal = place.word - from;
        if ((done.get(diagonal) ?? -1) > from) continue;
        const run = this.#extended(from, last + 1, place);
        done.set(diagonal, run.to);
        runs.push(run);
      }
    }
    return runs;
  }

  #extended(from: number, to: number, place: Place): Run {
    const diagonal = place.word - from;
    const same = (at: number): boolean =>
      at >= 0 && at < this.#words.hashes.length && this.#evidence.wordAt(at + diagonal) === this.#words.hashes[at];
    let begin = from;
    while (same(begin - 1)) begin -= 1;
    let end = to;
    while (same(end)) end += 1;
    return { from: begin, to: end, place: { ...place, word: begin + diagonal } };
  }
}
