/**
 * One form for what is said in several: "names of tables are" as "table names are", "our package manager is pnpm" as "use pnpm", "after
 * a release, tag it" as "tag it after a release". Only where nothing else can be meant. Rules of ours [?]; English only.
 * Out of scope: words that say the same as another (`likeness-words`), and what is compared (`likeness`).
 */
import { isOneInAProject, kindsOf, shareKind } from './kinds.ts';
import { JOINING, PLACING, WHO } from './likeness-words.ts';
import { MEANS, TO_DO } from './matter-words.ts';
import type { Border, Piece } from './said-words.ts';

/** "Use pnpm, not npm, in tests" as "use pnpm in tests, not npm"; between two of one kind without a comma as well. */
export function withRejectionLast(words: readonly Piece[]): readonly Piece[] {
  const at = words.findIndex(({ said }) => said === 'not');
  const before = words[at - 1];
  const named = words[at + 1];
  if (at < 2 || before === undefined || named === undefined || words.lastIndexOf(words[at] as Piece) !== at)
    return words;
  const areKin = kindsOf(named.said).length > 0 && shareKind([before.said], [named.said]);
  if (before.border !== 1 && !areKin) return words;
  const end = words.findIndex((word, i) => i > at && (word.border > 0 || (areKin && i === at + 1)));
  const rest = words.slice(end + 1);
  if (end < 0 || end > at + 3 || words.slice(at + 1, end + 1).some(({ said }) => PLACING.has(said))) return words;
  if (rest.length === 0) return [...words.slice(0, at - 1), withBorder(before, 1), ...words.slice(at)];
  if (!PLACING.has(rest[0]?.said ?? '') || rest.slice(0, -1).some(({ border }) => border > 0)) return words;
  const moved = [...words.slice(0, at - 1), withBorder(before, 0), ...rest.map((word) => withBorder(word, 0))];
  return [...moved.slice(0, -1), withBorder(moved.at(-1) as Piece, 1), ...words.slice(at, end + 1)];
}

function withBorder(word: Piece, border: Border): Piece {
  return word.border === border ? word : { ...word, border };
}

/** Every memory of a project is about it: "here", "in this repo" at the end or at the front add nothing. */
export function withoutHere(words: readonly Piece[]): readonly Piece[] {
  const end = words.slice(-3).map(({ said }) => said);
  if (words.length > 1 && end.at(-1) === 'here') return words.slice(0, end.at(-2) === 'in' ? -2 : -1);
  if (words.length <= 3) return words;
  if (isHere(end)) return words.slice(0, -3);
  return isHere(words.slice(0, 3).map(({ said }) => said)) ? words.slice(3) : words;
}

function isHere([place = '', which = '', what = '']: readonly string[]): boolean {
  return (place === 'in' || place === 'for') && which === 'this' && WHO.has(what);
}

/** What has one of these before `of` is a part or a number of it. */
const PARTS: ReadonlySet<string> = new Set(
  'all most some many none one part half kind type number lot list copy use end start top out each any both rest majority'.split(
    ' ',
  ),
);

/** "All dates are" as "dates are", "names of tables are" as "table names are". */
export function withPlainSubject(words: readonly Piece[]): readonly Piece[] {
  const [first, second] = words;
  if (first?.said === 'all' && words.length > 2 && second?.said !== 'of') return withPlainSubject(words.slice(1));
  if (second?.said !== 'of' || first === undefined || PARTS.has(first.said)) return words;
  const is = words.findIndex(({ said }) => said === 'is');
  const whole = words.slice(2, is);
  const last = whole.at(-1);
  if (last === undefined || is > 5 || words.slice(0, is).some(isBound)) return words;
  return [...whole.slice(0, -1), { ...last, said: singular(last.said) }, first, ...words.slice(is)];
}

function isBound({ said, border }: Piece): boolean {
  return border > 0 || PLACING.has(said) || JOINING.has(said) || said === 'not';
}

const PLURALS = /(?:ss|us|is)$/;

/** A word of three letters and more without the `s` of a plural. */
export function singular(word: string): string {
  if (word.length < 4 || !word.endsWith('s') || PLURALS.test(word)) return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return /(?:ss|sh|ch|x)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1);
}

/** What one calls what there is one of: by its kind (`kinds`). */
const ROLES: ReadonlyMap<string, string> = new Map([
  ...['package manager', 'test runner', 'formatter', 'bundler', 'orm', 'web framework'].map(
    (role) => [role, role] as const,
  ),
  ...['linter', 'database', 'licence'].map((role) => [role, role] as const),
  ['license', 'licence'],
]);

/** "Our formatter is Biome", "Biome is our formatter" and "use Biome as formatter" in one form; "use" alone, where that can only mean it. */
export function withPlainRole(words: readonly Piece[]): readonly Piece[] {
  if (words.length < 3 || words.length > 5) return words;
  const [first, second] = words;
  const last = words.at(-1);
  if (first === undefined || second === undefined || last === undefined || words.slice(0, -1).some(isBetween))
    return words;
  if (words.at(-2)?.said === 'is') return roleOf(words, words.slice(0, -2), last);
  if (second.said === 'is') return roleOf(words, words.slice(2), first);
  return first.said === 'use' && words[2]?.said === 'as' ? roleOf(words, words.slice(3), second) : words;
}

function isBetween({ border, said }: Piece): boolean {
  return border > 0 || said === 'not';
}

function roleOf(words: readonly Piece[], role: readonly Piece[], value: Piece): readonly Piece[] {
  const kind = ROLES.get(role.map(({ said }) => said).join(' '));
  const kinds = kindsOf(value.said);
  if (kind === undefined || !kinds.includes(kind)) return words;
  const named = withBorder(value, 0);
  if (kinds.length === 1 && isOneInAProject(kind)) return [USE, named];
  return [...role.map((word) => withBorder(word, 0)), IS, named];
}

const USE: Piece = { said: 'use', raw: 'use', border: 0, opens: false };
const IS: Piece = { said: 'is', raw: 'is', border: 0, opens: false };

/** "When it is stuck, restart it" as "restart it when it is stuck"; undefined where there is more to it. */
export function withConditionLast(words: readonly Piece[]): readonly Piece[] | undefined {
  const first = words[0]?.said;
  if (first !== 'when' && first !== 'if') return undefined;
  const comma = words.findIndex(({ border }) => border > 0);
  const isPlain = words
    .slice(1)
    .every(({ said, border }, i) => !JOINING.has(said) && (border === 0 || i + 1 === comma || i + 2 === words.length));
  return isPlain && comma > 0 && comma < words.length - 1
    ? [...words.slice(comma + 1), ...words.slice(0, comma + 1)]
    : undefined;
}

/** Where behind a phrase in front somebody is told to do something; -1 where nobody is. */
export function toDoBehind(words: readonly Piece[]): number {
  return words.findIndex(
    ({ said, raw }, at) =>
      said === 'use' ||
      said === 'prefer' ||
      (at > 1 && raw.toLowerCase() === said && (TO_DO.has(said) || MEANS.has(said))),
  );
}
