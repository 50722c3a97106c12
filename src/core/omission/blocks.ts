/**
 * Code blocks and diffs in an utterance: they go whether they are known or not, because they are code, and the reason for them
 * stands in the words around. Out of scope: what is known (`quotations`), how the text is put together again (`omit`).
 */

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

/** Code blocks and diffs, in order. A fence that is never closed goes on to the end. */
export function blocksIn(rows: readonly Row[]): Span[] {
  const spans: Span[] = [];
  for (let at = 0; at < rows.length; ) {
    const fenced = fencedRows(rows, at);
    const rowsInBlock = fenced ?? diffRows(rows, at);
    if (rowsInBlock === 0) {
      at += 1;
      continue;
    }
    const first = rows[at];
    const last = rows[at + rowsInBlock - 1];
    if (first === undefined || last === undefined) break;
    spans.push({
      start: first.start,
      end: last.start + last.text.length,
      label: fenced === undefined ? DIFF : CODE_BLOCK,
      lines: Math.max(1, rowsInBlock - (fenced === undefined ? 0 : fencesIn(rows, at, rowsInBlock))),
      block: true,
    });
    at += rowsInBlock;
  }
  return spans;
}

/** The number of rows of the code block that begins at `at`, or undefined where none does. Rows are looked at twice at most. */
function fencedRows(rows: readonly Row[], at: number): number | undefined {
  const open = FENCE.exec(rows[at]?.text ?? '');
  const bar = open?.[1];
  if (bar === undefined) return undefined;
  // Opened and closed in one line.
  if ((open?.[2] ?? '').includes(bar)) return 1;
  for (let row = at + 1; row < rows.length; row += 1) if (closes(rows[row]?.text ?? '', bar)) return row + 1 - at;
  return rows.length - at;
}

/** A line of the same bar and nothing else but quotation marks. */
function closes(line: string, bar: string): boolean {
  return line.trim().replace(QUOTED, '').trim() === bar;
}

/** The fence that opens, and the one that closes if there is one. */
function fencesIn(rows: readonly Row[], at: number, length: number): number {
  return length > 1 && FENCE.test(rows[at + length - 1]?.text ?? '') ? 2 : 1;
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
