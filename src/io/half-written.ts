/** What a killed process leaves in the middle of a write: temporary files, and a folder that was not yet moved to its place. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { datedFiles, entriesOf, removeFiles } from './many-files.ts';
import { orMissing } from './missing.ts';
import { statOf } from './private-files.ts';

/** Temporary files start with a dot and end so; no other file of ours is ever so named. */
const TEMPORARY = /^\..*\.tmp$/;
/** A folder that is made under such a name, directly in the root, and then moved to its place, whole. */
const NEW_FOLDER = /^background-new-\d+$/;

export function isTemporary(name: string): boolean {
  return TEMPORARY.test(name);
}

/**
 * Removes what is old by when it was last touched (ms) in `root`, which is private, and in `folders`, those of ours in it: whatever
 * else lies in the root is somebody's. @returns how many. Throws system errors.
 */
export function removeHalfWritten(root: string, folders: readonly string[], isOld: (at: number) => boolean): number {
  const left = entriesOf(root)
    .filter((entry) => entry.isDirectory() && NEW_FOLDER.test(entry.name))
    .map(({ name }) => join(root, name))
    .filter((path) => isOld(statOf(path)?.mtimeMs ?? Number.NaN));
  for (const path of left) rmSync(path, { recursive: true, force: true });
  // A folder that cannot be looked into keeps nothing in the others.
  const temporary = ['', ...folders].map((name) => orMissing(() => removeTemporary(join(root, name), isOld)) ?? 0);
  return temporary.reduce((sum, count) => sum + count, left.length);
}

function removeTemporary(folder: string, isOld: (at: number) => boolean): number {
  const old = datedFiles(folder, isTemporary).filter(({ at }) => isOld(at));
  return removeFiles(
    folder,
    old.map(({ name }) => name),
  );
}
