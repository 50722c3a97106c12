/** What a push or an adopt holds in the state folder, and what nothing may be removed beside. */
import { isAlive } from '../runtime/processes/processes.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { BackgroundLock } from '../spool/background-lock.ts';

/** Twenty thousand memories at some a second take hours; after a day a process id is certainly another's. [?] ours */
const LONGEST_HOLD_MS = 24 * 60 * 60 * 1000;

export function movingLock(runtime: Runtime): BackgroundLock {
  return new BackgroundLock(runtime.folder, process.pid, isAlive, { name: 'moving', longestHoldMs: LONGEST_HOLD_MS });
}
