/**
 * What the detached process does, and the only thing that it does: settle what was interrupted, capture the sessions that
 * ended (or never did), drain the spool, learn what became of it, sweep, and be gone (design §3). One at a time in a state folder.
 */
import type { Failure } from '../contract/failure.ts';
import type { Job, NamedJob } from '../contract/state.ts';
import type { CaptureOutcome } from './capture.ts';

export interface BackgroundPorts {
  readonly lock: { acquire(now: number): boolean; release(): void };
  /** Notes what the clock says: what is old is what two days agree on (`spool/seen-clock`). */
  noteTime(): void;
  /** Whether what is of `at` (ISO 8601) is `ms` old or more, whatever the clock of this one run says. */
  isOld(at: string, ms: number): boolean;
  /** Settles captures that were committed and then interrupted, and takes back the claims of dead processes. Repeatable. */
  recover(): void;
  /** Brings in jobs that were recorded elsewhere, and makes jobs of sessions whose process is gone. */
  collectJobs(): void;
  /** Makes the session states whose process was killed while it made them. Never rejects. */
  makeLeftCheckpoints?(): Promise<void>;
  readonly jobs: {
    all(): readonly NamedJob[];
    has(name: string): boolean;
    done(name: string): void;
    keep(named: NamedJob, since: string): void;
    begins(named: NamedJob, at: string): void;
  };
  /**
   * Whether this process may capture it: only for its own destination, and only with the values of all the secret variables
   * that the session had, since it could not mask them otherwise.
   */
  mayCapture(job: Job): boolean;
  capture(job: Job): Promise<CaptureOutcome>;
  /** Records that a transcript could not be read; told at the next start. */
  unreadable(job: Job, outcome: 'missing' | 'unreadable'): void;
  /** The session is over although nothing of it could be read. */
  giveUp(job: Job): void;
  /** Records that a job was waited for, or tried, in vain; told at the next start. */
  forgotten(job: Job, why: 'waited' | 'tried'): void;
  drain(until: number): Promise<Failure | undefined>;
  /** Learns what became of what was accepted, now and earlier. */
  follow(until: number): Promise<void>;
  /** Removes from the state folder what nobody will ask for again. */
  sweep(): void;
  /** The last thing under the lock, with how many sessions were captured. */
  ends?(captured: number): void;
  now(): number;
  sleep(ms: number): Promise<void>;
  /** Whether the settings that this process has read are no longer those of now: then it stops, and the next start goes on. */
  isStale?(): boolean;
}

/** No capture and no drain is worth more; what is left waits for the next start. */
export const LONGEST_RUN_MS = 10 * 60 * 1000;

/** A transcript that is away (a network folder, a permission) is tried again for a week. */
const PATIENCE_MS = 7 * 24 * 60 * 60 * 1000;

/** How often a process looks again whether the lock is free, while its own job waits. */
const LOOK_MS = 250;

export interface BackgroundOutcome {
  /** False where another process has the work in hand. */
  readonly ran: boolean;
  readonly captured: number;
  /** Why delivery stopped, if it did. */
  readonly failure: Failure | undefined;
}

/**
 * Resolves when there is nothing more to do here now. Rejects when the state folder cannot be used, and, once all the rest is
 * done, with the first error of a capture that threw: its job stays for a later run.
 * `ownJob` is the job that this process was started for: its environment is the session's own, so it waits until the lock is
 * free, or the job has been taken by one that may. Without it a held lock means that there is nothing to do here.
 */
export async function background(ports: BackgroundPorts, ownJob?: string): Promise<BackgroundOutcome> {
  const until = ports.now() + LONGEST_RUN_MS;
  const seen = new Set<string>();
  const thrown: unknown[] = [];
  let outcome: BackgroundOutcome = { ran: false, captured: 0, failure: undefined };
  do {
    if (!(await lockFor(ownJob === undefined || seen.has(ownJob) ? undefined : ownJob, ports, until))) break;
    try {
      ports.noteTime();
      ports.recover();
      ports.collectJobs();
      await ports.makeLeftCheckpoints?.();
      const captured = await captureAll(ports, seen, until, thrown);
      const failure = await ports.drain(until);
      outcome = { ran: true, captured: outcome.captured + captured, failure };
      // Where something went wrong just now, a question would meet the same trouble.
      if (failure === undefined) await ports.follow(until);
      ports.sweep();
      ports.ends?.(captured);
    } finally {
      ports.lock.release();
    }
    // A job may have been recorded while the lock was held, by one that could not wait: look again after releasing it.
  } while (
    ports.now() < until &&
    ports.isStale?.() !== true &&
    ports.jobs.all().some(({ name, job }) => !seen.has(name) && ports.mayCapture(job))
  );
  if (thrown.length > 0) throw thrown[0];
  return outcome;
}

async function lockFor(ownJob: string | undefined, ports: BackgroundPorts, until: number): Promise<boolean> {
  while (!ports.lock.acquire(ports.now())) {
    if (ownJob === undefined || !ports.jobs.has(ownJob) || ports.now() >= until) return false;
    await ports.sleep(LOOK_MS);
  }
  return true;
}

/**
 * Captures the sessions of all jobs that this process may capture. One that throws does not keep the others from it.
 * @returns how many were captured; what was thrown is added to `thrown`
 */
async function captureAll(
  ports: BackgroundPorts,
  seen: Set<string>,
  until: number,
  thrown: unknown[],
): Promise<number> {
  let captured = 0;
  for (const named of ports.jobs.all()) {
    if (ports.now() >= until || ports.isStale?.() === true) break;
    if (seen.has(named.name)) continue;
    seen.add(named.name);
    if (!ports.mayCapture(named.job)) {
      forgetIfOld(named, ports);
      continue;
    }
    if (isResting(named.job, ports.now())) continue;
    try {
      if ((named.job.tries ?? 0) >= MOST_TRIES) {
        // The days between the tries may have been a wrong clock's.
        if (ports.isOld(named.job.triedFrom ?? named.job.triedAt ?? '', TRIED_FOR_MS)) giveUp(named, ports);
        continue;
      }
      ports.jobs.begins(named, new Date(ports.now()).toISOString());
      const outcome = await ports.capture(named.job);
      if (outcome === 'missing' || outcome === 'unreadable') putOff(named, outcome, ports);
      else {
        // One that was made because its process is gone is made again (`reconcile`).
        if (outcome === 'torn' && named.job.reconciled !== true)
          ports.jobs.keep(named, earlier(named.job.failingSince, ports.now()));
        else ports.jobs.done(named.name);
        if (outcome !== 'barred') captured++;
      }
    } catch (error) {
      thrown.push(error);
      // It may have thrown after it was decided: what is half settled must be settled before more is captured or sent.
      ports.recover();
    }
  }
  return captured;
}

/** After so many captures that threw, or that killed their process, it is tried once a day, and then given up. [?] ours */
const TRIES_AT_ONCE = 3;
const MOST_TRIES = 10;
const BETWEEN_TRIES_MS = 24 * 60 * 60 * 1000;
/** So long the tries last at least. */
const TRIED_FOR_MS = (MOST_TRIES - TRIES_AT_ONCE) * BETWEEN_TRIES_MS;

/** Whether a job has been tried in vain so often that it waits for another day. `now` in ms since the epoch. */
export function isResting({ tries, triedAt }: Job, now: number): boolean {
  const since = now - Date.parse(triedAt ?? '');
  return tries !== undefined && tries >= TRIES_AT_ONCE && since >= 0 && since < BETWEEN_TRIES_MS;
}

/** Its transcript stays where it is; nothing of the session is tried again before it is opened again. */
function giveUp({ name, job }: NamedJob, ports: BackgroundPorts): void {
  ports.forgotten(job, 'tried');
  ports.giveUp(job);
  ports.jobs.done(name);
}

/** A session without a prompt has no transcript (client contract §1): only where that is known is it given up at once. */
function putOff(named: NamedJob, outcome: 'missing' | 'unreadable', ports: BackgroundPorts): void {
  const { job, name } = named;
  if (job.failingSince === undefined) ports.unreadable(job, outcome);
  const since = earlier(job.failingSince, ports.now());
  const mayCome = job.prompted !== false || outcome === 'unreadable';
  if (mayCome && !ports.isOld(since, PATIENCE_MS)) {
    ports.jobs.keep(named, since);
    return;
  }
  ports.giveUp(job);
  ports.jobs.done(name);
}

/** A job that no process may capture any more (its key, or its secrets, are gone for good) does not wait for ever. */
function forgetIfOld(named: NamedJob, ports: BackgroundPorts): void {
  if (!ports.isOld(named.job.at, FOREIGN_PATIENCE_MS)) return;
  ports.forgotten(named.job, 'waited');
  ports.giveUp(named.job);
  ports.jobs.done(named.name);
}

/** Keys and machines come back after holidays: a month, as for the session state. */
export const FOREIGN_PATIENCE_MS = 30 * 24 * 60 * 60 * 1000;

/** Since when it fails; a clock that was ahead then, or what is no time, must not make it wait for years. */
function earlier(since: string | undefined, now: number): string {
  const known = Date.parse(since ?? '');
  return new Date(Number.isNaN(known) ? now : Math.min(known, now)).toISOString();
}
