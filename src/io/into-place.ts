/** The last step of a write: the new file takes its place, whatever is there. */
import { renameSync } from 'node:fs';
import { statOf } from './private-files.ts';
import { codeOf } from './state-folder-error.ts';

/**
 * Renames a file to its place, where another file is replaced. A folder that somebody put there is no file of ours and may hold
 * anything: it is moved aside, whole, and is in nobody's way. Throws system errors.
 */
export function moveIntoPlace(file: string, target: string): void {
  try {
    renameSync(file, target);
  } catch (error) {
    if (codeOf(error) !== 'EISDIR' && !statOf(target)?.isDirectory()) throw error;
    renameSync(target, `${target}.aside-${Date.now().toString(36)}`);
    renameSync(file, target);
  }
}
