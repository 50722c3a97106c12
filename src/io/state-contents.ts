/**
 * What lies in a state folder, by what it is, and its removal: with nothing followed, and nothing removed that no version of this
 * program has put there. Out of scope: whether it may go (`command/machine/purge`).
 */
import { type Dirent, lstatSync, rmdirSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { isTemporary } from './half-written.ts';
import { entriesOf } from './many-files.ts';
import { isPlain } from './plain-names.ts';
import { statOf, syncFolder } from './private-files.ts';
import { codeOf, StateFolderError } from './state-folder-error.ts';

/** Folders of ours, the inner ones first, and what their files are called. The locks are last. */
const FOLDERS: readonly (readonly [path: string, kind: string, name: RegExp])[] = [
  ['spool/waiting', 'requests not sent yet', /\.json$/],
  ['spool/claimed', 'requests not sent yet', /\.json$/],
  ['spool/journal', 'captures not settled yet', /\.json$/],
  ['spool/accepted', 'requests that may still fail', /\.json$/],
  ['spool/parked', 'requests set aside', /\.json$/],
  ['jobs', 'sessions to be captured', /\.json$/],
  ['receipts', 'receipts', /\.json$/],
  ['sessions', 'what is known of sessions', /\.json$/],
  ['cursors', 'what is known of sessions', /\.json$/],
  ['running', 'what is known of sessions', /\.json$/],
  ['given', 'what is known of sessions', /\.json$/],
  ['session-states', 'session states', /\.json$/],
  ['checkpoints', 'session states to be made', /\.json$/],
  ['cache', 'answers of the platform and of git', /^(?:git|recall|followed|users?)\b/],
  ['faults-taken', 'notes of what went wrong', /\.jsonl$/],
  ['moves', 'notes of what was pushed or adopted', /\.jsonl$/],
  ['code', 'compiled code', /^(?:session-start|session-end|pre-compact|mem0-hooks)-v/],
  ['spool', '', /^$/],
];
const LOCAL = ['local', 'local memories', /^(?:memories\.sqlite(?:-wal|-shm|-journal)?|serve-key)$/] as const;
/** What holds them is removed last. */
const LOCKS = ['moving', 'background'];
const LOCK = ['', /^(?:free|held-\d+-\d+|aside-.+)$/] as const;
/** A folder for each session in it. */
const PAST = ['past', 'what is known of sessions', /\.json$/] as const;
const FILES = ['', 'notes of what went wrong', /^(?:faults\.jsonl|notices\.json|clock\.json|swept)$/] as const;

export interface Contents {
  readonly kinds: readonly { readonly kind: string; readonly files: number; readonly bytes: number }[];
  /** Paths in it that are not ours; they stay. */
  readonly foreign: readonly string[];
}

export interface Removed {
  readonly files: number;
  readonly bytes: number;
  /** Whether the state folder itself is gone. */
  readonly all: boolean;
}

interface Place {
  readonly path: string;
  readonly kind: string;
  readonly name: RegExp;
}

interface Item {
  readonly path: string;
  readonly kind: string;
  readonly bytes: number;
}

/** Whether a folder has what a state folder has once it was used: else it may be anybody's, and was named by mistake. */
export function isStateFolder(root: string): boolean {
  const signs = ['background', 'spool', 'running', 'local/memories.sqlite'];
  return doing(root, () => isOurFolder(root) && signs.some((name) => statOf(join(root, name)) !== undefined));
}

/** Throws a `StateFolderError` where the root is no folder of this user's own. */
export function contentsOf(root: string): Contents {
  return doing(root, () => {
    const { items, foreign } = look(root);
    const kinds = new Map<string, { kind: string; files: number; bytes: number }>();
    for (const { kind, bytes } of items) {
      const known = kinds.get(kind) ?? { kind, files: 0, bytes: 0 };
      kinds.set(kind, { kind, files: known.files + 1, bytes: known.bytes + bytes });
    }
    return { kinds: [...kinds.values()].filter(({ kind }) => kind !== ''), foreign };
  });
}

/** Removes what is ours; local memories only where that is said. What comes meanwhile stays. Throws a `StateFolderError`. */
export function removeContents(root: string, { memories }: { readonly memories: boolean }): Removed {
  return doing(root, () => {
    let files = 0;
    let bytes = 0;
    for (const item of look(root).items) {
      if (item.kind === LOCAL[1] && !memories) continue;
      if (!isGone(() => unlinkSync(item.path))) continue;
      if (item.kind === '') continue;
      files += 1;
      bytes += item.bytes;
    }
    const inner = placesIn(root).flatMap(({ path }) => (path === root ? [] : [path]));
    for (const path of [...inner, join(root, PAST[0]), join(root, 'spool')])
      if (isOurFolder(path)) isGone(() => rmdirSync(path));
    const all = isGone(() => rmdirSync(root));
    if (!all && statOf(root) !== undefined) syncFolder(root);
    return { files, bytes, all };
  });
}

function look(root: string): { readonly items: readonly Item[]; readonly foreign: readonly string[] } {
  if (statOf(root) === undefined) return { items: [], foreign: [] };
  if (!isOurFolder(root)) throw new StateFolderError('unsafe', root);
  const places = placesIn(root);
  const inner = new Set([...places.map(({ path }) => path), join(root, PAST[0]), join(root, 'spool')]);
  const items: Item[] = [];
  const foreign: string[] = [];
  for (const { path, kind, name } of [...places, { path: join(root, PAST[0]), kind: '', name: /^$/ }]) {
    if (!isOurFolder(path)) continue;
    for (const entry of entriesOf(path)) {
      const at = join(path, entry.name);
      if (inner.has(at) && isOurFolder(at)) continue;
      // A link is none of ours, and neither is what it leads to.
      if (entry.isFile() && isNamed(entry, name)) items.push({ path: at, kind, bytes: sizeOf(at) });
      else foreign.push(at);
    }
  }
  return { items, foreign };
}

function placesIn(root: string): readonly Place[] {
  const past = join(root, PAST[0]);
  const sessions = isOurFolder(past)
    ? entriesOf(past).filter((entry) => entry.isDirectory() && isPlain(entry.name))
    : [];
  // Made by a process that was killed before it was moved to its place.
  const laid = entriesOf(root).filter(
    (entry) => entry.isDirectory() && /^(?:background|moving)-new-\d+$/.test(entry.name),
  );
  return [
    ...[...FOLDERS, LOCAL].map(([path, kind, name]) => ({ path: join(root, path), kind, name })),
    ...sessions.map((entry) => ({ path: join(past, entry.name), kind: PAST[1], name: PAST[2] })),
    ...[...laid.map(({ name }) => name), ...LOCKS].map((name) => ({
      path: join(root, name),
      kind: LOCK[0],
      name: LOCK[1],
    })),
    { path: root, kind: FILES[1], name: FILES[2] },
  ];
}

function isNamed(entry: Dirent, name: RegExp): boolean {
  return isTemporary(entry.name) || (isPlain(entry.name) && name.test(entry.name));
}

/** A folder itself: what a link leads to is somewhere else. */
function isOurFolder(path: string): boolean {
  const stats = statOf(path);
  return stats?.isDirectory() === true && (process.geteuid === undefined || stats.uid === process.geteuid());
}

function sizeOf(path: string): number {
  return lstatSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** False where it is not there (any more), or is a folder with something in it. */
function isGone(remove: () => void): boolean {
  try {
    remove();
    return true;
  } catch (error) {
    if (['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes(codeOf(error) ?? '')) return false;
    throw error;
  }
}

function doing<T>(root: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw StateFolderError.from(error, root);
  }
}
