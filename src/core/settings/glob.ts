/**
 * Patterns of paths, matched in time that grows with the length of pattern and path alone. They come from files that may be
 * anybody's, and the regular expressions that such patterns are made into elsewhere can take hours: `*a*a*a*b` on a long name.
 * Out of scope: what the patterns are for (`lists`, `file-patterns`).
 */
import { alternativesOf } from '../../contract/patterns.ts';

export interface MatchOptions {
  /** Where the file system takes `Work` and `work` for one name. */
  readonly ignoreCase: boolean;
}

/** `[…]`: one of these signs, or none of them. */
interface OneOf {
  readonly not: boolean;
  readonly ranges: readonly (readonly [string, string])[];
}

/** A sign that is itself, or what stands for others. */
type Token = string | OneOf | typeof STAR | typeof ANY;
const STAR = Symbol('any number of signs');
const ANY = Symbol('any sign');

/**
 * One part of a path, by what its signs mean and as it stands; `**`: any number of parts. `plain`: the one other name that it
 * means, where none of its signs stands for others.
 */
type Part = { readonly tokens: readonly Token[]; readonly name: string; readonly plain?: string } | '**';

/** Whether a path, in parts, is what is meant; asked between two patterns whether there is time for the next. */
export type Matcher = (parts: readonly string[], goesOn?: () => boolean) => boolean;

/** Two forms in which one name may be written: macOS names files in another form than people type. */
export function folded(text: string, { ignoreCase }: MatchOptions): string {
  return (ignoreCase ? text.toLowerCase() : text).normalize('NFC');
}

/**
 * The parts of a path or pattern, without those that say nothing (`//`, `/./`, a slash at the end); `..` takes back a part. The first
 * one is empty where it begins at the root.
 */
export function partsOf(path: string): readonly string[] {
  const parts: string[] = [];
  for (const [index, part] of path.split('/').entries()) {
    if (index === 0 ? part === '.' : part === '' || part === '.') continue;
    const last = parts.at(-1);
    if (part === '..' && last === '') continue;
    if (part === '..' && last !== undefined && last !== '..' && last !== '**') parts.pop();
    else parts.push(part);
  }
  return parts;
}

/**
 * A matcher of a whole path, or of what lies in the folder that it is. Each part is taken for what its signs mean, and for
 * itself as it stands: `(old)`, `[old]` and `a\b` are names of folders, too.
 */
export function matcherOf(patterns: readonly (readonly string[])[], options: MatchOptions): Matcher {
  const matches = foldedMatcherOf(patterns, options);
  return (parts, goesOn) =>
    matches(
      parts.map((part) => folded(part, options)),
      goesOn,
    );
}

/** The same of parts that are `folded` already: for many matchers of one path. */
export function foldedMatcherOf(patterns: readonly (readonly string[])[], options: MatchOptions): Matcher {
  const wanted = patterns.map((parts) => [...parts.map((part) => partOf(part, options)), '**'] as const);
  return (path, goesOn = () => true) => {
    return wanted.some((pattern) => goesOn() && runs<Part, string>(pattern, path, (part) => part === '**', fitsPart));
  };
}

/** A matcher of one name that is `folded`, in which `/` is a sign like any other. */
export function foldedNameMatcher(pattern: string, options: MatchOptions): (name: string) => boolean {
  const wanted = [pattern, ...(alternativesOf(pattern) ?? [])].map((one) => partOf(one, options, 'name'));
  return (name) => wanted.some((one) => fitsPart(one, name));
}

/** Nearly all parts have none of these; the others are read sign by sign. */
const MEANS_MORE = /[\\*?[]/;

function partOf(part: string, options: MatchOptions, of: 'path' | 'name' = 'path'): Part {
  if (part === '**' && of === 'path') return part;
  const name = folded(part, options);
  if (!MEANS_MORE.test(name)) return { tokens: [], name, plain: name };
  const tokens = tokensOf(name);
  return tokens.every((token) => typeof token === 'string')
    ? { tokens, name, plain: tokens.join('') }
    : { tokens, name };
}

function fitsPart(part: Part, name: string): boolean {
  if (part === '**') return false;
  if (part.name === name || part.plain === name) return true;
  return part.plain === undefined && runs(part.tokens, [...name], (token) => token === STAR, fitsSign);
}

/**
 * Whether the items are what the pattern says. Of several stars only the last has to give way: what those before it took is
 * as good as any other choice, so nothing is tried twice over.
 */
function runs<P, T>(
  pattern: readonly P[],
  items: readonly T[],
  isStar: (one: P) => boolean,
  fits: (one: P, item: T) => boolean,
): boolean {
  let at = 0;
  let star = -1;
  let taken = 0;
  for (let item = 0; item < items.length; ) {
    const one = pattern[at];
    if (one !== undefined && isStar(one)) {
      star = at++;
      taken = item;
    } else if (one !== undefined && fits(one, items[item] as T)) {
      at++;
      item++;
    } else if (star >= 0) {
      at = star + 1;
      item = ++taken;
    } else return false;
  }
  return pattern.slice(at).every(isStar);
}

function fitsSign(token: Token, sign: string): boolean {
  if (typeof token === 'string') return token === sign;
  if (typeof token === 'symbol') return token === ANY;
  return token.ranges.some(([from, to]) => from <= sign && sign <= to) !== token.not;
}

function tokensOf(part: string): readonly Token[] {
  const signs = [...part];
  const tokens: Token[] = [];
  for (let at = 0; at < signs.length; at++) {
    const sign = signs[at] ?? '';
    const found = sign === '[' ? classAt(signs, at) : undefined;
    if (found !== undefined) {
      tokens.push(found.token);
      at = found.end;
    } else if (sign === '*') tokens.push(STAR);
    else if (sign === '?') tokens.push(ANY);
    else tokens.push(sign === '\\' && at + 1 < signs.length ? (signs[++at] ?? '') : sign);
  }
  return tokens;
}

/** `[a-z]`, `[!a]`, `[^a]`; a bracket that does not close is a sign. */
function classAt(signs: readonly string[], start: number): { readonly token: OneOf; readonly end: number } | undefined {
  const not = signs[start + 1] === '!' || signs[start + 1] === '^';
  const first = start + (not ? 2 : 1);
  const ranges: [string, string][] = [];
  for (let at = first; at < signs.length; at++) {
    // Right at the beginning it is one of the signs.
    if (signs[at] === ']' && at > first) return { token: { not, ranges }, end: at };
    if (signs[at] === '\\' && at + 1 < signs.length) at++;
    const from = signs[at] ?? '';
    const to = signs[at + 2];
    const isRange = signs[at + 1] === '-' && to !== undefined && to !== ']';
    ranges.push([from, isRange ? to : from]);
    if (isRange) at += 2;
  }
  return undefined;
}

/** The parts before the first in which a sign means something, as names; and the others as they stand. */
export function beginningOf(parts: readonly string[]): {
  readonly names: readonly string[];
  readonly rest: readonly string[];
} {
  const found = parts.findIndex(
    (part) => /[{}]/.test(part) || (MEANS_MORE.test(part) && tokensOf(part).some((token) => typeof token !== 'string')),
  );
  const count = found < 0 ? parts.length : found;
  const names = parts.slice(0, count).map((part) => (MEANS_MORE.test(part) ? tokensOf(part).join('') : part));
  return { names, rest: parts.slice(count) };
}

/** A name as a pattern that means it alone. */
export function quoted(name: string): string {
  return name.replace(/[\\*?[\]{},]/g, '\\$&');
}

/** The same of a path, of each of its names. */
export function quotedPath(path: string): string {
  return withSlashes(path).split('/').map(quoted).join('/');
}

/** Windows' own separators; elsewhere a backslash makes the next sign an ordinary one. */
export function withSlashes(path: string): string {
  return /^([A-Za-z]:\\|\\\\)/.test(path) ? path.replaceAll('\\', '/') : path;
}
