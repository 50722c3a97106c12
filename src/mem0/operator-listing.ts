/**
 * Every row of a scope, page by page, with a bound, dropping nothing silently (platform contract §6). Rows that come or go while
 * one reads move the others between pages: none is given twice, and where some may have slipped by, it is read again.
 */
import { Failure } from '../contract/failure.ts';
import type { Filter, Memory } from '../contract/mem0.ts';
import type { CountedPage } from '../contract/operator.ts';
import { filterOfWhere, type Where } from '../core/recall/listing.ts';
import type { OperatorLink } from './operator-link.ts';
import { listCounted, type Versions } from './operator-requests.ts';

export interface Listing extends Where, Versions {
  /** Reading stops at the end of the page that brings so many rows; default 20,000. */
  readonly most?: number;
}

export interface RowPage {
  readonly rows: readonly Memory[];
  /** Rows of this page that cannot be read (no id, no text). */
  readonly unreadable: number;
  /** How many rows the platform says there are. */
  readonly count?: number;
  /**
   * On the last page, which has no rows: `all` were read; there are more than the bound; or the platform's pages and its count
   * did not fit, so that some may be missing.
   */
  readonly end?: 'all' | 'bound' | 'unsure';
}

export interface AllRows {
  readonly rows: readonly Memory[];
  readonly unreadable: number;
  readonly end: 'all' | 'bound' | 'unsure';
}

const MOST_ROWS = 20_000;
/** The largest page there is (§6). */
const PAGE_SIZE = 200;
/** How often the pages are read from the first one. [?] ours */
const PASSES = 3;

/** The rows of a scope. Rejects with a `Failure`. */
export function pagesOf(link: OperatorLink, listing: Listing): AsyncGenerator<RowPage, void> {
  return pagesOfFilter(link, filterOfWhere(listing, link.scope), listing);
}

/** All of them at once. */
export async function collected(pages: AsyncGenerator<RowPage, void>): Promise<AllRows> {
  const rows: Memory[] = [];
  let unreadable = 0;
  let end: AllRows['end'] = 'unsure';
  for await (const page of pages) {
    rows.push(...page.rows);
    unreadable += page.unreadable;
    end = page.end ?? end;
  }
  return { rows, unreadable, end };
}

/** The same of a filter; without one there is nothing to read. */
export async function* pagesOfFilter(
  link: OperatorLink,
  filters: Filter | undefined,
  { most = MOST_ROWS, ...versions }: Versions & { readonly most?: number },
): AsyncGenerator<RowPage, void> {
  if (filters === undefined) return yield endOf('all');
  const size = Math.max(1, Math.min(PAGE_SIZE, most));
  const seen = new Set<string>();
  for (let pass = 1; pass <= PASSES; pass++) {
    const progress = new Progress();
    for (let number = 1; ; number++) {
      const page = await pageOf(link, listCounted(filters, link.override, { number, size }, versions), number);
      if (page === undefined) break;
      progress.note(page);
      const rows = page.results.rows.filter(({ id }) => !seen.has(id));
      for (const { id } of rows) seen.add(id);
      const unreadable = pass === 1 ? page.results.total - page.results.rows.length : 0;
      yield { rows, unreadable, ...(typeof page.count === 'number' ? { count: page.count } : {}) };
      if (!progress.hasMore) break;
      // By pages as well, for a platform whose pages bring nothing new and have no end.
      if (seen.size >= most || number * size >= most) return yield endOf('bound');
    }
    if (progress.isWhole) return yield endOf('all');
  }
  yield endOf('unsure');
}

/** What one reading of the pages, from the first to the last, has brought. */
class Progress {
  #read = 0;
  #count = 0;
  #hasNext = false;
  #fewer = false;

  note({ count, next, results }: CountedPage): void {
    // Without rows a page is the last, whatever it says.
    this.#hasNext = results.total > 0 && next !== null && next !== undefined;
    this.#read += results.total;
    if (typeof count !== 'number') return;
    // Rows went meanwhile: those behind them moved to pages that had been read.
    if (count < this.#count) this.#fewer = true;
    this.#count = count;
    if (results.total > 0 && this.#read < count) this.#hasNext = true;
  }

  get hasMore(): boolean {
    return this.#hasNext;
  }

  get isWhole(): boolean {
    return !this.#fewer && this.#read >= this.#count;
  }
}

/** A page past the end is a 404 (§6): there is none. */
async function pageOf(
  link: OperatorLink,
  endpoint: ReturnType<typeof listCounted>,
  number: number,
): Promise<CountedPage | undefined> {
  try {
    return await link.ask(endpoint);
  } catch (error) {
    if (number > 1 && error instanceof Failure && error.status === 404) return undefined;
    throw error;
  }
}

function endOf(end: AllRows['end']): RowPage {
  return { rows: [], unreadable: 0, end };
}
