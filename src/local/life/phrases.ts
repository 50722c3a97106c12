/**
 * A statement as phrases: words that belong together, by the word that begins them. Whatever a phrase says besides what is given
 * up, and what comes instead, limits a statement (`supersede.ts`). English only.
 */
import { CHOOSING, DOING, FILLERS, LINKING, PLACING, SCOPES, UNLIMITED } from './supersede-assertions.ts';

/** Words that belong together, and the word that begins them: a verb, "in", "for" … */
export interface Phrase {
  readonly by: string;
  readonly words: string[];
}

/** The words of a text that say something, as they belong together; a phrase may be without any. */
export function phrases(text: string): readonly Phrase[] {
  const found: Phrase[] = [];
  let now: Phrase = { by: '', words: [] };
  const said = text.replaceAll(UNLIMITED.cue, ' ').toLowerCase();
  for (const token of said.match(/[,;:()!?—]|[^\s,;:()!?—]+/g) ?? []) {
    const placed = PLACING.has(now.by);
    const word = token.replace(/^[`"']+/, '').replace(/[`"'.]{1,3}$/, '');
    if (LINKING.has(word) || PLACING.has(word) || CHOOSING.has(word) || (!placed && DOING.has(word))) {
      now = { by: word, words: [] };
      found.push(now);
    } else if (word !== '' && !FILLERS.has(word) && (placed || !SCOPES.has(word))) {
      // "Valkey locally": where, and no part of the name.
      if (now.words.length > 0 && !placed && word.length > 4 && word.endsWith('ly')) now = { by: 'in', words: [] };
      if (found.at(-1) !== now) found.push(now);
      now.words.push(word);
    }
  }
  return found;
}

export const isSaid = ({ words }: Phrase): boolean => words.length > 0;

/** The phrase that names what comes instead: the object of "use", or the last words of the clause with the verb. */
export function alternativeAmong(before: readonly Phrase[], after: readonly Phrase[]): Phrase | undefined {
  const chosen = (all: readonly Phrase[]) => all.findLast((one) => CHOOSING.has(one.by) && isSaid(one));
  // "Run benchmarks instead of …" says what is run.
  const named = (all: readonly Phrase[]) =>
    all.some(({ by }) => DOING.has(by)) ? all.slice(-1).find((one) => !DOING.has(one.by) && isSaid(one)) : undefined;
  const last = before.findLast((one) => !DOING.has(one.by) && !PLACING.has(one.by) && isSaid(one));
  return chosen(before) ?? named(before) ?? chosen(after) ?? named(after) ?? last;
}
