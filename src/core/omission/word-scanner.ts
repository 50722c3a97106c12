/**
 * Text to words, the one form in which shown text and said text are compared: other line breaks, indentation, quotation marks,
 * list numbers, line numbers, emphasis and letter case make no difference to it. One set of rules, two ways in: the bytes of a
 * file or tool result in slices of any size, and a string, whose words come with their places.
 * Out of scope: what is looked for (`needles`), and what a match means (`quotations`).
 */

import {
  BACKSLASH,
  CLOSING,
  DIGIT,
  FOLDED,
  foldedBeyondAscii,
  isUnseen,
  KIND,
  kindBeyondAscii,
  LETTER,
  MARKER,
  NEWLINE,
  SPACE,
  STOP,
  WIDE,
  WIDE_STOP,
} from './signs.ts';

/** What becomes of the words, in order. */
export interface WordSink {
  /**
   * One word. `wide` words are single signs of scripts that do not divide words; `number` is true for digits alone. `length` in
   * signs. `start` and `end` are UTF-16 offsets when a string is scanned, and mean nothing otherwise.
   */
  word(hash: number, wide: boolean, number: boolean, length: number, start: number, end: number): void;
  /** The line ends here; `blank` when nothing stood in it. */
  line(blank: boolean): void;
  /** A sentence ends here: a stop, or the beginning of a list item or heading. */
  sentence(): void;
  /** The line begins anew: what stood before was a place (`path:12:`), as grep prints it. */
  restart(): void;
}

const PRIME = 0x01000193;
const NO_WORD = 0x811c9dc5 | 0;

/** A longer number at the beginning of a line is no line number and no list number. */
const MAX_NUMBER_DIGITS = 7;
const ARROW = 0x2192;

export class WordScanner {
  readonly #sink: WordSink;
  #hash = NO_WORD;
  #length = 0;
  /** Bit 0x40 is set in every ASCII letter and in no digit. */
  #signs = 0;
  #start = 0;
  #at = 0;
  /** Nothing but space, markers and numbers stood in the line so far. */
  #fresh = true;
  #blank = true;
  #stop = false;
  #backslash = false;
  /** The word before was a number between colons, as in `path:12:`. */
  #colon = false;
  /** A sign of several bytes that is cut by the end of a slice. */
  #code = 0;
  #missing = 0;

  constructor(sink: WordSink) {
    this.#sink = sink;
  }

  /** The next bytes of a text in UTF-8; a sign may be cut anywhere. */
  bytes(bytes: Uint8Array, from: number, to: number): void {
    let hash = this.#hash;
    let length = this.#length;
    let signs = this.#signs;
    for (let at = from; at < to; at += 1) {
      const byte = bytes[at] ?? 0;
      if (byte < 128) {
        const kind = KIND[byte] ?? 0;
        if ((kind === LETTER || kind === DIGIT) && !this.#backslash && this.#missing === 0) {
          hash = Math.imul(hash ^ (FOLDED[byte] ?? 0), PRIME);
          length += 1;
          signs |= byte;
          continue;
        }
        // The commonest end of a word, by the shortest way.
        if (byte === 0x20 && length > 0 && (signs & 0x40) !== 0 && this.#missing === 0) {
          this.#plainWord(hash, length);
          hash = NO_WORD;
          length = 0;
          signs = 0;
          continue;
        }
        this.#hash = hash;
        this.#length = length;
        this.#signs = signs;
        this.#missing = 0;
        this.#take(byte, kind);
      } else {
        this.#hash = hash;
        this.#length = length;
        this.#signs = signs;
        if (byte < 0xc0) {
          if (this.#missing === 0) continue;
          this.#code = (this.#code << 6) | (byte & 0x3f);
          this.#missing -= 1;
          if (this.#missing === 0) this.#take(this.#code, kindBeyondAscii(this.#code));
        } else {
          this.#missing = byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3;
          this.#code = byte & (0x3f >> this.#missing);
        }
      }
      hash = this.#hash;
      length = this.#length;
      signs = this.#signs;
    }
    this.#hash = hash;
    this.#length = length;
    this.#signs = signs;
  }

  #plainWord(hash: number, length: number): void {
    this.#colon = false;
    this.#stop = false;
    this.#fresh = false;
    this.#blank = false;
    this.#sink.word(hash, false, false, length, this.#start, this.#at);
  }

  /** A text, or a stretch of it that stands for itself, with the places of its words. */
  text(text: string, from = 0, to = text.length): void {
    for (let at = from; at < to; ) {
      const code = text.codePointAt(at) ?? 0;
      this.#at = at;
      this.#take(code, code < 128 ? (KIND[code] ?? 0) : kindBeyondAscii(code));
      at += code > 0xffff ? 2 : 1;
    }
    this.#at = to;
    this.end();
  }

  /** The text is at its end; the next one begins. */
  end(): void {
    this.#missing = 0;
    this.#backslash = false;
    this.#endWord(0x0a);
    if (this.#stop) this.#sink.sentence();
    this.#sink.line(this.#blank);
    this.#sink.sentence();
    this.#stop = false;
    this.#fresh = true;
    this.#blank = true;
    this.#colon = false;
  }

  #take(code: number, kind: number): void {
    if (code > 127 && isUnseen(code)) return;
    if (this.#backslash) {
      this.#backslash = false;
      // Text within text: `\n` that was escaped once more.
      if (code === 0x6e) this.#newline(code);
      if (code === 0x6e || code === 0x72 || code === 0x74) return;
    }
    if (kind === LETTER || kind === DIGIT) {
      if (this.#length === 0) this.#start = this.#at;
      this.#hash = Math.imul(this.#hash ^ (code < 128 ? (FOLDED[code] ?? 0) : foldedBeyondAscii(code)), PRIME);
      this.#length += 1;
      this.#signs |= code < 128 ? code : 0x40;
      return;
    }
    this.#endWord(code);
    switch (kind) {
      case NEWLINE:
        this.#newline(code);
        return;
      case SPACE:
        if (this.#stop) this.#endSentence();
        return;
      case STOP:
        this.#stop = !this.#blank;
        return;
      case CLOSING:
        return;
      case MARKER:
        // A list item, a heading or a table row begins a sentence of its own.
        if (this.#fresh) this.#sink.sentence();
        this.#stop = false;
        return;
      case WIDE:
        this.#beforeWord();
        this.#sink.word(Math.imul(NO_WORD ^ code, PRIME), true, false, 1, this.#at, this.#at + (code > 0xffff ? 2 : 1));
        return;
      case WIDE_STOP:
        this.#endSentence();
        return;
      case BACKSLASH:
        this.#backslash = true;
        return;
      default:
        this.#stop = false;
    }
  }

  #newline(code: number): void {
    this.#endWord(code);
    if (this.#stop) this.#endSentence();
    this.#sink.line(this.#blank);
    if (this.#blank) this.#sink.sentence();
    this.#fresh = true;
    this.#blank = true;
    this.#colon = false;
  }

  #endSentence(): void {
    this.#stop = false;
    this.#sink.sentence();
  }

  #beforeWord(): void {
    this.#stop = false;
    this.#fresh = false;
    this.#blank = false;
  }

  #endWord(separator: number): void {
    if (this.#length === 0) return;
    const number = (this.#signs & 0x40) === 0;
    const hash = this.#hash;
    const length = this.#length;
    this.#hash = NO_WORD;
    this.#length = 0;
    this.#signs = 0;
    if (number && this.#fresh && length <= MAX_NUMBER_DIGITS && isBehindNumber(separator)) {
      // A line number or a list number says nothing of the line; a list item begins a sentence.
      if (separator === 0x2e || separator === 0x29) this.#sink.sentence();
      return;
    }
    const colon = separator === 0x3a;
    if (number && colon && this.#colon) {
      this.#colon = false;
      this.#fresh = true;
      this.#blank = true;
      this.#sink.restart();
      return;
    }
    this.#colon = colon;
    this.#beforeWord();
    this.#sink.word(hash, false, number, length, this.#start, this.#at);
  }
}

function isBehindNumber(separator: number): boolean {
  return separator === 0x2e || separator === 0x29 || separator === 0x09 || separator === ARROW || separator === 0x3a;
}
