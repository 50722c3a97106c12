/**
 * What one sentence of a person's is: a statement of a type, by a rule that can be named; noise; or neither, then it is
 * kept as it is. Out of scope: dividing a prompt (`classify`), what is sent (`gate`).
 */
import { LABEL_RULES } from './classify-rules.ts';
import { isAcknowledgement, isErrand, withoutQuestion } from './noise.ts';
import { isPastedOutput } from './pasted-output.ts';
import { plainSentence } from './plain-sentence.ts';
import type { ClassifyRule, Speech } from './speech.ts';
import { SPEECHES, speechesOf } from './speeches.ts';

/** The rule by which a sentence states something; `noise` when it states nothing; undefined when nothing tells. */
export type Reading = ClassifyRule | 'noise' | undefined;

/** A command line of Claude Code's own, with at most three words behind it. */
const SLASH_COMMAND = /^\/[\w:-]+(?:\s+\S+){0,3}\s*$/;
/** Letters and digits below which a sentence says nothing; four signs of a wide script say as much. [?] ours */
const MIN_SENTENCE_CHARS = 8;
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{4}/u;

function fits(rule: ClassifyRule, text: string): boolean {
  return rule.pattern.test(text) && rule.unless?.test(text) !== true;
}

function readIn(speech: Speech, text: string): Reading {
  const stated = withoutQuestion(text, speech);
  if (stated === '' || isErrand(stated, speech)) return 'noise';
  return speech.rules.find((rule) => fits(rule, stated));
}

/** Reads a sentence. A label is believed; else the first language that has a word on it decides. */
export function readingOf(sentence: string): Reading {
  const text = plainSentence(sentence);
  const signs = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  if (signs === 0 || SLASH_COMMAND.test(text)) return 'noise';
  const label = LABEL_RULES.find((rule) => fits(rule, text));
  if (label) return label;
  if (isPastedOutput(sentence) || isAcknowledgement(text, SPEECHES)) return 'noise';
  for (const speech of speechesOf(text)) {
    const reading = readIn(speech, text);
    if (reading !== undefined) return reading;
  }
  return signs < MIN_SENTENCE_CHARS && !WIDE.test(text) ? 'noise' : undefined;
}
