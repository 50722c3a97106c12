/**
 * The background lock: one capture-and-drain at a time in one state folder (design §3). It is a token, a file whose name says
 * who has it: `free`, or `held-<process id>-<instant>`. Taking it, giving it back and taking it over from a dead owner are each
 * one rename of one exact name, so of several that try one wins, and nobody can take what another has just taken over.
 */
import type { StateFolder } from '../io/file-store.ts';

const FOLDER = 'background';
const FREE = `${FOLDER}/free`;
const HELD = /^held-(\d+)-(\d+)$/;

/** A holder stops by itself after ten minutes (`flows/background`); half as much again is certainly a reused process id. */
const LONGEST_HOLD_MS = 15 * 60 * 1000;

export class BackgroundLock {
  readonly #folder: StateFolder;
  readonly #pid: number;
  readonly #isAlive: (pid: number) => boolean;
  #held: string | undefined;

  constructor(folder: StateFolder, pid: number, isAlive: (pid: number) => boolean) {
    this.#folder = folder;
    this.#pid = pid;
    this.#isAlive = isAlive;
  }

  /** True when this process holds it now; false when another one, that is alive, does. `now` in ms since the epoch. */
  acquire(now: number): boolean {
    const mine = `${FOLDER}/held-${this.#pid}-${now}`;
    if (this.#folder.list(FOLDER).length === 0) this.#lay();
    const taken = this.#folder.move(FREE, mine) || this.#deadHolders(now).some((name) => this.#folder.move(name, mine));
    if (taken) this.#held = mine;
    return taken;
  }

  /** Whether it is still this process's: a machine that slept for long may find it taken over. */
  holds(): boolean {
    return this.#held !== undefined && this.#folder.list(FOLDER).some((name) => `${FOLDER}/${name}` === this.#held);
  }

  /** Gives it back; does nothing when it was taken over meanwhile. */
  release(): void {
    if (this.#held !== undefined) this.#folder.move(this.#held, FREE);
    this.#held = undefined;
  }

  #deadHolders(now: number): readonly string[] {
    return this.#folder.list(FOLDER).flatMap((name) => {
      const [, pid, since] = HELD.exec(name) ?? [];
      const dead =
        pid !== undefined && (!this.#isAlive(Number(pid)) || Math.abs(now - Number(since)) >= LONGEST_HOLD_MS);
      return dead ? [`${FOLDER}/${name}`] : [];
    });
  }

  /** The token comes into being inside its folder, in one rename that fails where the folder is there already. */
  #lay(): void {
    const laid = `background-new-${this.#pid}`;
    this.#folder.write(`${laid}/free`, '');
    if (!this.#folder.moveNew(laid, FOLDER)) this.#folder.remove(laid);
  }
}
