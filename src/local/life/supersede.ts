/**
 * When does a newer statement contradict an older one of the same scope and type? Rules of ours [?], made to err on the
 * side of keeping both (both are dated): the newer one must name what it gives up, and the older one must assert exactly
 * that; or both must give a value to the same single-valued subject.
 * - **Names what it gives up**: "move off X (to Y)", "from X to Y" after a verb of change, "Y instead of X", "prefer Y over
 *   X", "Y, not X", "no longer use X", "stop using X", "drop X in favour of Y", "replace X with Y", "X is replaced by Y".
 *   What is moved ("move the queue from Redis to SQS") or the purpose ("instead of Jest for unit tests") limits it to older
 *   statements that speak of the same.
 * - **Asserts X**: in its main clause (before because, but, which …) we, I or an imperative use, deploy to, host on, prefer …
 *   X without a word of distance (not, off, than, instead …) before it and X is not one of several; or "X is our …",
 *   "our … is X", "replaced by X". "Railway is cheaper than Fly.io" mentions Fly.io and asserts nothing about it.
 * - **Single-valued subject**: "our/the <role> is <Name>", "we use <Name> for <purpose>", "we deploy to <Name> <qualifier>":
 *   the same words but for the value, and the newer one does not add ("also", "too", "both").
 * English only. Out of scope: who is newer, scope and type (`succession.ts`).
 */
import { CLAUDE_PREFIX } from '../extract.ts';
import { normalise } from '../store/words.ts';
import {
  ADDS,
  AMONG_OTHERS_AFTER,
  AMONG_OTHERS_BEFORE,
  ASSERTED_AFTER,
  ASSERTED_BEFORE,
  CLAUSE_BORDER,
  DISTANCE,
  EMPTY_NAMES,
  FILLERS,
  GIVES_UP,
  LEFT_BEHIND,
  SINGLE_VALUED,
  SUBORDINATE,
  TRAILING,
} from './supersede-patterns.ts';

/** Longer texts were stored as they are and are no statements; the patterns would take long over them. [?] */
const MAX_LENGTH = 2_000;

interface GivenUp {
  readonly name: string;
  /** Words of which an older statement must share one; empty: no limit. */
  readonly about: readonly string[];
}

/** Does `newer` contradict `older`? Both are facts of one scope and type; `newer` was said later. */
export function contradicts(newer: string, older: string): boolean {
  return contradictedBy(newer)(older);
}

/** The same for one newer statement and many older ones: what it gives up is read once. */
export function contradictedBy(newer: string): (older: string) => boolean {
  if (newer.length > MAX_LENGTH) return () => false;
  const said = plain(newer);
  const gaveUp = givesUp(said).map((one) => ({ ...one, lower: one.name.toLowerCase() }));
  const value = ADDS.test(said) ? undefined : singleValue(said);
  const norm = normalise(newer);
  if (gaveUp.length === 0 && value === undefined) return () => false;
  return (older) => {
    if (older.length > MAX_LENGTH || normalise(older) === norm) return false;
    const before = plain(older);
    const lower = before.toLowerCase();
    if (gaveUp.some((one) => lower.includes(one.lower) && concerns(one, before) && asserts(before, one.name)))
      return true;
    const then = value === undefined ? undefined : singleValue(before);
    return value !== undefined && then !== undefined && value.subject === then.subject && value.value !== then.value;
  };
}

function givesUp(text: string): readonly GivenUp[] {
  return GIVES_UP.flatMap((one) => {
    const groups = one.exec(text)?.groups;
    const name = nameOf(groups?.['x'] ?? '');
    if (name.length < 2 || EMPTY_NAMES.has(name.toLowerCase())) return [];
    return [{ name, about: contentWords(groups?.['about'] ?? '') }];
  });
}

function concerns(one: GivenUp, older: string): boolean {
  if (one.about.length === 0) return true;
  const words = new Set(contentWords(older).map(stem));
  return one.about.some((word) => words.has(stem(word)));
}

function asserts(text: string, name: string): boolean {
  const exact = name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const named = new RegExp(String.raw`(?<![\p{L}\p{N}._/@-])${exact}(?![\p{L}\p{N}_/@-]|\.[\p{L}\p{N}])`, 'iu');
  return mainClauses(text.replaceAll(LEFT_BEHIND, '')).some((clause) => {
    const hit = named.exec(clause);
    if (hit === null) return false;
    const before = clause.slice(0, hit.index);
    const after = clause.slice(hit.index + hit[0].length);
    if (DISTANCE.test(before) || AMONG_OTHERS_BEFORE.test(before) || AMONG_OTHERS_AFTER.test(after)) return false;
    return ASSERTED_BEFORE.some((one) => one.test(before)) || (before === '' && ASSERTED_AFTER.test(after));
  });
}

/** The words around a value, and the value, of a statement that gives a subject its one value. */
function singleValue(text: string): { readonly subject: string; readonly value: string } | undefined {
  for (const clause of mainClauses(text)) {
    for (const [kind, one] of SINGLE_VALUED.entries()) {
      const groups = one.exec(clause)?.groups;
      const value = groups?.['value'];
      if (groups === undefined || value === undefined) continue;
      // One of several values is not the value.
      if (AMONG_OTHERS_AFTER.test(groups['rest'] ?? '')) return undefined;
      const around = contentWords(`${groups['subject'] ?? ''} ${groups['rest'] ?? ''}`);
      return {
        subject: `${kind} ${around.join(' ')}`,
        value: value
          .replaceAll('`', '')
          .replace(/[.-]+$/, '')
          .toLowerCase(),
      };
    }
  }
  return undefined;
}

function mainClauses(text: string): readonly string[] {
  const [main = ''] = text.split(SUBORDINATE, 1);
  return main.split(CLAUSE_BORDER).map((clause) => clause.replace(/^\s+/, ''));
}

/** A name as it is looked for: without articles before it, adverbs after it, quotes and a final full stop. */
function nameOf(words: string): string {
  const all = words.split(' ').filter((word) => word !== '');
  while (all.length > 0 && FILLERS.has((all[0] ?? '').toLowerCase())) all.shift();
  while (all.length > 1 && TRAILING.has((all.at(-1) ?? '').toLowerCase().replace(/\.$/, ''))) all.pop();
  return all.join(' ').replaceAll(/^[\x60"'’]+|[\x60"'’.,]+$/g, '');
}

function contentWords(text: string): readonly string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+(?:[._'-]+[\p{L}\p{N}]+)*/gu) ?? []).filter(
    (word) => !FILLERS.has(word),
  );
}

/** Enough of a word to match "test" with "tests" and "testing". */
function stem(word: string): string {
  return word.replace(/(?:ing|es|s)$/, '').slice(0, 8);
}

/** One line, without Claude's prefix, quotes around names or curly apostrophes. */
function plain(text: string): string {
  return (text.startsWith(CLAUDE_PREFIX) ? text.slice(CLAUDE_PREFIX.length) : text)
    .replaceAll(/[’‘]/g, "'")
    .replaceAll(/\s+/g, ' ')
    .trim();
}
