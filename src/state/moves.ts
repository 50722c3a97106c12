/**
 * What has been moved to a platform, so that nothing is sent twice: a line before each add and one after it, in a private file, of
 * ids alone. Whoever is killed in between leaves a line that says so, and the next one asks the platform first. Out of scope: asking.
 */
import { array, literal, looseObject, number, optional, string } from 'zod/mini';
import { documentOf, parseDocument, textOf } from '../io/document.ts';
import type { StateFolder } from '../io/file-store.ts';

/**
 * `sending`: an add was begun, and its fate is unknown. `not-sent`: it is known that it was not carried out. `sent`: it is there.
 * `read`: and was read back.
 */
export type MoveState = 'sending' | 'not-sent' | 'sent' | 'read';

interface Line {
  readonly state: MoveState;
  /** Capture ids. */
  readonly ids: readonly string[];
  /** ms since the epoch. */
  readonly at: number;
  /** The memory that it became. */
  readonly memory?: string;
}

export interface Moved {
  readonly state: MoveState;
  readonly at: number;
  readonly memory?: string;
}

const FOLDER = 'moves';

const lineSchema = documentOf<Line>()(() =>
  looseObject({
    state: literal(['sending', 'not-sent', 'sent', 'read']),
    ids: array(string()),
    at: number(),
    memory: optional(string()),
  }),
);

export class MoveJournal {
  readonly #folder: StateFolder;
  readonly #path: string;

  /** `name`: of the command and where it sends; plain. */
  constructor(folder: StateFolder, name: string) {
    this.#folder = folder;
    this.#path = `${FOLDER}/${name}.jsonl`;
  }

  /** What is known, by capture id. A line that cannot be read is as good as none. Throws a `StateFolderError`. */
  states(): ReadonlyMap<string, Moved> {
    const known = new Map<string, Moved>();
    for (const text of (textOf(this.#folder, this.#path) ?? '').split('\n')) {
      const line = text === '' ? undefined : parseDocument(text, lineSchema);
      if (line === undefined) continue;
      const { state, at, memory } = line;
      for (const id of line.ids) {
        const named = memory ?? known.get(id)?.memory;
        known.set(id, { state, at, ...(named === undefined ? {} : { memory: named }) });
      }
    }
    return known;
  }

  /** Durable when this returns. */
  note(state: MoveState, ids: readonly string[], at: number, memory?: string): void {
    if (ids.length === 0) return;
    this.#folder.append(this.#path, JSON.stringify({ state, ids, at, ...(memory === undefined ? {} : { memory }) }));
  }
}
