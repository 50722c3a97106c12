/**
 * The scope of every read and write, and the project id that belongs to it (platform contract §1.1 and §2).
 * Out of scope: finding the facts (`io/git`), the person's explicit ids (`MEM0_APP_ID`, which win), and the user id.
 */

import { hash64 } from '../hash.ts';
import { HASH_DIGITS, slugOf, slugOfRemote } from './remote-slug.ts';

/** Resolved once; the client is bound to it. Without `appId` there is no project: user scope only. */
export interface Scope {
  readonly userId: string;
  readonly appId?: string;
  /** Points the key at another project of its organisation; both ids or none (contract §1.1). */
  readonly override?: { readonly orgId: string; readonly projectId: string };
  /** Read beside the ids above, never written; absent where the person's file lists none of this scope. */
  readonly aliases?: ScopeAliases;
}

/** Ids of before that belong to a scope (`aliases`); none of them is an id of today's. */
export interface ScopeAliases {
  readonly userIds: readonly string[];
  readonly appIds: readonly string[];
}

/** A project's id and how it was found, in words for `status`. */
export interface Identity {
  /** 1 to 100 characters of `[A-Za-z0-9._-]`; absent in the home folder and at the root of the file system. */
  readonly appId?: string;
  readonly how: string;
}

/** What is known of the folder a session runs in; every path is absolute and real (symbolic links resolved). */
export interface ProjectFacts {
  readonly remoteUrl?: string | undefined;
  /** Name of the remote that `remoteUrl` came from; absent when a branch names the URL itself, or the name is no plain one. */
  readonly remoteName?: string | undefined;
  readonly root?: string | undefined;
  readonly commonDir?: string | undefined;
  /** Id of the oldest commit without a parent. */
  readonly firstCommit?: string | undefined;
  /** `commonDir` of the repository on this machine that this one is a clone of, where that has no remote. */
  readonly source?: string | undefined;
  readonly cwdReal: string;
  readonly home?: string | undefined;
}

/**
 * The project id: `owner-repo` of the remote; else folder name and first commit; else folder name and a hash of the path.
 * A submodule is its own repository, a package in a monorepo is the repository's: both follow from what git takes for the
 * repository of a folder.
 *
 * Without a remote the id is one of this machine: it changes with the first commit, and once more with the first remote;
 * sessions that began before keep theirs. Worktrees share it as long as their histories begin with the same commit. A clone
 * of it is named as it is itself (`source`), by its folder and not the clone's [?] ours.
 *
 * The home folder and `/` have no project. A repository *at* one of them (dotfiles) names no project either [?]: whatever
 * lies below without a repository of its own would otherwise share one memory.
 */
export function projectIdentity(facts: ProjectFacts): Identity {
  if (isFileSystemRoot(facts.cwdReal)) return { how: 'root of the file system: no project' };
  if (facts.home !== undefined && samePath(facts.cwdReal, facts.home)) return { how: 'home folder: no project' };
  const { root, home } = facts;
  const tooWide = root !== undefined && (isFileSystemRoot(root) || (home !== undefined && samePath(root, home)));
  if (!tooWide) {
    const appId = facts.remoteUrl === undefined ? undefined : slugOfRemote(facts.remoteUrl);
    if (appId !== undefined) return { appId, how: `owner-repo of ${remoteWords(facts.remoteName)}` };
  }
  const shared = facts.source ?? facts.commonDir;
  const place = tooWide ? facts.cwdReal : (shared ?? root ?? facts.cwdReal);
  const name = tooWide ? baseName(facts.cwdReal) : repositoryName(shared, root ?? facts.cwdReal);
  if (!tooWide && facts.firstCommit !== undefined) {
    return { appId: named(name, facts.firstCommit), how: 'folder name and first commit' };
  }
  return { appId: named(name, hash64(place)), how: 'folder name and hash of the path' };
}

function remoteWords(name: string | undefined): string {
  return name === undefined ? 'the remote of this branch' : `remote ${name}`;
}

/** Name and short id; the name gives way, so that the whole stays within 100 characters. */
function named(name: string, id: string): string {
  const short = id.slice(0, HASH_DIGITS);
  // 100 - 8 - 1 = 91 characters for the name.
  const slug = slugOf([name])?.slice(0, 91);
  return slug === undefined ? short : `${slug}-${short}`;
}

/**
 * The folder that all worktrees of a repository share: the one that holds `.git` (or `.bare`), or a bare repository's own.
 */
function repositoryName(commonDir: string | undefined, folder: string): string {
  if (commonDir === undefined) return baseName(folder);
  const name = baseName(commonDir);
  if (!name.startsWith('.')) return name.replace(/\.git$/i, '');
  return baseName(commonDir.slice(0, commonDir.length - name.length));
}

function baseName(path: string): string {
  return /([^\\/]*)[\\/]*$/.exec(path)?.[1] ?? '';
}

function samePath(left: string, right: string): boolean {
  return left.replace(/[\\/]+$/, '') === right.replace(/[\\/]+$/, '');
}

function isFileSystemRoot(path: string): boolean {
  return /^([A-Za-z]:)?[\\/]*$/.test(path);
}
