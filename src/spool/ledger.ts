/**
 * The ledger: which sessions there are, where they belong, and their cursors (what is durably enqueued of each, by entry id;
 * design §3). A session's record is written by its hooks, its cursor by the background alone, so neither overwrites the other.
 * Out of scope: the requests themselves (`spool`).
 */
import { array, int, looseObject, number, optional, string } from 'zod/mini';
import type { Belonging, Cursor, OffSpan, SessionRecord } from '../contract/state.ts';
import { documentOf, readDocument, readDocuments, writeDocument } from '../io/document.ts';
import { type StateFolder, safeName } from '../io/file-store.ts';
import { belongingSchema, isSame } from './belonging.ts';
import { Cursors } from './cursors.ts';

const SESSIONS = 'sessions';

/** One empty file for each time a session was opened and not ended since: a start need not read all records that ever were. */
const RUNNING = 'running';

const sessionSchema = documentOf<SessionRecord>()(() =>
  looseObject({
    sessionId: string(),
    transcriptPath: string(),
    cwd: string(),
    startedAt: string(),
    openedAt: string(),
    owner: optional(number().check(int())),
    ownerBegan: optional(string()),
    belongs: belongingSchema(),
    former: optional(array(looseObject({ belongs: belongingSchema(), until: string() }))),
    offFrom: optional(string()),
    offSpans: optional(array(looseObject({ from: string(), to: string() }))),
  }),
);

export class Ledger {
  readonly #folder: StateFolder;
  readonly #cursors: Cursors;

  constructor(folder: StateFolder) {
    this.#folder = folder;
    this.#cursors = new Cursors(folder);
  }

  session(sessionId: string): SessionRecord | undefined {
    const record = readDocument(this.#folder, `${SESSIONS}/${safeName(sessionId)}.json`, sessionSchema);
    return record?.sessionId === sessionId ? record : undefined;
  }

  cursor(sessionId: string): Cursor | undefined {
    return this.#cursors.of(sessionId);
  }

  /**
   * Records that a session runs (again), with capture on. Its first folder stays. Where capture was switched off until now, what
   * was said meanwhile is never captured. Where it leaves another belonging behind (`leaves`), a job of that must be on record.
   */
  open(session: SessionOpening): void {
    const known = this.session(session.sessionId);
    const left = this.leaves(session);
    // The mark first: a record without it would never be reconciled.
    this.#folder.write(markOf(session.sessionId, session.openedAt), '');
    const ended = known?.offFrom === undefined ? [] : [{ from: known.offFrom, to: session.openedAt }];
    const former = [
      ...(known?.former ?? []),
      ...(left === undefined ? [] : [{ belongs: left, until: session.openedAt }]),
    ];
    this.#write({
      ...session,
      ...lasting(known, session),
      ...spans([...(known?.offSpans ?? []), ...ended]),
      ...(former.length === 0 ? {} : { former }),
    });
  }

  /**
   * Where a session belonged until now, if it has not ended there and now belongs elsewhere: what was said there is to be
   * captured there.
   */
  leaves(session: SessionOpening): Belonging | undefined {
    const known = this.session(session.sessionId);
    if (known === undefined || isSame(known.belongs, session.belongs)) return undefined;
    return this.#runs(session.sessionId) ? known.belongs : undefined;
  }

  /**
   * Records that capture is switched off in a session, since it was opened or, at its end, since it was last opened: nothing that
   * is said then is captured, until it is opened with capture on.
   */
  switchOff(session: SessionOpening, at: 'start' | 'end'): void {
    const known = this.session(session.sessionId);
    const opened = at === 'end' ? known?.openedAt : session.openedAt;
    // Of a session that was never seen before nobody knows what it was like: all of it counts as off.
    const since = known === undefined || opened === undefined ? EVER : opened;
    const offFrom = known?.offFrom ?? since;
    const former = known?.former === undefined ? {} : { former: known.former };
    // Nothing said here is captured, so nothing of it belongs here: what was said before still belongs where it did.
    const belongs = known?.belongs ?? session.belongs;
    this.#write({
      ...session,
      ...lasting(known, session),
      belongs,
      ...spans(known?.offSpans ?? []),
      ...former,
      offFrom,
    });
  }

  /**
   * Whether something said in a session at `at` (ISO 8601, if it has a time) must be passed over by a capture for `belongs`: it
   * was said while capture was switched off, or while the session belonged elsewhere. A record that is there and cannot be read
   * may hold just that, so everything is passed over then.
   */
  passesOver(sessionId: string, belongs: Belonging): (at: string | undefined) => boolean {
    const own = this.session(sessionId);
    if (own === undefined) {
      const unreadable = this.isUnreadable(sessionId);
      return () => unreadable;
    }
    const off = spansOf(own);
    const places = [...(own.former ?? []), { belongs: own.belongs, until: NEVER }];
    return (text) => {
      const at = Date.parse(text ?? '');
      if (Number.isNaN(at)) return off.length > 0 || places.length > 1;
      if (off.some(({ from, to }) => at >= from && at < to)) return true;
      const place = places.find(({ until }) => at < Date.parse(until));
      return places.length > 1 && place !== undefined && !isSame(place.belongs, belongs);
    };
  }

  /** Whether there is a record of it that cannot be read: a newer version's, or a torn one. */
  isUnreadable(sessionId: string): boolean {
    const path = `${SESSIONS}/${safeName(sessionId)}.json`;
    return this.session(sessionId) === undefined && this.#folder.modifiedAt(path) !== undefined;
  }

  /**
   * Moves the cursor: called only once the window is durable. Repeatable. `endedAt` is up to when the session is captured;
   * `closesUpTo` closes it, unless it was opened after that. Both ISO 8601.
   */
  advance(sessionId: string, covered: readonly string[], endedAt: string, closesUpTo?: string): void {
    this.#cursors.advance(sessionId, covered, endedAt);
    if (closesUpTo !== undefined) this.close(sessionId, closesUpTo);
  }

  /** The session is over, unless it was opened after `upTo` (ISO 8601), whether or not anything of it was captured. */
  close(sessionId: string, upTo: string): void {
    for (const { name, id, openedAt } of this.#marks()) {
      if (id === safeName(sessionId) && openedAt <= Date.parse(upTo)) this.#folder.remove(`${RUNNING}/${name}`);
    }
  }

  /** Sessions that were opened and have not ended since. */
  unfinished(): readonly SessionRecord[] {
    const ids = new Set(this.#marks().map(({ id }) => id));
    return [...ids].flatMap((id) => {
      const record = readDocument(this.#folder, `${SESSIONS}/${id}.json`, sessionSchema);
      return record === undefined ? [] : [record];
    });
  }

  /** Sessions that are not among the unfinished. */
  finished(): readonly SessionRecord[] {
    const running = new Set(this.#marks().map(({ id }) => id));
    return this.sessions().filter(({ sessionId }) => !running.has(safeName(sessionId)));
  }

  /** Removes all that is known of a session, the cursor last: what is captured without a record is captured by the cursor. */
  forget(sessionId: string): void {
    this.#folder.remove(`${SESSIONS}/${safeName(sessionId)}.json`);
    this.#cursors.forget(sessionId);
  }

  /** All sessions that are on record. */
  sessions(): readonly SessionRecord[] {
    return readDocuments(this.#folder, SESSIONS, sessionSchema).map(({ document }) => document);
  }

  /** Transcripts of the sessions that were on record before this one; a fork has no record under its own id (client contract §1). */
  earlierTranscripts(sessionId: string): readonly string[] {
    return this.#earlier(sessionId).map(({ transcriptPath }) => transcriptPath);
  }

  /** Those of them in which something was said with capture off, or that did not always belong there. */
  closedTranscripts(sessionId: string, belongs: Belonging): readonly string[] {
    const closed = this.#earlier(sessionId).filter((record) => {
      const places = [record.belongs, ...(record.former ?? []).map((former) => former.belongs)];
      return spansOf(record).length > 0 || places.some((place) => !isSame(place, belongs));
    });
    return closed.map(({ transcriptPath }) => transcriptPath);
  }

  #earlier(sessionId: string): readonly SessionRecord[] {
    const startedAt = this.session(sessionId)?.startedAt ?? NEVER;
    return this.sessions().filter((record) => record.sessionId !== sessionId && record.startedAt < startedAt);
  }

  /** Entry ids that are covered in any session. */
  covered(): ReadonlySet<string> {
    return this.#cursors.covered();
  }

  #write(record: SessionRecord): void {
    writeDocument(this.#folder, `${SESSIONS}/${safeName(record.sessionId)}.json`, record);
  }

  #runs(sessionId: string): boolean {
    return this.#marks().some(({ id }) => id === safeName(sessionId));
  }

  #marks(): readonly { readonly name: string; readonly id: string; readonly openedAt: number }[] {
    return this.#folder.list(RUNNING).flatMap((name) => {
      const at = name.lastIndexOf('.');
      return at < 0 ? [] : [{ name, id: name.slice(0, at), openedAt: Number(name.slice(at + 1)) }];
    });
  }
}

/** What a hook knows when it opens a session. */
export type SessionOpening = Omit<SessionRecord, 'startedAt' | 'former' | 'offFrom' | 'offSpans'>;

/** Before and after everything, for `Date.parse`. */
const EVER = '0001-01-01T00:00:00.000Z';
const NEVER = '9999-12-31T23:59:59.999Z';

/** What is settled when a session is first opened: its folder, the project that was found there, and since when it is known. */
function lasting(
  known: SessionRecord | undefined,
  session: SessionOpening,
): Pick<SessionRecord, 'cwd' | 'belongs' | 'startedAt'> {
  if (known === undefined) return { cwd: session.cwd, belongs: session.belongs, startedAt: session.openedAt };
  const { appId } = known.belongs.place;
  // An id from the settings comes before the one that was found.
  const place = { ...(appId === undefined ? {} : { appId }), ...session.belongs.place };
  return { cwd: known.cwd, belongs: { ...session.belongs, place }, startedAt: known.startedAt };
}

function spans(offSpans: readonly OffSpan[]): { readonly offSpans?: readonly OffSpan[] } {
  return offSpans.length === 0 ? {} : { offSpans };
}

/** The spans of a record in ms, the open one among them. */
function spansOf({ offSpans, offFrom }: SessionRecord): readonly { readonly from: number; readonly to: number }[] {
  const open = offFrom === undefined ? [] : [{ from: offFrom, to: NEVER }];
  return [...(offSpans ?? []), ...open].map(({ from, to }) => ({ from: Date.parse(from), to: Date.parse(to) }));
}

function markOf(sessionId: string, openedAt: string): string {
  return `${RUNNING}/${safeName(sessionId)}.${Date.parse(openedAt)}`;
}
