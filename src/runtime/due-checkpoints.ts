/** Checkpoints that are due in this state folder: which of them nobody makes, and waiting for one. Out of scope: making them. */
import type { NamedCheckpoint } from '../contract/state.ts';
import { Checkpoints, isBeingMade } from '../spool/checkpoints.ts';
import { mayCapture } from './belongs.ts';
import { isAlive } from './processes/processes.ts';
import { quietly } from './processes/quietly.ts';
import type { Runtime } from './runtime.ts';

/**
 * So long at most a start after a compaction waits for the session state. [?] ours; it is made in a second or two, and the client's own
 * summary of the talk takes longer as a rule: then nothing is waited for.
 */
const WAIT_MS = 2_500;
/** Of the time until a start's deadline; the rest is the platform's. */
const WAIT_SHARE = 2 / 3;
const LOOK_MS = 10;

/** Those that a killed process has left, and that this one may make. */
export function leftCheckpoints(runtime: Runtime): readonly NamedCheckpoint[] {
  return new Checkpoints(runtime.folder)
    .all()
    .filter(({ due }) => !isBeingMade(due, Date.now(), isAlive) && mayCapture(runtime, due.belongs));
}

/** Resolves once what is due of a session is made, or nobody makes it, or it is too late. `deadline`: ms since the epoch. Never rejects. */
export async function checkpointMade(runtime: Runtime, sessionId: string, deadline: number): Promise<void> {
  const checkpoints = new Checkpoints(runtime.folder);
  const now = Date.now();
  const until = now + Math.min(WAIT_MS, (deadline - now) * WAIT_SHARE);
  const isMaking = (name: string): boolean => {
    const due = quietly(runtime, () => checkpoints.of(name));
    return due !== undefined && isBeingMade(due, Date.now(), isAlive);
  };
  const names = (quietly(runtime, () => checkpoints.all()) ?? [])
    .filter(({ due }) => due.sessionId === sessionId)
    .map(({ name }) => name);
  while (Date.now() < until && names.some(isMaking)) await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
}
