/** Which warnings the person has seen today: none is repeated more than once a day (design §4). */
import { record, string } from 'zod/mini';
import { documentOf, readDocument, writeDocument } from '../io/document.ts';
import type { StateFolder } from '../io/file-store.ts';

const NOTICES = 'notices.json';
const schema = documentOf<Readonly<Record<string, string>>>()(() => record(string(), string()));

export class Notices {
  readonly #folder: StateFolder;

  constructor(folder: StateFolder) {
    this.#folder = folder;
  }

  /** True when `code` has not been shown on `today` (`YYYY-MM-DD`). */
  isNew(code: string, today: string): boolean {
    return readDocument(this.#folder, NOTICES, schema)?.[code] !== today;
  }

  /** From now on these have been shown today. */
  shown(codes: readonly string[], today: string): void {
    const known = Object.entries(readDocument(this.#folder, NOTICES, schema) ?? {}).filter(([, day]) => day === today);
    writeDocument(this.#folder, NOTICES, Object.fromEntries([...known, ...codes.map((code) => [code, today])]));
  }
}
