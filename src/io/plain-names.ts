/** Names of files in the state folder: plain ones, and plain ones made of what came from outside. */
import { hash64 } from '../core/hash.ts';

/** Letters, digits, dots, underscores and hyphens, and no name that means a folder above. */
export function isPlain(name: string): boolean {
  return /^[A-Za-z0-9._-]+$/.test(name) && !/^\.+$/.test(name);
}

/** A name for an id that came from outside: itself when it is plain and at most 100 characters, else a hash of it. */
export function safeName(id: string): string {
  // What looks like one of our hashes is hashed too, so that no id can pass for another one.
  const plain = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(id) && !/^h-[0-9a-f]{16}$/.test(id);
  return plain ? id : `h-${hash64(id)}`;
}
