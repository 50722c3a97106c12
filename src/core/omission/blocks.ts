/**
 * Code blocks and diffs in an utterance: they go whether they are known or not, because they are code, and the reason for them
 * stands in the words around. Out of scope: what is known (`quotations`), how the text is put together again (`omit`).
 */

import { isProse } from './prose.ts';

/** A stretch of a text that is omitted, as UTF-16 offsets. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly label: string;
  /** Lines that are counted for it: without fences. */
  readonly lines: number;
  /** Code blocks and diffs stand for themselves: nothing is joined to them. */
  readonly block: boolean;
}

/** One line of a text, without its newline. */
export interface Row {
  readonly start: number;
  readonly text: string;
}

export const CODE_BLOCK = 'code block';
const DIFF = 'diff';

const FENCE = /^\s*(?:>\s?)*(?:[-*]\s+)?(`{3,}|~{3,})(.*)$/;
const UNDERLINE = /^(?: {4}|\t)\s*~+\s*$/;
/** What stands before a line in a quotation. */
const QUOTED = /^(?:>\s?)+/;
const DIFF_START = /^(?:diff --git |@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@|--- \S.*$)/;
const LIST_ITEM = /^[-+] \S/;
const DIFF_LINE = /^(?:[+\-@\\ ]|index [0-9a-f]|new file|deleted file|similarity|rename |$)/;

export function rowsOf(text: string): Row[] {
  let start = 0;
  return text.split('\n').map((line) => {
    const row = { start, text: line };
    start += line.length + 1;
    return row;
  });
}

/** Code blocks and diffs, in order. Of a fence that is never closed the paragraphs that read like sentences are none. */
export function blocksIn(rows: readonly Row[]): Span[] {
  const spans: Span[] = [];
  const take = (from: number, to: number, label: string, fences = 0): void => {
    const first = rows[from];
    const last = rows[to - 1];
    if (first === undefined || last === undefined) return;
    const end = last.start + last.text.length;
    spans.push({ start: first.start, end, label, lines: Math.max(1, to - from - fences), block: true });
  };
  for (let at = 0; at < rows.length; ) {
    const fence = fenceAt(rows, at);
    const length = fence?.rows ?? diffRows(rows, at);
    if (fence === undefined) {
      if (length > 0) take(at, at + length, DIFF);
    } else if (fence.closed || fence.isProse) take(at, at + length, CODE_BLOCK, fence.closed && length > 1 ? 2 : 1);
    else for (const [from, to] of codeIn(rows, at, at + length)) take(from, to, CODE_BLOCK, from === at ? 1 : 0);
    at += Math.max(1, length);
  }
  return spans;
}

interface Fence {
  readonly rows: number;
  readonly closed: boolean;
  /** What it holds is prose by its own account. */
  readonly isProse: boolean;
}

const PROSE_INFO = /^\s*(?:md|mdx|markdown|te?xt|rst|adoc|asciidoc|mail|email)\b/i;

/** The code block that begins at `at`, or undefined where none does. Rows are looked at twice at most. */
function fenceAt(rows: readonly Row[], at: number): Fence | undefined {
  const open = FENCE.exec(rows[at]?.text ?? '');
  const bar = open?.[1];
  if (bar === undefined) return undefined;
  const info = open?.[2] ?? '';
  // A compiler underlines what it means.
  if (UNDERLINE.test(rows[at]?.text ?? '') && !rows.slice(at + 1).some(({ text }) => closes(text, bar)))
    return undefined;
  // Opened and closed in one line.
  if (info.includes(bar)) return { rows: 1, closed: true, isProse: false };
  const isProse = PROSE_INFO.test(info);
  for (let row = at + 1; row < rows.length; row += 1) {
    const text = rows[row]?.text ?? '';
    if (closes(text, bar)) return { rows: row + 1 - at, closed: true, isProse };
    // Another one that begins: this one was never closed. Text about fences holds them.
    if (!isProse && opens(text, bar)) return { rows: row - at, closed: false, isProse };
  }
  return { rows: rows.length - at, closed: false, isProse };
}

/** From `from` up to `to` the paragraphs that are not prose, those next to each other as one. The first one has the fence. */
function codeIn(rows: readonly Row[], from: number, to: number): [number, number][] {
  const code: [number, number][] = [];
  const textOf = (row: number): string => (rows[row]?.text ?? '').replace(QUOTED, '');
  for (let at = from; at < to; ) {
    let end = at;
    while (end < to && textOf(end).trim() !== '') end += 1;
    if (end > at && (at === from || !isProse(rows.slice(at, end).map(({ text }) => text.replace(QUOTED, ''))))) {
      const last = code.at(-1);
      if (last !== undefined && wasCode(textOf, last[1], at)) last[1] = end;
      else code.push([at, end]);
    }
    at = end + 1;
  }
  return code;
}

/** Nothing but blank lines from `from` up to `to`. */
function wasCode(textOf: (row: number) => string, from: number, to: number): boolean {
  for (let row = from; row < to; row += 1) if (textOf(row).trim() !== '') return false;
  return true;
}

/** A fence of the same bar with the name of a language. */
function opens(line: string, bar: string): boolean {
  const open = FENCE.exec(line);
  return open?.[1] === bar && /^\w[\w+#.-]*\s*$/.test(open[2] ?? '');
}

/** A line of the same bar and nothing else but quotation marks. */
function closes(line: string, bar: string): boolean {
  return line.trim().replace(QUOTED, '').trim() === bar;
}

/** The number of rows of the diff that begins at `at`; 0 where none does. */
function diffRows(rows: readonly Row[], at: number): number {
  const line = (row: number): string => (rows[row]?.text ?? '').replace(QUOTED, '');
  if (!DIFF_START.test(line(at))) return 0;
  // A line of three hyphens with words is a diff only when `+++` follows.
  if (line(at).startsWith('---') && !line(at + 1).startsWith('+++ ')) return 0;
  let end = at + 1;
  while (end < rows.length && (DIFF_LINE.test(line(end)) || DIFF_START.test(line(end)))) {
    // An item behind an empty line is of a list, not of the diff.
    if (line(end - 1) === '' && LIST_ITEM.test(line(end))) break;
    end += 1;
  }
  while (line(end - 1).trim() === '') end -= 1;
  return end - at;
}
