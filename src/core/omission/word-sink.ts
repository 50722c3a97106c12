/** What words are told to, as they go by. Out of scope: what makes a word (`word-scanner`). */

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
export const NO_WORD = 0x811c9dc5 | 0;

/** A word's hash with one more sign. */
export function withSign(hash: number, sign: number): number {
  return Math.imul(hash ^ sign, PRIME);
}
