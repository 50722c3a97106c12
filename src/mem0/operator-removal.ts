/**
 * Deleting by ids, and proof of it: deletes are soft and gone from every read, so reads tell (platform contract §5, §6). Out of scope:
 * asking the person, and what is listed first.
 */
import { asFailure, Failure } from '../contract/failure.ts';
import type { Memory } from '../contract/mem0.ts';
import { filterOfIds, filterOfOwner } from '../core/recall/listing.ts';
import type { OperatorLink } from './operator-link.ts';
import { collected, pagesOfFilter } from './operator-listing.ts';
import { MOST_IN_BATCH, removeBatch } from './operator-requests.ts';
import { memory } from './requests.ts';

export interface Removal {
  /** No read gives them any more. */
  readonly gone: readonly string[];
  /** They can still be read. */
  readonly left: readonly string[];
  /** Nobody could look. */
  readonly unknown: readonly string[];
  /** What went wrong, where something did. */
  readonly failure?: Failure;
}

export interface ChainRemoval extends Removal {
  /** Superseded rows that were named with the others: they would have come back (§5). */
  readonly superseded: readonly Memory[];
  /** False where not all rows could be looked through for superseded ones. */
  readonly complete: boolean;
}

export interface Superseded {
  readonly rows: readonly Memory[];
  readonly complete: boolean;
}

/** One that is none would have a whole batch refused (§6). */
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** Ids of one look. [?] ours */
const LOOKED_FOR = 100;

/**
 * Deletes memories by their ids, whatever their order, in batches; what is gone is what reads say. Rejects with a `Failure` only
 * where nothing was sent; later failures are in the answer, with what was done.
 */
export async function remove(link: OperatorLink, given: readonly string[]): Promise<Removal> {
  const ids = [...new Set(given)];
  if (!ids.every((id) => UUID.test(id))) {
    throw new Failure('refused', 'what is no id of a memory cannot be deleted', { sent: false });
  }
  const before = await listedOf(link, ids);
  let failure: Failure | undefined;
  for (let at = 0; at < ids.length && failure === undefined; at += MOST_IN_BATCH) {
    try {
      await link.ask(removeBatch(ids.slice(at, at + MOST_IN_BATCH), link.override));
    } catch (error) {
      failure = asFailure(error);
    }
  }
  try {
    const left = new Set(
      await link.settled(
        () => leftOf(link, ids, before),
        (some) => some.length === 0 || failure !== undefined,
      ),
    );
    return { gone: ids.filter((id) => !left.has(id)), left: [...left], unknown: [], ...(failure && { failure }) };
  } catch (error) {
    return { gone: [], left: [], unknown: ids, failure: failure ?? asFailure(error) };
  }
}

/**
 * The same with all that these have superseded: deleting a current fact brings its predecessor back (§5). Predecessors are
 * named first, so that none comes back in between.
 */
export async function removeWithChain(link: OperatorLink, ids: readonly string[]): Promise<ChainRemoval> {
  const rows: Memory[] = [];
  for (const id of new Set(ids)) rows.push(...(await existing(link, id)));
  const { rows: superseded, complete } = await supersededBy(link, rows);
  const removal = await remove(link, [...superseded.map(({ id }) => id), ...ids]);
  return { ...removal, superseded, complete };
}

/** The rows whose `replaced_by` leads to one of these (§5), the latest superseded last; none of these themselves. */
export async function supersededBy(link: OperatorLink, rows: readonly Memory[]): Promise<Superseded> {
  const owners = new Map(rows.map((row) => [JSON.stringify([row.user_id, row.app_id]), filterOfOwner(row)]));
  const below = new Map<string, Memory[]>();
  let complete = true;
  for (const filters of owners.values()) {
    if (filters === undefined) complete = false;
    const all = await collected(pagesOfFilter(link, filters, { latestOnly: false, showExpired: true }));
    if (all.end !== 'all' || all.unreadable > 0) complete = false;
    for (const row of all.rows) {
      if (typeof row.replaced_by === 'string') below.set(row.replaced_by, [...(below.get(row.replaced_by) ?? []), row]);
    }
  }
  const found = new Map<string, Memory>();
  const named = new Set(rows.map(({ id }) => id));
  // Breadth first: what was superseded last comes first, and is turned round at the end.
  const waiting = [...named];
  for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
    for (const row of below.get(id) ?? []) {
      if (found.has(row.id) || named.has(row.id)) continue;
      found.set(row.id, row);
      waiting.push(row.id);
    }
  }
  return { rows: [...found.values()].reverse(), complete };
}

/** Those of these ids that reads still give. `before`: those that lists gave before. */
async function leftOf(link: OperatorLink, ids: readonly string[], before: Listed): Promise<readonly string[]> {
  const now = await listedOf(link, ids);
  const left = new Set(now.found);
  for (const id of ids) {
    // Lists do not show what belongs to another user or project: it is asked for by itself.
    const isTold = left.has(id) || (now.whole && before.found.has(id));
    if (!isTold && (await existing(link, id)).length > 0) left.add(id);
  }
  return ids.filter((id) => left.has(id));
}

interface Listed {
  readonly found: ReadonlySet<string>;
  /** Whether the lists were read to their ends. */
  readonly whole: boolean;
}

/** Those that a list of the scope shows, superseded and expired ones too. */
async function listedOf(link: OperatorLink, ids: readonly string[]): Promise<Listed> {
  const wanted = new Set(ids);
  const found = new Set<string>();
  let whole = true;
  for (let at = 0; at < ids.length; at += LOOKED_FOR) {
    const filters = filterOfIds(ids.slice(at, at + LOOKED_FOR), link.scope);
    const versions = { latestOnly: false, showExpired: true, most: 2 * LOOKED_FOR };
    const { rows, end } = await collected(pagesOfFilter(link, filters, versions));
    for (const { id } of rows) if (wanted.has(id)) found.add(id);
    if (end !== 'all') whole = false;
  }
  return { found, whole };
}

async function existing(link: OperatorLink, id: string): Promise<readonly Memory[]> {
  try {
    return [await link.ask(memory(id, link.override))];
  } catch (error) {
    if (error instanceof Failure && error.status === 404) return [];
    throw error;
  }
}
