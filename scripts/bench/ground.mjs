/**
 * Where a benchmark works: a temporary folder, and the processes that it has started. At the end, after a fault and after Ctrl-C, the
 * folder is removed and each process is ended by its id; those that a hook has left in the background are found by TMPDIR in their
 * environment, which is the folder's (where there is no /proc they end by themselves a moment later).
 */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export class Ground {
  root = mkdtempSync(join(realpathSync(tmpdir()), 'mem0-hooks-bench-'));
  temporary = join(this.root, 'tmp');
  #children = new Set();
  #closing = [];
  #made = new Map();

  constructor() {
    mkdirSync(this.temporary);
    for (const [signal, status] of [
      ['SIGINT', 130],
      ['SIGTERM', 143],
      ['SIGHUP', 129],
    ]) {
      process.once(signal, () => {
        this.clear();
        process.exit(status);
      });
    }
  }

  folder(name) {
    const path = join(this.root, name);
    mkdirSync(path, { recursive: true });
    return path;
  }

  /** What is costly to make (a transcript, a repository) is made once for all rows. */
  once(name, make) {
    if (!this.#made.has(name)) this.#made.set(name, make());
    return this.#made.get(name);
  }

  /** Keeps a process in mind until it has ended. */
  watch(child) {
    this.#children.add(child);
    child.on('close', () => this.#children.delete(child));
    return child;
  }

  /** Called at the end, the last first. */
  atEnd(close) {
    this.#closing.push(close);
  }

  /** Ids of what works in this folder: hooks, and what they left in the background. */
  processes() {
    if (!existsSync('/proc/self/environ')) return [];
    return readdirSync('/proc').flatMap((name) => {
      if (!/^\d+$/.test(name)) return [];
      try {
        return readFileSync(`/proc/${name}/environ`, 'utf8').split('\0').includes(`TMPDIR=${this.temporary}`)
          ? [Number(name)]
          : [];
      } catch (error) {
        // Ended meanwhile, or not ours to look at.
        if ('code' in error) return [];
        throw error;
      }
    });
  }

  async end() {
    for (const close of this.#closing.splice(0).reverse()) await close();
    this.clear();
  }

  /** At once, for the handler of a signal as well. */
  clear() {
    for (const child of this.#children) child.kill('SIGKILL');
    for (const pid of this.processes()) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch (error) {
        if (error.code !== 'ESRCH') throw error;
      }
    }
    rmSync(this.root, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
}
