/** What a killed process leaves in the middle of a write: temporary files, and a folder that was not yet moved to its place. */
import { type Dirent, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { statOf } from './private-files.ts';

/** Temporary files start with a dot and end so; no other file of ours is ever so named. */
const TEMPORARY = /^\..*\.tmp$/;
/** A folder that is made under such a name, directly in the root, and then moved to its place, whole. */
const NEW_FOLDER = /^background-new-\d+$/;

export function isTemporary(name: string): boolean {
  return TEMPORARY.test(name);
}

/**
 * Removes what was last touched before `before` (ms) in `root`, which is private, and in `folders`, those of ours in it: whatever else
 * lies in the root is somebody's. @returns how many. Throws system errors.
 */
export function removeHalfWritten(root: string, folders: readonly string[], before: number): number {
  const isOld = (path: string): boolean => (statOf(path)?.mtimeMs ?? before) < before;
  const left = entriesOf(root).filter((entry) => entry.isDirectory() && NEW_FOLDER.test(entry.name));
  const temporary = ['', ...folders].flatMap((folder) =>
    entriesOf(join(root, folder)).flatMap((entry) =>
      entry.isDirectory() || !TEMPORARY.test(entry.name) ? [] : [join(root, folder, entry.name)],
    ),
  );
  const gone = [...left.map(({ name }) => join(root, name)), ...temporary].filter(isOld);
  for (const path of gone) rmSync(path, { recursive: true, force: true });
  return gone.length;
}

function entriesOf(folder: string): readonly Dirent[] {
  if (statOf(folder)?.isDirectory() !== true) return [];
  return readdirSync(folder, { withFileTypes: true });
}
