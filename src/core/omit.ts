/**
 * Takes out of an utterance what it repeats from the repository, and puts a short mark in its place. Code blocks and diffs
 * go as well, known or not: they are code, and the reason for them stays in the words around. Out of scope: where a text
 * was seen (`provenance`).
 */
import { type Fingerprint, fingerprint, fingerprintOf, isSubstantial, joinedLines, normalised } from './fingerprint.ts';
import { beginsItem, sentencesOf } from './sentences.ts';

export interface Omission {
  readonly path: string;
  readonly lines: number;
}
export interface Kept {
  readonly text: string;
  readonly omitted: readonly Omission[];
}
/** Names the source of a line or sentence, or says that it is not known. */
export type Lookup = (fingerprint: Fingerprint) => string | undefined;

const CODE_BLOCK = 'code block';
const DIFF = 'diff';

/** The mark that stands for omitted text. */
export function omissionMark(path: string, lines: number): string {
  return `[omitted: ${path.replace(/[\]\n]/g, '_')}, ${lines} ${lines === 1 ? 'line' : 'lines'}]`;
}

/** Text that is all marks says nothing. */
export const MARKS = /\[(?:omitted|redacted): [^\]\n]*\]/g;

interface Row {
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

function mostCommon(labels: readonly (string | undefined)[]): string | undefined {
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
const MAX_GLUED_CHARS = 2_000;

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

const QUOTED = /"([^"\n]{12,1000})"|“([^”\n]{12,1000})”|«([^»\n]{12,1000})»|`([^`\n]{12,1000})`/g;

/** Sentences and quoted spans of text that was kept by its lines. */
function omitSentences(text: string, lookup: Lookup, note: (path: string, lines: number) => void): string {
  const sourceOf = (piece: string): string | undefined => {
    const joined = normalised(joinedLines(piece));
    return isSubstantial(joined) ? lookup(fingerprint(joined)) : undefined;
  };
  const mark = (piece: string, path: string): string => {
    const lines = piece.trim().split('\n').length;
    note(path, lines);
    const lead = /^\s*/.exec(piece)?.[0] ?? '';
    return `${lead}${omissionMark(path, lines)}${/\s*$/.exec(piece)?.[0] ?? ''}`;
  };
  return sentencesOf(text)
    .map((sentence) => {
      const whole = sourceOf(sentence);
      if (whole !== undefined) return mark(sentence, whole);
      return sentence.replace(QUOTED, (all, a?: string, b?: string, c?: string, d?: string) => {
        const inner = a ?? b ?? c ?? d ?? '';
        const sources = sentencesOf(inner).map(sourceOf);
        const path = sourceOf(inner) ?? (sources.every((one) => one !== undefined) ? mostCommon(sources) : undefined);
        return path === undefined ? all : mark(inner, path);
      });
    })
    .join('');
}

/** The utterance without what it repeats; what was left out is returned by path, in order of appearance. */
export function omitRepeats(text: string, lookup: Lookup): Kept {
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

  const totals = new Map<string, number>();
  const note = (path: string, lines: number): void => {
    totals.set(path, (totals.get(path) ?? 0) + lines);
  };
  const out: string[] = [];
  let kept: string[] = [];
  const flushKept = (): void => {
    if (kept.length > 0) out.push(omitSentences(kept.join('\n'), lookup, note));
    kept = [];
  };
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at];
    if (row === undefined) continue;
    if (row.label === undefined) {
      if (beginsItem(row.raw)) flushKept();
      kept.push(row.raw);
      continue;
    }
    let end = at + 1;
    while (end < rows.length && continuesRun(rows[end - 1], rows[end])) end += 1;
    const run = rows.slice(at, end);
    const path = mostCommon(run.map((one) => one.label)) ?? CODE_BLOCK;
    const lines = Math.max(1, run.filter((one) => one.fence !== true).length);
    if (run[0]?.head !== undefined) kept.push(run[0].head);
    flushKept();
    out.push(omissionMark(path, lines));
    note(path, lines);
    const tail = run.at(-1)?.tail;
    if (tail !== undefined) kept.push(tail.trimStart());
    at = end - 1;
  }
  flushKept();
  return { text: out.join('\n'), omitted: [...totals].map(([path, lines]) => ({ path, lines })) };
}

/** One run of omitted lines is one mark, unless words stand between or another block begins. */
function continuesRun(before: Row | undefined, row: Row | undefined): boolean {
  if (row?.label === undefined || row.head !== undefined || before?.tail !== undefined) return false;
  return (before?.fence === true) === (row.fence === true) ? before?.fence !== true : before?.label === row.label;
}
