/**
 * What stands in the working tree: the text of its files, as evidence of what a message
 * repeats from the repository, and the values of ignored `.env*` files, which must never leave.
 * Out of scope: matching and masking (`core`). All of it is bounded in time, files and bytes, and says when a bound cut it off.
 */
import { closeSync, constants, type Dirent, fstatSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import type { TreeBound, TreeInPart } from '../contract/state.ts';
import { type EnvReadings, envReadings } from '../core/redaction/env-file.ts';
import { type Environment, factsFromFiles } from './git-files.ts';
import { openGit } from './git-process.ts';

export interface TreeOptions {
  /** An instant, ms since the epoch. */
  readonly deadline: number;
  readonly now: () => number;
  readonly env: Environment;
  readonly maxFiles: number;
  readonly maxFileBytes: number;
  readonly maxBytes: number;
}

/** Prose is quoted more than code is, so it comes first when the bounds do not let everything in [?]. */
const PROSE = ['.md', '.mdx', '.txt', '.rst', '.adoc'];
/** Files between two pauses, so that the timers of the process get their turn. */
const FILES_PER_TURN = 200;
/** Enough for any project; a tree with more `.env*` files than this has them as data [?]. */
const MOST_ENV_FILES = 100;
/** Of a larger file the beginning is read, and of all files together so much [?]. */
const MOST_ENV_BYTES = 1024 * 1024;
/** A file with a NUL in so many bytes is no text: git looks at as many. */
const BINARY_BYTES = 8_000;

/** How far a tree was looked at. */
export interface TreeLook extends TreeInPart {
  readonly stopped?: TreeBound;
  /** Whether all of it was. */
  readonly complete: boolean;
}

/**
 * Gives the text files of a working tree (tracked, and untracked but not ignored) to `feed`, with paths relative to `root`.
 * Without git: every file but those in dot folders and `node_modules`.
 * @returns how far; not `complete` when a bound was met, or git could not be asked in a repository
 */
export async function feedTree(
  root: string,
  feed: (path: string, content: Uint8Array) => void,
  options: TreeOptions,
): Promise<TreeLook> {
  const listed = await listedByGit(root, ['-c', '-o', '--exclude-standard'], options);
  const found: Listing = listed === undefined || listed === 'none' ? walk(root, options) : { paths: listed };
  let stopped = found.stopped ?? (listed === undefined ? 'git' : undefined);
  const isProse = (path: string) => PROSE.includes(extname(path).toLowerCase());
  const paths = [...found.paths.filter(isProse), ...found.paths.filter((path) => !isProse(path))];
  let [files, bytes, large, gone] = [0, 0, 0, 0];
  for (const [index, path] of paths.entries()) {
    const bound = boundOf(files, bytes, options);
    if (bound !== undefined) {
      stopped = bound;
      break;
    }
    if (index % FILES_PER_TURN === FILES_PER_TURN - 1) await breathe();
    const room = options.maxBytes - bytes;
    const content = contentOf(join(root, path), Math.min(options.maxFileBytes, room));
    if (content === undefined) gone++;
    else if (content !== 'large') {
      files++;
      bytes += content.byteLength;
      if (!content.includes(0)) feed(path, content);
    } else if (room < options.maxFileBytes) stopped = 'bytes';
    else large++;
  }
  return {
    files,
    ...(found.stopped === undefined ? { of: paths.length - gone } : {}),
    large,
    ...(stopped === undefined ? {} : { stopped }),
    complete: stopped === undefined && large === 0,
  };
}

function boundOf(files: number, bytes: number, options: TreeOptions): TreeBound | undefined {
  if (files >= options.maxFiles) return 'files';
  if (bytes >= options.maxBytes) return 'bytes';
  return options.now() >= options.deadline ? 'time' : undefined;
}

/**
 * What the variables of each git-ignored `.env*` file below `root` may hold. Where git cannot tell, those of `root` itself, ignored or not:
 * a value masked in vain costs less than one that leaves.
 */
export async function ignoredEnvFiles(
  root: string,
  options: Pick<TreeOptions, 'deadline' | 'now' | 'env'>,
): Promise<readonly EnvReadings[]> {
  const ask = (...more: readonly string[]) =>
    listedByGit(root, ['-o', '-i', '--exclude-standard', ...more, '--', ':(glob)**/.env*'], options);
  // Ignored folders can be huge (`node_modules`): one answer passes them by, and is there in time; the other looks inside.
  const answers = await Promise.all([ask('--directory'), ask()]);
  const listed = answers.flatMap((answer) => (answer === undefined || answer === 'none' ? [] : answer));
  const paths = answers.some((answer) => Array.isArray(answer))
    ? [...new Set(listed)]
    : entriesOf(root).flatMap((entry) => (entry.isFile() ? [entry.name] : []));
  const found: EnvReadings[] = [];
  let room = MOST_ENV_BYTES;
  for (const path of paths.filter((name) => basename(name).startsWith('.env'))) {
    if (found.length >= MOST_ENV_FILES || room === 0 || options.now() >= options.deadline) break;
    const content = contentOf(join(root, path), room, 'beginning');
    if (content === undefined || content === 'large') continue;
    room -= content.byteLength;
    found.push(envReadings(content));
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
  const git = await openGit(root, options.env, () => (options.deadline - options.now()) / 2);
  const names = await git(['ls-files', '-z', ...args]);
  // Untracked repositories inside this one are named as folders, and are their own.
  return names?.split('\0').filter((name) => name !== '' && !name.endsWith('/'));
}

/** Files of a tree; `stopped` where there may be more. */
interface Listing {
  readonly paths: readonly string[];
  readonly stopped?: TreeBound;
}

function walk(root: string, options: TreeOptions): Listing {
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

/**
/**
 * The bytes of an ordinary file, or of one that a link names. Of one above `most` its beginning where that will do, else `large`
 * for text, and of a binary one no more than its beginning, since it is no evidence. Undefined for anything else (gone, a pipe,
 * not readable).
 */
function contentOf(path: string, most: number, enough?: 'beginning'): Buffer | 'large' | undefined {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) return undefined;
    if (stats.size <= most) return readFileSync(descriptor);
    const bytes = Buffer.alloc(enough === undefined ? BINARY_BYTES : most);
    const beginning = bytes.subarray(0, readSync(descriptor, bytes, 0, bytes.length, 0));
    return enough !== undefined || beginning.includes(0) ? beginning : 'large';
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined;
    throw error;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
