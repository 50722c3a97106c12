/**
 * The operator's client of a place, over the same connection as the hooks' client. Out of scope: what the commands do with it.
 */
import type { Place } from '../../contract/state.ts';
import { OperatorClient } from '../../mem0/operator-client.ts';
import type { Platform, PlatformRuntime } from './platform.ts';
import { projectIdsOf } from './user-id.ts';

/** A person waits, and nothing else does: a request may take as long as the platform needs. [?] ours */
const PATIENCE_MS = 30_000;

/** Rejects with a `Failure`. `patienceMs`: what each request may take. */
export async function operatorFor(
  runtime: PlatformRuntime,
  platform: Platform,
  place: Place,
  patienceMs = PATIENCE_MS,
): Promise<OperatorClient> {
  const within = () => ({ deadline: Date.now() + patienceMs });
  const { send, scope } = await platform.bound(place, within());
  const projectIds = () => projectIdsOf(runtime, () => platform.whoAmI(within()));
  return new OperatorClient({ send, scope, within, projectIds });
}
