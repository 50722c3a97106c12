/**
 * The words of one text with their places, the units that they form (lines and sentences), and the hashes by which both are
 * found again. Out of scope: finding them (`evidence`), what a match means (`quotations`).
 */
import { WordScanner } from './word-scanner.ts';
import type { WordSink } from './word-sink.ts';

/** Words in a shingle: fewer are common by chance, more do not fit between two changed words. [?] ours */
export const SHINGLE_WORDS = 4;
/** The same for signs of scripts that do not divide words: a word has about two of them. */
export const SHINGLE_SIGNS = 8;

/** A line or a sentence, as words from `from` up to but not including `to`. */
export interface Unit {
  readonly from: number;
  readonly to: number;
  readonly kind: 'line' | 'sentence';
}

/** Words of a text: parallel lists. */
export interface Words {
  readonly hashes: readonly number[];
  readonly wide: readonly boolean[];
  /** Letters and digits of each. */
  readonly lengths: readonly number[];
  /** UTF-16 offsets. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  readonly units: readonly Unit[];
}

class Collector implements WordSink {
  readonly hashes: number[] = [];
  readonly wide: boolean[] = [];
  readonly lengths: number[] = [];
  readonly starts: number[] = [];
  readonly ends: number[] = [];
  readonly units: Unit[] = [];
  #line = 0;
  #sentence = 0;

  word(hash: number, wide: boolean, _number: boolean, length: number, start: number, end: number): void {
    this.hashes.push(hash);
    this.wide.push(wide);
    this.lengths.push(length);
    this.starts.push(start);
    this.ends.push(end);
  }
  line(): void {
    this.#unit(this.#line, 'line');
    this.#line = this.hashes.length;
  }
  sentence(): void {
    this.#unit(this.#sentence, 'sentence');
    this.#sentence = this.hashes.length;
  }
  restart(): void {
    this.#line = this.hashes.length;
  }
  #unit(from: number, kind: Unit['kind']): void {
    if (from < this.hashes.length) this.units.push({ from, to: this.hashes.length, kind });
  }
}

/** The words of a text. No unit runs across `borders`, which are ascending offsets. */
export function wordsOf(text: string, borders: readonly number[] = []): Words {
  const words = new Collector();
  const scanner = new WordScanner(words);
  let from = 0;
  for (const border of [...borders, text.length]) {
    scanner.text(text, from, border);
    from = border;
  }
  return words;
}

/** One step of a unit's hash. */
export function mixed(before: number, word: number): number {
  const sum = Math.imul(before ^ word, MIX);
  return sum ^ (sum >>> 15);
}

/** The second hash of a unit: units are few, and a collision would take somebody's words out. */
export function mixedAgain(before: number, word: number): number {
  return Math.imul(before, 0x01000193) + Math.imul(word, 0x27d4eb2f) + 1;
}

/** Words in the shingle that ends at word `last`; 0 where none does (too few words, or mostly wide signs but not enough). */
export function shingleLength(words: Words, last: number): number {
  let signs = 0;
  while (signs < SHINGLE_SIGNS && words.wide[last - signs] === true) signs += 1;
  const length = signs >= SHINGLE_SIGNS ? SHINGLE_SIGNS : signs >= SHINGLE_WORDS ? 0 : SHINGLE_WORDS;
  return last + 1 < length ? 0 : length;
}

/** The hash of the shingle that ends at word `last`, or undefined where none does. */
export function shingleAt(words: Words, last: number): number | undefined {
  const length = shingleLength(words, last);
  if (length === 0) return undefined;
  let sum = 0;
  for (let at = last + 1 - length; at <= last; at += 1) sum = rolledIn(sum, words.hashes[at] ?? 0);
  return shingleHash(sum);
}

const MIX = 0x5bd1e995;

/** A sum over words that can go on from one shingle to the next: the last word comes in, the first goes out. */
const BASE = 0x2c1b3c6d;
const BASE_TO_SHINGLE = Math.imul(Math.imul(BASE, BASE), Math.imul(BASE, BASE));

export function rolledIn(sum: number, word: number): number {
  return (Math.imul(sum, BASE) + word) | 0;
}

/** `word` is the one that stood before the shingle of SHINGLE_WORDS words. */
export function rolledOut(sum: number, word: number): number {
  return (sum - Math.imul(word, BASE_TO_SHINGLE)) | 0;
}

/** The sum with its bits mixed. */
export function shingleHash(sum: number): number {
  const mixed = Math.imul(sum ^ (sum >>> 16), MIX);
  return mixed ^ (mixed >>> 15);
}

/** A unit's two hashes in one whole number of 53 bits. */
export function unitKey(first: number, second: number): number {
  return (first >>> 0) * 0x200000 + ((second ^ (second >>> 11)) & 0x1fffff);
}

export function unitKeyOf(words: Words, from: number, to: number): number {
  let first = 0;
  let second = 0;
  for (let at = from; at < to; at += 1) {
    first = mixed(first, words.hashes[at] ?? 0);
    second = mixedAgain(second, words.hashes[at] ?? 0);
  }
  return unitKey(first, second);
}

/** A wide sign says about half as much as a word. */
export function weightOf(words: Words, from: number, to: number): number {
  let weight = 0;
  for (let at = from; at < to; at += 1) weight += words.wide[at] === true ? 0.55 : 1;
  return weight;
}

export function lettersOf(words: Words, from: number, to: number): number {
  let letters = 0;
  for (let at = from; at < to; at += 1) letters += words.lengths[at] ?? 0;
  return letters;
}
