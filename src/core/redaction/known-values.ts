/**
 * Masks values that are known to be secret, wherever they stand and however they are written: as such, escaped for JSON, HTML and
 * addresses (also in part, also twice), in base64 and in hexadecimal, backwards, in another case or normal form, and set apart by
 * ends of lines, spaces, quotation marks and the like. Time: linear in the text, however many values there are.
 * Out of scope: which values these are (`secret-values`), how a text is read (`views`).
 */
import { FormIndex } from './form-index.ts';
import { redactionMark } from './secret-rule.ts';
import type { SecretValues } from './secret-values.ts';
import { lettersIn, lettersOf, placeOf, tightened, unescaped, type View } from './views.ts';

/** Below this a value counts only where it stands alone, not inside a longer word. [?] ours */
const ALONE_BELOW_CHARS = 12;
/** Fewer letters and digits are not looked for where they are set apart: the words of two lines may make them. [?] ours */
const MIN_APART_CHARS = 16;
/** Letters and digits together are made by chance less often. [?] ours */
const MIN_MIXED_CHARS = 12;
const MIXED = /(?=.*\p{N})(?=.*\p{L})/u;
/** From nine bytes on, the part of the base64 form that does not depend on what stands around has ten signs. */
const MIN_BASE64_BYTES = 9;
/** The longest key is a few kilobytes. */
const MAX_ENCODED_BYTES = 16 * 1024;
/** What is escaped four times, nobody reads any more. [?] ours */
const MAX_UNESCAPED = 3;

/** What a word is made of. Scripts that put no space between words do not extend one. */
const WORD_SIGN = /[\p{L}\p{N}]/u;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;
const BASE64_SIGN = /[A-Za-z0-9+/=_-]/;
const EDGE = /^([^\p{L}\p{N}]{0,200})(?:[\s\S]*[\p{L}\p{N}])?([^\p{L}\p{N}]*)$/u;
const MARK = redactionMark('known-value');
const MARK_START = '[redacted: ';
/** No mark is longer. */
const MARK_CHARS = 60;

/** What is known of a string that is looked for. `run`: all of the base64 around it is masked; `edges`: signs that belong to it. */
interface Form {
  readonly run: boolean;
  readonly edges?: readonly [before: string, behind: string];
}
const PLAIN: Form = { run: false };
const RUN: Form = { run: true };
const ASCII = /^[\u0000-\u007f]*$/;
const NORMAL = ['NFC', 'NFD', 'NFKC', 'NFKD'];

interface Forms {
  readonly exact: FormIndex<Form>;
  readonly letters: FormIndex<Form>;
  readonly tight: FormIndex<Form>;
}
const formsOf = new WeakMap<SecretValues, Forms>();

export type Range = readonly [from: number, to: number];

/** The text without the known values, and how many were masked. */
export function maskKnownValues(text: string, secrets: SecretValues): { text: string; count: number } {
  const ranges = knownRanges(text, secrets);
  return ranges.length === 0 ? { text, count: 0 } : { text: withMarks(text, ranges), count: ranges.length };
}

/** Where known values stand, in order; those that overlap are one. */
export function knownRanges(text: string, secrets: SecretValues): Range[] {
  if (secrets.values.length === 0 || text === '') return [];
  const forms = formsOf.get(secrets) ?? makeForms(secrets);
  formsOf.set(secrets, forms);
  const ranges: Range[] = [];
  let run: Range = [0, 0];
  const look = (index: FormIndex<Form>, view: View, alone: boolean): void =>
    index.find(view.text, (from, to, form) => {
      if (alone && !form.run && to - from < ALONE_BELOW_CHARS && inWord(view.text, from, to)) return;
      const place = placeOf(view, from, to);
      if (form.run && (place[0] < run[0] || place[1] > run[1])) run = runAround(text, place);
      const whole = form.run ? run : withEdges(text, place, form.edges);
      if (!insideMark(text, whole)) ranges.push(whole);
    });
  const raw: View = { text };
  let view = raw;
  look(forms.exact, view, true);
  for (let n = 0; n < MAX_UNESCAPED; n += 1) {
    const next = unescaped(view);
    if (next === undefined) break;
    view = next;
    look(forms.exact, view, true);
  }
  for (const one of new Set([raw, view])) {
    if (forms.letters.size > 0) look(forms.letters, lettersOf(one), false);
    if (forms.tight.size > 0) look(forms.tight, tightened(one), false);
  }
  return merged(ranges);
}

function makeForms(secrets: SecretValues): Forms {
  const exact = new Map<string, Form>();
  const letters = new Map<string, Form>();
  const tight = new Map<string, Form>();
  const put = (to: Map<string, Form>, text: string, form: Form): void => {
    if (!to.has(text)) to.set(text, form);
  };
  for (const value of secrets.values) {
    const readings = readingsOf(value.toWellFormed());
    for (const reading of new Set([value, ...readings])) {
      put(exact, reading, PLAIN);
      if (!ASCII.test(reading)) for (const form of NORMAL) put(exact, reading.normalize(form), PLAIN);
      put(exact, reading.replaceAll(' ', '+'), PLAIN);
      put(exact, JSON.stringify(reading).slice(1, -1), PLAIN);
      const edges = edgesOf(reading);
      const apart = lettersIn(reading);
      if (isLongEnough(apart)) {
        put(letters, apart, { run: false, edges });
        put(letters, [...apart].reverse().join(''), { run: false, edges: backwards(edges) });
      } else {
        const close = tightened({ text: reading }).text;
        if (close.length >= MIN_APART_CHARS) put(tight, close, { run: false, edges });
      }
    }
    const bytes = new TextEncoder().encode(value);
    if (bytes.length > MAX_ENCODED_BYTES) continue;
    const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
    if (hex.length >= MIN_APART_CHARS) put(letters, hex, PLAIN);
    for (const form of base64Forms(bytes)) {
      const apart = lettersIn(form);
      if (apart.length >= MIN_APART_CHARS) put(letters, apart, RUN);
      else for (const same of [form, form.replaceAll('+', '-').replaceAll('/', '_')]) put(exact, same, RUN);
    }
  }
  return { exact: new FormIndex(exact), letters: new FormIndex(letters), tight: new FormIndex(tight) };
}

/** A value, and what it means where it holds escapes itself. */
function readingsOf(value: string): string[] {
  const readings = [value];
  let view: View = { text: value };
  for (let n = 0; n < MAX_UNESCAPED; n += 1) {
    const next = unescaped(view);
    if (next === undefined) break;
    view = { text: next.text };
    readings.push(next.text);
  }
  return readings;
}

function isLongEnough(letters: string): boolean {
  return letters.length >= MIN_APART_CHARS || (letters.length >= MIN_MIXED_CHARS && MIXED.test(letters));
}

function edgesOf(value: string): readonly [string, string] {
  const [, before = '', behind = ''] = EDGE.exec(value) ?? [];
  return [before, behind];
}

function backwards([before, behind]: readonly [string, string]): readonly [string, string] {
  return [[...behind].reverse().join(''), [...before].reverse().join('')];
}

/** What the base64 form has in common whatever stands before and behind: it depends on the place by threes. */
function base64Forms(bytes: Uint8Array): string[] {
  if (bytes.length < MIN_BASE64_BYTES) return [];
  return [0, 1, 2].map((before) => {
    const encoded = btoa(String.fromCharCode(...new Uint8Array(before), ...bytes));
    const from = Math.ceil((before * 8) / 6);
    return encoded.slice(from, Math.floor(((before + bytes.length) * 8) / 6));
  });
}

function inWord(text: string, from: number, to: number): boolean {
  return extendsWord(text[from - 1]) || extendsWord(text[to]);
}

function extendsWord(sign: string | undefined): boolean {
  return sign !== undefined && WORD_SIGN.test(sign) && !UNSPACED.test(sign);
}

/** A mark may read like a value (`redacted`); it is none. */
function insideMark(text: string, [from, to]: Range): boolean {
  const near = text.slice(Math.max(0, from - MARK_CHARS), from + MARK_START.length);
  const start = near.lastIndexOf(MARK_START);
  if (start < 0) return false;
  const end = text.slice(0, to + MARK_CHARS).indexOf(']', Math.max(0, from - MARK_CHARS) + start);
  return end >= to - 1;
}

function runAround(text: string, [first, last]: Range): Range {
  let from = first;
  let to = last;
  while (from > 0 && BASE64_SIGN.test(text.charAt(from - 1))) from -= 1;
  while (to < text.length && BASE64_SIGN.test(text.charAt(to))) to += 1;
  return [from, to];
}

function withEdges(text: string, [from, to]: Range, edges: Form['edges']): Range {
  if (edges === undefined) return [from, to];
  const before = text.endsWith(edges[0], from) ? edges[0].length : 0;
  const behind = text.startsWith(edges[1], to) ? edges[1].length : 0;
  return [from - before, to + behind];
}

function merged(ranges: readonly Range[]): Range[] {
  const out: Range[] = [];
  for (const [from, to] of [...ranges].sort((a, b) => a[0] - b[0] || b[1] - a[1])) {
    const last = out.at(-1);
    if (last === undefined || from >= last[1]) out.push([from, to]);
    else if (to > last[1]) out[out.length - 1] = [last[0], to];
  }
  return out;
}

/** The text with a mark in place of each range. */
export function withMarks(text: string, ranges: readonly Range[], mark: string = MARK): string {
  let out = '';
  let at = 0;
  for (const [from, to] of ranges) {
    out += text.slice(at, from) + mark;
    at = to;
  }
  return out + text.slice(at);
}
