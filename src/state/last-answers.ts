/**
 * The last whole answer of each scope (`core/recall/last-answer`), for a start that cannot ask the platform. By the hash of the key,
 * so that all of a key goes once it is refused; the key itself is in no file.
 */
import { array, literal, looseObject, string } from 'zod/mini';
import type { Aliases } from '../contract/config.ts';
import { memorySchema } from '../contract/mem0.ts';
import type { Belonging } from '../contract/state.ts';
import { hash64 } from '../core/hash.ts';
import type { Answer } from '../core/recall/last-answer.ts';
import { documentOf, readDocument, textOf, writeDocument } from '../io/document.ts';
import type { StateFolder } from '../io/file-store.ts';

/** Whose memories they are: all that decides what a read gives. */
export interface AnswerScope extends Pick<Belonging, 'destination' | 'place'> {
  readonly aliases: Aliases;
}

interface Kept extends Answer {
  readonly version: 1;
  readonly scope: string;
}

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
    const kept = readDocument(this.#folder, pathOf(scope), schema);
    return kept?.scope === textOfScope(scope) ? { at: kept.at, rows: kept.rows } : undefined;
  }

  /** An empty answer is one too: then nothing stands in for it. */
  keep(scope: AnswerScope, { at, rows }: Answer): void {
    const path = pathOf(scope);
    if (rows.length === 0) {
      this.#folder.remove(path);
      return;
    }
    const same = JSON.stringify({ version: 1, scope: textOfScope(scope), rows }).slice(0, -1);
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

  /** What a rejected key has read is shown no longer. */
  forget(keyHash: string): void {
    const names = this.#folder.list('cache').filter((name) => name.startsWith(`${ANSWERS}${keyHash}-`));
    if (names.length > 0) this.#folder.removeFiles('cache', names);
  }
}

/** Begins the names of these files in `cache` (`spool/sweep`). */
const ANSWERS = 'recall-';

function pathOf(scope: AnswerScope): string {
  return `${baseOf(scope)}.json`;
}

function statePathOf(scope: AnswerScope): string {
  return `${baseOf(scope)}-state.json`;
}

function baseOf(scope: AnswerScope): string {
  return `cache/${ANSWERS}${scope.destination.split('#')[1] ?? 'local'}-${hash64(textOfScope(scope))}`;
}

function textOfScope({ destination, place: { userId, appId, override }, aliases }: AnswerScope): string {
  return JSON.stringify([destination, userId, appId, override?.orgId, override?.projectId, aliases]);
}
