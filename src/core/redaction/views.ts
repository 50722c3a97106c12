/**
 * Other readings of a text, sign by sign with the place where each stands: what escapes mean, and what is left without the signs
 * that may be put between the parts of a value. Out of scope: what is looked for in them (`known-values`).
 */

/** A text that was made of another one: the n-th unit stands for `from[n]` to `to[n]` there. */
export interface View {
  readonly text: string;
  /** Absent where the view is the text itself. */
  readonly places?: { readonly from: Int32Array; readonly to: Int32Array };
}

/** Stands in a view for a mark: nothing that is looked for goes over it. */
const BARRIER = '\u0000';
const MARK = /\[redacted: [a-z0-9-]{1,40}\]/y;
/** Signs that show nothing. */
const UNSEEN = '[\\u00AD\\u200B-\\u200F\\u2060-\\u2064\\uFE00-\\uFE0F\\uFEFF]';
/** HTML, JSON and programs, addresses, markup inside a word; all of them bounded. */
const ESCAPE = new RegExp(
  [
    '&(?:#x[0-9a-f]{1,8}|#\\d{1,8}|[a-z]{2,8});?',
    '%[0-7][0-9a-f]|%[cd][0-9a-f]%[89ab][0-9a-f]|%e[0-9a-f](?:%[89ab][0-9a-f]){2}|%f[0-4](?:%[89ab][0-9a-f]){3}',
    '\\\\u[0-9a-f]{4}|\\\\u\\{[0-9a-f]{1,6}\\}|\\\\x[0-9a-f]{2}|\\\\[nrtbf]|\\\\[^\\s\\w]',
    '</?(?:wbr|br|b|i|u|em|strong|span|code)(?: [^<>]{0,80})?/?>',
    UNSEEN,
  ].join('|'),
  'gi',
);
const HAS_ESCAPE = new RegExp(`[&%\\\\<]|${UNSEEN}`);
const ENTITIES: ReadonlyMap<string, string> = new Map(
  'amp& lt< gt> quot" apos\' sol/ bsol\\ num# equals= plus+ excl! colon: semi; lpar( rpar) lsqb[ lbrack[ rsqb] rbrack] lcub{ lbrace{ rcub} rbrace} period. comma, dollar$ percnt% ast* commat@ lowbar_ hat^ grave` verbar| vert| hyphen- dash- quest? nbsp\u00A0'
    .split(' ')
    .map((entity) => [entity.slice(0, -1), entity.slice(-1)]),
);
const CONTROLS: ReadonlyMap<string, string> = new Map(Object.entries({ n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }));

/** The view with its escapes read once; undefined where there are none. What was escaped twice is read twice. */
export function unescaped(view: View): View | undefined {
  if (!HAS_ESCAPE.test(view.text)) return undefined;
  const out = new Builder(view);
  let at = 0;
  for (const found of view.text.matchAll(ESCAPE)) {
    const meant = meaningOf(found[0]);
    if (meant === undefined) continue;
    out.copy(at, found.index);
    out.put(meant, found.index, found.index + found[0].length);
    at = found.index + found[0].length;
  }
  if (at === 0) return undefined;
  out.copy(at, view.text.length);
  return out.view();
}

function meaningOf(written: string): string | undefined {
  if (written.startsWith('&')) {
    const name = written.slice(1).replace(/;$/, '').toLowerCase();
    if (!name.startsWith('#')) return ENTITIES.get(name);
    return charOf(name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10));
  }
  if (written.startsWith('%')) return percentDecoded(written);
  if (!written.startsWith('\\')) return '';
  const digits = /^\\[ux]\{?([0-9a-f]+)\}?$/i.exec(written)?.[1];
  return digits === undefined
    ? (CONTROLS.get(written.slice(1).toLowerCase()) ?? written.slice(1))
    : charOf(Number.parseInt(digits, 16));
}

function charOf(code: number): string | undefined {
  return code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}

/** As a whole where it can be read, else as it is. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}

/** Letters and digits alone, without accents, in lower case: however they are set apart, and in whatever case. */
export function lettersOf(view: View): View {
  return squeezed(view, (sign) => folded(sign));
}

const BETWEEN = /[\s"'`+\\>|│]/;
/** Everything but white space and what joins the parts of a text in programs, consoles and quotations. */
export function tightened(view: View): View {
  return squeezed(view, (sign) => (BETWEEN.test(sign) ? '' : sign));
}

function folded(sign: string): string {
  const code = sign.charCodeAt(0);
  if (code < 128) return /[a-z0-9]/.test(sign) ? sign : /[A-Z]/.test(sign) ? sign.toLowerCase() : '';
  return sign
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

function squeezed(view: View, meaning: (sign: string) => string): View {
  const { text } = view;
  const out = new Builder(view);
  const ascii = Array.from({ length: 128 }, (_, code) => meaning(String.fromCharCode(code)));
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at);
    if (code === 0x5b) {
      MARK.lastIndex = at;
      if (MARK.test(text)) {
        out.put(BARRIER, at, MARK.lastIndex);
        at = MARK.lastIndex;
        continue;
      }
    }
    const sign = code < 128 ? text.charAt(at) : String.fromCodePoint(text.codePointAt(at) ?? code);
    out.put(code < 128 ? (ascii[code] ?? '') : meaning(sign), at, at + sign.length);
    at += sign.length;
  }
  return out.view();
}

/** Where a range of a view stands in the text that it was made of. */
export function placeOf(view: View, from: number, to: number): readonly [from: number, to: number] {
  if (view.places === undefined) return [from, to];
  return [view.places.from[from] ?? 0, view.places.to[to - 1] ?? 0];
}

class Builder {
  readonly #source: View;
  readonly #pieces: string[] = [];
  #from: Int32Array;
  #to: Int32Array;
  #length = 0;

  constructor(source: View) {
    this.#source = source;
    this.#from = new Int32Array(source.text.length + 16);
    this.#to = new Int32Array(source.text.length + 16);
  }

  /** `text` in place of a range of the source. */
  put(text: string, from: number, to: number): void {
    if (text === '') return;
    this.#grow(text.length);
    this.#pieces.push(text);
    const [first, last] = placeOf(this.#source, from, to);
    for (let n = 0; n < text.length; n += 1) {
      this.#from[this.#length] = first;
      this.#to[this.#length] = last;
      this.#length += 1;
    }
  }

  /** A range of the source as it is. */
  copy(from: number, to: number): void {
    if (to <= from) return;
    this.#grow(to - from);
    this.#pieces.push(this.#source.text.slice(from, to));
    const { places } = this.#source;
    for (let at = from; at < to; at += 1) {
      this.#from[this.#length] = places?.from[at] ?? at;
      this.#to[this.#length] = places?.to[at] ?? at + 1;
      this.#length += 1;
    }
  }

  view(): View {
    return { text: this.#pieces.join(''), places: { from: this.#from, to: this.#to } };
  }

  /** Few signs are longer than what they are made of; those that are must fit as well. */
  #grow(more: number): void {
    if (this.#length + more <= this.#from.length) return;
    const size = 2 * (this.#length + more);
    const from = new Int32Array(size);
    const to = new Int32Array(size);
    from.set(this.#from);
    to.set(this.#to);
    this.#from = from;
    this.#to = to;
  }
}
