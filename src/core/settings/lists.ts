/**
 * The person's lists of folders and projects: whether a session may be remembered at all. Pure; the paths are real ones, and so
 * are the patterns' beginnings (`io/real-patterns`). Out of scope: which folders a session stands in (`runtime/place/permission`).
 */
import type { Lists } from '../../contract/config.ts';
import { alternativesOf } from '../../contract/patterns.ts';
import {
  folded,
  foldedMatcherOf,
  foldedNameMatcher,
  type Matcher,
  type MatchOptions,
  partsOf,
  withSlashes,
} from './glob.ts';
import { projectSpellings } from './spellings.ts';

/** What is known of the place of a session. */
export interface Place {
  /** Its folder as it was named. A link in an allowed folder does not make allowed what it leads to, so this can only be denied. */
  readonly named: string;
  /** What the links in that name lead through on the way; these can only be denied as well. */
  readonly through?: readonly string[];
  /** Its folder, the root of its work tree and of the main one, as they really are. */
  readonly paths: readonly string[];
  /** The project's id: the one that is set, and the one that was found. Empty where there is none, or none is known yet. */
  readonly appIds: readonly string[];
}

export interface Permission {
  readonly allowed: boolean;
  /** The list that decided, and its pattern where one did. */
  readonly by?: { readonly list: 'deny' | 'allow'; readonly pattern?: string };
}

/**
 * `deny` before `allow`; with anything in `allow`, what is not in it is not allowed. A pattern of a folder holds for all that is
 * in it; one that does not begin at the root or at `~` holds at any depth (as in a `.gitignore`).
 */
export function permissionFor(
  place: Place,
  lists: { readonly deny: Lists; readonly allow: Lists },
  options: MatchOptions,
): Permission {
  const { named, through = [], paths, appIds } = place;
  const denied = firstMatch({ paths: [named, ...through, ...paths], appIds }, lists, 'deny', options);
  if (denied !== undefined) return { allowed: false, by: { list: 'deny', pattern: denied } };
  if (lists.allow.paths.length === 0 && lists.allow.projects.length === 0) return { allowed: true };
  const allowed = firstMatch(place, lists, 'allow', options);
  if (allowed !== undefined) return { allowed: true, by: { list: 'allow', pattern: allowed } };
  return { allowed: false, by: { list: 'allow' } };
}

/** The first pattern that holds; folders first. */
function firstMatch(
  { paths, appIds }: Pick<Place, 'paths' | 'appIds'>,
  lists: { readonly deny: Lists; readonly allow: Lists },
  list: 'deny' | 'allow',
  options: MatchOptions,
): string | undefined {
  const { folders, projects } = compiled(lists[list], list, options);
  const folderParts = paths.map((path) => partsOfPath(path, options));
  const ids = appIds.map((id) => folded(id, ANY_CASE));
  return (
    folders.find(({ holds }) => folderParts.some((parts) => holds(parts)))?.pattern ??
    projects.find(({ holds }) => ids.some(holds))?.pattern
  );
}

/** Project ids come from the letter case of a remote's path, which differs between clones of one repository. */
const ANY_CASE: MatchOptions = { ignoreCase: true };

interface CompiledLists {
  readonly folders: readonly { readonly pattern: string; readonly holds: Matcher }[];
  readonly projects: readonly { readonly pattern: string; readonly holds: (id: string) => boolean }[];
}

/** A list is asked about many places: of each its patterns are read once, as long as the list is held. */
const newKept = () => ({ exact: new WeakMap<Lists, CompiledLists>(), anyCase: new WeakMap<Lists, CompiledLists>() });
const known = { deny: newKept(), allow: newKept() };

function compiled(lists: Lists, list: 'deny' | 'allow', options: MatchOptions): CompiledLists {
  const kept = known[list][options.ignoreCase ? 'anyCase' : 'exact'];
  const made = kept.get(lists) ?? {
    folders: lists.paths.map((pattern) => ({ pattern, holds: folderMatcher(pattern, options) })),
    projects: lists.projects.map((pattern) => ({ pattern, holds: projectMatcher(pattern, list) })),
  };
  kept.set(lists, made);
  return made;
}

function projectMatcher(pattern: string, list: 'deny' | 'allow'): (id: string) => boolean {
  const wanted = projectSpellings(pattern, list).map((one) => foldedNameMatcher(one, ANY_CASE));
  return (id) => wanted.some((holds) => holds(id));
}

/** Whether a path is the folder that a pattern names, or lies in it. A name with signs in it that mean something is itself, too. */
export function pathMatcher(pattern: string, options: MatchOptions): (path: string) => boolean {
  const holds = folderMatcher(pattern, options);
  return (path) => holds(partsOfPath(path, options));
}

function folderMatcher(pattern: string, options: MatchOptions): Matcher {
  const plain = withSlashes(pattern);
  const wanted = [...new Set([plain, ...(alternativesOf(plain) ?? [])])].map((one) => {
    const parts = partsOf(one.replace(/\\(\\|\/)/g, (escaped, sign) => (sign === '/' ? '/' : escaped)));
    const isRooted = parts[0] === '' || /^[A-Za-z]:$/.test(parts[0] ?? '');
    return isRooted ? parts : ['**', ...parts];
  });
  return foldedMatcherOf(wanted, options);
}

function partsOfPath(path: string, options: MatchOptions): readonly string[] {
  return partsOf(withSlashes(path)).map((part) => folded(part, options));
}
