import fc from 'fast-check';
import { expect, test } from 'vitest';
import { WordScanner, type WordSink } from '../../src/core/omission/word-scanner.ts';
import { wordsOf } from '../../src/core/omission/words.ts';

class Recorder implements WordSink {
  readonly seen: string[] = [];
  word(hash: number, wide: boolean, number: boolean, length: number): void {
    this.seen.push(`${hash}/${wide}/${number}/${length}`);
  }
  line(blank: boolean): void {
    this.seen.push(blank ? 'blank line' : 'line');
  }
  sentence(): void {
    this.seen.push('sentence');
  }
  restart(): void {
    this.seen.push('restart');
  }
}

function byText(text: string): string[] {
  const recorder = new Recorder();
  new WordScanner(recorder).text(text);
  return recorder.seen;
}

function byBytes(text: string, cuts: readonly number[]): string[] {
  const recorder = new Recorder();
  const scanner = new WordScanner(recorder);
  const bytes = Buffer.from(text);
  let from = 0;
  for (const cut of [...cuts.map((one) => one % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]) {
    scanner.bytes(bytes, from, cut);
    from = cut;
  }
  scanner.end();
  return recorder.seen;
}

const pieces = fc.constantFrom(
  ...[
    'a word',
    'Straße',
    '価格は整数',
    '。',
    '. ',
    '.\n',
    '12→',
    '3) ',
    '- ',
    '> ',
    '`x_y`',
    '\\n',
    '\\',
    '😀',
    '\u2028',
    'п',
  ],
  ...[
    'src/a.ts:12:',
    '\t7\t',
    '# ',
    '\n\n',
    ' ',
    '—',
    '’',
    'e\u0301',
    '한국어',
    'ไทย',
    '１２',
    '"q" ',
    '!? ',
    '|',
    '*',
  ],
);
const texts = fc.oneof(
  fc.array(pieces, { maxLength: 12 }).map((all) => all.join('')),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
);

test('a text gives the same words from a string and from bytes, cut anywhere', () => {
  fc.assert(
    fc.property(texts, fc.array(fc.nat(), { maxLength: 4 }), (text, cuts) => {
      // Half a surrogate pair has no bytes.
      const whole = text.toWellFormed();
      expect(byBytes(whole, cuts)).toEqual(byText(whole));
    }),
    { numRuns: 2_000 },
  );
});

test('the places of words are where they stand', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const words = wordsOf(text);
      words.starts.forEach((start, at) => {
        const word = text.slice(start, words.ends[at]);
        expect(word).not.toMatch(/[\s!-/:-@[-`{-~]/);
        // Accents that stand for themselves are in the word and are not counted.
        expect([...word].length).toBeGreaterThanOrEqual(words.lengths[at] ?? 0);
      });
    }),
  );
});

const SENTENCE = 'Every handler returns a Result type, and nothing in the routes folder ever throws';

test.each([
  ['other line breaks', SENTENCE.replace(/ (returns|nothing|folder)/g, '\n   $1')],
  ['a quotation', SENTENCE.replace(/^|(?<=type, )/g, '> ')],
  ['a list', `- ${SENTENCE}`],
  ['a numbered list', `  12. ${SENTENCE}`],
  ['line numbers', `    12→${SENTENCE}`],
  ['line numbers of another kind', `12\t${SENTENCE}`],
  ['emphasis and code', SENTENCE.replace('Result', '**`Result`**')],
  ['another case', SENTENCE.toUpperCase()],
  ['another end', `${SENTENCE}!`],
  ['accents of their own', SENTENCE.replace('nothing', 'no\u0301thi\u0301ng')],
  ['signs that are not seen', SENTENCE.replace('handler', 'hand\u00adl\u200ber')],
  ['text within text', SENTENCE.replace(' returns', '\\nreturns')],
])('%s make no difference', (_, text) => {
  expect(wordsOf(text).hashes).toEqual(wordsOf(SENTENCE).hashes);
});

test.each([
  ['one. two', 2],
  ['one.two', 1],
  ['one\ntwo', 1],
  ['one\n\ntwo', 2],
  ['- one\n- two', 2],
  ['1. one\n2. two', 2],
  ['one (two). three', 2],
  ['一つ。二つ。', 2],
])('%j has %d sentences', (text, count) => {
  expect(wordsOf(text).units.filter(({ kind }) => kind === 'sentence').length).toBe(count);
});
