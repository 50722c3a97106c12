/**
 * The person's lists of folders and projects: whether a session may be remembered at all. Pure; the paths are real ones, and so
 * are the patterns' beginnings (`io/real-patterns`). Out of scope: which folders a session stands in (`hook/permission`).
 */
import picomatch from 'picomatch/posix.js';
import type { Lists } from '../../contract/config.ts';

/** What is known of the place of a session. */
export interface Place {
  /** Its folder as it was named. A link in an allowed folder does not make allowed what it leads to, so this can only be denied. */
  readonly named: string;
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

export interface MatchOptions {
  /** Where the file system takes `Work` and `work` for one name. */
  readonly ignoreCase: boolean;
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
  const denied = firstMatch({ ...place, paths: [place.named, ...place.paths] }, lists.deny, options);
  if (denied !== undefined) return { allowed: false, by: { list: 'deny', pattern: denied } };
  if (lists.allow.paths.length === 0 && lists.allow.projects.length === 0) return { allowed: true };
  const allowed = firstMatch(place, lists.allow, options);
  if (allowed !== undefined) return { allowed: true, by: { list: 'allow', pattern: allowed } };
  return { allowed: false, by: { list: 'allow' } };
}

/** The first pattern that holds; folders first. */
function firstMatch({ paths, appIds }: Place, lists: Lists, options: MatchOptions): string | undefined {
  const forward = paths.map(withSlashes);
  return (
    lists.paths.find((pattern) => forward.some(pathMatcher(pattern, options))) ??
    // Project ids come from the letter case of a remote's path, which differs between clones of one repository.
    lists.projects.find((pattern) => appIds.some(projectMatcher(pattern)))
  );
}

function projectMatcher(pattern: string): (appId: string) => boolean {
  const matches = picomatch(pattern, { ...OPTIONS, nocase: true });
  return (appId) => matches(appId);
}

/** A leading `!` turns nothing round: in a list of what is denied it would deny all the rest. */
const OPTIONS = { dot: true, nonegate: true } as const;

/** Whether a path is the folder that a pattern names, or lies in it. A name with signs in it that mean something is itself, too. */
export function pathMatcher(pattern: string, { ignoreCase }: MatchOptions): (path: string) => boolean {
  const plain = withSlashes(pattern).replace(/\/+(\*\*)?\/*$/, '');
  const isRooted = /^(\/|[A-Za-z]:\/)/.test(plain) || plain === '';
  const rooted = isRooted ? plain : `**/${plain.replace(/^\.\//, '')}`;
  const matches = picomatch([rooted === '' ? '/**' : rooted, `${rooted}/**`], { ...OPTIONS, nocase: ignoreCase });
  const folded = (text: string) => (ignoreCase ? text.toLowerCase() : text);
  const literally = (path: string) => isRooted && `${folded(path)}/`.startsWith(`${folded(plain)}/`);
  return (path) => literally(withSlashes(path)) || matches(withSlashes(path));
}

/** Windows' own separators; elsewhere a backslash makes the next sign an ordinary one. */
function withSlashes(path: string): string {
  return /^([A-Za-z]:\\|\\\\)/.test(path) ? path.replaceAll('\\', '/') : path;
}
