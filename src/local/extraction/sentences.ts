/**
 * Divides what was said into statements: sentences of prose, and lists of steps with their heading. Only cuts: no word is
 * added or changed. Out of scope: which of them are worth keeping (`extract.ts`).
 */

/** Words whose full stop does not end a sentence. */
const ABBREVIATIONS = new Set(
  'e.g i.e eg ie vs cf approx incl resp ca no nr fig sec ver mr mrs ms dr prof st bzw z.b d.h p.ex'.split(' '),
);

/** `1.` `2)` `-` `*` `•` or `Step 3:` at the start of a line. */
const LIST_MARKER = /^(?:\s*(?:\d{1,3}[.)]|[-*•–]|step \d{1,3}[:.)]?)\s+)+/i;

/** The sentences of a text, trimmed, without list markers, in order. */
export function sentences(text: string): readonly string[] {
  return paragraphs(text).flatMap(splitSentences);
}

/** A list of at least two steps with the line above it, as it was said; undefined when there is no such list. */
export function stepLists(text: string): readonly string[] {
  const lines = text.split('\n');
  const found: string[] = [];
  let heading = '';
  let steps: string[] = [];
  const close = () => {
    if (steps.length >= 2) found.push([...(heading === '' ? [] : [heading]), ...steps].join('\n'));
    if (steps.length > 0) heading = '';
    steps = [];
  };
  for (const line of lines) {
    const isStep = LIST_MARKER.test(line);
    // An indented line below a step continues it.
    if (isStep || (steps.length > 0 && /^\s{2,}\S/.test(line))) steps.push(line.trimEnd());
    else if (line.trim() !== '') {
      close();
      heading = line.trim();
    }
  }
  close();
  return found;
}

/** Joins hard-wrapped lines; blank lines, list items and finished lines stay apart. */
function paragraphs(text: string): readonly string[] {
  const out: string[] = [];
  let open = false;
  for (const line of text.split('\n')) {
    const bare = line.replace(LIST_MARKER, '').trim();
    const last = out.at(-1);
    const continues = open && last !== undefined && bare === line.trim() && /^[\p{Ll}(]/u.test(bare);
    if (continues) out[out.length - 1] = `${last} ${bare}`;
    else if (bare !== '') out.push(bare);
    open = bare !== '' && !/[.!?:;。！？]["')\]]*$/.test(bare);
  }
  return out;
}

function splitSentences(paragraph: string): readonly string[] {
  const out: string[] = [];
  let start = 0;
  let inCode = false;
  for (let at = 0; at < paragraph.length; at += 1) {
    const char = paragraph.charAt(at);
    // A backtick that is never closed opens nothing.
    if (char === '`') inCode = !inCode && paragraph.includes('`', at + 1);
    if (inCode) continue;
    const end = boundary(paragraph, start, at, char);
    if (end === undefined) continue;
    out.push(paragraph.slice(start, end));
    start = end;
    at = end - 1;
  }
  out.push(paragraph.slice(start));
  return out.map((sentence) => sentence.replace(LIST_MARKER, '').trim()).filter((sentence) => sentence !== '');
}

/** The end of the sentence if one ends at `at`. `Fly.io`, `v2.0` and paths have no space after the dot. */
function boundary(text: string, start: number, at: number, char: string): number | undefined {
  if ('。！？'.includes(char)) return at + 1;
  if (!'.!?…'.includes(char)) return undefined;
  const tail = /^[.!?…]+["'”’)\]]*(?=\s|$)/u.exec(text.slice(at, at + 16))?.[0];
  if (tail === undefined) return undefined;
  if (char === '.' && tail === '.') {
    const word = (/\S*$/.exec(text.slice(Math.max(start, at - 24), at))?.[0] ?? '')
      .toLowerCase()
      .replace(/^[("'[]+/, '');
    // `1.` at a line's start is a number of a list; a lone letter is an initial.
    const isNumber = /^\d+$/.test(word) && text.slice(start, at).trim() === word;
    if (ABBREVIATIONS.has(word) || isNumber || /^\p{L}$/u.test(word)) return undefined;
  }
  return at + tail.length;
}
