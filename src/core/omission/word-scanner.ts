/**
 * Text to words, the one form in which shown text and said text are compared: other line breaks, indentation, quotation marks,
 * list numbers, line numbers, emphasis, links, tags, colours and letter case make no difference to it. One set of rules, two ways in: the bytes of a
 * file or tool result in slices of any size, and a string, whose words come with their places.
 * Out of scope: what is looked for (`needles`), and what a match means (`quotations`).
 */

import { HeldWords } from './held-words.ts';
import * as sign from './signs.ts';
import { type Steering, steeredBy } from './terminal-signs.ts';
import { NO_WORD, type WordSink, withSign } from './word-sink.ts';

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
  #steering: Steering = 'none';
  /** The next letter may not be what it seems: behind a backslash, or within what steers a terminal. */
  #special = false;
  /** What stood directly behind the word before, if nothing stood between. */
  #behind = 0;
  /** Words of which it is not known yet whether they say anything. */
  readonly #held = new HeldWords();
  /** The sign before was `]`. */
  #bracket = false;
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
        const kind = sign.KIND[byte] ?? 0;
        const isClear = !this.#special && this.#missing === 0;
        if ((kind === sign.LETTER || kind === sign.DIGIT) && isClear) {
          hash = withSign(hash, sign.FOLDED[byte] ?? 0);
          length += 1;
          signs |= byte;
          continue;
        }
        // The commonest end of a word, by the shortest way.
        if (byte === 0x20 && length > 0 && (signs & 0x40) !== 0 && isClear && this.#held.as === 'nothing') {
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
          if (this.#missing === 0) this.#take(this.#code, sign.kindBeyondAscii(this.#code));
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
    this.#behind = 0;
    this.#bracket = false;
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
      this.#take(code, code < 128 ? (sign.KIND[code] ?? 0) : sign.kindBeyondAscii(code));
      at += code > 0xffff ? 2 : 1;
    }
    this.#at = to;
    this.end();
  }

  /** The text is at its end; the next one begins. */
  end(): void {
    this.#missing = 0;
    this.#steering = 'none';
    this.#special = false;
    this.#endWord(0x0a);
    this.#held.release(this.#sink);
    if (this.#stop) this.#sink.sentence();
    this.#sink.line(this.#blank);
    this.#sink.sentence();
    this.#stop = false;
    this.#startLine();
  }

  #take(code: number, kind: number): void {
    if (code > 127 && sign.isUnseen(code)) return;
    if ((this.#special || code === sign.ESCAPE) && this.#takeSpecial(code, kind)) return;
    if (kind === sign.LETTER || kind === sign.DIGIT) {
      if (this.#length === 0) this.#start = this.#at;
      this.#hash = withSign(this.#hash, code < 128 ? (sign.FOLDED[code] ?? 0) : sign.foldedBeyondAscii(code));
      this.#length += 1;
      this.#signs |= code < 128 ? code : 0x40;
      return;
    }
    if (this.#length === 0) this.#behind = 0;
    this.#endWord(code);
    if (this.#held.as !== 'nothing' && this.#endsHeld(code, kind)) return;
    const bracket = this.#bracket;
    this.#bracket = code === sign.CLOSE_BRACKET;
    switch (kind) {
      case sign.NEWLINE:
        this.#newline();
        return;
      case sign.SPACE:
        if (this.#stop) this.#endSentence();
        return;
      case sign.STOP:
        this.#stop = !this.#blank;
        return;
      case sign.CLOSING:
        return;
      case sign.MARKER:
        // A list item, a heading or a table row begins a sentence of its own.
        if (this.#fresh) this.#sink.sentence();
        this.#stop = false;
        return;
      case sign.WIDE:
        this.#beforeWord();
        this.#emit(withSign(NO_WORD, code), true, false, 1, code > 0xffff ? 2 : 1);
        return;
      case sign.WIDE_STOP:
        this.#endSentence();
        return;
      case sign.BACKSLASH:
        this.#special = true;
        return;
      default:
        if (code === sign.LESS) this.#held.begin('tag', this.#sink, this.#fresh, this.#blank);
        else if (bracket && (code === sign.OPEN_PAREN || code === sign.OPEN_BRACKET))
          this.#held.begin('target', this.#sink, this.#fresh, this.#blank);
        else this.#stop = false;
    }
  }

  /** Whether the sign is no more than a part of an escape sequence, or of an escaped newline. */
  #takeSpecial(code: number, kind: number): boolean {
    if (code === sign.ESCAPE || this.#steering !== 'none') {
      this.#steering = steeredBy(code, this.#steering);
      this.#special = this.#steering !== 'none';
      return kind !== sign.NEWLINE;
    }
    this.#special = false;
    // Text within text: `\n` that was escaped once more.
    if (code === 0x6e) this.#newline();
    return code === 0x6e || code === 0x72 || code === 0x74;
  }

  /** Whether the sign ends what is held, and is no more than that. */
  #endsHeld(code: number, kind: number): boolean {
    const held = this.#held;
    const dropped = held.endsWith(code, kind, this.#sink);
    if (dropped) {
      this.#fresh = held.wasFresh;
      this.#blank = held.wasBlank;
    }
    // A stop within an address or a tag ends no sentence.
    if (dropped || held.as !== 'nothing') this.#stop &&= held.as === 'prefix';
    return dropped;
  }

  #newline(): void {
    this.#held.release(this.#sink);
    if (this.#stop) this.#endSentence();
    this.#sink.line(this.#blank);
    if (this.#blank) this.#sink.sentence();
    this.#startLine();
  }

  #startLine(): void {
    this.#fresh = true;
    this.#blank = true;
    this.#behind = 0;
    this.#bracket = false;
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
    const behind = this.#behind;
    this.#hash = NO_WORD;
    this.#length = 0;
    this.#signs = 0;
    this.#behind = separator;
    this.#bracket = false;
    const held = this.#held;
    if (held.as === 'tag') held.takeInTag(hash, this.#sink);
    else if (number && held.as !== 'target') {
      if (this.#fresh && sign.isLineNumber(length, separator)) {
        // A line number or a list number says nothing of the line; a list item begins a sentence.
        if (separator === sign.DOT || separator === sign.CLOSE_PAREN) this.#sink.sentence();
        return;
      }
      const isPlace = separator === sign.COLON || (separator === sign.HYPHEN && held.isPath);
      if (isPlace && behind === separator) {
        if (held.as === 'prefix') held.drop();
        else this.#sink.restart();
        this.#fresh = true;
        this.#blank = true;
        return;
      }
    }
    if (held.as === 'prefix') held.lengthenPrefix(separator, this.#sink);
    else if (this.#fresh && held.as === 'nothing') held.beginPrefix(separator);
    this.#beforeWord();
    this.#emit(hash, false, number, length, this.#at - this.#start);
  }

  /** `width` in UTF-16 units; the word of a script that divides words began at `#start`. */
  #emit(hash: number, wide: boolean, number: boolean, length: number, width: number): void {
    const start = wide ? this.#at : this.#start;
    if (this.#held.as === 'nothing') this.#sink.word(hash, wide, number, length, start, start + width);
    else this.#held.hold([hash, wide, number, length, start, start + width], this.#sink);
  }
}
