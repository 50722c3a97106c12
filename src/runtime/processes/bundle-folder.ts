/** Where the running bundle lies: the others are beside it, and its release around it. */
import { realpathSync } from 'node:fs';
import { dirname } from 'node:path';

/** A link that leads to the bundle (the `bin` of a package) is followed: nothing of ours is beside it. */
export function bundleFolder(): string {
  const path = process.argv[1] ?? '.';
  try {
    return dirname(realpathSync(path));
  } catch (error) {
    // It was removed, or may not be looked at, while it runs.
    if (!(error instanceof Error && 'code' in error)) throw error;
    return dirname(path);
  }
}
