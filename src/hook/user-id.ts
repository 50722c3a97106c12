/**
 * Who the user of a run is where no setting says so: the local platform's user, the key's as last learnt, or as the platform says
 * now (platform contract §2). Out of scope: the setting, which comes first, and how the platform is reached (`platform`).
 */
import { asFailure } from '../contract/failure.ts';
import type { Ping } from '../contract/mem0.ts';
import { UserIds } from '../state/user-ids.ts';
import type { Runtime } from './runtime.ts';

export interface KnownUser {
  readonly userId: string;
  readonly how: 'local' | 'cached' | 'asked';
  /** When the platform said so (ms since the epoch); absent of the local user. */
  readonly at?: number;
}

/** Without asking anybody; undefined where the platform has to be asked. */
export function knownUser(runtime: Runtime): KnownUser | undefined {
  const { apiKey } = runtime.config;
  if (apiKey === undefined) return { userId: runtime.localUser, how: 'local' };
  const users = new UserIds(runtime.folder);
  const cached = attempt(() => users.known(runtime.keyHash(apiKey), Date.now()));
  return cached === undefined ? undefined : { ...cached, how: 'cached' };
}

/** As known, or as asked; what was learnt is kept, and given up where the key is refused. Rejects with a `Failure`. */
export async function userOf(runtime: Runtime, ask: () => Promise<Ping>): Promise<string> {
  const known = knownUser(runtime);
  if (known !== undefined) return known.userId;
  const { apiKey = '', dryRun } = runtime.config;
  const users = new UserIds(runtime.folder);
  const hash = runtime.keyHash(apiKey);
  try {
    const { user_email } = await ask();
    if (!dryRun) attempt(() => users.remember(hash, user_email, Date.now()));
    return user_email;
  } catch (error) {
    const failure = asFailure(error);
    if (failure.reason === 'bad-key') attempt(() => users.forget(hash));
    throw failure;
  }
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
