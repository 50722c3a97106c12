/**
 * The one root of the errors that this project raises on purpose. A failure says why by a closed reason and by facts in
 * fields; its message is ours and holds nothing that a server, a transcript or an environment said.
 * Out of scope: what a person reads (`core/user-line`), and whether a request is sent again (`mem0/retry`).
 */

/** Why something could not be done. */
export const FAILURE_REASONS = [
  /** The platform refuses the key (401, 403). */
  'bad-key',
  /** The platform refuses this request for good (400, 404, 405, 413, 422 and their like). */
  'refused',
  /** Too many requests (429). Whether the rate or a plan's quota is meant is undocumented [?]. */
  'throttled',
  /** The plan does not allow it (402) [?]. */
  'quota',
  /** The platform is in trouble (408, 5xx). */
  'unavailable',
  /** No connection could be made: nothing was sent. */
  'unreachable',
  /** The deadline passed before an answer was complete. */
  'late',
  /** The connection broke after bytes were sent. */
  'broken-off',
  /** An answer came that is not what the contract describes. */
  'odd-answer',
  /** The key or `MEM0_BASE_URL` cannot be used (not https, nor http on loopback): nothing is sent anywhere. */
  'bad-base-url',
  /** A dry run: nothing is sent. */
  'dry-run',
  /** The local platform has no database driver on this Node. */
  'no-driver',
  /** The local platform's store was written by a newer version. */
  'newer-schema',
  /** The local platform's store cannot be opened or written. */
  'cannot-open',
  /** The state folder cannot be used. */
  'read-only',
  'full',
  'unsafe',
  /** A transcript, or a part of this installation, is not there or cannot be read. */
  'missing',
  'unreadable',
  'other',
] as const;
export type FailureReason = (typeof FAILURE_REASONS)[number];

/** What can go wrong in a hook that nobody watches; kept by code alone and told at the next start. */
export const FAULT_CODES = [
  'no-input',
  'input-cut-off',
  'input-not-json',
  'input-too-large',
  'other-event',
  'input-odd',
  'transcript-missing',
  'folder-unusable',
  'parked',
  'unreadable-item',
  'unreadable-session',
  'given-up',
  'tried-in-vain',
  'crashed',
  'out-of-time',
] as const;
export type FaultCode = (typeof FAULT_CODES)[number];

/** Reasons after which nobody can say whether the platform has done what was asked. */
const UNCERTAIN: ReadonlySet<FailureReason> = new Set<FailureReason>([
  'late',
  'broken-off',
  'odd-answer',
  'unavailable',
  // Something of ours broke in the middle: it may have been after the platform had done its part.
  'other',
]);

/** Statuses that say that the request was not carried out: 408 (it never came whole) and 503 (it was turned away). */
const NOT_DONE: ReadonlySet<number> = new Set([408, 503]);

export interface FailureFacts {
  /** The HTTP status, where an answer came. */
  readonly status?: number;
  /** From `Retry-After`, in milliseconds. */
  readonly retryAfterMs?: number;
  /** False only where it is known that not a byte of the request left this machine. */
  readonly sent?: boolean;
  readonly cause?: unknown;
}

export class Failure extends Error {
  override readonly name: string = 'Failure';
  readonly reason: FailureReason;
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;
  readonly sent: boolean;

  constructor(reason: FailureReason, message: string, facts: FailureFacts = {}) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.reason = reason;
    this.status = facts.status;
    this.retryAfterMs = facts.retryAfterMs;
    this.sent = facts.sent ?? true;
  }

  /** True where the platform may or may not have done what was asked (platform contract §3: an add is not repeatable). */
  get uncertain(): boolean {
    return this.sent && UNCERTAIN.has(this.reason) && !(this.status !== undefined && NOT_DONE.has(this.status));
  }

  /** The same failure of a step that came before the request itself: whatever it was, the request was not sent. */
  beforeSending(): Failure {
    return new Failure(this.reason, this.message, {
      sent: false,
      ...(this.status === undefined ? {} : { status: this.status }),
      ...(this.retryAfterMs === undefined ? {} : { retryAfterMs: this.retryAfterMs }),
      ...(this.cause === undefined ? {} : { cause: this.cause }),
    });
  }
}

/** Any thrown value as a failure; what is not ours becomes `other` and keeps the original as its cause. */
export function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const reason = error instanceof Error && 'reason' in error ? error.reason : undefined;
  return new Failure(isReason(reason) ? reason : 'other', error instanceof Error ? error.name : typeof error, {
    cause: error,
  });
}

function isReason(value: unknown): value is FailureReason {
  return FAILURE_REASONS.some((reason) => reason === value);
}
