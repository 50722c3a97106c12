/**
 * Which files may be named, in a session that is allowed: not those that lie where the person's lists do not allow it, such as a denied
 * folder or repository inside the project, or what a link there leads to. Their text is looked at for one thing alone, as all of the
 * work tree is: so that nothing of it leaves. Out of scope: whether a session is allowed (`permission`).
 */
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import type { MayName } from '../../core/omission/shown.ts';
import { namesOnTheWay } from '../../io/file-names.ts';
import { lstatOf } from '../../io/missing.ts';
import { isWithin } from '../../io/within.ts';
import type { Runtime } from '../runtime.ts';
import { permissionsOf } from './permission.ts';
import { realPath, type Surroundings } from './roots.ts';

/**
 * By the lists of this run; each path is looked at once. Undefined without lists: then every file may be named.
 * @param around where the session worked, which is allowed: its own work trees are not asked about again
 * @param began the folder of the session, for a line that names none
 */
export function nameable(runtime: Runtime, around: readonly Surroundings[], began: string): MayName | undefined {
  if (!runtime.hasLists) return undefined;
  const files = new Nameable(runtime, around);
  // Git names files from the root of the work tree, wherever it is called.
  const roots = around.map((one) => one.roots[0]);
  return (path, cwd) => {
    const plain = spelt(path, runtime.home);
    // A word alone is a name where something has it.
    const isWord = !/[\\/.]/.test(plain);
    const ways = [cwd ?? began, ...(isAbsolute(plain) ? [] : roots)].map((folder) => resolve(folder, plain));
    return ways.every((whole) => (isWord && lstatOf(whole) === undefined) || files.has(whole));
  };
}

function spelt(path: string, home: string | undefined): string {
  return home !== undefined && /^~(?=\/|$)/.test(path) ? join(home, path.slice(1)) : path;
}

interface Found {
  readonly isHidden: boolean;
  /** Every path that it has: as it is named, what the links in that lead through, what it really is, and in the main work tree. */
  readonly names: readonly string[];
}

class Nameable {
  readonly #permissions: ReturnType<typeof permissionsOf>;
  readonly #around: readonly Surroundings[];
  readonly #folders = new Map<string, Found>();

  constructor(runtime: Runtime, around: readonly Surroundings[]) {
    this.#permissions = permissionsOf(runtime);
    this.#around = around;
  }

  has(path: string): boolean {
    return !this.#find(path).isHidden;
  }

  /** From above: what lies in a folder that is hidden is. */
  #find(path: string): Found {
    const known = this.#folders.get(path);
    if (known !== undefined) return known;
    const above = dirname(path) === path ? undefined : this.#find(dirname(path));
    const found = above?.isHidden === true ? above : this.#look(path, above);
    this.#folders.set(path, found);
    return found;
  }

  #look(path: string, above: Found | undefined): Found {
    const isLink = above === undefined || lstatOf(path)?.isSymbolicLink() === true;
    const real = isLink ? realPath(path) : path;
    const names = new Set(
      isLink ? [path, ...namesOnTheWay(path), real] : above.names.map((name) => join(name, basename(path))),
    );
    for (const { roots } of this.#around) if (names.has(roots[0])) for (const root of roots) names.add(root);
    const isHidden =
      (real !== path && this.#find(real).isHidden) ||
      this.#permissions.deniesNames([...names]) ||
      this.#isOtherProject(path);
    return { isHidden, names: [...names] };
  }

  /** Whether a project begins here that is not the session's own and is not allowed; what only git can tell is not. */
  #isOtherProject(path: string): boolean {
    if (lstatOf(join(path, '.git')) === undefined) return false;
    const real = realPath(path);
    const isOwn = this.#around.some(({ cwd, roots }) =>
      [cwd, ...roots].some((folder) => folder === real || isWithin(folder, real)),
    );
    if (isOwn) return false;
    const { allowed, unknown } = this.#permissions.of(path);
    return !allowed || unknown === 'project';
  }
}
