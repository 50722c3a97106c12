import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sentencesOf, shortened } from '../../src/core/talk/sentences.ts';

const prose = fc.string({
  unit: fc.constantFrom(
    'word',
    'e.g',
    'Fly',
    'io',
    '.',
    '. ',
    '? ',
    '! ',
    '。',
    '\n',
    '\n\n',
    '\n- ',
    '\n1. ',
    ' ',
    '"',
    '🛒',
    ':',
  ),
  maxLength: 30,
});

test('the sentences joined are the text, and none is empty', () => {
  fc.assert(
    fc.property(prose, (text) => {
      const sentences = sentencesOf(text);
      expect(sentences.join('')).toBe(text);
      expect(sentences.every((sentence) => sentence !== '')).toBe(true);
    }),
  );
});

test.each([
  ["Let's move off Fly.io to Railway. We looked at Render too.", 2],
  ['Use v2.0 of it, e.g. for the queue. Done.', 2],
  ['See src/lib/money.ts and docs/x.md. Why? Because!', 3],
  ['価格は整数です。小数は使いません。', 2],
  ['Runbook:\n1. check the page\n2. redeploy it\n3. scale', 4],
  ['one\n\ntwo', 2],
  ['a line that\nwas wrapped here', 1],
  ['He said "stop it." Then he left.', 2],
  ['use pnpm\nno default exports\nnever mock the db', 3],
  ['we use snake_case for every column that is stored in the\ndatabase of this project', 1],
  ['> never edit files under src/gen, they are made by the\n> openapi tool', 1],
  ['> one thing\n>\n> another thing', 3],
  ['deploy steps: 1. merge to main 2. wait for ci 3. run make deploy', 1],
  ['Das Zertifikat läuft am 3. März ab. Danach geht nichts.', 2],
])('%s', (text, count) => {
  expect(sentencesOf(text)).toHaveLength(count);
});

test('a shortened text keeps its limit, ends at a sentence where it can, and breaks no pair', () => {
  expect(shortened('One is here. Two is here. Three is here.', 30)).toBe('One is here. Two is here. …');
  fc.assert(
    fc.property(prose, fc.integer({ min: 2, max: 60 }), (text, limit) => {
      const short = shortened(text, limit);
      expect(short.length).toBeLessThanOrEqual(limit);
      expect(Buffer.from(short).toString()).toBe(short);
    }),
  );
});
