/**
 * What is denied by the person's lists now, although something is known of it already: sessions, and what waits to be sent or
 * learnt. Out of scope: the lists themselves (`permission`).
 */
import type { HookEvent } from '../../contract/hook.ts';
import type { Place, SpoolItem } from '../../contract/state.ts';
import { belongingOf } from '../belongs.ts';
import { parentProcess } from '../processes/processes.ts';
import { quietly } from '../processes/quietly.ts';
import type { Runtime } from '../runtime.ts';
import { permissionsOf } from './permission.ts';

interface SessionPaths {
  readonly session_id: string;
  readonly cwd: string;
  readonly transcript_path: string;
}

/** By what is known without git. Of a folder that is gone only a session's own record can tell that it was allowed there. */
export function isDeniedSession(runtime: Runtime, { session_id, cwd }: SessionPaths): boolean {
  const known = quietly(runtime, () => runtime.ledger.session(session_id));
  const look = permissionsOf(runtime).of(known?.cwd ?? cwd, [runtime.config.appId, known?.appId]);
  return !look.allowed || (look.unknown === 'place' && known === undefined);
}

/**
 * A session that is on record is one with capture off meanwhile: what is said now is not captured either when it is allowed again
 * and resumed. Of any other nothing is written.
 */
export function settleAsOff(runtime: Runtime, event: HookEvent, input: SessionPaths): void {
  if (runtime.config.dryRun || event === 'PreCompact') return;
  const { session_id: sessionId, transcript_path: transcriptPath, cwd } = input;
  quietly(runtime, () => {
    if (!runtime.ledger.isKnown(sessionId)) return;
    const session = { sessionId, transcriptPath, cwd, ...parentProcess(), belongs: belongingOf(runtime, undefined) };
    if (event === 'SessionEnd') runtime.ledger.end({ ...session, at: new Date().toISOString(), off: true });
    else runtime.ledger.open({ ...session, openedAt: new Date(runtime.startedAt).toISOString(), off: true });
  });
}

/** Whether the person's lists deny now what a request comes from: its project, or a folder that its session worked in. */
export function isDeniedItem(
  runtime: Runtime,
  { place, write, folders = [] }: Pick<SpoolItem, 'place' | 'write' | 'folders'>,
): boolean {
  if (!runtime.hasLists) return false;
  const permissions = permissionsOf(runtime);
  return isDeniedOf(runtime, place, write.metadata.session_id) || folders.some((one) => !permissions.of(one).allowed);
}

/** The same of a session; its folder is known where it is on record. */
export function isDeniedOf(runtime: Runtime, { appId }: Place, sessionId: string): boolean {
  if (!runtime.hasLists) return false;
  const began = quietly(runtime, () => runtime.ledger.session(sessionId)?.cwd);
  return permissionsOf(runtime).denies(appId, began);
}
