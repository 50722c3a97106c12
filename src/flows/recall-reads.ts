/**
 * The reads of a session start: every recipe and the search at once, under one deadline. What fails is named, and takes nothing else
 * with it. Out of scope: what is read (`core/recall/recipes`), and what becomes of the rows (`recall`).
 */
import { asFailure, type Failure, type FailureReason } from '../contract/failure.ts';
import type { Memory } from '../contract/mem0.ts';
import { isEnough, pagesOf } from '../core/recall/pages.ts';
import type { Recipe } from '../core/recall/recipes.ts';
import type { MemoryReader, Within } from './ports.ts';

/** From the start of the reads, for the search alone: it only puts in order what the others bring. [?] ours */
const SEARCH_MS = 1_500;

export interface Reads {
  readonly recipes: readonly Recipe[];
  /** What nobody misses where it cannot be read. */
  readonly optional: readonly Recipe[];
  /** What to search by; without it, nothing is searched. */
  readonly queries: Queries | undefined;
  readonly deadline: number;
  /** UTC, `YYYY-MM-DD`. */
  readonly today: string;
}

export interface Queries {
  readonly first: string | undefined;
  /** What else to search by, once the recipes of this name have been read. */
  readonly second: (rows: readonly Memory[]) => string | undefined;
  readonly after: string;
}

export interface ReadAll {
  /** Rows of the recipes. */
  readonly rows: readonly Memory[];
  /** Rows of the search. */
  readonly found: readonly Memory[];
  readonly isUnderAlias: (row: Memory) => boolean;
  /** Names of recipes that could not be read, or not to their end. */
  readonly missing: readonly string[];
  readonly failures: readonly FailureReason[];
  /** Whether the search failed: without it the answer is whole, and its order another. */
  readonly isUnsearched: boolean;
}

interface Connecting {
  connect(within: Within): Promise<MemoryReader>;
  now(): number;
}

/** Never rejects: a failure is part of the outcome. */
export async function readAll(reads: Reads, ports: Connecting): Promise<ReadAll> {
  const { recipes, optional, queries, deadline, today } = reads;
  try {
    const reader = await ports.connect({ deadline });
    const soon = { deadline: Math.min(deadline, ports.now() + SEARCH_MS) };
    const pages = recipes.map((recipe) => ({ recipe, read: readOne(recipe, reader, { deadline, today }) }));
    const others = optional.map((recipe) => readOne(recipe, reader, { ...soon, today }));
    const [asked, alsoAsked, ...searches] = await Promise.all([
      Promise.all(pages.map(({ read }) => read)),
      Promise.all(others),
      search(queries?.first, reader, soon),
      secondSearch(queries, pages, reader, soon),
    ]);
    return {
      rows: [...asked, ...alsoAsked].flatMap((read) => read.rows),
      found: searches.flatMap((read) => read.rows),
      isUnderAlias: (row) => reader.isUnderAlias?.(row) ?? false,
      missing: [...new Set(asked.flatMap((read) => (read.failure === undefined ? [] : [read.name])))],
      failures: asked.flatMap(({ failure }) => (failure === undefined ? [] : [failure.reason])),
      isUnsearched: searches.some(({ failure }) => failure !== undefined),
    };
  } catch (error) {
    const missing = [...new Set(recipes.map(({ name }) => name))];
    const nothing = { rows: [], found: [], isUnderAlias: () => false, isUnsearched: false };
    return { ...nothing, missing, failures: [asFailure(error).reason] };
  }
}

interface Read {
  readonly name: string;
  readonly rows: readonly Memory[];
  readonly failure: Failure | undefined;
}

/** The newest page, and more of them where it shows too little of the section. What has arrived stays, whatever fails later. */
async function readOne(
  recipe: Recipe,
  reader: MemoryReader,
  { deadline, today }: Within & { today: string },
): Promise<Read> {
  const { name } = recipe;
  let rows: readonly Memory[] = [];
  for (const page of pagesOf(recipe)) {
    try {
      const read = await reader.read(recipe, page, { deadline });
      rows = [...rows, ...read.rows];
      if (!read.hasMore || isEnough(recipe, rows, today)) break;
    } catch (error) {
      const failure = asFailure(error);
      // What was deleted meanwhile leaves no page after the last one (contract §6).
      if (failure.status === 404 && rows.length > 0) break;
      return { name, rows, failure };
    }
  }
  return { name, rows, failure: undefined };
}

async function search(query: string | undefined, reader: MemoryReader, within: Within): Promise<Omit<Read, 'name'>> {
  if (query === undefined) return { rows: [], failure: undefined };
  try {
    return { rows: (await reader.search?.(query, within)) ?? [], failure: undefined };
  } catch (error) {
    return { rows: [], failure: asFailure(error) };
  }
}

async function secondSearch(
  queries: Queries | undefined,
  pages: readonly { readonly recipe: Recipe; readonly read: Promise<Read> }[],
  reader: MemoryReader,
  within: Within,
): Promise<Omit<Read, 'name'>> {
  if (queries === undefined) return { rows: [], failure: undefined };
  const awaited = pages.filter(({ recipe }) => recipe.name === queries.after).map(({ read }) => read);
  const query = queries.second((await Promise.all(awaited)).flatMap(({ rows }) => rows));
  return search(query === queries.first ? undefined : query, reader, within);
}
