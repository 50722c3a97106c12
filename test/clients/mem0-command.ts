/** The `mem0` command of `@mem0/cli`: a process a call, all in one home, which holds what the command might want to change. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type Run, Surroundings, type Where } from './surroundings.ts';

const COMMAND = join(import.meta.dirname, '..', '..', 'node_modules', '@mem0', 'cli', 'dist', 'index.js');

export class Mem0Command {
  readonly surroundings: Surroundings;
  readonly #files: Readonly<Record<string, string>>;

  /** `files`: what is in its home before, by path. */
  constructor(where: Where, files: Readonly<Record<string, string>> = {}, more: Readonly<Record<string, string>> = {}) {
    this.surroundings = new Surroundings(where, ['no-late-end.mjs'], more);
    this.#files = files;
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(join(this.surroundings.home, path, '..'), { recursive: true });
      writeFileSync(join(this.surroundings.home, path), text);
    }
  }

  run(...args: readonly string[]): Promise<Run> {
    return this.surroundings.node(COMMAND, ...args);
  }

  /** What a command that succeeds prints. Rejects when it fails. */
  async text(...args: readonly string[]): Promise<string> {
    const run = await this.run(...args);
    if (run.status !== 0) throw new Error(`mem0 ${args.join(' ')}: ${JSON.stringify(run)}`);
    return run.stdout;
  }

  /** The JSON that a command prints when it is asked for some. */
  async json(...args: readonly string[]): Promise<unknown> {
    return JSON.parse(await this.text(...args)) as unknown;
  }

  /** The files of its home that are not as they were before. */
  changed(): readonly string[] {
    const now = (path: string) => readFileSync(join(this.surroundings.home, path), 'utf8');
    return Object.entries(this.#files).flatMap(([path, text]) => (now(path) === text ? [] : [path]));
  }
}

/** What of a home the command is able to change: its configuration, and the places where a key of another tool may stand. */
export const OTHER_PLACES = {
  '.claude/settings.json': '{"env":{"MEM0_API_KEY":"m0-of-another-tool"}}\n',
  '.bashrc': 'export MEM0_API_KEY="m0-of-another-tool"\n',
};

/**
 * The command in the home of a person who has used it before: it knows whose the key is. Else it would store the key, and put
 * it into the other places too.
 */
export async function acquainted(where: Where): Promise<Mem0Command> {
  const pinged = await fetch(`${where.origin}/v1/ping/`, { headers: { authorization: `Token ${where.key}` } });
  const { user_email } = (await pinged.json()) as { user_email?: string };
  return new Mem0Command(where, { '.mem0/config.json': JSON.stringify({ platform: { user_email } }), ...OTHER_PLACES });
}

/** Finds that all its calls reached the platform and nothing else, and wrote no file at all. */
export function expectQuiet(mem0: Mem0Command): void {
  expect(mem0.surroundings.reached()).toBe(true);
  expect(mem0.surroundings.strayed()).toEqual([]);
  expect(mem0.surroundings.written()).toEqual([]);
  expect(mem0.changed()).toEqual([]);
}
