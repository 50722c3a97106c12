/**
 * Statements as they are weighed against each other, and which of two that say the same stands. Pure. Out of scope: which say the same
 * (`winnow`), and which exclude each other (`settled`).
 */
import type { MemoryType } from '../../contract/memory.ts';
import type { Told } from './likeness.ts';
import type { Matter } from './matters.ts';

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

/** Statements that say the same, by the one that stands for them. */
export interface Group<S> {
  readonly first: S;
  /** Absent where no other is like it. */
  readonly told: Told | undefined;
  readonly matters: readonly Matter[];
  /** When it was last said. */
  at: number;
  /** The newer word that took its place. */
  outdated: Group<S> | undefined;
  note: string | undefined;
  /** A newer statement of the same matter, beside which it is no longer current. */
  newer: Group<S> | undefined;
}

/**
 * Is told that a statement does not stand, and why: another says the `same`, or `more`; a `newer` one says otherwise; it was `given` to
 * this session before.
 */
export type PassedOver<S> = (statement: S, why: 'same' | 'more' | 'newer' | 'given', by?: S) => void;

/** More that say nearly the same are not compared one by one: only an attack has as many. */
export const MAX_VARIANTS = 64;

const MS_A_DAY = 86_400_000;

/**
 * Of two that say the same: what was given is not new, a memory stands before what was said just now, a pin before none, today's id
 * before an alias, what holds here before what holds on another branch; then the newer day, and of one day the more telling.
 */
export function byRank(one: Statement, other: Statement): number {
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
