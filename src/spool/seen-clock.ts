/**
 * The seen clock: what is old. The clock of one run may be wrong by years, and what is given up or swept for its age is gone for
 * good. So the state folder keeps what the clock said on the days of its runs, and a thing is old only when it was old by two
 * days that follow each other: a clock that is wrong on one of them cannot make it so. [?] ours
 * Out of scope: how long what is kept (`sweep`, `flows/background`), and waits of minutes and hours (`flows/drain`).
 */
import { int, looseObject, number, optional } from 'zod/mini';
import { documentOf, readDocument, writeDocument } from '../io/document.ts';
import type { StateFolder } from '../io/file-store.ts';
import { StateFolderError } from '../io/state-folder-error.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Nobody is away for longer, or hardly: a step that is greater, or goes back, says that the clock was wrong before or is now. */
const LONGEST_STEP_MS = 90 * DAY_MS;
/** Days that have to follow such a step one by one: after the second, the older of the last two is one that came after it. */
const SETTLING_DAYS = 2;

/** All in ms since the epoch. */
export interface SeenTime {
  /** What the clock said on the last of the days. */
  readonly noted: number;
  /** The older of the last two days: what the clock has certainly passed. */
  readonly passed?: number;
  /** What is of an earlier time counts from here: after a step, a stamp may be the wrong clock's. */
  readonly from?: number;
  /** How many days have to follow until anything is old again. */
  readonly settling?: number;
}

/** What is known after a run at `now`. At most one a day counts: within a day there is nothing to agree with. */
export function seenAt(before: SeenTime | undefined, now: number): SeenTime {
  if (before === undefined) return { noted: now };
  const step = now - before.noted;
  if (Math.abs(step) < DAY_MS) return before;
  const passed = Math.min(before.noted, now);
  const known = { noted: now, passed, ...(before.from === undefined ? {} : { from: before.from }) };
  if (step < 0 || step > LONGEST_STEP_MS) return { ...known, settling: SETTLING_DAYS };
  const settling = (before.settling ?? 0) - 1;
  if (settling > 0) return { ...known, settling };
  return settling === 0 ? { ...known, from: passed } : known;
}

/** Whether what is of `at` is `ms` old or more. What is no time is never old. */
export function isOldBy({ passed, from, settling }: SeenTime, at: number, ms: number): boolean {
  if (passed === undefined || settling !== undefined) return false;
  return passed - Math.max(at, from ?? at) >= ms;
}

const PATH = 'clock.json';

const seenSchema = documentOf<SeenTime>()(() => {
  const instant = () => number().check(int());
  return looseObject({
    noted: instant(),
    passed: optional(instant()),
    from: optional(instant()),
    settling: optional(instant()),
  });
});

/** The seen clock of a state folder. A folder that was copied or put back has what it had seen by then, whatever its files' times. */
export class SeenClock {
  readonly #folder: StateFolder;
  #seen: SeenTime | undefined;

  constructor(folder: StateFolder) {
    this.#folder = folder;
  }

  /** Notes what the clock says (ms since the epoch). Only the holder of the background lock may. */
  note(now: number): void {
    const before = readDocument(this.#folder, PATH, seenSchema);
    this.#seen = seenAt(before, now);
    if (this.#seen === before) return;
    try {
      writeDocument(this.#folder, PATH, this.#seen);
    } catch (error) {
      // A full disk: what it holds can be delivered and swept all the same, and the day is noted by a later run.
      if (!(error instanceof StateFolderError)) throw error;
    }
  }

  /** Whether what is of `at` (ms since the epoch) is `ms` old or more; nothing is before a run has noted the time. */
  isOld(at: number, ms: number): boolean {
    return this.#seen !== undefined && isOldBy(this.#seen, at, ms);
  }

  /** The day that was noted last: the same for all runs of a day. */
  get day(): number | undefined {
    return this.#seen?.noted;
  }
}
