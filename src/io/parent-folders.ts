/** The folders above a file in a private folder: made private where they are missing, and never changed where they are there. */
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { FOLDER_MODE, isPrivateFolder, statOf, syncFolder } from './private-files.ts';
import { codeOf } from './state-folder-error.ts';

/** Root and inner folders above `path`, top down. */
function foldersAbove(root: string, path: string): readonly string[] {
  const names = path.split('/').slice(0, -1);
  return [root, ...names.map((_, index) => join(root, ...names.slice(0, index + 1)))];
}

/** Throws where one of them is not private, or cannot be made. */
export function makeParent(root: string, path: string): void {
  // What is above the root (`~/.mem0`) is created private as well.
  if (statOf(root) === undefined) mkdirSync(dirname(root), { recursive: true, mode: FOLDER_MODE });
  for (const folder of foldersAbove(root, path)) {
    if (isPrivateFolder(folder)) continue;
    try {
      mkdirSync(folder, { mode: FOLDER_MODE });
      syncFolder(dirname(folder));
    } catch (error) {
      // Another process made it first: then it has to pass the same check.
      if (codeOf(error) !== 'EEXIST' || !isPrivateFolder(folder)) throw error;
    }
  }
}

/** Whether they are all there; throws where one of them is not private. */
export function hasParent(root: string, path: string): boolean {
  return foldersAbove(root, path).every(isPrivateFolder);
}
