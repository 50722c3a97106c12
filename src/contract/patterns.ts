/**
 * What a pattern of a settings file may be: `*`, `**`, `?`, `[…]`, `{a,b}` and `\` mean what they mean in a shell, every other
 * sign is itself. Out of scope: what a pattern matches (`core/settings/glob`).
 */

/** Each `{a,b}` multiplies the patterns that stand in one; more of them would take time at every path. [?] ours */
export const MOST_ALTERNATIVES = 256;
/** Of a whole list, braces written out: each of them is looked up and matched in the second that the end of a session has. [?] ours */
export const MOST_OF_A_LIST = 1_000;
/** Signs of a whole list, braces written out: a thousand long paths have half of that. [?] ours */
const MOST_SIGNS = 200_000;

/**
 * Whether a text can be a pattern: not nothing at all, no characters that nobody sees, and no `!` in front of a name, which elsewhere
 * takes back what other patterns say.
 */
export function isPattern(text: string): boolean {
  return /\S/.test(text) && !/(?:^|\/)\s*!/.test(text) && !/[\u0000-\u001f\u007f\u200b-\u200f\u2060\ufeff]/.test(text);
}

/**
 * Whether a pattern can mean a folder. `../x` and `.` mean another one in each folder, `~ann`, `$WORK` and `%WORK%` are spelt out by
 * shells alone (`$HOME` in front is known here), quotes belong to them too, and an address is no path unless it is a file's.
 */
export function isFolderPattern(text: string): boolean {
  return everyWay(text, (way) => {
    const isElsewhere = /^\.\.?(?:[\\/]|$)/.test(way) || /\*.*[\\/]\.\.(?:[\\/]|$)/.test(way);
    const rest = way.replace(/^\$(?:HOME|\{HOME\})(?=\/|$)/, '~');
    const isShells =
      /^~(?!\/|$)/.test(rest) ||
      /^%\w+%/.test(rest) ||
      /(?:^|[\\/])\$\{?[A-Za-z_]\w*\}?(?![.\w])/.test(rest) ||
      /^(["']).*\1$/.test(rest);
    const isAddress = /^[a-z][a-z0-9+.-]+:\/\//i.test(way) && !/^file:\/\/(?:localhost)?\//i.test(way);
    return !isElsewhere && !isShells && !isAddress;
  });
}

/** Whether a pattern can mean the id of a project: ids have no spaces in them, and something besides `/`. */
export function isProjectPattern(text: string): boolean {
  return everyWay(text, (way) => !/\s/.test(way) && /[^/:]/.test(way.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')));
}

/** Of each that it stands for, braces written out; where those are too many it is no pattern anyway (`areFew`). */
function everyWay(text: string, holds: (way: string) => boolean): boolean {
  return isPattern(text) && (alternativesOf(text) ?? []).every((way) => isPattern(way) && holds(way.trim()));
}

/** What can be wrong with a pattern of files, and with the lists of folders and projects, in words. */
export const NO_PATTERN = 'one that is empty, begins with ! (write \\! for the sign) or stands for too many';
export const NO_LISTS =
  'is no list of paths and projects, or has too many patterns, or one that can mean no folder or no project: empty, with ! ' +
  '(write \\! for the sign), .., ~name or a variable other than $HOME, a folder that is in quotes or an address, a project with spaces';

/** Whether a list can be matched in the time and space that a hook has. */
export function areFew(patterns: readonly string[]): boolean {
  let [count, signs] = [0, 0];
  return patterns.every((pattern) => {
    const all = alternativesOf(pattern);
    for (const { length } of all ?? []) signs += length;
    count += all?.length ?? 0;
    return all !== undefined && count <= MOST_OF_A_LIST && signs <= MOST_SIGNS;
  });
}

/** The patterns without braces that one with braces stands for; undefined where there are too many. */
export function alternativesOf(pattern: string): readonly string[] | undefined {
  if (!pattern.includes('{')) return [pattern];
  const done = new Set<string>();
  const open = [pattern];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    const braces = firstBraces(one);
    if (braces === undefined) done.add(one);
    else {
      const [from, ...stops] = braces;
      const to = stops.at(-1) ?? from;
      const before = one.slice(0, from);
      const after = one.slice(to + 1);
      // Backwards, so that the first comes off the pile first.
      for (let n = stops.length - 1; n >= 0; n--)
        open.push(before + one.slice((stops[n - 1] ?? from) + 1, stops[n]) + after);
    }
    if (done.size + open.length > MOST_ALTERNATIVES) return undefined;
  }
  return [...done];
}

/** Where the first braces with a comma in them open, where their commas are, and where they close. Without a comma they are signs. */
function firstBraces(pattern: string): readonly [number, ...number[]] | undefined {
  const open: [number, ...number[]][] = [];
  let first: readonly [number, ...number[]] | undefined;
  for (let at = 0; at < pattern.length; at++) {
    const sign = pattern[at];
    if (sign === '\\') at++;
    else if (sign === '{') open.push([at]);
    else if (sign === ',') open.at(-1)?.push(at);
    else if (sign === '}') {
      const closed = open.pop();
      closed?.push(at);
      if (closed !== undefined && closed.length > 2 && (first === undefined || closed[0] < first[0])) first = closed;
    }
  }
  return first;
}
