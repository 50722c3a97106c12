/**
 * Bytes to lines. A line ends at `\n` only: U+2028 stands raw in real files (transcript contract §2), so nothing that
 * knows Unicode newlines may be used. Memory is bounded by what people and Claude said in one line, not by the input.
 * Out of scope: opening files, and what a line means (`reader.ts`).
 */
import { LineShortener } from './shorten.ts';

/**
 * A longer line is skipped and counted. What is counted is what is left of a line when its bulk is cut: only words that
 * somebody said could come to so much. [?] ours
 */
export const MAX_LINE_BYTES = 16 * 1024 * 1024;

/** A shorter line holds little bulk: cutting it costs more than it saves. */
const SHORT_LINE_BYTES = 4 * 1024;

const NEWLINE = 10;

/** One line as text, the offset in bytes at which it begins, and whether its `\n` was there. */
export interface Line {
  /** Long lines come without their bulk (`shorten`). */
  readonly text: string;
  readonly offset: number;
  readonly ended: boolean;
}

export interface LineOptions {
  /** Offset of the first byte of the first slice; default 0. */
  readonly from?: number;
  /** Default MAX_LINE_BYTES. */
  readonly maxLineBytes?: number;
  /** Called with the offset of each line that was too long. */
  readonly onOverlong?: (offset: number) => void;
}

/**
 * Cuts slices of any size, down to single bytes, into lines. Empty lines are not yielded. The last line comes with
 * `ended: false` when its newline is missing; whether it is whole is for the caller to find out. A slice may be reused by
 * the caller after it was taken: what is kept is copied.
 */
export function* readLines(slices: Iterable<Uint8Array>, options: LineOptions = {}): Generator<Line> {
  const held = new HeldLine(options.maxLineBytes ?? MAX_LINE_BYTES);
  let offset = options.from ?? 0;
  let start = offset;

  const take = (ended: boolean): Line | undefined => {
    if (held.isOverlong) options.onOverlong?.(start);
    const text = held.take();
    return text === '' ? undefined : { text, offset: start, ended };
  };

  for (const slice of slices) {
    const buffer = Buffer.from(slice.buffer, slice.byteOffset, slice.byteLength);
    let at = 0;
    for (let end = buffer.indexOf(NEWLINE, at); end >= 0; end = buffer.indexOf(NEWLINE, at)) {
      if (held.isEmpty && end - at <= SHORT_LINE_BYTES && end - at <= held.limit) {
        // The common case: a short line inside one slice needs no copy.
        if (end > at) yield { text: buffer.toString('utf8', at, end), offset: offset + at, ended: true };
      } else {
        held.add(buffer.subarray(at, end));
        const line = take(true);
        if (line) yield line;
      }
      at = end + 1;
      start = offset + at;
    }
    if (at < buffer.length) held.add(buffer.subarray(at));
    offset += buffer.length;
  }
  const last = take(false);
  if (last) yield last;
}

/** A line on its way: as it is while it is short, without its bulk from then on. */
class HeldLine {
  readonly limit: number;
  #pieces: Buffer[] = [];
  #bytes = 0;
  #long = false;
  #tooLong = false;
  readonly #shortener = new LineShortener();

  constructor(limit: number) {
    this.limit = limit;
  }
  get isEmpty(): boolean {
    return this.#bytes === 0;
  }
  get isOverlong(): boolean {
    return this.#tooLong;
  }

  add(piece: Buffer): void {
    this.#bytes += piece.length;
    if (this.#tooLong) return;
    if (!this.#long && this.#bytes > SHORT_LINE_BYTES) {
      this.#long = true;
      for (const one of this.#pieces) this.#shortener.push(one, 0, one.length);
      this.#pieces = [];
    }
    if (this.#long) this.#shortener.push(piece, 0, piece.length);
    else if (piece.length > 0) this.#pieces.push(Buffer.from(piece));
    if ((this.#long ? this.#shortener.size : this.#bytes) <= this.limit) return;
    this.#tooLong = true;
    this.#pieces = [];
  }

  /** The line, empty when it was too long; the next one begins. */
  take(): string {
    const shortened = this.#long ? this.#shortener.take() : '';
    const text = this.#tooLong ? '' : this.#long ? shortened : Buffer.concat(this.#pieces).toString('utf8');
    this.#pieces = [];
    this.#bytes = 0;
    this.#long = false;
    this.#tooLong = false;
    return text;
  }
}

/** What is told of the lines of a file while their bytes go by. */
export interface LineBytes {
  /** A line begins at `offset`; false: its bytes are not wanted. */
  begin(offset: number): boolean;
  bytes(bytes: Uint8Array, from: number, to: number): void;
  end(): void;
}

/** Passes on the bytes of lines that are wanted, whatever their length. `from` is the offset of the first byte. */
export function passLines(slices: Iterable<Uint8Array>, lines: LineBytes, from = 0): void {
  let offset = from;
  let within = false;
  let wanted = false;
  for (const slice of slices) {
    for (let at = 0; at < slice.length; ) {
      if (!within) wanted = lines.begin(offset + at);
      within = true;
      const newline = slice.indexOf(NEWLINE, at);
      const end = newline < 0 ? slice.length : newline;
      if (wanted) lines.bytes(slice, at, end);
      at = end;
      if (newline < 0) continue;
      if (wanted) lines.end();
      within = false;
      at += 1;
    }
    offset += slice.length;
  }
  if (within && wanted) lines.end();
}
