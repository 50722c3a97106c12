/**
 * Whether a text, such as a command or the title of a task, names only files that may be named. Words are looked at as they stand,
 * so what may name a hidden file in a way that is not understood is not told either. Pure; `MayName` asks the lists.
 */
import type { MayName } from '../omission/shown.ts';

/** Signs with which a shell names a file by other than its path: variables, substitutions, patterns, the home folder. */
const NAMES_OTHERWISE = /[$*?[\]{}~\\`]/;
/** Words of a text that is looked at, and words that one name may have. [?] ours */
const MOST_WORDS = 120;
const MOST_IN_NAME = 4;
/** Letters of flags before a value that stands behind them at once: `-Ifolder`, `-isystemfolder`. */
const MOST_OF_FLAG = 12;
/** What sets words apart besides spaces. */
const SIGNS = /[()=:,@'"`!#;|&<>[\]{}*^“”„«»]+/;
const AT_ENDS = /^['"“„«([]+|['"”»)\].,;:!?]+$/g;
/** Folders that a command goes to, one from the other; a command that goes further is not followed. [?] ours */
const MOST_GOINGS = 3;
const GOES_TO = /(?:\b(?:cd|pushd)|-C)\s+("[^"]+"|'[^']+'|[^\s;&|]+)/g;

/** The same of a command: one that names by other than paths is not told, as far as the signs tell. */
export function commandMayBeTold(command: string, cwd: string | undefined, mayName: MayName): boolean {
  if (NAMES_OTHERWISE.test(command)) return false;
  const goings = [...command.matchAll(GOES_TO)].map(([, target = '']) => target.replace(/^['"]|['"]$/g, ''));
  if (goings.length > MOST_GOINGS) return false;
  const targets: string[] = [];
  for (const one of goings) targets.push(one, ...targets.map((from) => `${from}/${one}`));
  return textMayBeTold(command, cwd, mayName, targets);
}

export function textMayBeTold(
  text: string,
  cwd: string | undefined,
  mayName: MayName,
  targets: readonly string[] = [],
): boolean {
  const words = text.split(/\s+/).filter((word) => word !== '');
  if (words.length > MOST_WORDS) return false;
  const runs = words.flatMap((_, at) =>
    Array.from({ length: MOST_IN_NAME }, (__, n) => words.slice(at, at + n + 1).join(' ')),
  );
  const names = [...runs, ...words.flatMap(piecesOf)].flatMap((name) => [name, name.replace(AT_ENDS, '')]);
  return [...new Set(names)].every(
    (name) => name === '' || (mayName(name, cwd) && targets.every((target) => mayName(`${target}/${name}`, cwd))),
  );
}

function piecesOf(word: string): string[] {
  // A shell puts what stands in quotes and beside them together.
  const pieces = [...word.split(SIGNS), word.replace(/['"]/g, '')].flatMap((one) => [one, one.replace(/^\/+/, '')]);
  if (!word.startsWith('-')) return pieces;
  const count = Math.min(MOST_OF_FLAG, word.length - 1);
  return [...pieces, ...Array.from({ length: count }, (_, n) => word.slice(n + 1))];
}
