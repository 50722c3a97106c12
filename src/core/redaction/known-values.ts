/**
 * Masks values that are known to be secret, wherever they stand and as they are usually written: as such, escaped for JSON,
 * percent-encoded, in base64 (also inside `user:password`), hex in the other case, broken over lines.
 * Out of scope: which values these are (`secret-values`).
 */
import { redactionMark } from './secret-rule.ts';
import type { SecretValues } from './secret-values.ts';

/** Below this a value counts only where it stands alone, not inside a longer word. [?] ours */
const ALONE_BELOW_CHARS = 12;
/** Shorter values are not looked for over the end of a line or of a text: words of two lines may make them. [?] ours */
export const MIN_BROKEN_CHARS = 16;
/** From nine bytes on, the part of the base64 form that does not depend on what stands around has ten signs. */
const MIN_BASE64_BYTES = 9;
/** The longest key is a few kilobytes. */
const MAX_BASE64_BYTES = 16 * 1024;

/** What a word is made of. Scripts that put no space between words do not extend one. */
const WORD_SIGN = /[\p{L}\p{N}]/u;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;
const BASE64_SIGN = /[A-Za-z0-9+/=_-]/;
const HEX = /^(?:[0-9a-f-]{12,}|[0-9A-F-]{12,})$/;
/** The end of a line inside a value: of a wrapped terminal, a quotation, a continued command. */
const LINE_BREAK = /[ \t]{0,80}\\?\r?\n[ \t]{0,80}(?:[>│|][ \t]{0,8}){0,8}/g;
const MARK = redactionMark('known-value');

interface Forms {
  /** Longest first. */
  readonly plain: readonly string[];
  /** Found inside a run of base64, all of which is masked. */
  readonly base64: readonly string[];
  /** Those that may be broken over lines. */
  readonly unspaced: readonly string[];
}
const formsOf = new WeakMap<SecretValues, Forms>();

/** The text without the known values, and how many were masked. */
export function maskKnownValues(text: string, secrets: SecretValues): { text: string; count: number } {
  if (secrets.values.length === 0 || text === '') return { text, count: 0 };
  const forms = formsOf.get(secrets) ?? makeForms(secrets);
  formsOf.set(secrets, forms);
  let out = text;
  let count = 0;
  const mask = (ranges: readonly Range[]): void => {
    out = withMarks(out, ranges);
    count += ranges.length;
  };
  for (const form of forms.plain) if (out.includes(form)) mask(plainRanges(out, form));
  for (const form of forms.base64) if (out.includes(form)) mask(base64Ranges(out, form));
  if (forms.unspaced.length > 0 && out.includes('\n')) mask(brokenRanges(out, forms.unspaced));
  return { text: out, count };
}

type Range = readonly [from: number, to: number];

function makeForms(secrets: SecretValues): Forms {
  const plain = new Set<string>();
  const base64 = new Set<string>();
  for (const value of secrets.values) {
    plain.add(value);
    plain.add(JSON.stringify(value).slice(1, -1));
    const encoded = encodeURIComponent(value.toWellFormed());
    plain.add(encoded);
    plain.add(encoded.replaceAll(/%[0-9A-F]{2}/g, (sign) => sign.toLowerCase()));
    plain.add(encoded.replaceAll('%20', '+'));
    if (HEX.test(value)) plain.add(value.toLowerCase()).add(value.toUpperCase());
    for (const form of base64Forms(value)) base64.add(form);
  }
  const longestFirst = [...plain].sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
  const unspaced = longestFirst.filter((form) => form.length >= MIN_BROKEN_CHARS && !/\s/.test(form));
  return { plain: longestFirst, base64: [...base64], unspaced };
}

/** What the base64 form has in common whatever stands before and behind: it depends on the place by threes. */
function base64Forms(value: string): string[] {
  const bytes = new TextEncoder().encode(value);
  if (bytes.length < MIN_BASE64_BYTES || bytes.length > MAX_BASE64_BYTES) return [];
  return [0, 1, 2].flatMap((before) => {
    const encoded = btoa(String.fromCharCode(...new Uint8Array(before), ...bytes));
    const from = Math.ceil((before * 8) / 6);
    const inner = encoded.slice(from, Math.floor(((before + bytes.length) * 8) / 6));
    return [inner, inner.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

function plainRanges(text: string, value: string): Range[] {
  const ranges: Range[] = [];
  for (let at = text.indexOf(value); at >= 0; ) {
    const end = at + value.length;
    const inWord = value.length < ALONE_BELOW_CHARS && (extendsWord(text[at - 1]) || extendsWord(text[end]));
    const taken = !inWord && !insideMark(text, at, end);
    if (taken) ranges.push([at, end]);
    at = text.indexOf(value, taken ? end : at + 1);
  }
  return ranges;
}

function extendsWord(sign: string | undefined): boolean {
  return sign !== undefined && WORD_SIGN.test(sign) && !UNSPACED.test(sign);
}

/** A mark may read like a value (`redacted`); it is none. */
function insideMark(text: string, from: number, to: number): boolean {
  const start = text.lastIndexOf('[redacted: ', from);
  if (start < 0 || from - start > 60) return false;
  const end = text.indexOf(']', start);
  return end >= to - 1;
}

function base64Ranges(text: string, form: string): Range[] {
  const ranges: Range[] = [];
  for (let at = text.indexOf(form); at >= 0; ) {
    let from = at;
    let to = at + form.length;
    while (from > 0 && BASE64_SIGN.test(text.charAt(from - 1))) from -= 1;
    while (to < text.length && BASE64_SIGN.test(text.charAt(to))) to += 1;
    ranges.push([from, to]);
    at = text.indexOf(form, to);
  }
  return ranges;
}

/** Values that go on in the next line: looked for in the text without its line ends. */
function brokenRanges(text: string, forms: readonly string[]): Range[] {
  const breaks: { at: number; skipped: number }[] = [];
  let skipped = 0;
  const joined = text.replace(LINE_BREAK, (gap: string, at: number) => {
    breaks.push({ at: at - skipped, skipped: skipped + gap.length });
    skipped += gap.length;
    return '';
  });
  const ranges: Range[] = [];
  for (const form of forms) {
    for (let at = joined.indexOf(form); at >= 0; at = joined.indexOf(form, at + form.length)) {
      const from = at + skippedBefore(breaks, at);
      const to = at + form.length - 1 + skippedBefore(breaks, at + form.length - 1) + 1;
      if (ranges.every(([start, end]) => to <= start || from >= end)) ranges.push([from, to]);
    }
  }
  return ranges.sort((a, b) => a[0] - b[0]);
}

function skippedBefore(breaks: readonly { at: number; skipped: number }[], at: number): number {
  let low = 0;
  let high = breaks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((breaks[middle]?.at ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? 0 : (breaks[low - 1]?.skipped ?? 0);
}

function withMarks(text: string, ranges: readonly Range[]): string {
  let out = '';
  let at = 0;
  for (const [from, to] of ranges) {
    out += text.slice(at, from) + MARK;
    at = to;
  }
  return out + text.slice(at);
}

/** How much of the end of one text and of the beginning of the next are a value that was split between them. */
export function splitValue(before: string, after: string, secrets: SecretValues): { head: number; tail: number } {
  for (const value of secrets.values) {
    if (value.length < MIN_BROKEN_CHARS || /\s/.test(value)) continue;
    for (let head = 1; head < value.length; head += 1) {
      if (!after.startsWith(value.slice(head)) || !before.endsWith(value.slice(0, head))) continue;
      return { head, tail: value.length - head };
    }
  }
  return { head: 0, tail: 0 };
}
