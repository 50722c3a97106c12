/** Makes checkpoints that are due in this state folder. Out of scope: which ones are (`due-checkpoints`), and how one is made (`checkpoint-here`). */
import { asFailure, type FailureReason } from '../contract/failure.ts';
import type { NamedCheckpoint } from '../contract/state.ts';
import { Checkpoints, isBeingMade } from '../spool/checkpoints.ts';
import { checkpointHere } from './checkpoint-here.ts';
import { leftCheckpoints } from './due-checkpoints.ts';
import { faultOf } from './processes/faults.ts';
import { isAlive } from './processes/processes.ts';
import { quietly } from './processes/quietly.ts';
import type { Runtime } from './runtime.ts';

/** What another try would not change: there is no transcript, or it was sent since it could not be kept. */
const FOR_GOOD: ReadonlySet<FailureReason> = new Set<FailureReason>(['missing', 'read-only', 'full', 'unsafe']);

/**
 * Makes it in this process; nothing where another one does, or where it was begun in vain too often. Rejects as `checkpointHere` does:
 * then it is tried once more by a later process, where that may help.
 */
export async function makeCheckpoint(runtime: Runtime, named: NamedCheckpoint): Promise<void> {
  const checkpoints = new Checkpoints(runtime.folder);
  const now = Date.now();
  if (named.begun !== undefined && isBeingMade(named, now, isAlive)) return;
  const begun = checkpoints.begins(named, process.pid, now);
  if (begun === undefined) return;
  try {
    await checkpointHere(runtime, { ...begun.due, again: (begun.begun?.tries ?? 1) > 1 }, () =>
      checkpoints.done(begun),
    );
  } catch (error) {
    if (FOR_GOOD.has(asFailure(error).reason)) quietly(runtime, () => checkpoints.done(begun));
    throw error;
  }
}

/** Makes those that nobody makes any more, and that this process may. One that fails does not keep the others from it. */
export async function makeLeftCheckpoints(runtime: Runtime): Promise<void> {
  for (const named of quietly(runtime, () => leftCheckpoints(runtime)) ?? []) {
    try {
      await makeCheckpoint(runtime, named);
    } catch (error) {
      runtime.fault(faultOf(error), error);
    }
  }
}
