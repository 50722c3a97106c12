/**
 * Takes out of an utterance what it repeats from the repository, and puts a short mark in its place. Out of scope: where a text
 * was seen (`evidence`), what counts as repeated (`quotations`, `blocks`).
 */
import { omissionMark } from '../talk/marks.ts';
import { blocksIn, rowsOf, type Span } from './blocks.ts';
import type { Evidence } from './evidence.ts';
import { isSubstantial } from './needles.ts';
import { type Moment, type Quotation, quotationsIn } from './quotations.ts';
import { type Words, wordsOf } from './words.ts';

export interface Omission {
  readonly path: string;
  readonly lines: number;
}
export interface Kept {
  readonly text: string;
  readonly omitted: readonly Omission[];
}

/** The utterance, said at `moment`, without what it repeats; what was left out by path, in order of appearance. */
export function omitRepeats(text: string, evidence: Evidence, moment: Moment): Kept {
  const found = blocksIn(rowsOf(text));
  const borders = found.flatMap(({ start, end }) => [start, end]);
  const words = wordsOf(text, borders);
  const quotations = quotationsIn(text, words, evidence, moment);
  const blocks = found.map((block) => ({ ...block, label: labelOf(block, quotations, words) }));
  const quoted = quotations
    .map((quotation) => spanOf(quotation, text, words))
    .filter((span) => !blocks.some((block) => span.start < block.end && span.end > block.start));
  const spans = joined(
    [...blocks, ...quoted].sort((a, b) => a.start - b.start),
    text,
  );
  return put(withBrackets(spans, text), text);
}

/** A code block is named after the file that it mostly repeats. */
function labelOf(block: Span, quotations: readonly Quotation[], words: Words): string {
  const counts = new Map<string, number>();
  for (const { from, to, source } of quotations) {
    if ((words.starts[from] ?? 0) < block.start || (words.ends[to - 1] ?? 0) > block.end) continue;
    counts.set(source.label, (counts.get(source.label) ?? 0) + to - from);
  }
  let best = block.label;
  for (const [label, of] of counts) if (of > (counts.get(best) ?? 0)) best = label;
  return best;
}

/** Letters and digits of any script. */
const WORD = /[\p{L}\p{N}]/u;
/** The rest of a link or of emphasis, a tag that closes, and stops. */
const ENDS = /^[.,;:!?。！？]*(?:\]\([^()\s]{0,500}\)|\]\[[^\]\s]{0,200}\]|<\/[a-z]{1,10}>|[*_~`\]])*[.,;:!?。！？]*/;
/** The beginning of a link or of emphasis, and a tag that opens. */
const BEGINNINGS = /(?:!?\[|<[a-z]{1,10}(?: [^<>\n]{0,200})?>|[*_~`])+$/;
const MAY_BEGIN = /[[>*_~`]/;
const LONGEST_BEGINNING = 240;
/** A place, a line number or a list number before a line: `path:12:`, `12→`, `12. `. */
const PREFIX = /^\s*(?:>\s?)*(?:[^\s:]{1,300}[:-])?(?:\d{1,7}:)?\d{1,7}(?:[.)→:-]|\t)[^\p{L}\p{N}]*$/u;

/** The quotation with what belongs to it on its lines: prefixes and indentation before it, brackets and stops behind it. */
function spanOf(quotation: Quotation, text: string, words: Words): Span {
  let start = words.starts[quotation.from] ?? 0;
  let end = words.ends[quotation.to - 1] ?? 0;
  if (MAY_BEGIN.test(text.charAt(start - 1)))
    start -= BEGINNINGS.exec(text.slice(Math.max(0, start - LONGEST_BEGINNING), start))?.[0].length ?? 0;
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const before = text.slice(lineStart, start);
  if (!WORD.test(before) || PREFIX.test(before)) start = lineStart;
  const newline = text.indexOf('\n', end);
  const rest = text.slice(end, newline < 0 ? text.length : newline);
  end += WORD.test(rest) ? (ENDS.exec(rest)?.[0].length ?? 0) : rest.length;
  return { start, end, label: quotation.source.label, lines: linesIn(text.slice(start, end)), block: false };
}

function linesIn(text: string): number {
  return text.split('\n').length;
}

/** Short lines that read like code: brackets, assignments, ends with a comma or semicolon, or indentation. */
const CODE_LIKE = /[{}()<>=[\]]|[;,:]$|^\s{2,}\S/;
/** The members of a type or the items of a list are often each too short; more than a screen of them is somebody's own. [?] */
const MAX_GAP_LINES = 40;

/** Spans with nothing but marks, or lines too short to be evidence of themselves, between them are one. */
function joined(spans: readonly Span[], text: string): Span[] {
  const out: Span[] = [];
  for (const span of spans) {
    const last = out.at(-1);
    if (last === undefined || last.block || span.block || !isGap(last, span, text)) {
      if (last === undefined || span.start >= last.end) out.push(span);
      continue;
    }
    const start = last.start;
    // The longer part names the whole.
    const label = span.end - span.start > last.end - last.start ? span.label : last.label;
    out[out.length - 1] = { ...last, end: span.end, label, lines: linesIn(text.slice(start, span.end)) };
  }
  return out;
}

function isGap(last: Span, span: Span, text: string): boolean {
  const gap = text.slice(last.end, span.start);
  if (!WORD.test(gap)) return last.label === span.label || !gap.includes('\n\n');
  // A gap within a line is somebody's own words.
  if (!gap.startsWith('\n') || !gap.endsWith('\n')) return false;
  const lines = gap.split('\n');
  return lines.length <= MAX_GAP_LINES + 2 && lines.every((line) => line.trim() === '' || isShortCode(line));
}

function isShortCode(line: string): boolean {
  const words = wordsOf(line);
  return CODE_LIKE.test(line) && !isSubstantial(words, 0, words.hashes.length);
}

const BRACKETS = /^\s*[{}()[\];,]+(?:[ \t]*(?=\n|$)|[ \t]+)/;

/** Brackets alone in the lines behind a paste, or before somebody's words there, go with it. */
function withBrackets(spans: readonly Span[], text: string): Span[] {
  return spans.map((span, at) => {
    if (span.block) return span;
    let { end } = span;
    const limit = spans[at + 1]?.start ?? text.length;
    for (;;) {
      const more = text.charAt(end) === '\n' ? BRACKETS.exec(text.slice(end + 1, limit)) : null;
      if (more === null) break;
      end += 1 + more[0].length;
    }
    return end === span.end ? span : { ...span, end, lines: linesIn(text.slice(span.start, end)) };
  });
}

function put(spans: readonly Span[], text: string): Kept {
  const totals = new Map<string, number>();
  let out = '';
  let from = 0;
  for (const span of spans) {
    totals.set(span.label, (totals.get(span.label) ?? 0) + span.lines);
    out += text.slice(from, span.start);
    // What is longer than a line stands in a line of its own, so that the words around it remain two sentences.
    const alone = span.lines > 1;
    if (alone && out !== '' && !out.endsWith('\n')) out = `${out.trimEnd()}\n`;
    out += omissionMark(span.label, span.lines);
    from = span.end;
    if (!alone || from >= text.length || text.charAt(from) === '\n') continue;
    out += '\n';
    while (text.charAt(from) === ' ') from += 1;
  }
  return { text: out + text.slice(from), omitted: [...totals].map(([path, lines]) => ({ path, lines })) };
}
