/**
 * Changes one member of a JSON object in its text and leaves every other byte as it is: other tools' blocks, the order of the
 * keys, numbers that no number of JavaScript holds, keys that stand there twice, the way it is laid out. Reading it all and
 * writing it anew would keep none of these for certain. Pure.
 * Out of scope: whether the text is JSON (whoever calls has parsed it), and what the members mean.
 */

interface Member {
  readonly key: string;
  /** Where the key's own text begins and ends, and its value's. */
  readonly from: number;
  readonly keyTo: number;
  readonly valueFrom: number;
  readonly to: number;
}

/**
 * The text of an object with the member at `path` set to `value`, or gone where that is undefined. Objects on the way are made
 * where they are missing, and those that are empty afterwards are left. Of a key that stands there twice the last one counts,
 * as JSON is read; all of them go.
 */
export function withValue(text: string, path: readonly [string, ...string[]], value: unknown): string {
  const open = text.indexOf('{');
  const layout = layoutOf(text, membersOf(text, open)[0], open);
  return edited(text, open, path, value, layout, 1);
}

/**
 * A name that stands twice in the object that is the member `key` of the text, or in one inside it; `key` itself where that stands
 * twice. Undefined where none does: which of two counts, readers of JSON do not agree on.
 */
export function repeatedIn(text: string, key: string): string | undefined {
  const [block, second] = membersOf(text, text.indexOf('{')).filter((member) => member.key === key);
  if (second !== undefined) return key;
  return block === undefined ? undefined : repeatedAt(text, block.valueFrom, DEEPEST);
}

/** The same of the whole text, which is an object. */
export function repeated(text: string): string | undefined {
  return repeatedAt(text, text.indexOf('{'), DEEPEST);
}

/** Objects in objects that are looked into: the settings are three deep (`aliases`). */
const DEEPEST = 3;

function repeatedAt(text: string, open: number, deep: number): string | undefined {
  if (text[open] !== '{' || deep === 0) return undefined;
  const members = membersOf(text, open);
  const names = new Set<string>();
  for (const { key, valueFrom } of members) {
    if (names.has(key)) return key;
    names.add(key);
    const inner = repeatedAt(text, valueFrom, deep - 1);
    if (inner !== undefined) return inner;
  }
  return undefined;
}

/** How a text is laid out: what a step inwards is, none where all is on one line; and how its lines end. */
export interface Layout {
  readonly step: string | undefined;
  readonly lineEnd: string;
}

export function layoutOf(text: string, first: Member | undefined, open: number): Layout {
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  if (first === undefined) return { step: '  ', lineEnd };
  const lead = text.slice(open + 1, first.from);
  return { step: lead.includes('\n') ? lead.slice(lead.lastIndexOf('\n') + 1) : undefined, lineEnd };
}

/** `text` with the change made in the object that opens at `open`, which lies `depth` deep. */
function edited(
  text: string,
  open: number,
  [key, ...rest]: readonly [string, ...string[]],
  value: unknown,
  layout: Layout,
  depth: number,
): string {
  const inner = membersOf(text, open).findLast((member) => member.key === key)?.valueFrom;
  const [next, ...after] = rest;
  if (next === undefined)
    return value === undefined ? without(text, open, key) : put(text, open, key, value, layout, depth);
  if (inner !== undefined && text[inner] === '{')
    return edited(text, inner, [next, ...after], value, layout, depth + 1);
  if (value === undefined) return text;
  const nested = rest.reduceRight<unknown>((held, name) => ({ [name]: held }), value);
  return put(text, open, key, nested, layout, depth);
}

function put(text: string, open: number, key: string, value: unknown, layout: Layout, depth: number): string {
  const members = membersOf(text, open);
  const known = members.findLast((member) => member.key === key);
  const written = JSON.stringify(value, null, layout.step).split('\n').join(newLine(layout, depth));
  if (known !== undefined) return text.slice(0, known.valueFrom) + written + text.slice(known.to);
  const member = `${newLine(layout, depth)}${JSON.stringify(key)}${layout.step === undefined ? ':' : ': '}${written}`;
  const last = members.at(-1);
  if (last !== undefined) return `${text.slice(0, last.to)},${member}${text.slice(last.to)}`;
  return `${text.slice(0, open + 1)}${member}${newLine(layout, depth - 1)}${text.slice(text.indexOf('}', open))}`;
}

/** All members of a key go, each with the comma that would be left over. */
function without(text: string, open: number, key: string): string {
  const members = membersOf(text, open);
  const index = members.findIndex((member) => member.key === key);
  const [before, gone, after] = [members[index - 1], members[index], members[index + 1]];
  if (gone === undefined) return text;
  const [from, to] =
    before !== undefined
      ? [before.to, gone.to]
      : after !== undefined
        ? [gone.from, after.from]
        : [open + 1, text.indexOf('}', gone.to)];
  return without(text.slice(0, from) + text.slice(to), open, key);
}

export function newLine({ step, lineEnd }: Layout, depth: number): string {
  return step === undefined ? '' : lineEnd + step.repeat(depth);
}

/** The members of the object that opens at `open`. */
export function membersOf(text: string, open: number): readonly Member[] {
  const members: Member[] = [];
  let at = afterSpace(text, open + 1);
  while (text[at] === '"') {
    const from = at;
    const keyTo = afterValue(text, at);
    // Over the colon.
    const valueFrom = afterSpace(text, afterSpace(text, keyTo) + 1);
    const to = afterValue(text, valueFrom);
    members.push({ key: JSON.parse(text.slice(from, keyTo)), from, keyTo, valueFrom, to });
    at = afterSpace(text, to);
    if (text[at] === ',') at = afterSpace(text, at + 1);
  }
  return members;
}

/** Where the value that begins at `at` ends. */
export function afterValue(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; ) {
    const sign = text[at];
    if (sign === '"') at = afterString(text, at);
    else if (sign === '{' || sign === '[') {
      depth += 1;
      at += 1;
      continue;
    } else if (sign === '}' || sign === ']') {
      depth -= 1;
      at += 1;
    } else if (depth === 0) {
      // A number or a word.
      while (at < text.length && !/[\s,\]}]/.test(text[at] ?? '')) at += 1;
    } else {
      at += 1;
      continue;
    }
    if (depth === 0) return at;
  }
  return text.length;
}

function afterString(text: string, open: number): number {
  for (let at = open + 1; at < text.length; at++) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at + 1;
  }
  return text.length;
}

export function afterSpace(text: string, from: number): number {
  let at = from;
  while (/\s/.test(text[at] ?? '')) at += 1;
  return at;
}
