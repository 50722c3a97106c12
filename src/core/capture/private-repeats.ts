/**
 * What Claude, or a task, repeats of private text: all of it, four words in a row, an identifier, a name; in another letter case, with
 * other signs and spaces between. What the person also says openly, or what Claude said before, is not private. In doubt it is. [?] ours
 * Out of scope: what is private (`talk/private-text`, `private-talk`), encodings of it (`redaction/known-values`).
 */
import { type Range, withMarks } from '../redaction/known-values.ts';
import { redactionMark } from '../redaction/secret-rule.ts';
import type { PrivatePart } from './private-talk.ts';

/** What was said openly. */
export interface OpenlySaid {
  readonly role: 'user' | 'assistant';
  readonly text: string;
  readonly position: number;
}

/** Four words, or eight signs of a script that puts no space between words. */
const WORD_WEIGHT = 2;
const GRAM_WEIGHT = 8;
/** Shorter runs ("1. 2. 3. 4.") say nothing. */
const MIN_GRAM_CHARS = 8;
/** Longer ones are found by their runs. */
const MAX_PHRASE_WORDS = 4;
/** A shorter private text would be found inside unrelated ones. */
const MIN_PART_CHARS = 6;
const MIN_IDENTIFIER_CHARS = 4;
const MIN_JOINED_CHARS = 6;
const MIN_NAME_CHARS = 3;

const UNSPACED = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}';
const TOKEN = new RegExp(
  `\\[(?:redacted|omitted): [^\\]\\n]*\\]|[${UNSPACED}]|(?:(?![${UNSPACED}])[\\p{L}\\p{N}\\p{M}])+`,
  'gu',
);
const IS_UNSPACED = new RegExp(`^[${UNSPACED}]`, 'u');
const CHUNK = /[^\s"'`()[\]{}<>«»“”„‚‘’,;、。]+/g;
const CHUNK_EDGES = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;
const SENTENCE_END = /(?:^|[.!?:;…。！？\n•*>"“„«(–—-])\s*$/u;
const NAME = /^\p{Lu}(?:[\p{L}\p{M}]*\p{Ll}[\p{L}\p{M}]*|\p{Lu}{3,})$/u;
/** Written in capitals, and nobody's name. */
const NO_NAME: ReadonlySet<string> = new Set(
  'monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december claude english german french spanish http https json yaml html uuid sqlite todo readme note'.split(
    ' ',
  ),
);
const YEAR = /^(?:19|20)\d\d$/;
const MARK = redactionMark('private');

interface Token {
  readonly word: string;
  readonly from: number;
  readonly to: number;
  readonly weight: number;
}
/** `name`: only where it is written as one; `weak`: not at the beginning of a sentence, where every word is. */
type Kind = 'whole' | 'phrase' | 'name' | 'weak';
interface Known {
  readonly kind: Kind;
  /** Where it was first said. */
  readonly at: number;
}

/** The private text of a session, and what was openly said of it. */
export class PrivateRepeats {
  readonly #phrases = new Map<string, Known>();
  readonly #grams = new Map<string, Known>();

  constructor(parts: readonly PrivatePart[], openly: readonly OpenlySaid[]) {
    for (const part of parts) this.#learn(part);
    for (const said of openly) this.#release(said);
  }

  /** The text without what it repeats, and how often it did. */
  mask(text: string): { readonly text: string; readonly count: number } {
    if (this.#phrases.size === 0 && this.#grams.size === 0) return { text, count: 0 };
    const ranges: Range[] = [];
    const take = (from: number, to: number): void => {
      const last = ranges.at(-1);
      if (last === undefined || /[\p{L}\p{N}]/u.test(text.slice(last[1], from))) ranges.push([from, to]);
      else if (to > last[1]) ranges[ranges.length - 1] = [last[0], to];
    };
    for (const { key, from, to } of keysOf(tokensOf(text))) {
      const gram = this.#grams.get(key);
      const phrase = this.#phrases.get(key);
      if (gram !== undefined || (phrase !== undefined && isMeant(text, from, phrase.kind))) take(from, to);
    }
    return ranges.length === 0 ? { text, count: 0 } : { text: withMarks(text, ranges, MARK), count: ranges.length };
  }

  #learn({ text, position }: PrivatePart): void {
    const put = (to: Map<string, Known>, key: string, kind: Kind): void => {
      const known = to.get(key);
      if (known === undefined || rank(kind) < rank(known.kind)) to.set(key, { kind, at: known?.at ?? position });
    };
    const phrase = (words: string, kind: Kind, least: number): void => {
      const tokens = tokensOf(words);
      const key = keyOf(tokens);
      if (tokens.length > 0 && tokens.length <= MAX_PHRASE_WORDS && lettersIn(key) >= least)
        put(this.#phrases, key, kind);
    };
    phrase(text, 'whole', MIN_PART_CHARS);
    for (const line of text.split('\n')) if (/\S\s+\S/.test(line)) phrase(line, 'phrase', MIN_PART_CHARS);
    for (const [chunk] of text.matchAll(CHUNK)) {
      const word = chunk.replace(CHUNK_EDGES, '');
      if (isIdentifier(word)) phrase(word, 'phrase', MIN_IDENTIFIER_CHARS);
    }
    const tokens = tokensOf(text);
    for (const { key, isGram } of keysOf(tokens)) if (isGram) put(this.#grams, key, 'phrase');
    for (const { word, from, to } of tokens) {
      if (!NAME.test(text.slice(from, to)) || NO_NAME.has(word)) continue;
      phrase(text.slice(from, to), startsSentence(text, from) ? 'weak' : 'name', MIN_NAME_CHARS);
    }
  }

  #release({ role, text, position }: OpenlySaid): void {
    if (this.#phrases.size === 0 && this.#grams.size === 0) return;
    for (const { key } of keysOf(tokensOf(text))) {
      for (const known of [this.#phrases, this.#grams]) {
        const one = known.get(key);
        if (one !== undefined && one.kind !== 'whole' && (role === 'user' || position < one.at)) known.delete(key);
      }
    }
  }
}

function rank(kind: Kind): number {
  return ['whole', 'phrase', 'name', 'weak'].indexOf(kind);
}

/** Marks are passed over: what was masked on one side was masked on the other. */
function tokensOf(text: string): Token[] {
  return [...text.matchAll(TOKEN)].flatMap((found) => {
    if (found[0].startsWith('[')) return [];
    const word = found[0].normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '');
    if (word === '') return [];
    const weight = IS_UNSPACED.test(word) ? 1 : WORD_WEIGHT;
    return [{ word, from: found.index, to: found.index + found[0].length, weight }];
  });
}

function keyOf(tokens: readonly Token[]): string {
  return tokens.map((one) => one.word).join(' ');
}

function lettersIn(key: string): number {
  return key.replaceAll(' ', '').length;
}

/** At each word: the phrases that begin there, and the run of the length at which it counts. */
function* keysOf(
  tokens: readonly Token[],
): Generator<{ readonly key: string; readonly from: number; readonly to: number; readonly isGram: boolean }> {
  for (const [n, first] of tokens.entries()) {
    let key = '';
    let weight = 0;
    let chars = 0;
    for (let length = 1; length <= GRAM_WEIGHT; length += 1) {
      const last = tokens[n + length - 1];
      if (last === undefined) break;
      key = length === 1 ? last.word : `${key} ${last.word}`;
      weight += last.weight;
      chars += last.word.length;
      const isGram = weight >= GRAM_WEIGHT && chars >= MIN_GRAM_CHARS;
      if (isGram || length <= MAX_PHRASE_WORDS) yield { key, from: first.from, to: last.to, isGram };
      if (weight >= GRAM_WEIGHT) break;
    }
  }
}

function isMeant(text: string, from: number, kind: Kind): boolean {
  if (kind === 'whole' || kind === 'phrase') return true;
  return /^\p{Lu}/u.test(text.slice(from, from + 2)) && (kind === 'name' || !startsSentence(text, from));
}

function startsSentence(text: string, at: number): boolean {
  return SENTENCE_END.test(text.slice(Math.max(0, at - 40), at));
}

/** `hunter2`, `acme_prod`, `blue-falcon`, `ada@example.com`, `10.0.0.12`, `acmeProd`, `4711`. */
function isIdentifier(word: string): boolean {
  const letters = word.replace(/[^\p{L}\p{N}]/gu, '').length;
  if (letters < MIN_IDENTIFIER_CHARS || YEAR.test(word)) return false;
  if (/\p{N}/u.test(word)) return /\p{L}/u.test(word) || /^[\d.,:/-]+$/.test(word);
  return /\p{Ll}\p{Lu}/u.test(word) || (letters >= MIN_JOINED_CHARS && /[\p{L}][-_@\\/:.]+[\p{L}]/u.test(word));
}
