/**
 * What a sentence shows of itself to the model that tells statements apart: its words and pairs of words, how it begins and ends,
 * and the endings of its words. The same for training and for use. Out of scope: the weights (`type-model`).
 */

/** Words of a name or a path are one: which file it is says nothing. */
const CODE = /`[^`\n]{1,200}`|https?:\/\/\S+|\S*[/\\]\S+|\b\w+[._]\w[\w.]*|\b[a-z]+[A-Z]\w*|--?[a-z][\w-]*/g;
const TOKEN = /«id»|[\p{L}\p{M}]+(?:['’][\p{L}]+)?|\p{N}+(?:[.,]\p{N}+)*|[?!:,;…。、？！]/gu;
const NUMBER = /^\p{N}/u;
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** Longer words are told by their endings too, in languages that say much by them. */
const ENDING_CHARS = 3;
const MIN_WITH_ENDING = 6;
/** A sentence says what it is in its first words, or its last ones. */
const MAX_TOKENS = 60;

function tokensOf(sentence: string): string[] {
  const text = sentence.toLowerCase() === sentence ? sentence : lowered(sentence);
  const tokens: string[] = [];
  for (const [token] of text.replace(CODE, ' «id» ').toLowerCase().matchAll(TOKEN)) {
    if (NUMBER.test(token)) tokens.push('#');
    else if (WIDE.test(token)) tokens.push(...token);
    else tokens.push(token.replace('’', "'"));
  }
  if (tokens.length <= MAX_TOKENS) return tokens;
  return [...tokens.slice(0, MAX_TOKENS * 0.7), ...tokens.slice(-MAX_TOKENS * 0.3)];
}

/** Camel case must still be seen, so only the first letter is lowered here. */
function lowered(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}

/** Korean hangs its grammar on its words: how they begin and end is told apart. */
const HANGUL = /\p{Script=Hangul}/u;
const STEM_CHARS = 5;

function addSyllables(token: string, features: Set<string>): void {
  for (const length of [1, 2, 3]) if (token.length > length) features.add(`~${token.slice(-length)}`);
  if (token.length > 2) features.add(`${token.slice(0, 2)}~`);
}

/** The features of a plain sentence (`plainSentence`), each once. */
export function featuresOf(sentence: string): ReadonlySet<string> {
  const tokens = tokensOf(sentence);
  const features = new Set<string>();
  const padded = ['^', ...tokens, '$'];
  for (const [at, token] of padded.entries()) {
    const next = padded[at + 1];
    if (at > 0 && at < padded.length - 1) features.add(token);
    if (next !== undefined) features.add(`${token} ${next}`);
    if (token.length >= MIN_WITH_ENDING) features.add(`~${token.slice(-ENDING_CHARS)}`);
    if (HANGUL.test(token)) addSyllables(token, features);
    else if (token.length > STEM_CHARS) features.add(`${token.slice(0, STEM_CHARS)}~`);
    const afterNext = padded[at + 2];
    // Signs of wide scripts are parts of words: three of them are about a pair of words.
    if (next !== undefined && afterNext !== undefined && (at === 0 || (token.length === 1 && WIDE.test(token)))) {
      features.add(`${token} ${next} ${afterNext}`);
    }
  }
  const words = tokens.length;
  features.add(
    words <= 2 ? '|≤2' : words <= 4 ? '|≤4' : words <= 8 ? '|≤8' : words <= 16 ? '|≤16' : words <= 30 ? '|≤30' : '|>30',
  );
  return features;
}
