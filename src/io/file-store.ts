/**
 * The state folder: private files, each written whole or not at all, no symbolic link followed (design §4: 0700 and 0600).
 * All calls are synchronous: a hook lives for some tens of milliseconds, and the synchronous ones are the fastest there.
 * Out of scope: what the files mean (`spool`, `state`), and which folder it is (`runtime/runtime`).
 *
 * The root belongs to this user alone and nobody else may enter it, so nobody else can swap what lies inside between a check
 * and its use. Above the root, symbolic links are the person's own affair (a linked home folder).
 */
import {
  constants,
  fsyncSync,
  linkSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isTemporary, removeHalfWritten } from './half-written.ts';
import { moveIntoPlace } from './into-place.ts';
import { type DatedFile, datedFiles, removeFiles, removeFolders } from './many-files.ts';
import { hasParent, makeParent } from './parent-folders.ts';
import { isPlain } from './plain-names.ts';
import { statOf, syncFolder, unlessMissing, withFile } from './private-files.ts';
import { codeOf, StateFolderError } from './state-folder-error.ts';

/** A name that goes and comes again while it is moved. */
const RENAME_TRIES = 20;

/** Names tried for a temporary file before giving up; more than one only where a killed process had the same id. */
const TEMPORARY_TRIES = 100;

export class StateFolder {
  readonly root: string;
  #serial = 0;

  /** Nothing is read or created until the first call. */
  constructor(root: string) {
    this.root = resolve(root);
  }

  /**
   * Replaces the file as one step, durable when this returns: after a kill or a power cut the old text is there or the new.
   * Missing folders are created.
   */
  write(path: string, content: string | Uint8Array): void {
    this.#replace(path, content, true);
  }

  /**
   * The same for what can be done without: after a kill the old text is there or the new, after a power cut perhaps neither, or a file
   * that is no document. Nothing waits for the disk, which takes some ten milliseconds where it is slow.
   */
  writeSoon(path: string, content: string): void {
    this.#replace(path, content, false);
  }

  #replace(path: string, content: string | Uint8Array, isDurable: boolean): void {
    this.#doing(path, (target) => {
      makeParent(this.root, path);
      const temporary = this.#createTemporary(target, content, isDurable);
      try {
        moveIntoPlace(temporary, target);
      } catch (error) {
        rmSync(temporary, { force: true });
        throw error;
      }
      if (isDurable) syncFolder(dirname(target));
    });
  }

  /**
   * Writes a file that must not be there yet, whole and durable: of several that try at once exactly one wins.
   * @returns false when there is a file already, which is left as it is
   */
  writeNew(path: string, content: string): boolean {
    return this.#doing(path, (target) => {
      makeParent(this.root, path);
      const temporary = this.#createTemporary(target, content);
      try {
        linkSync(temporary, target);
      } catch (error) {
        if (codeOf(error) === 'EEXIST') return false;
        throw error;
      } finally {
        rmSync(temporary, { force: true });
      }
      syncFolder(dirname(target));
      return true;
    });
  }

  /** Adds one line (its line feed is added here); starts on a line of its own even after an append that was cut off. */
  append(path: string, line: string): void {
    if (line.includes('\n')) throw new TypeError('an appended line must not hold a line feed');
    this.#doing(path, (target) => {
      makeParent(this.root, path);
      const flags = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT;
      withFile(target, flags, (descriptor, stats) => {
        const last = new Uint8Array(1);
        const torn = stats.size > 0 && readSync(descriptor, last, 0, 1, stats.size - 1) === 1 && last[0] !== 0x0a;
        writeFileSync(descriptor, `${torn ? '\n' : ''}${line}\n`);
        fsyncSync(descriptor);
      });
    });
  }

  /** The file's text, or undefined when there is none. */
  read(path: string): string | undefined {
    return this.#doing(path, (target) => {
      if (!hasParent(this.root, path)) return undefined;
      return unlessMissing(() =>
        withFile(target, constants.O_RDONLY, (descriptor) => readFileSync(descriptor, 'utf8')),
      );
    });
  }

  /** Names in a folder, sorted by code unit; empty when the folder is missing. A name that no file of ours has is not told. */
  list(path: string): readonly string[] {
    return this.#doing(path, (target) => {
      if (!hasParent(this.root, `${path}/x`)) return [];
      const names = unlessMissing(() => readdirSync(target)) ?? [];
      return names.filter((name) => isPlain(name) && !isTemporary(name)).sort();
    });
  }

  /** When a file was last written (ms since the epoch); undefined when it is not there. */
  modifiedAt(path: string): number | undefined {
    return this.#doing(path, (target) => (hasParent(this.root, path) ? statOf(target)?.mtimeMs : undefined));
  }

  /** The files in a folder, not sorted, and when each was last written; links count as files, folders do not. */
  dated(path: string, isWanted: (name: string) => boolean = () => true): readonly DatedFile[] {
    const isOurs = (name: string) => isPlain(name) && !isTemporary(name) && isWanted(name);
    return this.#doing(path, (target) => (hasParent(this.root, `${path}/x`) ? datedFiles(target, isOurs) : []));
  }

  /**
   * Removes many files of a folder, and never a folder among them; durable, all of them, when this returns.
   * @returns how many were there
   */
  removeFiles(path: string, names: readonly string[]): number {
    if (!names.every(isPlain)) throw new TypeError('a file of the state folder has a plain name');
    return this.#doing(path, (target) => (hasParent(this.root, `${path}/x`) ? removeFiles(target, names) : 0));
  }

  /** Removes many folders of a folder with the files in them. One that holds anything else stays. @returns how many went */
  removeFolders(path: string, names: readonly string[]): number {
    if (!names.every(isPlain)) throw new TypeError('a folder of the state folder has a plain name');
    return this.#doing(path, (target) =>
      hasParent(this.root, `${path}/x`) ? removeFolders(target, names, isPlain) : 0,
    );
  }

  /**
   * Removes what killed processes left half-written, in the root and in these folders of it, and is old by when it was last touched
   * (ms since the epoch). @returns how many
   */
  removeHalfWritten(folders: readonly string[], isOld: (at: number) => boolean): number {
    return this.#doing('x', () => (hasParent(this.root, 'x') ? removeHalfWritten(this.root, folders, isOld) : 0));
  }

  /** Removes a file, or a folder with all that is in it. @returns false when it was not there */
  remove(path: string): boolean {
    return this.#doing(path, (target) => {
      if (!hasParent(this.root, path) || statOf(target) === undefined) return false;
      rmSync(target, { recursive: true, force: true });
      syncFolder(dirname(target));
      return true;
    });
  }

  /**
   * Renames a file, replacing what is at `to`. Of several that move the same file at once exactly one wins.
   * @returns false when `from` is not there (any more): that is how a claim is lost
   */
  move(from: string, to: string): boolean {
    return this.#rename(from, to, []);
  }

  /**
   * Renames a folder to a place that must be free: of several that try at once exactly one wins (an empty folder is free).
   * @returns false when the place is taken, or `from` is not there
   */
  moveNew(from: string, to: string): boolean {
    return this.#rename(from, to, ['ENOTEMPTY', 'EEXIST', 'ENOTDIR']);
  }

  /** A private folder's absolute path, for what must open files itself (a database); it is created when missing. */
  folder(path: string): string {
    return this.#doing(path, (target) => {
      makeParent(this.root, `${path}/x`);
      return target;
    });
  }

  #rename(from: string, to: string, lost: readonly string[], tries = 0): boolean {
    const source = this.#locate(from);
    return this.#doing(to, (target) => {
      if (!hasParent(this.root, from) || statOf(source) === undefined) return false;
      makeParent(this.root, to);
      try {
        renameSync(source, target);
      } catch (error) {
        const code = codeOf(error);
        if (code !== undefined && lost.includes(code)) return false;
        // Gone between the look and the rename. When it is there again, another one came meanwhile, unless something else is missing.
        if (code === 'ENOENT' && statOf(source) === undefined) return false;
        if (code === 'ENOENT' && tries < RENAME_TRIES) return this.#rename(from, to, lost, tries + 1);
        throw error;
      }
      syncFolder(dirname(target));
      if (dirname(source) !== dirname(target)) syncFolder(dirname(source));
      return true;
    });
  }

  /** Turns every system error into the one error of this module; `path` is the one it names. */
  #doing<T>(path: string, action: (target: string) => T): T {
    const target = this.#locate(path);
    try {
      return action(target);
    } catch (error) {
      throw StateFolderError.from(error, target);
    }
  }

  /** Only plain names, so that nothing from outside can climb out of the folder or hide in it. */
  #locate(path: string): string {
    if (!path.split('/').every(isPlain)) throw new TypeError('a path in the state folder is made of plain names');
    return join(this.root, path);
  }

  #createTemporary(target: string, content: string | Uint8Array, isDurable = true): string {
    const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;
    const stem = join(dirname(target), `.${target.slice(dirname(target).length + 1)}.${process.pid}`);
    for (let tries = 1; ; tries++) {
      const temporary = `${stem}.${++this.#serial}.tmp`;
      try {
        withFile(temporary, flags, (descriptor) => {
          writeFileSync(descriptor, content);
          if (isDurable) fsyncSync(descriptor);
        });
        return temporary;
      } catch (error) {
        if (codeOf(error) === 'EEXIST' && tries < TEMPORARY_TRIES) continue;
        if (codeOf(error) !== 'EEXIST') rmSync(temporary, { force: true });
        throw error;
      }
    }
  }
}
