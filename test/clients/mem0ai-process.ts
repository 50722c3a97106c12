/** `mem0ai` as a process of its own: its calls from here, with the types that it promises, and what it got over HTTP. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { MemoryClient } from 'mem0ai';
import { expect, onTestFinished } from 'vitest';
import { Surroundings, type Where } from './surroundings.ts';

type Method = {
  [Name in keyof MemoryClient]: MemoryClient[Name] extends (...args: never[]) => Promise<unknown> ? Name : never;
}[keyof MemoryClient];
type Given<Name extends Method> = Parameters<MemoryClient[Name]>;

/** An answer as it came over HTTP. */
export interface HttpAnswer {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly retryAfter: string | null;
  readonly isJson: boolean;
}

/** What the client says of a call that failed. */
export interface Failed {
  readonly name: string;
  readonly message: string;
  readonly errorCode?: string;
  readonly suggestion?: string;
  readonly debugInfo?: Readonly<Record<string, unknown>>;
}

/** A `MemoryClient` of `mem0ai`, constructed in a process of its own. */
export class Mem0ai {
  readonly answers: HttpAnswer[] = [];
  readonly surroundings: Surroundings;
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown[]>;
  readonly #lines: AsyncIterator<string>;
  #complaints = '';

  constructor(where: Where, more: Readonly<Record<string, string>> = {}) {
    this.surroundings = new Surroundings(where, ['loopback-only.mjs'], more);
    const child = spawn(process.execPath, [join(import.meta.dirname, 'mem0ai-program.mjs')], {
      cwd: this.surroundings.home,
      env: this.surroundings.env,
    });
    onTestFinished(() => void child.kill());
    child.stderr.on('data', (data) => {
      this.#complaints += String(data);
    });
    this.#lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    this.#ended = once(child, 'close');
    this.#child = child;
  }

  /** What the call gives, of the type that the client promises. Rejects with what the client says. */
  async call<Name extends Method>(name: Name, ...args: Given<Name>): Promise<Awaited<ReturnType<MemoryClient[Name]>>> {
    const { value, error } = await this.#outcome(name, args);
    if (error !== undefined) throw new Error(`${error.name}: ${error.message}`);
    return value as Awaited<ReturnType<MemoryClient[Name]>>;
  }

  /** How the call fails. Rejects when it does not. */
  async failure<Name extends Method>(name: Name, ...args: Given<Name>): Promise<Failed> {
    const { error } = await this.#outcome(name, args);
    if (error === undefined) throw new Error(`${name} did not fail`);
    return error;
  }

  /** Lets it finish what it still does, and gives its exit status and what it wrote to stderr. */
  async end(): Promise<{ readonly status: unknown; readonly stderr: string }> {
    this.#child.stdin?.end();
    const [status] = await this.#ended;
    return { status, stderr: this.#complaints };
  }

  async #outcome(name: string, args: readonly unknown[]): Promise<{ value?: unknown; error?: Failed }> {
    this.#child.stdin?.write(`${JSON.stringify({ name, args })}\n`);
    const { value: line } = await this.#lines.next();
    if (typeof line !== 'string') throw new Error(`it ended: ${this.#complaints}`);
    const { answers, ...outcome } = JSON.parse(line) as { answers: HttpAnswer[]; value?: unknown; error?: Failed };
    this.answers.push(...answers);
    return outcome;
  }
}

/** Ends it, and finds that it reached the platform and nothing else, left no file, and got JSON with every success. */
export async function endsQuietly(client: Mem0ai): Promise<void> {
  expect((await client.end()).status).toBe(0);
  expect(client.surroundings.reached()).toBe(true);
  expect(client.surroundings.strayed()).toEqual([]);
  expect(readdirSync(client.surroundings.home)).toEqual([]);
  expect(client.answers.filter(({ status, isJson }) => status < 300 && !isJson)).toEqual([]);
}
