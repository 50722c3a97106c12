/** What a killed process leaves in the middle of a write: temporary files, and a folder that was not yet moved to its place. */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { statOf } from './private-files.ts';

/** Temporary files start with a dot and end so; no other file of ours is ever so named. */
const TEMPORARY = /^\..*\.tmp$/;
/** A folder that is made under such a name and then moved to its place, whole. */
const NEW_FOLDER = /^[a-z]+-new-\d+$/;

export function isTemporary(name: string): boolean {
  return TEMPORARY.test(name);
}

/** Removes those under `root`, which is private, that were last touched before `before` (ms). @returns how many. Throws system errors. */
export function removeHalfWritten(root: string, before: number): number {
  let count = 0;
  for (const entry of readdirSync(root, { withFileTypes: true })) {
    const path = join(root, entry.name);
    const isLeft = entry.isDirectory() ? NEW_FOLDER.test(entry.name) : TEMPORARY.test(entry.name);
    if (isLeft && (statOf(path)?.mtimeMs ?? before) < before) {
      rmSync(path, { recursive: true, force: true });
      count++;
    } else if (entry.isDirectory() && !isLeft) count += removeHalfWritten(path, before);
  }
  return count;
}
