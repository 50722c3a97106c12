/**
 * A remote as it may leave the module that read it, from git's files or from git: without what may be a secret. One that names
 * no project is as good as none, so that the first commit is looked for instead.
 */
import { resolve } from 'node:path';
import { slugOfRemote, withoutUserInfo } from '../core/identity/remote-slug.ts';
import type { GitFacts } from './git-files.ts';

/** The facts with the remote's address made harmless; a relative one means the same place in every worktree. */
export function presentable(facts: GitFacts): GitFacts {
  const { remoteUrl, remoteName, ...others } = facts;
  const clean = remoteUrl === undefined ? undefined : withoutUserInfo(remoteUrl);
  if (clean === undefined) return others;
  const base = facts.commonDir?.replace(/[\\/]\.git$/, '') ?? facts.root;
  const url = base !== undefined && /^\.\.?([\\/]|$)/.test(clean) ? resolve(base, clean) : clean;
  if (slugOfRemote(url) === undefined) return others;
  // A name may be written as an address, with a password in it.
  const isName = remoteName !== undefined && !/[@:?#\s]/.test(remoteName);
  return { ...others, remoteUrl: url, ...(isName ? { remoteName } : {}) };
}

export function only(facts: GitFacts, names: readonly (keyof GitFacts)[]): GitFacts {
  return Object.fromEntries(Object.entries(facts).filter(([name]) => names.some((wanted) => wanted === name)));
}
