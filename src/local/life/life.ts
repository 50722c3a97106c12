/** What the life cycle takes from outside, and the calendar that it goes by. */
import type { Extractor } from '../extract.ts';
import type { Store } from '../store/store.ts';

/** Lags are in ms; see `LocalPlatformOptions`. */
export interface Life {
  readonly store: Store;
  readonly extractor: Extractor;
  readonly now: () => number;
  readonly newId: () => string;
  readonly extractionLagMs: number;
  readonly categoryLagMs: number;
}

/** Today in UTC, `YYYY-MM-DD`. A memory is hidden from the day after its expiration date (inclusive, contract §5). */
export function dayOf(now: number): string {
  return new Date(now).toISOString().slice(0, 10);
}
