/**
 * Where a transcript is now. The client keeps a session's file in the folder of the project in which it works, and moves it into
 * another project's folder when the session goes into a worktree (client 2.1.332, measured): then what a hook was told before leads
 * nowhere, and only the file's name, which is the session's id, tells which one it is. Out of scope: whose it is (`spool/ledger`).
 */
import { basename, dirname, join } from 'node:path';
import { namesIn, writtenAt } from './sessions-on-disk.ts';

/** The folder in which the client has a folder for each project (transcript contract §1). */
const PROJECTS = 'projects';

/** Looks once: what moves later is found by another one. */
export class Whereabouts {
  readonly #paths = new Map<string, ReadonlyMap<string, readonly string[]>>();

  /** The path where a transcript is that was at `path`: that one as long as it is there, or is nowhere else beside it. */
  of(path: string): string {
    if (writtenAt(path) !== undefined) return path;
    const projects = dirname(dirname(path));
    if (basename(projects) !== PROJECTS) return path;
    const [first = path, ...others] = this.#in(projects).get(basename(path)) ?? [];
    return others.reduce((one, other) => ((writtenAt(other) ?? 0) > (writtenAt(one) ?? 0) ? other : one), first);
  }

  #in(projects: string): ReadonlyMap<string, readonly string[]> {
    const known = this.#paths.get(projects) ?? pathsByName(projects);
    this.#paths.set(projects, known);
    return known;
  }
}

function pathsByName(projects: string): ReadonlyMap<string, readonly string[]> {
  const paths = new Map<string, string[]>();
  for (const project of namesIn(projects)) {
    for (const name of namesIn(join(projects, project))) {
      const path = join(projects, project, name);
      const others = paths.get(name);
      if (others === undefined) paths.set(name, [path]);
      else others.push(path);
    }
  }
  return paths;
}
