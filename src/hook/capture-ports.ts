/** The capture's ports: transcript, repository, secrets, and the journal. */

import type { Capture } from '../core/window.ts';
import { buildCapture } from '../core/window.ts';
import type { CapturePorts, CaptureRecord, SessionToCapture, WindowOptions } from '../flows/capture.ts';
import { readEntries } from '../transcript/reader.ts';
import { locate } from './place.ts';
import type { Runtime } from './runtime.ts';
import { secretsOf } from './secrets.ts';
import { treeEvidenceOf } from './tree-evidence.ts';

/** Nobody waits for the background; a tree that takes longer is evidence only in part, and the transcript's own stands beside it. */
const TREE_MS = 2_000;

export function capturePorts(
  runtime: Runtime,
  destination: string,
  commit: (id: string, record: CaptureRecord) => void,
): CapturePorts {
  const now = () => Date.now();
  return {
    destination,
    locate: async (session) => {
      const located = await locate(runtime, session.cwd, runtime.ledger.session(session.sessionId)?.appId);
      return { place: located.place, ...(located.branch === undefined ? {} : { branch: located.branch }) };
    },
    buildCapture: (session, options) => readWindow(runtime, session, options),
    commit,
    newId: () => runtime.newId(),
    now,
  };
}

async function readWindow(runtime: Runtime, session: SessionToCapture, options: WindowOptions): Promise<Capture> {
  const { root } = await locate(runtime, session.cwd);
  const treeEvidence = await treeEvidenceOf(runtime, root, TREE_MS);
  const secrets = await secretsOf(runtime, root);
  const covered = runtime.ledger.covered();
  return buildCapture({
    entries: readEntries(session.transcriptPath),
    isCaptured: (entryId) => covered.has(entryId),
    treeEvidence,
    secrets,
    sessionId: session.sessionId,
    ...options,
  });
}
