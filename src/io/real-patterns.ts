/** Patterns of folders as a person writes them, with their beginnings as they really are: `~`, and links on the way. */
import { dirname, join } from 'node:path';
import { alternativesOf } from '../contract/patterns.ts';
import { beginningOf, partsOf, quoted, withSlashes } from '../core/settings/glob.ts';
import { realOf } from './missing.ts';

/**
 * Each pattern with `~` spelt out, and beside it the ones that it becomes where its beginning is a link: whoever writes `~/work`
 * means the folder that is there. Never throws.
 */
export function realPatterns(patterns: readonly string[], home: string | undefined): readonly string[] {
  return [...new Set(patterns.flatMap((pattern) => withReal(spelt(pattern, home))))];
}

/** The home folder's name is a name, whatever signs are in it. */
function spelt(pattern: string, home: string | undefined): string {
  if (home === undefined || !/^~(?=\/|$)/.test(pattern)) return pattern;
  return `${quotedPath(home)}${pattern.slice(1)}`;
}

function withReal(pattern: string): readonly string[] {
  const plain = withSlashes(pattern);
  if (!/^(\/|[A-Za-z]:\/)/.test(plain)) return [pattern];
  const really = (alternativesOf(plain) ?? []).flatMap((one) => {
    const { names, rest } = beginningOf(partsOf(one));
    const real = realBeginning(names.join('/') || '/');
    return real === undefined ? [] : [[quotedPath(real), ...rest].join('/').replace(/^\/\//, '/')];
  });
  // Names with signs in them that mean something may stand for themselves: then the whole is a beginning.
  const whole = realBeginning(plain);
  return [pattern, ...really, ...(whole === undefined ? [] : [quotedPath(whole)])];
}

function quotedPath(path: string): string {
  return withSlashes(path).split('/').map(quoted).join('/');
}

/** A path whose folders that are there are real, and the rest as it stands; undefined where that is the same. */
function realBeginning(path: string): string | undefined {
  for (let folder = path, rest = ''; ; ) {
    const real = realOf(folder);
    if (real !== undefined) {
      const whole = rest === '' ? real : join(real, rest);
      return whole === path ? undefined : whole;
    }
    const above = dirname(folder);
    if (above === folder) return undefined;
    rest = join(folder.slice(above.length), rest);
    folder = above;
  }
}
