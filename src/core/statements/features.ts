/**
 * What a sentence shows of itself to the model that tells statements apart: its words, alone and beside each other, how it begins and
 * ends, and its build: which of the common words stand where, with the others in their place by their shape only. The same for
 * training and for use. Out of scope: the weights (`type-model`).
 */

/** Words of a name or a path are one: which file it is says nothing. */
const CODE = /`[^`\n]{1,200}`|https?:\/\/\S+|\S*[/\\]\S+|\b\w+[._]\w[\w.]*|\b[a-z]+[A-Z]\w*|--?[a-z][\w-]*/g;
const TOKEN = /«id»|[\p{L}\p{M}]+(?:['’][\p{L}]+)?|\p{N}+(?:[.,]\p{N}+)*|[?!:,;…。、？！()"=+%&—–-]/gu;
const NUMBER = /^\p{N}/u;
const LETTER = /^\p{L}/u;
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** Longer words are told by their endings too, in languages that say much by them. */
const ENDING_CHARS = 3;
const MIN_WITH_ENDING = 6;
/** A sentence says what it is in its first words, or its last ones. */
const MAX_TOKENS = 60;
/** The words from which a sentence starts. */
const FIRST_WORDS = 5;
const MOST_COMMAS = 3;
const MOST_MARKS = 6;

/** A word of a sentence. */
interface Token {
  /** In small letters. */
  readonly text: string;
  /** Whether it has a capital letter; that of the sentence's beginning does not count. */
  readonly capital: boolean;
}

function tokensOf(sentence: string): Token[] {
  // Camel case must still be seen, so only the first letter is lowered here.
  const text = sentence.charAt(0).toLowerCase() + sentence.slice(1);
  const tokens: Token[] = [];
  for (const [token] of text.replace(CODE, ' «id» ').matchAll(TOKEN)) {
    const low = token.toLowerCase();
    if (NUMBER.test(token)) tokens.push({ text: '#', capital: false });
    else if (WIDE.test(token)) tokens.push(...[...low].map((sign) => ({ text: sign, capital: false })));
    else tokens.push({ text: low.replace('’', "'"), capital: low !== token });
  }
  if (tokens.length <= MAX_TOKENS) return tokens;
  return [...tokens.slice(0, MAX_TOKENS * 0.7), ...tokens.slice(-MAX_TOKENS * 0.3)];
}

/** The words of a plain sentence, of which the common ones are counted for training. */
export function wordsOf(sentence: string): string[] {
  return tokensOf(sentence).map(({ text }) => text);
}

/** Korean hangs its grammar on its words: how they begin and end is told apart. */
const HANGUL = /\p{Script=Hangul}/u;
const STEM_CHARS = 5;

/** The number of a text. */
function hashOf(text: string, from = 0, to = text.length): number {
  let hash = 0x811c9dc5;
  for (let at = from; at < to; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
}

/** What a number in a feature is of; how many there are is a part of it too. */
const KIND = { word: 1, first: 2, next: 3, over: 4, end: 5, stem: 6, build: 7, mark: 8 } as const;

/** A feature's number: 28 bits, so that two of some ten thousands hardly ever share one. Made without a string: a talk has many. */
function numberOf(kind: number, first: number, second = 0, third = 0): number {
  let hash = Math.imul(kind ^ first, 0x2c1b3c6d);
  hash = Math.imul((hash ^ (hash >>> 15)) + second, 0x297a2d39);
  hash = Math.imul((hash ^ (hash >>> 14)) + third, 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 4;
}

/** The numbers of a sentence's features, each once. */
export interface Features {
  /** Of its words. */
  readonly words: ReadonlySet<number>;
  /** Of its build: what they are says nothing where no word is known. */
  readonly build: ReadonlySet<number>;
}

function addSyllables(token: string, words: Set<number>): void {
  const { length } = token;
  for (const part of [1, 2, 3]) if (length > part) words.add(numberOf(KIND.end, hashOf(token, length - part)));
  if (length > 2) words.add(numberOf(KIND.stem, hashOf(token, 0, 2)));
}

const ENGLISH_ENDING = /(?:ing|ed|ly|s|ion|er|able|al|ent|en|t|e|n)$/;
const LATIN = /[a-z]/;
const CYRILLIC = /[а-я]/;

/** What stands for a word in the build of a sentence: a common word stands for itself, others for their like. */
function shapeOf({ text, capital }: Token, common: ReadonlySet<string>): string {
  if (common.has(text) || !LETTER.test(text)) return text;
  if (capital) return 'X';
  if (LATIN.test(text)) return `x${ENGLISH_ENDING.exec(text)?.[0] ?? ''}`;
  if (HANGUL.test(text)) return `x${text.slice(-1)}`;
  return CYRILLIC.test(text) ? `x${text.slice(-2)}` : 'x';
}

function addMarks(tokens: readonly Token[], build: Set<number>): void {
  let marks = '';
  let commas = 0;
  let numbers = 0;
  let codes = 0;
  for (const { text } of tokens) {
    if (text === '#') numbers += 1;
    else if (text === '«id»') codes += 1;
    else if (!LETTER.test(text)) marks += text;
    if (text === ',') commas += 1;
  }
  const shown = [
    `,${Math.min(MOST_COMMAS, commas)}`,
    `#${Math.min(1, numbers)}`,
    `«id»${Math.min(2, codes)}`,
    marks.slice(0, MOST_MARKS),
    // In steps of a half of a doubling.
    `${Math.round(2 * Math.log2(tokens.length + 2))}`,
  ];
  for (const mark of shown) build.add(numberOf(KIND.mark, hashOf(mark)));
}

/** The features of a plain sentence (`plainSentence`). `common`: the words that stand for themselves in its build. */
export function featuresOf(sentence: string, common: ReadonlySet<string>): Features {
  const tokens = tokensOf(sentence);
  const words = new Set<number>();
  const build = new Set<number>();
  const texts = ['^', ...tokens.map(({ text }) => text), '$'];
  const hashes = texts.map((text) => hashOf(text));
  const shapes = texts.map((text, at) => {
    const token = tokens[at - 1];
    return token === undefined ? hashOf(text) : hashOf(shapeOf(token, common));
  });
  for (const [at, text] of texts.entries()) {
    const [own = 0, next, afterNext] = [hashes[at], hashes[at + 1], hashes[at + 2]];
    if (at > 0 && next !== undefined) {
      words.add(numberOf(KIND.word, own));
      if (at <= FIRST_WORDS) words.add(numberOf(KIND.first, own));
    }
    if (next !== undefined) words.add(numberOf(KIND.next, own, next));
    if (afterNext !== undefined) words.add(numberOf(KIND.over, own, afterNext));
    if (text.length >= MIN_WITH_ENDING) words.add(numberOf(KIND.end, hashOf(text, text.length - ENDING_CHARS)));
    if (HANGUL.test(text)) addSyllables(text, words);
    else if (text.length > STEM_CHARS) words.add(numberOf(KIND.stem, hashOf(text, 0, STEM_CHARS)));
    // Signs of wide scripts are parts of words: three of them are about a pair of words.
    if (next !== undefined && afterNext !== undefined && (at === 0 || (text.length === 1 && WIDE.test(text)))) {
      words.add(numberOf(KIND.next, own, next, afterNext));
    }
    const [shape = 0, nextShape, lastShape] = [shapes[at], shapes[at + 1], shapes[at + 2]];
    build.add(numberOf(KIND.build, shape));
    if (nextShape !== undefined) build.add(numberOf(KIND.build, shape, nextShape));
    if (nextShape !== undefined && lastShape !== undefined) {
      build.add(numberOf(KIND.build, shape, nextShape, lastShape));
    }
  }
  addMarks(tokens, build);
  return { words, build };
}
