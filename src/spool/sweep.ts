/**
 * Sweeping: the state folder stays small. What was delivered is gone anyway; here goes what nobody will ask for again: what killed
 * processes left half-written, old receipts, and what is known of sessions whose transcripts are gone. Nothing that waits is
 * ever swept. Out of scope: memories (they are the platform's).
 */
import { type StateFolder, safeName } from '../io/file-store.ts';
import { Jobs } from './jobs.ts';
import type { Ledger } from './ledger.ts';

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

export interface SweepPorts {
  readonly folder: StateFolder;
  readonly ledger: Ledger;
  readonly exists: (path: string) => boolean;
  /** ms since the epoch. */
  readonly now: number;
}

const SWEPT = 'swept';
/** Where files of ours are written. */
const FOLDERS = [
  ...['sessions', 'cursors', 'running', 'jobs', 'receipts', 'background', 'session-states', 'cache', 'faults-taken'],
  ...['waiting', 'claimed', 'accepted', 'parked', 'journal'].map((part) => `spool/${part}`),
];

/** Sweeps, at most once a day. Only the holder of the background lock may. @returns how many files went */
export function sweep(ports: SweepPorts): number {
  const { folder, now } = ports;
  const last = folder.modifiedAt(SWEPT);
  // A clock that was wrong for a while must not put it off for ever.
  if (last !== undefined && Math.abs(now - last) < DAY_MS) return 0;
  const count =
    folder.removeHalfWritten(FOLDERS, now - TEMPORARY_MS) +
    surplusReceipts(folder) +
    old(ports, 'receipts', RECEIPT_MS) +
    old(ports, 'spool/parked', PARKED_MS) +
    old(ports, 'spool/accepted', ACCEPTED_MS) +
    old(ports, 'session-states', SESSION_STATE_MS) +
    unreadableJobs(ports) +
    sessions(ports);
  folder.write(SWEPT, '');
  return count;
}

/** Removes the files of a folder that nobody has written to for so long. */
function old({ folder, now }: SweepPorts, path: string, ms: number, isWanted = (_name: string) => true): number {
  const names = folder.list(path).filter(isWanted);
  return removed(
    folder,
    names.map((name) => `${path}/${name}`).filter((file) => now - (folder.modifiedAt(file) ?? now) > ms),
  );
}

/** Those that can be read come to an end by themselves (`flows/background`). */
function unreadableJobs(ports: SweepPorts): number {
  const known = new Set(new Jobs(ports.folder).all().map(({ name }) => name));
  return old(ports, 'jobs', UNREADABLE_MS, (name) => !known.has(name));
}

/** Their names begin with the time: the first are the oldest. */
function surplusReceipts(folder: StateFolder): number {
  const names = folder.list('receipts');
  return removed(
    folder,
    names.slice(0, Math.max(0, names.length - MOST_RECEIPTS)).map((name) => `receipts/${name}`),
  );
}

/** Sessions that have ended, whose transcript is gone and that nobody has opened or captured for long. */
function sessions(ports: SweepPorts): number {
  const { ledger, exists, now } = ports;
  const isOld = (at: string) => now - Date.parse(at) > SESSION_MS;
  const over = ledger.finished().filter(({ openedAt, transcriptPath, sessionId }) => {
    const captured = ledger.cursor(sessionId)?.endedAt ?? openedAt;
    return isOld(openedAt) && isOld(captured) && !exists(transcriptPath);
  });
  for (const { sessionId } of over) ledger.forget(sessionId);
  // A record that cannot be read, and a cursor without one.
  const known = new Set(ledger.sessions().map(({ sessionId }) => `${safeName(sessionId)}.json`));
  const isUnknown = (name: string) => !known.has(name);
  return (
    over.length + old(ports, 'sessions', UNREADABLE_MS, isUnknown) + old(ports, 'cursors', UNREADABLE_MS, isUnknown)
  );
}

function removed(folder: StateFolder, paths: readonly string[]): number {
  return paths.filter((path) => folder.remove(path)).length;
}
