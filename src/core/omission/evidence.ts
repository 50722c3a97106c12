/**
 * What was shown, as far as it repeats what was said: where the shingles and units of the needles stood, and the words around
 * them. Texts of any size go by in slices; only what matches is kept. Order decides who said it first, so each text comes
 * with its position. Out of scope: which texts are evidence (`shown`), what a match means (`quotations`).
 */
import type { Needles } from './needles.ts';
import { Numbers } from './tables.ts';
import { WordScanner } from './word-scanner.ts';
import type { WordSink } from './word-sink.ts';
import { mixed, mixedAgain, rolledIn, rolledOut, SHINGLE_SIGNS, SHINGLE_WORDS, shingleHash } from './words.ts';

/** Where evidence came from: a file, or a tool's output that belongs to no known file. */
export interface Source {
  readonly label: string;
  readonly isPath: boolean;
}

/**
 * `shown`: by a tool or an attachment. `wrote`: Claude puts it into a file or a command; until then it stood in no file.
 * `stood`: it turns out to have stood in the file before the writing at that position. `tree`: a file of the working tree.
 */
export type Kind = 'shown' | 'wrote' | 'stood' | 'tree';
const KINDS: readonly Kind[] = ['shown', 'wrote', 'stood', 'tree'];

/**
 * A text as evidence. A position grows along the transcript. Of a tree file it is the second (unix time) at which it came to be
 * as it is, where that may be after something was said; else 0.
 */
export interface Showing {
  readonly kind: Kind;
  readonly position: number;
  readonly source: Source;
}

/** A place in shown text: the `word`-th word of all that was shown. */
export interface Place {
  readonly showing: Showing;
  readonly word: number;
}

/** Repetitions of one shingle that are kept of each kind: the first ones. Who quotes, quotes something rarer. [?] ours */
const MAX_PLACES = 24;
/** Words before and after a match that are kept: more than a long sentence has. */
const AROUND = 64;
/** The last words are kept in a ring of that size: a power of two. */
const RING = AROUND - 1;
/** Words kept in all, 4 bytes each; behind that only whole units are recognised. */
const MAX_KEPT_WORDS = 1_000_000;
/** Between two texts, so that no match runs across. */
const GAP = 2 * AROUND;

export class Evidence implements WordSink {
  readonly needles: Needles;
  readonly #scanner = new WordScanner(this);
  #showing: Showing = { kind: 'shown', position: 0, source: { label: '', isPath: false } };
  #kind = 0;

  /** The word that comes next, counted over all texts. */
  #word = GAP;
  #inText = 0;
  #signs = 0;
  /** Over the last words, for the shingle that ends with the last one. */
  #sum = 0;
  readonly #ring = new Int32Array(AROUND);
  /** The line and the sentence that are open: the first hash of each, and the word with which it began. */
  #line = 0;
  #lineStart = 0;
  #sentence = 0;
  #sentenceStart = 0;

  /** Texts with a match: the first word of each, and what it is. */
  readonly #textStarts = new Numbers();
  readonly #texts: Showing[] = [];
  #textStart = GAP;

  /** Matches of shingles, chained by the shingle's place: the word that each begins with. */
  readonly #matches = new Numbers();
  readonly #next = new Numbers();
  readonly #first: Int32Array;
  readonly #counts: Uint8Array;

  /** Kept words, in stretches: the word at which each begins, and where it stands in the list. */
  #kept = new Int32Array(4096);
  #keptSize = 0;
  #keptUpTo = 0;
  #keepUntil = 0;
  readonly #stretchWords = new Numbers();
  readonly #stretchPlaces = new Numbers();

  /** For each kind and unit, the first text that had it, as index + 1. */
  readonly #units: readonly Int32Array[];

  constructor(needles: Needles) {
    this.needles = needles;
    this.#first = new Int32Array(needles.places);
    this.#counts = new Uint8Array(needles.places * KINDS.length);
    this.#units = KINDS.map(() => new Int32Array(needles.units));
  }

  /** A text begins. */
  open(showing: Showing): void {
    this.#showing = showing;
    this.#kind = KINDS.indexOf(showing.kind);
    this.#word += GAP;
    this.#textStart = this.#word;
    this.#lineStart = this.#word;
    this.#sentenceStart = this.#word;
    this.#inText = 0;
    this.#signs = 0;
    this.#sum = 0;
  }

  /** Its next bytes, in UTF-8. */
  bytes(bytes: Uint8Array, from: number, to: number): void {
    this.#scanner.bytes(bytes, from, to);
  }

  /** It is at its end. */
  close(): void {
    this.#scanner.end();
  }

  /** A whole text. */
  show(text: string, showing: Showing): void {
    this.open(showing);
    this.#scanner.text(text);
  }

  word(hash: number, wide: boolean): void {
    const word = this.#word;
    this.#word = word + 1;
    const ring = this.#ring;
    const gone = this.#inText >= SHINGLE_WORDS ? (ring[(word - SHINGLE_WORDS) & RING] ?? 0) : 0;
    this.#sum = rolledOut(rolledIn(this.#sum, hash), gone);
    ring[word & RING] = hash;
    if (word < this.#keepUntil) this.#keep(word, hash);
    this.#inText += 1;
    this.#signs = wide ? this.#signs + 1 : 0;
    this.#line = mixed(this.#line, hash);
    this.#sentence = mixed(this.#sentence, hash);
    if (this.#signs < SHINGLE_WORDS) {
      if (this.#inText >= SHINGLE_WORDS) this.#lookFor(shingleHash(this.#sum), word, SHINGLE_WORDS);
    } else if (this.#signs >= SHINGLE_SIGNS) {
      let sum = 0;
      for (let at = word + 1 - SHINGLE_SIGNS; at <= word; at += 1) sum = rolledIn(sum, ring[at & RING] ?? 0);
      this.#lookFor(shingleHash(sum), word, SHINGLE_SIGNS);
    }
  }

  #lookFor(hash: number, last: number, length: number): void {
    const place = this.needles.shingle(hash);
    if (place < 0) return;
    const counter = place * KINDS.length + this.#kind;
    const count = this.#counts[counter] ?? 0;
    if (count >= MAX_PLACES) return;
    this.#counts[counter] = count + 1;
    this.#note();
    this.#matches.push(last + 1 - length);
    this.#next.push(this.#first[place] ?? 0);
    this.#first[place] = this.#matches.size;
    this.#keepAround(last);
  }

  /** The text has a match. */
  #note(): number {
    if (this.#texts.at(-1) !== this.#showing || this.#textStarts.at(this.#textStarts.size - 1) !== this.#textStart) {
      this.#textStarts.push(this.#textStart);
      this.#texts.push(this.#showing);
    }
    return this.#texts.length;
  }

  #keepAround(last: number): void {
    if (this.#keptSize >= MAX_KEPT_WORDS) return;
    if (last >= this.#keepUntil) {
      const from = Math.max(last + 1 - AROUND, this.#textStart, this.#keptUpTo);
      if (from > this.#keptUpTo) {
        this.#stretchWords.push(from);
        this.#stretchPlaces.push(this.#keptSize);
      }
      for (let at = from; at <= last; at += 1) this.#keep(at, this.#ring[at & RING] ?? 0);
    }
    this.#keepUntil = last + AROUND;
  }

  #keep(word: number, hash: number): void {
    if (this.#keptSize === this.#kept.length) {
      const longer = new Int32Array(this.#keptSize * 2);
      longer.set(this.#kept);
      this.#kept = longer;
    }
    this.#kept[this.#keptSize] = hash;
    this.#keptSize += 1;
    this.#keptUpTo = word + 1;
  }

  line(): void {
    if (this.#lineStart < this.#word) this.#unit(this.#line, this.#lineStart);
    this.#line = 0;
    this.#lineStart = this.#word;
  }
  sentence(): void {
    if (this.#sentenceStart < this.#word) this.#unit(this.#sentence, this.#sentenceStart);
    this.#sentence = 0;
    this.#sentenceStart = this.#word;
  }
  restart(): void {
    this.#line = 0;
    this.#lineStart = this.#word;
  }

  /** The second hash is made only where the first one is looked for, from the last words; a longer unit has shingles enough. */
  #unit(first: number, start: number): void {
    if (!this.needles.mayBeUnit(first) || this.#word - start > AROUND) return;
    let second = 0;
    for (let at = start; at < this.#word; at += 1) second = mixedAgain(second, this.#ring[at & RING] ?? 0);
    const index = this.needles.unit(first, second);
    const list = this.#units[this.#kind];
    if (index >= 0 && list !== undefined) this.#noteUnit(index, list);
  }

  #noteUnit(index: number, list: Int32Array): void {
    const known = this.#texts[(list[index] ?? 0) - 1];
    // An attachment counts from before its prompt, so a later text may have the earlier position.
    if (known === undefined || known.position > this.#showing.position) list[index] = this.#note();
  }

  /** The first text of a kind that had a unit as a line or sentence of its own. */
  unitIn(unit: number, kind: Kind): Showing | undefined {
    const index = this.#units[KINDS.indexOf(kind)]?.[unit] ?? 0;
    return index === 0 ? undefined : this.#texts[index - 1];
  }

  /** Where a shingle stood, the latest place first; `hash` as in `shingleAt`. */
  *placesOf(hash: number): Generator<Place> {
    const place = this.needles.shingle(hash);
    if (place < 0) return;
    for (let match = this.#first[place] ?? 0; match > 0; match = this.#next.at(match - 1)) {
      const word = this.#matches.at(match - 1);
      const showing = this.#texts[this.#textStarts.lastUpTo(word)];
      if (showing !== undefined) yield { showing, word };
    }
  }

  /** The hash of a word that was kept, or undefined. */
  wordAt(word: number): number | undefined {
    const stretch = this.#stretchWords.lastUpTo(word);
    if (stretch < 0) return undefined;
    const place = this.#stretchPlaces.at(stretch) + word - this.#stretchWords.at(stretch);
    const end = stretch + 1 < this.#stretchPlaces.size ? this.#stretchPlaces.at(stretch + 1) : this.#keptSize;
    return place < end ? this.#kept[place] : undefined;
  }
}
