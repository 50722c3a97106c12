/**
 * Where Mem0's own clients run: processes with nothing of the person who runs the tests around them, a home of their own,
 * telemetry off, and a witness that lets them reach 127.0.0.1 alone and notes what they do besides (`loopback-only.mjs`).
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { onTestFinished } from 'vitest';
import { type ServeProcess, startServe } from '../support/serve-process.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** Our platform, served until the test has finished. */
export async function served(...args: readonly string[]): Promise<ServeProcess> {
  const server = await startServe(temporaryFolder(), args);
  onTestFinished(async () => {
    await server.stop();
  });
  return server;
}

export type Where = Pick<ServeProcess, 'origin' | 'key'>;

export interface Run {
  readonly status: unknown;
  readonly stdout: string;
  readonly stderr: string;
}

/** A home, and the environment of a client that lives there. */
export class Surroundings {
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly #witness: string;
  readonly #platform: string;

  constructor(where: Where, preloads: readonly string[] = [], more: Readonly<Record<string, string>> = {}) {
    const folder = temporaryFolder();
    this.home = join(folder, 'home');
    this.#witness = join(folder, 'witness');
    this.#platform = `connect ${new URL(where.origin).host}`;
    mkdirSync(this.home);
    const urls = ['loopback-only.mjs', ...preloads].map((name) => pathToFileURL(join(import.meta.dirname, name)).href);
    this.env = {
      PATH: process.env['PATH'],
      HOME: this.home,
      TMPDIR: this.home,
      WITNESS_FILE: this.#witness,
      NODE_OPTIONS: urls.map((url) => `--import=${url}`).join(' '),
      MEM0_TELEMETRY: 'false',
      MEM0_API_KEY: where.key,
      MEM0_BASE_URL: where.origin,
      ...more,
    };
  }

  /** Runs Node there to its end. */
  async node(...args: readonly string[]): Promise<Run> {
    const child = spawn(process.execPath, args, { cwd: this.home, env: this.env, stdio: ['ignore', 'pipe', 'pipe'] });
    onTestFinished(() => void child.kill());
    const said = { stdout: '', stderr: '' };
    child.stdout.on('data', (data) => {
      said.stdout += String(data);
    });
    child.stderr.on('data', (data) => {
      said.stderr += String(data);
    });
    const [status] = await once(child, 'close');
    return { status, ...said };
  }

  /** Whether something there has reached the platform. */
  reached(): boolean {
    return this.#lines().includes(this.#platform);
  }

  /** All that the witness saw, besides connections to the platform and files in the own home. */
  strayed(): readonly string[] {
    const own = `file ${this.home}/`;
    return [...new Set(this.#lines())].filter((line) => line !== this.#platform && !line.startsWith(own));
  }

  /** The files that were written in the own home, from there. */
  written(): readonly string[] {
    const own = `file ${this.home}/`;
    const files = this.#lines().filter((line) => line.startsWith(own));
    return [...new Set(files.map((line) => line.slice(own.length)))];
  }

  #lines(): readonly string[] {
    return readFileSync(this.#witness, 'utf8').split('\n').slice(0, -1);
  }
}
