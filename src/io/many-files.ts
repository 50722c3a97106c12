/**
 * Many files of one folder at once: looking at each by its whole path, and making each removal durable by itself, takes minutes
 * where there are tens of thousands. Out of scope: whether the folder is this user's own (`file-store`).
 */
import { type Dirent, lstatSync, readdirSync, rmdirSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { statOf, syncFolder } from './private-files.ts';
import { codeOf } from './state-folder-error.ts';

/** A file, and when it was last written (ms since the epoch). */
export interface DatedFile {
  readonly name: string;
  readonly at: number;
}

/** All that is in a folder, and what kind of thing each is; nothing where it is missing, or no folder. Throws system errors. */
export function entriesOf(folder: string): readonly Dirent[] {
  if (statOf(folder)?.isDirectory() !== true) return [];
  return readdirSync(folder, { withFileTypes: true });
}

/** What is no folder. One that goes meanwhile is left out. Throws system errors. */
export function datedFiles(folder: string, isWanted: (name: string) => boolean): readonly DatedFile[] {
  return entriesOf(folder).flatMap((entry) => {
    if (entry.isDirectory() || !isWanted(entry.name)) return [];
    const at = lstatSync(join(folder, entry.name), { throwIfNoEntry: false })?.mtimeMs;
    return at === undefined ? [] : [{ name: entry.name, at }];
  });
}

/**
 * Removes files, never a folder, and makes it durable once for all. @returns how many were there. One that will not go keeps no
 * other from going; then throws its system error.
 */
export function removeFiles(folder: string, names: readonly string[]): number {
  return goneOf(folder, names, isUnlinked);
}

/** Removes folders with the files in them; one stays that holds anything else, and what is no folder. Else as `removeFiles`. */
export function removeFolders(folder: string, names: readonly string[], isOurs: (name: string) => boolean): number {
  return goneOf(folder, names, (path) => {
    for (const entry of entriesOf(path))
      if (!entry.isDirectory() && isOurs(entry.name)) isUnlinked(join(path, entry.name));
    return isRemoved(path);
  });
}

function goneOf(folder: string, names: readonly string[], isGone: (path: string) => boolean): number {
  let gone = 0;
  let failure: unknown;
  for (const name of names) {
    try {
      if (isGone(join(folder, name))) gone += 1;
    } catch (error) {
      if (codeOf(error) === undefined) throw error;
      failure ??= error;
    }
  }
  if (gone > 0) syncFolder(folder);
  if (failure !== undefined) throw failure;
  return gone;
}

function isRemoved(path: string): boolean {
  if (statOf(path)?.isDirectory() !== true) return false;
  try {
    rmdirSync(path);
    return true;
  } catch (error) {
    // What the system says of a folder that is not empty differs.
    if (['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes(codeOf(error) ?? '')) return false;
    throw error;
  }
}

function isUnlinked(path: string): boolean {
  try {
    unlinkSync(path);
    return true;
  } catch (error) {
    // What the system says of a folder differs.
    if (codeOf(error) === 'ENOENT' || statOf(path)?.isDirectory() === true) return false;
    throw error;
  }
}
