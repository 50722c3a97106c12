/**
 * The records of sessions: what lasts of each. A record of an earlier version also tells who had the session open; that is read
 * here until the session is opened or ends again, and then put where it belongs now. Out of scope: openings (`openings`).
 */
import type { SessionRecord } from '../contract/state.ts';
import { readDocument, readDocuments, writeDocument } from '../io/document.ts';
import type { StateFolder } from '../io/file-store.ts';
import { safeName } from '../io/plain-names.ts';
import { isEarlierMark, openingsIn, recordOf, type StoredRecord, storedRecordSchema } from './earlier-records.ts';
import { type OpenedSession, type Openings, RUNNING, type Running } from './openings.ts';

const SESSIONS = 'sessions';

export class Records {
  readonly #folder: StateFolder;

  constructor(folder: StateFolder) {
    this.#folder = folder;
  }

  of(sessionId: string): SessionRecord | undefined {
    const stored = this.#stored(sessionId);
    return stored === undefined ? undefined : recordOf(stored);
  }

  all(): readonly SessionRecord[] {
    return readDocuments(this.#folder, SESSIONS, storedRecordSchema).map(({ document }) => recordOf(document));
  }

  /** Whether there is one, readable or not. */
  has(sessionId: string): boolean {
    return this.#folder.modifiedAt(pathOf(sessionId)) !== undefined;
  }

  write(record: SessionRecord): void {
    writeDocument(this.#folder, pathOf(record.sessionId), record);
  }

  /** What records of earlier versions tell of openings that are still to be looked after. */
  earlierRunning(): readonly Running[] {
    return this.#folder.list(RUNNING).flatMap((name) => {
      const id = name.slice(0, Math.max(0, name.lastIndexOf('.')));
      const stored = isEarlierMark(name, id)
        ? readDocument(this.#folder, `${SESSIONS}/${id}.json`, storedRecordSchema)
        : undefined;
      const running = stored === undefined ? undefined : openingsIn(stored, true).running;
      return running === undefined ? [] : [{ ...running, name }];
    });
  }

  /** What a record of an earlier version tells of openings that have been looked after. */
  earlierPast(sessionId: string): readonly OpenedSession[] {
    const stored = this.#stored(sessionId);
    return stored === undefined ? [] : openingsIn(stored, this.#marks(sessionId).length > 0).past;
  }

  /** Puts what an earlier version recorded of a session into the form of now, before anything of it is changed. Repeatable. */
  modernise(sessionId: string, openings: Openings): void {
    const stored = this.#stored(sessionId);
    if (stored?.belongs === undefined) return;
    const marks = this.#marks(sessionId);
    const { past, running } = openingsIn(stored, marks.length > 0);
    if (running !== undefined) openings.begin(running);
    for (const one of past) openings.keep(one);
    for (const name of marks) this.#folder.remove(`${RUNNING}/${name}`);
    this.write(recordOf(stored));
  }

  #marks(sessionId: string): readonly string[] {
    return this.#folder.list(RUNNING).filter((name) => isEarlierMark(name, safeName(sessionId)));
  }

  #stored(sessionId: string): StoredRecord | undefined {
    const stored = readDocument(this.#folder, pathOf(sessionId), storedRecordSchema);
    return stored?.sessionId === sessionId ? stored : undefined;
  }
}

function pathOf(sessionId: string): string {
  return `${SESSIONS}/${safeName(sessionId)}.json`;
}
