/**
 * Whether a session may be remembered where it runs: the person's lists and the repository's own file, asked before anything else
 * of the session is read, written or sent (design §4).
 */
import type { Lists } from '../contract/config.ts';
import { type Narrowing, narrowingOf } from '../contract/repository-settings.ts';
import { projectIdentity } from '../core/identity/scope.ts';
import { type Permission, permissionFor } from '../core/settings/lists.ts';
import { NAMES, namesOnTheWay } from '../io/file-names.ts';
import { factsFromFiles } from '../io/git-files.ts';
import { realPatterns } from '../io/real-patterns.ts';
import { readRepositoryFile } from '../io/settings-files.ts';
import { realPath, rootsOf, type Surroundings } from './roots.ts';
import type { Runtime } from './runtime.ts';

const ALLOWED: Permission = { allowed: true };

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
  readonly #known = new Map<string, Permission>();
  readonly #lines = new Map<string, boolean>();

  constructor(runtime: Runtime) {
    const { deny, allow } = runtime.config;
    this.#runtime = runtime;
    this.#lists = runtime.hasLists ? { deny: this.#real(deny), allow: this.#real(allow) } : undefined;
  }

  /** Of a folder, by what its files say: no process is started. Never throws. */
  of(folder: string): Permission {
    if (this.#lists === undefined) return ALLOWED;
    const permission = this.#known.get(folder) ?? this.#byPath(folder) ?? this.#byFiles(folder);
    this.#known.set(folder, permission);
    return permission;
  }

  /** Of a folder of which all is known, git's answers among it. */
  at(folder: string, known: Pick<Surroundings, 'cwd' | 'roots' | 'appId'>): Permission {
    if (this.#lists === undefined) return ALLOWED;
    const appIds = [this.#runtime.config.appId, known.appId].filter((id) => id !== undefined);
    // A bare repository is where its worktrees come from, and no root of a work tree.
    const shared = factsFromFiles(known.cwd, this.#runtime.env)?.facts.commonDir;
    const paths = [known.cwd, ...known.roots, ...(shared === undefined ? [] : [shared])];
    const permission = permissionFor({ ...namesOf(folder), paths, appIds }, this.#lists, NAMES);
    this.#known.set(folder, permission);
    return permission;
  }

  /** Whether a project is denied, wherever it is worked on. */
  deniesProject(appId: string | undefined): boolean {
    if (this.#lists === undefined || appId === undefined) return false;
    const place = { named: '', paths: [], appIds: [appId] };
    return !permissionFor(place, { deny: this.#lists.deny, allow: NONE }, NAMES).allowed;
  }

  /**
   * Whether what was said in a folder may be captured: a session may have moved to a denied one, or into a repository that captures
   * nothing. Asked for every line, looked up once for each folder.
   */
  takesLine(folder: string): boolean {
    const known = this.#lines.get(folder) ?? (this.of(folder).allowed && narrowingIn(this.#roots(folder)).capture);
    this.#lines.set(folder, known);
    return known;
  }

  /** A folder that is denied by its path: nothing in it has to be read for that. */
  #byPath(folder: string): Permission | undefined {
    const place = { ...namesOf(folder), paths: [realPath(folder)], appIds: [] };
    const denied = permissionFor(place, { deny: this.#lists?.deny ?? NONE, allow: NONE }, NAMES);
    return denied.allowed ? undefined : denied;
  }

  #byFiles(folder: string): Permission {
    const { env, home } = this.#runtime;
    const cwd = realPath(folder);
    const facts = factsFromFiles(cwd, env)?.facts ?? {};
    const { appId } = projectIdentity({
      ...facts,
      cwdReal: cwd,
      home: home === undefined ? undefined : realPath(home),
    });
    return this.at(folder, { cwd, roots: rootsOf(facts, cwd), ...(appId === undefined ? {} : { appId }) });
  }

  #roots(folder: string): readonly string[] {
    const cwd = realPath(folder);
    return rootsOf(factsFromFiles(cwd, this.#runtime.env)?.facts ?? {}, cwd);
  }

  #real({ paths, projects }: Lists): Lists {
    return { paths: realPatterns(paths, this.#runtime.home), projects };
  }
}

function namesOf(folder: string) {
  return { named: folder, through: namesOnTheWay(folder) };
}

const NONE: Lists = { paths: [], projects: [] };

/** What the files of these work trees narrow. */
export function narrowingIn(roots: readonly string[]): Narrowing {
  return narrowingOf([...new Set(roots)].map(readRepositoryFile));
}
