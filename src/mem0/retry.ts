/**
 * What becomes of a request after a failure: a pure rule, no clock and no waiting (platform contract §3, §6).
 * Out of scope: who waits, and where the request is kept meanwhile (`spool`, `flows/drain`).
 */
import type { Failure } from '../contract/failure.ts';

export type Verdict =
  /** Nothing was done: send it again at `at`. */
  | { readonly kind: 'again'; readonly at: number }
  /** Nobody knows whether it was done: at `at`, look for its capture id first. */
  | { readonly kind: 'look'; readonly at: number }
  /** It will never be accepted as it is. */
  | { readonly kind: 'park' }
  /** Not this request's fault (key, host, driver): keep it untouched until the cause is mended. */
  | { readonly kind: 'hold' };

/** First wait 2 s, doubled each time, at most an hour: 2 s · 2^11 > 1 h, so the twelfth attempt and all later ones wait an hour. */
const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 60 * 60 * 1000;

/** Statuses by which the platform refuses what is in the request (platform contract §6); 413 and 422 are ours [?]. */
const NEVER: ReadonlySet<number> = new Set([400, 413, 422]);

export interface RetryFacts {
  /** Attempts so far, this one included: 1 after the first. */
  readonly attempts: number;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** 0 ≤ random < 1: the jitter, so that many machines do not come back in step. */
  readonly random: number;
  /** How long a write may take to show up in reads: five minutes on Mem0 (§3), 0 on the local platform. */
  readonly visibleAfterMs: number;
}

/** What to do with an add after `failure`. An add is not repeatable, so an unknown fate is looked up, not repeated. */
export function verdictOf(failure: Failure, facts: RetryFacts): Verdict {
  const at = facts.now + waitMs(failure, facts);
  if (failure.uncertain) return { kind: 'look', at: Math.max(at, facts.now + facts.visibleAfterMs) };
  switch (failure.reason) {
    case 'refused':
      // Anything else (404 of a proxy, 405 of another server) says nothing about this request: it is kept until that is mended.
      return failure.status !== undefined && NEVER.has(failure.status) ? { kind: 'park' } : { kind: 'hold' };
    case 'throttled':
    case 'unreachable':
    case 'late':
    case 'unavailable':
    case 'broken-off':
    case 'odd-answer':
      return { kind: 'again', at };
    default:
      return { kind: 'hold' };
  }
}

function waitMs(failure: Failure, facts: RetryFacts): number {
  const doubled = FIRST_WAIT_MS * 2 ** Math.min(facts.attempts - 1, 20);
  const backoff = Math.min(doubled, LONGEST_WAIT_MS);
  // Half fixed, half random: never less than half the backoff, never more than all of it.
  const jittered = backoff / 2 + (backoff / 2) * facts.random;
  return Math.ceil(Math.max(jittered, failure.retryAfterMs ?? 0));
}
