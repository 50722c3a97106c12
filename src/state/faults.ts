/**
 * Faults: what went wrong in a hook that nobody watched, kept until the next start tells of it. A code from a closed list and
 * an instant; never a message, a path or a value.
 */
import { literal, looseObject, string, type ZodMiniType } from 'zod/mini';
import { FAULT_CODES, type FaultCode } from '../contract/failure.ts';
import { parseDocument } from '../io/document.ts';
import type { StateFolder } from '../io/file-store.ts';

const FAULTS = 'faults.jsonl';

/** More than this many are not told apart by anyone; the file stays small when nobody starts a session for long. */
const MOST_LINES = 500;

export interface Fault {
  readonly code: FaultCode;
  /** ISO 8601. */
  readonly at: string;
}

const faultSchema = looseObject({ code: literal(FAULT_CODES), at: string() }) as unknown as ZodMiniType<Fault>;

export class FaultLog {
  readonly #folder: StateFolder;

  constructor(folder: StateFolder) {
    this.#folder = folder;
  }

  note(fault: Fault): void {
    this.#folder.append(FAULTS, JSON.stringify(fault));
  }

  /** All faults since they were last taken, oldest first; whoever takes them tells of them, so they are taken once. */
  take(stamp: string): readonly Fault[] {
    const aside = `faults-${stamp}.taken`;
    if (!this.#folder.move(FAULTS, aside)) return [];
    const lines = (this.#folder.read(aside) ?? '').split('\n').slice(-MOST_LINES);
    this.#folder.remove(aside);
    return lines.flatMap((line) => {
      const fault = line === '' ? undefined : parseDocument(line, faultSchema);
      return fault === undefined ? [] : [fault];
    });
  }
}
