/**
 * What a decision, a convention or a preference claims of a subject that has one value at a time: where it is deployed, what the logs
 * are, how often is retried, whether something is done at all. Two claims of one subject with different values exclude each other. Rules of
 * ours [?] that rather see no claim than a wrong one: both statements must be the same but for the value, and the value must be
 * one of a kind, a quantity, a version, a place to deploy to or what a single-valued role is.
 * Out of scope: which of two claims is newer and what becomes of the other (`winnow`).
 */
import { isKindWord, isOneInAProject, kindsOf, properName } from './kinds.ts';
import type { Told } from './likeness.ts';
import { PLACING } from './likeness-words.ts';
import type { Word } from './said-words.ts';
import * as known from './subject-words.ts';

export interface Claim {
  readonly subject: string;
  readonly value: string;
  /** The value as it was written; empty where it is no word or three. */
  readonly shown: string;
  /** The statement says no more than this: where it is outdated, it is so as a whole. */
  readonly isAll: boolean;
  /** It only says what no longer holds: nothing newer can outdate that. */
  readonly onlyEnds?: boolean;
}

/** Longer clauses make no plain claim. */
const MAX_WORDS = 14;
const MAX_SHOWN = 24;

/** What a statement claims; mostly nothing. */
export function claimsOf(told: Told): readonly Claim[] {
  const { clause, more } = told;
  if (clause.length === 0 || clause.length > MAX_WORDS) return [];
  const left = known.LEAVING.has(clause[0]?.said ?? '') ? leaving(told) : undefined;
  if (left !== undefined) return endings(left);
  if (more.some(({ said }) => known.NOT_FOR_ALL.has(said)) || known.BOUNDING.has(more[0]?.said ?? '')) return [];
  if (clause.some(({ said }) => known.NOT_FOR_ALL.has(said))) return [];
  const denies = clause.findIndex(({ said }) => said === 'not');
  const isAll = more.length === 0;
  const polarity = polar(told, denies, isAll);
  if (denies >= 0) return polarity;
  return [
    ...polarity,
    ...ofKinds(clause, isAll),
    ...ofQuantities(clause, isAll),
    ...ofVersion(clause, isAll),
    ...ofRole(clause, isAll),
    ...ofPlace(clause, isAll),
    ...(told.rejected.length > 0 && isPlainUse(clause) ? endings(told.rejected) : []),
  ];
}

/** "Use npm" and "never use npm". */
function polar({ key, clause, more, rejects }: Told, denies: number, isAll: boolean): readonly Claim[] {
  if (more.length > 0 || denies > 0 || (denies === 0 && known.NOT_WHOLLY.has(clause[1]?.said ?? ''))) return [];
  const plain = denies === 0 ? key.replace(/^not /, '') : key;
  if (plain === '') return [];
  return [{ subject: `± ${plain}`, value: denies === 0 ? 'not' : 'so', shown: '', isAll: isAll && rejects === '' }];
}

/** Whoever left Redis for SQS uses Redis no more, however that was said. */
function endings(left: readonly Word[]): readonly Claim[] {
  const name = left.map(({ said }) => said).join(' ');
  return known.LEFT_FORMS.map((form) => ({
    subject: `± ${form}${name}`,
    value: 'not',
    shown: '',
    isAll: false,
    onlyEnds: true,
  }));
}

/** "Moved from Redis to SQS", with nothing beside that. */
function leaving({ clause, more }: Told): readonly Word[] | undefined {
  const [verb, from, ...rest] = clause;
  if (more.length > 0 || !known.LEAVING.has(verb?.said ?? '') || from?.said !== 'from') return undefined;
  const to = rest.findIndex(({ said }) => said === 'to');
  const left = rest.slice(0, to);
  const taken = rest.slice(to + 1);
  const isName = (words: readonly Word[]) =>
    words.length > 0 &&
    words.length <= 3 &&
    words.every(({ said }) => !PLACING.has(said) && !known.NOT_FOR_ALL.has(said));
  return to > 0 && isName(left) && isName(taken) && !left.some(({ said }) => known.isNumber(said)) ? left : undefined;
}

function isPlainUse(clause: readonly Word[]): boolean {
  return clause[0]?.said === 'use' && !clause.some(({ said }) => PLACING.has(said));
}

function ofKinds(clause: readonly Word[], isAll: boolean): readonly Claim[] {
  const claims: Claim[] = [];
  for (let at = 0; at < clause.length; at++) {
    if (!isKindWord(clause[at]?.said ?? '')) continue;
    for (const length of [1, 2]) {
      const words = clause.slice(at, at + length);
      if (words.length < length) continue;
      const name = words.map(({ said }) => said).join(' ');
      for (const kind of kindsOf(name)) {
        if (!isSlot(clause, at, length, kind)) continue;
        claims.push(claim(clause, at, length, kind, isAll, properName(name)));
      }
    }
  }
  return claims;
}

/** Does what stands around a value leave room for one only? */
function isSlot(clause: readonly Word[], at: number, length: number, kind: string): boolean {
  const after = clause[at + length];
  // "JSON files in S3" are not the logs that are JSON: a value ends its phrase.
  if (after !== undefined && !PLACING.has(after.said) && !(kind === 'database' && known.isVersion(after.said)))
    return false;
  const [first] = clause;
  const before = clause[at - 1];
  const isBare = clause.every(({ said }, i) => said === 'use' || said === 'prefer' || (i >= at && i < at + length));
  if (isBare) return isOneInAProject(kind);
  if (before?.said === 'is') return at >= 2 && at <= 6;
  // "Unit tests run with Jest", "the job queue runs on Redis": at most three words of whom.
  if (known.RUNNING.has(before?.said ?? '') && clause[at - 2]?.said === 'run') return at >= 3 && at <= 5;
  if (!known.DOING.has(first?.said ?? '')) return false;
  return before === first || PLACING.has(before?.said ?? '');
}

function ofQuantities(clause: readonly Word[], isAll: boolean): readonly Claim[] {
  const numbers = clause.filter(({ said }) => known.isNumber(said)).length;
  if (numbers === 0 || numbers > 2) return [];
  return clause.flatMap(({ said }, at) => {
    const counts = known.COUNTED.has(clause[at + 1]?.said ?? '') && clause.length > 2;
    if (!known.isNumber(said) || !counts || known.NUMBERED.has(clause[at - 1]?.said ?? '')) return [];
    return [claim(clause, at, 1, 'quantity', isAll, said)];
  });
}

/** "Use Node 20." */
function ofVersion(clause: readonly Word[], isAll: boolean): readonly Claim[] {
  const [verb, name, version] = clause;
  if (verb?.said !== 'use' || clause.length !== 3 || name === undefined || version === undefined) return [];
  const isVersion = known.isVersion(version.said) && known.isNamelike(name.raw) && !known.isVersion(name.said);
  return isVersion ? [claim(clause, 2, 1, 'version', isAll, version.said.replace(/^v/, ''))] : [];
}

/** "Our database is Postgres 16." */
function ofRole(clause: readonly Word[], isAll: boolean): readonly Claim[] {
  const is = clause.findIndex(({ said }) => said === 'is');
  const value = clause.slice(is + 1);
  const isRole = is > 0 && is <= 3 && known.ROLES.has(clause[is - 1]?.said ?? '');
  if (!isRole || value.length === 0 || value.length > 3 || value.some(({ said }) => PLACING.has(said))) return [];
  if (!known.isNamelike(value[0]?.raw ?? '') && kindsOf(value[0]?.said ?? '').length === 0) return [];
  return [claim(clause, is + 1, value.length, 'role', isAll)];
}

/** "We deploy the API to Railway", "the API is hosted on Railway". */
function ofPlace(clause: readonly Word[], isAll: boolean): readonly Claim[] {
  const is = clause.findIndex(({ said }) => said === 'is');
  const isSaidOf = is >= 1 && is <= 3 && known.IS_HOSTED.has(clause[is + 1]?.said ?? '');
  if (!known.HOSTED.has(clause[0]?.said ?? '') && !isSaidOf) return [];
  const at = clause.findIndex(({ said }, i) => i > (isSaidOf ? is : 0) && (said === 'to' || said === 'on')) + 1;
  if (at === 0 || (isSaidOf && at !== is + 3)) return [];
  const rest = clause.slice(at);
  const end = rest.findIndex(({ said }) => PLACING.has(said));
  const value = end < 0 ? rest : rest.slice(0, end);
  if (value.length === 0 || value.length > 3 || value.some(({ said }) => known.NO_HOST.has(said))) return [];
  if (!known.isNamelike(value[0]?.raw ?? '') && !kindsOf(value[0]?.said ?? '').includes('host')) return [];
  return [claim(clause, at, value.length, 'place', isAll)];
}

function claim(
  clause: readonly Word[],
  at: number,
  length: number,
  kind: string,
  isAll: boolean,
  value = said(clause.slice(at, at + length)),
): Claim {
  const shown = clause
    .slice(at, at + length)
    .map(({ raw }) => raw)
    .filter((raw, i, all) => raw !== all[i - 1])
    .join(' ');
  const subject = `${said(clause.slice(0, at))} ‹${kind}› ${said(clause.slice(at + length))}`;
  return { subject, value, shown: shown.length <= MAX_SHOWN ? shown : '', isAll };
}

function said(words: readonly Word[]): string {
  return words.map((word) => word.said).join(' ');
}

/** Do two values of one subject exclude each other? "Postgres 16" only says more than "Postgres". */
export function excludes(one: string, other: string): boolean {
  return !`${one} `.startsWith(`${other} `) && !`${other} `.startsWith(`${one} `);
}
