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

function addSyllables(token: string, features: Set<string>): void {
  for (const length of [1, 2, 3]) if (token.length > length) features.add(`~${token.slice(-length)}`);
  if (token.length > 2) features.add(`${token.slice(0, 2)}~`);
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

function addMarks(tokens: readonly Token[], features: Set<string>): void {
  const marks = tokens.filter(({ text }) => text !== '#' && text !== '«id»' && !LETTER.test(text));
  const count = (wanted: string): number => tokens.filter(({ text }) => text === wanted).length;
  features.add(`|,${Math.min(MOST_COMMAS, count(','))}`);
  features.add(`|#${Math.min(1, count('#'))}`);
  features.add(`|«id»${Math.min(2, count('«id»'))}`);
  features.add(
    `|${marks
      .slice(0, MOST_MARKS)
      .map(({ text }) => text)
      .join('')}`,
  );
  // In steps of a half of a doubling.
  features.add(`|${Math.round(2 * Math.log2(tokens.length + 2))}`);
}

/** The features of a plain sentence (`plainSentence`), each once. `common`: the words that stand for themselves in its build. */
export function featuresOf(sentence: string, common: ReadonlySet<string>): ReadonlySet<string> {
  const tokens = tokensOf(sentence);
  const features = new Set<string>();
  const words = ['^', ...tokens.map(({ text }) => text), '$'];
  const build = ['^', ...tokens.map((token) => shapeOf(token, common)), '$'];
  for (const [at, word] of words.entries()) {
    const next = words[at + 1];
    const afterNext = words[at + 2];
    if (at > 0 && next !== undefined) {
      features.add(word);
      if (at <= FIRST_WORDS) features.add(`^ ${word}~`);
    }
    if (next !== undefined) features.add(`${word} ${next}`);
    if (afterNext !== undefined) features.add(`${word} _ ${afterNext}`);
    if (word.length >= MIN_WITH_ENDING) features.add(`~${word.slice(-ENDING_CHARS)}`);
    if (HANGUL.test(word)) addSyllables(word, features);
    else if (word.length > STEM_CHARS) features.add(`${word.slice(0, STEM_CHARS)}~`);
    // Signs of wide scripts are parts of words: three of them are about a pair of words.
    if (next !== undefined && afterNext !== undefined && (at === 0 || (word.length === 1 && WIDE.test(word)))) {
      features.add(`${word} ${next} ${afterNext}`);
    }
    const part = build[at] ?? '';
    features.add(`/${part}`);
    if (next !== undefined) features.add(`/${part} ${build[at + 1]}`);
    if (afterNext !== undefined) features.add(`/${part} ${build[at + 1]} ${build[at + 2]}`);
  }
  addMarks(tokens, features);
  return features;
}

/** The number by which the weights know a feature: 28 bits, so that two of some ten thousands hardly ever share one. */
export function hashOf(feature: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < feature.length; at += 1) hash = Math.imul(hash ^ feature.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 4;
}
