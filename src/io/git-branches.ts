/**
 * Which branches are not part of what is checked out. Files tell whether a branch is there at all, so that git is asked about those
 * alone. Out of scope: what follows for a memory that was learnt on one (`core/recall/standing`).
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Environment, isRefName, refId } from './git-files.ts';
import { openGit } from './git-process.ts';
import { orMissing } from './missing.ts';

/** Where nothing else tells: the names that people give to the branch that all others come from. */
const DEFAULTS: ReadonlySet<string> = new Set(['main', 'master', 'trunk', 'develop']);

/** A person has some dozens; git is asked about no more at once. [?] ours */
const MOST_BRANCHES = 50;

/** Whether a name is that of the branch from which the others come: the remote's HEAD, or one of the usual names. */
export function isDefaultBranch(commonDir: string, name: string): boolean {
  const text = orMissing(() => readFileSync(join(commonDir, 'refs', 'remotes', 'origin', 'HEAD'), 'utf8')) ?? '';
  const [, branch] = /^ref: refs\/remotes\/origin\/(.+)$/m.exec(text) ?? [];
  return branch === undefined ? DEFAULTS.has(name) : name === branch;
}

/**
 * Those of `names` that are branches here and that HEAD does not contain. A branch that is not there is none of them: as a rule it
 * was deleted once it had been merged. Without an answer of git by `deadline` (ms since the epoch), none. Never rejects.
 */
export async function unmergedBranches(
  folder: string,
  commonDir: string,
  names: Iterable<string>,
  options: { readonly deadline: number; readonly now: () => number; readonly env: Environment },
): Promise<ReadonlySet<string>> {
  const here = [...new Set(names)]
    .filter((name) => isRefName(name) && refId(commonDir, `refs/heads/${name}`) !== undefined)
    .slice(0, MOST_BRANCHES);
  if (here.length === 0) return new Set();
  const limit = () => options.deadline - options.now();
  if (limit() < 1) return new Set();
  const git = await openGit(folder, options.env, limit);
  const refs = here.map((name) => `refs/heads/${name}`);
  const answer = await git(['for-each-ref', '--no-merged=HEAD', '--format=%(refname)', ...refs]);
  // A name that begins like another one's folder is asked about with all that is in it.
  const unmerged = new Set((answer ?? '').split('\n').map((line) => line.trim().replace(/^refs\/heads\//, '')));
  return new Set(here.filter((name) => unmerged.has(name)));
}
