/**
 * Decay (platform contract §5): when a project has it on, a search ranks by how recently a memory was used, and being found
 * is a use. The factor is between 0.3 and 1.5 and never removes a hit. The curve between its ends is ours [?].
 */

export const FLOOR = 0.3;
export const CEILING = 1.5;
/** How many uses are remembered [D]. */
export const MAX_TOUCHES = 20;

const DAY_MS = 24 * 60 * 60 * 1000;
/** Days of rest after which a memory used once has lost a quarter of the span; each doubling of its uses adds as many. [?] */
const PATIENCE_DAYS = 2;
const STEEPNESS = 0.71;
/** A memory from before decay was on has no uses: its last change counts as one, and it starts at most neutral [D]. */
const NEUTRAL = 1;

/**
 * By what a score is multiplied. `touches`: ms, oldest first; `now`: ms. A clock that went back counts as no time at all.
 */
export function decayFactor(touches: readonly number[] | null, updatedAt: number, now: number): number {
  const last = touches?.at(-1);
  const days = Math.max(0, now - (last ?? updatedAt)) / DAY_MS;
  const patience = PATIENCE_DAYS * (1 + Math.log2(Math.max(1, touches?.length ?? 1)));
  const factor = FLOOR + (CEILING - FLOOR) * (1 + days / patience) ** -STEEPNESS;
  return last === undefined ? Math.min(NEUTRAL, factor) : factor;
}

/** The uses with one more. */
export function touched(touches: readonly number[] | null, now: number): readonly number[] {
  return [...(touches ?? []), now].slice(-MAX_TOUCHES);
}
