import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { withoutPrivate } from '../../src/core/talk/private-text.ts';
import { captureOf, Script, sentText } from '../support/transcripts.ts';

test.each([
  ['We keep it. <private>the client is Acme</private> Because of cost.', 'We keep it.  Because of cost.'],
  ['a <PRIVATE>x</Private> b', 'a  b'],
  ['a <private>x, never closed', 'a '],
  ['a <private reason="y">x</private > b', 'a  b'],
  ['a <private>x <private>y</private> z</private> b', 'a  b'],
  ['a </private> b', ' b'],
  ['a <private>x</private> b </private> c', ' c'],
  ['a &lt;private&gt;x&lt;/private&gt; b', 'a  b'],
  ['a &#60;private&#62;x&#x3C;/PRIVATE&#x3E; b', 'a  b'],
  ['a &amp;lt;private&amp;gt;x&amp;lt;/private&amp;gt; b', 'a  b'],
  ['a \\u003cprivate\\u003ex\\u003c/private\\u003e b', 'a  b'],
  ['a <private>x<\\/private> b', 'a  b'],
  ['a ＜private＞x＜/private＞ b', 'a  b'],
  ['a <\u200Bprivate>x</\u200Bprivate> b', 'a  b'],
  ['a <PRIVATE foo>x</private > b', 'a  b'],
  ['a <private\n  why="y"\n>x</private\n> b', 'a  b'],
  ['a <private x</private> b', 'a  b'],
  ['a <private>x</private b', 'a  b'],
  ['a <private>x &lt;/private> b', 'a  b'],
  ['a < private >x</ private> b', 'a  b'],
  ['a <private\nx', 'a '],
  ['we keep private keys <privately> safe', 'we keep private keys <privately> safe'],
])('%s', (text, expected) => {
  expect(withoutPrivate(text)).toBe(expected);
});

test('whatever stands between the tags is gone', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', '<', '>'), maxLength: 10 });
  fc.assert(
    fc.property(
      word,
      word,
      fc.constantFrom('<private>', '<Private>', '<PRIVATE >'),
      fc.boolean(),
      (before, after, tag, closed) => {
        const text = withoutPrivate(`${before}${tag}SECRET WORD${closed ? `</private>${after}` : after}`);
        expect(text).not.toContain('SECRET');
      },
    ),
  );
});

test('private words are in no write, whoever wrote them', () => {
  const script = new Script()
    .human('We decided for Postgres because it is here. <private>Our client Acme pays late.</private>')
    .claude('Postgres it is, because it is here. <private>Acme pays late');
  expect(sentText(captureOf(script.entries))).not.toContain('Acme');
  expect(sentText(captureOf(script.entries))).toContain('We decided for Postgres because it is here.');
});

describe('a tag that one prompt opens and a later one closes', () => {
  const between = (...prompts: string[]): string => {
    const script = new Script();
    for (const [n, prompt] of prompts.entries()) {
      script.human(prompt).claude(`Understood: this is answer number ${n} of Claude to the person, in so many words.`);
    }
    return JSON.stringify(captureOf(script.entries).writes);
  };

  test('hides what stands around it and between', () => {
    const sent = between(
      'We decided to use Postgres for orders. <private>The client is Acme',
      'and the owner likes marzipan a lot.',
      'The vault is on the second floor.</private> We decided to deploy on Fridays.',
    );
    expect(sent).toContain('Postgres for orders');
    expect(sent).toContain('deploy on Fridays');
    expect(sent).toContain('answer number 2');
    expect(sent).not.toMatch(/Acme|marzipan|vault|number [01]/);
  });

  test('hides what stands before it when nobody knows where it was opened', () => {
    const sent = between(
      'We decided to use Postgres.',
      'The client is Acme.</private> We decided to deploy on Fridays.',
    );
    expect(sent).toContain('use Postgres');
    expect(sent).toContain('deploy on Fridays');
    expect(sent).not.toContain('Acme');
  });

  test('hides nothing further when nobody closes it', () => {
    const sent = between('We decided to use Postgres. <private>The client is Acme', 'We decided to deploy on Fridays.');
    expect(sent).toContain('use Postgres');
    expect(sent).toContain('deploy on Fridays');
    expect(sent).toContain('answer number 1');
  });
});

test('what a person marks as private in a command does not leave where Claude repeats it', () => {
  const command =
    '<command-message>note</command-message>\n<command-name>/note</command-name>\n<command-args>it: <private>the code is marzipan-anvil-71</private></command-args>';
  const script = new Script()
    .human('We decided to use Postgres for orders.')
    .human(command)
    .claude('Noted for later, the code of the door is marzipan-anvil-71 as it seems to me.');
  expect(sentText(captureOf(script.entries))).not.toContain('marzipan');
  expect(sentText(captureOf(script.entries))).toContain('Noted for later');
});
