/**
 * The fence around what the model reads, and the making harmless of text that goes inside it (design §4, client contract §2).
 * Text from memory may say anything; it can neither close the fence, nor imitate the client's own tags, nor start a section.
 */

const OPEN = '<recalled-memory>';
const CLOSE = '</recalled-memory>';

/** Characters that a fence costs beside its content: both tags and two line breaks. */
export const FENCE_CHARS = OPEN.length + CLOSE.length + 2;

/** Puts lines that are already harmless between the tags. */
export function fenced(lines: readonly string[]): string {
  return [OPEN, ...lines, CLOSE].join('\n');
}

/**
 * What the eye cannot see: controls, format characters (zero-width, bidirectional, tags), default ignorable ones, line and
 * paragraph separators. Emoji keep their joiner and their variation selector.
 */
const INVISIBLE = /(?!\u200d|\ufe0f)[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]/gu;

/** A zero-width joiner that does not stand between two pictographs joins nothing and can only hide something. */
const IDLE_JOINER =
  /(?<!\p{Extended_Pictographic}|\ufe0f|[\u{1f3fb}-\u{1f3ff}])\u200d|\u200d(?!\p{Extended_Pictographic})/gu;

/** A whole tag; `Map<string>` is one too, and stays readable with its brackets changed. */
const TAG = /<(\s*[/!?a-z][^<>]*)>/giu;

/** Nothing of this is in most memories, and then there is nothing to make harmless: what is no ASCII, a bracket, more than single spaces. */
const REMARKABLE = /[^ -;=-~]|^ | {2}| $/;

/** One memory as one line: invisible characters gone, white space folded, no tag left in it, well-formed. */
export function harmlessLine(text: string): string {
  if (!REMARKABLE.test(text)) return text;
  return text
    .toWellFormed()
    .replace(/[\s\u2028\u2029]+/gu, ' ')
    .replace(INVISIBLE, '')
    .replace(IDLE_JOINER, '')
    .replace(TAG, '‹$1›')
    .replace(/<(?=\s*[/!?a-z])/giu, '‹')
    .trim();
}

/** Several lines, each harmless and none empty; each gets an indent, so that none can pose as a heading or an item of ours. */
export function harmlessLines(text: string, indent: string): readonly string[] {
  return text
    .split(/\r\n|[\n\r\u2028\u2029]/u)
    .map(harmlessLine)
    .filter((line) => line !== '')
    .map((line) => `${indent}${line}`);
}

/**
 * The beginning of `text`, at most `limit` UTF-16 code units: cut at the last sentence end in its second half, else at the
 * last space, else between graphemes; `…` says that it was cut.
 */
export function shortened(text: string, limit: number): string {
  if (text.length <= limit) return text;
  if (limit < 2) return '';
  // Behind a sentence stand a space and the mark.
  const sentence = sentenceEnd(text, limit - 2);
  if (sentence > limit / 2) return `${text.slice(0, sentence)} …`;
  const space = text.lastIndexOf(' ', limit - 1);
  if (space > limit / 2) return `${text.slice(0, space)}…`;
  return `${wholeGraphemes(text, limit - 1)}…`;
}

/** Where the last sentence ends that ends within `limit`, with its closing quotes and brackets; 0 without one. "v3.14" is none. */
function sentenceEnd(text: string, limit: number): number {
  let last = 0;
  for (const match of text.slice(0, limit + 1).matchAll(/[.!?]["'”’)\]]*(?=\s)|[。！？](?!\p{M}|\u200d)/gu)) {
    const end = match.index + match[0].length;
    if (end <= limit) last = end;
  }
  return last;
}

/** Only reached for text without a space to cut at: the segmenter costs milliseconds when it is first used. */
function wholeGraphemes(text: string, limit: number): string {
  // A grapheme longer than this is an attack on the eye; cutting inside it harms nobody.
  const lookahead = text.slice(0, limit + 64);
  let end = 0;
  for (const { index, segment } of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(lookahead)) {
    if (index + segment.length > limit) break;
    end = index + segment.length;
  }
  return text.slice(0, end).toWellFormed();
}
