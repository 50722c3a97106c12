/**
 * Sweeping: the state folder stays small. What was delivered is gone anyway; here goes what nobody will ask for again: what killed
 * processes left half-written, old receipts, and what is known of sessions whose transcripts are gone. Nothing that waits is
 * ever swept, and no folder that somebody put among the files. Out of scope: memories (they are the platform's).
 */

import { textOf } from '../io/document.ts';
import type { StateFolder } from '../io/file-store.ts';
import { safeName } from '../io/plain-names.ts';
import { StateFolderError } from '../io/state-folder-error.ts';
import { Jobs } from './jobs.ts';
import type { Ledger } from './ledger.ts';
import { PAST } from './openings.ts';
import type { SeenClock } from './seen-clock.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** A process that writes a file is done with it at once. */
const TEMPORARY_MS = DAY_MS;
/** Whoever asks why a memory is there, asks within a quarter. [?] ours */
const RECEIPT_MS = 90 * DAY_MS;
const MOST_RECEIPTS = 5_000;
/** What was refused for good, or could not be read: a quarter to look at it. [?] ours */
const PARKED_MS = 90 * DAY_MS;
/** A session state that could not be made for so long, with another key than is here now, would tell of what has gone on since. [?] ours */
const CHECKPOINT_MS = 7 * DAY_MS;
/** Events are followed for a week (`flows/follow`), and a receipt is completed by then or never. */
const ACCEPTED_MS = 8 * DAY_MS;
/** What git said of a folder holds for a day (`io/git-memory`), and stands longer only where git does not answer at all. */
const GIT_ANSWER_MS = 30 * DAY_MS;
/** An answer of the platform is not shown when it is older (`core/recall/last-answer`); one file for each scope. [?] ours */
const ANSWER_MS = 14 * DAY_MS;
const MOST_ANSWERS = 100;
/**
 * Claude Code deletes transcripts after 30 days; one that is away for other reasons (a folder that is not mounted) may come back,
 * and then its cursor must be here. [?] ours
 */
const SESSION_MS = 60 * DAY_MS;
/** What cannot be read may be a newer version's: half a year for that to come back. [?] ours */
const UNREADABLE_MS = 180 * DAY_MS;

/**
 * Others wait for the background lock meanwhile; what is left over after that is swept by the next runs. A removal takes from some
 * hundredths of a millisecond to one or two, by the disk and by what else is written to it. [?] ours
 */
const LONGEST_MS = 3_000;
/** Removed with one sync, and looked at the time after each. */
const PORTION = 250;

export interface SweepPorts {
  readonly folder: StateFolder;
  readonly ledger: Ledger;
  readonly exists: (path: string) => boolean;
  /** Days after which a session state on the platform expires (`flows/checkpoint`); the copy here lives no longer. */
  readonly sessionStateDays: number;
  readonly clock: Pick<SeenClock, 'isOld' | 'day'>;
  /** ms since any moment; never jumps. */
  readonly elapsed: () => number;
}

/** Holds the day on which all was swept, as it was noted (`seen-clock`). */
const SWEPT = 'swept';
/** Where files of ours are written. */
const FOLDERS = [
  ...['sessions', 'cursors', 'running', 'jobs', 'receipts', 'background', 'session-states', 'cache', 'faults-taken'],
  'given',
  'code',
  'checkpoints',
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
  for (const step of [
    () => sweeping.halfWritten(),
    () => sweeping.receipts(),
    () => sweeping.old('spool/parked', PARKED_MS),
    () => sweeping.old('spool/accepted', ACCEPTED_MS),
    () => sweeping.old('session-states', ports.sessionStateDays * DAY_MS),
    () => sweeping.old('given', SESSION_MS),
    () => sweeping.old('checkpoints', CHECKPOINT_MS),
    () => sweeping.old('cache', GIT_ANSWER_MS, (name) => name.startsWith('git-')),
    () => sweeping.answers(),
    () => sweeping.unreadableJobs(),
    () => sweeping.sessions(),
    () => sweeping.lostOpenings(),
  ])
    passingOver(step);
  // Only when all is done: after a kill, or too long a time, it is gone on with by the next run.
  if (sweeping.isDone) folder.write(SWEPT, String(clock.day));
  return sweeping.gone;
}

class Sweeping {
  readonly #ports: SweepPorts;
  readonly #until: number;
  isDone = true;
  gone = 0;

  constructor(ports: SweepPorts) {
    this.#ports = ports;
    this.#until = ports.elapsed() + LONGEST_MS;
  }

  halfWritten(): void {
    const { folder, clock } = this.#ports;
    const past = passingOver(() => folder.list(PAST)) ?? [];
    const folders = [...FOLDERS, ...past.map((id) => `${PAST}/${id}`)];
    this.gone += folder.removeHalfWritten(folders, (at) => clock.isOld(at, TEMPORARY_MS));
  }

  /** Their names begin with the time: the first are the oldest, and go first. */
  receipts(): void {
    const names = this.#ports.folder.list('receipts');
    const surplus = names.slice(0, Math.max(0, names.length - MOST_RECEIPTS));
    this.#removeAll('receipts', surplus);
    const rest = new Set(names.slice(surplus.length));
    this.old('receipts', RECEIPT_MS, (name) => rest.has(name));
  }

  /** The last answers of the platform: the newest so many. */
  answers(): void {
    const isAnswer = (name: string) => name.startsWith('recall-');
    const dated = this.#ports.folder.dated('cache', isAnswer);
    const surplus = [...dated].sort((a, b) => b.at - a.at).slice(MOST_ANSWERS);
    this.#removeAll(
      'cache',
      surplus.map(({ name }) => name),
    );
    this.old('cache', ANSWER_MS, isAnswer);
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
    // The cursor after the record: what is captured without a record is captured by the cursor. The openings last: they may
    // say what must not be captured.
    this.#inPortions(over.map(idOf), (ids) => {
      this.#remove('sessions', ids.map(fileOf));
      this.#remove('cursors', ids.map(fileOf));
      this.#remove('given', ids.map(fileOf));
      this.gone += this.#ports.folder.removeFolders(PAST, ids);
    });
    // A record that cannot be read, and a cursor without one.
    const known = new Set(sessions.map(idOf).map(fileOf));
    for (const path of ['sessions', 'cursors'])
      passingOver(() => this.old(path, UNREADABLE_MS, (name) => !known.has(name)));
  }

  /** What was said when, and under what settings, of sessions of which nothing else is known: a folder for each. */
  lostOpenings(): void {
    const { folder } = this.#ports;
    const known = new Set(['sessions', 'cursors'].flatMap((path) => folder.list(path)));
    const lost = folder.list(PAST).filter((id) => !known.has(fileOf(id)));
    this.#inPortions(lost, (ids) => {
      this.gone += folder.removeFolders(
        PAST,
        ids.filter((id) => this.#isForgotten(`${PAST}/${id}`)),
      );
    });
  }

  /** Whether nobody has written to a folder for half a year. What is no folder of ours never is. */
  #isForgotten(path: string): boolean {
    const { folder, clock } = this.#ports;
    const files = passingOver(() => folder.dated(path));
    if (files === undefined) return false;
    const touched = files.length > 0 ? Math.max(...files.map(({ at }) => at)) : folder.modifiedAt(path);
    return clock.isOld(touched ?? Number.NaN, UNREADABLE_MS);
  }

  /** Removes the files of a folder that nobody has written to for so long. */
  old(path: string, ms: number, isWanted?: (name: string) => boolean): void {
    const { folder, clock } = this.#ports;
    const files = folder.dated(path, isWanted).filter(({ at }) => clock.isOld(at, ms));
    this.#removeAll(
      path,
      files.map(({ name }) => name),
    );
  }

  #removeAll(path: string, names: readonly string[]): void {
    this.#inPortions(names, (some) => this.#remove(path, some));
  }

  #remove(path: string, names: readonly string[]): void {
    this.gone += this.#ports.folder.removeFiles(path, names);
  }

  /** Portion by portion, one in any case. What will not go in one keeps nothing in the next, but the rest of its own portion. */
  #inPortions(names: readonly string[], take: (some: readonly string[]) => void): void {
    for (let at = 0; at < names.length; at += PORTION) {
      if (at > 0 && this.#ports.elapsed() >= this.#until) {
        this.isDone = false;
        return;
      }
      passingOver(() => take(names.slice(at, at + PORTION)));
    }
  }
}

/** What lies in a place of ours and is not ours (a file for a folder, a link, what cannot be opened) is not swept, and is no error. */
function passingOver<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch (error) {
    if (error instanceof StateFolderError) return undefined;
    throw error;
  }
}

function idOf({ sessionId }: { readonly sessionId: string }): string {
  return safeName(sessionId);
}

function fileOf(id: string): string {
  return `${id}.json`;
}
