/**
 * Reconcile: sessions that were started and never ended (kill -9, power loss, an end whose input was broken) become jobs once
 * the process that owned them is gone (client contract §1, §3). A session that goes on after all (its hooks were started by a
 * shell that has exited) loses nothing: the cursor holds what was taken, and it stays among the unfinished until its
 * transcript has rested (`hook/capture-ports`).
 */
import type { SessionRecord } from '../contract/state.ts';

export interface ReconcilePorts {
  unfinished(): readonly SessionRecord[];
  /** Whether the process that owns it is there: not another one that has its id now. */
  hasOwner(session: SessionRecord): boolean;
  record(session: SessionRecord): void;
}

/** Makes a job of every session whose owner is gone. */
export function reconcile(ports: ReconcilePorts): void {
  for (const session of ports.unfinished()) {
    if (!ports.hasOwner(session)) ports.record(session);
  }
}
