/**
 * What one word means for the sketch of a memory (`sketch`): how much it weighs, and in bits of a number what it may begin, end or
 * claim. Rules of ours [?]: in doubt a bit is set, and more is read.
 */
import { singular } from './forms.ts';
import { isKindWord } from './kinds.ts';
import * as known from './likeness-words.ts';
import * as matters from './matter-words.ts';
import { isDigits, type Piece } from './said-words.ts';
import { COUNTED, DOING, HOSTED, IS_HOSTED, isNumber, isVersion, LEAVING, NUMBERED, ROLES } from './subject-words.ts';

export interface Mark {
  /** Of what is compared; 0 where that is nothing. */
  readonly weight: number;
  /** The same without what may be a value: a name of a kind, a number. */
  readonly besides: number;
  /** Words that are no small ones. */
  readonly count: number;
  /** Bits of `says`. */
  readonly means: number;
}

const [ROLE, DENIAL, HOST, HOSTED_ON, LEFT] = [1, 2, 4, 8, 16] as const;

/** What a word may mean. */
export const says = {
  // Words that may be part of a claim whose value is any name.
  ROLE,
  DENIAL,
  HOST,
  HOSTED: HOSTED_ON,
  LEFT,
  TELLS: ROLE | DENIAL | HOST | HOSTED_ON | LEFT,
  /** A statement has begun with it. */
  SOMETHING: 1 << 5,
  SENTENCE_END: 1 << 6,
  /** A comma and the like, or the end of a sentence. */
  CLAUSE_END: 1 << 7,
  /** It stands in brackets, which end the clause before. */
  OPENS: 1 << 8,
  /** It ends what counts, once something has been said. */
  ENDS: 1 << 9,
  ENDS_BEFORE_PRONOUN: 1 << 10,
  PRONOUN: 1 << 11,
  PLACING: 1 << 12,
  /** Before the name of a host. */
  TO_OR_ON: 1 << 13,
  /** A name of a kind, or a number. */
  VALUE: 1 << 14,
  IS: 1 << 15,
  OF: 1 << 16,
  /** Its object or its place may be a value, if it comes first. */
  DOES: 1 << 17,
  /** What something runs with is a value wherever that stands. */
  RUNS: 1 << 18,
  SMALL: 1 << 19,
  NUMBER: 1 << 20,
  COUNTED: 1 << 21,
  /** A number and what is counted. */
  QUANTITY: 1 << 22,
  /** With one of these nothing is said of a matter. */
  BARS: 1 << 23,
  BECAUSE: 1 << 24,
  /** Verbs of a matter, wherever they stand. */
  STATES: 1 << 25,
  /** Verbs of a matter, if they come first. */
  ORDERS: 1 << 26,
  TO: 1 << 27,
  /** A number behind it is a name. */
  NUMBERED: 1 << 28,
} as const;

const NOTHING: ReadonlySet<string> = new Set([
  ...[
    '',
    'use',
    'used',
    'is',
    'do',
    'does',
    'here',
    'this',
    'longer',
    'in',
    'for',
    'as',
    'all',
    'of',
    'yes',
    'ok',
    'okay',
    'well',
  ],
  ...[known.WHO, known.DECIDED, known.DECIDED_TO].flatMap((words) => [...words]),
]);
const ENDING: ReadonlySet<string> = new Set(['not', 'instead', 'rather', ...known.REASON]);
const REJECTING: ReadonlySet<string> = new Set(['not', 'instead', 'rather']);

/** @param weights of the words so far; those of this one are added */
export function readMark(pieces: readonly Piece[], weights: Map<string, number>): Mark {
  let weight = 0;
  let besides = 0;
  let count = 0;
  let means = 0;
  let tells = 0;
  let last = '';
  for (const { said, border } of pieces) {
    if (border > 0) means |= border === 2 ? says.SENTENCE_END | says.CLAUSE_END : says.CLAUSE_END;
    // No word that is known begins with a digit.
    const first = said.charCodeAt(0);
    if (first > 47 && first < 58) {
      const isValue = isDigits(said) || isVersion(said);
      means |= isValue ? says.SOMETHING | says.VALUE : says.SOMETHING;
      const added = weightOf(said, weights);
      weight = (weight + added) | 0;
      if (!isValue) besides = (besides + added) | 0;
      count += 1;
      last = said;
      continue;
    }
    if (!NOTHING.has(said) && said !== 'not') means |= says.SOMETHING;
    if (ENDING.has(said)) means |= says.ENDS;
    else if (known.REASON_BEFORE_PRONOUN.has(said)) means |= says.ENDS_BEFORE_PRONOUN;
    if (known.PRONOUNS.has(said)) means |= says.PRONOUN;
    if (known.PLACING.has(said)) means |= says.PLACING;
    if (said === 'to' || said === 'on') means |= says.TO_OR_ON;
    tells = tellingOf(said) ?? tells;
    if (said !== '') {
      means |= meaningOf(said, last);
      count += 1;
      last = said;
    }
    if ((means & says.ENDS) !== 0 || NOTHING.has(said)) continue;
    const added = weightOf(said, weights);
    weight = (weight + added) | 0;
    if (isKindWord(said) || isVersion(said)) means |= says.VALUE;
    else besides = (besides + added) | 0;
  }
  if (pieces[0]?.opens === true) means |= says.OPENS;
  if (count === 0) means |= says.SMALL;
  if (isDigits(last) || isNumber(last)) means |= says.NUMBER;
  return { weight, besides, count, means: means | tells | endOf(last) };
}

function tellingOf(said: string): number | undefined {
  if (REJECTING.has(said)) return says.DENIAL;
  if (ROLES.has(said)) return says.ROLE;
  if (HOSTED.has(said)) return says.HOST;
  if (IS_HOSTED.has(said)) return says.HOSTED;
  return LEAVING.has(said) ? says.LEFT : undefined;
}

/** `last`: the word before, where one is written for both. */
function meaningOf(said: string, last: string): number {
  let means = 0;
  if (DOING.has(said) || DOING.has(singular(said))) means |= says.DOES;
  if (said === 'run') means |= says.RUNS;
  if (COUNTED.has(said)) means |= last !== '' && isNumber(last) ? says.QUANTITY : last === '' ? says.COUNTED : 0;
  if (matters.NOT_FOR_ALL.has(said)) means |= says.BARS;
  if (said === 'because') means |= says.BECAUSE;
  if (said === 'is' || matters.DOES.has(said)) means |= says.STATES;
  if (said === 'to') means |= says.TO | says.ORDERS;
  if (matters.PREFERS.has(said) || matters.MEANS.has(said) || matters.TO_DO.has(said)) means |= says.ORDERS;
  return means;
}

function endOf(last: string): number {
  if (last === 'is') return says.IS;
  if (last === 'of') return says.OF;
  return NUMBERED.has(last) ? says.NUMBERED : 0;
}

function weightOf(said: string, weights: Map<string, number>): number {
  const one = singular(said);
  const given = weights.get(one);
  if (given !== undefined) return given;
  const weight = scattered(weights.size + 1);
  weights.set(one, weight);
  return weight;
}

/** Numbers of which no few add up to the same as others do. */
function scattered(count: number): number {
  const once = Math.imul(count ^ (count >>> 16) ^ 0x5bd1e995, 0x85ebca6b);
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35);
  return twice ^ (twice >>> 16);
}
