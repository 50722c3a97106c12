/**
 * A number for a memory that is the same for all that may say the same or claim something of the same subject, and that costs next to
 * nothing: of thousands of memories only those need to be read closely that share theirs with another. What it leaves out (small
 * words, what follows a denial or a reason) only makes more of them be read. One pass over the words, each of which is looked up
 * once: a start makes this pass before anything of it is compiled. Out of scope: what one word means for it (`sketch-words`), and
 * reading (`likeness`, `subjects`, `matters`).
 */
import { isVerbatim, withoutLabel } from './likeness.ts';
import { type Lexicon, piecesOf } from './said-words.ts';
import { type Mark, readMark, says } from './sketch-words.ts';

export interface Sketch {
  /** The same for all that may say the same. */
  readonly whole: number | string;
  /** The same for all whose first clause may claim something of the same subject; undefined where none can. */
  readonly clause: number | undefined;
  /** What it may claim shows in no number: it is to be read in any case. */
  readonly isTelling: boolean;
  /** It may speak of a matter (`matters`): where it is false there is none. */
  readonly maySpeak: boolean;
}

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
    if (isVerbatim(line)) return { whole: line.toLowerCase(), clause: undefined, isTelling: false, maySpeak: false };
    const words = withoutLabel(line).split(' ');
    const last = words.length - 1;
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
    // What the word before says, small ones passed over, and whether the first is a verb with a value.
    let before = 0;
    let isDoing = false;
    // Of matters: words so far, and what bars them.
    let count = 0;
    let comma = 0;
    let isTo = false;
    let isMatter = false;
    let isBarred = false;
    let isBecause = false;
    for (let at = 0; at <= last; at++) {
      const word = words[at] as string;
      const mark = marks.get(word) ?? markOf(word);
      const { means } = mark;
      if (means === says.SOMETHING && (comma < 2 || isTo || isBarred)) {
        // Most words are no more than that.
        count += mark.count;
        isBegun = true;
        before = 0;
        if (hasEnded) continue;
        whole = (whole + mark.weight) | 0;
        if (!isPlace) besides = (besides + mark.besides) | 0;
        if (clause !== undefined) hasMore = true;
        continue;
      }
      if (!isBecause) {
        if ((means & says.BECAUSE) !== 0) isBecause = true;
        else {
          if ((means & says.BARS) !== 0 || ((means & says.SENTENCE_END) !== 0 && at < last)) isBarred = true;
          if ((means & says.STATES) !== 0 || (count < 2 && (means & says.ORDERS) !== 0)) isMatter = true;
          if (count < 2 && (means & says.TO) !== 0) isTo = true;
          if (comma > 1 && mark.count > 0 && !isTo) isBarred = true;
          count += mark.count;
          if ((means & (says.CLAUSE_END | says.SENTENCE_END)) === says.CLAUSE_END) comma = count;
        }
      }
      if ((means & says.TELLS) !== 0) {
        if ((means & says.ROLE) !== 0) isTelling = true;
        else if ((means & says.DENIAL) !== 0) isTelling ||= isBegun;
        else if ((means & says.HOST) !== 0) isHosted ||= !isBegun;
        else if ((means & says.HOSTED) !== 0) isHosted = true;
        else isTelling ||= !isBegun && words[at + 1] === 'from';
      }
      if (hasEnded) continue;
      if ((means & says.OPENS) !== 0 && isBegun) clause ??= besides;
      if ((means & says.ENDS) !== 0) hasEnded = isBegun;
      else if ((means & says.ENDS_BEFORE_PRONOUN) !== 0 && (markOf(words[at + 1] ?? '').means & says.PRONOUN) !== 0)
        hasEnded = true;
      else {
        // Whole numbers of 32 bits are no objects on the heap.
        whole = (whole + mark.weight) | 0;
        const isPlacing = (means & says.PLACING) !== 0;
        if (isPlacing) isPlace = isHosted && (means & says.TO_OR_ON) !== 0;
        if (isPlacing || !isPlace) besides = (besides + mark.besides) | 0;
        if (clause !== undefined) hasMore ||= (means & says.SOMETHING) !== 0;
        else if (!hasValue) {
          if ((means & says.DOES) !== 0 && (!isBegun || (before & says.OF) !== 0)) isDoing = true;
          if ((means & says.RUNS) !== 0) isDoing = true;
          const mayHold = isDoing || !isBegun || (before & says.IS) !== 0;
          hasValue =
            ((means & says.VALUE) !== 0 && mayHold) ||
            (means & says.QUANTITY) !== 0 ||
            ((means & says.COUNTED) !== 0 && (before & says.NUMBER) !== 0);
          // What has a number for a name is counted by none.
          if ((means & says.SMALL) === 0) before = (before & says.NUMBERED) === 0 ? means : means & ~says.NUMBER;
        }
      }
      isBegun ||= (means & says.SOMETHING) !== 0;
      if ((means & says.CLAUSE_END) !== 0 && isBegun) clause ??= besides;
      hasEnded ||= (means & says.SENTENCE_END) !== 0;
    }
    // What says nothing but names of a kind may be said by what it is called.
    if (besides === 0) isTelling = true;
    return {
      whole,
      clause: hasValue || isHosted || !hasMore ? (clause ?? besides) : undefined,
      isTelling,
      maySpeak: isMatter && !isBarred,
    };
  };
}
