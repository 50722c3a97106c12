/**
 * A remote that is a repository on this machine: which one it is. Out of scope: what follows for the project (`git`), and
 * shares on other machines (asking for them may take minutes).
 */
import { basename, dirname, isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Environment, factsFromFiles, unmoved } from './git-files.ts';
import { orMissing, realOf, statOf } from './missing.ts';

export interface LocalRepository {
  /** Real; where its facts are asked for. */
  readonly folder: string;
  readonly commonDir: string;
  /** It has a work tree, its own or a linked one; without any it is a place to push to. */
  readonly isWorkedIn: boolean;
}

/** The repository that a remote's URL (user info dropped) names on this machine, in the ways that git would find it. */
export function repositoryAt(url: string, env: Environment): LocalRepository | undefined {
  const path = pathOf(url);
  if (path === undefined) return undefined;
  for (const end of ['', '.git']) {
    const real = realOf(path + end);
    // `shop/.git` is the repository of `shop`.
    const folder = real !== undefined && basename(real) === '.git' ? dirname(real) : real;
    const place = folder === undefined ? undefined : factsFromFiles(folder, unmoved(env))?.place;
    // The repository itself, and not just some place below one.
    if (place === undefined || folder === undefined || (folder !== place.holder && folder !== place.gitDir)) continue;
    const isWorkedIn = place.holder !== undefined || statOf(join(place.commonDir, 'worktrees')) !== undefined;
    return { folder, commonDir: place.commonDir, isWorkedIn };
  }
  return undefined;
}

function pathOf(url: string): string | undefined {
  const path = /^file:/i.test(url) ? orMissing(() => fileURLToPath(url)) : url;
  return path !== undefined && isAbsolute(path) && !/^[\\/]{2}/.test(path) ? path : undefined;
}
