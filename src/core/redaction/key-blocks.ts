/**
 * Masks private keys in PEM blocks, whole and in pieces: a block may begin in one text, go on in the next and end in a third.
 * One pass over a text, in time linear in its length. Out of scope: certificates and public keys, which are no secrets.
 */
import { redactionMark } from './secret-rule.ts';

/** What a text leaves behind: how many further texts may still bring lines of a block that began. */
export type OpenBlock = number;

/** A key comes in a few pieces; after so many texts without its end nobody pastes on. [?] ours */
const TEXTS_THAT_GO_ON = 6;

const BORDER = /-{4,5} ?(BEGIN|END) [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)? ?-{4,5}/g;
/** Ends of lines as they are, and as JSON and shells write them; what stands before a line in a quotation. */
const GAP = '(?:[\\s>|"\'`,+]|\\\\{1,2}[nr])';
const HEADER = '(?:[A-Z][A-Za-z-]{2,30}: [^\\n]{0,200})';
const PIECE = '[A-Za-z0-9+/=]';
/** What a block holds before its end: headers, gaps, and base64 in pieces of at least 16 signs. */
const MATERIAL = new RegExp(
  `(?:${GAP}{1,80}(?:${HEADER}|${PIECE}{16,}|[A-Za-z0-9+/]{2,15}={1,2}|=${PIECE}{1,8}))+`,
  'y',
);
/** A line of a key that stands for itself; a commit id or a checksum is none. */
const KEY_LINE =
  /^[ \t>|]{0,40}(?![0-9a-f]+[ \t]*$)(?=[^\n]*[A-Z])(?=[^\n]*[a-z0-9+/])([A-Za-z0-9+/]{16,}={0,2})[ \t]*$/;
const LAST_LINE = /^[ \t>|]{0,40}[A-Za-z0-9+/]{1,80}={0,2}[ \t]*$/;
/** What cannot be a word: the padded end of base64. */
const PADDED_LINE = /^[ \t>|]{0,40}[A-Za-z0-9+/]{2,15}={1,2}[ \t]*$/;
const MARK = redactionMark('private-key');

/** The text without key blocks, how many were masked, and what is left open. */
export function maskKeyBlocks(text: string, open: OpenBlock): { text: string; count: number; open: OpenBlock } {
  const borders = [...text.matchAll(BORDER)].map((one) => ({
    begins: one[1] === 'BEGIN',
    from: one.index,
    to: one.index + one[0].length,
  }));
  if (borders.length === 0 && open === 0) return { text, count: 0, open };
  let out = '';
  let at = 0;
  let count = 0;
  let left = open > 0 ? open - 1 : 0;
  const keep = (to: number): void => {
    out += text.slice(at, to);
    at = to;
  };
  const mask = (to: number): void => {
    if (!out.endsWith(MARK)) out += MARK;
    count += 1;
    at = to;
  };
  for (const [n, border] of borders.entries()) {
    if (border.from < at) continue;
    if (!border.begins) {
      const before = withoutTail(text.slice(at, border.from), open > 0);
      out += before.text;
      at = border.from;
      if (before.found || (open > 0 && out.trim() === '')) mask(border.to);
      else keep(border.to);
      left = 0;
      continue;
    }
    const next = borders[n + 1];
    if (open > 0) {
      const before = withoutLines(text.slice(at, border.from));
      out += before.text;
      count += before.count;
      at = border.from;
    } else keep(border.from);
    if (next !== undefined && !next.begins) {
      mask(next.to);
      continue;
    }
    MATERIAL.lastIndex = border.to;
    const end = MATERIAL.test(text) ? MATERIAL.lastIndex : border.to;
    if (end > border.to) mask(end);
    else keep(end);
    if (text.slice(end).trim() === '' || end > border.to) left = TEXTS_THAT_GO_ON;
  }
  const rest = text.slice(at);
  const last = open > 0 && left > 0 ? withoutLines(rest) : { text: rest, count: 0 };
  return { text: out + last.text, count: count + last.count, open: left };
}

/** The text before an END without the lines of the key that it ends. */
function withoutTail(text: string, open: boolean): { text: string; found: boolean } {
  const lines = text.split('\n');
  let keep = lines.length;
  // The END stands at the beginning of its own line.
  if (lines[keep - 1]?.trim() === '') keep -= 1;
  const last = keep;
  if (open && keep > 0 && LAST_LINE.test(lines[keep - 1] ?? '')) keep -= 1;
  else if (keep > 1 && LAST_LINE.test(lines[keep - 1] ?? '') && KEY_LINE.test(lines[keep - 2] ?? '')) keep -= 1;
  while (keep > 0 && KEY_LINE.test(lines[keep - 1] ?? '')) keep -= 1;
  if (keep === last) return { text, found: false };
  return { text: lines.slice(0, keep).join('\n') + (keep > 0 ? '\n' : ''), found: true };
}

/** The text without lines of a key: it was begun in an earlier text and its end is still to come. */
function withoutLines(text: string): { text: string; count: number } {
  const kept: string[] = [];
  let count = 0;
  for (const line of text.split('\n')) {
    if (!KEY_LINE.test(line) && !PADDED_LINE.test(line)) kept.push(line);
    else if (kept.at(-1) !== MARK) {
      kept.push(MARK);
      count += 1;
    }
  }
  return { text: kept.join('\n'), count };
}
