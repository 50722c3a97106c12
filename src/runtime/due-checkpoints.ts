/** Checkpoints that are due in this state folder: which of them nobody makes, and waiting for one. Out of scope: making them. */
import type { NamedCheckpoint } from '../contract/state.ts';
import { Checkpoints, isBeingMade, isWorthTrying } from '../spool/checkpoints.ts';
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
/** What nobody has begun for so long while a start waits for it is begun by another process: of two, one makes it. [?] ours */
const BEGINS_SOON_MS = 1_000;

/** Those that a killed process has left, and that this one may make. */
export function leftCheckpoints(runtime: Runtime): readonly NamedCheckpoint[] {
  return new Checkpoints(runtime.folder)
    .all()
    .filter((one) => !isBeingMade(one, Date.now(), isAlive) && mayCapture(runtime, one.due.belongs));
}

/**
 * Resolves once what is due of a session is made, or can be made by nobody, or it is too late. What nobody makes is begun: its process was
 * killed, or could not be started. `deadline`: ms since the epoch. Never rejects.
 */
export async function checkpointMade(runtime: Runtime, sessionId: string, deadline: number): Promise<void> {
  const checkpoints = new Checkpoints(runtime.folder);
  const now = Date.now();
  const until = now + Math.min(WAIT_MS, (deadline - now) * WAIT_SHARE);
  const names = (quietly(runtime, () => checkpoints.all()) ?? [])
    .filter(({ due }) => due.sessionId === sessionId)
    .map(({ name }) => name);
  /** By name, the maker before the one that was started here. */
  const started = new Map<string, number | undefined>();
  const isMaking = (name: string): boolean => {
    const named = quietly(runtime, () => checkpoints.of(name));
    if (named === undefined) return false;
    if (isBeingMade(named, Date.now(), isAlive, BEGINS_SOON_MS)) return true;
    if (started.has(name)) return started.get(name) === named.begun?.maker;
    started.set(name, named.begun?.maker);
    return mayBegin(runtime, named) && quietly(runtime, () => runtime.startCommand('checkpoint', name)) === true;
  };
  while (Date.now() < until && names.some(isMaking)) await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
}

function mayBegin(runtime: Runtime, named: NamedCheckpoint): boolean {
  const { capture, dryRun } = runtime.config;
  return capture && !dryRun && isWorthTrying(named) && mayCapture(runtime, named.due.belongs);
}
