/**
 * Where openings are kept: one file for each, so that hooks of two clients that write at the same moment never overwrite each
 * other. Those that are still to be looked after lie in one folder (`running`: a start reads no more than these), the others by
 * session. Out of scope: what an opening means (`whose`), and when it ends (`ledger`).
 */
import { boolean, int, looseObject, number, optional, string } from 'zod/mini';
import type { Opening, SessionPointer } from '../contract/state.ts';
import { documentOf, readDocument, writeDocument } from '../io/document.ts';
import type { StateFolder } from '../io/file-store.ts';
import { safeName } from '../io/plain-names.ts';
import { StateFolderError } from '../io/state-folder-error.ts';
import { belongingSchema } from './belonging.ts';
import { mergeable, NEVER } from './whose.ts';

/** Where those lie that are still to be looked after. */
export const RUNNING = 'running';
/** Where the others lie, in a folder for each session. */
export const PAST = 'past';

/** An opening and the session that was opened. */
export type OpenedSession = SessionPointer & Opening;

/** One of `running`: `name` is its file, `from` the session under whose id a fork was opened. */
export type Running = OpenedSession & { readonly name: string; readonly from?: string };

const openedSchema = documentOf<OpenedSession>()(() =>
  looseObject({
    sessionId: string(),
    transcriptPath: string(),
    cwd: string(),
    openedAt: string(),
    owner: optional(number().check(int())),
    ownerBegan: optional(string()),
    belongs: belongingSchema(),
    off: optional(boolean()),
    until: optional(string()),
    other: optional(string()),
  }),
);

export class Openings {
  readonly #folder: StateFolder;

  constructor(folder: StateFolder) {
    this.#folder = folder;
  }

  /** Those that can be read of all that are still to be looked after. */
  running(): readonly Running[] {
    return this.#folder.list(RUNNING).flatMap((name) => {
      const opened = idIn(name) === undefined ? undefined : this.#read(`${RUNNING}/${name}`);
      return opened === undefined ? [] : [{ ...opened, name }];
    });
  }

  /** Those of a session that have been looked after. */
  past(sessionId: string): readonly OpenedSession[] {
    return this.#pastNames(sessionId).flatMap((path) => this.#read(path) ?? []);
  }

  /** Whether there is one of this session that cannot be read: a newer version's, or a torn one. */
  isUnreadable(sessionId: string): boolean {
    const running = this.#folder.list(RUNNING).filter((name) => idIn(name) === safeName(sessionId));
    const paths = [...running.map((name) => `${RUNNING}/${name}`), ...this.#pastNames(sessionId)];
    return paths.some((path) => this.#read(path) === undefined);
  }

  /** Durable when this returns. @returns its name in `running` */
  begin(opened: OpenedSession): string {
    const name = `${safeName(opened.sessionId)}.${stampOf(opened)}.json`;
    writeDocument(this.#folder, `${RUNNING}/${name}`, opened);
    return name;
  }

  /** It has ended, and what was said in it is still to be captured. */
  ended({ name, from: _from, ...opened }: Running, until: string): void {
    writeDocument(this.#folder, `${RUNNING}/${name}`, { ...opened, until });
  }

  /** It has been looked after, as `now` says what is known of it. */
  settle({ name }: Running, now: OpenedSession): void {
    this.keep(now);
    this.#folder.remove(`${RUNNING}/${name}`);
  }

  /** Keeps one that is not to be looked after. */
  keep(opened: OpenedSession): void {
    writeDocument(this.#folder, `${PAST}/${safeName(opened.sessionId)}/${stampOf(opened)}.json`, opened);
  }

  /**
   * Makes one of those that are alike, so that a session that is resumed for years stays small. Only one process at a time may do
   * this. `others` are those of the session that are not among its past ones.
   */
  merge(sessionId: string, others: readonly Opening[]): void {
    for (;;) {
      const pair = mergeable(inOrder(this.past(sessionId)), others);
      if (pair === undefined) return;
      const [earlier, later] = pair;
      const until = [earlier.until ?? NEVER, later.until ?? NEVER].reduce((a, b) =>
        Date.parse(a) > Date.parse(b) ? a : b,
      );
      // First the longer one: killed in between, both say the same.
      this.keep({ ...earlier, until });
      if (stampOf(earlier) === stampOf(later)) return;
      this.#folder.remove(`${PAST}/${safeName(sessionId)}/${stampOf(later)}.json`);
    }
  }

  #pastNames(sessionId: string): readonly string[] {
    const folder = `${PAST}/${safeName(sessionId)}`;
    return this.#list(folder).flatMap((name) => (PAST_NAME.test(name) ? [`${folder}/${name}`] : []));
  }

  #list(folder: string): readonly string[] {
    try {
      return this.#folder.list(folder);
    } catch (error) {
      // No folder of ours stands there: then nothing of ours lies in it.
      if (error instanceof StateFolderError && error.reason === 'unsafe') return [];
      throw error;
    }
  }

  #read(path: string): OpenedSession | undefined {
    try {
      return readDocument(this.#folder, path, openedSchema);
    } catch (error) {
      // One thing that does not belong there must not keep the others from being read.
      if (error instanceof StateFolderError) return undefined;
      throw error;
    }
  }
}

/** In the order in which they were opened. */
export function inOrder<T extends Opening>(openings: readonly T[]): readonly T[] {
  return [...openings].sort(byTime);
}

function byTime(a: Opening, b: Opening): number {
  return Date.parse(a.openedAt) - Date.parse(b.openedAt);
}

const PAST_NAME = /^-?\d+-\d+\.json$/;
const RUNNING_NAME = /^(.+)\.-?\d+-\d+\.json$/;

/** The session's part of a name in `running`; undefined for a name that is none of ours. */
function idIn(name: string): string | undefined {
  return RUNNING_NAME.exec(name)?.[1];
}

/** Two clients do not open a session in the same millisecond by the same process. */
function stampOf({ openedAt, owner = 0 }: Opening): string {
  const at = Date.parse(openedAt);
  return `${Number.isNaN(at) ? 0 : at}-${owner}`;
}
