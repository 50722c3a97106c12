/**
 * Which pages of a recipe are asked for: the newest, and where it is full of what belongs elsewhere, a few large ones. Pure. Out of
 * scope: asking (`flows/recall-reads`).
 */
import type { Memory } from '../../contract/mem0.ts';
import { type Recipe, typeOf } from './recipes.ts';
import { isCurrent } from './truth.ts';

/** One page of what a recipe reads. */
export interface RecipePage {
  /** From 1. */
  readonly number: number;
  /** Rows. */
  readonly size: number;
}

/** 200 rows are the most that the platform gives at once (contract §6), and four such pages all that a start reads of a type. [?] ours */
const LARGE_PAGE = 200;
const MOST_LARGE_PAGES = 4;

/** The pages in the order in which they are asked for, each if those before are not enough. The first large one has the newest page once more. */
export function* pagesOf({ pageSize }: Recipe): Generator<RecipePage> {
  yield { number: 1, size: pageSize };
  for (let number = 1; number <= MOST_LARGE_PAGES; number++) yield { number, size: LARGE_PAGE };
}

/**
 * Whether these rows are enough for the section: what is filed under the categories of a type may be of another type (§1.3), and then
 * a page of it shows nothing. `today`: UTC, `YYYY-MM-DD`.
 */
export function isEnough(recipe: Recipe, rows: readonly Memory[], today: string): boolean {
  if (!('type' in recipe)) return true;
  const shown = rows.filter((row) => typeOf(row) === recipe.type && isCurrent(row, today));
  return new Set(shown.map(({ id }) => id)).size >= recipe.enough;
}
