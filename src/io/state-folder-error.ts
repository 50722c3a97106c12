/**
 * The one error of the state folder: a closed reason, and the path as a field. Out of scope: what a hook says about it.
 */

/**
 * `read-only`: not allowed or not possible to write here; `full`: no space or quota; `unsafe`: a symbolic link, a thing that is
 * no file or folder, or another user's; `other`: the cause says.
 */
export type StateFolderReason = 'read-only' | 'full' | 'unsafe' | 'other';

const REASONS: Readonly<Record<string, StateFolderReason>> = {
  EROFS: 'read-only',
  EACCES: 'read-only',
  EPERM: 'read-only',
  ENOSPC: 'full',
  EDQUOT: 'full',
  // What O_NOFOLLOW answers for a symbolic link: ELOOP on Linux and macOS, EMLINK on FreeBSD.
  ELOOP: 'unsafe',
  EMLINK: 'unsafe',
  // A file where a folder should be.
  ENOTDIR: 'unsafe',
  EEXIST: 'unsafe',
  // A pipe without a reader, or a socket, in place of a file.
  ENXIO: 'unsafe',
};

export class StateFolderError extends Error {
  override readonly name = 'StateFolderError';
  readonly reason: StateFolderReason;
  /** Absolute. */
  readonly path: string;
  /** The system's word for it, such as `ENOSPC`. */
  readonly code: string | undefined;

  constructor(reason: StateFolderReason, path: string, cause?: unknown) {
    const code = codeOf(cause);
    super(`state folder: ${reason}${code === undefined ? '' : ` (${code})`}`, { cause });
    this.reason = reason;
    this.path = path;
    this.code = code;
  }

  /** A system error by its code; one of this module, and a programming error, stay what they are. */
  static from(error: unknown, path: string): unknown {
    const code = codeOf(error);
    if (code === undefined) return error;
    return new StateFolderError(REASONS[code] ?? 'other', path, error);
  }
}

/** The code of a system error (`ENOENT`, …); undefined for any other value. */
export function codeOf(error: unknown): string | undefined {
  if (error instanceof StateFolderError || !(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' && 'syscall' in error ? error.code : undefined;
}
