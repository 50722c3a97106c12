/** Patterns of folders as a person writes them, with their beginnings as they really are: `~`, and links on the way. */
import { basename, dirname, isAbsolute, join } from 'node:path';
import { alternativesOf } from '../contract/patterns.ts';
import { beginningOf, partsOf, quotedPath, withSlashes } from '../core/settings/glob.ts';
import { folderSpellings } from '../core/settings/spellings.ts';
import { realOf } from './missing.ts';

/**
 * Each pattern, as it is meant and with `~` spelt out, and beside it the ones that it becomes where its beginning is a link:
 * whoever writes `~/work` means the folder that is there. Never throws.
 */
export function realPatterns(patterns: readonly string[], home: string | undefined): readonly string[] {
  const ways = new Ways();
  // `{~/a,~/b}`: a shell writes the braces out before it looks at what is in them.
  const all = new Set(patterns.flatMap((pattern) => [pattern, ...(alternativesOf(pattern) ?? [])]));
  const meant = new Set([...all].flatMap(folderSpellings).map((one) => spelt(one, home)));
  return [...new Set([...meant].flatMap((one) => withReal(one, ways)))];
}

/** The home folder's name is a name, whatever signs are in it. */
function spelt(pattern: string, home: string | undefined): string {
  if (home === undefined || !/^~(?=\/|$)/.test(pattern)) return pattern;
  return `${quotedPath(home)}${pattern.slice(1)}`;
}

function withReal(pattern: string, ways: Ways): readonly string[] {
  const plain = withSlashes(pattern);
  if (!isAbsolute(plain)) return [pattern];
  const really = (alternativesOf(plain) ?? []).flatMap((one) => {
    const { names, rest } = beginningOf(partsOf(one));
    const real = ways.real(names.join('/') || '/');
    return real === undefined ? [] : [[quotedPath(real), ...rest].join('/').replace(/^\/\//, '/')];
  });
  // Names with signs in them that mean something may stand for themselves: then the whole is a beginning.
  const whole = ways.real(plain);
  return [pattern, ...really, ...(whole === undefined ? [] : [quotedPath(whole)])];
}

interface Way {
  readonly real: string;
  readonly isThere: boolean;
}

/** Ways from the root, each folder on them looked at once: the patterns of a long list begin alike. */
class Ways {
  readonly #known = new Map<string, Way>();

  /** A path whose folders that are there are real, and the rest as it stands; undefined where that is the same. */
  real(path: string): string | undefined {
    const { real } = this.#way(path);
    return real === path ? undefined : real;
  }

  #way(path: string): Way {
    // From above, and not by calling itself: a pattern may be a thousand folders deep.
    const unknown: string[] = [];
    let at = path;
    for (; !this.#known.has(at); at = dirname(at)) {
      unknown.push(at);
      if (dirname(at) === at) break;
    }
    let way = this.#known.get(at);
    for (let folder = unknown.pop(); folder !== undefined; folder = unknown.pop()) {
      way = way === undefined ? wayOf(folder) : wayOn(way, basename(folder));
      this.#known.set(folder, way);
    }
    return way ?? wayOf(path);
  }
}

/** Below what is not there nothing is there. */
function wayOn({ real, isThere }: Way, name: string): Way {
  const next = join(real, name);
  return isThere ? wayOf(next) : { real: next, isThere };
}

function wayOf(path: string): Way {
  const real = realOf(path);
  return { real: real ?? path, isThere: real !== undefined };
}
