/**
 * Which words of an utterance repeat what was shown before it was said, or what the working tree holds. Three ways to repeat:
 * a whole line, sentence or quoted span; a run of words as long as nobody says twice by chance; and a sentence that is the
 * same but for small changes. Out of scope: how the text is put together without them (`omit`).
 */
import { sameWords, sharedWords } from './common-words.ts';
import type { Evidence, Kind, Showing, Source } from './evidence.ts';
import { FirstTexts } from './first-texts.ts';
import { isBareName, piecesOf } from './needles.ts';
import { type Run, Runs } from './runs.ts';
import { lettersOf, type Unit, type Words, weightOf } from './words.ts';

/** Words from `from` up to but not including `to` come from `source`. */
export interface Quotation {
  readonly from: number;
  readonly to: number;
  readonly source: Source;
}

/** So many words in the same order are no chance, wherever they stand. [?] ours */
const RUN_WORDS = 8;
const RUN_LETTERS = 24;
/** Of a sentence with small changes so much is the same, in order and close together. [?] ours */
const SAME_SHARE = 0.7;
const SAME_WORDS = 5;
/** Of what was shown between the first and the last of these words so much is among them: who quotes leaves little out. [?] ours */
const SAME_SHARE_OF_SHOWN = 0.6;
/** The comparison grows with the square of the sentence. */
const MAX_COMPARED = 120;
/** Places of a sentence that are compared in full: the longest matches first. */
const MAX_COMPARISONS = 6;

/** When something was said: its place in the transcript, and for a person's words the time (unix seconds), where it is known. */
export interface Moment {
  readonly position: number;
  readonly at?: number;
}

/** The quotations in an utterance said at `moment`, in order; they do not overlap. */
export function quotationsIn(text: string, words: Words, evidence: Evidence, moment: Moment): Quotation[] {
  const covered: (Source | undefined)[] = new Array(words.hashes.length);
  const cover = (from: number, to: number, source: Source): void => {
    for (let at = from; at < to; at += 1) covered[at] ??= source;
  };
  const texts = new FirstTexts(words, evidence);
  for (const { from, to } of piecesOf(text, words)) {
    if (isBareName(text.slice(words.starts[from], words.ends[to - 1]))) continue;
    const unit = evidence.needles.unitOf(words, from, to);
    if (sourceOf((kind) => evidence.unitIn(unit, kind), moment) === undefined) continue;
    // Who writes it may put it into a longer line: there it is no unit.
    const written = texts.of(from, to);
    const source = sourceOf(
      (kind) => evidence.unitIn(unit, kind) ?? (kind === 'wrote' || kind === 'stood' ? written(kind) : undefined),
      moment,
    );
    if (source !== undefined) cover(from, to, source);
  }
  const isOpen = (at: number): boolean => covered[at] === undefined;
  const runs = new Runs(words, evidence, openUnits(words, isOpen));
  for (const run of runs.all) {
    if (weightOf(words, run.from, run.to) < RUN_WORDS || lettersOf(words, run.from, run.to) < RUN_LETTERS) continue;
    if (count(run, isOpen) === 0) continue;
    const source = sourceOfRun(run, texts, moment);
    if (source !== undefined) cover(run.from, run.to, source);
  }
  for (const unit of words.units) {
    if (unit.to - unit.from > MAX_COMPARED || weightOf(words, unit.from, unit.to) < SAME_WORDS) continue;
    if (count(unit, isOpen) === 0) continue;
    for (const part of changedParts(unit, runs, words, evidence, (run) => sourceOfRun(run, texts, moment)))
      cover(part.from, part.to, part.source);
  }
  return stretchesOf(covered);
}

/** For each word whether it is in a line or sentence of which some word is open: what is covered as a whole is settled. */
function openUnits(words: Words, isOpen: (at: number) => boolean): Uint8Array {
  const open = new Uint8Array(words.hashes.length);
  for (const unit of words.units) if (count(unit, isOpen) > 0) open.fill(1, unit.from, unit.to);
  return open;
}

function count(unit: Pick<Unit, 'from' | 'to'>, is: (at: number) => boolean): number {
  let found = 0;
  for (let at = unit.from; at < unit.to; at += 1) if (is(at)) found += 1;
  return found;
}

function stretchesOf(covered: readonly (Source | undefined)[]): Quotation[] {
  const found: Quotation[] = [];
  for (let at = 0; at < covered.length; at += 1) {
    const source = covered[at];
    if (source === undefined) continue;
    let to = at + 1;
    while (to < covered.length && covered[to]?.label === source.label) to += 1;
    found.push({ from: at, to, source });
    at = to - 1;
  }
  return found;
}

/**
 * Where it comes from, or undefined when it is the speaker's own: shown before, or in the tree. The tree does not count when
 * Claude wrote it, and only afterwards: then the file repeats the utterance, not the other way round. Against a person's words
 * it does not count either when it came into the tree after they were said, unless Claude had written it before.
 */
function sourceOf(first: (kind: Kind) => Showing | undefined, { position, at }: Moment): Source | undefined {
  const tree = first('tree');
  const stood = first('stood');
  for (const shown of [first('shown'), stood]) {
    if (shown === undefined || shown.position >= position) continue;
    return shown.source.isPath || tree === undefined ? shown.source : tree.source;
  }
  const wrote = first('wrote');
  const isLater =
    wrote === undefined
      ? at !== undefined && tree !== undefined && tree.position > at
      : wrote.position > position && stood?.position !== wrote.position;
  return isLater ? undefined : tree?.source;
}

/** As for a whole unit, by the first texts of each kind that have most of the run's shingles. */
function sourceOfRun(run: Run, texts: FirstTexts, moment: Moment): Source | undefined {
  const { kind } = run.place.showing;
  if (kind === 'wrote' || (kind !== 'tree' && run.place.showing.position >= moment.position)) return undefined;
  return sourceOf(texts.of(run.from, run.to), moment);
}

/** Other words within a quotation that are a small change; more of them in a row are somebody's own. [?] ours */
const MAX_CHANGED_WORDS = 3;
const MIN_PART_WORDS = 3;

/** Of a unit that is the same as something shown but for small changes, the equal words and the changes between them. */
function changedParts(
  unit: Unit,
  runs: Runs,
  words: Words,
  evidence: Evidence,
  sourceOfOne: (run: Run) => Source | undefined,
): Quotation[] {
  const inside = runs.within(unit);
  for (const run of longestOf(inside)) {
    if (!isNear(unit, run, inside)) continue;
    const shown = wordsAround(unit, run, evidence);
    // Cheaper than their order, and mostly enough to tell that it is something else.
    if (sharedWords(unit, shown, words) < SAME_SHARE * (unit.to - unit.from)) continue;
    const same = sameWords(unit, shown, words);
    if (same.weight < SAME_WORDS || same.weight < SAME_SHARE * weightOf(words, unit.from, unit.to)) continue;
    // Words picked from here and there are no quotation.
    if (same.at.length < SAME_SHARE_OF_SHOWN * same.shown) continue;
    const source = sourceOfOne(run);
    if (source === undefined) continue;
    return partsOf(same.at, source);
  }
  return [];
}

/** The longest ones; of equal ones those that come first. */
function longestOf(runs: readonly Run[]): readonly Run[] {
  const longest: Run[] = [];
  const lengthOf = (run: Run | undefined): number => (run === undefined ? 0 : run.to - run.from);
  for (const run of runs) {
    if (longest.length === MAX_COMPARISONS && lengthOf(run) <= lengthOf(longest.at(-1))) continue;
    const at = longest.findIndex((other) => lengthOf(other) < lengthOf(run));
    longest.splice(at < 0 ? longest.length : at, 0, run);
    longest.length = Math.min(longest.length, MAX_COMPARISONS);
  }
  return longest;
}

/** Of a sentence with small changes so much stands in runs of equal words, at about the same distance from each other. [?] ours */
const RUNS_SHARE = 0.4;

function isNear(unit: Unit, run: Run, runs: readonly Run[]): boolean {
  const length = unit.to - unit.from;
  const slack = slackOf(length);
  const diagonal = run.place.word - run.from;
  let words = 0;
  for (const other of runs) {
    if (Math.abs(other.place.word - other.from - diagonal) > slack) continue;
    words += Math.min(other.to, unit.to) - Math.max(other.from, unit.from);
  }
  return words >= RUNS_SHARE * length;
}

/** By how many words a quotation may be longer or shorter. */
function slackOf(length: number): number {
  return 3 + Math.floor(length / 5);
}

/** Runs of equal words, with the small changes between them. */
function partsOf(equal: readonly number[], source: Source): Quotation[] {
  const runs: Quotation[] = [];
  for (const at of equal) {
    const last = runs.at(-1);
    if (last?.to === at) runs[runs.length - 1] = { ...last, to: at + 1 };
    else runs.push({ from: at, to: at + 1, source });
  }
  const parts: Quotation[] = [];
  // A word alone is in every text.
  for (const run of runs.filter(({ from, to }) => to - from > 1)) {
    const last = parts.at(-1);
    if (last !== undefined && run.from - last.to <= Math.min(MAX_CHANGED_WORDS, run.to - run.from))
      parts[parts.length - 1] = { ...last, to: run.to };
    else parts.push(run);
  }
  return parts.filter(({ from, to }) => to - from >= MIN_PART_WORDS);
}

/** What was shown where the unit would stand there. */
function wordsAround(unit: Unit, run: Run, evidence: Evidence): readonly number[] {
  const length = unit.to - unit.from;
  const slack = slackOf(length);
  const begin = run.place.word - (run.from - unit.from) - slack;
  const shown: number[] = [];
  for (let word = begin; word < begin + length + 2 * slack; word += 1) {
    const hash = evidence.wordAt(word);
    if (hash !== undefined) shown.push(hash);
  }
  return shown;
}
