import { performance } from 'node:perf_hooks';
import { expect, test } from 'vitest';
import { Evidence } from '../../src/core/omission/evidence.ts';
import { Needles } from '../../src/core/omission/needles.ts';
import { omitRepeats } from '../../src/core/omission/omit.ts';

/** Far above what is measured, far below what runs away. */
const LIMIT_MS = 15_000;

function omit(said: string, shown: string): string {
  const evidence = new Evidence(new Needles([said]));
  evidence.show(shown, { kind: 'tree', position: 0, source: { label: 'a.md', isPath: true } });
  return omitRepeats(said, evidence, { position: 2 }).text;
}

test.each([1_000, 1_300, 1_335, 1_500, 3_000, 20_000])('%d different signs of a wide script', (count) => {
  const text = Array.from({ length: count }, (_, n) => String.fromCodePoint(0x4e00 + n)).join('');
  expect(omit(text, 'x')).toBe(text);
  expect(omit(text, text)).toBe('[omitted: a.md, 1 line]');
});

test.each<[string, string]>([
  ['a bar of 40,000 backticks', `${'`'.repeat(40_000)}\nthat was the ruler`],
  ['a bar of 40,000 tildes', `${'~'.repeat(40_000)}\nthat was the ruler`],
  ['40,000 fences', '```\n'.repeat(40_000)],
  ['10,000 code blocks', '```ts\nlet a = 1;\n```\n'.repeat(10_000)],
  ['2,000 times the same line', 'the quick brown fox jumps over the lazy dog again\n'.repeat(2_000)],
  ['a word of 200,000 letters', 'a'.repeat(200_000)],
  ['10,000 list items', '- item of the list with some words\n'.repeat(10_000)],
  [
    'a word after a word that is no word',
    `${'*_`~'.repeat(10_000)}some words of the list and more of them${'*_`~]('.repeat(10_000)}`,
  ],
  ['20,000 tags and targets', '<b>[so](and so) <a href="'.repeat(20_000)],
])('%s, shown before and not', (_, text) => {
  const begun = performance.now();
  omit(text, 'something else');
  omit(text, text);
  expect(performance.now() - begun).toBeLessThan(LIMIT_MS);
});

test.each<[string, string, string]>([
  ['in one line', 'the same nine words are said again and again ', ' '],
  ['in sentences', 'The same nine words are said again and again. ', ' '],
  [
    'in changed sentences',
    'The same nine words are said again and again N. ',
    ' but the same nine words are said N again ',
  ],
])('the same words %s, 2,000 times said and 20,000 times shown', (_, words, between) => {
  const many = (count: number): string =>
    Array.from({ length: count }, (_, n) => words.replace('N', `${n}`)).join(between.replace('N', 'never'));
  const begun = performance.now();
  expect(omit(many(2_000), many(20_000))).toContain('[omitted: a.md');
  expect(performance.now() - begun).toBeLessThan(LIMIT_MS / 3);
});
