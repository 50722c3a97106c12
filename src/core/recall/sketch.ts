/**
 * A number for a memory that is the same for all that may say the same or claim something of the same subject, and that costs next to
 * nothing: of thousands of memories only those need to be read closely that share theirs with another. What it leaves out (small
 * words, what follows a denial or a reason) only makes more of them be read. Out of scope: reading
 * (`likeness`, `subjects`).
 */
import { singular } from './forms.ts';
import { isKindWord } from './kinds.ts';
import { isVerbatim, withoutLabel } from './likeness.ts';
import * as known from './likeness-words.ts';
import { type Lexicon, type Piece, piecesOf } from './said-words.ts';
import { HOSTED, IS_HOSTED, isVersion, LEAVING, ROLES } from './subject-words.ts';

export interface Sketch {
  /** The same for all that may say the same. */
  readonly whole: number | string;
  /** The same for all whose first clause may claim something of the same subject; undefined where none can. */
  readonly clause: number | undefined;
  /** What it may claim shows in no number: it is to be read in any case. */
  readonly isTelling: boolean;
}

/** What one word means for the sketch: a weight, or one of the marks below. */
interface Mark {
  readonly weight: number;
  /** The same without what may be a value: a name of a kind, a number. */
  readonly besides: number;
  readonly isValue: boolean;
  /** A statement has begun with it. */
  readonly isSomething: boolean;
  readonly endsSentence: boolean;
  readonly endsClause: boolean;
  /** It stands in brackets, which end the clause before. */
  readonly opens: boolean;
  /** 0 none, 1 ends what counts once something has been said, 2 ends it when a pronoun follows. */
  readonly ends: 0 | 1 | 2;
  readonly isPronoun: boolean;
  readonly tells: typeof NO_TELLING | typeof ROLE | typeof DENIAL | typeof HOST | typeof HOSTED_ON | typeof LEFT;
  readonly isPlacing: boolean;
  /** Before the name of a host: to, on. */
  readonly isPlace: boolean;
}

/** Words that may be part of a claim whose value is any name. */
const [NO_TELLING, ROLE, DENIAL, HOST, LEFT, HOSTED_ON] = [0, 1, 2, 3, 4, 5] as const;

/** Makes sketches that can be compared with each other. */
export function sketcher(lexicon: Lexicon): (line: string) => Sketch {
  const marks = new Map<string, Mark>();
  const weights = new Map<string, number>();
  const markOf = (word: string): Mark => {
    const read = marks.get(word);
    if (read !== undefined) return read;
    const mark = readMark(piecesOf(word, lexicon), weights);
    marks.set(word, mark);
    return mark;
  };
  return (line) => {
    if (isVerbatim(line)) return { whole: line.toLowerCase(), clause: undefined, isTelling: false };
    const words = withoutLabel(line).split(' ');
    let whole = 0;
    let besides = 0;
    let clause: number | undefined;
    let isTelling = false;
    let hasEnded = false;
    let isBegun = false;
    let isHosted = false;
    let isPlace = false;
    let hasValue = false;
    let hasMore = false;
    for (let at = 0; at < words.length; at++) {
      const mark = markOf(words[at] ?? '');
      if (mark.tells !== NO_TELLING) {
        if (mark.tells === ROLE) isTelling = true;
        else if (mark.tells === DENIAL) isTelling ||= isBegun;
        else if (mark.tells === HOST) isHosted ||= !isBegun;
        else if (mark.tells === HOSTED_ON) isHosted = true;
        else isTelling ||= !isBegun && words[at + 1] === 'from';
      }
      if (hasEnded) continue;
      if (mark.opens && isBegun) clause ??= besides;
      if (mark.ends === 1) hasEnded = isBegun;
      else if (mark.ends === 2 && markOf(words[at + 1] ?? '').isPronoun) hasEnded = true;
      else {
        // Whole numbers of 32 bits are no objects on the heap.
        whole = (whole + mark.weight) | 0;
        if (mark.isPlacing) isPlace = isHosted && mark.isPlace;
        if (mark.isPlacing || !isPlace) besides = (besides + mark.besides) | 0;
        if (clause === undefined) hasValue ||= mark.isValue;
        else hasMore ||= mark.isSomething;
      }
      isBegun ||= mark.isSomething;
      if (mark.endsClause && isBegun) clause ??= besides;
      hasEnded ||= mark.endsSentence;
    }
    // What says nothing but names of a kind may be said by what it is called.
    if (besides === 0) isTelling = true;
    return { whole, clause: hasValue || isHosted || !hasMore ? (clause ?? besides) : undefined, isTelling };
  };
}

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

function readMark(pieces: readonly Piece[], weights: Map<string, number>): Mark {
  let weight = 0;
  let besides = 0;
  let isValue = false;
  let ends: 0 | 1 | 2 = 0;
  let isPronoun = false;
  let tells: Mark['tells'] = NO_TELLING;
  let isPlacing = false;
  let isSomething = false;
  let endsSentence = false;
  let endsClause = false;
  let isPlace = false;
  for (const { said, border } of pieces) {
    isSomething ||= !NOTHING.has(said) && said !== 'not';
    endsSentence ||= border === 2;
    endsClause ||= border > 0;
    if (ENDING.has(said)) ends = 1;
    else if (known.REASON_BEFORE_PRONOUN.has(said)) ends = 2;
    if (known.PRONOUNS.has(said)) isPronoun = true;
    if (known.PLACING.has(said)) isPlacing = true;
    if (said === 'to' || said === 'on') isPlace = true;
    if (REJECTING.has(said)) tells = DENIAL;
    else if (ROLES.has(said)) tells = ROLE;
    else if (HOSTED.has(said)) tells = HOST;
    else if (IS_HOSTED.has(said)) tells = HOSTED_ON;
    else if (LEAVING.has(said)) tells = LEFT;
    if (ends === 1 || NOTHING.has(said)) continue;
    const added = weightOf(said, weights);
    weight = (weight + added) | 0;
    if (isKindWord(said) || isVersion(said)) isValue = true;
    else besides = (besides + added) | 0;
  }
  const opens = pieces[0]?.opens === true;
  return {
    weight,
    besides,
    isValue,
    isSomething,
    endsSentence,
    endsClause,
    opens,
    ends,
    isPronoun,
    tells,
    isPlacing,
    isPlace,
  };
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
