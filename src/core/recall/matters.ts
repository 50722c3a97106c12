/**
 * What a statement of one plain sentence is about, where it has one value at a time that may be any phrase: after what branches are
 * named, with what one rolls back. Two of one matter whose values differ are told apart by a mark on the older; since nothing is
 * hidden by that, more counts as one matter here than among claims (`subjects`). Two of one matter with one value say the same,
 * whether something "is stored" or somebody "stores" it. Rules of ours [?].
 * Out of scope: what two values have to do with each other (`matter-values`).
 */
import { isVerbatim, withoutLabel } from './likeness.ts';
import { PLACING, WHO } from './likeness-words.ts';
import * as known from './matter-words.ts';
import { type Lexicon, type Piece, piecesOf } from './said-words.ts';
import { isNumber } from './subject-words.ts';

export interface Matter {
  readonly subject: string;
  /** Words as they are compared. */
  readonly value: readonly string[];
  /** What stands before the value. */
  readonly by: string;
  /** The value is what does not hold. */
  readonly denies: boolean;
  /** Subject and value are all that is said; then what letter case tells apart. */
  readonly all: string | undefined;
}

const [MAX_CHARS, MAX_WORDS, MAX_SUBJECT] = [160, 16, 6];
const NONE: readonly Matter[] = [];

/** The matters of one harmless line: mostly none, and of two the second only says whether something is done at all. */
export function mattersOf(line: string, lexicon: Lexicon): readonly Matter[] {
  if (line.length > MAX_CHARS || isVerbatim(line) || line.includes('(')) return NONE;
  const read = sentenceOf(line, lexicon);
  if (read === undefined) return NONE;
  const { comma, isCut, place } = read;
  const words = withoutLead(read.words);
  const said = words.map((word) => word.said);
  const all = isCut ? undefined : casedOf(words);
  if (said[0] === 'to') return means(said, comma, all);
  if (comma > 0) return NONE;
  const is = said.indexOf('is');
  if (is > 0) return is <= MAX_SUBJECT ? stateOf(said, is, all) : NONE;
  const [first = ''] = said;
  const base = words[0]?.raw.toLowerCase() === first ? first : '';
  if (known.PREFERS.has(first) && said.lastIndexOf('for') > 1) return preference(said, all);
  if (known.MEANS.has(base) && place < 0 && said.lastIndexOf('to') > 1) return meansBehind(said, all);
  if (known.TO_DO.has(base) || known.PREFERS.has(first)) return order(said, all);
  return deed(said, all);
}

interface Sentence {
  readonly words: readonly Piece[];
  /** The one comma; -1 without. */
  readonly comma: number;
  /** There is a reason behind it. */
  readonly isCut: boolean;
  /** A `to` with an article behind it, which no verb has; -1 without. */
  readonly place: number;
}

function sentenceOf(line: string, lexicon: Lexicon): Sentence | undefined {
  const words: Piece[] = [];
  let comma = -1;
  let place = -1;
  let hasEnded = false;
  const told = (isCut: boolean) => ({ words, comma: comma === words.length - 1 ? -1 : comma, isCut, place });
  for (const one of withoutLabel(line).split(' ')) {
    for (const piece of piecesOf(one, lexicon)) {
      if (hasEnded || known.NOT_FOR_ALL.has(piece.said)) return undefined;
      if (piece.said === 'because') return told(true);
      if (piece.said === '') place = words.at(-1)?.said === 'to' ? words.length - 1 : place;
      else if (words.push(piece) > MAX_WORDS) return undefined;
      if (piece.border === 2) hasEnded = true;
      if (piece.border !== 1) continue;
      if (comma >= 0) return undefined;
      comma = words.length - 1;
    }
  }
  return told(false);
}

/** "All dates" are dates, and who prefers it is the user. */
function withoutLead(words: readonly Piece[]): readonly Piece[] {
  const [first, second] = words;
  const isSmall = first?.said === 'all' && second?.said !== 'of';
  if (second?.said === 'all' && words[2]?.said !== 'of' && first !== undefined && known.TO_DO.has(first.said))
    return [first, ...words.slice(2)];
  const isWho = WHO.has(first?.said ?? '') && known.PREFERS.has(second?.said ?? '');
  return isSmall || isWho ? words.slice(1) : words;
}

/** "Branches are named after the ticket", "the owner of billing is Mara", "product pages are not cached". */
function stateOf(said: readonly string[], is: number, all: string | undefined): readonly Matter[] {
  const subject = said.slice(0, is);
  const denies = said[is + 1] === 'not';
  const at = is + (denies ? 2 : 1);
  const done = said[at] ?? '';
  const verb = known.DONE.get(done) ?? (done.length > 4 && done.endsWith('ed') ? done : undefined);
  if (verb === undefined) {
    const of = subject.indexOf('of');
    const head = subject[(of > 0 ? of : is) - 1] ?? '';
    const value = said.slice(at);
    if (denies || !known.ATTRIBUTES.has(head) || value.length === 0 || value.some((one) => PLACING.has(one)))
      return NONE;
    return [{ subject: `${subject.join(' ')} is`, value, by: 'is', denies, all }];
  }
  const rest = withoutAnyMore(said.slice(at + 1), denies);
  const name = `${subject.join(' ')} ‹${verb}›`;
  const isDone = { subject: name, value: [], by: 'so', denies: denies && rest.length === 0, all: undefined };
  const how = known.OF_SEVERAL.has(done) ? undefined : wayOf(name, verb, rest, denies, all);
  return [...(how === undefined ? [] : [how]), ...(denies && rest.length > 0 ? [] : [isDone])];
}

function withoutAnyMore(rest: readonly string[], denies: boolean): readonly string[] {
  const isAnyMore = rest.at(-2) === 'any' && (rest.at(-1) === 'more' || rest.at(-1) === 'longer');
  return denies && isAnyMore ? rest.slice(0, -2) : rest;
}

/** "Name branches after the ticket", "answer in German". */
function order(said: readonly string[], all: string | undefined): readonly Matter[] {
  const [first = ''] = said;
  const at = said.findIndex((one, i) => i > 0 && (PLACING.has(one) || (i > 1 && begins(one))));
  if (at < 1 || at > MAX_SUBJECT || (at === 1 && !known.SPEAKS.has(first))) return NONE;
  const verb = known.PREFERS.get(first) ?? first;
  const how = wayOf(`${said.slice(1, at).join(' ')} ‹${verb}›`, verb, said.slice(at), false, all);
  return how === undefined ? NONE : [how];
}

/** "Commit messages begin with the ticket", "the import takes an hour". */
function deed(said: readonly string[], all: string | undefined): readonly Matter[] {
  const at = said.findIndex((one, i) => i > 0 && i <= MAX_SUBJECT && known.DOES.has(one));
  const verb = known.DOES.get(said[at] ?? '');
  const rest = said.slice(at + 1);
  const next = rest[0];
  if (verb === undefined || next === undefined || said.slice(0, at).includes('not') || next === 'not') return NONE;
  const name = `${said.slice(0, at).join(' ')} ‹${verb}›`;
  if (begins(next)) {
    const how = wayOf(name, verb, rest, false, all);
    return how === undefined ? NONE : [how];
  }
  if (!known.DOES_ONE.has(verb) && !isCount(next)) return NONE;
  return [{ subject: name, value: rest, by: known.DOES_ONE.has(verb) ? 'is' : 'count', denies: false, all }];
}

/** "I prefer tabs for indentation." */
function preference(said: readonly string[], all: string | undefined): readonly Matter[] {
  const at = said.lastIndexOf('for');
  const value = said.slice(1, at);
  if (at === said.length - 1 || value.some((one) => one !== 'of' && PLACING.has(one))) return NONE;
  const verb = known.PREFERS.get(said[0] ?? '') ?? '';
  return [{ subject: `‹${verb}› ${said.slice(at).join(' ')}`, value, by: 'use', denies: false, all }];
}

/** "To roll back a release, run undo.sh." */
function means(said: readonly string[], comma: number, all: string | undefined): readonly Matter[] {
  const at = comma > 0 ? comma + 1 : said.findIndex((one, i) => i > 2 && known.MEANS.has(one));
  return at < 3 ? NONE : end(said.slice(1, at), said.slice(at), all);
}

/** "Run undo.sh to roll back a release." */
function meansBehind(said: readonly string[], all: string | undefined): readonly Matter[] {
  const at = said.lastIndexOf('to');
  const purpose = said.slice(at + 1);
  return purpose.length < 2 ? NONE : end(purpose, said.slice(0, at), all);
}

function end(purpose: readonly string[], value: readonly string[], all: string | undefined): readonly Matter[] {
  const means = known.MEANS.get(value[0] ?? '');
  if (means === undefined || value.length < 2 || value.some((one) => known.STEPS.has(one))) return NONE;
  return [{ subject: `to ${purpose.join(' ')} ‹${means}›`, value, by: 'means', denies: false, all }];
}

/** What stands before a value says of which matter it is, and what stands behind it, where it holds. */
function wayOf(
  name: string,
  verb: string,
  rest: readonly string[],
  denies: boolean,
  all: string | undefined,
): Matter | undefined {
  const [word = ''] = rest;
  const end = rest.findIndex((one, i) => i > 1 && i < rest.length - 1 && PLACING.has(one));
  const value = end < 0 ? rest : rest.slice(0, end);
  const by = mannerOf(verb, word, value);
  if (by === undefined || value.length < (by === 'when' ? 1 : 2)) return undefined;
  const bound = end < 0 ? '' : rest.slice(end).join(' ');
  return {
    subject: `${name} ${by} ${bound}`,
    value: by === 'when' || by === 'with' ? value : value.slice(1),
    by,
    denies,
    all,
  };
}

function mannerOf(verb: string, word: string, value: readonly string[]): string | undefined {
  if (word === 'after' && verb === 'name') return word;
  if (word === 'with' || word === 'without') return 'with';
  if (word === 'via' || word === 'through') return 'via';
  if (known.MOMENTS.has(word)) return known.AT_TIMES.has(verb) ? 'when' : undefined;
  if (word === 'on') return isTimes(value) ? undefined : word;
  if (word === 'for') return value.some((one) => known.TIME_UNITS.has(one)) ? word : undefined;
  if (word === 'to') return known.PUT_TO.has(verb) ? word : undefined;
  return ['by', 'as', 'per', 'at', 'from', 'under', 'in', 'into'].includes(word) ? word : undefined;
}

/** A phrase of place, time or means. */
function begins(word: string): boolean {
  return PLACING.has(word) || known.MOMENTS.has(word) || word === 'without';
}

function isTimes(value: readonly string[]): boolean {
  return value.some((one) => known.MOMENTS.has(one) || known.ELSEWHERE.has(one));
}

function isCount(word: string): boolean {
  return isNumber(word) || known.COUNTS_ONE.has(word);
}

function casedOf(words: readonly Piece[]): string {
  return words.flatMap(({ raw, said }) => (raw !== said && /[a-z0-9][A-Z]/.test(raw) ? [raw] : [])).join(' ');
}
