/**
 * Files that may be anybody's: a repository's, or what a link in one names. Out of scope: the state folder's (`private-files`),
 * and what the bytes mean.
 */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

/** The first piece of a file that says it is empty: those of /proc do, whatever they hold. */
const FIRST_PIECE = 64 * 1024;

/**
 * At most `most` bytes from the beginning of an ordinary file, or of one that a link names; `more` where it holds more. Undefined for
 * anything else: a folder, a pipe (which is not waited for), a device. The size that the file names is only believed to be
 * near the truth: `/proc/self/pagemap` says 0 and is endless. Throws system errors.
 */
export function readBeginning(
  path: string,
  most: number,
): { readonly bytes: Buffer; readonly more: boolean } | undefined {
  const descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) return undefined;
    // One byte more than is wanted tells whether there is more.
    const limit = most + 1;
    let buffer = Buffer.allocUnsafe(Math.min(limit, stats.size > 0 ? stats.size + 1 : FIRST_PIECE));
    let length = 0;
    for (;;) {
      const count = readSync(descriptor, buffer, length, buffer.length - length, length);
      length += count;
      if (count === 0 || length === limit) break;
      if (length < buffer.length) continue;
      const larger = Buffer.allocUnsafe(Math.min(limit, buffer.length * 2));
      buffer.copy(larger, 0, 0, length);
      buffer = larger;
    }
    return { bytes: buffer.subarray(0, Math.min(length, most)), more: length > most };
  } finally {
    closeSync(descriptor);
  }
}
