/**
 * What is known about the repository that a session runs in: from its files where they decide, from git where they do not.
 * Out of scope: what follows for the project's id (`core/scope`).
 */
import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { withoutUserInfo } from '../core/identity/remote-slug.ts';
import { chooseRemote } from './git-config.ts';
import { type Environment, type FileFacts, factsFromFiles, type GitFacts, nearestFolder } from './git-files.ts';
import { type Git, openGit } from './git-process.ts';

export interface GitOptions {
  /** An instant, ms since the epoch. */
  readonly deadline: number;
  readonly now: () => number;
  readonly env: Environment;
}

/** No question takes git longer than this on a machine that works; a hanging one must not use up a hook's whole time [?]. */
const LONGEST_ANSWER_MS = 1_500;

/**
 * The facts for a working folder. Never rejects: no repository, no git, no permission, a refusal because of `safe.directory`
 * or a lack of time are missing facts. In a folder that is gone (a removed worktree inside its repository) the repository
 * above it counts, without branch and commit, which were another worktree's.
 */
export async function gitFacts(cwd: string, options: GitOptions): Promise<GitFacts> {
  const nearest = nearestFolder(cwd);
  if (nearest === undefined) return {};
  const files = factsFromFiles(nearest.folder, options.env);
  if (files === undefined) return {};
  const facts = presentable(await completed(nearest.folder, files, options));
  if (!nearest.gone) return facts;
  const { branch: _branch, head: _head, ...lasting } = facts;
  return lasting;
}

async function completed(cwd: string, files: FileFacts, options: GitOptions): Promise<GitFacts> {
  const { undecided, facts } = files;
  if (!undecided.place && !undecided.head && !undecided.remote) return facts;
  const limit = () => Math.min(options.deadline - options.now(), LONGEST_ANSWER_MS);
  if (limit() < 1) return facts;
  const git = await openGit(cwd, options.env, limit);
  const answers = await askGit(cwd, git, undecided, facts.branch);
  const asked: GitFacts = {
    ...(answers.place ?? only(facts, ['root', 'commonDir'])),
    ...(answers.head ?? only(facts, ['branch', 'head'])),
    ...(answers.remote ?? only(facts, ['remoteUrl', 'remoteName'])),
  };
  if (asked.remoteUrl !== undefined || asked.head === undefined || files.shallow) return asked;
  return { ...asked, ...(await firstCommit(git)) };
}

/** Git's answers by kind; a kind that it gave no answer to is absent, which is not the same as an answer of nothing. */
export interface GitAnswers {
  readonly place?: Pick<GitFacts, 'root' | 'commonDir'>;
  readonly head?: Pick<GitFacts, 'branch' | 'head'>;
  readonly remote?: Pick<GitFacts, 'remoteUrl' | 'remoteName'>;
}

/** Asks git for the kinds of facts that are wanted. `remoteUrl` may hold user info here. */
export async function askGit(
  cwd: string,
  git: Git,
  wanted: FileFacts['undecided'],
  knownBranch?: string,
): Promise<GitAnswers> {
  const [place, head, list] = await Promise.all([
    wanted.place ? askPlace(cwd, git) : undefined,
    wanted.head ? askHead(git) : undefined,
    wanted.remote ? git(['remote', '-v']) : undefined,
  ]);
  const branch = wanted.head ? head?.branch : knownBranch;
  const remote = list === undefined ? undefined : await askRemote(git, list, branch);
  return {
    ...(place === undefined ? {} : { place }),
    ...(head === undefined ? {} : { head }),
    ...(remote === undefined ? {} : { remote }),
  };
}

async function askPlace(cwd: string, git: Git): Promise<GitAnswers['place']> {
  const [commonDir, root] = await Promise.all([
    git(['rev-parse', '--git-common-dir']),
    git(['rev-parse', '--show-toplevel']),
  ]);
  const common = commonDir ? realOf(resolve(cwd, withoutLineFeed(commonDir))) : undefined;
  if (common === undefined) return undefined;
  const top = root ? realOf(withoutLineFeed(root)) : undefined;
  return { commonDir: common, ...(top === undefined ? {} : { root: top }) };
}

async function askHead(git: Git): Promise<GitAnswers['head']> {
  const [ref, id] = await Promise.all([
    git(['symbolic-ref', '--quiet', 'HEAD']),
    git(['rev-parse', '--quiet', '--verify', 'HEAD']),
  ]);
  if (ref === undefined || id === undefined) return undefined;
  const [, branch] = /^refs\/heads\/(.+)\n$/.exec(ref) ?? [];
  const [, head] = /^([0-9a-f]{40,64})\n$/.exec(id) ?? [];
  return { ...(branch === undefined ? {} : { branch }), ...(head === undefined ? {} : { head }) };
}

/** `git remote -v` gives each remote's first URL as git would use it, includes and `insteadOf` applied. */
async function askRemote(git: Git, list: string, branch: string | undefined): Promise<GitAnswers['remote']> {
  const remotes = new Map<string, readonly string[]>();
  // A partial clone's line goes on after `(fetch)`.
  for (const [, name, url] of list.matchAll(/^([^\t\n]+)\t(.+) \(fetch\)( \[[^\]\n]*\])?$/gm)) {
    if (name !== undefined && url !== undefined) remotes.set(name, [url]);
  }
  const asksBranch = !remotes.has('origin') && branch !== undefined;
  const upstream = asksBranch ? await git(['config', '--get', `branch.${branch}.remote`]) : undefined;
  const chosen = chooseRemote(remotes, upstream ? withoutLineFeed(upstream) : undefined);
  if (chosen === undefined) return {};
  return { remoteUrl: chosen.url, ...(chosen.name === undefined ? {} : { remoteName: chosen.name }) };
}

/** The last of the commits without a parent is the oldest. */
async function firstCommit(git: Git): Promise<GitFacts> {
  const ids = (await git(['rev-list', '--max-parents=0', 'HEAD']))?.trim().split('\n') ?? [];
  const id = ids.at(-1);
  return id === undefined || !/^[0-9a-f]{40,64}$/.test(id) ? {} : { firstCommit: id };
}

/** Drops what may be a secret, and makes a relative remote mean the same place in every worktree. */
function presentable(facts: GitFacts): GitFacts {
  const { remoteUrl, remoteName, ...others } = facts;
  const clean = remoteUrl === undefined ? undefined : withoutUserInfo(remoteUrl);
  if (clean === undefined) return others;
  const base = facts.commonDir?.replace(/[\\/]\.git$/, '') ?? facts.root;
  const url = base !== undefined && /^\.\.?([\\/]|$)/.test(clean) ? resolve(base, clean) : clean;
  return { ...others, remoteUrl: url, ...(remoteName === undefined ? {} : { remoteName }) };
}

function only(facts: GitFacts, names: readonly (keyof GitFacts)[]): GitFacts {
  return Object.fromEntries(Object.entries(facts).filter(([name]) => names.some((wanted) => wanted === name)));
}

function withoutLineFeed(text: string): string {
  return text.endsWith('\n') ? text.slice(0, -1) : text;
}

function realOf(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch (error) {
    // Gone since git named it: a missing fact like any other.
    if (error instanceof Error && 'code' in error) return undefined;
    throw error;
  }
}
