/**
 * Fingerprints of lines and sentences: what stays the same when a line of a file is quoted with `> `, numbered by a tool,
 * indented otherwise or put into a list. Only numbers are kept, so that evidence of a 100 MB transcript fits in memory.
 * Out of scope: what a match means (`provenance`); matches with small changes.
 */
import { beginsItem, sentencesOf } from '../talk/sentences.ts';

/** 53 bits as a whole number: of a million lines about one pair in 18,000 runs collides (10^12 / 2 / 2^53). */
export type Fingerprint = number;

const LINE_NUMBER = /^\s*\d{1,7}(?:→|\t)/;
/** `path:12:` and `path-12-` before a line, as grep prints them. */
const GREP_PREFIX = /^[^\s:]{1,300}(?::\d{1,7}:|-\d{1,7}-)/;
const QUOTE = /^(?:>\s?)+/;
const LIST_MARK = /^(?:[-*+•]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?|^#{1,6}\s+/;
/** What a line may end or begin with and yet be the same line. */
const OUTER = new Set(' \t\n.,;:!?。！？、"\'“”‘’');
const MAY_BEGIN_MARK = new Set('>-*+•#0123456789');

/** A line without what a quotation changes: marks, numbers, emphasis, runs of white space, its last stop. Case is kept. */
export function normalised(line: string): string {
  // The tests before each replacement are for speed: this runs on every line that any tool has shown.
  let text = withoutMarks(line.replace(LINE_NUMBER, '').trim());
  if (text.includes('`') || text.includes('*')) text = text.replace(/[`*]/g, '');
  text = collapsed(text);
  let end = text.length;
  while (end > 0 && OUTER.has(text.charAt(end - 1))) end -= 1;
  let start = 0;
  while (start < end && OUTER.has(text.charAt(start))) start += 1;
  return text.slice(start, end);
}

function withoutMarks(text: string): string {
  return MAY_BEGIN_MARK.has(text.charAt(0)) ? text.replace(QUOTE, '').replace(LIST_MARK, '') : text;
}

function collapsed(text: string): string {
  return /\s\s|[^\S ]/.test(text) ? text.replace(/\s+/g, ' ') : text;
}

/** Letters and digits that one needs before a match is evidence: below, people say the same by chance ("ok", "Run the tests."). */
const MIN_CHARS = 12;
const MIN_WORDS = 3;
/** A long word or two is as telling as three short ones. */
const ENOUGH_CHARS = 16;
/** Chinese, Japanese and Korean write a word in one or two signs and do not divide them. */
const MIN_WIDE_CHARS = 8;
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/** A name, a path or an address alone says where something is, not what it says. */
const BARE_NAME = /^[\w@./~+:#-]+$/;

/** Whether a normalised text says enough for a match to be evidence. [?] the thresholds are ours. */
export function isSubstantial(text: string): boolean {
  if (BARE_NAME.test(text)) return false;
  let chars = 0;
  let words = 0;
  let inWord = false;
  for (let at = 0; at < text.length; at += 1) {
    const is = isLetterOrDigit(text, at);
    if (is) chars += 1;
    if (is && !inWord) words += 1;
    inWord = is;
    if (chars >= ENOUGH_CHARS || (words >= MIN_WORDS && chars >= MIN_CHARS)) return true;
  }
  return chars >= MIN_WIDE_CHARS && (text.match(WIDE)?.length ?? 0) >= MIN_WIDE_CHARS;
}

function isLetterOrDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code < 128) return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
  return /[\p{L}\p{N}]/u.test(text.charAt(at));
}

/** Two multiplicative 32-bit lanes with different seeds (FNV-1a's prime and an odd constant), joined to 53 bits. */
export function fingerprint(text: string): Fingerprint {
  let low = 0x811c9dc5;
  let high = 0x9e3779b9;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ unit, 0x85ebca6b);
    high ^= high >>> 15;
  }
  return (high >>> 0) * 0x200000 + ((low ^ (low >>> 11)) & 0x1fffff);
}

/** The fingerprint of a line or sentence, or undefined when it says too little. */
export function fingerprintOf(line: string): Fingerprint | undefined {
  const text = normalised(line);
  return isSubstantial(text) ? fingerprint(text) : undefined;
}

/** A paragraph is cut here: minified code would else be one sentence of megabytes. */
const MAX_PARAGRAPH_CHARS = 4_000;

/** Without one inside, a line is one sentence at most. */
const SENTENCE_END = /[.!?]["'”’)\]*`_]*\s|[。！？]/;

/** Calls `add` with the fingerprint of every line, and of every sentence whatever its line breaks. */
export function eachFingerprint(text: string, add: (fingerprint: Fingerprint) => void): void {
  let paragraph = '';
  let lines = 0;
  const flush = (): void => {
    // One line that is one sentence has been added as a line.
    if (lines > 1 || SENTENCE_END.test(paragraph)) {
      for (const sentence of sentencesOf(paragraph)) {
        const found = fingerprintOf(sentence);
        if (found !== undefined) add(found);
      }
    }
    paragraph = '';
    lines = 0;
  };
  for (const raw of text.split('\n')) {
    const line = raw.replace(LINE_NUMBER, '');
    const whole = fingerprintOf(line);
    if (whole !== undefined) add(whole);
    const found = GREP_PREFIX.exec(line);
    if (found) {
      const inner = fingerprintOf(line.slice(found[0].length));
      if (inner !== undefined) add(inner);
    }
    if (line.trim() === '' || beginsItem(line) || paragraph.length > MAX_PARAGRAPH_CHARS) flush();
    if (line.trim() === '' || line.length > MAX_PARAGRAPH_CHARS) continue;
    paragraph += `${paragraph === '' ? '' : ' '}${normalisedKeepingEnd(line)}`;
    lines += 1;
  }
  flush();
}

/** As `normalised`, but the last stop stays: it ends the sentence. */
function normalisedKeepingEnd(line: string): string {
  return collapsed(withoutMarks(line.trim()));
}

/** A piece of an utterance that may span lines, made comparable with a sentence of a file. */
export function joinedLines(piece: string): string {
  return piece
    .split('\n')
    .map((line) => normalisedKeepingEnd(line))
    .join(' ');
}
