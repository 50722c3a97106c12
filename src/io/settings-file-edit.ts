/**
 * Changes the person's own settings file, which other tools write too: whole or not at all, and nothing but the change.
 * Out of scope: which change (`core/settings/json-edit`), and whether its values can be used (`contract/read-config`).
 */
import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { FOLDER_MODE, syncFolder, unlessMissing } from './private-files.ts';
import { blockIn, readOwnFile } from './settings-files.ts';
import { codeOf } from './state-folder-error.ts';

/** The block of ours as it is, and what becomes of the text; `refused` with a reason leaves all as it is, no text changes nothing. */
export type Edit = (
  text: string,
  settings: Readonly<Record<string, unknown>>,
) => { readonly text?: string } | { readonly refused: string };

export type Edited = { readonly changed: boolean } | { readonly refused: string };

const FILE_MODE = 0o600;
const MODE_BITS = 0o7777;

/** So long is waited for another that writes; a write takes milliseconds, so one that is older was killed. [?] ours */
const LONGEST_WAIT_MS = 5_000;
const ABANDONED_MS = 3_000;
const PAUSE_MS = 10;
const BUSY = 'is being written by another process';
/** So often is begun again where another tool has written in between. */
const MOST_TRIES = 20;

/**
 * Reads the file, changes it and puts the new one in its place: a temporary file in the same folder, made durable, then renamed. A
 * new file is 0600 and its folder 0700; one that is there keeps its mode. A link is followed, and what it leads to is replaced
 * (a hard link's other name keeps the old text). A file that cannot be understood or written is not touched.
 *
 * The temporary file has one name and is a lock between those that use this function: none of them undoes another's change.
 * Other tools know no such lock: what they write after the file was read here is seen just before the rename, and the change
 * is made anew. What they write between that look and the rename (some microseconds) is lost, and what they read before it
 * and write after it undoes this change: neither can be helped from here.
 */
export function editOwnFile(path: string, edit: Edit, waitMs = LONGEST_WAIT_MS): Edited {
  try {
    // Looked at first without a lock: where nothing is to be changed, nothing is made.
    const seen = look(path, edit);
    if (seen === 'again' || 'text' in seen) mkdirSync(dirname(path), { recursive: true, mode: FOLDER_MODE });
    else return seen;
    const target = targetOf(path);
    const temporary = join(dirname(target), `.${basename(target)}.mem0-hooks.tmp`);
    const lock = lockAt(temporary, waitMs);
    if (lock === undefined) return { refused: BUSY };
    try {
      for (let tries = 0; tries < MOST_TRIES; tries++) {
        const outcome = changeUnder(lock, temporary, path, edit);
        if (outcome !== 'again') return outcome;
      }
      return { refused: 'is written by another program again and again' };
    } finally {
      if (isAt(lock, temporary)) rmSync(temporary, { force: true });
      closeSync(lock);
    }
  } catch (error) {
    const code = codeOf(error);
    if (code === undefined) throw error;
    return { refused: `cannot be written (${code})` };
  }
}

interface Change {
  readonly text: string;
  /** What it was made of; undefined where there is no file. */
  readonly before: Buffer | undefined;
}

/** The change as it would be made to the file as it is. */
function look(path: string, edit: Edit): Change | Edited | 'again' {
  const own = readOwnFile(path);
  if (own.state === 'broken') return { refused: own.problem.split(';')[0] ?? own.problem };
  const before = own.state === 'absent' ? undefined : readFileSync(path);
  const text = before?.toString('utf8') ?? '{}\n';
  if (before !== undefined && !Buffer.from(text, 'utf8').equals(before)) return { refused: 'is not UTF-8' };
  const settings = blockIn(text);
  // Written by another between the two readings.
  if (settings === undefined) return 'again';
  const edited = edit(text, settings);
  if ('refused' in edited) return edited;
  if (edited.text === undefined || edited.text === text) return { changed: false };
  return { text: edited.text, before };
}

function changeUnder(lock: number, temporary: string, path: string, edit: Edit): Edited | 'again' {
  const change = look(path, edit);
  if (change === 'again' || !('text' in change)) return change;
  const target = targetOf(path);
  const stats = change.before === undefined ? undefined : statSync(target);
  // A rename asks nobody: what this user may not write would be replaced all the same.
  if (stats !== undefined) accessSync(target, constants.W_OK);
  fill(lock, change.text, stats);
  // Taken for a killed process's, after a sleep of the machine for instance.
  if (!isAt(lock, temporary)) return { refused: BUSY };
  if (!isStill(target, change.before)) return 'again';
  renameSync(temporary, target);
  syncFolder(dirname(target));
  return { changed: true };
}

/** What a link leads to, there or not; else the path itself. */
function targetOf(path: string): string {
  if (!lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) return path;
  try {
    return realpathSync.native(path);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    return resolve(realpathSync.native(dirname(path)), readlinkSync(path));
  }
}

/** The open lock, or undefined where another holds it all the time. */
function lockAt(temporary: string, waitMs: number): number | undefined {
  const until = Date.now() + waitMs;
  for (;;) {
    try {
      return openSync(temporary, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, FILE_MODE);
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
    const age = Date.now() - (lstatSync(temporary, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (Math.abs(age) > ABANDONED_MS) rmSync(temporary, { force: true });
    else if (Date.now() >= until) return undefined;
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
  }
}

function fill(descriptor: number, text: string, like: Stats | undefined): void {
  ftruncateSync(descriptor, 0);
  const bytes = Buffer.from(text, 'utf8');
  for (let done = 0; done < bytes.length; ) done += writeSync(descriptor, bytes, done, bytes.length - done, done);
  if (process.geteuid !== undefined) {
    const own = fstatSync(descriptor);
    // A superuser who changes it leaves it whose it was.
    if (like !== undefined && process.geteuid() === 0 && (like.uid !== own.uid || like.gid !== own.gid))
      fchownSync(descriptor, like.uid, like.gid);
    fchmodSync(descriptor, like === undefined ? FILE_MODE : like.mode & MODE_BITS);
  }
  fsyncSync(descriptor);
}

function isStill(target: string, before: Buffer | undefined): boolean {
  const now = unlessMissing(() => readFileSync(target));
  return before === undefined ? now === undefined : now?.equals(before) === true;
}

/** Whether what is open is what stands under that name. */
function isAt(descriptor: number, path: string): boolean {
  const [open, there] = [fstatSync(descriptor), lstatSync(path, { throwIfNoEntry: false })];
  return there !== undefined && open.ino === there.ino && open.dev === there.dev;
}
