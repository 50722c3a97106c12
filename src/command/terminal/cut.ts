/** Lines that fit a terminal: how wide it is, and a text cut to so many columns. Out of scope: making a text harmless (`plain-words`). */
import { isatty, WriteStream } from 'node:tty';

/** Where nobody sees it at a terminal, a program or a file takes it: it may be longer, but not 84,000 characters. [?] ours */
const ELSEWHERE = 200;
/** Below that a line says nothing. */
const LEAST = 40;
/** A sign may carry any number of accents; so many code units stand for a column at most. [?] ours */
const MOST_UNITS = 8;

/** Signs that take two columns (East Asian Wide, emoji), as terminals have them. [?] roughly */
const WIDE =
  /[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{20000}-\u{3FFFD}]|\p{Emoji_Presentation}/u;

/** Columns of the terminal that stdout is. */
export function terminalColumns(): number {
  const columns = isatty(1) ? new WriteStream(1).columns : ELSEWHERE;
  return columns > 0 ? Math.max(LEAST, columns) : ELSEWHERE;
}

/** The text, or its beginning and `…` where it is wider. One line is expected. */
export function cut(text: string, columns: number): string {
  // More is never looked at: segmenting a text of any length for one line would be slow.
  const head = text.slice(0, columns * MOST_UNITS + 1);
  let width = 0;
  let kept = '';
  let fits = '';
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(head)) {
    width += WIDE.test(segment) ? 2 : 1;
    if (width > columns || kept.length + segment.length > columns * MOST_UNITS) return `${fits}…`;
    kept += segment;
    if (width < columns) fits = kept;
  }
  return head.length === text.length ? kept : `${fits}…`;
}
