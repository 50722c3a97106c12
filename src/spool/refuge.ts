/**
 * Where a job goes when the state folder cannot take it: the plugin's own data folder, else a private folder with a random
 * name in the temporary folder (never a fixed name there). A job is a pointer without content; what it points at, the
 * transcript, stays where it is until the state folder can be used again.
 */
import { lstatSync, mkdtempSync, readdirSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Job, NamedJob } from '../contract/state.ts';
import { hash64 } from '../core/hash.ts';
import { StateFolder } from '../io/file-store.ts';
import { StateFolderError } from '../io/state-folder-error.ts';
import { Jobs, stampOf } from './jobs.ts';

function prefixOf(stateFolder: string): string {
  return `mem0-hooks-refuge-${hash64(stateFolder)}-`;
}

export interface RefugeJob extends NamedJob {
  /** What makes its name unique. */
  readonly stamp: string;
  readonly done: () => void;
}

export interface RefugeParents {
  /** The plugin's own data folder, when the client gives one. */
  readonly pluginData: string | undefined;
  readonly temporary: string;
  /** The state folder that could not be written: what fled from one comes back to that one. */
  readonly stateFolder: string;
}

/** Records a job outside the state folder; false when there is no place for it at all. */
export function takeRefuge({ pluginData, temporary, stateFolder }: RefugeParents, job: Job, stamp: string): boolean {
  const places = [
    ...(pluginData === undefined ? [] : [() => join(pluginData, prefixOf(stateFolder))]),
    () => mkdtempSync(join(temporary, prefixOf(stateFolder))),
  ];
  return places.some((place) => {
    try {
      new Jobs(new StateFolder(place())).record(job, stamp);
      return true;
    } catch (error) {
      if (isOfTheSystem(error)) return false;
      throw error;
    }
  });
}

/** Jobs that were recorded outside the state folder. What is not a private folder of this user's own is not touched. */
export function refugeJobs({ pluginData, temporary, stateFolder }: RefugeParents): readonly RefugeJob[] {
  const roots = [
    ...(pluginData === undefined ? [] : [join(pluginData, prefixOf(stateFolder))]),
    ...names(temporary, prefixOf(stateFolder)).map((name) => join(temporary, name)),
  ];
  return roots.filter(isPrivate).flatMap((root) => {
    const jobs = new Jobs(new StateFolder(root));
    try {
      return jobs
        .all()
        .map((named) => ({ ...named, stamp: stampOf(named.name), done: () => leave(root, jobs, named.name) }));
    } catch (error) {
      if (isOfTheSystem(error)) return [];
      throw error;
    }
  });
}

/** The job has come home; the folder goes with its last one. */
function leave(root: string, jobs: Jobs, name: string): void {
  jobs.done(name);
  for (const folder of [join(root, 'jobs'), root]) {
    if (readdirSync(folder).length > 0) return;
    rmdirSync(folder);
  }
}

/** A folder as `mkdtemp` makes it: looked at first, since a state folder tightens the mode of what it opens. */
function isPrivate(path: string): boolean {
  try {
    const stats = lstatSync(path);
    const own = process.getuid === undefined || stats.uid === process.getuid();
    return stats.isDirectory() && own && (process.getuid === undefined || (stats.mode & 0o077) === 0);
  } catch (error) {
    if (isOfTheSystem(error)) return false;
    throw error;
  }
}

function isOfTheSystem(error: unknown): boolean {
  return error instanceof StateFolderError || (error instanceof Error && 'syscall' in error);
}

function names(parent: string, prefix: string): readonly string[] {
  try {
    return readdirSync(parent).filter((name) => name.startsWith(prefix));
  } catch (error) {
    // No temporary folder, or not one that may be looked into: then nothing of ours is there either.
    if (isOfTheSystem(error)) return [];
    throw error;
  }
}
