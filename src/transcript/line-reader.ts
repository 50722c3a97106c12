/**
 * Bytes to lines. A line ends at `\n` only: U+2028 stands raw in real files (transcript contract §2), so nothing that
 * knows Unicode newlines may be used. Memory is bounded by the longest line that is kept, not by the input.
 * Out of scope: opening files, and what a line means (`reader.ts`).
 */

/**
 * A longer line is skipped and counted. The client cuts shell output at 30,000 characters and file reads at 25,000 tokens
 * (transcript contract §1, §3); the largest honest lines are whole files, twice, and images: 16 MiB leaves room for
 * 8 MiB of each. [?] ours
 */
export const MAX_LINE_BYTES = 16 * 1024 * 1024;

const NEWLINE = 10;

/** One line as text, the offset in bytes at which it begins, and whether its `\n` was there. */
export interface Line {
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
  const limit = options.maxLineBytes ?? MAX_LINE_BYTES;
  let offset = options.from ?? 0;
  let start = offset;
  let held: Buffer[] = [];
  let heldBytes = 0;
  let tooLong = false;

  const hold = (piece: Buffer): void => {
    heldBytes += piece.length;
    if (heldBytes > limit) {
      tooLong = true;
      held = [];
    }
    if (!tooLong && piece.length > 0) held.push(Buffer.from(piece));
  };
  const take = (ended: boolean): Line | undefined => {
    const line = { text: held.length === 0 ? '' : Buffer.concat(held).toString('utf8'), offset: start, ended };
    if (tooLong) options.onOverlong?.(start);
    const wanted = !tooLong && heldBytes > 0;
    held = [];
    heldBytes = 0;
    tooLong = false;
    return wanted ? line : undefined;
  };

  for (const slice of slices) {
    const buffer = Buffer.from(slice.buffer, slice.byteOffset, slice.byteLength);
    let at = 0;
    for (let end = buffer.indexOf(NEWLINE, at); end >= 0; end = buffer.indexOf(NEWLINE, at)) {
      if (heldBytes === 0 && end - at <= limit) {
        // The common case: a line inside one slice needs no copy.
        if (end > at) yield { text: buffer.toString('utf8', at, end), offset: offset + at, ended: true };
      } else {
        hold(buffer.subarray(at, end));
        const line = take(true);
        if (line) yield line;
      }
      at = end + 1;
      start = offset + at;
    }
    if (at < buffer.length) hold(buffer.subarray(at));
    offset += buffer.length;
  }
  const last = take(false);
  if (last) yield last;
}
