/**
 * Where a session belongs: project id and branch, from the folder that its first hook named (design §2.5).
 */
import { realpathSync } from 'node:fs';
import { projectIdentity } from '../core/scope.ts';
import type { Place } from '../flows/ports.ts';
import { gitFacts } from '../io/git.ts';
import type { Runtime } from './runtime.ts';

export interface Located {
  readonly place: Place;
  /** The branch that is checked out now. */
  readonly branch?: string;
  /** The commit that HEAD is at. */
  readonly head?: string;
  /** The root of the work tree, or the folder itself where there is no repository. */
  readonly root: string;
}

/** Git must answer within this, where it has to be asked at all; without an answer the folder's path names the project. */
const GIT_MS = 1_500;

/** Never rejects for what a folder or a repository is like. `known` is the project id remembered of this session. */
export async function locate(runtime: Runtime, cwd: string, known?: string): Promise<Located> {
  const deadline = Date.now() + GIT_MS;
  const facts = await gitFacts(cwd, { deadline, now: () => Date.now(), env: runtime.env });
  const cwdReal = realPath(cwd);
  const home = runtime.home === undefined ? undefined : realPath(runtime.home);
  const found = projectIdentity({ ...facts, cwdReal, home }).appId;
  const { config } = runtime;
  const appId = config.appId ?? known ?? found;
  return {
    place: {
      ...(config.userId === undefined ? {} : { userId: config.userId }),
      ...(appId === undefined ? {} : { appId }),
      ...(config.override === undefined ? {} : { override: config.override }),
    },
    root: facts.root ?? cwdReal,
    ...(facts.branch === undefined ? {} : { branch: facts.branch }),
    ...(facts.head === undefined ? {} : { head: facts.head }),
  };
}

/** A folder that is gone keeps the path by which it was known. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error) return path;
    throw error;
  }
}
