import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { array, object, parse, string } from 'zod/mini';
import { partsOf, typeOf } from '../../src/core/capture/classify.ts';
import { LABEL_RULES } from '../../src/core/capture/classify-rules.ts';
import { readingOf } from '../../src/core/capture/reading.ts';
import { SPEECHES } from '../../src/core/capture/speeches.ts';
import { EXPECTED } from '../support/transcripts.ts';

const HERE = { projectScope: true };

const RULES = [...LABEL_RULES, ...SPEECHES.flatMap((speech) => speech.rules)];

describe.each(RULES)('$name', (rule) => {
  test.each(rule.finds)('finds: %s', (sentence) => {
    expect(rule.pattern.test(sentence) && rule.unless?.test(sentence) !== true).toBe(true);
    // And no earlier rule takes it for something else.
    expect(typeOf(sentence, { projectScope: false })).toBe(rule.type);
  });
  test.each(rule.leaves)('leaves: %s', (sentence) => {
    expect(readingOf(sentence)).not.toBe(rule);
  });
});

describe.each(SPEECHES.flatMap((speech) => speech.noise.map((rule) => ({ ...rule, speech }))))('$name', (rule) => {
  const fits = (sentence: string): boolean => rule.pattern.test(sentence) && rule.unless?.test(sentence) !== true;
  test.each(rule.finds)('finds: %s', (sentence) => {
    expect(fits(sentence)).toBe(true);
    expect(readingOf(sentence)).toBe('noise');
  });
  test.each(rule.leaves)('leaves: %s', (sentence) => {
    expect(fits(sentence)).toBe(false);
  });
});

test('rules have names of their own', () => {
  const names = [...RULES, ...SPEECHES.flatMap((speech) => speech.noise)].map((rule) => rule.name);
  expect(new Set(names).size).toBe(names.length);
});

test.each([
  ['I prefer pnpm over npm: always use pnpm in this repo and never commit a package-lock.json.', 'convention'],
  ['And for the record: I never want an ORM in this service, plain SQL with postgres.js only.', 'convention'],
  ['I prefer short answers.', 'preference'],
])('a preference about this repository is a convention: %s', (sentence, type) => {
  expect(typeOf(sentence, HERE)).toBe(type);
  expect(typeOf(sentence, { projectScope: false })).toBe('preference');
});

test('a reason and a weighed alternative go with the decision, a request does not', () => {
  const parts = partsOf(
    "Let's move off Fly.io to Railway because volumes pin us. We looked at Render too. Please update the README.",
    HERE,
  );
  expect(parts.map((part) => part.type)).toEqual(['decision', 'decision', undefined]);
});

test('a runbook is its head and all its steps; numbered errands are none', () => {
  const runbook =
    'Runbook for when webhooks back up, please remember it:\n1. check the page. Then grep.\n2. redeploy\n3. scale';
  expect(partsOf(`First. ${runbook}`, HERE)).toEqual([
    { text: 'First. ', type: undefined },
    { text: runbook, type: 'runbook' },
  ]);
  const errands = partsOf('Please do this now:\n1. rename the file\n2. run the tests\n3. commit', HERE);
  expect(errands.every((part) => part.type === undefined)).toBe(true);
});

test('the parts of any prompt, joined, are the prompt', () => {
  const prompts = EXPECTED.flatMap(({ expected }) =>
    parse(array(object({ text: string() })), JSON.parse(readFileSync(expected, 'utf8'))).map((one) => one.text),
  );
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...prompts, '\n', ' ', '. ', '\n\n- '), { maxLength: 6 }),
      fc.boolean(),
      (some, projectScope) => {
        const text = some.join('');
        expect(
          partsOf(text, { projectScope })
            .map((part) => part.text)
            .join(''),
        ).toBe(text);
      },
    ),
  );
});
