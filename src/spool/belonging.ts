/** The schemas of what several documents of the spool share, and the rule that says whose a document is. */
import { array, looseObject, optional, string } from 'zod/mini';
import type { Belonging, Place } from '../contract/state.ts';
import { hash64 } from '../core/hash.ts';
import { documentOf } from '../io/document.ts';

export const placeSchema = documentOf<Place>()(() =>
  looseObject({
    userId: optional(string()),
    appId: optional(string()),
    override: optional(looseObject({ orgId: string(), projectId: string() })),
  }),
);

export const belongingSchema = documentOf<Belonging>()(() =>
  looseObject({
    destination: string(),
    place: placeSchema(),
    secretMarks: array(string()),
    setAppId: optional(string()),
  }),
);

/**
 * Where words belong while the person's own file cannot be read and no variable names a key: to what that file says once it can, and
 * to no key that comes from elsewhere. No destination of a process.
 */
export const UNSETTLED = 'unsettled';

/**
 * Whether a capture for `ours` may take what belongs to `theirs`: it sends it to the same place (destination, user, override),
 * and masks all the secrets that were known there. A project id that was found is not compared: at a session's end it is known
 * only where the settings name it.
 */
export function mayTake(ours: Belonging, theirs: Belonging): boolean {
  const masked = new Set(ours.secretMarks);
  return (
    JSON.stringify(placeOf(ours)) === JSON.stringify(placeOf(theirs)) &&
    isSameProject(ours.setAppId, theirs.setAppId) &&
    theirs.secretMarks.every((mark) => masked.has(mark))
  );
}

/** Where both name a project themselves, it is the same one. */
function isSameProject(ours: string | undefined, theirs: string | undefined): boolean {
  return ours === undefined || theirs === undefined || ours === theirs;
}

/** Whether what is said in both goes to the same place, under the same project if one was named, and under the same masks. */
export function isSame(left: Belonging, right: Belonging): boolean {
  return mayTake(left, right) && mayTake(right, left) && left.setAppId === right.setAppId;
}

function placeOf({ destination, place: { userId, override } }: Belonging): readonly unknown[] {
  return [destination, userId, override?.orgId, override?.projectId];
}

/**
 * Whether what was meant for `meant` may go to `mine`: the same key and the same origin. Where the origin could not be used at
 * the time (a mistyped base URL), the key alone decides.
 */
export function isFor(meant: string, mine: string): boolean {
  if (meant === mine) return true;
  const [origin, key] = meant.split('#');
  return origin === '?' && key !== undefined && key === mine.split('#')[1];
}

/** A tag of a destination, for file names: letters and digits, one for each. */
export function tagOf(destination: string): string {
  return destination === 'local' ? destination : hash64(destination);
}

/** The destination of the same key where its origin could not be used; undefined for one without a key. */
export function withoutOrigin(destination: string): string | undefined {
  const key = destination.split('#')[1];
  return key === undefined ? undefined : `?#${key}`;
}
