/**
 * Words as the store compares and indexes them. SQLite's tokenizer takes a run of ideographs for one word, so each of them is set apart
 * and a query looks for pairs. Out of scope: ranking (`query/rank.ts`).
 */

const IDEOGRAPH = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]/gu;

/** Ideographs that stand together, or anything else that does. */
const PARTS = new RegExp(`(?:${IDEOGRAPH.source})+|(?:(?!${IDEOGRAPH.source}).)+`, 'gu');

/** Asking words and the like; they are looked for only when a query has nothing else. English, as the stemmer is. */
const STOP_WORDS = new Set(
  'a an and are as at be by can did do does for from had has have how i in is it its me my of on or our should that the their this to us was we were what when where which who why will with would you your'.split(
    ' ',
  ),
);

/** The first so many terms of a query count: a long paragraph has as many, and each costs a look into the index. [?] */
const MAX_TERMS = 64;

/** A text as the index gets it. */
export function indexed(text: string): string {
  return text.replaceAll(IDEOGRAPH, ' $& ');
}

/** The terms of a query as FTS5 strings: words, and pairs of ideographs as phrases. Letters and digits only, so safe. */
export function queryTerms(query: string): readonly string[] {
  const terms: string[] = [];
  for (const run of query.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? []) {
    // A run may hold both: Kafka and ideographs after it.
    for (const part of run.match(PARTS) ?? []) {
      const signs = part.match(IDEOGRAPH);
      if (signs === null) terms.push(part);
      else if (signs.length === 1) terms.push(signs.join(''));
      else for (const [at, sign] of signs.slice(0, -1).entries()) terms.push(`${sign} ${signs[at + 1] ?? ''}`);
    }
  }
  const telling = terms.filter((term) => !STOP_WORDS.has(term));
  return [...new Set(telling.length > 0 ? telling : terms)].slice(0, MAX_TERMS).map((term) => `"${term}"`);
}

/** A text as compared for duplicates: letter case, spacing and a final full stop do not matter. */
export function normalise(text: string): string {
  const plain = text.toLowerCase().replaceAll(/\s+/g, ' ');
  let end = plain.length;
  // Not by a pattern: one that is anchored at the end takes the square of the time on a row of dots.
  while (end > 0 && ' .!。'.includes(plain.charAt(end - 1))) end -= 1;
  return plain.slice(0, end).trim();
}
