/**
 * Where a transcript is now. The client keeps a session's file in the folder of the project in which it works, and moves it into
 * another project's folder when the session goes into a worktree (client 2.1.332, measured): then what a hook was told before leads
 * nowhere, or to what was left behind there, and only the file's name, which is the session's id, tells which one it is. Out of scope:
 * whose it is (`spool/ledger`).
 */
import { statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { TranscriptError } from './reader.ts';
import { namesIn, readHead } from './sessions-on-disk.ts';

/** The folder in which the client has a folder for each project (transcript contract §1). */
const PROJECTS = 'projects';

/** Looks once for each path: what moves later is found by another one. */
export class Whereabouts {
  readonly #known = new Map<string, string>();
  readonly #projects = new Map<string, readonly string[]>();

  /** The path where the talk is that was at `path`: that one as long as something is said in it, or nothing is in any other. */
  of(path: string): string {
    const known = this.#known.get(path) ?? (isTalk(path) ? path : this.#elsewhere(path));
    this.#known.set(path, known);
    return known;
  }

  /** The largest, where several have something to say: what was left behind is a line or two. */
  #elsewhere(path: string): string {
    const projects = dirname(dirname(path));
    if (basename(projects) !== PROJECTS) return path;
    const names = this.#projects.get(projects) ?? namesIn(projects);
    this.#projects.set(projects, names);
    const candidates = names
      .map((project) => join(projects, project, basename(path)))
      .flatMap((one) => (one === path ? [] : [{ one, bytes: sizeOf(one) }]))
      .sort((a, b) => b.bytes - a.bytes);
    return candidates.find(({ one, bytes }) => bytes > 0 && isTalk(one))?.one ?? path;
  }
}

/** Whether it is a file in which something is said. */
function isTalk(path: string): boolean {
  if (sizeOf(path) === 0) return false;
  try {
    return readHead(path).isTalk;
  } catch (error) {
    if (error instanceof TranscriptError) return false;
    throw error;
  }
}

/** In bytes; 0 for what is no file, is not there, or may not be looked at. */
function sizeOf(path: string): number {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats?.isFile() === true ? stats.size : 0;
  } catch (error) {
    if (error instanceof Error && 'code' in error) return 0;
    throw error;
  }
}
