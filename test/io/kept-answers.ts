/** A memory for git's answers, and a git that leaves a mark whenever it is started, for the tests of what is kept. */
import { chmodSync, existsSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import type { GitOptions } from '../../src/io/git.ts';
import type { AnswerStore, KeptAnswers } from '../../src/io/git-memory.ts';
import { environment, put } from './repositories.ts';

/** So long after every change of a test, files have settled. */
const LATER_MS = 60_000;

export class Memory implements AnswerStore {
  readonly all = new Map<string, KeptAnswers>();

  get(name: string): KeptAnswers | undefined {
    return this.all.get(name);
  }

  put(name: string, kept: KeptAnswers): void {
    this.all.set(name, JSON.parse(JSON.stringify(kept)));
  }
}

/** The machine's git behind a script that writes down each call. */
export class MarkingGit {
  readonly env: Record<string, string>;
  readonly #mark: string;

  constructor(folder: string) {
    this.#mark = join(folder, 'calls');
    const real = process.env['PATH'] ?? '';
    const script = put(folder, 'bin/git', `#!/bin/sh\necho "$*" >> '${this.#mark}'\nPATH='${real}' exec git "$@"\n`);
    chmodSync(script, 0o755);
    this.env = environment(folder, { PATH: `${join(folder, 'bin')}:${real}` });
  }

  /** Whether it was started since this was asked last. */
  wasAsked(): boolean {
    const asked = existsSync(this.#mark) && readFileSync(this.#mark, 'utf8') !== '';
    rmSync(this.#mark, { force: true });
    return asked;
  }
}

/** Options of somebody who comes when every file has settled; `after` for one who comes later still. */
export function settled(env: GitOptions['env'], answers: AnswerStore | undefined, after = 0): GitOptions {
  const now = () => Date.now() + LATER_MS + after;
  return { env, now, deadline: now() + 60_000, ...(answers === undefined ? {} : { answers }) };
}

/** Gives a file the times that another one would have had. */
export function dated(path: string, seconds: number): void {
  utimesSync(path, seconds, seconds);
}
