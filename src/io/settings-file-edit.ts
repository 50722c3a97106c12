/**
 * Changes the person's own settings file, which other tools write too: whole or not at all, and nothing but the change.
 * Out of scope: which change (`core/settings/json-edit`), and whether its values can be used (`contract/read-config`).
 */
import { randomBytes } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
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
import { isAt, lockAt, unlock, type Waits } from './edit-lock.ts';
import { FOLDER_MODE, syncFolder, unlessMissing } from './private-files.ts';
import { blockIn, readOwnFile } from './settings-files.ts';
import { codeOf } from './state-folder-error.ts';

/**
 * The block of ours as it is, and what becomes of the text; `refused` with a reason leaves all as it is, no text changes nothing.
 * `secret`: what is written is for nobody else's eyes, so the file becomes private.
 */
export type Edit = (
  text: string,
  settings: Readonly<Record<string, unknown>>,
) => { readonly text?: string; readonly secret?: boolean } | { readonly refused: string };

/** `closed`: others could read the file, and no longer can. */
export type Edited = { readonly changed: boolean; readonly closed?: true } | { readonly refused: string };

const FILE_MODE = 0o600;
const MODE_BITS = 0o7777;
const OTHERS = 0o077;

const PAUSE_MS = 10;
/** A write takes milliseconds. [?] ours */
const WAITS: Waits = { busyMs: 5_000, abandonedMs: 3_000, elapsed: () => performance.now() };
const BUSY = 'is being written by another process';
/** So often is begun again where another has written in between. */
const MOST_TRIES = 20;

/**
 * Reads the file, changes it and puts the new one in its place: a temporary file in the same folder, made durable, then renamed. A
 * new file is 0600 and its folder 0700; one that is there keeps its mode. A link is followed, and what it leads to is replaced
 * (a hard link's other name keeps the old text). A file that cannot be understood or written is not touched.
 *
 * What is renamed is a file of this process alone, whole and durable, whatever others do. Those that use this function do not
 * undo each other's changes either: whoever takes the lock first removes all temporary files, and then reads; whoever has lost
 * the lock sees that before the rename, or finds the temporary file gone, and begins again. Other tools know no such lock:
 * what they write after the file was read here is seen just before the rename, and the change is made anew. What they write
 * between that look and the rename (some microseconds) is lost, and what they read before it and write after it undoes this
 * change: neither can be helped from here.
 */
export function editOwnFile(path: string, edit: Edit, waits = WAITS): Edited {
  const steps = editSteps(path, edit, waits);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (step.value === 'waits') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
  }
}

/** The same, step by step: between two of them anything may happen, and the process may end. */
export function* editSteps(path: string, edit: Edit, waits: Waits): Generator<'waits' | 'goes', Edited> {
  try {
    // Looked at first without a lock: where nothing is to be changed, nothing is made.
    const seen = look(path, edit);
    if (seen === 'again' || 'text' in seen) mkdirSync(dirname(path), { recursive: true, mode: FOLDER_MODE });
    else return seen;
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const outcome = yield* changeUnderLock(path, edit, waits);
      if (outcome !== 'again') return outcome;
    }
    return { refused: 'is written by another program again and again' };
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
  readonly secret: boolean;
}

/** The change as it would be made to the file as it is. */
function look(path: string, edit: Edit): Change | Edited | 'again' {
  const own = readOwnFile(path);
  if (own.state === 'broken') return { refused: own.problem.split(';')[0] ?? own.problem };
  const before = own.state === 'absent' ? undefined : unlessMissing(() => readFileSync(path));
  const text = before?.toString('utf8') ?? '{}\n';
  if (before !== undefined && !Buffer.from(text, 'utf8').equals(before)) return { refused: 'is not UTF-8' };
  const settings = blockIn(text);
  // Written by another between the two readings.
  if (settings === undefined) return 'again';
  const edited = edit(text, settings);
  if ('refused' in edited) return edited;
  const secret = edited.secret === true;
  const isSame = edited.text === undefined || edited.text === text;
  if (isSame && !(secret && before !== undefined && isOpen(statSync(path)))) return { changed: false };
  return { text: edited.text ?? text, before, secret };
}

function* changeUnderLock(path: string, edit: Edit, waits: Waits): Generator<'waits' | 'goes', Edited | 'again'> {
  const target = targetOf(path);
  const lockPath = join(dirname(target), `.${basename(target)}.mem0-hooks.lock`);
  const lock = yield* lockAt(lockPath, waits);
  if (lock === undefined) return { refused: BUSY };
  try {
    yield 'goes';
    removeTemporaries(target);
    yield 'goes';
    const change = look(path, edit);
    yield 'goes';
    if (change === 'again' || !('text' in change)) return change;
    return yield* put(change, target, () => isAt(lock, lockPath) && targetOf(path) === target);
  } finally {
    unlock(lock, lockPath);
  }
}

/** Writes the text beside the target and renames it, where `isStillMine` and the target is what it was. */
function* put(
  { text, before, secret }: Change,
  target: string,
  isStillMine: () => boolean,
): Generator<'goes', Edited | 'again'> {
  const stats = before === undefined ? undefined : statOrGone(target);
  if (before !== undefined && stats === undefined) return 'again';
  // A rename asks nobody: what this user may not write would be replaced all the same.
  if (stats !== undefined) accessSync(target, constants.W_OK);
  const temporary = join(
    dirname(target),
    `.${basename(target)}.mem0-hooks.${process.pid}-${randomBytes(8).toString('hex')}.tmp`,
  );
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;
  const descriptor = openSync(temporary, flags, FILE_MODE);
  let isGone = false;
  try {
    yield 'goes';
    const size = fill(descriptor, text, stats, secret);
    yield 'goes';
    if (!isStillMine()) return 'again';
    yield 'goes';
    if (!isStill(target, before)) return 'again';
    yield 'goes';
    if (!isAt(descriptor, temporary) || fstatSync(descriptor).size !== size) return 'again';
    if (!isRenamed(temporary, target)) return 'again';
    isGone = true;
    syncFolder(dirname(target));
    return { changed: true, ...(secret && stats !== undefined && isOpen(stats) ? { closed: true } : {}) };
  } finally {
    closeSync(descriptor);
    if (!isGone) rmSync(temporary, { force: true });
  }
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

/** What others that were killed, or are to begin again, have written. */
function removeTemporaries(target: string): void {
  const folder = dirname(target);
  const start = `.${basename(target)}.mem0-hooks.`;
  for (const name of readdirSync(folder))
    if (name.startsWith(start) && /^\d+-[0-9a-f]{16}\.tmp$/.test(name.slice(start.length)))
      rmSync(join(folder, name), { force: true });
}

/** False where another has taken the temporary file away. */
function isRenamed(temporary: string, target: string): boolean {
  try {
    renameSync(temporary, target);
    return true;
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    return false;
  }
}

/** @returns how many bytes there are, all of them durable */
function fill(descriptor: number, text: string, like: Stats | undefined, secret: boolean): number {
  const bytes = Buffer.from(text, 'utf8');
  for (let done = 0; done < bytes.length; ) done += writeSync(descriptor, bytes, done, bytes.length - done, done);
  if (process.geteuid !== undefined) {
    const own = fstatSync(descriptor);
    // A superuser who changes it leaves it whose it was.
    if (like !== undefined && process.geteuid() === 0 && (like.uid !== own.uid || like.gid !== own.gid))
      fchownSync(descriptor, like.uid, like.gid);
    fchmodSync(descriptor, like === undefined || (secret && isOpen(like)) ? FILE_MODE : like.mode & MODE_BITS);
  }
  fsyncSync(descriptor);
  return bytes.length;
}

/** Whether anybody but the owner is let in. Windows knows no such bits. */
function isOpen({ mode }: Stats): boolean {
  return process.geteuid !== undefined && (mode & OTHERS) !== 0;
}

function isStill(target: string, before: Buffer | undefined): boolean {
  const now = unlessMissing(() => readFileSync(target));
  return before === undefined ? now === undefined : now?.equals(before) === true;
}

function statOrGone(path: string): Stats | undefined {
  return statSync(path, { throwIfNoEntry: false });
}
