/**
 * Checkpoint: before a compaction the session state is saved, here first, then on the platform within the deadline; what the
 * platform has not accepted by then stays in the spool (design §3, platform contract §3: one user-role message, `infer: false`).
 */
import { asFailure, type FailureReason } from '../contract/failure.ts';
import { type MemoryMetadata, type MemoryWrite, POLICY } from '../contract/memory.ts';
import type { Place, SavedSessionState, SpoolItem } from '../contract/state.ts';
import { sentSessionId } from '../core/identity/session-id.ts';
import type { Within } from './ports.ts';

export interface CheckpointPorts {
  /** The session state's text, already redacted; undefined when there is nothing to say. Rejects with a `Failure` when the transcript cannot be read. */
  describe(): Promise<string | undefined>;
  /** Folders in which what it tells was said, once it is described. */
  folders?(): readonly string[];
  /** A text without the secrets that are known here. */
  redact(text: string): string;
  save(state: SavedSessionState): void;
  enqueue(id: string, item: SpoolItem): void;
  /** Called once it is kept, here and in the spool, before it is sent: or where there is nothing to keep. */
  kept?(): void;
  /** Delivers one item of the spool; resolves whether or not it was accepted. */
  deliver(id: string, within: Within): Promise<void>;
  /** Sends an item that the spool could not take; rejects when it was not accepted. */
  send(item: SpoolItem, within: Within): Promise<void>;
  now(): number;
}

export interface CheckpointInput {
  readonly sessionId: string;
  /** ISO 8601; up to when it tells. */
  readonly at: string;
  readonly branch?: string;
  readonly place: Place;
  readonly destination: string;
  /** The spool id, and the capture id. */
  readonly id: string;
  readonly deadline: number;
  /** Days after which it is over, when nobody returns to the session. */
  readonly keptDays: number;
  /** Where it may have been made before, and the platform may have it: from when on that can be seen there, and is looked for (ms). */
  readonly visibleFrom?: number;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Resolves with what was done. Where the state folder cannot be used it is sent all the same, and then the state folder's
 * error is thrown, so that it is told.
 */
export async function checkpoint(input: CheckpointInput, ports: CheckpointPorts): Promise<'saved' | 'nothing-to-say'> {
  const text = await ports.describe();
  if (text === undefined) {
    ports.kept?.();
    return 'nothing-to-say';
  }
  const branch = input.branch === undefined ? {} : { branch: ports.redact(input.branch) };
  const { appId } = input.place;
  const state = { sessionId: input.sessionId, text, at: input.at, ...branch };
  const unsaved = whereFolderFails(() => ports.save({ ...state, ...(appId === undefined ? {} : { appId }) }));
  const { destination } = input;
  // A session state belongs to a project; where there is none, the local copy is all there is.
  if (appId === undefined) {
    if (unsaved !== undefined) throw unsaved;
    ports.kept?.();
    return 'saved';
  }
  const metadata: MemoryMetadata = {
    type: 'session_state',
    session_id: ports.redact(sentSessionId(input.sessionId)),
    ...branch,
    editor: 'claude-code',
    policy: POLICY,
    capture_id: input.id,
  };
  const write: MemoryWrite = {
    scope: 'project',
    messages: [{ role: 'user', content: text }],
    metadata,
    infer: false,
    expirationDate: new Date(ports.now() + input.keptDays * DAY_MS).toISOString().slice(0, 10),
  };
  const within = { deadline: input.deadline };
  const folders = ports.folders?.() ?? [];
  const item: SpoolItem = {
    version: 1,
    destination,
    place: input.place,
    write,
    ...(folders.length === 0 ? {} : { folders }),
    attempts: 0,
    notBefore: input.visibleFrom ?? 0,
    uncertain: input.visibleFrom !== undefined,
  };
  const notEnqueued = whereFolderFails(() => ports.enqueue(input.id, item));
  if (unsaved === undefined && notEnqueued === undefined) ports.kept?.();
  // What has to be looked for first waits in the spool until it can be; where that is not to be had, it is not sent.
  if (input.visibleFrom === undefined)
    await (notEnqueued === undefined ? ports.deliver(input.id, within) : ports.send(item, within));
  const failure = unsaved ?? notEnqueued;
  if (failure !== undefined) throw failure;
  return 'saved';
}

/** The error, if it is one of the state folder's own; any other is thrown on. */
function whereFolderFails(use: () => void): unknown {
  try {
    use();
    return undefined;
  } catch (error) {
    if (FOLDER_REASONS.has(asFailure(error).reason)) return error;
    throw error;
  }
}

const FOLDER_REASONS: ReadonlySet<FailureReason> = new Set<FailureReason>(['read-only', 'full', 'unsafe']);
