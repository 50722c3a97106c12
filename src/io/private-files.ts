/**
 * The steps under the state folder: open, look and make durable, with nothing followed and nobody else let in.
 * Out of scope: which paths are allowed, and the order of the steps (`file-store`).
 */
import {
  chmodSync,
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  openSync,
  type Stats,
} from 'node:fs';
import { codeOf, StateFolderError } from './state-folder-error.ts';

export const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
/** Bits that let anybody but the owner in. */
const OTHERS = 0o077;
/** Windows has neither of the two; there the folder's inherited access list is the protection. */
const NO_FOLLOW = constants.O_NOFOLLOW ?? 0;
/** So that a pipe in place of a file is found out instead of waited for. */
const NO_WAIT = constants.O_NONBLOCK ?? 0;

/**
 * Opens a file of this user, whatever others did to the name: no link, no pipe, no foreign file. Its mode is tightened to 0600.
 * Throws system errors, and `unsafe`.
 */
export function withFile<T>(path: string, flags: number, action: (descriptor: number, stats: Stats) => T): T {
  const descriptor = open(path, flags | NO_FOLLOW | NO_WAIT);
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile() || !isOwn(stats)) throw new StateFolderError('unsafe', path);
    if ((stats.mode & OTHERS) !== 0 && process.geteuid !== undefined) fchmodSync(descriptor, FILE_MODE);
    return action(descriptor, stats);
  } finally {
    closeSync(descriptor);
  }
}

/** A file of this user whose mode keeps even this user out gets the mode that it should have. */
function open(path: string, flags: number): number {
  try {
    return openSync(path, flags, FILE_MODE);
  } catch (error) {
    const stats = codeOf(error) === 'EACCES' ? statOf(path) : undefined;
    if (stats === undefined || !stats.isFile() || !isOwn(stats)) throw error;
    chmodSync(path, FILE_MODE);
    return openSync(path, flags, FILE_MODE);
  }
}

/** False when nothing is there. Throws `unsafe` for anything but a folder of this user; tightens one that others may enter. */
export function isPrivateFolder(path: string): boolean {
  const stats = statOf(path);
  if (stats === undefined) return false;
  // A plain file in this place, a link, or what belongs to somebody else.
  if (!stats.isDirectory()) throw new StateFolderError('unsafe', path);
  if (!isOwn(stats)) throw new StateFolderError('unsafe', path);
  if ((stats.mode & OTHERS) !== 0 && process.geteuid !== undefined) {
    const descriptor = openSync(path, constants.O_RDONLY | constants.O_DIRECTORY | NO_FOLLOW);
    try {
      fchmodSync(descriptor, FOLDER_MODE);
    } finally {
      closeSync(descriptor);
    }
  }
  return true;
}

function isOwn(stats: Stats): boolean {
  return process.geteuid === undefined || stats.uid === process.geteuid();
}

/** The thing itself, not what it links to; undefined when nothing is there. */
export function statOf(path: string): Stats | undefined {
  return lstatSync(path, { throwIfNoEntry: false });
}

/** The result, or undefined where the action found nothing (`ENOENT`). */
export function unlessMissing<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Makes a rename durable. Some file systems, and Windows, cannot do this for a folder: there it is as durable as it gets. */
export function syncFolder(path: string): void {
  if (process.platform === 'win32') return;
  const descriptor = openSync(path, constants.O_RDONLY);
  try {
    fsyncSync(descriptor);
  } catch (error) {
    if (codeOf(error) !== 'EINVAL' && codeOf(error) !== 'ENOTSUP') throw error;
  } finally {
    closeSync(descriptor);
  }
}
