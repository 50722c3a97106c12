/** A screen of the interactive client: a real pseudo-terminal, which tmux draws. It ends with the test. */
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { processesOf } from '../hooks/world.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import type { Client, PrintOptions } from './client.ts';

export type ScreenOptions = Pick<PrintOptions, 'cwd' | 'env'>;

const LONGEST_MS = 60_000;
/** Two keys at once are another key. */
const BETWEEN_KEYS_MS = 200;
/** A key that was taken shows by then, on a busy machine too. */
const AGAIN_MS = 4_000;
const PROMPT = /^\s*[│ ]*[❯>]/m;
const COLUMNS = 150;
const ROWS = 45;

export class Screen {
  readonly #socket: string;
  /** All that is asked of tmux once it is gone is an error. */
  readonly #folder = temporaryFolder();

  constructor(client: Client, args: readonly string[] = [], options: ScreenOptions = {}) {
    this.#socket = join(this.#folder, 'tmux');
    let pid = 0;
    onTestFinished(async () => {
      this.close();
      // A client whose terminal is closed still runs the hooks of its end; what they leave behind ends with the world.
      await client.world.until(() => pid === 0 || !processesOf(client.world).includes(pid));
    });
    const start = join(this.#folder, 'start.sh');
    const environment = Object.entries(client.environment(options.env)).map(([name, value]) => `${name}=${value}`);
    const words = ['exec', 'env', '-i', ...environment, ...client.command(args)].map((word, n) =>
      n === 0 ? word : quoted(word),
    );
    // Whoever ends the tests with a signal leaves no client behind.
    const watch = `while kill -0 ${process.pid} && kill -0 $$; do sleep 1; done; kill -HUP $$`;
    writeFileSync(start, `#!/bin/sh\n(${watch}) 2>/dev/null &\n${words.join(' ')}\n`);
    chmodSync(start, 0o700);
    const size = ['-x', String(COLUMNS), '-y', String(ROWS)];
    const cwd = options.cwd ?? client.world.repository;
    this.#tmux('-f', '/dev/null', 'new-session', '-d', ...size, '-c', cwd, start);
    pid = this.pid();
  }

  #tmux(...args: readonly string[]): string {
    return execFileSync('tmux', ['-S', this.#socket, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  }

  /** What stands on it now. */
  text(): string {
    return this.#tmux('capture-pane', '-p');
  }

  /** The process of the client. */
  pid(): number {
    return Number(this.#tmux('list-panes', '-F', '#{pane_pid}').trim());
  }

  isOpen(): boolean {
    if (!existsSync(this.#socket)) return false;
    try {
      this.#tmux('has-session');
      return true;
    } catch (error) {
      // Without a session there is no server either.
      if (error instanceof Error && 'status' in error) return false;
      throw error;
    }
  }

  /** Types a text as a person does, and then Enter. */
  async line(text: string): Promise<void> {
    this.#tmux('send-keys', '-l', text);
    await this.until((shown) => shown.replace(/\s+/g, '').includes(text.replace(/\s+/g, '').slice(-20)));
    this.key('Enter');
  }

  /** Keys by tmux' names: `Enter`, `C-d`, `Down`. */
  key(...names: readonly string[]): void {
    this.#tmux('send-keys', ...names);
  }

  /**
   * Presses keys, one after the other, until what they are to bring about has come: a dialog that has just been drawn takes none for
   * a moment. Only for keys that do no harm when pressed again.
   */
  async press(names: readonly string[], holds: (shown: string) => boolean): Promise<void> {
    const deadline = Date.now() + LONGEST_MS;
    for (;;) {
      for (const name of names) {
        this.key(name);
        await pause(BETWEEN_KEYS_MS);
      }
      const again = Date.now() + AGAIN_MS;
      while (Date.now() < again) {
        if (holds(this.text())) return;
        await pause();
      }
      if (Date.now() > deadline) throw new Error(`${names.join(' ')} did nothing; the screen:\n${this.text()}`);
    }
  }

  /** Until a prompt may be typed: its own sign is there, and nothing is being worked at. The line below it is the client's. */
  async untilReady(): Promise<void> {
    await this.until(
      (shown) =>
        PROMPT.test(shown) &&
        /permissions on|mode on|\? for shortcuts/i.test(shown) &&
        !/esc to interrupt/i.test(shown),
    );
  }

  async until(holds: (shown: string) => boolean): Promise<string> {
    const deadline = Date.now() + LONGEST_MS;
    for (;;) {
      const shown = this.text();
      if (holds(shown)) return shown;
      if (Date.now() > deadline) throw new Error(`what was waited for did not come; the screen:\n${shown}`);
      await pause();
    }
  }

  async untilClosed(): Promise<void> {
    const deadline = Date.now() + LONGEST_MS;
    while (this.isOpen()) {
      if (Date.now() > deadline) throw new Error(`the client did not end; the screen:\n${this.text()}`);
      await pause();
    }
  }

  /** The terminal is closed: what runs in it is told to hang up. */
  close(): void {
    if (this.isOpen()) this.#tmux('kill-server');
  }
}

/** Nobody tells when another program's screen has changed. */
function pause(ms = 50): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
