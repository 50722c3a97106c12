/**
 * The background lock: one capture-and-drain at a time in one state folder (design §3). It is a token, a file whose name says
 * who has it: `free`, or `held-<process id>-<instant>`. Taking it, giving it back and taking it over from a dead owner are each
 * one rename of one exact name, so of several that try one wins, and nobody can take what another has just taken over.
 *
 * A folder without a token (somebody took it out) gets a new one. Whether there is none cannot be known for certain: a listing may
 * miss what is renamed at that moment. So there may be two for a while, and whoever has taken one looks for another before it
 * counts: each has its own first and looks then, so of two that take one each, at least one sees the other, and gives way.
 */

import type { StateFolder } from '../io/file-store.ts';
import { StateFolderError } from '../io/state-folder-error.ts';

const FREE = 'free';
const HELD = /^held-(\d+)-(\d+)$/;

/** A holder stops by itself after ten minutes (`flows/background`); half as much again is certainly a reused process id. */
const LONGEST_HOLD_MS = 15 * 60 * 1000;

export interface LockOptions {
  /** Where the token lies; default the background's. */
  readonly name?: string;
  /** After so long a holder is taken for gone, whatever process has its id. */
  readonly longestHoldMs?: number;
}

export class BackgroundLock {
  readonly #folder: StateFolder;
  readonly #pid: number;
  readonly #isAlive: (pid: number) => boolean;
  readonly #name: string;
  readonly #longestHoldMs: number;
  #held: string | undefined;

  constructor(
    folder: StateFolder,
    pid: number,
    isAlive: (pid: number) => boolean,
    { name = 'background', longestHoldMs = LONGEST_HOLD_MS }: LockOptions = {},
  ) {
    this.#name = name;
    this.#longestHoldMs = longestHoldMs;
    this.#folder = folder;
    this.#pid = pid;
    this.#isAlive = isAlive;
  }

  /** True when this process holds it now; false when another one, that is alive, does. `now` in ms since the epoch. */
  acquire(now: number): boolean {
    const mine = `held-${this.#pid}-${now}`;
    this.#lay();
    const taken = [FREE, ...this.#deadHolders(now)].some((name) => this.#move(name, mine));
    if (!taken || !this.#isOnly(mine, now)) return false;
    this.#held = mine;
    return true;
  }

  /** Whether it is still this process's: a machine that slept for long may find it taken over. */
  holds(): boolean {
    return this.#held !== undefined && this.#folder.list(this.#name).includes(this.#held);
  }

  /** Gives it back; does nothing when it was taken over meanwhile. */
  release(): void {
    if (this.#held !== undefined) this.#giveBack(this.#held);
    this.#held = undefined;
  }

  #giveBack(name: string): void {
    try {
      this.#move(name, FREE);
    } catch (error) {
      // Something is there that a file cannot replace, a folder: that is a token as well, and this one is one too many.
      if (!(error instanceof StateFolderError)) throw error;
      this.#takeOut(name);
    }
  }

  #deadHolders(now: number): readonly string[] {
    return this.#tokens().filter((name) => {
      const [, pid, since] = HELD.exec(name) ?? [];
      return pid !== undefined && (!this.#isAlive(Number(pid)) || Math.abs(now - Number(since)) >= this.#longestHoldMs);
    });
  }

  /** Whether no other token is held by a living process: else this one is given up. Those that nobody holds are taken out. */
  #isOnly(mine: string, now: number): boolean {
    for (;;) {
      const others = this.#tokens().filter((name) => name !== mine);
      if (others.length === 0) return true;
      const dead = this.#deadHolders(now);
      if (others.some((name) => name !== FREE && !dead.includes(name))) {
        this.#takeOut(mine);
        return false;
      }
      for (const name of others) this.#takeOut(name);
    }
  }

  /** A token that is one too many goes; a folder in its place, which somebody put there, stays under another name. */
  #takeOut(name: string): void {
    if (this.#folder.removeFiles(this.#name, [name]) === 0) this.#move(name, `aside-${name}-${this.#pid}`);
  }

  #move(from: string, to: string): boolean {
    return this.#folder.move(`${this.#name}/${from}`, `${this.#name}/${to}`);
  }

  #tokens(): readonly string[] {
    return this.#folder.list(this.#name).filter((name) => name === FREE || HELD.test(name));
  }

  /**
   * Where there is no token: in a new folder it comes into being with it, in one rename that fails where the folder is there
   * already; beside what somebody left in its place (which may have a name that is not listed) it is laid by itself.
   */
  #lay(): void {
    if (this.#tokens().length > 0) return;
    if (this.#folder.list(this.#name).length === 0) {
      const laid = `${this.#name}-new-${this.#pid}`;
      this.#folder.write(`${laid}/${FREE}`, '');
      if (this.#folder.moveNew(laid, this.#name)) return;
      this.#folder.remove(laid);
    }
    // Looked for once more, since what is missed the first time is only being renamed, as a rule.
    if (this.#tokens().length === 0) this.#folder.writeNew(`${this.#name}/${FREE}`, '');
  }
}
