/**
 * A transcript file as entries. Reading is synchronous, in slices that stay in the processor's cache; bad lines are counted
 * and passed over, never thrown, because the file belongs to another program that may be writing it right now.
 * Out of scope: the order of the talk (`core/chain`), people's words (`core/utterances`), cursors (`spool`).
 */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { ENTRY_TYPES, type TranscriptEntry, transcriptEntrySchema } from '../contract/transcript.ts';
import { readLines } from './line-reader.ts';

/** Slices of at most 128 KiB were measured three times faster than slices of 256 KiB and more. */
const SLICE_BYTES = 128 * 1024;

/** How a transcript could not be read: it is not there (which is normal, client contract §1), or it is there and closed to us. */
export type TranscriptFault = 'missing' | 'unreadable';

/** The one error of this folder. `reason` is closed; the path is a field, so that a message never carries it by accident. */
export class TranscriptError extends Error {
  readonly reason: TranscriptFault;
  readonly path: string;
  constructor(reason: TranscriptFault, path: string, cause: unknown) {
    super(reason === 'missing' ? 'the transcript does not exist' : 'the transcript cannot be read', { cause });
    this.name = 'TranscriptError';
    this.reason = reason;
    this.path = path;
  }
}

/** What was passed over, by reason: of use to `status` and to tests. */
export interface ReadCounts {
  entries: number;
  /** Lines of types that are not on the allow-list (metadata lines among them). */
  otherTypes: number;
  /** Complete lines that are not JSON. */
  notJson: number;
  /** JSON of a known type that does not have its shape. */
  oddShape: number;
  /** Lines above the size limit of `line-reader`. */
  overlong: number;
  /** 1 when the file ends in the middle of a line. */
  torn: number;
}

export function newReadCounts(): ReadCounts {
  return { entries: 0, otherTypes: 0, notJson: 0, oddShape: 0, overlong: 0, torn: 0 };
}

export interface ReadOptions {
  readonly counts?: ReadCounts;
  readonly maxLineBytes?: number;
}

const KNOWN: ReadonlySet<string> = new Set(ENTRY_TYPES);
const LEADING_TYPE = /^\{"type":"([^"\\]*)"/;

/**
 * Metadata lines begin with their type, so they need no parse; lines with a uuid begin with `parentUuid`. A line that begins
 * otherwise is parsed. Sound, because a JSON object that begins with `"type":"x"` is of type x (keys do not repeat).
 */
function isOtherType(text: string): boolean {
  const type = LEADING_TYPE.exec(text)?.[1];
  return type !== undefined && !KNOWN.has(type);
}

/** One line to an entry, or the reason why it is none. */
export function parseLine(text: string): TranscriptEntry | 'otherTypes' | 'notJson' | 'oddShape' {
  if (isOtherType(text)) return 'otherTypes';
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'notJson';
  }
  const type: unknown = typeof value === 'object' && value !== null && 'type' in value ? value.type : undefined;
  if (typeof type !== 'string' || !KNOWN.has(type)) return 'otherTypes';
  const parsed = transcriptEntrySchema.safeParse(value);
  return parsed.success ? parsed.data : 'oddShape';
}

function open(path: string): number {
  let handle: number;
  try {
    // Without waiting: a pipe in this place would block until somebody writes to it.
    handle = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (cause) {
    const missing = cause instanceof Error && 'code' in cause && (cause.code === 'ENOENT' || cause.code === 'ENOTDIR');
    throw new TranscriptError(missing ? 'missing' : 'unreadable', path, cause);
  }
  // A pipe or a terminal would be waited for; only a regular file is a transcript.
  if (fstatSync(handle).isFile()) return handle;
  closeSync(handle);
  throw new TranscriptError('unreadable', path, new Error('not a regular file'));
}

function* slicesOf(handle: number, path: string, from: number): Generator<Uint8Array> {
  const slice = Buffer.allocUnsafeSlow(SLICE_BYTES);
  for (let position = from; ; ) {
    let count: number;
    try {
      count = readSync(handle, slice, 0, slice.length, position);
    } catch (cause) {
      throw new TranscriptError('unreadable', path, cause);
    }
    if (count === 0) return;
    position += count;
    yield slice.subarray(0, count);
  }
}

function* entriesFrom(path: string, start: (size: number) => number, options: ReadOptions): Generator<TranscriptEntry> {
  const counts = options.counts ?? newReadCounts();
  const handle = open(path);
  try {
    const from = start(fstatSync(handle).size);
    // A read that begins in the middle begins one byte early: if that byte is a newline, the first line is whole; if it
    // is not, the line that begins there began before `from` and is passed over.
    const lines = readLines(slicesOf(handle, path, Math.max(0, from - 1)), {
      from: Math.max(0, from - 1),
      ...(options.maxLineBytes === undefined ? {} : { maxLineBytes: options.maxLineBytes }),
      onOverlong: (offset) => {
        if (offset >= from) counts.overlong += 1;
      },
    });
    for (const line of lines) {
      if (line.offset < from) continue;
      const result = parseLine(line.text);
      if (typeof result !== 'string') {
        counts.entries += 1;
        yield result;
      } else if (result === 'notJson' && !line.ended) {
        counts.torn += 1;
      } else {
        counts[result] += 1;
      }
    }
  } finally {
    closeSync(handle);
  }
}

/**
 * Every entry of the file, in file order. A last line without its newline is used when it is complete JSON and left alone
 * when it is torn. Throws TranscriptError when the file is missing or cannot be read, at the first step of the iteration.
 */
export function readEntries(path: string, options: ReadOptions = {}): Generator<TranscriptEntry> {
  return entriesFrom(path, () => 0, options);
}

/** The entries of the last `bytes` bytes, from the first line that begins there. Errors as in `readEntries`. */
export function readTail(path: string, bytes: number, options: ReadOptions = {}): Generator<TranscriptEntry> {
  return entriesFrom(path, (size) => Math.max(0, size - Math.max(0, bytes)), options);
}
