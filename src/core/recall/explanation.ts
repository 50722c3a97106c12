/**
 * What becomes of each memory in a pack, for whoever wants to know (`mem0-hooks pack --explain`); a session start does not ask. Pure.
 */
import type { Memory } from '../../contract/mem0.ts';
import { harmlessLine } from './fence.ts';
import { nameOf, shortId } from './short-id.ts';
import type { PassedOver, Statement } from './statements.ts';
import { isCurrent } from './truth.ts';

export interface ExplainedLine {
  /** Absent for what was said just now and is no memory yet. */
  readonly row?: Memory;
  readonly section: string;
  /** As it stands in the pack. */
  readonly line: string;
  /** What puts it before others of its section, where anything does. */
  readonly because: readonly string[];
}

/** Is told each memory once, and each line of the pack. */
export interface Explanation {
  shown(line: ExplainedLine): void;
  /** `why`: half a sentence, such as `no room`. */
  leftOut(what: { readonly row?: Memory; readonly text: string }, why: string): void;
}

type Explained = Statement & { readonly row?: Memory };

/** Of statements that do not stand, the reason in words. */
export function explaining(explanation: Explanation | undefined): PassedOver<Explained> | undefined {
  if (explanation === undefined) return undefined;
  return (statement, why, by) => {
    const row = statement.row === undefined ? {} : { row: statement.row };
    explanation.leftOut({ ...row, text: statement.line }, `${WHY[why]}${by === undefined ? '' : ` ${nameOf(by)}`}`);
  };
}

const WHY = {
  same: 'says the same as',
  more: 'all of it is said, and more, by',
  newer: 'outdated by',
  given: 'this session has been given it before',
} as const;

/** Why a row is not the truth today (`truth`), or not any more. */
export function whyGone(row: Memory, today: string): string {
  if (row.is_deleted === true) return 'deleted';
  if (row.replaced_by !== undefined && row.replaced_by !== null) return `superseded by ${shortId(row.replaced_by)}`;
  return isCurrent(row, today)
    ? 'another copy of it is outdated'
    : `expired on ${harmlessLine(row.expiration_date ?? '')}`;
}
