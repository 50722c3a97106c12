/**
 * Ids of a hundred thousand lines in few bytes: each id is a small number, and its text is made again only where it is asked for.
 * As strings in maps they took more memory than everything that was said. Out of scope: what the ids belong to (`chain`).
 */

/** A typed list of whole numbers that grows where it is written to; 0 where nothing was written. */
export class Column {
  #list = new Int32Array(1024);
  at(index: number): number {
    return this.#list[index] ?? 0;
  }
  put(index: number, value: number): void {
    if (index >= this.#list.length) {
      const longer = new Int32Array(Math.max(index + 1, this.#list.length * 2));
      longer.set(this.#list);
      this.#list = longer;
    }
    this.#list[index] = value;
  }
}

/** How an id is written: nearly all are uuids in lower case, 16 bytes. */
const UUID = 1;
const NARROW = 2;
const WIDE = 3;

const UUID_CHARS = 36;
const HYPHEN = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;
const LETTER_A = 0x61;
const LETTER_F = 0x66;

export class Ids {
  size = 0;
  /** One id behind the other: how it is written, and its bytes. */
  #bytes = new Uint8Array(64 * 1024);
  /** Where each begins; behind the last one where the next one will. */
  readonly #starts = new Column();
  /** Open addressing: number + 1 of the id, or 0. */
  #table = new Int32Array(4096);

  /** The number of an id, from 0; a new one is taken in. */
  numberOf(id: string): number {
    const start = this.#starts.at(this.size);
    const end = this.#write(id, start);
    const place = this.#placeOf(start, end);
    const known = this.#table[place] ?? 0;
    if (known > 0) return known - 1;
    this.size += 1;
    this.#table[place] = this.size;
    this.#starts.put(this.size, end);
    if (this.size * 2 > this.#table.length) this.#enlarge();
    return this.size - 1;
  }

  /** The id of a number. */
  idOf(number: number): string {
    const start = this.#starts.at(number);
    const bytes = this.#bytes.subarray(start + 1, this.#starts.at(number + 1));
    const how = this.#bytes[start];
    if (how === UUID) return uuidOf(bytes);
    if (how === NARROW) return textOf([...bytes]);
    const codes: number[] = [];
    for (let at = 0; at < bytes.length; at += 2) codes.push((bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0));
    return textOf(codes);
  }

  /** Writes an id at `start`, behind all that are known, and returns where it ends. */
  #write(id: string, start: number): number {
    const most = start + 1 + id.length * 2;
    if (most > this.#bytes.length) {
      const longer = new Uint8Array(Math.max(most, this.#bytes.length * 2));
      longer.set(this.#bytes);
      this.#bytes = longer;
    }
    const bytes = this.#bytes;
    const behindUuid = id.length === UUID_CHARS ? writeUuid(id, bytes, start + 1) : 0;
    if (behindUuid > 0) {
      bytes[start] = UUID;
      return behindUuid;
    }
    let at = start + 1;
    let beyond = 0;
    for (let n = 0; n < id.length; n += 1) beyond |= id.charCodeAt(n) >> 8;
    bytes[start] = beyond === 0 ? NARROW : WIDE;
    for (let n = 0; n < id.length; n += 1) {
      const code = id.charCodeAt(n);
      if (beyond !== 0) {
        bytes[at] = code >> 8;
        at += 1;
      }
      bytes[at] = code;
      at += 1;
    }
    return at;
  }

  /** Where the table has the id that is written there, or has room for it. */
  #placeOf(start: number, end: number): number {
    const bytes = this.#bytes;
    const mask = this.#table.length - 1;
    let hash = 0x811c9dc5;
    for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193);
    let place = (hash ^ (hash >>> 15)) & mask;
    for (;;) {
      const known = this.#table[place] ?? 0;
      if (known === 0 || this.#isSame(known - 1, start, end)) return place;
      place = (place + 1) & mask;
    }
  }

  #isSame(number: number, start: number, end: number): boolean {
    const from = this.#starts.at(number);
    if (this.#starts.at(number + 1) - from !== end - start) return false;
    for (let at = 0; at < end - start; at += 1) if (this.#bytes[from + at] !== this.#bytes[start + at]) return false;
    return true;
  }

  #enlarge(): void {
    this.#table = new Int32Array(this.#table.length * 2);
    for (let number = 0; number < this.size; number += 1) {
      this.#table[this.#placeOf(this.#starts.at(number), this.#starts.at(number + 1))] = number + 1;
    }
  }
}

/** Writes the 16 bytes of a uuid in lower case and returns where they end; 0 where it is none. */
function writeUuid(id: string, bytes: Uint8Array, from: number): number {
  let at = from;
  let half = -1;
  for (let n = 0; n < UUID_CHARS; n += 1) {
    const code = id.charCodeAt(n);
    if (n === 8 || n === 13 || n === 18 || n === 23) {
      if (code !== HYPHEN) return 0;
      continue;
    }
    const isDigit = code >= ZERO && code <= NINE;
    if (!isDigit && !(code >= LETTER_A && code <= LETTER_F)) return 0;
    const digit = isDigit ? code - ZERO : code - LETTER_A + 10;
    if (half < 0) half = digit;
    else {
      bytes[at] = half * 16 + digit;
      at += 1;
      half = -1;
    }
  }
  return at;
}

function uuidOf(bytes: Uint8Array): string {
  const codes: number[] = [];
  for (const [at, byte] of bytes.entries()) {
    if (at === 4 || at === 6 || at === 8 || at === 10) codes.push(HYPHEN);
    codes.push(HEX.charCodeAt(byte >> 4), HEX.charCodeAt(byte & 15));
  }
  return textOf(codes);
}

const HEX = '0123456789abcdef';
/** What one call takes. */
const PIECE = 1024;

/** In one piece: put together sign by sign, a text takes several times its size. */
function textOf(codes: readonly number[]): string {
  if (codes.length <= PIECE) return String.fromCharCode(...codes);
  let text = '';
  for (let at = 0; at < codes.length; at += PIECE) text += String.fromCharCode(...codes.slice(at, at + PIECE));
  return text;
}
