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
  'iy',
);
const IS_UNSEEN = new RegExp(UNSEEN);
const ENTITIES: ReadonlyMap<string, string> = new Map(
  'amp& lt< gt> quot" apos\' sol/ bsol\\ num# equals= plus+ excl! colon: semi; lpar( rpar) lsqb[ lbrack[ rsqb] rbrack] lcub{ lbrace{ rcub} rbrace} period. comma, dollar$ percnt% ast* commat@ lowbar_ hat^ grave` verbar| vert| hyphen- dash- quest? nbsp\u00A0'
    .split(' ')
    .map((entity) => [entity.slice(0, -1), entity.slice(-1)]),
);
const CONTROLS: ReadonlyMap<string, string> = new Map(Object.entries({ n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }));

/** The view with its escapes read once; undefined where there are none. What was escaped twice is read twice. */
export function unescaped(view: View): View | undefined {
  const { text } = view;
  let out: Builder | undefined;
  let done = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (!mayBeEscape(text.charCodeAt(at))) continue;
    ESCAPE.lastIndex = at;
    const [written] = ESCAPE.exec(text) ?? [];
    const meant = written === undefined ? undefined : meaningOf(written);
    if (written === undefined || meant === undefined) continue;
    out ??= new Builder(view);
    out.copy(done, at);
    out.put(meant, at, at + written.length);
    done = at + written.length;
    at = done - 1;
  }
  out?.copy(done, text.length);
  return out?.view();
}

/** `&`, `%`, `\`, `<`, and signs that show nothing. */
function mayBeEscape(code: number): boolean {
  if (code < 128) return code === 0x26 || code === 0x25 || code === 0x5c || code === 0x3c;
  return (code === 0xad || code >= 0x200b) && code < 0xff00 && IS_UNSEEN.test(String.fromCharCode(code));
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

/** What becomes of each sign: a table for the first 128, where 0 drops it, and a function for the others. */
interface Squeeze {
  readonly ascii: Uint16Array;
  readonly other: (sign: string) => string;
}
const BETWEEN = /[\s"'`+\\>|│]/;
const LETTERS: Squeeze = {
  ascii: tableOf((sign) => (/[A-Za-z0-9]/.test(sign) ? sign.toLowerCase() : '')),
  other: (sign) =>
    sign
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, ''),
};
const TIGHT: Squeeze = {
  ascii: tableOf((sign) => (BETWEEN.test(sign) ? '' : sign)),
  other: (sign) => (BETWEEN.test(sign) ? '' : sign),
};

function tableOf(meaning: (sign: string) => string): Uint16Array {
  return Uint16Array.from({ length: 128 }, (_, code) => meaning(String.fromCharCode(code)).charCodeAt(0) || 0);
}

/** Letters and digits alone, without accents, in lower case: however they are set apart, and in whatever case. */
export function lettersOf(view: View): View {
  return squeezed(view, LETTERS);
}

/** The same of a short text, where no places are asked for. */
export function lettersIn(text: string): string {
  return text.replace(/[^a-z0-9]/gu, (sign) => {
    const code = sign.charCodeAt(0);
    return code < 128 ? String.fromCharCode(LETTERS.ascii[code] ?? 0).replace('\0', '') : LETTERS.other(sign);
  });
}

/** Everything but white space and what joins the parts of a text in programs, consoles and quotations. */
export function tightened(view: View): View {
  return squeezed(view, TIGHT);
}

function squeezed(view: View, { ascii, other }: Squeeze): View {
  const { text } = view;
  const out = new Builder(view);
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
    if (code < 128) {
      const meant = ascii[code];
      if (meant !== undefined && meant !== 0) out.unit(meant, at);
      at += 1;
    } else {
      const sign = String.fromCodePoint(text.codePointAt(at) ?? code);
      out.put(other(sign), at, at + sign.length);
      at += sign.length;
    }
  }
  return out.view();
}

/** Where a range of a view stands in the text that it was made of. */
export function placeOf(view: View, from: number, to: number): readonly [from: number, to: number] {
  if (view.places === undefined) return [from, to];
  return [view.places.from[from] ?? 0, view.places.to[to - 1] ?? 0];
}

const UTF16 = new TextDecoder('utf-16le', { ignoreBOM: true });

class Builder {
  readonly #source: View;
  #units: Uint16Array;
  #from: Int32Array;
  #to: Int32Array;
  #length = 0;

  constructor(source: View) {
    const size = source.text.length + 16;
    this.#source = source;
    this.#units = new Uint16Array(size);
    this.#from = new Int32Array(size);
    this.#to = new Int32Array(size);
  }

  /** One unit in place of one of the source. */
  unit(code: number, at: number): void {
    if (this.#length === this.#units.length) this.#grow(1);
    const { places } = this.#source;
    this.#units[this.#length] = code;
    this.#from[this.#length] = places === undefined ? at : (places.from[at] ?? 0);
    this.#to[this.#length] = places === undefined ? at + 1 : (places.to[at] ?? 0);
    this.#length += 1;
  }

  /** `text` in place of a range of the source. */
  put(text: string, from: number, to: number): void {
    if (text === '') return;
    if (this.#length + text.length > this.#units.length) this.#grow(text.length);
    const [first, last] = placeOf(this.#source, from, to);
    for (let n = 0; n < text.length; n += 1) {
      this.#units[this.#length] = text.charCodeAt(n);
      this.#from[this.#length] = first;
      this.#to[this.#length] = last;
      this.#length += 1;
    }
  }

  /** A range of the source as it is. */
  copy(from: number, to: number): void {
    const { text } = this.#source;
    for (let at = from; at < to; at += 1) this.unit(text.charCodeAt(at), at);
  }

  view(): View {
    return {
      text: UTF16.decode(this.#units.subarray(0, this.#length)),
      places: { from: this.#from, to: this.#to },
    };
  }

  /** Few signs are longer than what they are made of; those that are must fit as well. */
  #grow(more: number): void {
    const size = 2 * (this.#length + more);
    const units = new Uint16Array(size);
    const from = new Int32Array(size);
    const to = new Int32Array(size);
    units.set(this.#units);
    from.set(this.#from);
    to.set(this.#to);
    this.#units = units;
    this.#from = from;
    this.#to = to;
  }
}
