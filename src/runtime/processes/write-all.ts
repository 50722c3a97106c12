/** Writing to stdout or stderr before the process ends: whole, and without waiting for ever. */
import { writeSync } from 'node:fs';

/** A pipe may take less than all at once, and may be full for a moment (EAGAIN) where the other side made it non-blocking. */
export function writeAll(descriptor: 1 | 2, text: string): void {
  let rest = Buffer.from(text, 'utf8');
  for (let tries = 0; rest.length > 0 && tries < 1_000; tries++) {
    try {
      rest = rest.subarray(writeSync(descriptor, rest));
      tries = 0;
    } catch (error) {
      // EPIPE and the like: nobody reads, so there is nobody to tell either.
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) return;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}
