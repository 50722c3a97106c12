/** A memory on one line, and what is said of many. What a platform says is printed only here and in `show-text`, made harmless. */
import type { AllRows } from '../../mem0/operator-listing.ts';
import { counted, oneLine } from '../plain-words.ts';
import { shortId } from '../short-ids.ts';
import { cut } from '../terminal/cut.ts';
import type { Paint } from '../terminal/paint.ts';
import type { MemoryReport } from './report.ts';

export interface LineStyle {
  readonly paint: Paint;
  /** Of the terminal. */
  readonly columns: number;
  /** The branch that is checked out: what was said on it needs no mark. */
  readonly branch: string | undefined;
  readonly indent?: string;
  /** Says the type as well, where no heading does. */
  readonly withType?: true;
}

/** Of a branch, or an id that a platform says, so much is shown. [?] ours */
const MARK_COLUMNS = 30;
/** A text that is shorter says nothing: then the line is wider than the terminal. */
const LEAST_TEXT = 20;

/** `2026-11-30 [3f2a91c0] text (pinned; on feature)`, cut so that it fits. */
export function memoryLine(report: MemoryReport, style: LineStyle): string {
  const { paint, columns, indent = '', withType } = style;
  const head = `${indent}${dayOf(report.created)} [${oneLine(shortId(report.id))}] `;
  const type = withType ? `${typeWords(report)}: ` : '';
  const score = report.score === undefined ? '' : `${report.score.toFixed(2)}  `;
  const marks = marksOf(report, style.branch);
  const tail = marks.length === 0 ? '' : ` (${marks.join('; ')})`;
  const left = columns - head.length - score.length - type.length - tail.length;
  return `${score}${head}${type}${cut(oneLine(report.text), Math.max(LEAST_TEXT, left))}${paint.dim(tail)}`;
}

function marksOf({ pinned, expires, expired, branch, supersededBy }: MemoryReport, here: string | undefined) {
  return [
    ...(pinned ? ['pinned'] : []),
    ...(expires === null ? [] : [`${expired ? 'expired' : 'expires'} ${short(expires)}`]),
    ...(branch === null || branch === here ? [] : [`on ${short(branch)}`]),
    ...(supersededBy === null ? [] : [`superseded by ${short(shortId(supersededBy))}`]),
  ];
}

function short(text: string): string {
  return cut(oneLine(text), MARK_COLUMNS);
}

/** Its type in words. */
export function typeWords({ type }: Pick<MemoryReport, 'type'>): string {
  return type === null ? 'of no known type' : type.replace('_', ' ');
}

/** A day, UTC; as wide as one where there is none. */
export function dayOf(at: string | null): string {
  const ms = at === null ? Number.NaN : Date.parse(at);
  return Number.isNaN(ms) ? 'no date   ' : new Date(ms).toISOString().slice(0, 10);
}

/** Where a list is not whole, what is missing; a sentence each. */
export function gapsIn({ unreadable, end }: Pick<AllRows, 'unreadable' | 'end'>): readonly string[] {
  return [
    ...(unreadable === 0
      ? []
      : [
          `${counted(unreadable, 'memory', 'memories')} of the platform cannot be read and ${unreadable === 1 ? 'is' : 'are'} not shown.`,
        ]),
    ...(end === 'bound' ? ['There are more than can be looked through at once.'] : []),
    ...(end === 'unsure' ? ['The pages of the platform did not fit together, so some may be missing.'] : []),
  ];
}
