/**
 * Where the client keeps its transcripts (transcript contract §1), and the little of one that tells whose it is. A folder's name
 * is not reversible and can collide, so it is never computed nor understood: what a transcript says of itself counts.
 * Out of scope: what was said (`reader`).
 */
import { closeSync, constants, fstatSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ENTRY_TYPES } from '../contract/transcript.ts';
import { TranscriptError, withoutMark } from './reader.ts';

export interface TranscriptFile {
  readonly path: string;
  /** The file's name without its ending. */
  readonly sessionId: string;
  /** ms since the epoch; when it was last written to. */
  readonly writtenAt: number;
}

/** What the first lines say. */
export interface Head {
  readonly cwd?: string;
  readonly sessionId?: string;
  /** False where no line of the beginning is one of a talk: then it is no transcript, or one in which nothing was said. */
  readonly isTalk: boolean;
}

/** Metadata lines stand before the first entry; the first prompt may hold images of some MB. [?] ours */
const HEAD_BYTES = 8 * 1024 * 1024;
const SLICE_BYTES = 64 * 1024;

const EXTENSION = '.jsonl';
const KNOWN: ReadonlySet<unknown> = new Set(ENTRY_TYPES);

/** The transcripts of all sessions in the client's folder (`~/.claude`), the newest first; sub-agents have none of their own here. */
export function transcriptFiles(clientFolder: string): readonly TranscriptFile[] {
  const projects = join(clientFolder, 'projects');
  return namesIn(projects)
    .flatMap((project) => namesIn(join(projects, project)).map((name) => join(projects, project, name)))
    .flatMap((path) => {
      const stats = path.endsWith(EXTENSION) ? statOf(path) : undefined;
      return stats?.isFile() === true ? [{ path, sessionId: sessionIdOf(path), writtenAt: stats.mtimeMs }] : [];
    })
    .sort((a, b) => b.writtenAt - a.writtenAt);
}

/** The session that a transcript is named for. */
export function sessionIdOf(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  return name.endsWith(EXTENSION) ? name.slice(0, -EXTENSION.length) : name;
}

/** When a file was last written to; undefined where it is not there. */
export function writtenAt(path: string): number | undefined {
  return statOf(path)?.mtimeMs;
}

/** Reads no further than to the first entry with a folder. Throws a `TranscriptError`. */
export function readHead(path: string): Head {
  let sessionId: string | undefined;
  let isTalk = false;
  for (const line of firstLines(path)) {
    // The end of what may be read lies in the middle of a line: it may well be an entry.
    if (line === undefined) isTalk = true;
    const value = line === undefined ? undefined : parsed(line);
    if (value === undefined || !KNOWN.has(value['type']) || typeof value['uuid'] !== 'string') continue;
    isTalk = true;
    sessionId ??= textOf(value['sessionId']);
    const cwd = textOf(value['cwd']);
    if (cwd !== undefined) return { cwd, isTalk, ...(sessionId === undefined ? {} : { sessionId }) };
  }
  return { isTalk, ...(sessionId === undefined ? {} : { sessionId }) };
}

/** The lines that lie whole within the beginning of a file, and undefined for one that does not. */
function* firstLines(path: string): Generator<string | undefined> {
  const handle = open(path);
  try {
    let held: Buffer[] = [];
    for (let at = 0; at < HEAD_BYTES; ) {
      const slice = Buffer.allocUnsafe(SLICE_BYTES);
      const count = read(handle, slice, at, path);
      if (count === 0) {
        yield Buffer.concat(held).toString('utf8');
        return;
      }
      at += count;
      let from = 0;
      for (let end = slice.indexOf(10); end >= 0 && end < count; end = slice.indexOf(10, from)) {
        yield Buffer.concat([...held, slice.subarray(from, end)]).toString('utf8');
        held = [];
        from = end + 1;
      }
      held.push(slice.subarray(from, count));
    }
    yield undefined;
  } finally {
    closeSync(handle);
  }
}

function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  const line = withoutMark(text);
  // Metadata lines have no folder, and can be large; entries are objects that name their id.
  if (!line.startsWith('{') || !line.includes('"uuid"')) return undefined;
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function open(path: string): number {
  try {
    // Without waiting: a pipe in this place would block until somebody writes to it.
    const handle = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    if (fstatSync(handle).isFile()) return handle;
    closeSync(handle);
  } catch (cause) {
    const missing = codeOf(cause) === 'ENOENT' || codeOf(cause) === 'ENOTDIR';
    throw new TranscriptError(missing ? 'missing' : 'unreadable', path, cause);
  }
  throw new TranscriptError('unreadable', path, new Error('not a regular file'));
}

function read(handle: number, slice: Buffer, at: number, path: string): number {
  try {
    return readSync(handle, slice, 0, slice.length, at);
  } catch (cause) {
    throw new TranscriptError('unreadable', path, cause);
  }
}

/** A folder that is not there or may not be looked into has nothing for us. */
export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (codeOf(error) !== undefined) return [];
    throw error;
  }
}

function statOf(path: string) {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if (codeOf(error) !== undefined) return undefined;
    throw error;
  }
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
