/**
 * Text to sentences, without losing a character: the pieces joined are the text. Ends are `.`, `!`, `?` before white space,
 * their full-width forms anywhere, and line breaks that are evidently meant (a blank line, a list item, a new statement).
 * Lines of one quotation wrap like other lines.
 * Out of scope: what a sentence says (`classify`), grammar of any one language.
 */

import { endsStatement } from './line-breaks.ts';

/** After these a full stop does not end a sentence. Lower case; the dot is left out. */
const ABBREVIATIONS: ReadonlySet<string> = new Set(
  'e.g i.e eg ie vs cf etc approx no nr fig dr mr mrs ms st bzw usw z.b d.h u.a o.ä ca ggf evtl inkl p.ej p.ex ex env sr sra bijv enz o.a т.е т.к т.д т.п напр np tzn itd itp m.in'.split(
    ' ',
  ),
);
const CLOSING = /["'”’)\]*`_]/;
const WIDE_END = /[。！？]/;
/** The beginning of a list item or heading, after white space. */
const ITEM = /^[ \t]*(?:(?:[-*+•]|\d{1,3}[.)])[ \t]+|#{1,6}[ \t]|>)/;

function endsAt(text: string, at: number): boolean {
  const mark = text.charAt(at);
  if (WIDE_END.test(mark)) return true;
  if (mark !== '.' && mark !== '!' && mark !== '?') return false;
  let next = at + 1;
  while (next < text.length && CLOSING.test(text.charAt(next))) next += 1;
  if (next < text.length && !/\s/.test(text.charAt(next))) return false;
  if (mark !== '.') return true;
  const word = /[\p{L}.]{1,8}$/u.exec(text.slice(Math.max(0, at - 8), at))?.[0] ?? '';
  if (ABBREVIATIONS.has(word.toLowerCase())) return false;
  // "1." begins a list item and ends nothing.
  const number = /(?:^|[\s:>])(\d{1,3})$/.exec(text.slice(Math.max(0, at - 8), at));
  if (number === null) return true;
  // "am 3. März": an ordinal ends nothing.
  if (ORDINAL.test(text.slice(at + 1, at + 12))) return false;
  const lineStart = /(?:^|\n)[ \t>]*\d{1,3}$/.test(text.slice(Math.max(0, at - 8), at));
  return !lineStart && !isInlineItem(text, at, Number(number[1]));
}

/** What stands behind an ordinal number in German, Dutch and Polish. */
const ORDINAL = /^ (?:[a-zäöüß]|(?:Jan|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez|Quartal|Tag|Woche|Jahr|Version))/;

/** Inline lists ("steps: 1. merge 2. wait") are looked for this far away. [?] ours */
const INLINE_CHARS = 400;

/** Whether a number before a full stop counts items within a sentence: its neighbour stands near. */
function isInlineItem(text: string, at: number, number: number): boolean {
  if (number === 1) return / 2[.)] /.test(text.slice(at, at + INLINE_CHARS));
  return text.slice(Math.max(0, at - INLINE_CHARS), at).includes(`${number - 1}. `);
}

/** Where the piece that ends at `at` really ends: behind closing quotes and white space. */
function behind(text: string, at: number): number {
  let next = at + 1;
  while (next < text.length && CLOSING.test(text.charAt(next))) next += 1;
  while (next < text.length && /\s/.test(text.charAt(next))) next += 1;
  return next;
}

function breaksAt(text: string, at: number): boolean {
  const rest = text.slice(at + 1, at + 40);
  if (/^[ \t]*\n/.test(rest)) return true;
  const quoted = QUOTED.exec(rest)?.[0];
  if (quoted === undefined) return ITEM.test(rest) || endsStatement(text, at);
  // A quotation begins, or goes on: then its text is looked at like any other.
  const before = text.slice(Math.max(0, at - LINE_CHARS), at);
  const line = before.slice(before.lastIndexOf('\n') + 1);
  if (!QUOTED.test(line) || /^[ \t>]*$/.test(line)) return true;
  const unquoted = rest.slice(quoted.length);
  if (/^[ \t]*(?:\n|$)/.test(unquoted) || ITEM.test(unquoted)) return true;
  return endsStatement(withoutQuotes(before, text.slice(at, at + LINE_CHARS)), withoutQuotes(before, '').length);
}

const QUOTED = /^[ \t]*(?:>[ \t]*)+/;
/** A line is looked at this far. [?] ours */
const LINE_CHARS = 400;

function withoutQuotes(before: string, after: string): string {
  return (before + after).replace(/(^|\n)[ \t]*(?:>[ \t]*)+/g, '$1');
}

const MAY_END = /[.!?。！？\n]/g;

/** The next place where a sentence may end; the length of the text when there is none. */
function nextEnd(text: string, from: number): number {
  MAY_END.lastIndex = from;
  return MAY_END.exec(text)?.index ?? text.length;
}

/** The sentences of a text; joined with nothing between they are the text again. */
export function sentencesOf(text: string): string[] {
  const pieces: string[] = [];
  let from = 0;
  for (let at = nextEnd(text, 0); at < text.length; at = nextEnd(text, at)) {
    const newline = text.charAt(at) === '\n' && breaksAt(text, at);
    if (!newline && !endsAt(text, at)) {
      at += 1;
      continue;
    }
    // A line break before an item keeps the item's indentation with the item.
    let end = newline ? at + 1 : behind(text, at);
    const lastBreak = at + text.slice(at, end).lastIndexOf('\n');
    if (lastBreak >= at && ITEM.test(text.slice(lastBreak + 1, lastBreak + 40))) end = lastBreak + 1;
    end = Math.max(end, at + 1);
    pieces.push(text.slice(from, end));
    from = end;
    at = end;
  }
  if (from < text.length) pieces.push(text.slice(from));
  return pieces;
}

/** At most `limit` characters, cut at a sentence end where one is near, never inside a surrogate pair, with `…` if cut. */
export function shortened(text: string, limit: number): string {
  const whole = text.trim();
  if (whole.length <= limit) return whole;
  let kept = '';
  for (const sentence of sentencesOf(whole)) {
    if (kept.length + sentence.trimEnd().length > limit - 2) break;
    kept += sentence;
  }
  // A first sentence longer than the limit is cut hard.
  if (kept.trim() === '') kept = whole.slice(0, Math.max(0, limit - 2)).replace(/[\uD800-\uDBFF]$/, '');
  return `${kept.trimEnd()} …`;
}
