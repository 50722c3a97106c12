/**
 * Why the local store could not do its work. Out of scope: refusals that the platform's contract describes; those are
 * answers with a status (`endpoints/answer.ts`), not errors.
 */
import { Failure } from '../../contract/failure.ts';

/**
 * The reasons of the project's own list (`contract/failure.ts`) that a store can have. `no-driver`: neither `node:sqlite` nor
 * `libsql` is there. `newer-schema`: a newer program wrote the file. `cannot-open`: its folder is missing, it is not ours, no
 * database, damaged or already closed. `full` and `read-only`: the disk. `unavailable`: another process held the write lock
 * for too long; the request may be sent again.
 */
export type LocalStoreReason = 'no-driver' | 'newer-schema' | 'cannot-open' | 'full' | 'read-only' | 'unavailable';

/**
 * The one error that leaves `local/`. The message says in plain words what to do and carries no stored text. `sent` is
 * false: the transaction was undone, so nothing of the request was done.
 */
export class LocalStoreError extends Failure {
  override readonly name = 'LocalStoreError';
  declare readonly reason: LocalStoreReason;

  constructor(reason: LocalStoreReason, message: string, cause?: unknown) {
    super(reason, message, { sent: false, cause });
  }
}

/** SQLite's primary result codes as the drivers tell them: node:sqlite a number, libsql a name. */
type Code = readonly [number: number, name: string];

/** Those that have a reason of their own. */
const REASONS: readonly (readonly [code: Code, reason: LocalStoreReason])[] = [
  [[5, 'SQLITE_BUSY'], 'unavailable'],
  [[8, 'SQLITE_READONLY'], 'read-only'],
  [[13, 'SQLITE_FULL'], 'full'],
];

/** What the request or the row itself is to blame for: another try would fail as well. */
const OF_THE_ROW: readonly Code[] = [
  [1, 'SQLITE_ERROR'],
  [18, 'SQLITE_TOOBIG'],
  [19, 'SQLITE_CONSTRAINT'],
  [20, 'SQLITE_MISMATCH'],
];

/** The reason of what a driver threw. */
export function reasonFor(error: unknown): LocalStoreReason {
  return REASONS.find(([code]) => has(error, code))?.[1] ?? 'cannot-open';
}

/** Whether a fault is one of the file (it passes, or somebody mends it), not of what was to be written. */
export function isOfTheFile(error: unknown): boolean {
  return error instanceof LocalStoreError && !OF_THE_ROW.some((code) => has(error.cause, code));
}

/** Both drivers give extended codes: the primary one is in their last eight bits, or the name begins with its name. */
function has(error: unknown, [number, name]: Code): boolean {
  if (!(error instanceof Error)) return false;
  const given = 'errcode' in error ? error.errcode : undefined;
  const named = 'code' in error ? error.code : undefined;
  if (typeof given === 'number' && (given & 0xff) === number) return true;
  return typeof named === 'string' && (named === name || named.startsWith(`${name}_`));
}

/** What a driver or the file system said, through an allow-list: codes and SQLite's own fixed texts, never a value. */
export function faultName(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown fault';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const text = 'errstr' in error && typeof error.errstr === 'string' ? error.errstr : undefined;
  const known = text ?? code;
  return known !== undefined && /^[\w .-]{1,60}$/.test(known) ? known : error.name;
}
