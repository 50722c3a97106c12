/** The languages that are told apart, and which of them a sentence may be of. Out of scope: their rules. */
import type { Speech } from './speech.ts';
import { CHINESE } from './speech-chinese.ts';
import { DUTCH } from './speech-dutch.ts';
import { ENGLISH } from './speech-english.ts';
import { FRENCH } from './speech-french.ts';
import { GERMAN } from './speech-german.ts';
import { ITALIAN } from './speech-italian.ts';
import { JAPANESE } from './speech-japanese.ts';
import { KOREAN } from './speech-korean.ts';
import { POLISH } from './speech-polish.ts';
import { PORTUGUESE } from './speech-portuguese.ts';
import { RUSSIAN } from './speech-russian.ts';
import { SPANISH } from './speech-spanish.ts';

/** English first: it wins where two fit. Japanese stands before Chinese: it uses the same signs beside its own. */
export const SPEECHES: readonly Speech[] = [
  ENGLISH,
  GERMAN,
  FRENCH,
  SPANISH,
  PORTUGUESE,
  ITALIAN,
  DUTCH,
  POLISH,
  JAPANESE,
  KOREAN,
  CHINESE,
  RUSSIAN,
];

const BY_SCRIPT = SPEECHES.filter((speech) => speech.script !== undefined);
const BY_WORDS = SPEECHES.filter((speech) => speech.script === undefined);
const OTHER_LETTERS = /(?!\p{Script=Latin})\p{L}/gu;
/** A sign of another script says as much as this many Latin letters: names of tools are Latin in all languages. [?] ours */
const LATIN_LETTERS_A_SIGN = 5;

/** A letter of its own counts as much as two small words. [?] ours */
const LETTERS = 2;

/** By word, the places in BY_WORDS of the languages that have it. */
const KNOWN = new Map<string, number[]>();
for (const [at, speech] of BY_WORDS.entries()) {
  for (const word of speech.known) KNOWN.set(word, [...(KNOWN.get(word) ?? []), at]);
}
/** Letters beyond ASCII, and the apostrophe of elisions. */
const OTHER_THAN_ASCII = /[^\0-&(-~]/;

/** The languages that a sentence may be of, the likeliest first; all Latin ones when nothing tells. Never none. */
export function speechesOf(text: string): readonly Speech[] {
  const ascii = !OTHER_THAN_ASCII.test(text);
  const signs = ascii ? 0 : (text.match(OTHER_LETTERS)?.length ?? 0);
  const latin = signs === 0 ? 0 : (text.match(/[a-z]/gi)?.length ?? 0);
  for (const speech of signs === 0 ? [] : BY_SCRIPT) {
    if (speech.script?.test(text) && signs * LATIN_LETTERS_A_SIGN >= latin) return [speech];
  }
  const scores = BY_WORDS.map((speech): number =>
    speech.letters !== undefined && !ascii && speech.letters.test(text) ? LETTERS : 0,
  );
  for (const word of text.toLowerCase().match(/[\p{L}']+/gu) ?? []) {
    for (const at of KNOWN.get(word) ?? []) scores[at] = (scores[at] ?? 0) + 1;
  }
  const scored = BY_WORDS.map((speech, at) => ({ speech, score: scores[at] ?? 0 }));
  const best = Math.max(...scored.map((one) => one.score));
  // One word tells little: then the others are tried behind.
  const least = best <= 1 ? 0 : best;
  return scored
    .filter((one) => one.score >= least)
    .sort((a, b) => b.score - a.score)
    .map((one) => one.speech);
}
