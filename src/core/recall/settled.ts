/**
 * What becomes of statements of one subject (design §4): the newest word stands. Where claims exclude each other the older goes; where a
 * matter has another value by now the older stays, and is told as older. Pure. Out of scope: what is claimed of which subject
 * (`subjects`), and what is said of which matter (`matters`).
 */
import type { MemoryType } from '../../contract/memory.ts';
import { differ, sayTheSame } from './matter-values.ts';
import type { Matter } from './matters.ts';
import { byRank, descending, type Group, MAX_VARIANTS, type PassedOver, type Statement } from './statements.ts';
import { type Claim, claimsOf, excludes } from './subjects.ts';

/** Only these are somebody's word, which a newer one can take back. */
const WORDS_OF_SOMEBODY: ReadonlySet<unknown> = new Set<MemoryType>(['decision', 'convention', 'preference']);

export function isWordOfSomebody({ type }: Statement): boolean {
  return WORDS_OF_SOMEBODY.has(type);
}

/** How a note begins that says what holds by now. */
const NOW = 'now ';

interface Claimed<S> {
  readonly group: Group<S>;
  readonly claim: Claim;
}

/** Of claims that exclude each other the newest stands; what says more than that, or is pinned, stays with a note. */
export function settle<S extends Statement>(groups: readonly Group<S>[]): void {
  const bySubject = new Map<string, Claimed<S>[]>();
  for (const group of groups) {
    if (group.told === undefined || !isWordOfSomebody(group.first)) continue;
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
      older.group.outdated = newer.group;
      if (older.claim.shown !== '') newer.group.note ??= `was ${older.claim.shown}`;
    } else if (newer.claim.shown !== '') older.group.note = `${NOW}${newer.claim.shown}`;
  }
}

/** Each statement once, whether something "is stored" or somebody "stores" it. */
export function withoutTwins<S extends Statement>(
  groups: readonly Group<S>[],
  passedOver: PassedOver<S>,
): readonly Group<S>[] {
  const twins = new Set<Group<S>>();
  for (const same of byMatter(groups, () => '').values()) {
    same.sort((a, b) => byRank(a.group.first, b.group.first));
    for (const [at, { group, matter }] of same.entries()) {
      const like = same
        .slice(0, Math.min(at, MAX_VARIANTS))
        .find((one) => !twins.has(one.group) && sayTheSame(one.matter, matter));
      if (like === undefined || like.group === group) continue;
      like.group.at = Math.max(like.group.at, group.at);
      if (!twins.has(group)) passedOver(group.first, 'same', like.group.first);
      twins.add(group);
    }
  }
  return twins.size === 0 ? groups : groups.filter((group) => !twins.has(group));
}

/** Of a matter that has another value by now the older word is told as such; nothing is hidden by that. */
export function tellOlder<S extends Statement>(groups: readonly Group<S>[]): void {
  for (const same of byMatter(groups, ({ inProject }) => (inProject ? 'p ' : 'u ')).values()) {
    same.sort((a, b) => descending(a.group.at, b.group.at) || byRank(a.group.first, b.group.first));
    for (const [at, { group, matter }] of same.entries()) {
      if (group.outdated !== undefined || group.note?.startsWith(NOW) === true) continue;
      const newer = same
        .slice(0, Math.min(at, MAX_VARIANTS))
        .find(
          (one) =>
            one.group.at > group.at &&
            differ(one.matter, matter) &&
            one.group.first.onBranch() === group.first.onBranch(),
        );
      if (newer === undefined) continue;
      const standing = standingFor(newer.group);
      if (group.newer === undefined || standing.at > group.newer.at) group.newer = standing;
    }
  }
}

/** What took the place of a newer word is newer still. */
function standingFor<S>(group: Group<S>): Group<S> {
  return group.outdated === undefined ? group : standingFor(group.outdated);
}

interface Spoken<S> {
  readonly group: Group<S>;
  readonly matter: Matter;
}

/** Those of a matter of which more than one speaks. */
function byMatter<S extends Statement>(
  groups: readonly Group<S>[],
  scopeOf: (statement: S) => string,
): ReadonlyMap<string, Spoken<S>[]> {
  const all = new Map<string, Spoken<S>[]>();
  for (const group of groups) {
    for (const matter of group.matters) {
      const subject = scopeOf(group.first) + matter.subject;
      const same = all.get(subject);
      if (same === undefined) all.set(subject, [{ group, matter }]);
      else same.push({ group, matter });
    }
  }
  for (const [subject, same] of all) if (same.length === 1) all.delete(subject);
  return all;
}
