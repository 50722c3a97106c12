/**
 * Takes out of an utterance what it repeats from the repository, and puts a short mark in its place. Code blocks and diffs
 * go as well, known or not: they are code, and the reason for them stays in the words around. Out of scope: where a text
 * was seen (`provenance`).
 */

import { beginsItem, sentencesOf } from '../talk/sentences.ts';
import { fingerprint, isSubstantial, joinedLines, normalised } from './fingerprint.ts';
import { CODE_BLOCK, type Lookup, MAX_GLUED_CHARS, markedRows, mostCommon, type Row } from './omit-rows.ts';

export interface Omission {
  readonly path: string;
  readonly lines: number;
}
export interface Kept {
  readonly text: string;
  readonly omitted: readonly Omission[];
}
/** The mark that stands for omitted text. */
export function omissionMark(path: string, lines: number): string {
  return `[omitted: ${path.replace(/[\]\n]/g, '_')}, ${lines} ${lines === 1 ? 'line' : 'lines'}]`;
}

/** Text that is all marks says nothing. */
export const MARKS = /\[(?:omitted|redacted): [^\]\n]*\]/g;

const QUOTED = /"([^"\n]{12,1000})"|“([^”\n]{12,1000})”|«([^»\n]{12,1000})»|`([^`\n]{12,1000})`/g;

/** Where words that introduce a quotation end. */
const INTRODUCTION = /[:—–"“«(]\s*/g;

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
  const omitWithin = (sentence: string): string => {
    const introductions = sentence.length > MAX_GLUED_CHARS ? [] : sentence.matchAll(INTRODUCTION);
    for (const introduction of introductions) {
      const from = introduction.index + introduction[0].length;
      const path = sourceOf(sentence.slice(from));
      if (path !== undefined) return `${sentence.slice(0, from)}${mark(sentence.slice(from), path)}`;
    }
    return sentence.replace(QUOTED, (all, a?: string, b?: string, c?: string, d?: string) => {
      const inner = a ?? b ?? c ?? d ?? '';
      const sources = sentencesOf(inner).map(sourceOf);
      const path = sourceOf(inner) ?? (sources.every((one) => one !== undefined) ? mostCommon(sources) : undefined);
      return path === undefined ? all : mark(inner, path);
    });
  };
  return sentencesOf(text)
    .map((sentence) => {
      const whole = sourceOf(sentence);
      return whole === undefined ? omitWithin(sentence) : mark(sentence, whole);
    })
    .join('');
}

/** The utterance without what it repeats; what was left out is returned by path, in order of appearance. */
export function omitRepeats(text: string, lookup: Lookup): Kept {
  const rows = markedRows(text, lookup);
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
