/**
 * One file of a working tree as text in UTF-8, whatever it is written in. Out of scope: which files are read (`work-tree`).
 */
import { isUtf8 } from 'node:buffer';
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

export interface TreeFile {
  readonly bytes: Buffer;
  /** Bytes of the whole file. */
  readonly size: number;
  /**
   * Since when it is surely there: when it was last written to, or made, whichever is earlier (ms since the epoch); 0 where the system
   * does not tell when it was made. A file that is saved again holds what it held before.
   */
  readonly sinceMs: number;
}

/**
 * The first `most` bytes of an ordinary file, or of one that a link names; undefined for anything else (gone, a pipe, not
 * readable). `bytes` are empty where the file is larger than `unlessAbove`.
 */
export function readTreeFile(path: string, most: number, unlessAbove = Number.POSITIVE_INFINITY): TreeFile | undefined {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const { size, mtimeMs, birthtimeMs, ...stats } = fstatSync(descriptor);
    if (!isOrdinary(stats.mode)) return undefined;
    const bytes = Buffer.allocUnsafe(size > unlessAbove ? 0 : Math.min(size, most));
    let length = 0;
    while (length < bytes.length) {
      const count = readSync(descriptor, bytes, length, bytes.length - length, length);
      if (count === 0) break;
      length += count;
    }
    return { bytes: bytes.subarray(0, length), size, sinceMs: birthtimeMs > 0 ? Math.min(mtimeMs, birthtimeMs) : 0 };
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined;
    throw error;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

function isOrdinary(mode: number): boolean {
  return (mode & constants.S_IFMT) === constants.S_IFREG;
}

const NEWLINE = 10;

/**
 * Its text in UTF-8, or undefined where it is none. UTF-16 is told by its mark; a line that is not UTF-8 is taken for
 * windows-1252, of which Latin-1 is a part. [?] ours
 */
export function textBytesOf(bytes: Buffer): Uint8Array | undefined {
  const isLittle = bytes[0] === 0xff && bytes[1] === 0xfe;
  if (isLittle || (bytes[0] === 0xfe && bytes[1] === 0xff)) {
    const even = Buffer.from(bytes.subarray(2, bytes.length & ~1));
    const text = (isLittle ? even : even.swap16()).toString('utf16le');
    return text.includes('\0') ? undefined : Buffer.from(text);
  }
  if (bytes.includes(0)) return undefined;
  return isUtf8(bytes) ? bytes : Buffer.concat(linesOf(bytes).map((line) => (isUtf8(line) ? line : asUtf8(line))));
}

function linesOf(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const newline = bytes.indexOf(NEWLINE, at);
    const end = newline < 0 ? bytes.length : newline + 1;
    lines.push(bytes.subarray(at, end));
    at = end;
  }
  return lines;
}

/** What windows-1252 has where Latin-1 has control characters, from 0x80 on. Node 20's own decoder takes the one for the other. */
const INSTEAD_OF_CONTROLS = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

function asUtf8(line: Buffer): Buffer {
  const text = line
    .toString('latin1')
    .replace(/[\x80-\x9f]/g, (sign) => INSTEAD_OF_CONTROLS[sign.charCodeAt(0) - 0x80] ?? sign);
  return Buffer.from(text);
}
