/**
 * Which text showed some words first, of each kind. Out of scope: what that means (`quotations`).
 */
import type { Evidence, Kind, Showing } from './evidence.ts';
import { shingleAt, shingleLength, type Words } from './words.ts';

/** Of the shingles of some words a text has so many when it has the words. [?] ours */
const MOST = 0.7;

export class FirstTexts {
  readonly #words: Words;
  readonly #evidence: Evidence;
  /** By shingle; the same one is asked about again and again where a text repeats itself. */
  readonly #texts = new Map<number, ReadonlySet<Showing>>();

  constructor(words: Words, evidence: Evidence) {
    this.#words = words;
    this.#evidence = evidence;
  }

  /** Of each kind the first text that has most of the shingles of the words from `from` up to `to`. */
  of(from: number, to: number): (kind: Kind) => Showing | undefined {
    const texts = new Map<Showing, number>();
    let shingles = 0;
    for (let last = from; last < to; last += 1) {
      const length = shingleLength(this.#words, last);
      if (length === 0 || last + 1 - length < from) continue;
      shingles += 1;
      for (const showing of this.#textsOf(shingleAt(this.#words, last) ?? 0))
        texts.set(showing, (texts.get(showing) ?? 0) + 1);
    }
    return (wanted) => {
      let found: Showing | undefined;
      for (const [showing, of] of texts) {
        if (showing.kind !== wanted || of < shingles * MOST) continue;
        if (found === undefined || showing.position < found.position) found = showing;
      }
      return found;
    };
  }

  #textsOf(hash: number): ReadonlySet<Showing> {
    const known = this.#texts.get(hash);
    if (known !== undefined) return known;
    const texts = new Set<Showing>();
    for (const { showing } of this.#evidence.placesOf(hash)) texts.add(showing);
    this.#texts.set(hash, texts);
    return texts;
  }
}
