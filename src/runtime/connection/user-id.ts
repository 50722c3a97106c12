/**
 * Who the user of a run is where no setting says so: the local platform's user, the key's as last learnt, or as the platform says
 * now (platform contract §2). Out of scope: the setting, which comes first, and how the platform is reached (`platform`).
 */
import { asFailure } from '../../contract/failure.ts';
import type { Ping } from '../../contract/mem0.ts';
import type { ProjectIds } from '../../contract/operator.ts';
import { LastAnswers } from '../../state/last-answers.ts';
import { type Known, UserIds } from '../../state/user-ids.ts';
import type { Runtime } from '../runtime.ts';

export interface KnownUser {
  readonly userId: string;
  readonly how: 'local' | 'cached' | 'asked';
  /** When the platform said so (ms since the epoch); absent of the local user. */
  readonly at?: number;
}

/** What of a run says whose its key is. */
export type UserRuntime = Pick<Runtime, 'config' | 'folder' | 'localUser' | 'keyHash'>;

/** Without asking anybody; undefined where the platform has to be asked. */
export function knownUser(runtime: UserRuntime): KnownUser | undefined {
  const { apiKey } = runtime.config;
  if (apiKey === undefined) return { userId: runtime.localUser, how: 'local' };
  const users = new UserIds(runtime.folder);
  const cached = attempt(() => users.known(runtime.keyHash(apiKey), Date.now()));
  return cached === undefined ? undefined : { ...cached, how: 'cached' };
}

/** As known, or as asked; what was learnt is kept. Rejects with a `Failure`. */
export async function userOf(runtime: UserRuntime, ask: () => Promise<Ping>): Promise<string> {
  const known = knownUser(runtime);
  if (known !== undefined) return known.userId;
  const ping = await ask();
  learn(runtime, ping);
  return ping.user_email;
}

/** The ids of the key's project, as known, or as asked; those of the local platform are asked of it. Rejects with a `Failure`. */
export async function projectIdsOf(runtime: UserRuntime, ask: () => Promise<Ping>): Promise<ProjectIds> {
  const { orgId, projectId } = knownIds(runtime);
  if (orgId !== undefined && projectId !== undefined) return { orgId, projectId };
  const ping = await ask();
  learn(runtime, ping);
  return { orgId: ping.org_id, projectId: ping.project_id };
}

function knownIds(runtime: UserRuntime): Partial<Known> {
  const { apiKey } = runtime.config;
  if (apiKey === undefined) return {};
  return attempt(() => new UserIds(runtime.folder).known(runtime.keyHash(apiKey), Date.now())) ?? {};
}

function learn(runtime: UserRuntime, { user_email, org_id: orgId, project_id: projectId }: Ping): void {
  const { apiKey, dryRun } = runtime.config;
  if (apiKey === undefined || dryRun) return;
  const hash = runtime.keyHash(apiKey);
  attempt(() => new UserIds(runtime.folder).remember(hash, user_email, Date.now(), { orgId, projectId }));
}

/** Where the key is refused: what was learnt of it, and with it, may hold no longer (platform contract §2). */
export function forgetUser(runtime: UserRuntime): void {
  const { apiKey, dryRun } = runtime.config;
  if (apiKey === undefined || dryRun) return;
  const hash = runtime.keyHash(apiKey);
  attempt(() => new UserIds(runtime.folder).forget(hash));
  attempt(() => new LastAnswers(runtime.folder).forget(hash));
}

/** A cache that cannot be used costs a request, no more. */
function attempt<T>(use: () => T): T | undefined {
  try {
    return use();
  } catch (error) {
    if (asFailure(error).reason === 'other') throw error;
    return undefined;
  }
}
