/**
 * What two values of one matter have to do with each other: they are the same, or only one of them can hold, or neither is to be said.
 * Rules of ours [?] that rather see no difference than a wrong one. Out of scope: reading (`matters`), and what becomes of the
 * older (`winnow`).
 */
import { singular } from './forms.ts';
import { kindsOf } from './kinds.ts';
import * as known from './matter-words.ts';
import type { Matter } from './matters.ts';
import { NUMBERED } from './subject-words.ts';

/** Do two matters of one subject and value say the same, and all that is said? */
export function sayTheSame(one: Matter, other: Matter): boolean {
  return one.all !== undefined && one.all === other.all && one.denies === other.denies && isSame(one, other);
}

function isSame(one: Matter, other: Matter): boolean {
  return one.value.join(' ') === other.value.join(' ');
}

/** Can only one of two matters of one subject hold? */
export function differ(one: Matter, other: Matter): boolean {
  if (one.denies || other.denies) return one.denies !== other.denies && isSame(one, other);
  if (one.by !== other.by || one.by === 'so') return false;
  const [a, b] = [one.value, other.value];
  if (isSame(one, other) || extendsIt(a, b) || extendsIt(b, a)) return false;
  if ([...a, ...b].some((word) => known.ELSEWHERE.has(word))) return false;
  if (a.length === b.length && a.every((word, i) => word === b[i] || NUMBERED.has(a[i - 1] ?? ''))) return false;
  if (one.by === 'with' && a[0] !== b[0]) return isPartOf(a.slice(1), b.slice(1)) || isPartOf(b.slice(1), a.slice(1));
  if (one.by === 'count') return a.slice(1).map(singular).join(' ') === b.slice(1).map(singular).join(' ');
  return areOfOneKind(a, b, one.by);
}

/** "Postgres 16" only says more than "Postgres"; "the EU and the UK" says something else than "the EU". */
function extendsIt(long: readonly string[], short: readonly string[]): boolean {
  return isPartOf(short, long) && long[short.length] !== 'and';
}

function isPartOf(short: readonly string[], long: readonly string[]): boolean {
  return short.every((word, i) => word === long[i]);
}

/** "In UTC" and "in Postgres" are both true, as "in English" and "in the imperative mood" are. */
function areOfOneKind(a: readonly string[], b: readonly string[], by: string): boolean {
  const [kinds, others] = [a.flatMap(kindsOf), b.flatMap(kindsOf)];
  if (kinds.length > 0 && others.length > 0) return kinds.some((kind) => others.includes(kind));
  if (by === 'in') return howOf(a, kinds) === howOf(b, others);
  return by !== 'use' || (!kinds.some(isHow) && !others.some(isHow));
}

function howOf(words: readonly string[], kinds: readonly string[]): string {
  return kinds.find(isHow) ?? (words.some((word) => known.MANNERS.has(word)) ? 'manner' : '');
}

function isHow(kind: string): boolean {
  return known.KINDS_OF_HOW.has(kind);
}
