/**
 * Reconcile: sessions that were started and never ended (kill -9, power loss, an end whose input was broken) become jobs once
 * the process that owned them is gone (client contract §1, §3). Capturing a session that goes on after all does no harm: the
 * cursor holds what was taken, and its end takes the rest.
 */

export interface UnfinishedSession {
  readonly sessionId: string;
  readonly transcriptPath: string;
  readonly cwd: string;
  /** The process that started the hook; unknown when the record is older than this version. */
  readonly owner?: number;
}

export interface ReconcilePorts {
  unfinished(): readonly UnfinishedSession[];
  isAlive(pid: number): boolean;
  record(session: UnfinishedSession): void;
}

/** Makes a job of every session whose owner is gone. */
export function reconcile(ports: ReconcilePorts): void {
  for (const session of ports.unfinished()) {
    if (session.owner === undefined || !ports.isAlive(session.owner)) ports.record(session);
  }
}
