/**
 * A short, stable hash for names and ids. Out of scope: anything that must resist an attacker; nothing secret is hashed
 * with it. It is here, and not `node:crypto`, because core has no Node and because loading that module costs a hook 7 ms.
 */

const MASK = (1n << 64n) - 1n;
/** Offset basis and prime of FNV-1a with 64 bits, as published by its authors. */
const BASIS = 0xcbf29ce484222325n;
const PRIME = 0x100000001b3n;

/**
 * FNV-1a over the UTF-16 code units (high byte first), then mixed, so that any slice of the result is as good as another.
 * @returns 16 lower-case hexadecimal digits
 */
export function hash64(text: string): string {
  let hash = BASIS;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    hash = ((hash ^ BigInt(unit >> 8)) * PRIME) & MASK;
    hash = ((hash ^ BigInt(unit & 0xff)) * PRIME) & MASK;
  }
  // The finishing steps of MurmurHash3 (public domain): every input bit reaches every output bit.
  hash = ((hash ^ (hash >> 33n)) * 0xff51afd7ed558ccdn) & MASK;
  hash = ((hash ^ (hash >> 33n)) * 0xc4ceb9fe1a85ec53n) & MASK;
  return (hash ^ (hash >> 33n)).toString(16).padStart(16, '0');
}
