/**
 * Reads the one JSON object that a hook gets on stdin: the first complete value ends it, whether or not the other side ever
 * closes. Never throws, never waits longer than it is told.
 * A file is read at once; a pipe or socket is read without blocking, since nothing could interrupt a blocking read of one that
 * stays silent (not even the end of the process waits less).
 */
import { fstatSync, readSync } from 'node:fs';
import { Socket } from 'node:net';

export type StdinFault = 'no-input' | 'input-cut-off' | 'input-not-json' | 'input-too-large';
export type StdinResult = { readonly value: unknown } | { readonly fault: StdinFault };

/** A prompt of `/compact` may be long; nobody types 16 MiB. */
const MAX_BYTES = 16 * 1024 * 1024;

/** How long the stream must rest before a large text is tried again as JSON: trying at each of its pieces would cost the square. */
const REST_MS = 20;

/** Texts up to this size are tried as soon as a piece ends in `}`. */
const SMALL_BYTES = 64 * 1024;

export async function readStdin(waitMs: number): Promise<StdinResult> {
  let isFile: boolean;
  try {
    const stats = fstatSync(0);
    // A character device is a terminal or /dev/null: there is no hook input in either, and a terminal would block.
    if (stats.isCharacterDevice()) return { fault: 'no-input' };
    isFile = stats.isFile();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EBADF') return { fault: 'no-input' };
    throw error;
  }
  return isFile ? readFile() : readStream(waitMs);
}

function readFile(): StdinResult {
  const parts: Buffer[] = [];
  let size = 0;
  for (;;) {
    const part = Buffer.allocUnsafe(SMALL_BYTES);
    const length = readSync(0, part, 0, part.length, null);
    if (length === 0) return parseWhole(parts);
    size += length;
    if (size > MAX_BYTES) return { fault: 'input-too-large' };
    parts.push(part.subarray(0, length));
  }
}

function readStream(waitMs: number): Promise<StdinResult> {
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let size = 0;
    let rest: NodeJS.Timeout | undefined;
    const socket = new Socket({ fd: 0, readable: true, writable: false });
    const finish = (result: StdinResult) => {
      clearTimeout(limit);
      clearTimeout(rest);
      socket.destroy();
      resolve(result);
    };
    const tryNow = () => {
      const result = parseWhole(parts);
      if ('value' in result) finish(result);
    };
    const limit = setTimeout(() => finish(parseWhole(parts)), waitMs);
    socket.on('data', (part: Buffer) => {
      parts.push(part);
      size += part.length;
      clearTimeout(rest);
      if (size > MAX_BYTES) finish({ fault: 'input-too-large' });
      else if (size <= SMALL_BYTES && endsObject(part)) tryNow();
      else rest = setTimeout(tryNow, REST_MS);
    });
    socket.on('end', () => finish(parseWhole(parts)));
    socket.on('error', () => finish(parseWhole(parts)));
  });
}

/** Whether the last byte that is no white space closes an object. */
function endsObject(part: Buffer): boolean {
  for (let i = part.length - 1; i >= 0; i--) {
    const byte = part[i];
    if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return byte === 0x7d;
  }
  return false;
}

function parseWhole(parts: readonly Buffer[]): StdinResult {
  const text = Buffer.concat(parts)
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trim();
  if (text === '') return { fault: 'no-input' };
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { fault: text.startsWith('{') && !text.endsWith('}') ? 'input-cut-off' : 'input-not-json' };
  }
}
