/** Memories by the ids that a person has seen: the whole id, or its beginning as a pack shows it (`[3f2a91c0]`). */
import { oneLine } from './plain-words.ts';

/** What was asked for and is there, in the order asked for and each once; and what cannot be told. */
export interface Resolved<Row> {
  readonly rows: readonly Row[];
  /** As they were typed. */
  readonly unknown: readonly string[];
  readonly ambiguous: readonly { readonly given: string; readonly ids: readonly string[] }[];
}

/** A pack shows so many letters. */
export const SHORT_ID = 8;
/** With fewer, a slip of the finger finds something. [?] ours */
const LEAST = 4;
/** Of those that an ambiguous one may mean, so many are named. */
const NAMED = 5;

/** An id as a pack shows it. */
export function shortId(id: string): string {
  return id.slice(0, SHORT_ID);
}

/** Finds each among the known rows. The brackets of a pack may be there; capitals are no matter. */
export function resolveIds<Row extends { readonly id: string }>(
  given: readonly string[],
  known: readonly Row[],
): Resolved<Row> {
  const rows = new Map<string, Row>();
  const unknown: string[] = [];
  const ambiguous: { given: string; ids: readonly string[] }[] = [];
  for (const one of given) {
    const wanted = one
      .trim()
      .replace(/^\[(.*)\]$/, '$1')
      .toLowerCase();
    const exact = known.filter(({ id }) => id.toLowerCase() === wanted);
    const fitting =
      exact.length > 0 || wanted.length < LEAST ? exact : known.filter(({ id }) => id.toLowerCase().startsWith(wanted));
    const ids = [...new Set(fitting.map(({ id }) => id))];
    const [row] = fitting;
    if (row === undefined) unknown.push(one);
    else if (ids.length > 1) ambiguous.push({ given: one, ids });
    else rows.set(row.id, row);
  }
  return { rows: [...rows.values()], unknown, ambiguous };
}

/** What cannot be told, in a sentence or two; undefined where all was found. */
export function idTrouble({ unknown, ambiguous }: Omit<Resolved<unknown>, 'rows'>): string | undefined {
  const sentences = [
    ...(unknown.length === 0 ? [] : [`No memory ${unknown.map(oneLine).join(', ')} is known here.`]),
    ...ambiguous.map(({ given, ids }) => `Several memories begin with ${oneLine(given)}: ${named(ids)}.`),
  ];
  return sentences.length === 0 ? undefined : sentences.join(' ');
}

function named(ids: readonly string[]): string {
  const more = ids.length > NAMED ? ` and ${ids.length - NAMED} more` : '';
  return `${ids.slice(0, NAMED).map(oneLine).join(', ')}${more}`;
}
