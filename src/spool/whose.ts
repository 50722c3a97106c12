/**
 * Whose is a word that was said in a session at a time: the rule, over the session's openings. Pure. Out of scope: where
 * openings are kept (`openings`), and which of them are a fork's and count for nothing here (`ledger`).
 */
import type { Belonging, Opening } from '../contract/state.ts';
import { isSame, mayTake } from './belonging.ts';

/**
 * `takes`: a capture for the belonging may take it. `passes`: it is another's, or nobody's. `disputed`: two clients had the
 * session open, a capture for the belonging could take it if only one had, and nobody can tell who said it.
 */
export type Claim = 'takes' | 'passes' | 'disputed';

/** Before and after everything, for `Date.parse`. */
export const EVER = '0001-01-01T00:00:00.000Z';
export const NEVER = '9999-12-31T23:59:59.999Z';

/**
 * What a capture for `belongs` does with what was said at a time (ISO 8601, if it has one). Several openings that cover it share
 * it where all of them would let the capture take it. Where no opening is known, nothing is known against it.
 */
export function claimOn(openings: readonly Opening[], belongs: Belonging): (at: string | undefined) => Claim {
  const spans = [...openings].map(spanOf).sort((a, b) => a.from - b.from);
  return (text) => {
    const at = Date.parse(text ?? '');
    // Said at nobody knows what time: by any of them.
    const sayers = Number.isNaN(at) ? spans : sayersAt(spans, at);
    const letting = sayers.filter(({ opening }) => lets(opening, belongs));
    if (letting.length === sayers.length) return 'takes';
    return letting.length === 0 ? 'passes' : 'disputed';
  };
}

/** Whether a capture for `belongs` may take something of every one of these openings. */
export function isOpenTo(openings: readonly Opening[], belongs: Belonging): boolean {
  return openings.every((opening) => lets(opening, belongs));
}

/** Whether something may have been said in both, and the other one keeps a capture for this one from taking it. */
export function isDisputedBy(opening: Opening, other: Opening): boolean {
  const [one, two] = [spanOf(opening), spanOf(other)];
  return one.from < two.to && two.from < one.to && lets(opening, opening.belongs) && !lets(other, opening.belongs);
}

function lets({ off, belongs: theirs }: Opening, ours: Belonging): boolean {
  return off !== true && mayTake(ours, theirs);
}

interface Span {
  readonly opening: Opening;
  readonly from: number;
  readonly to: number;
}

/**
 * The openings that cover a time. What falls in a gap was said by the one that began last before it (its end was told wrongly,
 * or by nobody), what comes before all by the first. `spans` are in order.
 */
function sayersAt(spans: readonly Span[], at: number): readonly Span[] {
  const covering = spans.filter(({ from, to }) => at >= from && at < to);
  if (covering.length > 0) return covering;
  const last = spans.findLast(({ from }) => from <= at) ?? spans[0];
  return last === undefined ? [] : [last];
}

function spanOf(opening: Opening): Span {
  return { opening, from: Date.parse(opening.openedAt), to: Date.parse(opening.until ?? NEVER) };
}

/**
 * The first two neighbours of `past` (in order of time, all ended) that can be one without any word changing hands: alike, with no
 * other opening that began between them, and nothing in the gap between them that another one has for itself.
 */
export function mergeable<T extends Opening>(past: readonly T[], others: readonly Opening[]): [T, T] | undefined {
  for (const [n, earlier] of past.entries()) {
    const next = past[n + 1];
    if (next === undefined || !isAlike(earlier, next)) continue;
    const { from: first, to: end } = spanOf(earlier);
    const { from: second } = spanOf(next);
    const isFree = [...past, ...others].every((one) => {
      if (one === earlier || one === next) return true;
      const { from, to } = spanOf(one);
      return from > second || (from < first && (end >= second || to <= end));
    });
    if (isFree) return [earlier, next];
  }
  return undefined;
}

function isAlike(one: Opening, other: Opening): boolean {
  return (one.off === true) === (other.off === true) && isSame(one.belongs, other.belongs);
}
