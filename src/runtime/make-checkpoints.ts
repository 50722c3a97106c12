/** Makes checkpoints that are due in this state folder. Out of scope: which ones are (`due-checkpoints`), and how one is made (`checkpoint-here`). */
import type { NamedCheckpoint } from '../contract/state.ts';
import { Checkpoints } from '../spool/checkpoints.ts';
import { checkpointHere } from './checkpoint-here.ts';
import { leftCheckpoints } from './due-checkpoints.ts';
import { faultOf } from './processes/faults.ts';
import { quietly } from './processes/quietly.ts';
import type { Runtime } from './runtime.ts';

/** Makes it in this process, and nothing where it was begun in vain too often. Rejects as `checkpointHere` does. */
export async function makeCheckpoint(runtime: Runtime, named: NamedCheckpoint): Promise<void> {
  const checkpoints = new Checkpoints(runtime.folder);
  const begun = checkpoints.begins(named, process.pid);
  if (begun === undefined) return;
  try {
    await checkpointHere(runtime, begun, () => checkpoints.done(named.name));
  } catch (error) {
    // What cannot be made now, such as of a transcript that is not there, is not made later either.
    quietly(runtime, () => checkpoints.done(named.name));
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
