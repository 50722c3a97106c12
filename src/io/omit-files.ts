/**
 * Files of a working tree that a person or a repository names as evidence (`omit` in the settings), even where git ignores them.
 * Nothing of `.git` is among them, and nothing that lies out of the tree. Out of scope: reading them (`work-tree`).
 */
import { type Dir, type Dirent, opendirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import type { TreeBound } from '../contract/state.ts';
import { type FilePatterns, filePatterns } from '../core/settings/file-patterns.ts';
import { NAMES } from './file-names.ts';
import { realOf, statOf } from './missing.ts';

export interface OmitFiles {
  /** From the root; what lies higher up comes first. */
  readonly paths: readonly string[];
  /** Where there may be more of them. */
  readonly stopped?: TreeBound;
}

export interface OmitBounds {
  /** An instant, ms since the epoch. */
  readonly deadline: number;
  readonly now: () => number;
  readonly maxFiles: number;
}

/** Names that are looked at; `node_modules` can hold hundreds of thousands. [?] ours */
const MOST_NAMES = 200_000;
/** Names between two pauses. */
const NAMES_PER_TURN = 2_000;

/** The files that the patterns mean, within the bounds. Never rejects for what the tree is like. */
export async function omitFiles(root: string, patterns: readonly string[], bounds: OmitBounds): Promise<OmitFiles> {
  return patterns.length === 0 ? { paths: [] } : new OmitWalk(root, filePatterns(patterns, NAMES), bounds).all();
}

class OmitWalk {
  readonly #paths = new Set<string>();
  readonly #root: string;
  readonly #realRoot: string | undefined;
  readonly #patterns: FilePatterns;
  readonly #bounds: OmitBounds;
  #stopped: TreeBound | undefined;
  #names = 0;

  constructor(root: string, patterns: FilePatterns, bounds: OmitBounds) {
    this.#root = root;
    this.#realRoot = realOf(root);
    this.#patterns = patterns;
    this.#bounds = bounds;
  }

  async all(): Promise<OmitFiles> {
    const folders: string[] = [];
    // One may lie below another: the way to it may be a link, and further down no link to a folder is followed.
    for (const path of this.#patterns.beginnings) {
      const kind = this.#kindInside(path);
      if (kind === 'file') this.#take(path);
      if (kind === 'folder') folders.push(path);
    }
    const looked = new Set<string>();
    // What others have written comes last.
    const last: string[] = [];
    for (let next = folders.shift(); next !== undefined; next = folders.shift() ?? last.shift()) {
      if (looked.has(next)) continue;
      looked.add(next);
      for (const entry of this.#entriesOf(next)) {
        if (this.#isAtBound()) break;
        if (this.#names % NAMES_PER_TURN === 0) await breathe();
        const path = next === '' ? entry.name : `${next}/${entry.name}`;
        if (entry.name === 'node_modules' && entry.isDirectory()) last.push(path);
        else if (entry.isDirectory() && !isGit(entry.name)) folders.push(path);
        else if (entry.isFile() || entry.isSymbolicLink()) this.#take(path, entry.isSymbolicLink());
      }
      if (this.#stopped !== undefined) break;
    }
    return { paths: [...this.#paths], ...(this.#stopped === undefined ? {} : { stopped: this.#stopped }) };
  }

  #take(path: string, isLink = false): void {
    if (isGit(path.slice(path.lastIndexOf('/') + 1)) || !this.#patterns.matches(path, this.#hasTime)) return;
    if (!isLink || this.#kindInside(path) === 'file') this.#paths.add(path);
  }

  readonly #hasTime = () => this.#bounds.now() < this.#bounds.deadline;

  #isAtBound(): boolean {
    this.#names += 1;
    if (this.#paths.size >= this.#bounds.maxFiles || this.#names > MOST_NAMES) this.#stopped = 'files';
    else if (!this.#hasTime()) this.#stopped = 'time';
    return this.#stopped !== undefined;
  }

  /** One at a time: a folder of a million names must not be read to its end when there is no time for it. */
  *#entriesOf(folder: string): Generator<Dirent> {
    let opened: Dir | undefined;
    try {
      opened = opendirSync(join(this.#root, folder));
      for (let entry = opened.readSync(); entry !== null; entry = opened.readSync()) yield entry;
    } catch (error) {
      // Gone, or not to be read: no evidence, and no error.
      if (!(error instanceof Error && 'code' in error)) throw error;
    } finally {
      opened?.closeSync();
    }
  }

  /** What a path really is, where no link leads it out of the tree or into what is git's. */
  #kindInside(path: string): 'file' | 'folder' | undefined {
    const real = realOf(join(this.#root, path));
    if (real === undefined || this.#realRoot === undefined) return undefined;
    const way = relative(this.#realRoot, real).split(sep);
    if (way[0] === '..' || way.some(isGit) || path.split('/').some(isGit)) return undefined;
    const stats = statOf(real);
    return stats?.isFile() ? 'file' : stats?.isDirectory() ? 'folder' : undefined;
  }
}

function isGit(name: string): boolean {
  return name.toLowerCase() === '.git';
}
