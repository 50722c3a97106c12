/** Where a session stands: its folder, and the roots of its work trees. Out of scope: looking at what is there (`surroundings`). */
import { dirname, join, relative, resolve } from 'node:path';
import type { GitFacts } from '../../io/git-files.ts';
import { realOf } from '../../io/missing.ts';

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
  /** What its worktrees share, where it lies in a repository. */
  readonly commonDir?: string;
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

/** Of a folder that is gone, what is left of its path is real; where nothing is, it keeps the path by which it was known. */
export function realPath(path: string): string {
  const whole = resolve(path);
  for (let folder = whole; ; folder = dirname(folder)) {
    const real = realOf(folder);
    if (real !== undefined) return join(real, relative(folder, whole));
    if (dirname(folder) === folder) return path;
  }
}
