/** The sessions from which another one began, as far as their transcripts may be opened. Out of scope: what follows from it. */
import { dirname } from 'node:path';
import type { SessionRecord } from '../../contract/state.ts';
import { type Origin, originsOf } from '../../transcript/copies.ts';
import type { Runtime } from '../runtime.ts';
import { permissionsOf } from './permission.ts';

/**
 * Those on record of which the transcript at `path` is a copy. A session of a denied place is not looked at for another project's;
 * its lines name their folder, and are passed over by that.
 */
export function originsIn(runtime: Runtime, sessionId: string, path: string): readonly Origin<SessionRecord>[] {
  const { ledger } = runtime;
  const permissions = permissionsOf(runtime);
  const mayOpen = (one: SessionRecord) =>
    !runtime.hasLists ||
    dirname(one.transcriptPath) === dirname(path) ||
    permissions.of(one.cwd, [runtime.config.appId, one.appId]).allowed;
  return originsOf(path, ledger.earlier(sessionId).filter(mayOpen), ledger.session(sessionId)?.startedAt);
}
