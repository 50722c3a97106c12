import type { Memory } from '../../src/contract/mem0.ts';
import type { Recipe } from '../../src/core/recall/recipes.ts';
import type { Mem0Client, Within } from '../../src/mem0/client.ts';

/** The newest page of a recipe, as a session start asks for it first. */
export async function newestPage(client: Mem0Client, recipe: Recipe, within: Within): Promise<readonly Memory[]> {
  return (await client.read(recipe, { number: 1, size: recipe.pageSize }, within)).rows;
}
