/**
 * Why the local store could not do its work. Out of scope: refusals that the platform's contract describes; those are
 * answers with a status (`answer.ts`), not errors.
 */

/**
 * The closed list of reasons. `no-driver`: neither `node:sqlite` nor `libsql` is there. `newer-schema`: a newer program wrote
 * the file. `cannot-open`: the file is missing its folder, is not ours to read, or is no database. `storage-failed`: a
 * statement failed after a good start (locked for too long, disk full, damaged). `closed`: used after `close()`.
 */
export type LocalStoreReason = 'no-driver' | 'newer-schema' | 'cannot-open' | 'storage-failed' | 'closed';

/** The one error that leaves `local/`. The message says in plain words what to do and carries no stored text. */
export class LocalStoreError extends Error {
  override readonly name = 'LocalStoreError';
  readonly reason: LocalStoreReason;

  constructor(reason: LocalStoreReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/** What a driver or the file system said, through an allow-list: codes and SQLite's own fixed texts, never a value. */
export function faultName(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown fault';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const text = 'errstr' in error && typeof error.errstr === 'string' ? error.errstr : undefined;
  const known = text ?? code;
  return known !== undefined && /^[\w .-]{1,60}$/.test(known) ? known : error.name;
}
