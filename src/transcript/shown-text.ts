/**
 * The second pass over a transcript: the bytes of the lines that are evidence, string by string, without ever holding a line.
 * Out of scope: which lines and strings those are (`core/omission/shown`), what is looked for (`core/omission/evidence`).
 */
import type { Evidence } from '../core/omission/evidence.ts';
import { isFileKey, kindOf, type LinePlan, showingOf } from '../core/omission/shown.ts';
import { type JsonHandler, JsonScanner } from './json-scanner.ts';
import type { LineBytes } from './line-reader.ts';

/** Longer paths are none. */
const MAX_PATH_BYTES = 4096;

export class ShownText implements LineBytes, JsonHandler {
  readonly #plans: ReadonlyMap<number, LinePlan>;
  readonly #evidence: Evidence;
  readonly #scanner = new JsonScanner(this);
  #plan: LinePlan | undefined;
  /** Keys of the containers around, from that in the line itself on. */
  #keys: (string | undefined)[] = [];
  /** The path that stands in each of them, so far. */
  #paths: (string | undefined)[] = [];
  #into: 'evidence' | 'path' = 'evidence';
  #path = '';
  readonly #decoder = new TextDecoder();
  readonly #encoder = new TextEncoder();
  readonly #sign = new Uint8Array(4);

  /** `plans` by the offset at which a line begins. */
  constructor(plans: ReadonlyMap<number, LinePlan>, evidence: Evidence) {
    this.#plans = plans;
    this.#evidence = evidence;
  }

  begin(offset: number): boolean {
    this.#plan = this.#plans.get(offset);
    this.#keys = [];
    this.#paths = [];
    return this.#plan !== undefined;
  }
  bytes(bytes: Uint8Array, from: number, to: number): void {
    this.#scanner.push(bytes, from, to);
  }
  end(): void {
    this.#scanner.reset();
  }

  enter(depth: number, key: string | undefined): void {
    if (depth > 0) this.#keys[depth - 1] = key;
    this.#paths[depth] = depth > 0 ? this.#paths[depth - 1] : undefined;
  }
  leave(depth: number): void {
    this.#keys.length = Math.max(0, depth - 1);
    this.#paths.length = depth;
  }

  string(depth: number, key: string | undefined): boolean {
    if (this.#plan === undefined) return false;
    if (isFileKey(key)) {
      this.#into = 'path';
      this.#path = '';
      return true;
    }
    const kind = kindOf(this.#plan, this.#keys, key);
    if (kind === undefined) return false;
    this.#into = 'evidence';
    this.#evidence.open(showingOf(this.#plan, kind, this.#paths[depth - 1]));
    return true;
  }

  plain(bytes: Uint8Array, from: number, to: number): boolean {
    if (this.#into === 'evidence') this.#evidence.bytes(bytes, from, to);
    else if (this.#path.length < MAX_PATH_BYTES) this.#path += this.#decoder.decode(bytes.subarray(from, to));
    return true;
  }

  escape(bytes: Uint8Array, from: number, to: number): void {
    const simple = SIMPLE[bytes[from + 1] ?? 0] ?? 0;
    if (this.#into === 'path') this.#path += signOf(bytes, from, to);
    else if (simple !== 0) {
      this.#sign[0] = simple;
      this.#evidence.bytes(this.#sign, 0, 1);
    } else this.#evidence.bytes(this.#sign, 0, this.#encoder.encodeInto(signOf(bytes, from, to), this.#sign).written);
  }

  stringEnd(): void {
    if (this.#into === 'evidence') this.#evidence.close();
    else if (this.#path !== '') this.#paths[this.#paths.length - 1] = this.#path;
  }

  structure(): void {
    // Punctuation shows nothing.
  }
}

/** Escapes that stand for one byte, by their letter: every second line end of a file is one. */
const SIMPLE = new Uint8Array(128);
for (const [letter, sign] of Object.entries({ n: '\n', t: '\t', r: '\r', '"': '"', '\\': '\\', '/': '/' })) {
  SIMPLE[letter.charCodeAt(0)] = sign.charCodeAt(0);
}

const SIGNS: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };

/** What an escape stands for; half of a surrogate pair stands for a sign that is in no word. */
function signOf(bytes: Uint8Array, from: number, to: number): string {
  const letter = String.fromCharCode(bytes[from + 1] ?? 0);
  if (letter !== 'u') return SIGNS[letter] ?? letter;
  let code = 0;
  for (let at = from + 2; at < to; at += 1)
    code = code * 16 + Number.parseInt(String.fromCharCode(bytes[at] ?? 0x30), 16);
  return Number.isNaN(code) || (code >= 0xd800 && code < 0xe000) ? '\uFFFD' : String.fromCharCode(code);
}
