/** A copy of a file's text beside it, before it is changed: for nobody else's eyes, since settings may hold keys. */
import { closeSync, constants, existsSync, fsyncSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { codeOf } from './state-folder-error.ts';

const FILE_MODE = 0o600;
const MOST_NAMES = 100;

export class Backup {
  readonly #of: string;
  readonly #stamp: string;
  #kept: { readonly path: string; readonly text: string } | undefined;

  /** @param of the file; `now`: ms since the epoch */
  constructor(of: string, now: number) {
    this.#of = of;
    this.#stamp = new Date(now).toISOString().replace(/[-:]/g, '').replace('.', '-');
  }

  /** Where it is. */
  get path(): string | undefined {
    return this.#kept?.path;
  }

  /** Keeps the text that is about to be replaced; asked again with another text (the file has changed), that one. Throws system errors. */
  keep(text: string): void {
    if (this.#kept?.text === text || !existsSync(this.#of)) return;
    this.drop();
    for (let tries = 1; ; tries++) {
      const path = `${this.#of}.before-mem0-hooks-${this.#stamp}${tries === 1 ? '' : `-${tries}`}`;
      try {
        write(path, text);
        this.#kept = { path, text };
        return;
      } catch (error) {
        if (codeOf(error) !== 'EEXIST' || tries === MOST_NAMES) throw error;
      }
    }
  }

  /** Nothing was changed after all. */
  drop(): void {
    if (this.#kept !== undefined) rmSync(this.#kept.path, { force: true });
    this.#kept = undefined;
  }
}

function write(path: string, text: string): void {
  const descriptor = openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, FILE_MODE);
  try {
    writeFileSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
