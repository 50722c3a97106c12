/**
 * The local copy of each session's newest session state: what a checkpoint saved is given back after the compaction even when
 * the platform is slow or away. The copy on the platform serves other machines and later sessions.
 */
import { looseObject, optional, string } from 'zod/mini';
import type { SavedSessionState } from '../contract/state.ts';
import { documentOf, readDocument, readDocuments, writeDocument } from '../io/document.ts';
import type { StateFolder } from '../io/file-store.ts';
import { safeName } from '../io/plain-names.ts';

const STATES = 'session-states';

const schema = documentOf<SavedSessionState>()(() =>
  looseObject({
    sessionId: string(),
    text: string(),
    at: string(),
    appId: optional(string()),
    branch: optional(string()),
  }),
);

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

  /** Removes the copies of what is forgotten. */
  drop(isGone: (state: SavedSessionState) => boolean): void {
    const gone = readDocuments(this.#folder, STATES, schema).filter(({ document }) => isGone(document));
    if (gone.length > 0)
      this.#folder.removeFiles(
        STATES,
        gone.map(({ name }) => name),
      );
  }
}

function pathOf(sessionId: string): string {
  return `${STATES}/${safeName(sessionId)}.json`;
}
