/**
 * When does a newer statement contradict an older one of the same scope and type? Rules of ours [?], made to err on the
 * side of keeping both (both are dated): the newer one must name what it gives up, and the older one must assert exactly
 * that; or both must give a value to the same single-valued subject.
 * - **Names what it gives up**: "move off X (to Y)", "from X to Y" after a verb of change, "Y instead of X", "prefer Y over
 *   X", "Y, not X", "no longer use X", "stop using X", "drop X in favour of Y", "replace X with Y", "X is replaced by Y".
 *   Whatever else its main clause says besides what comes instead, verbs and fillers is a limit: what is moved ("move the
 *   queue from Redis to SQS"), a place or purpose ("in tests"), another subject ("the queue moved"). The older one must
 *   speak of the same, not of another kind of it ("load tests", "unit tests"). Questions, quotations, conditions, plans,
 *   negations, what did not last and accounts of a fault give up nothing.
 * - **Asserts X**: in its main clause (before because, but, which …) we, I or an imperative use, deploy to, host on, prefer …
 *   X without a word of distance (not, off, than, instead …) before it and X is not one of several; or "X is our …",
 *   "our … is X", "replaced by X". "Railway is cheaper than Fly.io" mentions Fly.io and asserts nothing about it.
 * - **Single-valued subject**: "our/the <role> is <Name>", "we use <Name> for <purpose>", "we deploy to <Name> <qualifier>":
 *   the same words but for the value, no limit before it, and the newer one does not add ("also", "too", "both").
 * English only. The patterns with their examples: `supersede-patterns.ts`, `supersede-assertions.ts`. Out of scope: who is
 * newer, scope and type (`succession.ts`).
 */
import { CLAUDE_PREFIX } from '../extract.ts';
import { normalise } from '../store/words.ts';
import { alternativeAmong, isSaid, phrases } from './phrases.ts';
import * as assertions from './supersede-assertions.ts';
import { GIVES_UP, HELD_BACK, IN_PART, LABELLED } from './supersede-patterns.ts';

const { ADDS, AMONG_OTHERS_AFTER, AMONG_OTHERS_BEFORE, ASSERTED_AFTER, ASSERTED_BEFORE, CHOOSING } = assertions;
const { CLAUSE_BORDER, DISTANCE, DOING, EMPTY_NAMES, FILLERS, LEFT_BEHIND, LINKING, NEXT_CLAUSE, PLACING } = assertions;
const { QUESTION, SENTENCE_BORDER, SINGLE_VALUED, SUBORDINATE, TRAILING } = assertions;

/** Longer texts were stored as they are and are no statements; the patterns would take long over them. [?] */
const MAX_LENGTH = 2_000;
/** Longer names name nothing, and nobody gives up more at once: both only bound the time. [?] */
const MAX_NAME = 100;
const MAX_GIVEN_UP = 20;
const MIN_SENTENCE = 6;

interface GivenUp {
  readonly name: string;
  /** Of each an older statement must speak as well. */
  readonly limits: readonly (readonly string[])[];
}

interface Clause {
  readonly text: string;
  /** What follows in the main clause, with the border. */
  readonly rest: string;
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
  const value = singleValue(said);
  const norm = normalise(newer);
  if (gaveUp.length === 0 && value === undefined) return () => false;
  return (older) => {
    if (older.length > MAX_LENGTH || normalise(older) === norm) return false;
    const before = plain(older);
    const lower = before.toLowerCase();
    const named = gaveUp.filter((one) => lower.includes(one.lower));
    if (named.length > 0) {
      const clauses = mainClauses(lower.replaceAll(LEFT_BEHIND.cue, ''));
      if (named.some((one) => concerns(one, lower) && assertedIn(clauses, one.lower))) return true;
    }
    const then = value === undefined ? undefined : singleValue(before);
    return value !== undefined && then !== undefined && value.subject === then.subject && value.value !== then.value;
  };
}

/** What a statement of one line gives up by these patterns, each taken once in a sentence. */
export function givesUp(text: string, patterns = GIVES_UP): readonly GivenUp[] {
  const found: GivenUp[] = [];
  for (const sentence of text.split(SENTENCE_BORDER.cue)) {
    if (found.length >= MAX_GIVEN_UP) break;
    // Too short for any pattern: a row of dots is a thousand sentences.
    if (sentence.length < MIN_SENTENCE) continue;
    found.push(...patterns.flatMap((one) => givenUpBy(one, sentence)));
  }
  return found;
}

function givenUpBy({ cue, alternative }: (typeof GIVES_UP)[number], sentence: string): readonly GivenUp[] {
  const hit = cue.exec(sentence);
  const name = nameOf(hit?.groups?.['x'] ?? '');
  if (hit === null || name.length < 2 || name.length > MAX_NAME || EMPTY_NAMES.has(name.toLowerCase())) return [];
  const lead = sentence.slice(0, hit.index);
  if (IN_PART.cue.test(name) || isQuoted(lead) || isHeldBack(sentence, hit)) return [];
  const [main = ''] = sentence.slice(hit.index + hit[0].length).split(SUBORDINATE.cue, 1);
  const [tail = ''] = main.split(NEXT_CLAUSE.cue, 1);
  const [instead, ...more] = phrases(hit.groups?.['y'] ?? '').filter(isSaid);
  const before = phrases(lead.replace(LABELLED.cue, ''));
  const after = phrases(tail);
  const other = instead ?? (alternative === true ? alternativeAmong(before, after) : undefined);
  const known = new Set([...contentWords(name), ...(other?.words ?? [])]);
  const limits = [...before, ...phrases(hit.groups?.['about'] ?? ''), ...more, ...after]
    .filter((one) => one !== other)
    .map(({ by, words }) => words.filter((word) => PLACING.has(by) || !known.has(word)));
  return [{ name, limits: limits.filter((words) => words.length > 0) }];
}

function isHeldBack(sentence: string, hit: RegExpExecArray): boolean {
  const end = hit.index + hit[0].length;
  const reason = sentence.slice(end).search(SUBORDINATE.cue);
  const around = reason < 0 ? sentence : sentence.slice(0, end + reason);
  const before = lastClause(sentence.slice(0, hit.index));
  return HELD_BACK.some(({ cue, where }) => cue.test({ around, before, anywhere: sentence }[where]));
}

/** Does an older statement speak of all that limits this? Of each limit all words, or one that nothing there narrows. */
function concerns({ limits, lower }: GivenUp & { readonly lower: string }, older: string): boolean {
  const said = older
    .replaceAll(lower, ' , ')
    .split(/[\s,;:()]+/)
    .map((word) => trimmed(word.replace(/^[`"']+/, ''), '`"\'.!'));
  const stems = said.map(stem);
  return limits.every((limit) => {
    const wanted = new Set(limit.map(stem));
    if ([...wanted].every((word) => stems.includes(word))) return true;
    return stems.some((word, at) => wanted.has(word) && !narrows(said[at - 1] ?? '', wanted));
  });
}

/** Is this word before a noun another kind of it: "unit" before "tests"? */
function narrows(word: string, wanted: ReadonlySet<string>): boolean {
  if (word === '' || wanted.has(stem(word)) || FILLERS.has(word)) return false;
  return ![LINKING, PLACING, CHOOSING, DOING].some((known) => known.has(word));
}

/** Does a statement assert something of this name? */
export function asserts(text: string, name: string): boolean {
  return assertedIn(mainClauses(text.toLowerCase().replaceAll(LEFT_BEHIND.cue, '')), name.toLowerCase());
}

/** Both in lower case. */
function assertedIn(clauses: readonly Clause[], name: string): boolean {
  return clauses.some(({ text, rest }) => {
    const at = indexOfName(text, name);
    if (at < 0) return false;
    const before = text.slice(0, at);
    const after = text.slice(at + name.length);
    // A name may be quoted by itself.
    if (DISTANCE.cue.test(before) || isQuoted(before.replace(/["“`]$/, ''))) return false;
    if (AMONG_OTHERS_BEFORE.cue.test(before) || AMONG_OTHERS_AFTER.cue.test(after + rest)) return false;
    return ASSERTED_BEFORE.some(({ cue }) => cue.test(before)) || (before === '' && ASSERTED_AFTER.cue.test(after));
  });
}

/** Where a name stands by itself, or -1. Not by a pattern made of it: each new one takes a ms to compile. */
function indexOfName(text: string, name: string): number {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const end = at + name.length;
    // "Fly.io's invoices" are not Fly.io.
    const goesOn = /^(?:[\p{L}\p{N}_/@-]|\.[\p{L}\p{N}]|'s\b)/u.test(text.slice(end, end + 3));
    if (!goesOn && !/[\p{L}\p{N}._/@-]$/u.test(text.slice(Math.max(0, at - 2), at))) return at;
  }
  return -1;
}

/** The words around a value, and the value, of a statement that gives a subject its one value. */
export function singleValue(
  text: string,
  patterns = SINGLE_VALUED,
): { readonly subject: string; readonly value: string } | undefined {
  for (const sentence of text.split(SENTENCE_BORDER.cue)) {
    if (ADDS.cue.test(sentence)) continue;
    const [clause] = mainClauses(sentence.replace(LABELLED.cue, ''));
    for (const { id, cue } of clause === undefined ? [] : patterns) {
      const groups = cue.exec(trimmed(clause?.text ?? '', '.'))?.groups;
      const value = groups?.['value'];
      if (groups === undefined || value === undefined) continue;
      // One of several values is not the value, and one for a place or purpose not for all.
      const after = `${groups['rest'] ?? ''}${clause?.rest ?? ''}`;
      if (AMONG_OTHERS_AFTER.cue.test(after) || phrases(clause?.rest ?? '').some(({ by }) => PLACING.has(by)))
        return undefined;
      const words = contentWords(`${groups['subject'] ?? ''} ${groups['rest'] ?? ''}`).join(' ');
      return { subject: `${id} ${words}`, value: trimmed(value.replaceAll('`', ''), '.-').toLowerCase() };
    }
  }
  return undefined;
}

function mainClauses(text: string): readonly Clause[] {
  const [main = ''] = text.split(SUBORDINATE.cue, 1);
  const clauses: Clause[] = [];
  let start = 0;
  for (const border of main.matchAll(CLAUSE_BORDER.cue)) {
    clauses.push({ text: main.slice(start, border.index).trimStart(), rest: main.slice(border.index) });
    start = border.index + border[0].length;
  }
  return [...clauses, { text: main.slice(start).trimStart(), rest: '' }];
}

function lastClause(lead: string): string {
  return (lead.split(CLAUSE_BORDER.cue).at(-1) ?? '').trim();
}

/** Are the words after these inside quotes or code? */
function isQuoted(before: string): boolean {
  return [/["“”]/g, /`/g].some((mark) => (before.match(mark)?.length ?? 0) % 2 === 1);
}

/** A name as it is looked for: without articles before it, adverbs after it, quotes and a final full stop. */
function nameOf(words: string): string {
  const all = words.split(' ').filter((word) => word !== '');
  while (all.length > 0 && FILLERS.has((all[0] ?? '').toLowerCase())) all.shift();
  while (all.length > 1 && TRAILING.has((all.at(-1) ?? '').toLowerCase().replace(/\.$/, ''))) all.pop();
  return trimmed(all.join(' ').replace(/^[`"'’]+/, ''), '`"\'’.,');
}

/** Without these characters at the end. Not by a pattern: it would take the square of the time on a row of dots. */
function trimmed(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

function contentWords(text: string): readonly string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+(?:[._'/-]+[\p{L}\p{N}]+)*/gu) ?? []).filter(
    (word) => !FILLERS.has(word),
  );
}

/** Enough of a word to match "test" with "tests" and "testing"; a path is matched whole. */
function stem(word: string): string {
  return word.includes('/') ? word : word.replace(/(?:ing|es|s)$/, '').slice(0, 8);
}

/** One line without Claude's prefix, curly apostrophes and questions: a question states nothing. */
function plain(text: string): string {
  const line = (text.startsWith(CLAUDE_PREFIX) ? text.slice(CLAUDE_PREFIX.length) : text)
    .replaceAll(/[’‘]/g, "'")
    .replaceAll(/\s+/g, ' ')
    .trim();
  return line
    .split(SENTENCE_BORDER.cue)
    .filter((sentence) => !QUESTION.cue.test(sentence))
    .join(' ');
}
