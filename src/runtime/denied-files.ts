/**
 * Files that lie where the person's lists deny it, beside a session that is allowed: a denied folder or repository inside an allowed
 * one, a link that leads there. They are neither read nor named. Out of scope: whether a session is allowed (`permission`).
 */
import { basename, dirname, join, resolve } from 'node:path';
import type { MayName } from '../core/omission/shown.ts';
import { namesOnTheWay } from '../io/file-names.ts';
import type { IsDenied } from '../io/is-denied.ts';
import { lstatOf } from '../io/missing.ts';
import { permissionsOf } from './permission.ts';
import { realPath } from './roots.ts';
import type { Runtime } from './runtime.ts';

/** By the lists of this run; each folder is looked at once, and without anything in `deny` none. Never throws. */
export function deniedFiles(runtime: Runtime): IsDenied {
  const known = made.get(runtime) ?? fresh(runtime);
  made.set(runtime, known);
  return known;
}

const made = new WeakMap<Runtime, IsDenied>();

function fresh(runtime: Runtime): IsDenied {
  const { paths, projects } = runtime.config.deny;
  if (paths.length === 0 && projects.length === 0) return () => false;
  const denied = new DeniedFiles(runtime);
  return (path) => denied.has(path);
}

/** The same of a path as a line of a transcript has it; `began`: the folder of its session, for a line that names none. */
export function nameable(runtime: Runtime, began: string): MayName {
  const isDenied = deniedFiles(runtime);
  return (path, cwd) => !isDenied(resolve(cwd ?? began, spelt(path, runtime.home)));
}

function spelt(path: string, home: string | undefined): string {
  return home !== undefined && /^~(?=\/|$)/.test(path) ? join(home, path.slice(1)) : path;
}

interface Folder {
  readonly isDenied: boolean;
  /** Every path that it has: as it is named, what the links in that lead through, and what it really is. */
  readonly names: readonly string[];
}

class DeniedFiles {
  readonly #permissions: ReturnType<typeof permissionsOf>;
  readonly #hasProjects: boolean;
  readonly #folders = new Map<string, Folder>();

  constructor(runtime: Runtime) {
    this.#permissions = permissionsOf(runtime);
    this.#hasProjects = runtime.config.deny.projects.length > 0;
  }

  has(path: string): boolean {
    const above = dirname(path);
    return above === path ? this.#folder(path).isDenied : this.#within(path, this.#folder(above)).isDenied;
  }

  #folder(path: string): Folder {
    const above = dirname(path);
    const folder = this.#folders.get(path) ?? this.#within(path, above === path ? undefined : this.#folder(above));
    this.#folders.set(path, folder);
    return folder;
  }

  #within(path: string, above: Folder | undefined): Folder {
    if (above?.isDenied === true) return above;
    const isLink = lstatOf(path)?.isSymbolicLink() === true;
    const names = isLink || above === undefined ? namesOf(path) : above.names.map((name) => join(name, basename(path)));
    const isDenied = this.#permissions.deniesNames(names) || (this.#hasProjects && this.#isOfProject(path, isLink));
    return { isDenied, names };
  }

  /** Whether a denied project begins here, or a link leads into one. What only git can tell, and has not told yet, is denied. */
  #isOfProject(path: string, isLink: boolean): boolean {
    if (isLink) {
      const real = realPath(path);
      return real !== path && this.has(real);
    }
    if (lstatOf(join(path, '.git')) === undefined) return false;
    const { by, unknown } = this.#permissions.of(path);
    return by?.list === 'deny' || unknown === 'project';
  }
}

function namesOf(path: string): readonly string[] {
  return [...new Set([path, ...namesOnTheWay(path), realPath(path)])];
}
