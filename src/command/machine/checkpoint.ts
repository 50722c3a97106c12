/**
 * What pre-compact starts: the process that makes a session state while the client compacts. With the name of a checkpoint that is due,
 * or, where the state folder cannot be used and in a dry run, with the checkpoint itself on stdin. Where no process can be started it runs
 * in the hook's own: like a hook it prints nothing and ends with 0, and what went wrong is told at the next start.
 */
import { readFileSync } from 'node:fs';
import type { SpoolItem } from '../../contract/state.ts';
import { parseDocument } from '../../io/document.ts';
import { checkpointHere } from '../../runtime/checkpoint-here.ts';
import { makeCheckpoint } from '../../runtime/make-checkpoints.ts';
import { isDeniedItem } from '../../runtime/place/denied.ts';
import { faultOf } from '../../runtime/processes/faults.ts';
import { keepCode } from '../../runtime/processes/keep-code.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { Checkpoints, dueCheckpointSchema } from '../../spool/checkpoints.ts';
import { Spool } from '../../spool/spool.ts';
import { end } from '../leave.ts';

/** Whatever hangs in a driver or a file system: nobody waits for it so long. */
const LONGEST_MS = 60_000;

/** Ends the process. */
export async function runCheckpoint(runtime: Runtime, name: string | undefined): Promise<void> {
  setTimeout(() => {
    runtime.fault('out-of-time');
    end(0);
  }, LONGEST_MS).unref();
  try {
    if (!runtime.config.capture || runtime.config.held) end(0);
    if (name === undefined) await fromStdin(runtime);
    else {
      const named = new Checkpoints(runtime.folder).of(name);
      if (named !== undefined) await makeCheckpoint(runtime, named);
    }
    if (hasDueRequests(runtime)) runtime.startBackground();
    keepCode(runtime, 'mem0-hooks');
  } catch (error) {
    runtime.fault(faultOf(error), error);
  }
  end(0);
}

async function fromStdin(runtime: Runtime): Promise<void> {
  const due = parseDocument(readFileSync(0, 'utf8'), dueCheckpointSchema);
  if (due !== undefined) await checkpointHere(runtime, due);
}

/** What the platform has not taken in time waits, and may be sent. */
function hasDueRequests(runtime: Runtime): boolean {
  if (runtime.config.dryRun || !runtime.canSend) return false;
  const spool = new Spool(runtime.folder, process.pid, runtime.destination);
  const isDue = (item: SpoolItem | undefined) => item === undefined || !isDeniedItem(runtime, item);
  return spool.waiting().some((id) => isDue(spool.peek(id)));
}
