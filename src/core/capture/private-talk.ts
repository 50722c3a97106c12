/**
 * Private text that goes over several messages: a tag that one prompt of the person's leaves open, and a later one closes. All that
 * was said between them is private, Claude's words included. In doubt it is private. [?] ours
 * Out of scope: tags within one text (`talk/private-text`), what is repeated of it (`private-repeats`).
 */
import type { PrivateReading } from '../talk/private-text.ts';

/** Something that the person marked as private, and where it was said. */
export interface PrivatePart {
  readonly text: string;
  readonly position: number;
}

/** A text of the person's with tags in it. */
export interface Tagged extends PrivateReading {
  readonly line: number;
  readonly position: number;
}

/** The utterances between a tag left open and the one that closes it. `spoken` is in the order of the talk. */
export function hiddenBetween<S extends { readonly line: number; readonly position: number }>(
  spoken: readonly S[],
  tagged: readonly Tagged[],
  place: (one: { readonly line: number }) => number,
): ReadonlySet<S> {
  const hidden = new Set<S>();
  const before = (one: Place, other: Place): boolean =>
    place(one) < place(other) || (place(one) === place(other) && one.position < other.position);
  let opened: Tagged | undefined;
  for (const one of tagged
    .filter((tag) => place(tag) >= 0)
    .sort((a, b) => place(a) - place(b) || a.position - b.position)) {
    if (one.closes && opened !== undefined) {
      for (const said of spoken) if (before(opened, said) && before(said, one)) hidden.add(said);
      opened = undefined;
    }
    if (one.opens) opened ??= one;
  }
  return hidden;
}

type Place = { readonly line: number; readonly position: number };
