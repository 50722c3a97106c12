/**
 * What stands in the working tree: the text of its files, as evidence of what a message
 * repeats from the repository, and the values of ignored `.env*` files, which must never leave.
 * Out of scope: matching and masking (`core`). All of it is bounded in time, files and bytes, and says when a bound cut it off.
 */
import { closeSync, constants, type Dirent, fstatSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import { parseEnv } from 'node:util';
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
const MOST_ENV_BYTES = 256 * 1024;

/**
 * Gives the text files of a working tree (tracked, and untracked but not ignored) to `feed`, with paths relative to `root`.
 * Without git: every file but those in dot folders and `node_modules`.
 * @returns `complete` is false when a bound was met, or git could not be asked in a repository
 */
export async function feedTree(
  root: string,
  feed: (path: string, content: Uint8Array) => void,
  options: TreeOptions,
): Promise<{ readonly files: number; readonly complete: boolean }> {
  const listed = await listedByGit(root, ['-c', '-o', '--exclude-standard'], options);
  const found = listed === undefined || listed === 'none' ? walk(root, options) : { paths: listed, complete: true };
  let complete = found.complete && listed !== undefined;
  const isProse = (path: string) => PROSE.includes(extname(path).toLowerCase());
  const paths = [...found.paths.filter(isProse), ...found.paths.filter((path) => !isProse(path))];
  let files = 0;
  let bytes = 0;
  for (const [index, path] of paths.entries()) {
    if (files >= options.maxFiles || bytes >= options.maxBytes || options.now() >= options.deadline) {
      complete = false;
      break;
    }
    if (index % FILES_PER_TURN === FILES_PER_TURN - 1) await breathe();
    const content = contentOf(join(root, path), Math.min(options.maxFileBytes, options.maxBytes - bytes));
    if (content === 'large') complete = false;
    if (content === undefined || content === 'large') continue;
    files++;
    bytes += content.byteLength;
    if (!content.includes(0)) feed(path, content);
  }
  return { files, complete };
}

/**
 * The variables of each git-ignored `.env*` file below `root`. Where git cannot tell, those of `root` itself, ignored or not:
 * a value masked in vain costs less than one that leaves.
 */
export async function ignoredEnvFiles(
  root: string,
  options: Pick<TreeOptions, 'deadline' | 'now' | 'env'>,
): Promise<readonly Readonly<Record<string, string>>[]> {
  const ask = (...more: readonly string[]) =>
    listedByGit(root, ['-o', '-i', '--exclude-standard', ...more, '--', ':(glob)**/.env*'], options);
  // Ignored folders can be huge (`node_modules`): one answer passes them by, and is there in time; the other looks inside.
  const answers = await Promise.all([ask('--directory'), ask()]);
  const listed = answers.flatMap((answer) => (answer === undefined || answer === 'none' ? [] : answer));
  const paths = answers.some((answer) => Array.isArray(answer))
    ? [...new Set(listed)]
    : entriesOf(root).flatMap((entry) => (entry.isFile() ? [entry.name] : []));
  const found: Readonly<Record<string, string>>[] = [];
  for (const path of paths.filter((name) => basename(name).startsWith('.env'))) {
    if (found.length >= MOST_ENV_FILES || options.now() >= options.deadline) break;
    const content = contentOf(join(root, path), MOST_ENV_BYTES);
    if (content === undefined || content === 'large') continue;
    const values = Object.entries(parseEnv(content.toString('utf8')));
    found.push(Object.fromEntries(values.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))));
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

function walk(root: string, options: TreeOptions): { readonly paths: readonly string[]; readonly complete: boolean } {
  const paths: string[] = [];
  const folders = [''];
  for (let folder = folders.shift(); folder !== undefined; folder = folders.shift()) {
    if (paths.length >= options.maxFiles || options.now() >= options.deadline) return { paths, complete: false };
    for (const entry of entriesOf(join(root, folder))) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isFile()) paths.push(path);
      if (entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules') folders.push(path);
    }
  }
  return { paths, complete: true };
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

/** The bytes of an ordinary file, or of one that a link names; `large` above `most`; undefined for anything else (gone, a pipe, not readable). */
function contentOf(path: string, most: number): Buffer | 'large' | undefined {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) return undefined;
    return stats.size > most ? 'large' : readFileSync(descriptor);
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined;
    throw error;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
