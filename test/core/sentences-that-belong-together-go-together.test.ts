import { describe, expect, it } from 'vitest';
import { partsOf } from '../../src/core/statements/classify.ts';
import { isFragment, readingOf } from '../../src/core/statements/reading.ts';

const types = (text: string) => partsOf(text, { projectScope: true }).map(({ type }) => type);

describe('what one statement is made of stands in one part', () => {
  it.each([
    ['named, then given a reason', 'css modules here. tailwind got voted down in March', ['decision']],
    [
      'a cause, then what it is',
      'The importer drops rows with a tab. It is the splitter and not the reader.',
      ['insight'],
    ],
    [
      'numbered steps without a head',
      '1. drain the node and wait\n2. apt upgrade, reboot, wait for the gauge to turn green\n3. uncordon the node, then restart the agent',
      ['runbook'],
    ],
  ])('%s', (_, text, expected) => {
    expect(new Set(types(text))).toEqual(new Set(expected));
    expect(
      partsOf(text, { projectScope: true })
        .map((part) => part.text)
        .join(''),
    ).toBe(text);
  });

  it.each([
    ['it is confirmed', 'The importer writes to the queue first. Agreed with ops.', 'decision'],
    ['it is made a rule', 'Times are stored in UTC. Let that be our rule.', 'convention'],
    ['it is to stay so', 'I like short answers with the command first. Please keep it that way.', 'preference'],
    [
      'a blank line before the steps',
      'How we release:\n\n1. tag the commit\n2. push the tag\n3. wait for the build',
      'runbook',
    ],
  ])('and with what says what it is: %s', (_, text, expected) => {
    expect(new Set(types(text))).toEqual(new Set([expected]));
  });

  it('a short sentence about the one before it has the type of that one', () => {
    const rule = 'Every endpoint checks the tenant before it reads a row.';
    const preference = 'I prefer answers without headings, in plain paragraphs.';
    expect(types(`${rule} That goes for jobs too.`)).toEqual(['convention', 'convention']);
    expect(types(`${preference} That goes for commit messages too.`)).toEqual(['preference', 'preference']);
  });

  it('what says outright what it is, is that beside any other', () => {
    expect(types('I prefer short answers in English. We decided to use Postgres.')).toEqual(['preference', 'decision']);
    expect(types('We decided to use Postgres. I prefer short answers in English.')).toEqual(['decision', 'preference']);
    expect(types('I prefer short answers in English. Thanks!')).toEqual(['preference', undefined]);
  });

  it('the next paragraph is another matter', () => {
    const two = 'I prefer answers without headings, in plain paragraphs.\n\nThe parser drops rows with a tab in them.';
    expect(types(two)).toEqual(['preference', 'insight']);
  });

  it('an answer is no name of what follows', () => {
    for (const text of ['ok', 'thanks', 'not today', 'really?', 'yes please'])
      expect(isFragment(text), text).toBe(false);
  });
});

describe('what is asked for is an errand', () => {
  it.each([
    'check which plugins are outdated',
    'pupils show as offline while they are typing, pls check',
    'kick off the riscv box',
    'staging is down, show me the failover steps',
    'shorten the second paragraph',
  ])('%s', (text) => expect(readingOf(text)).toBe('noise'));

  it.each([
    'If the queue is stuck, check the lock file and restart the worker.',
    'Run every migration twice on a copy before a release.',
    'The sku field can contain slashes!!',
    'could you in future put the command first?',
  ])('but not: %s', (text) => expect(readingOf(text)).not.toBe('noise'));
});
