/**
 * What an `.env` file may mean: every reading of every value, because no parser agrees with the next one about comments, quotation
 * marks and escapes, and no reading of a secret may leave. [?] ours: the format has no standard.
 * Out of scope: which values are worth masking (`secret-values`), reading files.
 */

/** The values of each name; lines that name nothing are under the empty name. */
export type EnvReadings = Readonly<Record<string, readonly string[]>>;

const LINE_END = /\r\n|[\n\r\0\v\f\u0085\u2028\u2029]/;
const NAME = '[\\p{L}\\p{N}_][\\p{L}\\p{N}_.-]{0,127}';
/** `NAME=…`, `export NAME=…`, `NAME: …`, `"NAME": …`, `$env:NAME = …`, `NAME => …`, behind the sign of a comment or of a list too. */
const ASSIGNMENT = new RegExp(
  `^(?:(?:export|setx?|env|arg|declare|typeset|local|readonly|let|const|var)\\s{1,8}(?:-\\w{1,4}\\s{1,8})?)?(?:\\$env:|\\{\\s{0,8})?["']?(${NAME})["']?\\s{0,20}(=>|[:+?]?=|:)\\s{0,20}(.*)$`,
  'isu',
);
const COMMENT = /^(?:#|;|\/\/|--|rem\s|<!--|[-*>]\s)[\s#;/*>!-]*/i;
/** Further assignments in the line: of JSON, or of a command. */
const QUOTED_PAIR = new RegExp(`["']?(${NAME})["']?\\s?[=:]\\s?(["'\`])(.{0,4096}?)\\2`, 'gu');
const WORD_PAIR = new RegExp(`(?:^|[\\s;,{&])(${NAME})=([^\\s"'\`]{6,4096})`, 'gu');
/** A line that may be a value of itself: of a key, or the only one of its file. */
const BARE = /^(?=.*\d)(?=.*[A-Za-z])\S{16,4096}$/;
const TOKEN = /^(?=.*\d)(?=.*\p{L})\S{8,}$/u;
const QUOTES: ReadonlyMap<string, string> = new Map(
  ['""', "''", '``', '“”', '‘’', '„“'].map((two) => [two.charAt(0), two]),
);
const LONG_CHARS = 16;
const BLOCK = /^[|>][-+\d]{0,3}\s*(?:#.*)?$/;
/** Lines that a value may go on for: a key of 16,384 bits has some 200. */
const MOST_LINES = 250;
const MOST_CHARS = 32 * 1024;
/** `#` and closing quotation marks that are tried, in one value. [?] ours */
const MOST_CUTS = 6;

/** The texts that the bytes may mean: with or without a byte order mark, UTF-8, UTF-16 or one byte a sign. */
export function textsOf(bytes: Uint8Array): string[] {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return [wide(bytes)];
  if (first === 0xfe && second === 0xff) return [wide(swapped(bytes))];
  const head = bytes.subarray(0, 4096);
  let even = 0;
  let odd = 0;
  for (const [at, byte] of head.entries()) {
    if (byte !== 0) continue;
    if (at % 2 === 0) even += 1;
    else odd += 1;
  }
  if (odd > head.length / 8 && even < odd / 4) return [wide(bytes)];
  if (even > head.length / 8 && odd < even / 4) return [wide(swapped(bytes))];
  const text = new TextDecoder('utf-8').decode(bytes);
  return text.includes('\uFFFD') ? [text, new TextDecoder('latin1').decode(bytes)] : [text];
}

function wide(bytes: Uint8Array): string {
  return new TextDecoder('utf-16le').decode(bytes);
}

function swapped(bytes: Uint8Array): Uint8Array {
  const out = new Uint8Array(bytes.length - (bytes.length % 2));
  for (let at = 0; at < out.length; at += 1) out[at] = bytes[at ^ 1] ?? 0;
  return out;
}

/** Every reading of every value that the bytes of an `.env` file hold. Never throws. */
export function envReadings(bytes: Uint8Array): EnvReadings {
  const found = new Map<string, Set<string>>();
  for (const text of textsOf(bytes)) {
    const lines = text.split(LINE_END);
    for (const [n, line] of lines.entries()) {
      for (const [name, value] of readingsOfLine(line, n, lines)) {
        const values = found.get(name) ?? new Set();
        found.set(name, values.add(value));
      }
    }
  }
  return Object.fromEntries([...found].map(([name, values]) => [name, [...values]]));
}

function* readingsOfLine(line: string, n: number, lines: readonly string[]): Generator<readonly [string, string]> {
  const trimmed = line.slice(0, MOST_CHARS).replace(/^[\s\uFEFF]+|\s+$/g, '');
  if (trimmed === '') return;
  const comment = COMMENT.exec(trimmed)?.[0] ?? '';
  const text = trimmed.slice(comment.length);
  const [, name, sign, rest = ''] = ASSIGNMENT.exec(text) ?? [];
  if (name === undefined || /^=*$/.test(rest) || rest.startsWith('//')) {
    if (BARE.test(text)) yield ['', text];
  } else if (comment !== '' && sign === ':' && /\s/.test(rest) && !QUOTES.has(rest.charAt(0))) {
    // Prose with a colon in it: only what looks like a value.
    for (const word of rest.split(/\s+/)) if (TOKEN.test(word)) yield [name, word];
  } else {
    for (const value of readingsOfValue(rest, n, lines)) yield [name, value];
  }
  for (const [, pair = '', , value = ''] of text.matchAll(QUOTED_PAIR)) {
    for (const one of meanings(value)) yield [pair, one];
  }
  for (const [, pair = '', value = ''] of text.matchAll(WORD_PAIR)) {
    // What follows may belong to it, and a word of a phrase is a mere word.
    if (TOKEN.test(value) || value.length >= LONG_CHARS) for (const one of meanings(value)) yield [pair, one];
  }
}

/** What stands behind the sign: whole, cut at a comment, without its quotation marks, with the lines that follow. */
function readingsOfValue(rest: string, n: number, lines: readonly string[]): Set<string> {
  const found = new Set<string>();
  const add = (value: string): void => {
    for (const one of meanings(value)) found.add(one);
  };
  add(rest);
  for (const at of placesOf(rest, '#')) add(rest.slice(0, at));
  const next = /\s+(?:export\s+)?[\w.-]{1,128}=/.exec(rest);
  if (next !== null) add(rest.slice(0, next.index));
  const [word = ''] = rest.split(/\s/, 1);
  if (TOKEN.test(word)) add(word);
  const [open, close] = QUOTES.get(rest.charAt(0)) ?? [];
  if (open !== undefined && close !== undefined) {
    const ends = placesOf(rest, close).filter((at) => at > 0);
    for (const at of ends) add(rest.slice(1, at));
    add(rest.slice(1, Math.max(1, rest.lastIndexOf(close))));
    add(rest.slice(1));
    if (ends.length === 0) add(untilClosed(rest.slice(1), close, n, lines));
  }
  if (rest.endsWith('\\')) add(continued(rest, n, lines));
  if (BLOCK.test(rest)) {
    const block = blockBehind(n, lines);
    add(block.join('\n'));
    add(block.join(''));
    for (const line of block) add(line);
  }
  return found;
}

/** A value as written, without signs that end a statement, and with its escapes read as shells and as JSON do. */
function meanings(value: string): Set<string> {
  const found = new Set<string>();
  const bare = value.trim();
  for (const one of [bare, bare.replace(/^["'`]+|["'`;,}\s]+$/g, '')]) {
    if (one === '') continue;
    found.add(one);
    if (one.includes('\\')) {
      found.add(one.replace(/\\([\s\S])/g, '$1'));
      found.add(one.replace(/\\(?:u([0-9a-f]{4})|x([0-9a-f]{2})|([\s\S]))/gi, meant));
    }
    if (one.includes('$$')) found.add(one.replaceAll('$$', '$'));
  }
  return found;
}

const CONTROLS: ReadonlyMap<string, string> = new Map(Object.entries({ n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }));

function meant(_: string, wideCode: string | undefined, code: string | undefined, sign = ''): string {
  const digits = wideCode ?? code;
  return digits === undefined ? (CONTROLS.get(sign) ?? sign) : String.fromCharCode(Number.parseInt(digits, 16));
}

function placesOf(text: string, sign: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(sign); at >= 0 && places.length < MOST_CUTS; at = text.indexOf(sign, at + 1))
    places.push(at);
  return places;
}

/** The value goes on in the next lines, up to the one that closes it; to the end of what may be one value where none does. */
function untilClosed(first: string, close: string, n: number, lines: readonly string[]): string {
  let value = first;
  for (let at = n + 1; at < Math.min(lines.length, n + MOST_LINES); at += 1) {
    const line = lines[at] ?? '';
    const end = line.indexOf(close);
    value += `\n${end < 0 ? line : line.slice(0, end)}`;
    if (end >= 0 || value.length > MOST_CHARS) return value;
  }
  // Closed nowhere: a mark too many, and no value of many lines.
  return first;
}

function continued(rest: string, n: number, lines: readonly string[]): string {
  let value = rest;
  for (let at = n + 1; at < Math.min(lines.length, n + MOST_LINES); at += 1) {
    const line = lines[at] ?? '';
    if (!value.endsWith('\\') || value.length > MOST_CHARS) break;
    value = value.slice(0, -1) + line.trim();
  }
  return value;
}

/** The indented lines of a block as YAML has it. */
function blockBehind(n: number, lines: readonly string[]): string[] {
  const behind = lines.slice(n + 1, n + MOST_LINES);
  const end = behind.findIndex((line) => line.trim() !== '' && !/^\s/.test(line));
  return (end < 0 ? behind : behind.slice(0, end)).map((line) => line.trim()).filter((line) => line !== '');
}
