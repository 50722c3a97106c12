/**
 * Checkpoints that are due: that a session is about to be compacted. Pointers only, no content. Written by pre-compact in the
 * foreground before the process starts that makes the session state, and gone once that is kept: a kill in between loses nothing, and
 * the start after the compaction sees that it is being made. Out of scope: making it (`runtime/checkpoint-here`).
 */
import { int, looseObject, number, optional, string } from 'zod/mini';
import type { DueCheckpoint, NamedCheckpoint } from '../contract/state.ts';
import { documentOf, readDocument, readDocuments, writeDocument } from '../io/document.ts';
import type { StateFolder } from '../io/file-store.ts';
import { safeName } from '../io/plain-names.ts';
import { belongingSchema } from './belonging.ts';
import { idSchema } from './spool-names.ts';

const CHECKPOINTS = 'checkpoints';

/** A maker that is killed time and again is killed by it. [?] ours */
const MOST_TRIES = 2;
/** A process that was started to make one begins within this, even on a machine that is very busy. [?] ours */
const BEGINS_WITHIN_MS = 60_000;

export const dueCheckpointSchema = documentOf<DueCheckpoint>()(() =>
  looseObject({
    sessionId: string(),
    transcriptPath: string(),
    cwd: string(),
    at: string(),
    id: idSchema(),
    belongs: belongingSchema(),
    upTo: optional(number().check(int())),
    maker: optional(number().check(int())),
    tries: optional(number().check(int())),
  }),
);

export class Checkpoints {
  readonly #folder: StateFolder;

  constructor(folder: StateFolder) {
    this.#folder = folder;
  }

  /** @returns its name. Throws a `StateFolderError` where the state folder cannot be used. */
  record(due: DueCheckpoint): string {
    const name = `${safeName(due.sessionId)}.${due.id}.json`;
    writeDocument(this.#folder, pathOf(name), due);
    return name;
  }

  /** Undefined when it is made (or given up), or cannot be read. */
  of(name: string): DueCheckpoint | undefined {
    return readDocument(this.#folder, pathOf(name), dueCheckpointSchema);
  }

  /** All that can be read. One that cannot is left where it is: a newer version may have written it. */
  all(): readonly NamedCheckpoint[] {
    return readDocuments(this.#folder, CHECKPOINTS, dueCheckpointSchema).map(({ name, document }) => ({
      name,
      due: document,
    }));
  }

  /**
   * Notes that this process makes it. @returns how it is noted; undefined where it was begun as often as is tried: then it is gone
   */
  begins({ name, due }: NamedCheckpoint, maker: number): DueCheckpoint | undefined {
    const tries = (due.tries ?? 0) + 1;
    if (tries > MOST_TRIES) {
      this.done(name);
      return undefined;
    }
    const begun = { ...due, maker, tries };
    writeDocument(this.#folder, pathOf(name), begun);
    return begun;
  }

  /** It is kept, here and in the spool, or there was nothing to say. */
  done(name: string): void {
    this.#folder.remove(pathOf(name));
  }
}

/** Whether somebody makes it, or is about to begin. `now`: ms since the epoch. */
export function isBeingMade({ at, maker }: DueCheckpoint, now: number, isAlive: (pid: number) => boolean): boolean {
  return maker === undefined ? Math.abs(now - Date.parse(at)) < BEGINS_WITHIN_MS : isAlive(maker);
}

function pathOf(name: string): string {
  return `${CHECKPOINTS}/${name}`;
}
