/**
 * The local copy of each session's newest session state: what a checkpoint saved is given back after the compaction even when
 * the platform is slow or away. The copy on the platform serves other machines and later sessions.
 */
import { looseObject, optional, string, type ZodMiniType } from 'zod/mini';
import { readDocument, writeDocument } from '../io/document.ts';
import { type StateFolder, safeName } from '../io/file-store.ts';

export interface SavedSessionState {
  readonly sessionId: string;
  /** Already redacted. */
  readonly text: string;
  /** ISO 8601. */
  readonly at: string;
  readonly appId?: string;
  readonly branch?: string;
}

const schema = looseObject({
  sessionId: string(),
  text: string(),
  at: string(),
  appId: optional(string()),
  branch: optional(string()),
}) as unknown as ZodMiniType<SavedSessionState>;

export class SessionStates {
  readonly #folder: StateFolder;

  constructor(folder: StateFolder) {
    this.#folder = folder;
  }

  save(state: SavedSessionState): void {
    writeDocument(this.#folder, pathOf(state.sessionId), state);
  }

  of(sessionId: string): SavedSessionState | undefined {
    const state = readDocument(this.#folder, pathOf(sessionId), schema);
    return state?.sessionId === sessionId ? state : undefined;
  }
}

function pathOf(sessionId: string): string {
  return `session-states/${safeName(sessionId)}.json`;
}
