/**
 * A sentence as rules read it: one line, without marks, quotation signs, list markers and emphasis, with straight quotes.
 * How it was wrapped, indented, quoted or numbered says nothing about what it states. Out of scope: changing what is sent.
 */
import { MARKS } from '../talk/marks.ts';

/** Rules read this much of a sentence; more is not one. [?] ours */
const MAX_READ_CHARS = 2_000;
const LEADING = /^(?:[\s>*+•–—#-]|\d{1,3}[.)]\s|[([]?[xX ]?[\])]\s)+/;

/** Somebody who shouts a sentence of some length still says what it says; "thanks!" is another thing. */
const SHOUTED = /^((?:\S+ ){4,}\S*?)!$/;

export function plainSentence(sentence: string): string {
  return sentence
    .slice(0, MAX_READ_CHARS)
    .replace(MARKS, ' ')
    .replace(/\n[ \t]*(?:>[ \t]*)+/g, ' ')
    .replace(/[‘’ʼ]/g, "'")
    .replace(/\*\*|__/g, '')
    .replace(LEADING, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/([!?])\1+/g, '$1')
    .replace(SHOUTED, '$1');
}
