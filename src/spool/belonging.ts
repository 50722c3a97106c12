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
  looseObject({ destination: string(), place: placeSchema(), secretMarks: array(string()) }),
);

/**
 * Whether what is said in both goes to the same place under the same masks: destination, user, override and secrets. The
 * project id is not compared: at a session's end it is known only where the settings name it.
 */
export function isSame(left: Belonging, right: Belonging): boolean {
  return JSON.stringify(settingsOf(left)) === JSON.stringify(settingsOf(right));
}

function settingsOf({ destination, place: { userId, override }, secretMarks }: Belonging): readonly unknown[] {
  return [destination, userId, override?.orgId, override?.projectId, [...secretMarks].sort()];
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
