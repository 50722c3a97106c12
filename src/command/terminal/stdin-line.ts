/**
 * One line of stdin: an answer at a terminal, or a secret, since what is an argument stands in the list of processes and in the
 * shell's history.
 */
import { readSync } from 'node:fs';
import { isatty } from 'node:tty';
import { writeAll } from '../../runtime/processes/write-all.ts';

/** No key is longer, and no answer. */
const MOST_BYTES = 64 * 1024;
const PAUSE_MS = 20;

/** A secret: the first line of stdin; empty where there is none. A person at a terminal is told what is waited for. */
export function secretLine(what: string): string {
  if (isatty(0)) writeAll(2, `${what}, then Enter (it can be seen while you type): `);
  return lineFromStdin();
}

/** The first line of stdin without its end; empty where there is none. */
export function lineFromStdin(): string {
  const piece = Buffer.alloc(MOST_BYTES);
  let length = 0;
  while (length < MOST_BYTES && !piece.subarray(0, length).includes('\n')) {
    const count = readSome(piece, length);
    if (count === 0) break;
    length += count;
  }
  return piece.subarray(0, length).toString('utf8').split('\n')[0]?.trim() ?? '';
}

function readSome(piece: Buffer, at: number): number {
  for (;;) {
    try {
      return readSync(0, piece, at, piece.length - at, null);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      // EOF is what Windows says of a pipe that is closed; EBADF where there is no stdin.
      if (code === 'EOF' || code === 'EBADF') return 0;
      // The other side has made it non-blocking, and writes a moment later.
      if (code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    }
  }
}
