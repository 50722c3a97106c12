/**
 * Checkpoints that are due: that a session is about to be compacted. Pointers only, no content. Written by pre-compact in the
 * foreground before the process starts that makes the session state, and gone once that is kept: a kill in between loses nothing, and
 * the start after the compaction sees that it is being made. Who makes one is told by its name, and beginning it is one rename: of
 * several that begin at once exactly one does. Out of scope: making it (`runtime/checkpoint-here`).
 */
import { int, looseObject, number, optional, string } from 'zod/mini';
import type { BegunCheckpoint, DueCheckpoint, NamedCheckpoint } from '../contract/state.ts';
import { documentOf, readDocument, writeDocument } from '../io/document.ts';
import type { StateFolder } from '../io/file-store.ts';
import { safeName } from '../io/plain-names.ts';
import { StateFolderError } from '../io/state-folder-error.ts';
import { belongingSchema } from './belonging.ts';
import { idSchema } from './spool-names.ts';

const CHECKPOINTS = 'checkpoints';

/** A maker that is killed time and again is killed by it. [?] ours */
const MOST_TRIES = 2;
/** A process that was started to make one begins within this, even on a machine that is very busy. [?] ours */
const BEGINS_WITHIN_MS = 60_000;
/** One that was begun longer ago is not being made, even if the process id lives: ids are reused, and no maker works so long. [?] ours */
const LONGEST_MS = 5 * 60_000;

/** Session, id, and of one that was begun its tries, the process and the instant. No id has a hyphen (`spool-names`). */
const FILE = /^([A-Za-z0-9._-]+\.[0-9a-z_]+)(?:\.(\d{1,3})-(\d+)-(\d+))?\.json$/;

export const dueCheckpointSchema = documentOf<DueCheckpoint>()(() =>
  looseObject({
    sessionId: string(),
    transcriptPath: string(),
    cwd: string(),
    at: string(),
    id: idSchema(),
    belongs: belongingSchema(),
    upTo: optional(number().check(int())),
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
  of(name: string): NamedCheckpoint | undefined {
    // It may be begun between the look at the names and the reading: then it has another one.
    for (let looks = 0; looks <= MOST_TRIES; looks++) {
      const file = this.#folder.list(CHECKPOINTS).find((one) => partsOf(one)?.name === name);
      if (file === undefined) return undefined;
      const due = this.#read(file);
      if (due !== undefined) return named(file, due);
    }
    return undefined;
  }

  /** All that can be read. One that cannot is left where it is: a newer version may have written it. */
  all(): readonly NamedCheckpoint[] {
    return this.#folder.list(CHECKPOINTS).flatMap((file) => {
      const parts = partsOf(file);
      const found = parts === undefined ? undefined : this.of(parts.name);
      return found === undefined ? [] : [found];
    });
  }

  /** One thing that cannot be opened must not keep the others from being read. */
  #read(file: string): DueCheckpoint | undefined {
    try {
      return readDocument(this.#folder, pathOf(file), dueCheckpointSchema);
    } catch (error) {
      if (error instanceof StateFolderError) return undefined;
      throw error;
    }
  }

  /**
   * Takes it for this process. @returns how it is taken; undefined where another was quicker, or where it was begun as often as is
   * tried: then it is gone. `now`: ms since the epoch
   */
  begins(before: NamedCheckpoint, maker: number, now: number): NamedCheckpoint | undefined {
    const begun = { tries: (before.begun?.tries ?? 0) + 1, maker, at: now };
    if (begun.tries > MOST_TRIES) {
      this.done(before);
      return undefined;
    }
    const after = { ...before, begun };
    return this.#folder.move(pathOf(fileOf(before)), pathOf(fileOf(after))) ? after : undefined;
  }

  /** It is kept, here and in the spool, or there was nothing to say. Does nothing where another process has taken it over. */
  done(checkpoint: NamedCheckpoint): void {
    this.#folder.remove(pathOf(fileOf(checkpoint)));
  }
}

/** Whether it may be begun once more. */
export function isWorthTrying({ begun }: NamedCheckpoint): boolean {
  return (begun?.tries ?? 0) < MOST_TRIES;
}

/**
 * Whether somebody makes it, or is about to begin: that it is until `within` ms after it was told. `now`: ms since the epoch.
 */
export function isBeingMade(
  { due, begun }: NamedCheckpoint,
  now: number,
  isAlive: (pid: number) => boolean,
  within: number = BEGINS_WITHIN_MS,
): boolean {
  if (begun === undefined) return Math.abs(now - Date.parse(due.at)) < within;
  return Math.abs(now - begun.at) < LONGEST_MS && isAlive(begun.maker);
}

function named(file: string, due: DueCheckpoint): NamedCheckpoint | undefined {
  const parts = partsOf(file);
  return parts === undefined ? undefined : { ...parts, due };
}

function partsOf(file: string): Pick<NamedCheckpoint, 'name' | 'begun'> | undefined {
  const [, base, tries, maker, at] = FILE.exec(file) ?? [];
  if (base === undefined) return undefined;
  const begun: BegunCheckpoint = { tries: Number(tries), maker: Number(maker), at: Number(at) };
  return { name: `${base}.json`, ...(tries === undefined ? {} : { begun }) };
}

function fileOf({ name, begun }: Pick<NamedCheckpoint, 'name' | 'begun'>): string {
  if (begun === undefined) return name;
  return name.replace(/json$/, `${begun.tries}-${begun.maker}-${begun.at}.json`);
}

function pathOf(file: string): string {
  return `${CHECKPOINTS}/${file}`;
}
