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
  /** It was refused, and nobody knows whether for its own sake: at `at` again, and those behind it meanwhile. */
  | { readonly kind: 'pass'; readonly at: number }
  /** It will never be accepted as it is. */
  | { readonly kind: 'park' }
  /** Not this request's fault (key, host, driver): keep it untouched until the cause is mended. */
  | { readonly kind: 'hold' };

/** First wait 2 s, doubled each time, at most an hour: 2 s · 2^11 > 1 h, so the twelfth attempt and all later ones wait an hour. */
const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 60 * 60 * 1000;

/** Statuses by which the platform refuses what is in the request (platform contract §6); 413 and 422 are ours [?]. */
const NEVER: ReadonlySet<number> = new Set([400, 413, 422]);

/** What may be a firewall's dislike of one statement does not pass in seconds: one to two hours. [?] ours */
const PASS_MS = 2 * 60 * 60 * 1000;

/** 407: a proxy wants to know who asks, whatever is asked. */
const PROXY_KEY = 407;

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
  const at = facts.now + waitMs(failure, backoffMs(facts), facts);
  const pass = { kind: 'pass', at: facts.now + waitMs(failure, PASS_MS, facts) } as const;
  if (failure.uncertain) return { kind: 'look', at: Math.max(at, facts.now + facts.visibleAfterMs) };
  switch (failure.reason) {
    case 'bad-key':
      // 401 is what the platform says of a key (§6). 403 may be that, or a firewall that dislikes what is said in the request.
      return failure.status === 403 ? pass : { kind: 'hold' };
    case 'refused':
      // Anything else (404, 405, 409, 451 …) may be a proxy's or another server's word to all, or to this request alone.
      if (failure.status === PROXY_KEY) return { kind: 'hold' };
      return failure.status !== undefined && NEVER.has(failure.status) ? { kind: 'park' } : pass;
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

function backoffMs({ attempts }: RetryFacts): number {
  return Math.min(FIRST_WAIT_MS * 2 ** Math.min(attempts - 1, 20), LONGEST_WAIT_MS);
}

function waitMs(failure: Failure, backoff: number, facts: RetryFacts): number {
  // Half fixed, half random: never less than half the backoff, never more than all of it.
  const jittered = backoff / 2 + (backoff / 2) * facts.random;
  return Math.ceil(Math.max(jittered, failure.retryAfterMs ?? 0));
}
