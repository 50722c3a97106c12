/**
 * The last whole answer of each scope (`core/recall/last-answer`), for a start that cannot ask the platform. By the hash of the key,
 * so that all of a key goes once it is refused; the key itself is in no file.
 */
import { array, literal, looseObject, string } from 'zod/mini';
import type { Aliases } from '../contract/config.ts';
import { type Memory, memorySchema } from '../contract/mem0.ts';
import type { Belonging } from '../contract/state.ts';
import { hash64 } from '../core/hash.ts';
import type { Answer } from '../core/recall/last-answer.ts';
import { documentOf, parseDocument, readDocument, textOf, writeDocument } from '../io/document.ts';
import type { StateFolder } from '../io/file-store.ts';

/** Whose memories they are: all that decides what a read gives. */
export interface AnswerScope extends Pick<Belonging, 'destination' | 'place'> {
  readonly aliases: Aliases;
}

interface Kept extends Answer {
  readonly version: 1;
  readonly scope: string;
}

/** What of the answers is to go. */
export interface Gone {
  readonly isRow: (row: Memory) => boolean;
  /** Of the text of a session state, and of the project that it was read for. */
  readonly isState: (text: string, appId: string | undefined) => boolean;
}

/**
 * Longer than any that is worth keeping (`core/recall/last-answer`: 200,000 characters of memories, each six where JSON escapes it, and
 * 400 rows around them), so that a field of odd size, or a file of somebody else's, keeps no start waiting. [?] ours
 */
const MOST_TEXT = 2_000_000;

/** The same answer is not written again so soon: a start costs no more than it must. [?] ours */
const FRESH_MS = 10 * 60 * 1000;

const schema = documentOf<Kept>()(() =>
  looseObject({ version: literal(1), scope: string(), rows: array(memorySchema), at: string() }),
);

interface KeptState {
  readonly version: 1;
  readonly scope: string;
  readonly text: string;
}

const stateSchema = documentOf<KeptState>()(() =>
  looseObject({ version: literal(1), scope: string(), text: string() }),
);

export class LastAnswers {
  readonly #folder: StateFolder;

  constructor(folder: StateFolder) {
    this.#folder = folder;
  }

  of(scope: AnswerScope): Answer | undefined {
    const text = textOf(this.#folder, pathOf(scope));
    const kept = text === undefined || text.length > MOST_TEXT ? undefined : parseDocument(text, schema);
    return kept?.scope === textOfScope(scope) ? { at: kept.at, rows: kept.rows } : undefined;
  }

  /** An empty answer is one too: then nothing stands in for it, and neither does one that is too long. */
  keep(scope: AnswerScope, { at, rows }: Answer): void {
    const path = pathOf(scope);
    const same = JSON.stringify({ version: 1, scope: textOfScope(scope), rows }).slice(0, -1);
    if (rows.length === 0 || same.length > MOST_TEXT) {
      this.#folder.remove(path);
      return;
    }
    const age = Math.abs(Date.parse(at) - (this.#folder.modifiedAt(path) ?? Number.NaN));
    if (age < FRESH_MS && textOf(this.#folder, path)?.startsWith(`${same},"at":`) === true) return;
    this.#folder.writeSoon(path, `${same},"at":${JSON.stringify(at)}}`);
  }

  /** Where the session before this one stood, as a start was told it last: what the next one searches by before it is told itself. */
  lastState(scope: AnswerScope): string | undefined {
    const kept = readDocument(this.#folder, statePathOf(scope), stateSchema);
    return kept?.scope === textOfScope(scope) ? kept.text : undefined;
  }

  /** Undefined where no session state is there any more. */
  keepState(scope: AnswerScope, text: string | undefined): void {
    const path = statePathOf(scope);
    if (text === undefined) {
      this.#folder.remove(path);
      return;
    }
    const state: KeptState = { version: 1, scope: textOfScope(scope), text };
    if (textOf(this.#folder, path) !== JSON.stringify(state)) writeDocument(this.#folder, path, state);
  }

  /**
   * Rows, and texts of session states, that are to be here no longer, whichever scope and key they were read for. A file that cannot be
   * read may hold them, and goes.
   */
  drop(gone: Gone): void {
    for (const name of this.#folder.list('cache').filter((one) => one.startsWith(ANSWERS) && one.endsWith('.json'))) {
      const isEmpty = name.endsWith(`${STATE}.json`) ? this.#isGone(name, gone) : this.#isEmptied(name, gone);
      // Never a folder, should one lie there.
      if (isEmpty) this.#folder.removeFiles('cache', [name]);
    }
  }

  /** Takes the rows out. @returns whether nothing is left */
  #isEmptied(name: string, { isRow }: Gone): boolean {
    const path = `cache/${name}`;
    const kept = readDocument(this.#folder, path, schema);
    const rows = kept?.rows.filter((row) => !isRow(row)) ?? [];
    if (kept === undefined || rows.length === 0) return true;
    const { scope, at } = kept;
    // In the order in which `keep` has it.
    if (rows.length < kept.rows.length) writeDocument(this.#folder, path, { version: 1, scope, rows, at });
    return false;
  }

  #isGone(name: string, { isState }: Gone): boolean {
    const kept = readDocument(this.#folder, `cache/${name}`, stateSchema);
    return kept === undefined || isState(kept.text, appIdIn(kept.scope));
  }

  /** What a rejected key has read is shown no longer. */
  forget(keyHash: string): void {
    const names = this.#folder.list('cache').filter((name) => name.startsWith(`${ANSWERS}${keyHash}-`));
    if (names.length > 0) this.#folder.removeFiles('cache', names);
  }
}

/** Begins the names of these files in `cache` (`spool/sweep`). */
const ANSWERS = 'recall-';
/** Ends those of session states. */
const STATE = '-state';

function pathOf(scope: AnswerScope): string {
  return `${baseOf(scope)}.json`;
}

function statePathOf(scope: AnswerScope): string {
  return `${baseOf(scope)}${STATE}.json`;
}

function baseOf(scope: AnswerScope): string {
  return `cache/${ANSWERS}${scope.destination.split('#')[1] ?? 'local'}-${hash64(textOfScope(scope))}`;
}

function textOfScope({ destination, place: { userId, appId, override }, aliases }: AnswerScope): string {
  return JSON.stringify([destination, userId, appId, override?.orgId, override?.projectId, aliases]);
}

/** The project of a scope that is kept as text. */
function appIdIn(scope: string): string | undefined {
  const parts = parsed(scope);
  const appId: unknown = Array.isArray(parts) ? parts[2] : undefined;
  return typeof appId === 'string' ? appId : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
