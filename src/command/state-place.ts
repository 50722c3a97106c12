/** Whether the state folder can be used, as far as that can be seen without touching it. */
import { accessSync, constants, lstatSync, type Stats } from 'node:fs';
import { dirname } from 'node:path';
import { codeOf } from '../io/state-folder-error.ts';
import type { Runtime } from '../runtime/runtime.ts';

export interface StatePlace {
  /** Null where there is no home folder to put it in. */
  readonly folder: string | null;
  readonly state: 'absent' | 'usable' | 'unusable';
  /** Why it cannot be used, in words. */
  readonly trouble?: string;
}

export function stateOf(runtime: Runtime): StatePlace {
  const given = runtime.config.stateFolder;
  if (runtime.home === undefined && (given === undefined || given.startsWith('~/')))
    return { folder: null, state: 'unusable', trouble: 'there is no home folder to put it in' };
  const folder = runtime.folder.root;
  try {
    const stats = statOf(folder);
    if (stats === undefined) return absent(folder);
    if (!stats.isDirectory()) return { folder, state: 'unusable', trouble: 'it is no folder' };
    if (process.geteuid !== undefined && stats.uid !== process.geteuid())
      return { folder, state: 'unusable', trouble: "it is somebody else's" };
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return { folder, state: 'usable' };
  } catch (error) {
    return { folder, state: 'unusable', trouble: troubleOf(error) };
  }
}

/** It will be made by the first hook, where it can be. */
function absent(folder: string): StatePlace {
  let above = dirname(folder);
  while (statOf(above) === undefined && dirname(above) !== above) above = dirname(above);
  try {
    // Links are followed above the folder, as they are when it is made.
    accessSync(`${above}/.`, constants.W_OK | constants.X_OK);
    return { folder, state: 'absent' };
  } catch (error) {
    return { folder, state: 'unusable', trouble: `it cannot be made: ${troubleOf(error)}` };
  }
}

function statOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    // Something on the way is no folder: then that is where the way ends.
    if (codeOf(error) === 'ENOTDIR') return undefined;
    throw error;
  }
}

function troubleOf(error: unknown): string {
  const code = codeOf(error);
  if (code === undefined) throw error;
  return code;
}
