import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { array, object, parse, string } from 'zod/mini';
import { partsOf, typeOf } from '../../src/core/statements/classify.ts';
import { CUE_RULES } from '../../src/core/statements/cues.ts';
import { LABEL_RULES, type LabelRule } from '../../src/core/statements/labels.ts';
import { EXPECTED } from '../support/transcripts.ts';

const HERE = { projectScope: true };

const fits = (rule: LabelRule, sentence: string): boolean =>
  rule.pattern.test(sentence) && rule.unless?.test(sentence) !== true;

describe.each([...LABEL_RULES, ...CUE_RULES])('$name', (rule) => {
  test.each(rule.finds)('finds: %s', (sentence) => {
    expect(fits(rule, sentence)).toBe(true);
    expect(typeOf(sentence, { projectScope: false }) ?? 'noise').toBe(rule.type);
  });
  test.each(rule.leaves)('leaves: %s', (sentence) => {
    expect(fits(rule, sentence)).toBe(false);
  });
});

test('rules have names of their own', () => {
  const rules = [...LABEL_RULES, ...CUE_RULES];
  expect(new Set(rules.map((rule) => rule.name)).size).toBe(rules.length);
});

test('a preference about this repository is a convention where there is a project to keep it in', () => {
  for (const sentence of [
    'My preference: small commits in this repo.',
    'Meine Vorliebe: kurze Namen in diesem Projekt.',
  ]) {
    expect(typeOf(sentence, HERE)).toBe('convention');
    expect(typeOf(sentence, { projectScope: false })).toBe('preference');
  }
  expect(typeOf('My preference: short answers.', HERE)).toBe('preference');
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
  expect(partsOf(runbook, HERE)).toEqual([{ text: runbook, type: 'runbook' }]);
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
