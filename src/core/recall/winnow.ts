/**
 * Which statement stands where several say the same, and where they exclude each other (design §4): each thing once, and of one
 * subject the newest word. Pure, and independent of the order in which statements come. Out of scope: what is alike (`likeness`),
 * and what has one value (`subjects`).
 */
import type { MemoryType } from '../../contract/memory.ts';
import { alike, saysMore, type Told, told } from './likeness.ts';
import type { Lexicon } from './said-words.ts';
import { sketcher } from './sketch.ts';
import { type Claim, claimsOf, excludes } from './subjects.ts';

export interface Statement {
  /** One line, harmless, without the prefix of a pin. */
  readonly line: string;
  /** Absent for a pin of no type that we know. */
  readonly type: MemoryType | undefined;
  /** Milliseconds; -Infinity without a date. */
  readonly at: number;
  /** The last word where everything else is equal. */
  readonly id: string;
  /** Said of one project, not of the person in general. */
  readonly inProject: boolean;
  readonly pinned: boolean;
  readonly underAlias: boolean;
  /** Is in the requests of this session already. */
  readonly given: boolean;
  /** Said just now, and no memory yet. */
  readonly justNow: boolean;
  /** Where it holds, when that is a branch that is not merged. Only asked where it matters. */
  readonly onBranch: () => string | undefined;
}

export interface Standing<S> {
  readonly statement: S;
  /** What a newer word adds to it, such as `was Fly.io`. */
  readonly note?: string;
}

/** The statements that stand, in no order that means anything; those that were given have done so before, and are not among them. */
export function winnowed<S extends Statement>(statements: readonly S[]): readonly Standing<S>[] {
  const lexicon: Lexicon = new Map();
  const { alone, read } = divided(statements, lexicon);
  const groups = [...read.values()].flatMap((same) => (same.length === 1 ? same : withoutPoorer(merged(same))));
  settle(groups);
  const standing: Standing<S>[] = [];
  for (const statement of alone) if (!statement.given) standing.push({ statement });
  for (const { first, outdated, note } of groups)
    if (!first.given && !outdated) standing.push({ statement: first, ...(note === undefined ? {} : { note }) });
  return standing;
}

/** Those that no other is like, and the others by what they say. */
function divided<S extends Statement>(statements: readonly S[], lexicon: Lexicon) {
  const sketch = sketcher(lexicon);
  const read = new Map<string, Group<S>[]>();
  const readOne = (statement: S): Told => {
    const all = told(statement.line, lexicon, !statement.inProject);
    const group = { first: statement, told: all, at: statement.at, outdated: false, note: undefined };
    const same = read.get(all.key);
    if (same === undefined) read.set(all.key, [group]);
    else same.push(group);
    return all;
  };
  const sketches = statements.map(({ line }) => sketch(line));
  /** How many there are of a sketch; what was given up is looked for as if another spoke of it. */
  const many = new Map<number | string, number>();
  const count = (like: number | string) => many.set(like, (many.get(like) ?? 0) + 1);
  for (const [at, { like, clause, isTelling }] of sketches.entries()) {
    count(like);
    if (clause !== like) count(clause);
    const statement = statements[at];
    if (!isTelling || statement === undefined) continue;
    for (const { subject, onlyEnds } of claimsOf(readOne(statement)))
      if (onlyEnds === true) count(sketch(subject.slice(2)).like);
  }
  const alone: S[] = [];
  const isMany = (like: number | string) => (many.get(like) ?? 0) > 1;
  for (const [at, { like, clause, isTelling }] of sketches.entries()) {
    const statement = statements[at];
    if (isTelling || statement === undefined) continue;
    if (isMany(like) || isMany(clause)) readOne(statement);
    else alone.push(statement);
  }
  return { alone, read };
}

/** Statements that say the same, by the one that stands for them. */
interface Group<S> {
  readonly first: S;
  readonly told: Told;
  /** When it was last said. */
  at: number;
  outdated: boolean;
  note: string | undefined;
}

/** More that say nearly the same are not compared one by one: only an attack has as many. */
const MAX_VARIANTS = 64;

/** Each by the first that says the same. */
function merged<S extends Statement>(same: Group<S>[]): Group<S>[] {
  const kept: Group<S>[] = [];
  const exact = new Map<string, Group<S>>();
  for (const group of same.sort((a, b) => byRank(a.first, b.first))) {
    const form = `${group.told.cased}\n${group.told.reason}\n${group.told.rejects}`;
    const reasonsCount = isFact(group.first);
    const like =
      exact.get(form) ??
      kept.slice(0, MAX_VARIANTS).find((one) => alike(one.told, group.told, reasonsCount || isFact(one.first)));
    if (like !== undefined) {
      like.at = Math.max(like.at, group.at);
      continue;
    }
    exact.set(form, group);
    kept.push(group);
  }
  return kept;
}

/** Without those of which another says all, and more, and that nobody pinned. */
function withoutPoorer<S extends Statement>(groups: readonly Group<S>[]): readonly Group<S>[] {
  const compared = groups.slice(0, MAX_VARIANTS);
  return groups.filter((poorer) => {
    const richer = compared.find((one) => saysMore(one.told, poorer.told) && mayStandFor(one.first, poorer.first));
    if (richer !== undefined) richer.at = Math.max(richer.at, poorer.at);
    return richer === undefined;
  });
}

function mayStandFor(richer: Statement, poorer: Statement): boolean {
  if (poorer.given) return true;
  return (
    (richer.pinned || !poorer.pinned) &&
    (!richer.underAlias || poorer.underAlias) &&
    !(richer.justNow && !poorer.justNow) &&
    (richer.onBranch() === undefined || richer.onBranch() === poorer.onBranch())
  );
}

/** A reason is part of what an insight says; in a decision it only stands behind it. */
function isFact({ type }: Statement): boolean {
  return type === 'insight' || type === 'runbook';
}

const MS_A_DAY = 86_400_000;

/**
 * Of two that say the same: what was given is not new, a memory stands before what was said just now, a pin before none, today's id
 * before an alias, what holds here before what holds on another branch; then the newer day, and of one day the more telling.
 */
function byRank(one: Statement, other: Statement): number {
  return (
    Number(other.given) - Number(one.given) ||
    Number(one.justNow) - Number(other.justNow) ||
    Number(other.pinned) - Number(one.pinned) ||
    Number(one.underAlias) - Number(other.underAlias) ||
    Number(one.onBranch() !== undefined) - Number(other.onBranch() !== undefined) ||
    descending(Math.floor(one.at / MS_A_DAY), Math.floor(other.at / MS_A_DAY)) ||
    other.line.length - one.line.length ||
    descending(one.at, other.at) ||
    compared(one.id, other.id) ||
    compared(one.line, other.line)
  );
}

/** -Infinity less itself is no number. */
export function descending(one: number, other: number): number {
  return one === other ? 0 : one > other ? -1 : 1;
}

export function compared(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}

/** Only these are somebody's word, which a newer one can take back. */
const WORDS_OF_SOMEBODY: ReadonlySet<unknown> = new Set<MemoryType>(['decision', 'convention', 'preference']);

interface Claimed<S> {
  readonly group: Group<S>;
  readonly claim: Claim;
}

/** Of claims that exclude each other the newest stands; what says more than that, or is pinned, stays with a note. */
function settle<S extends Statement>(groups: readonly Group<S>[]): void {
  const bySubject = new Map<string, Claimed<S>[]>();
  for (const group of groups) {
    if (!WORDS_OF_SOMEBODY.has(group.first.type)) continue;
    for (const claim of claimsOf(group.told)) {
      // What a person prefers in general and what a project does are two subjects.
      const subject = `${group.first.inProject ? 'p' : 'u'} ${claim.subject}`;
      const same = bySubject.get(subject);
      if (same === undefined) bySubject.set(subject, [{ group, claim }]);
      else same.push({ group, claim });
    }
  }
  for (const claims of bySubject.values()) if (claims.length > 1) settleOne(claims);
}

function settleOne<S extends Statement>(claims: Claimed<S>[]): void {
  claims.sort((a, b) => descending(a.group.at, b.group.at) || byRank(a.group.first, b.group.first));
  for (const [at, older] of claims.entries()) {
    if (older.claim.onlyEnds === true) continue;
    // The newest word that excludes it and that holds where it holds.
    const newer = claims
      .slice(0, Math.min(at, MAX_VARIANTS))
      .find(
        ({ group, claim }) =>
          group.at > older.group.at &&
          excludes(claim.value, older.claim.value) &&
          group.first.onBranch() === older.group.first.onBranch(),
      );
    if (newer === undefined) continue;
    if (older.claim.isAll && !older.group.first.pinned) {
      older.group.outdated = true;
      if (older.claim.shown !== '') newer.group.note ??= `was ${older.claim.shown}`;
    } else if (newer.claim.shown !== '') older.group.note = `now ${newer.claim.shown}`;
  }
}
