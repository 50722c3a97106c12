/** The memories that a person names: by whole ids wherever they are, or as a pack shows them among those of this project and the user. */
import { Failure } from '../../contract/failure.ts';
import type { Memory } from '../../contract/mem0.ts';
import type { OperatorClient } from '../../mem0/operator-client.ts';
import type { AllRows, Listing } from '../../mem0/operator-listing.ts';
import { refuse } from '../leave.ts';
import { idTrouble, resolveIds } from '../short-ids.ts';
import { withProgress } from '../terminal/progress.ts';
import { gapsIn } from './memory-line.ts';

const WHOLE_ID = /^\[?([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\]?$/i;

/** Each once, in the order in which they were named. Ends with status 1 where one is unknown or ambiguous: then nothing is done. */
export async function rowsNamed(operator: OperatorClient, given: readonly string[]): Promise<readonly Memory[]> {
  const known: Memory[] = [];
  const isShort = given.some((one) => !WHOLE_ID.test(one.trim()));
  let gaps: readonly string[] = [];
  if (isShort) {
    const all = await everyRow(operator, EVERYTHING);
    known.push(...all.rows);
    gaps = gapsIn(all);
  }
  for (const one of given) {
    const id = WHOLE_ID.exec(one.trim())?.[1]?.toLowerCase();
    if (id !== undefined && !known.some((row) => row.id.toLowerCase() === id))
      known.push(...(await byId(operator, id)));
  }
  const resolved = resolveIds(given, known);
  const trouble = idTrouble(resolved);
  if (trouble !== undefined) refuse(['Nothing was done.', trouble, ...gaps].join(' '));
  return resolved.rows;
}

/** One, by the same rules. */
export async function rowNamed(operator: OperatorClient, given: string): Promise<Memory> {
  const [row] = await rowsNamed(operator, [given]);
  return row ?? refuse('Nothing was done.');
}

/** The scope's, superseded and expired ones too, also under ids of before: whatever a pack or a list has shown. */
const EVERYTHING: Listing = { aliases: true, latestOnly: false, showExpired: true };

/** All rows of a listing; a person at a terminal sees how far it is. */
export function everyRow(operator: OperatorClient, listing: Listing): Promise<AllRows> {
  return withProgress('Looking through memories', undefined, async (step) => {
    const rows: Memory[] = [];
    let unreadable = 0;
    let end: AllRows['end'] = 'unsure';
    for await (const page of operator.pages(listing)) {
      rows.push(...page.rows);
      unreadable += page.unreadable;
      end = page.end ?? end;
      step(rows.length);
    }
    return { rows, unreadable, end };
  });
}

async function byId(operator: OperatorClient, id: string): Promise<readonly Memory[]> {
  try {
    const row = await operator.byId(id);
    return row.is_deleted === true ? [] : [row];
  } catch (error) {
    if (error instanceof Failure && error.status === 404) return [];
    throw error;
  }
}
