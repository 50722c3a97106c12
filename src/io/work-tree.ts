/**
 * What stands in the working tree: the text of its files, as evidence of what a message
 * repeats from the repository, and the values of ignored `.env*` files and of others that keep secrets, which must never leave.
 * Out of scope: matching and masking (`core`). All of it is bounded in time, files and bytes, and says when a bound cut it off.
 */
import { type Dirent, readdirSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import type { TreeBound, TreeInPart } from '../contract/state.ts';
import { type EnvReadings, envReadings } from '../core/redaction/env-file.ts';
import { isSecretsFile, SECRETS_FILES, secretReadings } from '../core/redaction/secret-files.ts';
import { feedEarlierLines } from './earlier-lines.ts';
import { type Environment, factsFromFiles, isMoved } from './git-files.ts';
import { openGit } from './git-process.ts';
import { type Feed, LaterFiles } from './later-files.ts';
import type { MemoryFile } from './memory-files.ts';
import { omitFiles } from './omit-files.ts';
import { readTreeFile, textBytesOf } from './tree-file.ts';

export interface TreeOptions {
  /** An instant, ms since the epoch. */
  readonly deadline: number;
  readonly now: () => number;
  readonly env: Environment;
  readonly maxFiles: number;
  /** Larger files come after the others of their kind, and only their beginning: `maxLargeBytes`. */
  readonly maxFileBytes: number;
  readonly maxLargeBytes: number;
  readonly maxBytes: number;
  /** When the first of the words was said that the tree is evidence for (unix seconds; infinite where no age
   * matters): what came into it later is told apart. */
  readonly saidFrom: number;
  /** Files that count as the tree's, wherever they lie. */
  readonly more?: readonly MemoryFile[];
  /** Patterns of files that come first of all, even those that git ignores and large ones; they have half of the bounds at most. */
  readonly omit?: readonly string[];
}

/** Prose is quoted more than code is, so it comes first when the bounds do not let everything in [?]. */
const PROSE = ['.md', '.mdx', '.txt', '.rst', '.adoc'];
/** Files between two pauses, so that the timers of the process get their turn. */
const FILES_PER_TURN = 200;
/** Enough for any project; a tree with more `.env*` files than this has them as data [?]. */
const MOST_ENV_FILES = 100;
/** What git is asked for. */
const ENV_FILES = ['.env*', ...SECRETS_FILES].map((name) => `:(glob,icase)**/${name}`);
/** Names that are looked at for them where git cannot tell. [?] ours */
const MOST_WALKED = 20_000;
/** Of a larger file the beginning is read, and of all files together so much [?]. */
const MOST_ENV_BYTES = 1024 * 1024;

/** Of the time, for asking git about newer files. */
const LATER_MS = 400;

/** How far a tree was looked at. */
export interface TreeLook extends TreeInPart {
  readonly stopped?: TreeBound;
  /** Whether all of it was. */
  readonly complete: boolean;
}

/**
 * Gives the text files of a working tree (tracked, and untracked but not ignored) to `feed`, with paths relative to `root`.
 * Without git: every file but those in dot folders and `node_modules`. Files that are newer than `saidFrom` come last.
 * @returns how far; not `complete` when a bound was met, or git could not be asked in a repository
 */
export async function feedTree(root: string, feed: Feed, options: TreeOptions): Promise<TreeLook> {
  const listed = await listedByGit(root, ['-c', '-o', '--exclude-standard'], options);
  const half = halfOf(options);
  const named = await omitFiles(root, options.omit ?? [], { ...half, deadline: halfOf(half).deadline });
  const found: Listing = listed === undefined || listed === 'none' ? walk(root, options) : { paths: listed };
  const isProse = (path: string) => PROSE.includes(extname(path).toLowerCase());
  const later = new LaterFiles(feed, options.saidFrom, options.now());
  for (const { label, text, sinceMs } of options.more ?? []) later.take(label, text, sinceMs);
  const first = new TreeReader(root, later, half);
  for (const isWanted of [isProse, (path: string) => !isProse(path)])
    await first.read(named.paths.filter(isWanted), options.maxLargeBytes);
  const reader = new TreeReader(root, later, options, first);
  for (const isWanted of [isProse, (path: string) => !isProse(path)]) {
    const large = await reader.read(found.paths.filter(isWanted), options.maxFileBytes, options.maxFileBytes);
    await reader.read(large, options.maxLargeBytes);
  }
  await later.feedAll(async (paths, second, show) => {
    if (!Array.isArray(listed)) return listed === 'none' ? 'nothing' : 'unknown';
    const repository = factsFromFiles(root, options.env);
    // Before the first commit there is nothing that was there before.
    if (repository?.undecided.head === false && repository.facts.head === undefined) return 'nothing';
    const git = await openGit(root, options.env, () => options.deadline - options.now());
    return feedEarlierLines(git, paths, second, show);
  });
  const namedStopped = first.stopped ?? named.stopped;
  const stopped = reader.stopped ?? found.stopped ?? namedStopped ?? (listed === undefined ? 'git' : undefined);
  const isCounted = found.stopped === undefined && named.stopped === undefined;
  return {
    files: reader.files,
    ...(isCounted ? { of: new Set([...named.paths, ...found.paths]).size - reader.gone } : {}),
    large: reader.large,
    ...(stopped === undefined ? {} : { stopped }),
    complete: stopped === undefined && reader.large === 0,
  };
}

function halfOf<O extends TreeOptions>(options: O): O {
  const deadline = options.now() + (options.deadline - options.now()) / 2;
  return { ...options, deadline, maxFiles: options.maxFiles / 2, maxBytes: Math.ceil(options.maxBytes / 2) };
}

/** Reads files within the bounds, each path once. */
class TreeReader {
  files: number;
  /** Those of whose text only the beginning was read. */
  large: number;
  /** Those that are no ordinary files, or not to be read. */
  gone: number;
  stopped: TreeBound | undefined;
  #bytes = 0;
  readonly #read: Set<string>;
  readonly #root: string;
  readonly #later: LaterFiles;
  readonly #options: TreeOptions;
  readonly #deadline: number;

  /** Goes on where `before` came to. */
  constructor(root: string, later: LaterFiles, options: TreeOptions, before?: TreeReader) {
    this.files = before?.files ?? 0;
    this.large = before?.large ?? 0;
    this.gone = before?.gone ?? 0;
    this.#bytes = before === undefined ? 0 : before.#bytes;
    this.#read = new Set(before === undefined ? [] : before.#read);
    this.#root = root;
    this.#later = later;
    this.#options = options;
    const left = options.deadline - options.now();
    this.#deadline =
      options.deadline - (options.saidFrom === Number.POSITIVE_INFINITY ? 0 : Math.min(LATER_MS, left / 4));
  }

  /** The first `most` bytes of each. @returns those that are larger than `unlessAbove`, unread */
  async read(paths: readonly string[], most: number, unlessAbove?: number): Promise<readonly string[]> {
    const large: string[] = [];
    for (const [index, path] of paths.entries()) {
      this.stopped ??= boundOf(this.files, this.#bytes, this.#options, this.#deadline);
      if (this.stopped !== undefined) return large;
      if (this.#read.has(path)) continue;
      if (index % FILES_PER_TURN === FILES_PER_TURN - 1) await breathe();
      const left = this.#options.maxBytes - this.#bytes;
      const file = readTreeFile(join(this.#root, path), Math.min(most, left), unlessAbove);
      if (file === undefined) {
        this.#read.add(path);
        this.gone += 1;
        continue;
      }
      if (unlessAbove !== undefined && file.size > unlessAbove) {
        large.push(path);
        continue;
      }
      this.#read.add(path);
      this.files += 1;
      this.#bytes += file.bytes.length;
      const text = textBytesOf(file.bytes);
      if (text === undefined) continue;
      if (file.size > most) this.large += 1;
      else if (file.size > left) this.stopped = 'bytes';
      this.#later.take(path, text, file.sinceMs);
    }
    return large;
  }
}

function boundOf(
  files: number,
  bytes: number,
  options: Pick<TreeOptions, 'deadline' | 'now' | 'maxFiles' | 'maxBytes'>,
  deadline = options.deadline,
): TreeBound | undefined {
  if (files >= options.maxFiles) return 'files';
  if (bytes >= options.maxBytes) return 'bytes';
  return options.now() >= deadline ? 'time' : undefined;
}

/**
 * What the variables of each git-ignored `.env*` file below `root` may hold, and those that promise a secret in other git-ignored files that
 * keep such by their names. Where git cannot tell, all that are found there, ignored or not: a value masked in vain costs less than one that leaves.
 */
export async function ignoredEnvFiles(
  root: string,
  options: Pick<TreeOptions, 'deadline' | 'now' | 'env'>,
): Promise<readonly EnvReadings[]> {
  const ask = (...more: readonly string[]) =>
    listedByGit(root, ['-o', '-i', '--exclude-standard', ...more, '--', ...ENV_FILES], options);
  // Ignored folders can be huge (`node_modules`): one answer passes them by, and is there in time; the other looks inside.
  const answers = await Promise.all([ask('--directory'), ask()]);
  const listed = answers.flatMap((answer) => (answer === undefined || answer === 'none' ? [] : answer));
  const paths = answers.some((answer) => Array.isArray(answer))
    ? [...new Set(listed)]
    : walk(root, { ...options, maxFiles: MOST_WALKED, maxBytes: 1 }).paths;
  const found: EnvReadings[] = [];
  let room = MOST_ENV_BYTES;
  const isEnvFile = (path: string): boolean => basename(path).startsWith('.env');
  const others = paths.filter((path) => !isEnvFile(path) && isSecretsFile(basename(path)));
  for (const path of [...paths.filter(isEnvFile), ...others]) {
    if (found.length >= MOST_ENV_FILES || room === 0 || options.now() >= options.deadline) break;
    const file = readTreeFile(join(root, path), room);
    if (file === undefined) continue;
    room -= file.bytes.length;
    found.push(isEnvFile(path) ? envReadings(file.bytes) : secretReadings(file.bytes));
  }
  return found;
}

/** Paths from `git ls-files`; `none` outside a repository, undefined when git did not answer inside one. */
async function listedByGit(
  root: string,
  args: readonly string[],
  options: Pick<TreeOptions, 'deadline' | 'now' | 'env'>,
): Promise<readonly string[] | 'none' | undefined> {
  if (factsFromFiles(root, options.env) === undefined) return 'none';
  // Half of the time at most: the other half is for reading, be it only what the folder itself shows.
  // This folder is the work tree, whatever the repository says.
  const env = isMoved(options.env) ? options.env : { ...options.env, GIT_WORK_TREE: root };
  const git = await openGit(root, env, () => (options.deadline - options.now()) / 2);
  const names = await git(['ls-files', '-z', ...args]);
  // Untracked repositories inside this one are named as folders, and are their own.
  return names?.split('\0').filter((name) => name !== '' && !name.endsWith('/'));
}

/** Files of a tree; `stopped` where there may be more. */
interface Listing {
  readonly paths: readonly string[];
  readonly stopped?: TreeBound;
}

function walk(root: string, options: Pick<TreeOptions, 'deadline' | 'now' | 'maxFiles' | 'maxBytes'>): Listing {
  const paths: string[] = [];
  const folders = [''];
  for (let folder = folders.shift(); folder !== undefined; folder = folders.shift()) {
    const stopped = boundOf(paths.length, 0, options);
    if (stopped !== undefined) return { paths, stopped };
    for (const entry of entriesOf(join(root, folder))) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isFile()) paths.push(path);
      if (entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules') folders.push(path);
    }
  }
  return { paths };
}

/** What is in a folder, by name; nothing when it is gone or may not be read: then it is no evidence either. */
function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    if (error instanceof Error && 'code' in error) return [];
    throw error;
  }
}
