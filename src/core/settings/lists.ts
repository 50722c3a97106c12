/**
 * The person's lists of folders and projects: whether a session may be remembered at all. Pure; the paths are real ones, and so
 * are the patterns' beginnings (`io/real-patterns`). Out of scope: which folders a session stands in (`hook/permission`).
 */
import type { Lists } from '../../contract/config.ts';
import { alternativesOf } from '../../contract/patterns.ts';
import { type MatchOptions, matcherOf, nameMatcher, partsOf, withSlashes } from './glob.ts';

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
  const denied = firstMatch({ paths: [named, ...through, ...paths], appIds }, lists.deny, options);
  if (denied !== undefined) return { allowed: false, by: { list: 'deny', pattern: denied } };
  if (lists.allow.paths.length === 0 && lists.allow.projects.length === 0) return { allowed: true };
  const allowed = firstMatch(place, lists.allow, options);
  if (allowed !== undefined) return { allowed: true, by: { list: 'allow', pattern: allowed } };
  return { allowed: false, by: { list: 'allow' } };
}

/** The first pattern that holds; folders first. */
function firstMatch({ paths, appIds }: Pick<Place, 'paths' | 'appIds'>, lists: Lists, options: MatchOptions) {
  return (
    lists.paths.find((pattern) => paths.some(pathMatcher(pattern, options))) ??
    // Project ids come from the letter case of a remote's path, which differs between clones of one repository.
    lists.projects.find((pattern) => appIds.some(nameMatcher(pattern, { ignoreCase: true })))
  );
}

/** Whether a path is the folder that a pattern names, or lies in it. A name with signs in it that mean something is itself, too. */
export function pathMatcher(pattern: string, options: MatchOptions): (path: string) => boolean {
  const plain = withSlashes(pattern);
  const wanted = [plain, ...(alternativesOf(plain) ?? [])].map((one) => {
    const parts = partsOf(one.replace(/\\(\\|\/)/g, (escaped, sign) => (sign === '/' ? '/' : escaped)));
    const isRooted = parts[0] === '' || /^[A-Za-z]:$/.test(parts[0] ?? '');
    return isRooted ? parts : ['**', ...parts];
  });
  const matches = matcherOf(wanted, options);
  return (path) => matches(partsOf(withSlashes(path)));
}
