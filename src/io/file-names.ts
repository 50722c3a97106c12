/** How this system compares the names of files, and what the links in a name lead through. */
import { readlinkSync } from 'node:fs';
import { dirname, join, parse } from 'node:path';
import type { MatchOptions } from '../core/settings/glob.ts';

/** The usual file systems of the two take two spellings of a name for one. */
export const NAMES: MatchOptions = { ignoreCase: process.platform === 'darwin' || process.platform === 'win32' };

/** As many as Linux follows in one name. */
const MOST_LINKS = 40;

/**
 * The names that an absolute path has on the way to what it names, one for each link in it: `/a/link/x` with a link to `/b` leads
 * through `/a/link/x`, and where `/b/x` is a link through that as well. Never throws.
 */
export function namesOnTheWay(path: string): readonly string[] {
  const found: string[] = [];
  const { root } = parse(path);
  let at = root;
  let left = partsAfter(path, root);
  for (let part = left.shift(); part !== undefined; part = left.shift()) {
    if (part === '..') at = dirname(at);
    else {
      const name = join(at, part);
      const target = linkAt(name);
      if (target === undefined) at = name;
      else {
        found.push(join(name, ...left));
        if (found.length >= MOST_LINKS) return found;
        const targetRoot = parse(target).root;
        if (targetRoot !== '') at = targetRoot;
        left = [...partsAfter(target, targetRoot), ...left];
      }
    }
  }
  return found;
}

function partsAfter(path: string, root: string): string[] {
  return path
    .slice(root.length)
    .split(process.platform === 'win32' ? /[\\/]/ : '/')
    .filter((part) => part !== '' && part !== '.');
}

function linkAt(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch (error) {
    // No link, or nothing there.
    if (error instanceof Error && 'code' in error) return undefined;
    throw error;
  }
}
