import fc from 'fast-check';
import { expect, test } from 'vitest';
import { WordScanner } from '../../src/core/omission/word-scanner.ts';
import type { WordSink } from '../../src/core/omission/word-sink.ts';
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
    'a.b-3-',
    '](x/y.z)',
    '][1]',
    '<b>',
    '</b>',
    '<a href="x y">',
    '<div a=1>',
    '<',
    '\u001b[1m',
    '\u001b]8;;u\u0007',
    '\u001b',
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
    // What a backslash begins, an escape sequence ends.
    { numRuns: 2_000, examples: [['\\\u001bnn', []]] },
  );
});

test('the places of words are where they stand', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const words = wordsOf(text);
      words.starts.forEach((start, at) => {
        // What steers a terminal divides no word, and is taken out of what was said before this.
        const word = text.slice(start, words.ends[at]).replace(/\u001b(?:\[[0-?]*.?|\].*?(?:\u0007|$)|.|$)/gs, '');
        expect(word).not.toMatch(/[\s!-/:-@[-`{-~]/);
        // Accents that stand for themselves are in the word and are not counted.
        expect([...word].length).toBeGreaterThanOrEqual(words.lengths[at] ?? 0);
      });
    }),
  );
});

const SENTENCE = 'Every handler returns a Result type, and nothing in the routes folder ever throws';

/** The sentence in lines of a few words, each behind a prefix. */
function wrapped(prefix: (n: number) => string): string {
  return SENTENCE.split(/(?<=returns|type,|the) /)
    .map((line, n) => `${prefix(n + 11)}${line}`)
    .join('\n');
}

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
  ['a link', SENTENCE.replace('a Result type', 'a [Result](docs/result.md#why) type')],
  ['a link by reference', SENTENCE.replace('a Result type', 'a [Result][1] type')],
  ['a picture', SENTENCE.replace('Result', '![Result](a.png)')],
  ['a link in HTML', SENTENCE.replace('Result', '<a href="docs/x y.md" title="A b">Result</a>')],
  ['tags', SENTENCE.replace('Result', '<b><i>Result</i></b>').replace(' and', ' <br/>and')],
  ['colours', SENTENCE.replace('Result', '\u001b[1;31mRe\u001b[0msult\u001b[K')],
  [
    'links of a terminal',
    SENTENCE.replace('Result', '\u001b]8;;https://example.invalid/a b\u0007Result\u001b]8;;\u001b\\'),
  ],
  ['places of grep', wrapped((n) => `src/my-notes.v2.md:${n}:`)],
  ['places of grep without numbers of its own', wrapped((n) => `Makefile:${n}:${n}: `)],
  ['places around what grep finds', wrapped((n) => `docs/a.md-${n}-`)],
  ['numbers of grep', wrapped((n) => `${n}:`)],
  ['numbers around what grep finds', wrapped((n) => `${n}-`)],
  ['numbers and arrows', wrapped((n) => `   ${n}→`)],
  ['numbers and tabs', wrapped((n) => `  ${n}\t`)],
])('%s make no difference', (_, text) => {
  expect(wordsOf(text).hashes).toEqual(wordsOf(SENTENCE).hashes);
});

test.each([
  ['a comparison', 'if a <b and c> d then', 7],
  ['a comparison with space', 'if a < b then', 4],
  ['a template', '<Button kind="primary" title="Buy now">', 6],
  ['a type with arguments', 'Map<string, number>', 3],
  ['brackets and words in them', 'as said [there](and not only there)', 7],
  ['a list by index', 'rows [1] (the first)', 4],
  ['a link that does not end', 'see [it](docs/x.md', 5],
  ['a tag that does not end', 'see <b', 2],
  ['an address', 'https://example.invalid/a:12', 5],
  ['a word with hyphens', 'state-of-the-art', 4],
  ['a version', 'v1.2 of it', 4],
  ['a path alone', 'src/a.ts', 3],
])('%s keeps its words', (_, text, count) => {
  expect(wordsOf(text).hashes.length).toBe(count);
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
