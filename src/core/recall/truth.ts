/** Which rows are the truth today, and which of them is newer. Pure. Out of scope: what a row is about (`recipes`). */
import type { Memory } from '../../contract/mem0.ts';
import { typeOf } from './recipes.ts';

/** The text of a session state, and when it was saved. */
export interface SessionStateText {
  readonly text: string;
  /** ISO 8601 instant at which it was saved. */
  readonly at: string;
}

/** A row that is the truth today: not deleted, not superseded, not expired (`expiration_date` is inclusive, contract §5). */
export function isCurrent(row: Memory, today: string): boolean {
  if (row.is_deleted === true) return false;
  if (row.replaced_by !== undefined && row.replaced_by !== null) return false;
  return row.expiration_date === undefined || row.expiration_date === null || row.expiration_date.slice(0, 10) >= today;
}

/** When a row was written, in milliseconds; -Infinity without a date. A server may give any offset from UTC. */
export function ageOf(row: Memory): number {
  return timeOf(instant(row));
}

export function timeOf(iso: string): number {
  const time = Date.parse(iso);
  return Number.isNaN(time) ? Number.NEGATIVE_INFINITY : time;
}

/** ISO 8601; empty where a row has no date. */
export function instant(row: Memory): string {
  return row.created_at ?? '';
}

/**
 * The newest session state among rows that are current; of one session alone when `sessionId` is given, else one of this
 * branch before any other (contract §4: `session_id` and `branch` are metadata).
 */
export function newestSessionState(
  rows: readonly Memory[],
  wanted: { readonly today: string; readonly sessionId?: string; readonly branch?: string },
): SessionStateText | undefined {
  const states = rows
    .filter((row) => typeOf(row) === 'session_state' && isCurrent(row, wanted.today))
    .filter((row) => wanted.sessionId === undefined || row.metadata?.['session_id'] === wanted.sessionId)
    .map((row) => ({ row, at: ageOf(row) }))
    .sort((a, b) => (a.at === b.at ? 0 : a.at > b.at ? -1 : 1))
    .map(({ row }) => row);
  const here =
    wanted.branch === undefined ? undefined : states.find((row) => row.metadata?.['branch'] === wanted.branch);
  const row = here ?? states[0];
  return row === undefined ? undefined : { text: row.memory, at: instant(row) };
}
