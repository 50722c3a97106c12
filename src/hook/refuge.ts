/**
 * Where a job goes when the state folder cannot take it: the plugin's own data folder, else a private folder with a random
 * name in the temporary folder (never a fixed name there). A job is a pointer without content; what it points at, the
 * transcript, stays where it is until the state folder can be used again.
 */
import { mkdtempSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { asFailure } from '../contract/failure.ts';
import { StateFolder } from '../io/file-store.ts';
import { type Job, Jobs, type NamedJob, stampOf } from '../spool/jobs.ts';
import type { Runtime } from './runtime.ts';

const PREFIX = 'mem0-hooks-';
const IN_PLUGIN_DATA = 'refuge';

export interface RefugeJob extends NamedJob {
  /** What makes its name unique. */
  readonly stamp: string;
  readonly done: () => void;
}

/** Records a job outside the state folder; false when there is no place for it at all. */
export function takeRefuge(runtime: Runtime, job: Job, stamp: string): boolean {
  const { pluginData, temporary } = runtime.refugeParents;
  const places = [
    ...(pluginData === undefined ? [] : [() => join(pluginData, IN_PLUGIN_DATA)]),
    () => mkdtempSync(join(temporary, PREFIX)),
  ];
  return places.some((place) => {
    try {
      new Jobs(new StateFolder(place())).record(job, stamp);
      return true;
    } catch (error) {
      runtime.log('no-refuge', { reason: asFailure(error).reason });
      return false;
    }
  });
}

/** Jobs that were recorded outside the state folder. A folder that is not this user's own and private is passed over. */
export function refugeJobs(runtime: Runtime): readonly RefugeJob[] {
  const { pluginData, temporary } = runtime.refugeParents;
  const roots = [
    ...(pluginData === undefined ? [] : [join(pluginData, IN_PLUGIN_DATA)]),
    ...names(temporary).map((name) => join(temporary, name)),
  ];
  return roots.flatMap((root) => {
    const folder = new StateFolder(root);
    const jobs = new Jobs(folder);
    try {
      return jobs.all().map((named) => ({ ...named, stamp: stampOf(named.name), done: () => jobs.done(named.name) }));
    } catch (error) {
      runtime.log('no-refuge', { reason: asFailure(error).reason });
      return [];
    }
  });
}

function names(parent: string): readonly string[] {
  try {
    return readdirSync(parent).filter((name) => name.startsWith(PREFIX));
  } catch (error) {
    // No temporary folder, or not one that may be looked into: then nothing of ours is there either.
    if (error instanceof Error && 'code' in error) return [];
    throw error;
  }
}
