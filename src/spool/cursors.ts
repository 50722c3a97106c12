/**
 * Cursors: what is durably enqueued of each session, by entry id (design §3). Written by the background alone, so that no hook
 * ever overwrites one. Out of scope: which sessions there are, and whose they are (`ledger`).
 */
import { array, looseObject, string } from 'zod/mini';
import type { Cursor } from '../contract/state.ts';
import { documentOf, readDocument, readDocuments, writeDocument } from '../io/document.ts';
import type { StateFolder } from '../io/file-store.ts';
import { safeName } from '../io/plain-names.ts';

const CURSORS = 'cursors';

const cursorSchema = documentOf<Cursor>()(() =>
  looseObject({ sessionId: string(), captured: array(string()), endedAt: string() }),
);

export class Cursors {
  readonly #folder: StateFolder;

  constructor(folder: StateFolder) {
    this.#folder = folder;
  }

  of(sessionId: string): Cursor | undefined {
    const cursor = readDocument(this.#folder, pathOf(sessionId), cursorSchema);
    return cursor?.sessionId === sessionId ? cursor : undefined;
  }

  /** Moves a cursor: called only once the window is durable. Repeatable. `endedAt` (ISO 8601) is up to when it is captured. */
  advance(sessionId: string, covered: readonly string[], endedAt: string): void {
    const captured = [...new Set([...(this.of(sessionId)?.captured ?? []), ...covered])];
    const cursor: Cursor = { sessionId, captured, endedAt };
    writeDocument(this.#folder, pathOf(sessionId), cursor);
  }

  /**
   * Entry ids that are covered in any session: a fork's transcript repeats the lines of the session that it came from, with
   * the same ids (transcript contract §4).
   */
  covered(): ReadonlySet<string> {
    const cursors = readDocuments(this.#folder, CURSORS, cursorSchema);
    return new Set(cursors.flatMap(({ document }) => document.captured));
  }
}

function pathOf(sessionId: string): string {
  return `${CURSORS}/${safeName(sessionId)}.json`;
}
