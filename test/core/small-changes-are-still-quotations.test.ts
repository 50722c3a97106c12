import { describe, expect, test } from 'vitest';
import { captureOf, Script, sentText, type Tree } from '../support/transcripts.ts';

const GUIDE = `# Guide

Webhook events are retried for three days with exponential backoff, and an event that is
older than that is written to the dead letter table. Nobody deletes rows from the dead letter
table by hand. The nightly job archives them after ninety days, because the auditors ask for them.

- Money is integer cents, never floats.
- Handlers return a Result type and do not throw, because the edge runtime swallows stack traces.
`;
const TREE: Tree = [['docs/GUIDE.md', GUIDE]];

/** What is left of an answer, with the guide read before or only in the tree. */
function left(text: string): string[] {
  const read = new Script()
    .human('Why is it done like this?')
    .reads('/home/dev/shop/docs/GUIDE.md', GUIDE)
    .claude(text);
  const there = new Script().human('Why is it done like this?').claude(text);
  return [captureOf(read.entries), captureOf(there.entries, { tree: TREE })].map(sentText);
}

describe('a quotation is caught', () => {
  test.each([
    [
      'three sentences in one paragraph',
      'It fails because of what stands there: Webhook events are retried for three days with exponential backoff, and an event that is older than that is written to the dead letter table. Nobody deletes rows from the dead letter table by hand. The nightly job archives them after ninety days, because the auditors ask for them.',
      ['retried', 'deletes rows', 'auditors'],
    ],
    [
      'with a word changed',
      'It fails because of what stands there: Handlers should return a Result type and do not throw, because the edge runtime swallows stack traces.',
      ['swallows', 'Result type'],
    ],
    [
      'with words left out',
      'It fails because of what stands there: Webhook events are retried for three days with backoff, and an event older than that is written to the dead letter table.',
      ['retried', 'dead letter'],
    ],
    [
      'within a sentence',
      'It fails because the guide says that handlers return a Result type and do not throw, because the edge runtime swallows stack traces, which we ignored.',
      ['swallows', 'Result type'],
    ],
    [
      'in a table',
      'It fails because of what stands there:\n\n| rule | why |\n| --- | --- |\n| Money is integer cents, never floats. | see there |',
      ['integer cents'],
    ],
    [
      'quoted and re-wrapped',
      'It fails because of what stands there:\n\n> Nobody deletes rows\n> from the dead letter table\n> by hand.',
      ['deletes rows'],
    ],
  ])('%s', (_, text, gone) => {
    for (const sent of left(text)) {
      for (const words of gone) expect(sent).not.toContain(words);
      expect(sent).toContain('[omitted: docs/GUIDE.md, ');
    }
  });
});

describe("a person's own sentence stays whole", () => {
  test.each([
    'Decision: webhook events are retried for one day only, because three days hide outages.',
    'Money should be integer cents because floats burned us in the refund job.',
    'From now on handlers never throw, they return a Result type everywhere.',
    'We decided that nobody deletes rows from production by hand.',
    'Turns out the nightly job archives nothing on Sundays, because the lock is never released.',
  ])('%s', (own) => {
    const script = new Script().reads('/home/dev/shop/docs/GUIDE.md', GUIDE).human(own).claude('Noted.');
    const capture = captureOf(script.entries, { tree: TREE });
    expect(sentText(capture)).toContain(own);
    expect(capture.omitted).toEqual([]);
  });
});

test('own words beside a quotation stay, the quotation goes', () => {
  const script = new Script()
    .reads('/home/dev/shop/docs/GUIDE.md', GUIDE)
    .human(
      'I want to drop this rule: Nobody deletes rows from the dead letter table by hand. Decision: support may delete single rows from now on.',
    )
    .claude('Noted.');
  const sent = sentText(captureOf(script.entries));
  expect(sent).toContain('I want to drop this rule: [omitted: docs/GUIDE.md, 1 line]');
  expect(sent).toContain('Decision: support may delete single rows from now on.');
});
