/**
 * Whose fault a refusal is. The platform contract (§6) names 400, 401 and 404; a 403, 404, 405, 409 or 451 may come from anybody
 * on the way. A firewall may dislike what one request says: it is put back, those behind it are tried, and where it is refused
 * between others that go through, on three occasions hours apart, it is set aside. A proxy, or another server at that address,
 * refuses all: then nothing is counted and nothing set aside, a run ends after a few, and all is delivered once that is mended.
 * So later words may overtake one that was refused, as they may one of unknown fate. [?] ours; no clock.
 */
import type { Failure } from '../contract/failure.ts';
import type { Refusals, SpoolItem } from '../contract/state.ts';

/** So many refusals in a row, and nothing between them that went through: it is all of them. */
const MOST_IN_A_ROW = 3;

/** A refusal that is counted so often is the request's own. */
const MOST_REFUSALS = 3;

/** Occasions: whatever makes trouble for an hour or two is one of them. */
const BETWEEN_MS = 4 * 60 * 60 * 1000;

/** That a request was refused, and not before when it is to be asked for again. */
export interface Refusal {
  readonly id: string;
  readonly failure: Failure;
  readonly at: number;
}

/** What one run of the drain has met on its way. */
export class Course {
  /** Ids of what was refused and is to be asked for again in this run, should others go through; oldest first. */
  readonly suspects = new Set<string>();
  /** Whether the platform has accepted something in this run. */
  delivered = false;
  #inARow = 0;
  #ownPerhaps: Refusal | undefined;

  /** @returns a refusal that is its own, as is known now: the one before it was accepted, and so was this one */
  met(id: string, step: string): Refusal | undefined {
    if (step === 'refused') this.#inARow++;
    else this.suspects.delete(id);
    if (step === 'delivered') {
      this.delivered = true;
      this.#inARow = 0;
      return this.ends();
    }
    // What refuses two, or is in trouble, may refuse whatever comes.
    if (step === 'refused' || step === 'later' || step === 'stop') this.#ownPerhaps = undefined;
    return undefined;
  }

  /** It was refused right after another had been accepted. */
  refusedAlone(refusal: Refusal): void {
    this.#ownPerhaps = refusal;
  }

  /** Nothing more is asked. @returns a refusal that is its own, since nothing speaks against it */
  ends(): Refusal | undefined {
    const own = this.#ownPerhaps;
    this.#ownPerhaps = undefined;
    return own;
  }

  /** Whether it is all that is refused, and no more is to be tried in this run. */
  isRefused(): boolean {
    return this.#inARow >= MOST_IN_A_ROW;
  }
}

/** Whether it waits because of a refusal and for nothing else: those behind it need not. */
export function isPassedBy({ refused, notBefore, uncertain }: SpoolItem): boolean {
  return !uncertain && refused?.until === notBefore;
}

/**
 * Whether it is to be asked for again as soon as others go through, although it is not due: a refusal was not counted, or that is
 * hours ago. Never what may have arrived: that waits until it would be visible.
 */
export function isSuspect(item: SpoolItem, now: number): boolean {
  const countedAt = item.refused?.countedAt;
  // Either way: a clock that was wrong must not put it off for ever.
  return isPassedBy(item) && (countedAt === undefined || Math.abs(now - countedAt) >= BETWEEN_MS);
}

/** What is known of it after a refusal that may be anybody's; not before `at`. */
export function notCounted({ refused }: SpoolItem, at: number): Refusals {
  return { ...refused, times: refused?.times ?? 0, until: at };
}

/** The same after one that is its own; undefined where it was one too many. */
export function counted({ refused }: SpoolItem, at: number, now: number): Refusals | undefined {
  const times = (refused?.times ?? 0) + 1;
  return times >= MOST_REFUSALS ? undefined : { times, countedAt: now, until: Math.max(at, now + BETWEEN_MS) };
}
