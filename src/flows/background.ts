/**
 * What the detached process does, and the only thing that it does: settle what was interrupted, capture the sessions that
 * ended (or never did), drain the spool, and be gone (design §3). One at a time in a state folder.
 */
import type { Failure } from '../contract/failure.ts';
import type { SessionToCapture } from './capture.ts';

export interface Job extends SessionToCapture {
  /** ISO 8601. */
  readonly at: string;
  readonly prompted: boolean;
  readonly failingSince?: string;
}

export interface NamedJob {
  readonly name: string;
  readonly job: Job;
}

export interface BackgroundPorts {
  readonly lock: { acquire(now: number): boolean; release(): void };
  /** Settles captures that were committed and then interrupted, and takes back the claims of dead processes. Repeatable. */
  recover(): void;
  /** Brings in jobs that were recorded elsewhere, and makes jobs of sessions whose process is gone. */
  collectJobs(): void;
  readonly jobs: { all(): readonly NamedJob[]; done(name: string): void; keep(named: NamedJob, since: string): void };
  capture(session: SessionToCapture): Promise<'captured' | 'missing' | 'unreadable'>;
  /** Records that a transcript could not be read; told at the next start. */
  unreadable(job: Job, outcome: 'missing' | 'unreadable'): void;
  /** The session is over although nothing of it could be read. */
  giveUp(job: Job): void;
  drain(until: number): Promise<Failure | undefined>;
  now(): number;
}

/** No capture and no drain is worth more; what is left waits for the next start. */
export const LONGEST_RUN_MS = 10 * 60 * 1000;

/** A transcript that is away (a network folder, a permission) is tried again for a week. */
const PATIENCE_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * Resolves when there is nothing more to do here now. Rejects when the state folder cannot be used, and, once all the rest is
 * done, with the first error of a capture that threw: its job stays for a later run.
 */
export async function background(ports: BackgroundPorts): Promise<void> {
  const until = ports.now() + LONGEST_RUN_MS;
  const seen = new Set<string>();
  const thrown: unknown[] = [];
  do {
    if (!ports.lock.acquire(ports.now())) break;
    try {
      ports.recover();
      ports.collectJobs();
      thrown.push(...(await captureAll(ports, seen, until)));
      await ports.drain(until);
    } finally {
      ports.lock.release();
    }
    // Whoever recorded a job while the lock was held has left it to this process: look again after releasing it.
  } while (ports.now() < until && ports.jobs.all().some(({ name }) => !seen.has(name)));
  if (thrown.length > 0) throw thrown[0];
}

/** Captures the sessions of all jobs. One that throws does not keep the others from it; resolves with what was thrown. */
async function captureAll(ports: BackgroundPorts, seen: Set<string>, until: number): Promise<readonly unknown[]> {
  const thrown: unknown[] = [];
  for (const named of ports.jobs.all()) {
    if (ports.now() >= until) break;
    if (seen.has(named.name)) continue;
    seen.add(named.name);
    let outcome: 'captured' | 'missing' | 'unreadable';
    try {
      outcome = await ports.capture(named.job);
    } catch (error) {
      thrown.push(error);
      // It may have thrown after it was decided: what is half settled must be settled before more is captured or sent.
      ports.recover();
      continue;
    }
    if (outcome === 'captured') ports.jobs.done(named.name);
    else putOff(named, outcome, ports);
  }
  return thrown;
}

/** A session without a prompt has no transcript (client contract §1): only then is a missing one given up at once. */
function putOff(named: NamedJob, outcome: 'missing' | 'unreadable', ports: BackgroundPorts): void {
  const { job, name } = named;
  if (job.failingSince === undefined) ports.unreadable(job, outcome);
  const since = job.failingSince ?? new Date(ports.now()).toISOString();
  const mayCome = job.prompted || outcome === 'unreadable';
  if (mayCome && ports.now() - Date.parse(since) < PATIENCE_MS) {
    ports.jobs.keep(named, since);
    return;
  }
  ports.giveUp(job);
  ports.jobs.done(name);
}
