/**
 * Which statement stands where several say the same, and where they exclude each other (design §4): each thing once, and of one
 * subject the newest word. Pure, and independent of the order in which statements come. Out of scope: what is alike (`likeness`),
 * and what has one value (`subjects`).
 */
import { alike, saysMore, type Told, told } from './likeness.ts';
import { type Matter, mattersOf } from './matters.ts';
import type { Lexicon } from './said-words.ts';
import { isWordOfSomebody, settle, tellOlder, withoutTwins } from './settled.ts';
import { type Sketch, sketcher } from './sketch.ts';
import { byRank, type Group, MAX_VARIANTS, type PassedOver, type Statement } from './statements.ts';
import { claimsOf } from './subjects.ts';

const NO_MATTERS: readonly Matter[] = [];

/** What stands, by its `first`; with the `note` of a newer word, and what is `newer` than it. */
export type Standing<S> = Pick<Group<S>, 'first' | 'note' | 'newer'>;

/**
 * The statements that stand, in no order that means anything; those that were given have done so before, and are not among them.
 * `passedOver` is told of each of the others what stands for it.
 */
export function winnowed<S extends Statement>(
  statements: readonly S[],
  passedOver: PassedOver<S> = () => undefined,
): readonly Standing<S>[] {
  const lexicon: Lexicon = new Map();
  const groups = withoutTwins(divided(statements, lexicon, passedOver), passedOver);
  settle(groups);
  tellOlder(groups);
  return groups.filter(({ first, outdated }) => {
    if (outdated !== undefined) passedOver(first, 'newer', outdated.first);
    else if (first.given) passedOver(first, 'given');
    return outdated === undefined && !first.given;
  });
}

/** Each thing said once: only those that another may be like are read closely. */
function divided<S extends Statement>(
  statements: readonly S[],
  lexicon: Lexicon,
  passedOver: PassedOver<S>,
): readonly Group<S>[] {
  const sketch = sketcher(lexicon);
  const read = new Map<string, Group<S>[]>();
  const readOne = (statement: S, one: Sketch): Told => {
    const all = told(statement.line, lexicon, !statement.inProject);
    const group = groupOf(statement, one, all, lexicon);
    const same = read.get(all.key);
    if (same === undefined) read.set(all.key, [group]);
    else same.push(group);
    return all;
  };
  const sketches = statements.map(({ line }) => sketch(line));
  const wholes = new Counts();
  /** What was given up is looked for as if another spoke of it. */
  const clauses = new Counts();
  for (let at = 0; at < statements.length; at++) {
    const [one, statement] = [sketches[at], statements[at]];
    if (one === undefined || statement === undefined) continue;
    wholes.add(one.whole);
    if (isWordOfSomebody(statement)) clauses.add(one.clause);
    if (!one.isTelling) continue;
    for (const { subject, onlyEnds } of claimsOf(readOne(statement, one)))
      if (onlyEnds === true) clauses.add(sketch(subject.slice(2)).clause);
  }
  const groups: Group<S>[] = [];
  for (let at = 0; at < statements.length; at++) {
    const [one, statement] = [sketches[at], statements[at]];
    if (one === undefined || statement === undefined || one.isTelling) continue;
    if (wholes.areMany(one.whole) || (isWordOfSomebody(statement) && clauses.areMany(one.clause)))
      readOne(statement, one);
    else groups.push(groupOf(statement, one, undefined, lexicon));
  }
  for (const same of read.values())
    groups.push(...(same.length === 1 ? same : withoutPoorer(merged(same, passedOver), passedOver)));
  return groups;
}

/** How many there are of a sketch. */
class Counts {
  readonly #once = new Set<number | string>();
  readonly #more = new Set<number | string>();

  add(like: number | string | undefined): void {
    if (like === undefined) return;
    if (this.#once.has(like)) this.#more.add(like);
    else this.#once.add(like);
  }

  areMany(like: number | string | undefined): boolean {
    return like !== undefined && this.#more.has(like);
  }
}

function groupOf<S extends Statement>(
  first: S,
  { maySpeak }: Sketch,
  read: Told | undefined,
  lexicon: Lexicon,
): Group<S> {
  const matters = maySpeak ? mattersOf(first.line, lexicon) : NO_MATTERS;
  return { first, told: read, matters, at: first.at, outdated: undefined, note: undefined, newer: undefined };
}

/** Each by the first that says the same. */
function merged<S extends Statement>(same: Group<S>[], passedOver: PassedOver<S>): Group<S>[] {
  const kept: Group<S>[] = [];
  const exact = new Map<string, Group<S>>();
  for (const group of same.sort((a, b) => byRank(a.first, b.first))) {
    const form = `${group.told?.cased}\n${group.told?.reason}\n${group.told?.rejects}`;
    const reasonsCount = isFact(group.first);
    const like =
      exact.get(form) ??
      kept.slice(0, MAX_VARIANTS).find((one) => areAlike(one, group, reasonsCount || isFact(one.first)));
    if (like !== undefined) {
      like.at = Math.max(like.at, group.at);
      passedOver(group.first, 'same', like.first);
      continue;
    }
    exact.set(form, group);
    kept.push(group);
  }
  return kept;
}

/** Without those of which another says all, and more, and that nobody pinned. */
function withoutPoorer<S extends Statement>(
  groups: readonly Group<S>[],
  passedOver: PassedOver<S>,
): readonly Group<S>[] {
  const compared = groups.slice(0, MAX_VARIANTS);
  return groups.filter((poorer) => {
    const richer = compared.find((one) => isRicher(one, poorer) && mayStandFor(one.first, poorer.first));
    if (richer === undefined) return true;
    richer.at = Math.max(richer.at, poorer.at);
    passedOver(poorer.first, 'more', richer.first);
    return false;
  });
}

function areAlike<S>(one: Group<S>, other: Group<S>, reasonsCount: boolean): boolean {
  return one.told !== undefined && other.told !== undefined && alike(one.told, other.told, reasonsCount);
}

function isRicher<S>(one: Group<S>, other: Group<S>): boolean {
  return one.told !== undefined && other.told !== undefined && saysMore(one.told, other.told);
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
