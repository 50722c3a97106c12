/**
 * Which openings are a fork's. With `--fork-session` a start names the old session and an end the new one; in between
 * only the name of `CLAUDE_ENV_FILE` tells under which id it may go on, and that name is often one that is never used (client
 * contract §1, measured). So it takes a proof: the fork's transcript, which comes into being with its first prompt, or a hook of the
 * same client that names the id.
 */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Opening } from '../contract/state.ts';
import type { Running } from './openings.ts';

/** What a hook tells of the process that started it. */
export type Owned = Pick<Opening, 'owner' | 'ownerBegan'>;

/** Each under the id of the session in which its words are. `called`: the id by which a client's hook calls its session. */
export function inTheirSessions(
  running: readonly Running[],
  called?: { readonly sessionId: string; readonly process: Owned },
): readonly Running[] {
  return running.map((one) => {
    const fork = forkOf(one);
    if (fork === undefined) return one;
    const isCalled = called?.sessionId === fork.sessionId && isSameProcess(one, called.process);
    return isCalled || existsSync(fork.transcriptPath) ? fork : one;
  });
}

/** Whether two hooks were started by the same process; false where that is not known. */
export function isSameProcess(one: Owned, other: Owned): boolean {
  if (one.owner === undefined || one.owner !== other.owner) return false;
  return one.ownerBegan === undefined || other.ownerBegan === undefined || one.ownerBegan === other.ownerBegan;
}

/** As the fork that it may be: under its own id, with its own transcript beside the other one. */
function forkOf({ other, ...one }: Running): Running | undefined {
  if (other === undefined) return undefined;
  return {
    ...one,
    from: one.sessionId,
    sessionId: other,
    transcriptPath: join(dirname(one.transcriptPath), `${other}.jsonl`),
  };
}
