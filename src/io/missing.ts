/** Looking at what may not be there, or may not be looked at: then it is missing, and that is no error. */
import { lstatSync, realpathSync, type Stats, statSync } from 'node:fs';

/** Not there, not allowed, a NUL in the name: each is a missing fact, and a hook has nobody to tell it to. */
export function orMissing<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined;
    throw error;
  }
}

export function statOf(path: string): Stats | undefined {
  return orMissing(() => statSync(path, { throwIfNoEntry: false }));
}

export function lstatOf(path: string): Stats | undefined {
  return orMissing(() => lstatSync(path, { throwIfNoEntry: false }));
}

/** The path with every link in it resolved. */
export function realOf(path: string): string | undefined {
  return orMissing(() => realpathSync.native(path));
}
