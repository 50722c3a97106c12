/** Whether lines read like somebody's sentences and not like code. Out of scope: what they say. */

const LETTER = /\p{L}/u;
const LETTERS = /[\p{L}\p{M}'’-]+/gu;
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu;
const INLINE_CODE = /`[^`\n]{1,300}`/g;
const LIST_MARK = /^(?:[-*+•]|\d{1,3}[.)])\s+/;
/** Signs of code; indentation; a comment. */
const CODE = /[{}=<>;|\\`$\]]|\w\(|\)\s*[:{]|::|->|^\s{2,}|^\s*(?:\/\/|\/\*|#|--|\*|@|"""|''')/;
const STOP = /[.!?…。！？]["'”’)»]*$/;
/** Commands and queries are words too, but begin in lower case, or with a word in capitals. */
const SENTENCE_START = /^["'“«(¿¡]*\p{Lu}(?!\p{Lu}+\b)/u;
/** [?] ours, all three. */
const MIN_WORDS = 3;
const MIN_WORDS_WITHOUT_STOP = 6;
const MIN_WIDE = 8;

/** Whether a paragraph is prose: no line of it has a sign of code, and it is long enough and ends or begins as sentences do. */
export function isProse(lines: readonly string[]): boolean {
  const plain = lines.map((line) => line.replace(LIST_MARK, '').replace(INLINE_CODE, 'x'));
  if (plain.some((line) => CODE.test(line) || !LETTER.test(line))) return false;
  const text = plain.join(' ').trim();
  if ((text.match(WIDE)?.length ?? 0) >= MIN_WIDE) return true;
  const words = text.match(LETTERS)?.length ?? 0;
  return words >= MIN_WORDS && (STOP.test(text) || (words >= MIN_WORDS_WITHOUT_STOP && SENTENCE_START.test(text)));
}
