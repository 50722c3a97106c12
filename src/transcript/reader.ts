/**
 * A transcript file as entries. Reading is synchronous, in slices that stay in the processor's cache; bad lines are counted
 * and passed over, never thrown, because the file belongs to another program that may be writing it right now.
 * Out of scope: the order of the talk (`core/talk/chain`), people's words (`core/talk/utterances`), cursors (`spool`).
 */
import { closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync } from 'node:fs';
import { ENTRY_TYPES, type TranscriptEntry, transcriptEntrySchema } from '../contract/transcript.ts';
import type { TranscriptLine } from '../core/capture/turns.ts';
import type { Evidence } from '../core/omission/evidence.ts';
import type { LinePlan } from '../core/omission/shown.ts';
import { passLines, readLines } from './line-reader.ts';
import { ShownText } from './shown-text.ts';
import { usualEntry } from './usual-entry.ts';

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

/** It was rewritten while it was read: what was said and what shows it would be of two files. */
export class TranscriptChanged extends TranscriptError {
  constructor(path: string) {
    super('unreadable', path, new Error('the file was rewritten'));
    this.name = 'TranscriptChanged';
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

/** What stands before a line and is none of it: NULs where a power cut broke off a write, the byte order mark of an editor. */
const BEFORE = /^[\0\ufeff]+/;

/** The line itself. */
export function withoutMark(line: string): string {
  return line.startsWith('{') ? line : line.replace(BEFORE, '');
}

/**
 * Metadata lines begin with their type, so they need no parse; lines with a uuid begin with `parentUuid`. A line that begins
 * otherwise is parsed. Sound, because a JSON object that begins with `"type":"x"` is of type x (keys do not repeat).
 */
function isOtherType(text: string): boolean {
  const type = LEADING_TYPE.exec(text)?.[1];
  return type !== undefined && !KNOWN.has(type);
}

/** One line to an entry, or the reason why it is none. */
export function parseLine(line: string): TranscriptEntry | 'otherTypes' | 'notJson' | 'oddShape' {
  const text = withoutMark(line);
  if (isOtherType(text)) return 'otherTypes';
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'notJson';
  }
  const type: unknown = typeof value === 'object' && value !== null && 'type' in value ? value.type : undefined;
  if (typeof type !== 'string' || !KNOWN.has(type)) return 'otherTypes';
  const usual = usualEntry(value);
  if (usual !== undefined) return usual;
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

/** Bytes before the end that must still be the same after the second pass: lines may only have been added. */
const END_BYTES = 4096;

function endOf(handle: number, size: number, path: string): Buffer {
  const bytes = Buffer.alloc(Math.min(size, END_BYTES));
  try {
    return bytes.subarray(0, readSync(handle, bytes, 0, bytes.length, size - bytes.length));
  } catch (cause) {
    throw new TranscriptError('unreadable', path, cause);
  }
}

/** What the path names now; undefined where it is gone, or cannot be looked at: what was opened is whole all the same. */
function namedBy(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined;
    throw error;
  }
}

function* slicesOf(handle: number, path: string, from: number, upTo: number): Generator<Uint8Array> {
  const slice = Buffer.allocUnsafeSlow(SLICE_BYTES);
  for (let position = from; position < upTo; ) {
    let count: number;
    try {
      count = readSync(handle, slice, 0, Math.min(slice.length, upTo - position), position);
    } catch (cause) {
      throw new TranscriptError('unreadable', path, cause);
    }
    if (count === 0) return;
    position += count;
    yield slice.subarray(0, count);
  }
}

/**
 * An open transcript, for two passes over the same lines: what was said, and then what shows it. Lines that are added in the
 * meantime are in neither.
 */
export class Transcript {
  readonly #path: string;
  readonly #handle: number;
  readonly #stats: Stats;
  readonly #size: number;
  readonly #end: Buffer;
  readonly #from: number;

  /**
   * Of the whole file, or of its last `tailBytes` bytes; of its first `upTo` bytes, where more have come since. Throws TranscriptError
   * when it is missing or cannot be read.
   */
  constructor(path: string, tailBytes = Number.POSITIVE_INFINITY, upTo = Number.POSITIVE_INFINITY) {
    this.#path = path;
    this.#handle = open(path);
    this.#stats = fstatSync(this.#handle);
    this.#size = Math.min(this.#stats.size, upTo);
    this.#end = endOf(this.#handle, this.#size, path);
    this.#from = Math.max(0, this.#size - Math.max(0, tailBytes));
  }

  close(): void {
    closeSync(this.#handle);
  }

  /**
   * Every line that is an entry, in file order. A last line without its newline is used when it is complete JSON and left alone
   * when it is torn.
   */
  *lines(options: ReadOptions = {}): Generator<TranscriptLine> {
    const counts = options.counts ?? newReadCounts();
    const from = this.#from;
    const lines = readLines(this.#slices(), {
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
        yield { entry: result, offset: line.offset };
      } else if (result === 'notJson' && !line.ended) {
        counts.torn += 1;
      } else {
        counts[result] += 1;
      }
    }
  }

  /**
   * Shows the evidence what the planned lines hold. Throws TranscriptChanged where anything but new lines has come about since the
   * file was opened; what the evidence was shown is of no use then.
   */
  show(plans: ReadonlyMap<number, LinePlan>, evidence: Evidence): void {
    passLines(this.#slices(), new ShownText(plans, evidence), Math.max(0, this.#from - 1));
    if (this.#isOther()) throw new TranscriptChanged(this.#path);
  }

  /** Shorter, written to without growing, of another end, or another file under the same name. */
  #isOther(): boolean {
    const { size, mtimeMs } = fstatSync(this.#handle);
    if (size < this.#stats.size || (size === this.#stats.size && mtimeMs !== this.#stats.mtimeMs)) return true;
    const named = namedBy(this.#path);
    if (named !== undefined && (named.ino !== this.#stats.ino || named.dev !== this.#stats.dev)) return true;
    return !endOf(this.#handle, this.#size, this.#path).equals(this.#end);
  }

  /**
   * A read that begins in the middle begins one byte early: if that byte is a newline, the first line is whole; if it is not, the
   * line that begins there began before and is passed over.
   */
  #slices(): Generator<Uint8Array> {
    return slicesOf(this.#handle, this.#path, Math.max(0, this.#from - 1), this.#size);
  }
}

/**
 * Opens a transcript for `read`, and once more where it was rewritten meanwhile. Errors as of `Transcript`.
 * @param part `tailBytes` and `upTo` as of `Transcript`
 */
export async function withTranscript<T>(
  path: string,
  read: (transcript: Transcript) => Promise<T>,
  part: { readonly tailBytes?: number; readonly upTo?: number } = {},
): Promise<T> {
  for (let again = true; ; again = false) {
    const transcript = new Transcript(path, part.tailBytes, part.upTo);
    try {
      return await read(transcript);
    } catch (error) {
      if (!again || !(error instanceof TranscriptChanged)) throw error;
    } finally {
      transcript.close();
    }
  }
}

/** Every entry of a file, in file order; for those who need no second pass. Errors as of `Transcript`, at the first step. */
export function* readEntries(path: string, options: ReadOptions = {}): Generator<TranscriptEntry> {
  const transcript = new Transcript(path);
  try {
    for (const { entry } of transcript.lines(options)) yield entry;
  } finally {
    transcript.close();
  }
}
