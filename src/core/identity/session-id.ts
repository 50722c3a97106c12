/** The id under which a session is known outside (platform contract §1.2: `metadata.session_id`). */
import { hash64 } from '../hash.ts';

/** The client's are UUIDs; a longer text, or one with other signs in it, is no id, and may say anything. [?] ours */
const PLAIN_ID = /^[\w-]{1,128}$/;

/** A session id as it may be sent: as it is, or a hash of what is no plain id. The same one gives the same always. */
export function sentSessionId(sessionId: string): string {
  return PLAIN_ID.test(sessionId) ? sessionId : `session-${hash64(sessionId)}`;
}
