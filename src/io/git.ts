/**
 * What is known about the repository that a session runs in: from its files where they decide, from git where they do not,
 * and from what git said before as long as that holds.
 * Out of scope: what follows for the project's id (`core/identity/scope`).
 */
import { askFirstCommit, askGit, type GitAnswers } from './git-answers.ts';
import {
  type Environment,
  type FileFacts,
  factsFromFiles,
  type GitFacts,
  isMoved,
  isShallow,
  nearestFolder,
  unmoved,
} from './git-files.ts';
import { type AnswerStore, GitMemory } from './git-memory.ts';
import { openGit } from './git-process.ts';
import { repositoryAt } from './local-remote.ts';
import { only, presentable } from './presentable.ts';
import { isWithin } from './within.ts';

export interface GitOptions {
  /** An instant, ms since the epoch: git is given no longer, and a hanging one is left behind. */
  readonly deadline: number;
  readonly now: () => number;
  readonly env: Environment;
  /** Where git's answers are kept; without it git is asked each time that it has to be asked. */
  readonly answers?: AnswerStore;
}

/** Clones of clones of clones: real ones are two or three deep. [?] ours */
const MOST_CLONES = 8;

/**
 * The facts for a working folder. Never rejects: no repository, no git, no permission, a refusal because of `safe.directory`
 * or a lack of time are missing facts. In a folder that is gone (a removed worktree inside its repository) the repository
 * above it counts, without branch and commit, which were another worktree's.
 *
 * A remote that is a repository on this machine is not followed blindly: a clone of a clone belongs to the project of the
 * one that it came from, so that one's remote counts. Where that one has none and somebody works in it (it has a work tree),
 * it is itself the project; a bare one is a server, and its path counts. [?] ours, for "the same id from every clone"
 */
export async function gitFacts(cwd: string, options: GitOptions): Promise<GitFacts> {
  const nearest = nearestFolder(cwd);
  if (nearest === undefined) return {};
  const facts = await followed(await factsOf(nearest.folder, options), options);
  if (!nearest.gone) return facts;
  const { branch: _branch, head: _head, ...lasting } = facts;
  return lasting;
}

async function followed(facts: GitFacts, options: GitOptions): Promise<GitFacts> {
  let found = facts;
  const seen = new Set([facts.commonDir]);
  while (found.remoteUrl !== undefined && seen.size <= MOST_CLONES) {
    const origin = repositoryAt(found.remoteUrl, options.env);
    if (origin === undefined || seen.has(origin.commonDir)) break;
    seen.add(origin.commonDir);
    const theirs = await factsOf(origin.folder, { ...options, env: unmoved(options.env) });
    const { remoteUrl: _url, remoteName: _name, ...own } = found;
    if (theirs.remoteUrl !== undefined) found = { ...own, ...only(theirs, ['remoteUrl', 'remoteName']) };
    else if (origin.isWorkedIn) found = { ...own, source: origin.commonDir, ...only(theirs, ['firstCommit']) };
    else break;
  }
  return found;
}

/** @param folder real */
async function factsOf(folder: string, options: GitOptions): Promise<GitFacts> {
  const files = factsFromFiles(folder, options.env);
  if (files === undefined) return {};
  const facts = presentable(files.facts);
  const { undecided } = files;
  const remote = undecided.remote || facts.remoteUrl === undefined;
  const found = await completed(folder, { ...files, facts, undecided: { ...undecided, remote } }, options);
  return around(folder, found, facts.root, isMoved(options.env));
}

/**
 * Where a session works is the folder that holds `.git`, whatever the repository's configuration says (`core.worktree`): what lies
 * elsewhere, or further up, is not read for it. Only the person's own environment can name another one, which must hold the folder.
 */
function around(folder: string, facts: GitFacts, holder: string | undefined, mayMove: boolean): GitFacts {
  const { root, ...others } = facts;
  if (mayMove && root !== undefined && (root === folder || isWithin(folder, root))) return facts;
  return root === undefined || holder === undefined ? others : { ...others, root: holder };
}

async function completed(cwd: string, files: FileFacts, options: GitOptions): Promise<GitFacts> {
  const { undecided, facts } = files;
  if (!undecided.place && !undecided.head && !undecided.remote) return facts;
  const { env, now, answers: store } = options;
  const memory = store === undefined ? undefined : new GitMemory(cwd, files, { store, env, now });
  const known = memory?.recall(undecided);
  const recalled = known === undefined ? undefined : combined(files, known);
  if (recalled !== undefined && (recalled.firstCommit !== undefined || !needsFirstCommit(recalled, files)))
    return recalled;
  const said = await ask(cwd, files, options, memory);
  // A branch and a commit are told as they are now or not at all.
  const { head: _head, ...last } = memory?.last ?? {};
  return combined(files, { ...last, ...said });
}

async function ask(cwd: string, files: FileFacts, options: GitOptions, memory?: GitMemory): Promise<GitAnswers> {
  const { undecided, facts } = files;
  const { env, now, deadline } = options;
  const asked = now();
  const limit = () => deadline - now();
  if (limit() < 1) return {};
  const git = await openGit(cwd, env, limit);
  const said = await askGit(cwd, git, undecided, isMoved(env) ? undefined : facts);
  if (said === undefined) return {};
  const found = combined(files, said.answers);
  const isWanted = needsFirstCommit(found, files);
  const firstCommit = isWanted ? await askFirstCommit(git) : undefined;
  const answers = firstCommit === undefined ? said.answers : { ...said.answers, firstCommit };
  const isWhole =
    (!undecided.place || answers.place !== undefined) &&
    (!undecided.head || answers.head !== undefined) &&
    (!undecided.remote || answers.remote !== undefined) &&
    (!isWanted || firstCommit !== undefined);
  if (isWhole) memory?.keep(undecided, { ...said, answers }, asked, found.head);
  return answers;
}

/** Git's answers where the files are undecided, and what the files say where git gave none. */
function combined(files: FileFacts, answers: GitAnswers): GitFacts {
  const { facts, undecided } = files;
  const { place, head, remote, firstCommit } = answers;
  const all: GitFacts = {
    ...((undecided.place ? place : undefined) ?? only(facts, ['root', 'commonDir'])),
    ...((undecided.head ? head : undefined) ?? only(facts, ['branch', 'head'])),
    ...((undecided.remote ? remote : undefined) ?? only(facts, ['remoteUrl', 'remoteName'])),
  };
  return firstCommit !== undefined && needsFirstCommit(all, files) ? { ...all, firstCommit } : all;
}

/** Where history is cut off, the oldest commit is not there to be found. */
function needsFirstCommit(found: GitFacts, { undecided, shallow }: FileFacts): boolean {
  if (found.remoteUrl !== undefined || found.head === undefined) return false;
  return !(undecided.place && found.commonDir !== undefined ? isShallow(found.commonDir) : shallow);
}
