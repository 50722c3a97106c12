import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withoutPrivate } from '../../src/core/talk/private-text.ts';
import { captureOf, Script, sentText } from '../support/transcripts.ts';

test.each([
  ['We keep it. <private>the client is Acme</private> Because of cost.', 'We keep it.  Because of cost.'],
  ['a <PRIVATE>x</Private> b', 'a  b'],
  ['a <private>x, never closed', 'a '],
  ['a <private reason="y">x</private > b', 'a  b'],
  ['a <private>x <private>y</private> z</private> b', 'a  b'],
  ['a </private> b', 'a  b'],
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
