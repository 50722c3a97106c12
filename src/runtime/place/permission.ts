/**
 * Whether a session may be remembered where it runs: the person's lists and the repository's own file, asked before anything else
 * of the session is read, written or sent (design §4).
 */
import { join, relative, sep } from 'node:path';
import type { Lists } from '../../contract/config.ts';
import { type Narrowing, narrowingOf } from '../../contract/repository-settings.ts';
import { projectIdentity } from '../../core/identity/scope.ts';
import { type Permission, permissionFor } from '../../core/settings/lists.ts';
import { NAMES, namesOnTheWay } from '../../io/file-names.ts';
import { type FileFacts, factsFromFiles, nearestFolder } from '../../io/git-files.ts';
import { repositoryAt } from '../../io/local-remote.ts';
import { presentable } from '../../io/presentable.ts';
import { realPatterns } from '../../io/real-patterns.ts';
import { readRepositoryFile } from '../../io/settings-files.ts';
import type { Runtime } from '../runtime.ts';
import { realPath, rootsOf, type Surroundings } from './roots.ts';

/** A permission as far as it is known. What is not known is not denied: whoever can find it out has to (`at`). */
export interface Look extends Permission {
  /** `project`: only git can tell which one it is. `place`: the folder is gone, and nobody can tell what it was a part of. */
  readonly unknown?: 'project' | 'place';
}

/** Ids of a project that are known already, from the settings or from the record of a session. */
export type OwnIds = readonly (string | undefined)[];

type Known = Pick<Surroundings, 'cwd' | 'roots' | 'appId' | 'commonDir'>;

/** What the files say of a folder. */
interface Found extends Known {
  /** It holds no more: what it was a part of is a guess. */
  readonly isGone: boolean;
  /** What git may say otherwise: the id alone, or the work tree too. */
  readonly open?: 'id' | 'tree';
}

const ALLOWED: Look = { allowed: true };

/** The lists of this run. */
export function permissionsOf(runtime: Runtime): Permissions {
  const permissions = made.get(runtime) ?? new Permissions(runtime);
  made.set(runtime, permissions);
  return permissions;
}

const made = new WeakMap<Runtime, Permissions>();

/** Asks the person's lists; of a folder once. Without lists nothing is looked at. */
class Permissions {
  readonly #runtime: Runtime;
  readonly #lists: { readonly deny: Lists; readonly allow: Lists } | undefined;
  readonly #looks = new Map<string, Look>();
  /** Folders of which all is known. */
  readonly #around = new Map<string, Found>();

  constructor(runtime: Runtime) {
    const { deny, allow } = runtime.config;
    this.#runtime = runtime;
    this.#lists = runtime.hasLists ? { deny: this.#real(deny), allow: this.#real(allow) } : undefined;
  }

  /**
   * Of a folder, by what its files say: no process is started. Never throws.
   * @param own what is known of the project besides; without it the id that is set
   */
  of(folder: string, own: OwnIds = [this.#runtime.config.appId]): Look {
    if (this.#lists === undefined) return ALLOWED;
    const key = keyOf(folder, own);
    const look = this.#looks.get(key) ?? this.#byPath(folder) ?? this.#look(folder, this.#found(folder), own);
    this.#looks.set(key, look);
    return look;
  }

  /** Of a folder of which all is known, git's answers among it. Only what a folder was that is gone is unknown then. */
  at(folder: string, known: Known, own: OwnIds = [this.#runtime.config.appId]): Look {
    if (this.#lists === undefined) return ALLOWED;
    this.#around.set(folder, { ...known, isGone: isGone(folder) });
    for (const key of this.#looks.keys()) if (key.startsWith(keyOf(folder, ['']))) this.#looks.delete(key);
    return this.of(folder, own);
  }

  /** Whether what is to be sent for a project is denied now; `began`: the folder of its session, where that is on record. */
  denies(appId: string | undefined, began: string | undefined): boolean {
    if (this.#lists === undefined) return false;
    const ids = appId === undefined ? [] : [appId];
    const byId = permissionFor({ named: '', paths: [], appIds: ids }, this.#lists, NAMES);
    if (byId.by?.list === 'deny') return true;
    // With no folder on record, or one that waits for git, the id says it: it was found when all was known. One that is set
    // says nothing of the folder.
    if (began === undefined) return !byId.allowed && appId !== undefined && this.#lists.allow.paths.length === 0;
    const look = this.of(began, [appId]);
    if (look.unknown !== 'project' || appId === undefined || appId === this.#runtime.config.appId) return !look.allowed;
    return !this.#judge(began, { ...this.#found(began), appId }, []).allowed;
  }

  /**
   * Whether what was said in a folder may be captured: a session may have moved to a denied one, or into a repository that captures
   * nothing. What is not known is not captured. Asked for every line, looked up once for each folder.
   */
  linesOf(began: string, own?: OwnIds): (folder: string) => boolean {
    const lines = new Map<string, boolean>();
    const [root] = this.#found(began).roots;
    const takes = (folder: string) => {
      if (this.#byPath(folder) !== undefined) return false;
      const { roots, commonDir } = this.#found(folder);
      const isOwn = roots[0] === root;
      const { allowed, unknown } = this.of(folder, isOwn ? own : undefined);
      if (!allowed || unknown === 'project') return false;
      // A worktree that is gone and lay in its repository is known by that; what lay in the session's own folder is as that is.
      const isKnown = commonDir !== undefined || isOwn || folder.startsWith(began + sep);
      return (unknown === undefined || isKnown) && narrowingIn(roots).capture;
    };
    return (folder) => {
      const known = lines.get(folder) ?? takes(folder);
      lines.set(folder, known);
      return known;
    };
  }

  /** Whether one of the paths that a file or folder has is denied, whatever it belongs to. */
  deniesNames(names: readonly string[]): boolean {
    if (this.#lists === undefined) return false;
    const lists = { deny: this.#lists.deny, allow: NONE };
    return !permissionFor({ named: '', paths: names, appIds: [] }, lists, NAMES).allowed;
  }

  /** A folder that is denied by its path: nothing in it has to be read for that. */
  #byPath(folder: string): Permission | undefined {
    const place = { ...namesOf(folder), paths: [realPath(folder)], appIds: [] };
    const denied = permissionFor(place, { deny: this.#lists?.deny ?? NONE, allow: NONE }, NAMES);
    return denied.allowed ? undefined : denied;
  }

  #look(folder: string, found: Found, own: OwnIds): Look {
    const { deny, allow } = this.#lists ?? { deny: NONE, allow: NONE };
    const permission = this.#judge(folder, found, own);
    if (permission.by?.list === 'deny') return permission;
    if (found.isGone) {
      const isOut = !permission.allowed && allow.paths.length === 0 && own.some((id) => id !== undefined);
      return isOut ? permission : { allowed: true, unknown: 'place' };
    }
    if (found.open === undefined) return permission;
    const { appId: _guess, ...place } = found;
    const without = this.#judge(folder, place, own);
    const isSure = deny.projects.length === 0 && (without.allowed || allow.projects.length === 0);
    return found.open === 'id' && isSure ? without : { allowed: true, unknown: 'project' };
  }

  #judge(folder: string, { cwd, roots, commonDir, appId }: Known, own: OwnIds): Permission {
    const appIds = [...own, appId].filter((id) => id !== undefined);
    // A folder of a worktree is the same folder in the main one. A bare repository is where its worktrees come from, and no root of a work tree.
    const inMain = roots.map((root) => join(root, relative(roots[0], cwd)));
    const paths = [cwd, ...inMain, ...roots, ...(commonDir === undefined ? [] : [commonDir])];
    const lists = this.#lists ?? { deny: NONE, allow: NONE };
    return permissionFor({ ...namesOf(folder), paths, appIds }, lists, NAMES);
  }

  #found(folder: string): Found {
    return this.#around.get(folder) ?? this.#inFiles(folder);
  }

  #inFiles(folder: string): Found {
    const { env, home } = this.#runtime;
    const cwd = realPath(folder);
    const nearest = nearestFolder(folder);
    const files = nearest === undefined ? undefined : factsFromFiles(nearest.folder, env);
    const facts = presentable(files?.facts ?? {});
    const { appId } = projectIdentity({
      ...facts,
      cwdReal: cwd,
      home: home === undefined ? undefined : realPath(home),
    });
    const open = files === undefined ? undefined : openIn(files, facts.remoteUrl, env);
    return {
      cwd,
      roots: rootsOf(facts, cwd),
      isGone: nearest?.gone !== false,
      ...(facts.commonDir === undefined ? {} : { commonDir: facts.commonDir }),
      ...(appId === undefined ? {} : { appId }),
      ...(open === undefined ? {} : { open }),
    };
  }

  #real({ paths, projects }: Lists): Lists {
    return { paths: realPatterns(paths, this.#runtime.home), projects };
  }
}

/** What the files leave to git of what names a project: without a remote it is the first commit, or the remote of its origin. */
function openIn(
  { undecided }: FileFacts,
  remoteUrl: string | undefined,
  env: Runtime['env'],
): 'id' | 'tree' | undefined {
  if (undecided.place) return 'tree';
  if (undecided.remote || remoteUrl === undefined || repositoryAt(remoteUrl, env) !== undefined) return 'id';
  return undefined;
}

function keyOf(folder: string, own: OwnIds): string {
  return [folder, ...own].join('\0');
}

function isGone(folder: string): boolean {
  return nearestFolder(folder)?.gone !== false;
}

function namesOf(folder: string) {
  return { named: folder, through: namesOnTheWay(folder) };
}

const NONE: Lists = { paths: [], projects: [] };

/** What the files of these work trees narrow. */
export function narrowingIn(roots: readonly string[]): Narrowing {
  return narrowingOf([...new Set(roots)].map(readRepositoryFile));
}
