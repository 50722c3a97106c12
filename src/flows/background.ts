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
  /** Settles captures that were committed and then interrupted, and takes back the claims of dead processes. */
  recover(): void;
  /** Brings in jobs that were recorded elsewhere, and makes jobs of sessions whose process is gone. */
  collectJobs(): void;
  readonly jobs: { all(): readonly NamedJob[]; done(name: string): void; keep(named: NamedJob, since: string): void };
  capture(session: SessionToCapture): Promise<'captured' | 'unreadable'>;
  /** Records that a transcript could not be read; told at the next start. */
  unreadable(job: Job): void;
  /** The session is over although nothing of it could be read. */
  giveUp(job: Job): void;
  drain(until: number): Promise<Failure | undefined>;
  now(): number;
}

/** No capture and no drain is worth more; what is left waits for the next start. */
export const LONGEST_RUN_MS = 10 * 60 * 1000;

/** A transcript that is away (a network folder, a permission) is tried again for a week. */
const PATIENCE_MS = 7 * 24 * 60 * 60 * 1000;

/** Resolves when there is nothing more to do here now. Rejects only when the state folder cannot be used. */
export async function background(ports: BackgroundPorts): Promise<void> {
  const until = ports.now() + LONGEST_RUN_MS;
  const seen = new Set<string>();
  do {
    if (!ports.lock.acquire(ports.now())) return;
    try {
      ports.recover();
      ports.collectJobs();
      await captureAll(ports, seen, until);
      await ports.drain(until);
    } finally {
      ports.lock.release();
    }
    // Whoever recorded a job while the lock was held has left it to this process: look again after releasing it.
  } while (ports.now() < until && ports.jobs.all().some(({ name }) => !seen.has(name)));
}

async function captureAll(ports: BackgroundPorts, seen: Set<string>, until: number): Promise<void> {
  for (const named of ports.jobs.all()) {
    if (ports.now() >= until) return;
    if (seen.has(named.name)) continue;
    seen.add(named.name);
    const { job, name } = named;
    if ((await ports.capture(job)) === 'captured') {
      ports.jobs.done(name);
      continue;
    }
    if (job.failingSince === undefined) ports.unreadable(job);
    const since = job.failingSince ?? new Date(ports.now()).toISOString();
    if (job.prompted && ports.now() - Date.parse(since) < PATIENCE_MS) {
      ports.jobs.keep(named, since);
      continue;
    }
    ports.giveUp(job);
    ports.jobs.done(name);
  }
}
