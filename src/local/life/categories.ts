/**
 * Which categories a memory gets, and the background job that gives them later (platform contract §1.3). A choice of ours
 * [?]: the live service lets a model choose. Without a list of names a memory's one category is its type, the only thing
 * that rules can know; with one (the add's, else the project's), each name that is its type or shares a word with it.
 */
import type { CategoryNames } from '../store/rows.ts';
import type { Life } from './life.ts';

/** How many memories one round of the job takes, so that no request waits long for it. */
const ROUND = 500;
/** Shorter words say too little about a memory: "of", "api". */
const MIN_LETTERS = 4;

/** The categories of a memory, in the order of the list; null when none fits. */
export function categoriesOf(
  memory: { readonly memory: string; readonly type: string | null },
  names: CategoryNames | null,
): readonly string[] | null {
  if (names === null) return memory.type === null ? null : [memory.type];
  const words = wordsOf(memory.memory);
  const fits = (name: string) =>
    name === memory.type || wordsOf(name).some((part) => words.some((word) => isSameWord(part, word)));
  const found = [...new Set(names.flatMap((one) => Object.keys(one)))].filter(fits);
  return found.length === 0 ? null : found;
}

/** Gives categories to memories whose time has come. One that cannot have any is passed over, and stands in nobody's way. */
export function categoriseDue(life: Life, now: number): void {
  const { notes, projects } = life.store;
  for (const { seq, memory, type, scope, names } of notes.dueForCategories(now, ROUND)) {
    const given = names === null ? projects.settings(scope).custom_categories : namesOf(names);
    notes.setCategories(seq, given === undefined ? null : categoriesOf({ memory, type }, given));
  }
}

/** What `adds.ts` wrote; undefined when the file was damaged there. */
function namesOf(json: string): CategoryNames | undefined {
  try {
    return JSON.parse(json) as CategoryNames;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}

function wordsOf(text: string): readonly string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => word.length >= MIN_LETTERS);
}

/** "deploy" and "deployment", "test" and "tests". */
function isSameWord(one: string, other: string): boolean {
  return one.startsWith(other) || other.startsWith(one);
}
