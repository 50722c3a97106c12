/** Which warnings the person has seen today: none is repeated more than once a day (design §4). */
import { record, string } from 'zod/mini';
import { readDocument, writeDocument } from '../io/document.ts';
import type { StateFolder } from '../io/file-store.ts';

const NOTICES = 'notices.json';
const schema = record(string(), string());

export class Notices {
  readonly #folder: StateFolder;

  constructor(folder: StateFolder) {
    this.#folder = folder;
  }

  /** True when `code` has not been shown on `today` (`YYYY-MM-DD`); from then on it has. */
  isNew(code: string, today: string): boolean {
    const shown = readDocument(this.#folder, NOTICES, schema) ?? {};
    if (shown[code] === today) return false;
    const stillToday = Object.fromEntries(Object.entries(shown).filter(([, day]) => day === today));
    writeDocument(this.#folder, NOTICES, { ...stillToday, [code]: today });
    return true;
  }
}
