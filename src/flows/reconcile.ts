/**
 * Reconcile: openings of sessions that never ended (kill -9, power loss, an end whose input was broken), or that ended where
 * nobody could capture them, become jobs once they are over (client contract §1, §3). A session that goes on after all (its hooks
 * were started by a shell that has exited) loses nothing: the cursor holds what was taken, and it stays among the unfinished until
 * its transcript has rested (`runtime/ports/capture-ports`).
 */
import type { Belonging, Job, Opening, SessionPointer } from '../contract/state.ts';

type Opened = SessionPointer & Opening;

export interface ReconcilePorts {
  unfinished(): readonly Opened[];
  /** Whether it has ended, or the process that owns it is gone: not whether another one has its id now. */
  isOver(opening: Opened): boolean;
  /** Whether a job for `belongs` takes what belongs to this opening. */
  takes(belongs: Belonging, opening: Opened): boolean;
  /** Jobs that are there already. */
  readonly jobs: readonly Job[];
  record(job: Job): void;
  /** ms since the epoch. */
  readonly now: number;
}

/** Makes a job of every opening that is over and that no job takes yet. */
export function reconcile(ports: ReconcilePorts): void {
  const jobs = [...ports.jobs];
  for (const one of ports.unfinished()) {
    const { sessionId, transcriptPath, cwd, belongs, openedAt, until } = one;
    if (!ports.isOver(one)) continue;
    if (jobs.some((job) => job.sessionId === sessionId && ports.takes(job.belongs, one))) continue;
    // A clock that was wrong may have dated it in the future: it is over all the same.
    const at = new Date(Math.max(ports.now, Date.parse(openedAt) || 0)).toISOString();
    // One of which it is known that it ended can be closed at once.
    const job: Job = {
      sessionId,
      transcriptPath,
      cwd,
      belongs,
      at,
      ...(until === undefined ? { reconciled: true } : {}),
    };
    ports.record(job);
    jobs.push(job);
  }
}
