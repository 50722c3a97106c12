/** Where the running bundle lies: the others are beside it, and its release around it. */
import { dirname } from 'node:path';
import { realOf } from '../../io/missing.ts';

/** A link that leads to the bundle (the `bin` of a package) is followed: nothing of ours is beside it. */
export function bundleFolder(): string {
  const path = process.argv[1] ?? '.';
  try {
    return dirname(realOf(path) ?? path);
  } catch (error) {
    // It was removed, or may not be looked at, while it runs.
    if (!(error instanceof Error && 'code' in error)) throw error;
    return dirname(path);
  }
}
