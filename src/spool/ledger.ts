/**
 * The ledger: which sessions there were, where they belong, and their cursors (what is durably enqueued of each, by entry
 * id; design §3). Out of scope: the requests themselves (`spool`).
 */
import { array, int, looseObject, number, optional, string, type ZodMiniType } from 'zod/mini';
import { readDocument, writeDocument } from '../io/document.ts';
import { type StateFolder, safeName } from '../io/file-store.ts';

const SESSIONS = 'sessions';

/** One empty file for each session that runs, so that a start need not read the records of all that ever ran. */
const RUNNING = 'running';

export interface SessionRecord {
  readonly sessionId: string;
  readonly transcriptPath: string;
  /** The first `cwd` that a hook of this session named: identity does not move with a later `cd`. */
  readonly cwd: string;
  /** The project id found at that `cwd`; absent when there is none, or when no session start of ours was seen. */
  readonly appId?: string;
  /** ISO 8601. */
  readonly startedAt: string;
  /** The process that started the hook: the client, as a rule. While it lives the session is not reconciled. */
  readonly owner?: number;
  /** ISO 8601; set when the session has ended and is captured to its end. */
  readonly endedAt?: string;
  /** Entry ids that are covered, in order. */
  readonly captured: readonly string[];
}

const sessionSchema = looseObject({
  sessionId: string(),
  transcriptPath: string(),
  cwd: string(),
  appId: optional(string()),
  startedAt: string(),
  owner: optional(number().check(int())),
  endedAt: optional(string()),
  captured: array(string()),
}) as unknown as ZodMiniType<SessionRecord>;

export class Ledger {
  readonly #folder: StateFolder;

  constructor(folder: StateFolder) {
    this.#folder = folder;
  }

  session(sessionId: string): SessionRecord | undefined {
    const record = readDocument(this.#folder, pathOf(sessionId), sessionSchema);
    return record?.sessionId === sessionId ? record : undefined;
  }

  /** Records that a session runs (again). What is known of it stays: its first `cwd`, and its cursor. */
  open(session: Omit<SessionRecord, 'captured' | 'endedAt'>): SessionRecord {
    const known = this.session(session.sessionId);
    const record: SessionRecord = {
      ...session,
      ...(known === undefined ? {} : place(known)),
      startedAt: known?.startedAt ?? session.startedAt,
      captured: known?.captured ?? [],
    };
    // The mark first: a record without it would never be reconciled.
    this.#folder.write(`${RUNNING}/${safeName(record.sessionId)}`, '');
    this.#write(record);
    return record;
  }

  /** Moves the cursor and ends the session: called only once the window is durable. Repeatable. */
  advance(sessionId: string, covered: readonly string[], endedAt: string): void {
    const known = this.session(sessionId);
    if (known === undefined) return;
    this.#write({ ...known, endedAt, captured: [...new Set([...known.captured, ...covered])] });
    this.#folder.remove(`${RUNNING}/${safeName(sessionId)}`);
  }

  /** Sessions that were started and never ended, oldest first. */
  unfinished(): readonly SessionRecord[] {
    return this.#folder
      .list(RUNNING)
      .flatMap((name) => this.#read(`${name}.json`))
      .filter((record) => record.endedAt === undefined)
      .sort((a, b) => a.startedAt.localeCompare(b.startedAt));
  }

  /**
   * Entry ids that are covered in this session or in any other: a fork's transcript repeats the lines of the session that it
   * came from, with the same ids (transcript contract §4).
   */
  covered(): ReadonlySet<string> {
    return new Set(this.#all().flatMap((record) => record.captured));
  }

  #all(): readonly SessionRecord[] {
    return this.#folder.list(SESSIONS).flatMap((name) => this.#read(name));
  }

  #read(name: string): readonly SessionRecord[] {
    const record = readDocument(this.#folder, `${SESSIONS}/${name}`, sessionSchema);
    return record === undefined ? [] : [record];
  }

  #write(record: SessionRecord): void {
    writeDocument(this.#folder, pathOf(record.sessionId), record);
  }
}

function place(record: SessionRecord): Pick<SessionRecord, 'cwd' | 'appId'> {
  return { cwd: record.cwd, ...(record.appId === undefined ? {} : { appId: record.appId }) };
}

function pathOf(sessionId: string): string {
  return `${SESSIONS}/${safeName(sessionId)}.json`;
}
