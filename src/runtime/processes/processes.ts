/**
 * Whether a process is there, and whether it is still the one that was meant: ids are used again, in a restarted container
 * within seconds. Out of scope: what is done about a process that is gone (`flows/reconcile`, `spool`).
 */
import { readFileSync } from 'node:fs';
import type { Opening } from '../../contract/state.ts';

/** Signal 0 asks without touching; EPERM means that it is there and another user's. */
export function isAlive(pid: number): boolean {
  if (pid <= 1) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  // One that has ended and that nobody has asked about (a container without an init) is answered for, and does nothing more.
  return !/^[ZX]/.test(statOf(pid) ?? '');
}

/**
 * When a process began, as a text that is the same as long as it is the same process: the boot and the clock ticks since. Undefined
 * where the system does not tell (no /proc), or the process is gone.
 */
export function beginningOf(pid: number): string | undefined {
  const ticks = statOf(pid)?.split(' ')[STARTED_AT];
  const boot = textOf('/proc/sys/kernel/random/boot_id')?.trim();
  return ticks === undefined || boot === undefined ? undefined : `${boot} ${ticks}`;
}

/** Whether the process that owns a session is there and is still the same; where its beginning is not known, the id alone decides. */
export function hasOwner({ owner, ownerBegan }: Pick<Opening, 'owner' | 'ownerBegan'>): boolean {
  if (owner === undefined || !isAlive(owner)) return false;
  const began = ownerBegan === undefined ? undefined : beginningOf(owner);
  return began === undefined || began === ownerBegan;
}

/** The process that started this one: of a hook the client, as a rule (client contract §1, measured). */
export function parentProcess(): Pick<Opening, 'owner' | 'ownerBegan'> {
  const began = beginningOf(process.ppid);
  return { owner: process.ppid, ...(began === undefined ? {} : { ownerBegan: began }) };
}

/** In proc(5) `starttime` is field 22; here the first is field 3, the state. */
const STARTED_AT = 22 - 3;

/** From the state on: what stands before it, the name, may hold blanks and brackets. */
function statOf(pid: number): string | undefined {
  const text = textOf(`/proc/${pid}/stat`);
  return text?.slice(text.lastIndexOf(')') + 2);
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    // Another system, or a process that has just ended: then its id is all that is known.
    if (error instanceof Error && 'code' in error) return undefined;
    throw error;
  }
}
