/**
 * Patterns of files from the root of a work tree (`omit` in the settings): which files are meant, and where to look for them.
 * Out of scope: looking (`io/omit-files`).
 */
import { alternativesOf } from '../../contract/patterns.ts';
import { type MatchOptions, matcherOf, partsOf } from './glob.ts';

export interface FilePatterns {
  /** Whether a file is meant, by its path from the root: it matches a pattern, or lies in a folder that does. Not,
   * where the time came to an end first. */
  readonly matches: (path: string, goesOn?: () => boolean) => boolean;
  /** The folders, or files, below which all that is meant lies. `''` is the root. */
  readonly beginnings: readonly string[];
}

/** Like in a `.gitignore` a slash at the beginning is the root. A pattern that leads out of it means nothing. */
export function filePatterns(patterns: readonly string[], options: MatchOptions): FilePatterns {
  const all = patterns
    .flatMap((pattern) => [pattern, ...(alternativesOf(pattern) ?? [])])
    .map((pattern) => partsOf(pattern.replace(/^\/+/, '')))
    .filter((parts) => parts.length > 0 && !parts.includes('..'));
  const matches = matcherOf(all, options);
  const beginnings = all.map((parts) => {
    const count = parts.findIndex((part) => /[\\*?[\]{}]/.test(part));
    return parts.slice(0, count < 0 ? parts.length : count).join('/');
  });
  return {
    matches: (path, goesOn) => matches(path.split('/'), goesOn),
    beginnings: [...new Set(beginnings)],
  };
}
