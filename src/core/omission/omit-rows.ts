/**
 * Marks the lines of an utterance that are omitted: code blocks, diffs, lines that are known, and what stands between them.
 * Out of scope: sentences and how the text is put together again (`omit`).
 */
import { type Fingerprint, fingerprintOf, isSubstantial, normalised } from './fingerprint.ts';

/** Names the source of a line or sentence, or says that it is not known. */
export type Lookup = (fingerprint: Fingerprint) => string | undefined;

export const CODE_BLOCK = 'code block';
const DIFF = 'diff';

/** One line of an utterance on its way. */
export interface Row {
  readonly raw: string;
  /** The source, when the line is omitted. */
  label?: string;
  /** A fence line: it goes with its block and is not counted. */
  fence?: boolean;
  /** What stays of a line whose beginning or end is omitted. */
  head?: string;
  tail?: string;
}

const FENCE = /^\s*(?:>\s?)*(?:[-*]\s+)?(`{3,}|~{3,})(.*)$/;

function markFences(rows: Row[], lookup: Lookup): void {
  for (let at = 0; at < rows.length; at += 1) {
    const open = FENCE.exec(rows[at]?.raw ?? '');
    const bar = open?.[1];
    if (bar === undefined) continue;
    let end = at;
    if (!(open?.[2] ?? '').includes(bar)) {
      do end += 1;
      while (end < rows.length && !new RegExp(`^\\s*(?:>\\s?)*${bar}\\s*$`).test(rows[end]?.raw ?? ''));
    }
    const block = rows.slice(at, end + 1);
    const inner = block.length > 2 ? rows.slice(at + 1, end) : block;
    const label = mostCommon(inner.map((row) => sourceOfLine(row.raw, lookup))) ?? CODE_BLOCK;
    for (const row of block) row.label = label;
    if (block.length > 1) {
      for (const row of [block[0], rows[end]]) if (row) row.fence = true;
    }
    at = end;
  }
}

const DIFF_START = /^(?:diff --git |@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@|--- \S.*$)/;
const DIFF_LINE = /^(?:[+\-@\\ ]|index [0-9a-f]|new file|deleted file|similarity|rename |$)/;

function markDiffs(rows: Row[]): void {
  for (let at = 0; at < rows.length; at += 1) {
    const raw = rows[at]?.raw ?? '';
    const next = rows[at + 1]?.raw ?? '';
    if (rows[at]?.label !== undefined || !DIFF_START.test(raw)) continue;
    // A line of three hyphens with words is a diff only when `+++` follows.
    if (raw.startsWith('---') && !next.startsWith('+++ ')) continue;
    let end = at + 1;
    while (end < rows.length && (DIFF_LINE.test(rows[end]?.raw ?? '') || DIFF_START.test(rows[end]?.raw ?? '')))
      end += 1;
    while (rows[end - 1]?.raw.trim() === '') end -= 1;
    for (const row of rows.slice(at, end)) row.label = DIFF;
    at = end - 1;
  }
}

function sourceOfLine(line: string, lookup: Lookup): string | undefined {
  const found = fingerprintOf(line);
  return found === undefined ? undefined : lookup(found);
}

/** The label that occurs most often; the first of them when several do. */
export function mostCommon(labels: readonly (string | undefined)[]): string | undefined {
  const counts = new Map<string, number>();
  let best: string | undefined;
  for (const label of labels) {
    if (label === undefined) continue;
    counts.set(label, (counts.get(label) ?? 0) + 1);
    if (best === undefined || (counts.get(label) ?? 0) > (counts.get(best) ?? 0)) best = label;
  }
  return best;
}

/** Longest line in which the place where a paste begins is looked for: the work grows with its square. */
export const MAX_GLUED_CHARS = 2_000;

/** A paste glued to words: "our module: import …" before an omitted line, "} What now?" after one. */
function unglue(rows: Row[], lookup: Lookup): void {
  rows.forEach((row, at) => {
    if (row.label !== undefined || row.raw.length > MAX_GLUED_CHARS) return;
    const gaps = [...row.raw.matchAll(/\s+/g)].map((gap) => gap.index);
    if (isEvidence(rows[at + 1])) {
      const cut = gaps.find((gap) => sourceOfLine(row.raw.slice(gap), lookup) !== undefined);
      if (cut !== undefined) {
        row.head = row.raw.slice(0, cut);
        row.label = sourceOfLine(row.raw.slice(cut), lookup) ?? CODE_BLOCK;
        return;
      }
    }
    if (isEvidence(rows[at - 1])) {
      const cut = gaps.findLast((gap) => sourceOfLine(row.raw.slice(0, gap), lookup) !== undefined);
      if (cut === undefined) return;
      row.tail = row.raw.slice(cut);
      row.label = sourceOfLine(row.raw.slice(0, cut), lookup) ?? CODE_BLOCK;
    }
  });
}

function isEvidence(row: Row | undefined): boolean {
  return row?.label !== undefined && row.fence !== true && row.label !== DIFF && row.head === undefined;
}

/** Short lines that read like code: brackets, assignments, ends with a comma or semicolon, or indentation. */
const CODE_LIKE = /[{}()<>=[\]]|[;,:]$|^\s{2,}\S/;
/** The members of a type or the items of a list are often each too short; more than a screen of them is somebody's own. [?] */
const MAX_GAP_LINES = 40;

/** Lines too short to be evidence of themselves belong to the paste that they stand in. */
function closeGaps(rows: Row[]): void {
  let last = -1;
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at];
    if (row?.label === undefined) continue;
    const gap = rows.slice(last + 1, at);
    const short = gap.every(
      (one) => one.raw.trim() === '' || (!isSubstantial(normalised(one.raw)) && CODE_LIKE.test(one.raw)),
    );
    if (
      last >= 0 &&
      gap.length > 0 &&
      gap.length <= MAX_GAP_LINES &&
      short &&
      isEvidence(rows[last]) &&
      isEvidence(row)
    ) {
      for (const one of gap) one.label = row.label;
    }
    last = at;
  }
  // Brackets alone before or after a paste.
  for (let at = 1; at < rows.length; at += 1) {
    const row = rows[at];
    if (row?.label === undefined && isEvidence(rows[at - 1]) && isBracketLine(row?.raw)) labelLike(row, rows[at - 1]);
  }
}

function isBracketLine(raw: string | undefined): boolean {
  return raw !== undefined && /^\s*[{}()[\];,]+\s*$/.test(raw);
}

function labelLike(row: Row | undefined, other: Row | undefined): void {
  if (row && other?.label !== undefined) row.label = other.label;
}

/** The lines of a text, each that is omitted with its source. */
export function markedRows(text: string, lookup: Lookup): Row[] {
  const rows: Row[] = text.split('\n').map((raw) => ({ raw }));
  markFences(rows, lookup);
  markDiffs(rows);
  for (const row of rows) {
    if (row.label !== undefined) continue;
    const label = sourceOfLine(row.raw, lookup);
    if (label !== undefined) row.label = label;
  }
  unglue(rows, lookup);
  closeGaps(rows);
  return rows;
}
