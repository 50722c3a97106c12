/**
 * Which of two facts supersedes the other (platform contract §5): the one that was said later, where it contradicts the earlier.
 * Choices of ours [?], made to err on the side of keeping both: a fact that expires supersedes nothing (it would leave nothing
 * behind), an immutable one is not superseded, and a time in the future is none (a clock was wrong, and the next statement is
 * the newer one all the same). Out of scope: what contradicts (`supersede.ts`).
 */
import { contradictedBy } from './supersede.ts';

export interface Fact {
  readonly memory: string;
  /** ms since the epoch: when it was said. */
  readonly created_at: number;
  readonly expiration_date: string | null;
  readonly immutable: boolean;
  /** The order of arrival, for facts of one moment; a fact that has just come has none yet, and is the last. */
  readonly seq?: number;
}

/** Does a fact that has just come supersede an older one? For one fact and many others: what it gives up is read once. */
export function supersededBy(fact: Fact, now: number): (older: Fact) => boolean {
  if (fact.expiration_date !== null) return () => false;
  const isContradicted = contradictedBy(fact.memory);
  return (older) => !older.immutable && !wasLater(older, fact, now) && isContradicted(older.memory);
}

/** The one of `others` that supersedes a fact because it was said later; undefined when none does. */
export function successorOf<T extends Fact>(fact: Fact, others: readonly T[], now: number): T | undefined {
  if (fact.immutable) return undefined;
  return others.find(
    (other) =>
      other.memory !== fact.memory &&
      other.expiration_date === null &&
      wasLater(other, fact, now) &&
      contradictedBy(other.memory)(fact.memory),
  );
}

/** Was `one` said later than `fact`? Nothing was said in the future. */
function wasLater(one: Fact, fact: Fact, now: number): boolean {
  if (one.created_at > now) return false;
  if (one.created_at !== fact.created_at) return one.created_at > fact.created_at;
  return (one.seq ?? Number.POSITIVE_INFINITY) > (fact.seq ?? Number.POSITIVE_INFINITY);
}
