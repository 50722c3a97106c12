/**
 * One word of a memory as it is compared: without the punctuation around it, in lower case, by the word that says the same. Out of
 * scope: what the words say together (`likeness`), and which words say the same (`likeness-words`).
 */
import * as known from './likeness-words.ts';

export interface Word {
  /** As it is compared. */
  readonly said: string;
  /** As it was written, without punctuation around it. */
  readonly raw: string;
}

/** 1 after a comma and the like, 2 after a sentence. */
export type Border = 0 | 1 | 2;
export interface Piece extends Word {
  readonly border: Border;
  readonly opens: boolean;
}

/** Words that have been read before: memories of one project share most of theirs. */
export type Lexicon = Map<string, readonly Piece[]>;

// Sets and loops, not patterns: a start reads each word once, and a pattern costs most when it is first used.
const OPENING: ReadonlySet<string> = new Set('"\'“‘`([{');
const BRACKETS = '([{';
const CLOSING: ReadonlySet<string> = new Set('"\'”’`)]}.,;:!?。！，；：…');
const SENTENCE_ENDS = '.!?。！…';
const CLAUSE_ENDS = ',;:)]}，；：';
const DASHES: ReadonlySet<string> = new Set(['-', '--', '–', '—']);
const ABBREVIATIONS: ReadonlySet<string> = new Set(['e.g.', 'i.e.', 'etc.', 'vs.', 'cf.', 'no.']);

/** One word, which may be two, as they are compared; nothing for a small one. */
export function piecesOf(word: string, lexicon: Lexicon): readonly Piece[] {
  const read = lexicon.get(word);
  if (read !== undefined) return read;
  const pieces = readWord(word);
  lexicon.set(word, pieces);
  return pieces;
}

/** Nothing but digits, of which there is at least one. */
export function isDigits(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 48 || unit > 57) return false;
  }
  return text !== '';
}

function readWord(word: string): readonly Piece[] {
  if (isDigits(word)) return [{ said: word, raw: word, border: 0, opens: false }];
  if (DASHES.has(word)) return [{ said: '', raw: '', border: 1, opens: false }];
  let start = 0;
  let end = word.length;
  let opens = false;
  let border: Border = 0;
  let asks = false;
  for (; start < end && OPENING.has(word.charAt(start)); start++) opens ||= BRACKETS.includes(word.charAt(start));
  for (; end > start && CLOSING.has(word.charAt(end - 1)); end--) {
    const mark = word.charAt(end - 1);
    if (SENTENCE_ENDS.includes(mark)) border = 2;
    else if (border === 0 && CLAUSE_ENDS.includes(mark)) border = 1;
    asks ||= mark === '?';
  }
  if (border === 2 && ABBREVIATIONS.has(word.toLowerCase())) border = 0;
  const inner = word.slice(start, end);
  const raw = inner.length > 4 && inner.startsWith('**') && inner.endsWith('**') ? inner.slice(2, -2) : inner;
  const said = saidBy(raw.toLowerCase());
  // A question states nothing.
  if (asks) said.push('?');
  return said.map((one, at) => ({
    said: one,
    raw,
    border: at === said.length - 1 ? border : 0,
    opens: opens && at === 0,
  }));
}

function saidBy(lower: string): string[] {
  if (known.SMALL.has(lower)) return [''];
  const plain = lower.includes('’') ? lower.replaceAll('’', "'") : lower;
  const same = known.SAME_AS.get(plain);
  if (same !== undefined) return same.split(' ');
  const first = plain.charCodeAt(0);
  if (first < 48 || first > 57) return [known.SMALL.has(plain) ? '' : plain];
  if (/^\d{1,3}(?:,\d{3})+$/.test(plain)) return [plain.replaceAll(',', '')];
  const [, amount, unit] = known.NUMBER_WITH_UNIT.exec(plain) ?? [];
  return amount === undefined || unit === undefined ? [plain] : [amount, unit === 'sec' ? 's' : unit];
}
