/**
 * JSON as it goes by, in slices of any size: where strings begin and end, and under which keys. It keeps nothing, so that a
 * line of 60 MB costs no more than a short one. It does not validate: what is no JSON gives some events or none.
 * Out of scope: what the strings mean (`shorten`, `shown-text`).
 */

/** What is told of the values. `depth` is the number of containers around it; a value at the top has 0. */
export interface JsonHandler {
  /** A string value begins, under `key` (undefined in a list); false: it is passed over. */
  string(depth: number, key: string | undefined): boolean;
  /** A stretch of its bytes without escapes; false: the rest of the string is passed over, its end included. */
  plain(bytes: Uint8Array, from: number, to: number): boolean;
  /** One escape in it, as written (`\n`, `\u00e9`), at `from` up to `to`. */
  escape(bytes: Uint8Array, from: number, to: number): void;
  stringEnd(): void;
  /** An object or list begins under `key`. Its own values have `depth + 1`. */
  enter(depth: number, key: string | undefined): void;
  leave(depth: number): void;
  /** Everything that is not inside a string value: punctuation, keys, quotation marks, numbers. */
  structure(bytes: Uint8Array, from: number, to: number): void;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACE = 0x7d;
const CLOSE_BRACKET = 0x5d;
const COMMA = 0x2c;
const COLON = 0x3a;
const LETTER_U = 0x75;

/** Longer keys are no keys of the client; of them this much is told. */
const MAX_KEY_BYTES = 200;
const MAX_KNOWN_KEYS = 500;
/** Deeper than any line of the client; below, keys are not told any more. */
const MAX_DEPTH = 64;

type State = 'structure' | 'key' | 'string' | 'passed';

export class JsonScanner {
  readonly #handler: JsonHandler;
  #state: State = 'structure';
  #depth = 0;
  /** For each container: whether it is an object. */
  readonly #objects: boolean[] = [];
  #wantsKey = false;
  #key: string | undefined;
  readonly #keyBytes = new Uint8Array(MAX_KEY_BYTES);
  #keyLength = 0;
  /** An escape that may be cut by the end of a slice. */
  readonly #escape = new Uint8Array(6);
  #escapeLength = 0;
  readonly #keys = new Map<number, { readonly bytes: Uint8Array; readonly text: string }>();
  readonly #decoder = new TextDecoder();

  constructor(handler: JsonHandler) {
    this.#handler = handler;
  }

  /** Forgets an unfinished value: the next one begins. */
  reset(): void {
    this.#state = 'structure';
    this.#depth = 0;
    this.#objects.length = 0;
    this.#wantsKey = false;
    this.#key = undefined;
    this.#escapeLength = 0;
  }

  push(bytes: Uint8Array, from: number, to: number): void {
    for (let at = from; at < to; ) {
      if (this.#escapeLength > 0) at = this.#continueEscape(bytes, at, to);
      else if (this.#state === 'structure') at = this.#structure(bytes, at, to);
      else if (this.#state === 'passed') at = this.#passOver(bytes, at, to);
      else at = this.#inString(bytes, at, to);
    }
  }

  #structure(bytes: Uint8Array, from: number, to: number): number {
    for (let at = from; at < to; at += 1) {
      switch (bytes[at]) {
        case QUOTE:
          this.#handler.structure(bytes, from, at + 1);
          if (this.#wantsKey) {
            this.#state = 'key';
            this.#keyLength = 0;
          } else this.#state = this.#handler.string(this.#depth, this.#key) ? 'string' : 'passed';
          return at + 1;
        case OPEN_BRACE:
        case OPEN_BRACKET:
          this.#enter(bytes[at] === OPEN_BRACE);
          break;
        case CLOSE_BRACE:
        case CLOSE_BRACKET:
          this.#leave();
          break;
        case COMMA:
          this.#wantsKey = this.#objects[this.#depth - 1] === true;
          if (!this.#wantsKey) this.#key = undefined;
          break;
        case COLON:
          this.#wantsKey = false;
          break;
        default:
      }
    }
    this.#handler.structure(bytes, from, to);
    return to;
  }

  #enter(isObject: boolean): void {
    this.#handler.enter(this.#depth, this.#key);
    if (this.#depth < MAX_DEPTH) this.#objects[this.#depth] = isObject;
    this.#depth += 1;
    this.#wantsKey = isObject && this.#depth <= MAX_DEPTH;
    this.#key = undefined;
  }

  #leave(): void {
    if (this.#depth > 0) this.#depth -= 1;
    this.#handler.leave(this.#depth);
    this.#wantsKey = false;
    this.#key = undefined;
  }

  #inString(bytes: Uint8Array, from: number, to: number): number {
    let at = from;
    while (at < to && bytes[at] !== QUOTE && bytes[at] !== BACKSLASH) at += 1;
    if (at > from) this.#take(bytes, from, at);
    if (at === to || this.#state === 'passed') return at;
    if (bytes[at] === BACKSLASH) {
      const end = at + (bytes[at + 1] === LETTER_U ? 6 : 2);
      if (end > to) return this.#continueEscape(bytes, at, to);
      this.#takeEscape(bytes, at, end);
      return end;
    }
    this.#endString(bytes, at);
    return at + 1;
  }

  /** To the closing quotation mark, by the fast search of the platform. */
  #passOver(bytes: Uint8Array, from: number, to: number): number {
    for (let at = from; ; ) {
      const quote = bytes.indexOf(QUOTE, at);
      const end = quote < 0 || quote >= to ? to : quote;
      let backslashes = 0;
      while (end - 1 - backslashes >= from && bytes[end - 1 - backslashes] === BACKSLASH) backslashes += 1;
      if (end === to) {
        // An escape that is cut here must not end the string there.
        if (backslashes % 2 === 1) {
          this.#escape[0] = BACKSLASH;
          this.#escapeLength = 1;
        }
        return to;
      }
      if (backslashes % 2 === 0) {
        this.#endString(bytes, end);
        return end + 1;
      }
      at = end + 1;
    }
  }

  #continueEscape(bytes: Uint8Array, from: number, to: number): number {
    let at = from;
    while (at < to) {
      this.#escape[this.#escapeLength] = bytes[at] ?? 0;
      this.#escapeLength += 1;
      at += 1;
      const whole = this.#escapeLength === 6 || (this.#escapeLength === 2 && this.#escape[1] !== LETTER_U);
      if (!whole) continue;
      // A copy: the next one may be cut as well.
      if (this.#state !== 'passed') this.#takeEscape(this.#escape.slice(), 0, this.#escapeLength);
      this.#escapeLength = 0;
      return at;
    }
    return at;
  }

  #takeEscape(bytes: Uint8Array, from: number, to: number): void {
    if (this.#state === 'string') this.#handler.escape(bytes, from, to);
    else this.#take(bytes, from, to);
  }

  #take(bytes: Uint8Array, from: number, to: number): void {
    if (this.#state === 'string') {
      if (!this.#handler.plain(bytes, from, to)) this.#state = 'passed';
      return;
    }
    this.#handler.structure(bytes, from, to);
    for (let at = from; at < to && this.#keyLength < MAX_KEY_BYTES; at += 1) {
      this.#keyBytes[this.#keyLength] = bytes[at] ?? 0;
      this.#keyLength += 1;
    }
  }

  /** The same few keys stand in every line: they are decoded once. */
  #keyText(): string {
    let hash = this.#keyLength;
    for (let at = 0; at < this.#keyLength; at += 1) hash = Math.imul(hash, 31) + (this.#keyBytes[at] ?? 0);
    const known = this.#keys.get(hash);
    if (known !== undefined && this.#isKey(known.bytes)) return known.text;
    const bytes = this.#keyBytes.subarray(0, this.#keyLength);
    const text = this.#decoder.decode(bytes);
    if (this.#keys.size < MAX_KNOWN_KEYS) this.#keys.set(hash, { bytes: bytes.slice(), text });
    return text;
  }

  #isKey(bytes: Uint8Array): boolean {
    if (bytes.length !== this.#keyLength) return false;
    for (let at = 0; at < bytes.length; at += 1) if (bytes[at] !== this.#keyBytes[at]) return false;
    return true;
  }

  #endString(bytes: Uint8Array, at: number): void {
    if (this.#state === 'key') {
      this.#key = this.#keyText();
      this.#wantsKey = false;
    } else if (this.#state === 'string') this.#handler.stringEnd();
    this.#state = 'structure';
    this.#handler.structure(bytes, at, at + 1);
  }
}
