/**
 * The ledger: which sessions there are, where they belong, and their cursors (what is durably enqueued of each, by entry id;
 * design §3). A session's record is written by its hooks, its cursor by the background alone, so neither overwrites the other.
 * Out of scope: the requests themselves (`spool`).
 */
import { array, int, looseObject, number, optional, string, type ZodMiniType } from 'zod/mini';
import { readDocument, writeDocument } from '../io/document.ts';
import { type StateFolder, safeName } from '../io/file-store.ts';

const SESSIONS = 'sessions';
const CURSORS = 'cursors';

/** One empty file for each time a session was opened and not ended since: a start need not read all records that ever were. */
const RUNNING = 'running';

export interface SessionRecord {
  readonly sessionId: string;
  readonly transcriptPath: string;
  /** The first `cwd` that a hook of this session named: identity does not move with a later `cd`. */
  readonly cwd: string;
  /** The project id found at that `cwd`; absent when there is none, or when no session start of ours was seen. */
  readonly appId?: string;
  /** ISO 8601; when it was opened last (started, resumed, cleared, compacted). */
  readonly openedAt: string;
  /** The process that started the hook: the client, as a rule. While it lives the session is not reconciled. */
  readonly owner?: number;
}

const sessionSchema = looseObject({
  sessionId: string(),
  transcriptPath: string(),
  cwd: string(),
  appId: optional(string()),
  openedAt: string(),
  owner: optional(number().check(int())),
}) as unknown as ZodMiniType<SessionRecord>;

export interface Cursor {
  readonly sessionId: string;
  /** Entry ids that are covered, in order. */
  readonly captured: readonly string[];
  /** ISO 8601; up to when the session is captured. */
  readonly endedAt: string;
}

const cursorSchema = looseObject({
  sessionId: string(),
  captured: array(string()),
  endedAt: string(),
}) as unknown as ZodMiniType<Cursor>;

export class Ledger {
  readonly #folder: StateFolder;

  constructor(folder: StateFolder) {
    this.#folder = folder;
  }

  session(sessionId: string): SessionRecord | undefined {
    const record = readDocument(this.#folder, `${SESSIONS}/${safeName(sessionId)}.json`, sessionSchema);
    return record?.sessionId === sessionId ? record : undefined;
  }

  cursor(sessionId: string): Cursor | undefined {
    const cursor = readDocument(this.#folder, `${CURSORS}/${safeName(sessionId)}.json`, cursorSchema);
    return cursor?.sessionId === sessionId ? cursor : undefined;
  }

  /** Records that a session runs (again). Where it belongs was settled when it was first opened. */
  open(session: SessionRecord): void {
    const known = this.session(session.sessionId);
    const appId = known?.appId === undefined ? {} : { appId: known.appId };
    const place = known === undefined ? {} : { cwd: known.cwd, ...appId };
    // The mark first: a record without it would never be reconciled.
    this.#folder.write(markOf(session.sessionId, session.openedAt), '');
    writeDocument(this.#folder, `${SESSIONS}/${safeName(session.sessionId)}.json`, { ...session, ...place });
  }

  /**
   * Moves the cursor: called only once the window is durable. Repeatable. `endedAt` is when the reading of the transcript
   * began: a session that was opened again after that runs on.
   */
  advance(sessionId: string, covered: readonly string[], endedAt: string): void {
    const captured = [...new Set([...(this.cursor(sessionId)?.captured ?? []), ...covered])];
    const cursor: Cursor = { sessionId, captured, endedAt };
    writeDocument(this.#folder, `${CURSORS}/${safeName(sessionId)}.json`, cursor);
    this.close(sessionId, endedAt);
  }

  /** The session has ended by `endedAt` (ISO 8601), whether or not anything of it was captured. */
  close(sessionId: string, endedAt: string): void {
    for (const { name, id, openedAt } of this.#marks()) {
      if (id === safeName(sessionId) && openedAt <= Date.parse(endedAt)) this.#folder.remove(`${RUNNING}/${name}`);
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

  /**
   * Entry ids that are covered in any session: a fork's transcript repeats the lines of the session that it came from, with
   * the same ids (transcript contract §4).
   */
  covered(): ReadonlySet<string> {
    const ids = this.#folder.list(CURSORS).flatMap((name) => {
      return readDocument(this.#folder, `${CURSORS}/${name}`, cursorSchema)?.captured ?? [];
    });
    return new Set(ids);
  }

  #marks(): readonly { readonly name: string; readonly id: string; readonly openedAt: number }[] {
    return this.#folder.list(RUNNING).flatMap((name) => {
      const at = name.lastIndexOf('.');
      return at < 0 ? [] : [{ name, id: name.slice(0, at), openedAt: Number(name.slice(at + 1)) }];
    });
  }
}

function markOf(sessionId: string, openedAt: string): string {
  return `${RUNNING}/${safeName(sessionId)}.${Date.parse(openedAt)}`;
}
