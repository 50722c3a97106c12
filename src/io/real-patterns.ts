/** Patterns of folders as a person writes them, with their beginnings as they really are: `~`, and links on the way. */
import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import picomatch from 'picomatch/posix.js';

/**
 * Each pattern with `~` spelt out, and beside it the one that it becomes where its beginning is a link: whoever writes `~/work` means
 * the folder that is there. Never throws.
 */
export function realPatterns(patterns: readonly string[], home: string | undefined): readonly string[] {
  return [...new Set(patterns.flatMap((pattern) => both(spelt(pattern, home))))];
}

function spelt(pattern: string, home: string | undefined): string {
  return home !== undefined && /^~(?=\/|$)/.test(pattern) ? join(home, pattern.slice(1)) : pattern;
}

function both(pattern: string): readonly string[] {
  if (!/^([\\/]|[A-Za-z]:[\\/])/.test(pattern)) return [pattern];
  // Names with signs in them that mean something may stand for themselves: then the whole is a beginning.
  const { base } = picomatch.scan(pattern);
  const whole = realBeginning(pattern);
  const beginning = pattern.startsWith(base) ? realBeginning(base) + pattern.slice(base.length) : pattern;
  return [pattern, beginning, whole];
}

/** A path whose folders that are there are real, and the rest as it stands. */
function realBeginning(path: string): string {
  for (let folder = path, rest = ''; ; ) {
    const real = realOf(folder);
    if (real !== undefined) return rest === '' ? real : join(real, rest);
    const above = dirname(folder);
    if (above === folder) return path;
    rest = join(folder.slice(above.length), rest);
    folder = above;
  }
}

function realOf(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch (error) {
    // Not there, or not to be looked at: then it is no link either.
    if (error instanceof Error && 'code' in error) return undefined;
    throw error;
  }
}
