/**
 * What a sign is, as far as telling words from what stands between them needs it. Out of scope: the words (`word-scanner`).
 */

export const SEPARATOR = 0;
export const LETTER = 1;
export const DIGIT = 2;
export const NEWLINE = 3;
export const SPACE = 4;
export const STOP = 5;
export const CLOSING = 6;
export const MARKER = 7;
export const BACKSLASH = 8;

/** Single signs that have a part of their own. */
export const TAB = 0x09;
export const ESCAPE = 0x1b;
export const SPACE_SIGN = 0x20;
export const OPEN_PAREN = 0x28;
export const CLOSE_PAREN = 0x29;
export const HYPHEN = 0x2d;
export const DOT = 0x2e;
export const SLASH = 0x2f;
export const COLON = 0x3a;
export const LESS = 0x3c;
export const GREATER = 0x3e;
export const OPEN_BRACKET = 0x5b;
export const CLOSE_BRACKET = 0x5d;
export const ARROW = 0x2192;

/** A longer number at the beginning of a line is no line number and no list number. */
const MAX_NUMBER_DIGITS = 7;
/** What stands behind a line number or the number of a list item. */
const BEHIND_NUMBER: ReadonlySet<number> = new Set([DOT, CLOSE_PAREN, TAB, ARROW, COLON, HYPHEN]);

/** Whether digits at the beginning of a line, so many and before that sign, say nothing of the line. */
export function isLineNumber(length: number, separator: number): boolean {
  return length <= MAX_NUMBER_DIGITS && BEHIND_NUMBER.has(separator);
}

export const KIND = new Uint8Array(128);
export const FOLDED = new Uint8Array(128);
for (let code = 0; code < 128; code += 1) {
  const sign = String.fromCharCode(code);
  FOLDED[code] = sign.toLowerCase().charCodeAt(0);
  if (/[a-z]/i.test(sign)) KIND[code] = LETTER;
  else if (/\d/.test(sign)) KIND[code] = DIGIT;
  else if (sign === '\n') KIND[code] = NEWLINE;
  else if (/\s/.test(sign)) KIND[code] = SPACE;
  else if (/[.!?]/.test(sign)) KIND[code] = STOP;
  else if (/["'\])}*`_]/.test(sign)) KIND[code] = CLOSING;
  else if (sign === '\\') KIND[code] = BACKSLASH;
  if (/[-*+#|]/.test(sign)) KIND[code] = MARKER;
}

export const WIDE = 9;
export const WIDE_STOP = 10;

/** The letter that a letter with an accent or in upper case is compared as; Latin, Greek and Cyrillic. */
const FOLDED_BEYOND = new Uint16Array(0x600);
for (let code = 0x80; code < 0x600; code += 1) {
  const base = String.fromCharCode(code).toLowerCase().normalize('NFD').charCodeAt(0);
  FOLDED_BEYOND[code] = base < 0x600 ? base : code;
}

/** What is compared of a sign beyond ASCII. */
export function foldedBeyondAscii(code: number): number {
  return code < 0x600 ? (FOLDED_BEYOND[code] ?? code) : code;
}

/** Signs that are not seen, and accents that stand for themselves: they are in no word and divide none. */
export function isUnseen(code: number): boolean {
  return (
    (code >= 0x300 && code < 0x370) ||
    code === 0xad ||
    (code >= 0x200b && code <= 0x200f) ||
    (code >= 0x2060 && code <= 0x2064) ||
    code === 0xfeff ||
    (code >= 0xfe00 && code <= 0xfe0f)
  );
}

/** What a sign beyond ASCII is, in ranges that suffice to tell words from what stands between them. */
export function kindBeyondAscii(code: number): number {
  if (code < 0xc0) return code === 0xaa || code === 0xb5 || code === 0xba ? LETTER : code === 0xa0 ? SPACE : SEPARATOR;
  if (code < 0x2000) {
    if (code === 0xd7 || code === 0xf7) return SEPARATOR;
    // Thai, Lao, Tibetan, Burmese, Khmer: no spaces between words.
    return (code >= 0xe00 && code < 0x10a0) || (code >= 0x1780 && code < 0x1800) ? WIDE : LETTER;
  }
  if (code < 0x2c00) {
    if (code === 0x2018 || code === 0x2019 || code === 0x201c || code === 0x201d || code === 0xbb) return CLOSING;
    if (code === 0x2022) return MARKER;
    return code <= 0x200a || code === 0x2028 || code === 0x2029 || code === 0x202f ? SPACE : SEPARATOR;
  }
  if (code < 0x2e00) return LETTER;
  if (code < 0x3040) return code === 0x3002 ? WIDE_STOP : code === 0x3000 ? SPACE : code === 0x3005 ? WIDE : SEPARATOR;
  if (code === 0x30fb || code === 0x30a0) return SEPARATOR;
  if (code < 0xa000) return WIDE;
  if (code < 0xd800) return LETTER;
  if (code < 0xf900) return SEPARATOR;
  if (code < 0xfb00) return WIDE;
  if (code < 0xfe00) return LETTER;
  if (code === 0xff01 || code === 0xff1f || code === 0xff61) return WIDE_STOP;
  if (code >= 0xff10 && code <= 0xff5a) return code <= 0xff19 || (code >= 0xff21 && code !== 0xff3b) ? WIDE : SEPARATOR;
  if (code >= 0xff66 && code <= 0xffdc) return WIDE;
  return code >= 0x20000 && code < 0xe0000 ? WIDE : SEPARATOR;
}
