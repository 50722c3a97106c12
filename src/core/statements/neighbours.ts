/**
 * What sentences of one paragraph state: each by itself, and where that is unsure, what the one beside it states. People give
 * a statement in two sentences ("Let that be the rule."), and it is kept only if both go the same way. Out of scope: words that join
 * sentences outright (`joining-words`), procedures (`classify`).
 */
import type { CapturedType } from '../../contract/memory.ts';
import { REFERS_BACK, REPOSITORY_WORDS } from './joining-words.ts';
import { plainSentence } from './plain-sentence.ts';
import { type Weighed, weighed } from './reading.ts';

const TYPES: readonly CapturedType[] = ['preference', 'decision', 'convention', 'runbook', 'insight'];
/** A type is taken from a neighbour when it is at least one e-th to the power of this as likely as the sentence's own. [?] ours */
const STICKS = 2.5;
/** A short sentence about "it" or "that" says little without the one before it: what it looks like alone counts so much. [?] ours */
const COUNTS_IF_REFERRING = 0.25;
const MAX_REFERRING_WORDS = 9;
const MAX_SHORT_WORDS = 4;
const COUNTS_IF_SHORT = 0.6;
/** No type is less likely than this. */
const LEAST = 1e-3;

/** What one sentence states, beside others; undefined when it is noise. */
export function typesOf(sentences: readonly string[], projectScope: boolean): (CapturedType | undefined)[] {
  const read = sentences.map((sentence) => {
    const one = inProject(weighed(sentence), sentence, projectScope);
    return { ...one, counts: one.shares === undefined ? 1 : countOf(sentence) };
  });
  const types: (CapturedType | undefined)[] = [];
  for (let from = 0; from < read.length; ) {
    let to = from + 1;
    while (to < read.length && !endsParagraph(sentences[to - 1] ?? '', sentences[to] ?? '')) to += 1;
    types.push(...together(read.slice(from, to)));
    from = to;
  }
  return types;
}

const BLANK_LINE = /\n[ \t>]*\n\s*$/;
/** Numbered items are mostly steps of one thing. */
const ITEM = /^[\s>]*[-*+•]\s/;

/** Whether a paragraph ends behind a sentence: a line break alone may be where an editor wrapped. */
function endsParagraph(sentence: string, next: string): boolean {
  return (
    BLANK_LINE.test(sentence) ||
    next.trim() === '' ||
    (sentence.includes('\n', sentence.trimEnd().length) && ITEM.test(next))
  );
}

/** A preference about this repository is a convention, where there is a project to keep it in. */
function inProject(one: Weighed, sentence: string, projectScope: boolean): Weighed {
  if (!projectScope || !REPOSITORY_WORDS.test(sentence)) return one;
  const { reading, shares, ...rest } = one;
  const about = shares && { ...shares, preference: 0, convention: shares.convention + shares.preference };
  return { ...rest, reading: reading === 'preference' ? 'convention' : reading, ...(about && { shares: about }) };
}

/** A sentence beside others. */
interface Beside extends Weighed {
  /** How much of what it looks like alone counts, 0 to 1. */
  readonly counts: number;
}

function countOf(sentence: string): number {
  const text = plainSentence(sentence);
  const words = text.split(' ').length;
  if (words <= MAX_REFERRING_WORDS && REFERS_BACK.test(text)) return COUNTS_IF_REFERRING;
  return words <= MAX_SHORT_WORDS ? COUNTS_IF_SHORT : 1;
}

function weightOf({ reading, shares, counts }: Beside, type: CapturedType): number {
  const share = shares === undefined ? (reading === type ? 1 : 0) : shares[type];
  return Math.log(Math.max(LEAST, share)) * counts;
}

/** The likeliest types of the sentences of a paragraph, where one goes on with the type of the one before it rather than not. */
function together(read: readonly Beside[]): (CapturedType | undefined)[] {
  const states = (one: Beside | undefined): boolean => one !== undefined && one.reading !== 'noise';
  const counts = read.map(
    (one, at) => states(one) || (one.doubtful === true && (states(read[at - 1]) || states(read[at + 1]))),
  );
  const types: (CapturedType | undefined)[] = read.map(() => undefined);
  for (let from = 0; from < read.length; ) {
    let to = from;
    while (counts[to] === true) to += 1;
    for (const [at, type] of chain(read.slice(from, to)).entries()) types[from + at] = type;
    from = to + 1;
  }
  return types;
}

/** The best way through the types of sentences that follow each other. */
function chain(read: readonly Beside[]): CapturedType[] {
  let sums: readonly number[] = TYPES.map(() => 0);
  /** For each sentence and its type, the type of the one before it on the best way there. */
  const before: number[][] = [];
  for (const one of read) {
    const last = sums;
    const likeliest = best(last);
    const stays = (of: number): boolean => (last[of] ?? 0) + STICKS >= (last[likeliest] ?? 0);
    before.push(TYPES.map((_, of) => (stays(of) ? of : likeliest)));
    sums = TYPES.map(
      (type, of) => (stays(of) ? (last[of] ?? 0) + STICKS : (last[likeliest] ?? 0)) + weightOf(one, type),
    );
  }
  const types: CapturedType[] = [];
  let of = best(sums);
  for (const from of before.reverse()) {
    types.push(TYPES[of] ?? 'insight');
    of = from[of] ?? of;
  }
  return types.reverse();
}

/** The place of the largest, of the first of them. */
function best(sums: readonly number[]): number {
  return sums.indexOf(Math.max(...sums));
}
