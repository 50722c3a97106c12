import { performance } from 'node:perf_hooks';
import { expect, test } from 'vitest';
import { isNoiseSentence, turnHasSubstance } from '../../src/core/capture/gate.ts';
import { partsOf } from '../../src/core/statements/classify.ts';
import { isNarration } from '../../src/core/statements/claude-words.ts';

/** Far above what is measured (about 0.5 s), far below what a pattern that runs away takes. */
const LIMIT_MS = 10_000;

test.each([
  'a',
  ' ',
  '> ',
  '\n',
  '>\n',
  '\nuse x',
  '- ',
  '1. ',
  ' 1. 2',
  'if x fails, ',
  'to do, first ',
  'how to: ',
  'and ',
  'no ',
  'please ',
  '...',
  '**',
  'は',
  '先',
  'если ',
  'we the always use ',
  'at x(',
  '?',
  ', ok?',
  'every ',
  'use ',
  'Error',
  '[omitted: ',
])('100 KB of %j', (unit) => {
  const text = unit.repeat(Math.ceil(100_000 / unit.length));
  const begun = performance.now();
  const parts = partsOf(text, { projectScope: true });
  isNoiseSentence(text);
  isNarration(text);
  turnHasSubstance({ human: text, claude: text });
  expect(performance.now() - begun).toBeLessThan(LIMIT_MS);
  expect(parts.map((part) => part.text).join('')).toBe(text);
});
