/** Versions of Claude Code with which all scenarios were seen to hold. `CLAUDE_VERSION` names another. */
import { inject } from 'vitest';

/** The newest; what is taken where none is named. */
export const NEWEST = '2.1.332';
/**
 * The oldest that is supported: the first that starts hooks without a shell. One that is older runs `node` with the hook's input as
 * its program.
 */
export const OLDEST = '2.1.139';

/** Whether the client that is held is this version or a newer one: for what older clients did otherwise. */
export function isSince(first: string): boolean {
  return inject('clientVersion').localeCompare(first, 'en', { numeric: true }) >= 0;
}
