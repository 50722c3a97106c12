/**
 * Input from what else is known, when stdin gave none that can be used: the client names the session in the environment
 * (client contract §1), and the ledger knows where its transcript is.
 */
import { asFailure } from '../contract/failure.ts';
import type { Runtime } from '../runtime/runtime.ts';

export type RecoveredInput<Event extends string> = {
  readonly [field: string]: unknown;
  readonly session_id: string;
  readonly transcript_path: string;
  readonly cwd: string;
  readonly hook_event_name: Event;
  /** Unknown, but a session that is worth recovering was prompted. */
  readonly prompt_id: string;
};

export function recoverInput<Event extends string>(runtime: Runtime, event: Event): RecoveredInput<Event> | undefined {
  const sessionId = runtime.env['CLAUDE_CODE_SESSION_ID'];
  if (sessionId === undefined || sessionId === '') return undefined;
  try {
    const known = runtime.ledger.session(sessionId);
    if (known === undefined) return undefined;
    const { transcriptPath, cwd } = known;
    return { session_id: sessionId, transcript_path: transcriptPath, cwd, hook_event_name: event, prompt_id: '' };
  } catch (error) {
    runtime.log('left-out', { reason: asFailure(error).reason });
    return undefined;
  }
}
