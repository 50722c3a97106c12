/** What waits in the state folder, whoever it is for, and what it waits for. Reads only. */

import { isOurs, mayCapture, missingSecrets } from '../runtime/belongs.ts';
import { isDeniedItem } from '../runtime/place/denied.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { mayTake } from '../spool/belonging.ts';
import type { OpenedSession } from '../spool/openings.ts';
import { Spool } from '../spool/spool.ts';
import { whyNot } from './why-not.ts';

export interface Waiting {
  /** Sessions that have ended and are not captured yet. */
  readonly jobs: number;
  /** Sessions whose process is gone without an end: those that a drain here makes jobs of, and those of other environments. */
  readonly killed: number;
  readonly killedElsewhere: number;
  /** Requests that no platform has accepted: for this destination, and for others. */
  readonly requests: number;
  readonly requestsElsewhere: number;
  /** Of the first, how many come from a place that is denied now: they wait until it is not. */
  readonly denied: number;
  /** Requests that were accepted and are not yet memories. */
  readonly accepted: number;
  /** Requests that were refused for good. */
  readonly parked: number;
  /** Of the sessions and requests, how many are for another key or without one. */
  readonly forOthers: number;
  /** Variables that must be as they were before some of the sessions can be captured. */
  readonly missing: readonly string[];
}

/** Throws where the state folder cannot be read. */
export function waitingIn(runtime: Runtime): Waiting {
  const spool = new Spool(runtime.folder, process.pid, runtime.destination);
  const { ledger } = runtime;
  const jobs = runtime.jobs.all().map(({ job }) => job);
  const hasJob = (one: OpenedSession) =>
    jobs.some((job) => job.sessionId === one.sessionId && mayTake(job.belongs, one.belongs));
  const killed = ledger.unfinished().filter((one) => !hasJob(one) && ledger.isOver(one));
  // They become jobs only where they may be captured.
  const elsewhere = killed.filter((one) => !mayCapture(runtime, one.belongs));
  const isDenied = (id: string) => {
    const item = spool.peek(id);
    return item !== undefined && isDeniedItem(runtime, item);
  };
  const sessions = [...jobs, ...elsewhere];
  const otherKey = sessions.filter(({ belongs }) => !isOurs(runtime, belongs)).length;
  return {
    jobs: jobs.length,
    killed: killed.length - elsewhere.length,
    killedElsewhere: elsewhere.length,
    requests: spool.waiting().length,
    requestsElsewhere: spool.elsewhere(),
    denied: runtime.hasLists ? spool.waiting().filter(isDenied).length : 0,
    accepted: spool.accepted().length,
    parked: spool.parked(),
    forOthers: spool.elsewhere() + otherKey,
    missing: [...new Set(sessions.flatMap(({ belongs }) => missingSecrets(runtime, belongs)))],
  };
}

/** What waits, or why that cannot be told, in words. */
export type Waits = { readonly counts: Waiting } | { readonly trouble: string };

/** The same, whatever the state folder is like. */
export function whatWaits(runtime: Runtime): Waits {
  try {
    return { counts: waitingIn(runtime) };
  } catch (error) {
    return { trouble: whyNot(error) };
  }
}
