/**
 * Faults: what went wrong in a hook that nobody watched, kept until the next start tells of it. A code from a closed list and
 * an instant; never a message, a path or a value.
 */
import { literal, looseObject, string } from 'zod/mini';
import { FAULT_CODES, type FaultCode } from '../contract/failure.ts';
import { documentOf, parseDocument, textOf } from '../io/document.ts';
import type { StateFolder } from '../io/file-store.ts';

const FAULTS = 'faults.jsonl';
const TAKEN = 'faults-taken';

/** More than this many are not told apart by anyone; the file stays small when nobody starts a session for long. */
const MOST_LINES = 500;

export interface Fault {
  readonly code: FaultCode;
  /** ISO 8601. */
  readonly at: string;
}

const faultSchema = documentOf<Fault>()(() => looseObject({ code: literal(FAULT_CODES), at: string() }));

export class FaultLog {
  readonly #folder: StateFolder;

  constructor(folder: StateFolder) {
    this.#folder = folder;
  }

  note(fault: Fault): void {
    this.#folder.append(FAULTS, JSON.stringify(fault));
  }

  /**
   * All faults that nobody has told of yet, oldest first. `told` removes them: called once the person has been told, so that a
   * hook that is killed in between tells nothing and loses nothing.
   */
  take(stamp: string): { readonly faults: readonly Fault[]; told(): void } {
    this.#folder.move(FAULTS, `${TAKEN}/${stamp}.jsonl`);
    const texts = this.#folder.list(TAKEN).map((name) => ({ name, text: textOf(this.#folder, `${TAKEN}/${name}`) }));
    return {
      faults: texts.flatMap(({ text }) => faultsIn(text ?? '')),
      told: () => {
        // What is no file of ours may hold anything, and stays.
        for (const { name, text } of texts) if (text !== undefined) this.#folder.remove(`${TAKEN}/${name}`);
      },
    };
  }
}

function faultsIn(text: string): readonly Fault[] {
  return text
    .split('\n')
    .slice(-MOST_LINES)
    .flatMap((line) => {
      const fault = line === '' ? undefined : parseDocument(line, faultSchema);
      return fault === undefined ? [] : [fault];
    });
}
