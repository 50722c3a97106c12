/** Where a session stands: its folder, and the roots of its work trees. Out of scope: looking at what is there (`surroundings`). */
import type { GitFacts } from '../io/git-files.ts';
import { realOf } from '../io/missing.ts';

export interface Surroundings {
  /** The folder itself; it and the home folder are real where they are there. */
  readonly cwd: string;
  readonly home: string | undefined;
  /** The project id that the folder gives; absent in the home folder and at the root of the file system. */
  readonly appId?: string;
  /** How it was found, or why there is none, in words. */
  readonly how: string;
  /** Folders that hold the session's files: the root of the work tree, and the main one where this is another. */
  readonly roots: readonly [string, ...string[]];
  /** The branch that is checked out now. */
  readonly branch?: string;
  /** The commit that HEAD is at. */
  readonly head?: string;
}

/**
 * The root of the work tree, and that of the main one where this is another: an ignored `.env` lies there as a rule, and in no
 * other.
 */
export function rootsOf(facts: GitFacts, cwdReal: string): readonly [string, ...string[]] {
  const root = facts.root ?? cwdReal;
  const main = facts.commonDir?.replace(/[\\/]\.git$/, '');
  return main === undefined || main === facts.commonDir || main === root ? [root] : [root, main];
}

/** A folder that is gone keeps the path by which it was known. */
export function realPath(path: string): string {
  return realOf(path) ?? path;
}
