/** The folder that a person stands in, be it gone. */
import { isAbsolute } from 'node:path';

/** Where the system has no name for it any more, the one that the shell knows it by. */
export function workingFolder(env: Readonly<Record<string, string | undefined>>): string {
  try {
    return process.cwd();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    const known = env['PWD'];
    return known !== undefined && isAbsolute(known) ? known : '/';
  }
}
