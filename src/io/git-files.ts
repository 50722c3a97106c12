/**
 * A repository's facts from its files, without a process (gitrepository-layout(5)): 2 ms instead of 40.
 * It says what it could not decide; then `git` asks the program. Whatever cannot be read is a missing fact, never an error.
 * Only ordinary files are opened, and only up to a size, since the repository may be anybody's.
 */
import { dirname, join, resolve } from 'node:path';
import { readBeginning } from './bounded-file.ts';
import {
  type ConfigEntry,
  chooseRemote,
  hasInclude,
  isTrue,
  lastValue,
  parseGitConfig,
  remotesOf,
  rewritten,
} from './git-config.ts';
import { lstatOf, orMissing, realOf, statOf } from './missing.ts';

/** The environment, handed in by the composition root. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** What is known about a repository; every path is absolute and real. */
export interface GitFacts {
  /** Top of the working tree; absent in a bare repository. */
  readonly root?: string;
  /** What all worktrees of a repository share: `.git`, a bare repository, or a submodule's folder in its parent's `.git`. */
  readonly commonDir?: string;
  /** Name of the branch, such as `feat/x`; absent on a detached HEAD. */
  readonly branch?: string;
  /** Commit id of HEAD: 40 or 64 hexadecimal digits; absent before the first commit. */
  readonly head?: string;
  /** Without user info, query and fragment. */
  readonly remoteUrl?: string;
  readonly remoteName?: string;
  /** Id of the oldest commit without a parent; looked for only when there is no remote. */
  readonly firstCommit?: string;
  /** What the worktrees of the repository share that this one is a clone of: one on this machine, which has no remote itself. */
  readonly source?: string;
}

export interface FileFacts {
  /** `remoteUrl` is as it stands in the file, user info included. */
  readonly facts: GitFacts;
  /** What the files alone cannot decide; the facts then hold the best guess for when git cannot be asked either. */
  readonly undecided: { readonly place: boolean; readonly head: boolean; readonly remote: boolean };
  /** History is cut off, so the oldest commit is unknown. */
  readonly shallow: boolean;
  /** Where the repository is; absent when only the environment tells of one. */
  readonly place?: Place;
}

/** Where a repository is. */
export interface Place {
  /** Of the work tree: `.git` itself, or a folder below the main one's `worktrees`. */
  readonly gitDir: string;
  readonly commonDir: string;
  /** The folder that holds `.git`. */
  readonly holder?: string;
}

/** A `.git/config` of thousands of branches has some 100 KB, packed-refs of a hundred thousand refs 7 MB. */
const MOST_CONFIG_BYTES = 4 * 2 ** 20;
const MOST_REFS_BYTES = 64 * 2 ** 20;

const COMMIT_ID = /^([0-9a-f]{40}|[0-9a-f]{64})$/;
/** Variables that move the repository or the search for it. */
const MOVES = [
  'GIT_DIR',
  'GIT_WORK_TREE',
  'GIT_COMMON_DIR',
  'GIT_CEILING_DIRECTORIES',
  'GIT_DISCOVERY_ACROSS_FILESYSTEM',
];

/** Whether the environment, and not the folder alone, says which repository is meant. */
export function isMoved(env: Environment): boolean {
  return MOVES.some((name) => env[name] !== undefined);
}

/** The environment of somebody for whom git finds every repository where it is. */
export function unmoved(env: Environment): Environment {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !MOVES.includes(name)));
}

/** Facts of the repository that `cwd` (absolute, real, existing) lies in; undefined when it lies in none. */
export function factsFromFiles(cwd: string, env: Environment): FileFacts | undefined {
  const moved = isMoved(env);
  const place = placeOf(cwd);
  if (place === undefined) {
    const everything = { place: true, head: true, remote: true };
    return moved ? { facts: {}, undecided: everything, shallow: false } : undefined;
  }
  const own = configOf(join(place.commonDir, 'config'));
  const entries = [...personalConfig(env), own].flatMap((part) => part ?? []);
  const setUp = own ?? [];
  const linked = place.gitDir !== place.commonDir;
  const perWorktree = isTrue(lastValue(setUp, 'extensions', undefined, 'worktreeconfig'));
  const refStorage = lastValue(setUp, 'extensions', undefined, 'refstorage') ?? 'files';
  // A submodule's configuration names its own folder as its working tree, which decides nothing new.
  const tree = lastValue(setUp, 'core', undefined, 'worktree');
  const treeMoved = tree !== undefined && realOf(resolve(place.gitDir, tree)) !== place.holder;
  const bare = !linked && isTrue(lastValue(setUp, 'core', undefined, 'bare'));
  const head = refStorage === 'files' ? headOf(place) : undefined;
  const remote = remoteOf(entries, head?.branch);
  const configured = Object.keys(env).some((name) => name.startsWith('GIT_CONFIG'));
  return {
    facts: {
      commonDir: place.commonDir,
      ...(bare || place.holder === undefined ? {} : { root: place.holder }),
      ...(head?.branch === undefined ? {} : { branch: head.branch }),
      ...(head?.id === undefined ? {} : { head: head.id }),
      ...remote.facts,
    },
    undecided: {
      place: moved || treeMoved || perWorktree,
      head: moved || head === undefined,
      remote: moved || perWorktree || configured || own === undefined || !remote.decided || hasInclude(entries),
    },
    shallow: isShallow(place.commonDir),
    place,
  };
}

/** Whether the repository holds only the newest part of its history. */
export function isShallow(commonDir: string): boolean {
  return statOf(join(commonDir, 'shallow')) !== undefined;
}

/** Upwards from `cwd` to the first repository, as git goes: not across the border of a file system. */
function placeOf(cwd: string): Place | undefined {
  const device = statOf(cwd)?.dev;
  for (let folder = cwd; statOf(folder)?.dev === device; folder = dirname(folder)) {
    const dot = join(folder, '.git');
    const stats = statOf(dot);
    if (stats?.isFile()) {
      const target = /^gitdir: (.+?)[\r\n]*$/s.exec(textOf(dot, MOST_CONFIG_BYTES) ?? '')?.[1];
      // Git stops here too when the file is broken or what it names is gone.
      return target === undefined ? undefined : gitFolder(resolve(folder, target), folder);
    }
    const place = (stats?.isDirectory() ? gitFolder(dot, folder) : undefined) ?? gitFolder(folder, undefined);
    if (place !== undefined) return place;
    if (dirname(folder) === folder) return undefined;
  }
  return undefined;
}

function gitFolder(path: string, holder: string | undefined): Place | undefined {
  if (lstatOf(join(path, 'HEAD')) === undefined) return undefined;
  const shared = textOf(join(path, 'commondir'), MOST_CONFIG_BYTES)?.trim();
  const gitDir = realOf(path);
  const commonDir = realOf(shared === undefined ? path : resolve(path, shared));
  if (gitDir === undefined || commonDir === undefined) return undefined;
  if (!statOf(join(commonDir, 'objects'))?.isDirectory() || !statOf(join(commonDir, 'refs'))?.isDirectory())
    return undefined;
  return { gitDir, commonDir, ...(holder === undefined ? {} : { holder }) };
}

/** Branch and commit; undefined when HEAD is not of the plain kind (a symbolic link, reftable's placeholder). */
function headOf(place: Place): { readonly branch?: string; readonly id?: string } | undefined {
  const path = join(place.gitDir, 'HEAD');
  if (!lstatOf(path)?.isFile()) return undefined;
  const text = textOf(path, MOST_CONFIG_BYTES)?.trim() ?? '';
  if (COMMIT_ID.test(text)) return { id: text };
  const [, branch] = /^ref:\s*refs\/heads\/(.+)$/.exec(text) ?? [];
  if (branch === undefined || !isRefName(branch)) return undefined;
  const id = refId(place.commonDir, `refs/heads/${branch}`);
  // Neither loose nor packed: a branch without a commit. Loose but not an id (a reference to another one): not decided here.
  if (id === 'odd') return undefined;
  return { branch, ...(id === undefined ? {} : { id }) };
}

/** The commit of a ref (`refs/…`); `odd` where it refers to another one; undefined where it is neither loose nor packed. */
export function refId(commonDir: string, ref: string): string | undefined {
  const loose = textOf(join(commonDir, ref), MOST_CONFIG_BYTES)?.trim();
  if (loose !== undefined) return COMMIT_ID.test(loose) ? loose : 'odd';
  const packed = textOf(join(commonDir, 'packed-refs'), MOST_REFS_BYTES) ?? '';
  const at = `${packed}\n`.indexOf(` ${ref}\n`);
  if (at < 0) return undefined;
  const id = packed.slice(packed.lastIndexOf('\n', at) + 1, at);
  return COMMIT_ID.test(id) ? id : 'odd';
}

/** The rules of git-check-ref-format(1) that matter to a name which becomes a path. */
export function isRefName(name: string): boolean {
  return !/(^|\/)\.|\.\.|\/\/|^\/|\/$|\.lock(\/|$)|[\u0000-\u0020\u007f~^:?*[\\]|@\{/.test(name);
}

function remoteOf(
  entries: readonly ConfigEntry[],
  branch: string | undefined,
): { readonly facts: Pick<GitFacts, 'remoteUrl' | 'remoteName'>; readonly decided: boolean } {
  const remotes = remotesOf(entries);
  const chosen = chooseRemote(
    remotes,
    branch === undefined ? undefined : lastValue(entries, 'branch', branch, 'remote'),
  );
  if (chosen === undefined) return { facts: {}, decided: false };
  const other = rewritten(entries, chosen.url);
  const urls = chosen.name === undefined ? [chosen.url] : (remotes.get(chosen.name) ?? []);
  return {
    facts: {
      remoteUrl: other ?? chosen.url,
      ...(chosen.name === undefined ? {} : { remoteName: chosen.name }),
    },
    decided: other === undefined && urls.length === 1 && chosen.name !== undefined,
  };
}

/**
 * The machine's and the person's configuration, in git's order. A git that was built for another place than /etc reads the
 * machine's there, which only git itself can tell; what stands there has no say unless git is asked for another reason [?] ours.
 */
export function personalFiles(env: Environment): readonly string[] {
  // On Windows git's home is the person's profile, unless HOME says otherwise.
  const home = env['HOME'] ?? env['USERPROFILE'];
  const xdg = env['XDG_CONFIG_HOME'] || (home ? join(home, '.config') : undefined);
  return ['/etc/gitconfig', ...(xdg ? [join(xdg, 'git', 'config')] : []), ...(home ? [join(home, '.gitconfig')] : [])];
}

/** A broken one counts as none; git would refuse to work. */
function personalConfig(env: Environment): readonly (readonly ConfigEntry[] | undefined)[] {
  return personalFiles(env).map((path) => (statOf(path) === undefined ? [] : configOf(path)));
}

function configOf(path: string): readonly ConfigEntry[] | undefined {
  const text = textOf(path, MOST_CONFIG_BYTES);
  return text === undefined ? undefined : parseGitConfig(text);
}

/** The nearest folder at or above `path` that still exists, real; `gone` tells that it is not `path` itself. */
export function nearestFolder(path: string): { readonly folder: string; readonly gone: boolean } | undefined {
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    const real = realOf(folder);
    if (real !== undefined) return { folder: real, gone: folder !== resolve(path) };
    if (dirname(folder) === folder) return undefined;
  }
}

/** An ordinary file's text; undefined when there is none, it may not be read, or it is larger than `most` bytes. */
function textOf(path: string, most: number): string | undefined {
  return orMissing(() => {
    const read = readBeginning(path, most);
    return read === undefined || read.more ? undefined : read.bytes.toString('utf8');
  });
}
