/** One move at a time in one state folder: a second one waits for its turn, and finds then what the first has done. */
import { setTimeout } from 'node:timers/promises';
import { writeAll } from '../../runtime/processes/write-all.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { refuse } from '../leave.ts';
import { movingLock } from '../moving-lock.ts';

/** A person who waits longer for another terminal goes and looks there. [?] ours */
const PATIENCE_MS = 10 * 60 * 1000;
const LOOK_MS = 250;

/** Does the work while it is this process's turn, or ends the process where the turn does not come. */
export async function inTurn<Result>(
  runtime: Runtime,
  work: (holds: () => boolean) => Promise<Result>,
): Promise<Result> {
  const lock = movingLock(runtime);
  const until = Date.now() + PATIENCE_MS;
  for (let looks = 0; !lock.acquire(Date.now()); looks++) {
    if (looks === 0) writeAll(2, 'Another push or adopt is at work here; waiting for it.\n');
    if (Date.now() > until) refuse('Nothing was sent: another push or adopt is still at work here.');
    await setTimeout(LOOK_MS);
  }
  try {
    return await work(() => lock.holds());
  } finally {
    lock.release();
  }
}
