/**
 * The lock between those that change one file. It is no promise that nobody else is at it: a process that sleeps for long is taken
 * for a killed one, and its lock is taken from it. Whoever holds it looks whether it still does (`isAt`) before the last step.
 * No clock of the day is asked: what has not changed for some seconds, as seen from here, is left over.
 */
import { closeSync, constants, fstatSync, lstatSync, openSync, rmSync } from 'node:fs';
import { codeOf } from './state-folder-error.ts';

export interface Waits {
  /** So long is waited for another that writes, ms. */
  readonly busyMs: number;
  /** A write takes milliseconds: a lock that stays the same for so long is a killed process's. */
  readonly abandonedMs: number;
  /** ms since any moment; never jumps. */
  readonly elapsed: () => number;
}

const FILE_MODE = 0o600;

/** Takes the lock and gives it as an open file, or undefined where others hold it all the time. Yields where it waits. */
export function* lockAt(path: string, { busyMs, abandonedMs, elapsed }: Waits): Generator<'waits', number | undefined> {
  const began = elapsed();
  let seen: { readonly what: string; readonly since: number } | undefined;
  for (;;) {
    const lock = created(path);
    if (lock !== undefined) return lock;
    const now = elapsed();
    const what = markOf(path);
    if (what === undefined) seen = undefined;
    else if (seen?.what !== what) seen = { what, since: now };
    // It may be another's by now: that one sees it, and begins again.
    else if (now - seen.since > abandonedMs) rmSync(path, { force: true });
    if (now - began > busyMs) return undefined;
    yield 'waits';
  }
}

/** Gives the lock up, where it is still held. */
export function unlock(lock: number, path: string): void {
  try {
    if (isAt(lock, path)) rmSync(path, { force: true });
  } finally {
    closeSync(lock);
  }
}

/** Whether what is open is what stands under that name. */
export function isAt(descriptor: number, path: string): boolean {
  const [open, there] = [fstatSync(descriptor), lstatSync(path, { throwIfNoEntry: false })];
  return there !== undefined && open.ino === there.ino && open.dev === there.dev;
}

function created(path: string): number | undefined {
  try {
    return openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, FILE_MODE);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    return undefined;
  }
}

/** Tells a lock from the next one. */
function markOf(path: string): string | undefined {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats === undefined ? undefined : `${stats.ino} ${stats.mtimeMs} ${stats.ctimeMs}`;
}
