/**
 * What is looked for in shown text: the shingles and units of what was said. Made before any evidence is read, so that evidence
 * of any size costs no memory: of it only what was asked for is kept. Out of scope: the looking (`evidence`).
 */
import { HashTable } from './tables.ts';
import { lettersOf, shingleAt, unitKey, unitKeyOf, type Words, wordsOf } from './words.ts';

/** Letters and digits that a unit needs before a match is evidence: below, people say the same by chance ("ok", "Run the tests."). */
const MIN_LETTERS = 12;
const MIN_WORDS = 3;
/** A long word or two is as telling as three short ones. */
const ENOUGH_LETTERS = 16;
/** Chinese, Japanese and Korean write a word in one or two signs and do not divide them. */
const MIN_WIDE_SIGNS = 8;

/** Whether a unit says enough for a match to be evidence. [?] the thresholds are ours. */
export function isSubstantial(words: Words, from: number, to: number): boolean {
  const letters = lettersOf(words, from, to);
  if (letters >= ENOUGH_LETTERS) return true;
  if (to - from >= MIN_WORDS && letters >= MIN_LETTERS) return true;
  let wide = 0;
  for (let at = from; at < to; at += 1) if (words.wide[at] === true) wide += 1;
  return wide >= MIN_WIDE_SIGNS;
}

/** A name, a path or an address alone says where something is, not what it says. */
const BARE_NAME = /^[\w@./~+:#-]+$/;

export function isBareName(text: string): boolean {
  return BARE_NAME.test(text.replace(/^[\s>*`"'([{-]+|[\s`"')\]}.,;:]+$/g, ''));
}

const QUOTED = /"([^"\n]{12,1000})"|“([^”\n]{12,1000})”|«([^»\n]{12,1000})»|`([^`\n]{12,1000})`/g;

/** Spans of a text between quotation marks, as offsets without the marks. */
export function quotedSpans(text: string): { readonly start: number; readonly end: number }[] {
  return [...text.matchAll(QUOTED)].map((match) => ({
    start: match.index + 1,
    end: match.index + match[0].length - 1,
  }));
}

/** Words from `from` to `to` that would be evidence as a whole: lines, sentences, quoted spans, and what follows a colon. */
export interface Piece {
  readonly from: number;
  readonly to: number;
}

/** Where words that introduce a quotation end. */
const INTRODUCTION = /[:—–"“«(]\s/g;

export function piecesOf(text: string, words: Words): Piece[] {
  const pieces: Piece[] = [...words.units];
  const at = (offset: number): number => firstAtOrAfter(words.starts, offset);
  for (const { start, end } of quotedSpans(text)) pieces.push({ from: at(start), to: at(end) });
  const ends = words.units.filter(({ kind }) => kind === 'sentence').map(({ to }) => to);
  for (const introduction of text.matchAll(INTRODUCTION)) {
    const from = at(introduction.index + 1);
    const to = ends[firstAtOrAfter(ends, from + 1)];
    if (to !== undefined) pieces.push({ from, to });
  }
  const said = pieces.filter(({ from, to }) => from < to && isSubstantial(words, from, to));
  for (const piece of codeWithin(text, words)) said.push(piece);
  return said;
}

/** A line of code of fewer words is a name or a call, of more a run of words that nobody says twice by chance. [?] ours */
const MIN_CODE_WORDS = 3;
const MAX_CODE_WORDS = 7;
/** Three words say enough if they are long. [?] ours */
const MIN_LETTERS_OF_THREE = 20;
/** In one text; prose with more code in it has it in blocks. [?] ours */
const MAX_CODE_PIECES = 20_000;
/** What stands between the words of code and not between those of a sentence, or within one. */
const CODE_SIGN = /[_(){}=<>@$&|]|::|->|\[\w|[\p{Ll}\d]\p{Lu}/u;

/**
 * A line of code that somebody has put into a sentence without any mark around it: all that may be one. Whether it is shows in the
 * evidence, where it must be a line of its own.
 */
function* codeWithin(text: string, words: Words): Generator<Piece> {
  const { starts, ends, wide } = words;
  let found = 0;
  const signs: boolean[] = starts.map((start, n) => CODE_SIGN.test(text.slice(start, starts[n + 1] ?? ends[n])));
  // The next word with a sign of code in it or behind it.
  let next = -1;
  for (let from = 0; from + MIN_CODE_WORDS <= starts.length; from += 1) {
    if (next < from) next = signs.indexOf(true, from);
    if (next < 0) return;
    for (
      let to = Math.max(from + MIN_CODE_WORDS, next + 1);
      to <= Math.min(starts.length, from + MAX_CODE_WORDS);
      to += 1
    ) {
      if (wide[from] === true || wide[to - 1] === true || !isTelling(words, from, to)) continue;
      if (found >= MAX_CODE_PIECES) return;
      found += 1;
      yield { from, to };
    }
  }
}

function isTelling(words: Words, from: number, to: number): boolean {
  if (to - from === MIN_CODE_WORDS) return lettersOf(words, from, to) >= MIN_LETTERS_OF_THREE;
  return isSubstantial(words, from, to);
}

/** The index of the first number in an ascending list that is not below `value`. */
export function firstAtOrAfter(list: readonly number[], value: number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

export class Needles {
  readonly #shingles = new HashTable();
  /** Units by key; the number is their index. */
  readonly #units = new Map<number, number>();
  /** One bit for each of 2^20 values of a unit's first hash: most lines that are shown are in none. */
  readonly #unitBits = new Uint32Array(2 ** 15);

  /** Texts as they were said, well-formed. */
  constructor(texts: readonly string[]) {
    for (const text of texts) this.#add(wordsOf(text), text);
  }

  #add(words: Words, text: string): void {
    for (let last = 0; last < words.hashes.length; last += 1) {
      const hash = shingleAt(words, last);
      if (hash !== undefined) this.#shingles.add(hash);
    }
    for (const { from, to } of piecesOf(text, words)) {
      const key = unitKeyOf(words, from, to);
      if (this.#units.has(key)) continue;
      this.#units.set(key, this.#units.size);
      const first = Math.floor(key / 0x200000);
      const bits = this.#unitBits;
      bits[(first >>> 12) >>> 5] = (bits[(first >>> 12) >>> 5] ?? 0) | (1 << ((first >>> 12) & 31));
    }
  }

  /** Places of the shingle table: what is kept for each shingle is indexed by them. */
  get places(): number {
    return this.#shingles.places;
  }
  get units(): number {
    return this.#units.size;
  }
  /** The place of a shingle, or -1 when nobody said it. */
  shingle(hash: number): number {
    return this.#shingles.placeOf(hash);
  }
  /** False where no unit has this first hash. */
  mayBeUnit(first: number): boolean {
    const bit = (first >>> 12) & 0xfffff;
    return ((this.#unitBits[bit >>> 5] ?? 0) & (1 << (bit & 31))) !== 0;
  }
  /** The index of a unit, or -1 when nobody said it. */
  unit(first: number, second: number): number {
    return this.#units.get(unitKey(first, second)) ?? -1;
  }
  unitOf(words: Words, from: number, to: number): number {
    return this.#units.get(unitKeyOf(words, from, to)) ?? -1;
  }
}
