/**
 * Many files of one folder at once: looking at each by its whole path, and making each removal durable by itself, takes minutes
 * where there are tens of thousands. Out of scope: whether the folder is this user's own (`file-store`).
 */
import { type Dirent, lstatSync, readdirSync, unlinkSync } from 'node:fs';
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

/** Removes files, never a folder, and makes it durable once for all. @returns how many were there. Throws system errors. */
export function removeFiles(folder: string, names: readonly string[]): number {
  const gone = names.filter((name) => isUnlinked(join(folder, name)));
  if (gone.length > 0) syncFolder(folder);
  return gone.length;
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
