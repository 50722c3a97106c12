/** What the work tree and its branches say of memories (`core/recall/standing`), in milliseconds and bounded. */
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Memory } from '../../contract/mem0.ts';
import type { Standing } from '../../core/recall/sections.ts';
import { otherBranchOf, standingOf } from '../../core/recall/standing.ts';
import { isDefaultBranch, unmergedBranches } from '../../io/git-branches.ts';
import { lstatOf, orMissing } from '../../io/missing.ts';
import { isWithin } from '../../io/within.ts';
import type { Runtime } from '../runtime.ts';
import { nameable } from './nameable.ts';
import type { Surroundings } from './roots.ts';

/** Git must answer within this, where a memory was learnt on another branch that is there; else the memory has no mark. [?] ours */
const GIT_MS = 500;

/** Looks for a file, of all memories together: some ten microseconds each. What is not looked for has no mark. [?] ours */
const MOST_LOOKS = 2_000;

/** Folders in which a repository of several packages keeps them. [?] ours */
const PACKAGES = ['packages', 'apps', 'services', 'libs', 'crates', 'modules', 'projects'];
const MOST_PACKAGES = 100;

/** `deadline`: ms since the epoch. Never rejects for what a folder or a repository is like. */
export async function standingIn(
  runtime: Runtime,
  around: Surroundings,
  rows: readonly Memory[],
  deadline: number,
): Promise<(row: Memory) => Standing | undefined> {
  const { commonDir, branch, appId } = around;
  // A folder that is no project, such as the home folder, says nothing of any memory.
  if (appId === undefined || rows.length === 0) return () => undefined;
  // Once for each name: hundreds of memories were learnt on the same few branches.
  const defaults = new Map<string, boolean>();
  const isDefault = (name: string) => {
    const known = defaults.get(name) ?? (commonDir !== undefined && isDefaultBranch(commonDir, name));
    defaults.set(name, known);
    return known;
  };
  const others = new Set(rows.flatMap((row) => otherBranchOf(row, branch) ?? []).filter((name) => !isDefault(name)));
  const now = () => Date.now();
  const options = { deadline: Math.min(deadline, now() + GIT_MS), now, env: runtime.env };
  const unmerged =
    commonDir === undefined ? new Set<string>() : await unmergedBranches(around.cwd, commonDir, others, options);
  const root = around.roots[0];
  const folder = around.cwd === root || !isWithin(around.cwd, root) ? '' : `${relative(root, around.cwd)}/`;
  const view = {
    isDefault,
    unmerged,
    folder,
    exists: existence(runtime, around),
    ...(branch === undefined ? {} : { branch }),
  };
  const known = new Map<Memory, Standing>();
  return (row) => {
    const standing = known.get(row) ?? standingOf(row, view);
    known.set(row, standing);
    return standing;
  };
}

/** Whether there is something at a path, from the root, from the folder of the session or within a package of the repository. */
function existence(runtime: Runtime, around: Surroundings): (path: string) => boolean | undefined {
  const root = around.roots[0];
  const mayName = nameable(runtime, [around], around.cwd);
  const known = new Map<string, boolean | undefined>();
  let looks = 0;
  let within: readonly string[] | undefined;
  const look = (path: string): boolean | undefined => {
    if (mayName !== undefined && !mayName(path, root)) return undefined;
    const isAt = (base: string) => {
      looks += 1;
      return lstatOf(join(base, path)) !== undefined;
    };
    if (looks > MOST_LOOKS) return undefined;
    if (isAt(root) || isAt(around.cwd)) return true;
    within ??= packagesOf(root);
    return within.some(isAt);
  };
  return (path) => {
    if (!known.has(path)) known.set(path, look(path));
    return known.get(path);
  };
}

/** The folders at the top of a work tree, and those in which its packages lie. */
function packagesOf(root: string): readonly string[] {
  const foldersIn = (folder: string) =>
    (orMissing(() => readdirSync(folder, { withFileTypes: true })) ?? [])
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules')
      .map((entry) => join(folder, entry.name))
      .slice(0, MOST_PACKAGES);
  return [...foldersIn(root), ...PACKAGES.flatMap((name) => foldersIn(join(root, name)))];
}
