/**
 * Sweeping: the state folder stays small. What was delivered is gone anyway; here goes what nobody will ask for again: what killed
 * processes left half-written, old receipts, and what is known of sessions whose transcripts are gone. Nothing that waits is
 * ever swept, and no folder that somebody put among the files. Out of scope: memories (they are the platform's).
 */

import { textOf } from '../io/document.ts';
import { type StateFolder, safeName } from '../io/file-store.ts';
import { Jobs } from './jobs.ts';
import type { Ledger } from './ledger.ts';
import type { SeenClock } from './seen-clock.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** A process that writes a file is done with it at once. */
const TEMPORARY_MS = DAY_MS;
/** Whoever asks why a memory is there, asks within a quarter. [?] ours */
const RECEIPT_MS = 90 * DAY_MS;
const MOST_RECEIPTS = 5_000;
/** What was refused for good, or could not be read: a quarter to look at it. [?] ours */
const PARKED_MS = 90 * DAY_MS;
/** Events are followed for a week (`flows/follow`), and a receipt is completed by then or never. */
const ACCEPTED_MS = 8 * DAY_MS;
/** The session state on the platform expires after 30 days (`flows/checkpoint`); the copy here lives no longer. */
const SESSION_STATE_MS = 30 * DAY_MS;
/**
 * Claude Code deletes transcripts after 30 days; one that is away for other reasons (a folder that is not mounted) may come back,
 * and then its cursor must be here. [?] ours
 */
const SESSION_MS = 60 * DAY_MS;
/** What cannot be read may be a newer version's: half a year for that to come back. [?] ours */
const UNREADABLE_MS = 180 * DAY_MS;

/** Others wait for the background lock meanwhile: so many files go in less than a second, and the rest with the next runs. [?] ours */
const MOST_AT_ONCE = 10_000;

export interface SweepPorts {
  readonly folder: StateFolder;
  readonly ledger: Ledger;
  readonly exists: (path: string) => boolean;
  readonly clock: Pick<SeenClock, 'isOld' | 'day'>;
}

/** Holds the day on which all was swept, as it was noted (`seen-clock`). */
const SWEPT = 'swept';
/** Where files of ours are written. */
const FOLDERS = [
  ...['sessions', 'cursors', 'running', 'jobs', 'receipts', 'background', 'session-states', 'cache', 'faults-taken'],
  ...['waiting', 'claimed', 'accepted', 'parked', 'journal'].map((part) => `spool/${part}`),
];

/**
 * Sweeps, at most once a day; what one run leaves over is swept by the next ones, whenever they are. Only the holder of the
 * background lock may. @returns how many files went
 */
export function sweep(ports: SweepPorts): number {
  const { folder, clock } = ports;
  if (clock.day === undefined || textOf(folder, SWEPT) === String(clock.day)) return 0;
  const sweeping = new Sweeping(ports);
  sweeping.halfWritten();
  sweeping.receipts();
  sweeping.old('spool/parked', PARKED_MS);
  sweeping.old('spool/accepted', ACCEPTED_MS);
  sweeping.old('session-states', SESSION_STATE_MS);
  sweeping.unreadableJobs();
  sweeping.sessions();
  // Only when all is done: after a kill it is done again, and finds less.
  if (sweeping.left > 0) folder.write(SWEPT, String(clock.day));
  return sweeping.gone;
}

class Sweeping {
  readonly #ports: SweepPorts;
  /** How many may still go in this run. */
  left = MOST_AT_ONCE;
  gone = 0;

  constructor(ports: SweepPorts) {
    this.#ports = ports;
  }

  halfWritten(): void {
    const { folder, clock } = this.#ports;
    this.gone += folder.removeHalfWritten(FOLDERS, (at) => clock.isOld(at, TEMPORARY_MS));
  }

  /** Their names begin with the time: the first are the oldest, and go first. */
  receipts(): void {
    const { folder, clock } = this.#ports;
    const files = [...folder.dated('receipts')].sort((a, b) => (a.name < b.name ? -1 : 1));
    const surplus = files.length - MOST_RECEIPTS;
    const over = files.filter(({ at }, place) => place < surplus || clock.isOld(at, RECEIPT_MS));
    this.#remove('receipts', over.map(nameOf));
  }

  /** Those that can be read come to an end by themselves (`flows/background`). */
  unreadableJobs(): void {
    const known = new Set(new Jobs(this.#ports.folder).all().map(({ name }) => name));
    this.old('jobs', UNREADABLE_MS, (name) => !known.has(name));
  }

  /** Sessions that have ended, whose transcript is gone and that nobody has opened or captured for long. */
  sessions(): void {
    const { ledger, exists, clock } = this.#ports;
    const sessions = ledger.sessions();
    const running = new Set(ledger.unfinished().map(({ sessionId }) => sessionId));
    const isOld = (at: string) => clock.isOld(Date.parse(at), SESSION_MS);
    const over = sessions.filter(({ sessionId, openedAt, transcriptPath }) => {
      if (running.has(sessionId) || !isOld(openedAt) || exists(transcriptPath)) return false;
      return isOld(ledger.cursor(sessionId)?.endedAt ?? openedAt);
    });
    // Of each both files, or none; the cursor last: what is captured without a record is captured by the cursor.
    const names = over.map(fileOf).slice(0, Math.max(0, Math.floor(this.left / 2)));
    for (const path of ['sessions', 'cursors']) this.#remove(path, names);
    if (names.length < over.length) this.left = 0;
    // A record that cannot be read, and a cursor without one.
    const known = new Set(sessions.map(fileOf));
    for (const path of ['sessions', 'cursors']) this.old(path, UNREADABLE_MS, (name) => !known.has(name));
  }

  /** Removes the files of a folder that nobody has written to for so long. */
  old(path: string, ms: number, isWanted?: (name: string) => boolean): void {
    const { folder, clock } = this.#ports;
    const files = folder.dated(path, isWanted).filter(({ at }) => clock.isOld(at, ms));
    this.#remove(path, files.map(nameOf));
  }

  #remove(path: string, names: readonly string[]): void {
    const some = names.slice(0, Math.max(0, this.left));
    this.left -= names.length;
    this.gone += this.#ports.folder.removeFiles(path, some);
  }
}

function nameOf({ name }: { readonly name: string }): string {
  return name;
}

function fileOf({ sessionId }: { readonly sessionId: string }): string {
  return `${safeName(sessionId)}.json`;
}
