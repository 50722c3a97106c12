/**
 * SHA-256 (FIPS 180-4) of a short text, as `node:crypto` gives it. It is here because loading that module costs a hook 7 ms, more than
 * all else that the end of a session does with a key. For the names of keys in the state folder, which must stay what they are.
 */

/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes, and of the square roots of the first 8. */
const [ROUND, START] = constants();

const BLOCK = 64;

/** @returns 64 lower-case hexadecimal digits */
export function sha256(text: string): string {
  const state = Uint32Array.from(START);
  const bytes = padded(new TextEncoder().encode(text));
  const words = new Uint32Array(64);
  for (let at = 0; at < bytes.byteLength; at += BLOCK) {
    for (let t = 0; t < 16; t += 1) words[t] = bytes.getUint32(at + 4 * t);
    mix(state, words);
  }
  return [...state].map((word) => word.toString(16).padStart(8, '0')).join('');
}

/** A one, zeros up to a whole block, and the length in bits. */
function padded(text: Uint8Array): DataView {
  const bytes = new Uint8Array(Math.ceil((text.length + 9) / BLOCK) * BLOCK);
  bytes.set(text);
  bytes[text.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setBigUint64(bytes.length - 8, BigInt(text.length) * 8n);
  return view;
}

function mix(state: Uint32Array, words: Uint32Array): void {
  const word = (t: number) => words[t] ?? 0;
  for (let t = 16; t < 64; t += 1) {
    const [early, late] = [word(t - 15), word(t - 2)];
    const small = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    words[t] = word(t - 16) + small + word(t - 7) + (turned(late, 17) ^ turned(late, 19) ^ (late >>> 10));
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let t = 0; t < 64; t += 1) {
    const choice = (e & f) ^ (~e & g);
    const first = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + choice + (ROUND[t] ?? 0) + word(t)) | 0;
    const second = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  for (const [at, value] of [a, b, c, d, e, f, g, h].entries()) state[at] = (state[at] ?? 0) + value;
}

function turned(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

function constants(): readonly [Uint32Array, Uint32Array] {
  const primes: number[] = [];
  for (let n = 2; primes.length < 64; n += 1) if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  const fraction = (root: number) => (root - Math.floor(root)) * 2 ** 32;
  return [
    Uint32Array.from(primes, (prime) => fraction(Math.cbrt(prime))),
    Uint32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime))),
  ];
}
