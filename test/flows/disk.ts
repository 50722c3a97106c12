/** A disk in memory that outlives its processes, and processes that can be killed between any two steps. */
import { StateFolder } from '../../src/io/file-store.ts';

export class Killed extends Error {}

/** A process's life: it is killed at the n-th of the moments before and after what it does, and does nothing from then on. */
export class Life {
  left: number;

  constructor(moments = Number.POSITIVE_INFINITY) {
    this.left = moments;
  }

  does<T>(act: () => T): T {
    this.#moment();
    try {
      return act();
    } finally {
      this.#moment();
    }
  }

  #moment(): void {
    if (this.left <= 0) throw new Killed();
    this.left--;
  }
}

/** The state folder over a disk in memory; each change is one step, as `io/file-store` promises (and tests of its own hold). */
export class FolderInMemory extends StateFolder {
  readonly #disk: Map<string, string>;
  readonly #life: Life;

  constructor(disk: Map<string, string>, life: Life) {
    super('/a-disk-in-memory');
    this.#disk = disk;
    this.#life = life;
  }

  override write(path: string, content: string): void {
    this.#life.does(() => this.#disk.set(path, content));
  }

  override writeNew(path: string, content: string): boolean {
    return this.#life.does(() => {
      if (this.#disk.has(path)) return false;
      this.#disk.set(path, content);
      return true;
    });
  }

  override append(path: string, line: string): void {
    this.#life.does(() => this.#disk.set(path, `${this.#disk.get(path) ?? ''}${line}\n`));
  }

  override read(path: string): string | undefined {
    return this.#disk.get(path);
  }

  /** What is there was written at some time. */
  override modifiedAt(path: string): number | undefined {
    return this.#disk.has(path) ? 0 : undefined;
  }

  override list(path: string): readonly string[] {
    return [...new Set(this.#inside(path).map((file) => file.slice(path.length + 1).split('/')[0] ?? ''))].sort();
  }

  override remove(path: string): boolean {
    return this.#life.does(() => {
      const gone = [path, ...this.#inside(path)].filter((file) => this.#disk.delete(file));
      return gone.length > 0;
    });
  }

  override removeFiles(path: string, names: readonly string[]): number {
    return this.#life.does(() => names.filter((name) => this.#disk.delete(`${path}/${name}`)).length);
  }

  override move(from: string, to: string): boolean {
    return this.#life.does(() => this.#moved(from, to));
  }

  override moveNew(from: string, to: string): boolean {
    return this.#life.does(() => {
      if (this.#disk.has(to) || this.#inside(to).length > 0) return false;
      return this.#inside(from).filter((file) => this.#moved(file, to + file.slice(from.length))).length > 0;
    });
  }

  #moved(from: string, to: string): boolean {
    const content = this.#disk.get(from);
    if (content === undefined) return false;
    this.#disk.delete(from);
    this.#disk.set(to, content);
    return true;
  }

  #inside(path: string): readonly string[] {
    return [...this.#disk.keys()].filter((file) => file.startsWith(`${path}/`));
  }
}
