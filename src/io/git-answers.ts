/**
 * What git itself says of a repository, and which files it read to say so.
 * Out of scope: when it is asked (`git`), how it is run (`git-process`), and how long its answer holds (`git-memory`).
 */
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { type ConfigEntry, chooseRemote, entryOf, lastValue } from './git-config.ts';
import type { GitFacts } from './git-files.ts';
import type { Git } from './git-process.ts';
import { realOf } from './missing.ts';
import { only, presentable } from './presentable.ts';

/** Kinds of facts. */
export interface Wanted {
  readonly place: boolean;
  readonly head: boolean;
  readonly remote: boolean;
}

/** Git's answers by kind; a kind that it gave no answer to is absent, which is not the same as an answer of nothing. */
export interface GitAnswers {
  readonly place?: Pick<GitFacts, 'root' | 'commonDir'>;
  readonly head?: Pick<GitFacts, 'branch' | 'head'>;
  /** Harmless (`presentable`). */
  readonly remote?: Pick<GitFacts, 'remoteUrl' | 'remoteName'>;
  readonly firstCommit?: string;
}

/** One entry of git's configuration, and the file that it stands in; absent where it is not from a file. */
export interface Origin {
  readonly entry: ConfigEntry;
  readonly file?: string;
}

export interface Asked {
  readonly answers: GitAnswers;
  /** Of the work tree (`.git`, or below the main one's `worktrees`); asked for with the place. */
  readonly gitDir?: string;
  /** Everything that git's configuration says; absent where git did not tell. */
  readonly config?: readonly Origin[];
}

/**
 * Asks git for the kinds of facts that are wanted, all at once.
 * @param expected the repository that is meant
 * @returns undefined where git knows of no repository, or finds another one (it passes by a broken one)
 */
export async function askGit(cwd: string, git: Git, wanted: Wanted, expected?: GitFacts): Promise<Asked | undefined> {
  const [place, gitDir, head, list, listing] = await Promise.all([
    askPlace(cwd, git, wanted.place),
    wanted.place ? git(['rev-parse', '--absolute-git-dir']) : undefined,
    wanted.head ? askHead(git) : undefined,
    wanted.remote ? git(['remote', '-v']) : undefined,
    git(['config', '--list', '--show-origin', '-z']),
  ]);
  if (place === undefined || (expected !== undefined && expected.commonDir !== place.commonDir)) return undefined;
  const root = place.root ?? expected?.root;
  const config = listing === undefined || listing === '' ? undefined : originsIn(listing, root ?? cwd);
  const branch = wanted.head ? head?.branch : expected?.branch;
  const real = gitDir ? realOf(withoutLineFeed(gitDir)) : undefined;
  const found = list === undefined || config === undefined ? undefined : remoteIn(list, config, branch);
  const whole = { ...place, ...(root === undefined ? {} : { root }), ...found };
  const remote = found && only(presentable(whole), ['remoteUrl', 'remoteName']);
  return {
    answers: {
      ...(wanted.place ? { place } : {}),
      ...(head === undefined ? {} : { head }),
      ...(remote === undefined ? {} : { remote }),
    },
    ...(real === undefined ? {} : { gitDir: real }),
    ...(config === undefined ? {} : { config }),
  };
}

async function askPlace(cwd: string, git: Git, withRoot: boolean): Promise<GitAnswers['place']> {
  const [commonDir, root] = await Promise.all([
    git(['rev-parse', '--git-common-dir']),
    withRoot ? git(['rev-parse', '--show-toplevel']) : undefined,
  ]);
  const common = commonDir ? realOf(resolve(cwd, withoutLineFeed(commonDir))) : undefined;
  if (common === undefined) return undefined;
  const top = root ? realOf(withoutLineFeed(root)) : undefined;
  return { commonDir: common, ...(top === undefined ? {} : { root: top }) };
}

async function askHead(git: Git): Promise<GitAnswers['head']> {
  // Both fail without a word, which is an empty answer: on a detached HEAD, and before the first commit.
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
function remoteIn(list: string, config: readonly Origin[], branch: string | undefined): GitAnswers['remote'] {
  const remotes = new Map<string, readonly string[]>();
  // A partial clone's line goes on after `(fetch)`. What `pushInsteadOf` and `pushurl` say stands in the lines for `(push)`.
  for (const [, name, url] of list.matchAll(/^([^\t\n]+)\t(.+) \(fetch\)( \[[^\]\n]*\])?$/gm)) {
    if (name !== undefined && url !== undefined) remotes.set(name, [url]);
  }
  const entries = config.map(({ entry }) => entry);
  const chosen = chooseRemote(
    remotes,
    branch === undefined ? undefined : lastValue(entries, 'branch', branch, 'remote'),
  );
  if (chosen === undefined) return {};
  return { remoteUrl: chosen.url, ...(chosen.name === undefined ? {} : { remoteName: chosen.name }) };
}

/**
 * The oldest of the commits without a parent that HEAD comes from; the smaller id of two that are equally old, so that every
 * clone takes the same one. undefined where git does not tell.
 */
export async function askFirstCommit(git: Git): Promise<string | undefined> {
  const lines = (await git(['rev-list', '--timestamp', '--max-parents=0', 'HEAD']))?.split('\n') ?? [];
  const roots = lines.flatMap((line) => {
    const [, time, id] = /^(\d+) ([0-9a-f]{40,64})$/.exec(line) ?? [];
    return time === undefined || id === undefined ? [] : [{ time: Number(time), id }];
  });
  return roots.sort((a, b) => a.time - b.time || (a.id < b.id ? -1 : 1))[0]?.id;
}

/** `git config --list --show-origin -z`: where from, NUL, key, line feed, value, NUL. Paths are relative to the top folder. */
function originsIn(listing: string, top: string): readonly Origin[] {
  const parts = listing.split('\0');
  const origins: Origin[] = [];
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const entry = entryOf(parts[at + 1] ?? '');
    const [, file] = /^file:(.+)$/s.exec(parts[at] ?? '') ?? [];
    if (entry !== undefined) origins.push({ entry, ...(file === undefined ? {} : { file: resolve(top, file) }) });
  }
  return origins;
}

/**
 * The files that git read its configuration from, and those that it would read if they were there or if the condition
 * of an `includeIf` held (git-config(1), "Includes").
 * @returns undefined where one of them cannot be named
 */
export function filesBehind(config: readonly Origin[], home: string | undefined): readonly string[] | undefined {
  const files = new Set<string>();
  for (const { entry, file } of config) {
    if (file !== undefined) files.add(file);
    if ((entry.section !== 'include' && entry.section !== 'includeif') || entry.key !== 'path') continue;
    const included = includedFile(entry.value, file, home);
    if (included === undefined) return undefined;
    files.add(included);
  }
  return [...files];
}

function includedFile(value: string, file: string | undefined, home: string | undefined): string | undefined {
  // Such a value is an address, maybe with a password in it, or a place that only git knows.
  if (value === '' || value.includes('://') || value.startsWith('%(') || /^~[^/]/.test(value)) return undefined;
  if (value.startsWith('~/')) return home === undefined ? undefined : join(home, value.slice(2));
  if (isAbsolute(value)) return value;
  return file === undefined ? undefined : resolve(dirname(file), value);
}

function withoutLineFeed(text: string): string {
  return text.endsWith('\n') ? text.slice(0, -1) : text;
}
