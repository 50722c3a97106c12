import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { PrivateRepeats } from '../../src/core/capture/private-repeats.ts';
import { captureOf, Script, sessionStateOf } from '../support/transcripts.ts';

const MARK = '[redacted: private]';

describe('what a person marked as private', () => {
  it('does not leave where Claude, or a task, repeats it', () => {
    const script = new Script();
    script.human('Decision: we use the blue vault. <private>its code is marzipan-anvil-71</private>');
    script.claude('Understood: the blue vault, its code is marzipan-anvil-71.');
    const entries = script.entries;
    const capture = captureOf(entries);
    const text = JSON.stringify(capture.writes);
    expect(text).toContain('we use the blue vault');
    expect(text).not.toContain('marzipan');
    expect(sessionStateOf(entries)).not.toContain('marzipan');
  });

  it('does not leave in part either, and the receipt counts it', () => {
    const script = new Script();
    script.human(
      'Decision: we use the blue vault for all keys. <private>Our client Acme pays late every single month</private>',
    );
    script.claude(
      'Understood: the blue vault for all keys. As the CLIENT acme  pays\nlate, invoices of Acme go out early, I would say.',
    );
    const capture = captureOf(script.entries);
    const text = JSON.stringify(capture.writes);
    expect(text).toContain('the blue vault for all keys. As the');
    expect(text).toContain('go out early');
    expect(text).not.toMatch(/acme|pays|late/i);
    expect(capture.redacted).toEqual([{ rule: 'private', count: 2 }]);
  });

  it('does not leave in an encoding', () => {
    const script = new Script();
    script.human('Decision: we use the blue vault. <private>marzipan-anvil-71</private>');
    script.claude(`Understood: the blue vault, and ${btoa('marzipan-anvil-71')} is what it is in base64.`);
    expect(JSON.stringify(captureOf(script.entries).writes)).not.toContain(btoa('marzipan-anvil-71').slice(4, 12));
  });
});

const repeated = (secret: string, text: string, openly = ''): string =>
  new PrivateRepeats([{ text: secret, position: 2 }], [{ role: 'user', text: openly, position: 4 }]).mask(text).text;

test.each([
  ['all of it', 'the blue falcon flies', 'so the blue falcon flies now', `so ${MARK} now`],
  ['in another case and other spaces', 'the blue falcon flies', 'so The  BLUE\n> falcon flies now', `so ${MARK} now`],
  ['with other signs between', 'the blue falcon flies', 'so "the blue, **falcon** flies" now', `so "${MARK}" now`],
  [
    'four words of it',
    'we think that the blue falcon flies at night',
    'so the blue falcon flies now',
    `so ${MARK} now`,
  ],
  ['the normal form', 'der größte Käse stinkt sehr', 'so der gro\u0308ßte Ka\u0308se stinkt now', `so ${MARK} now`],
  ['an identifier', 'it is acme_prod there', 'use acme_prod now', `use ${MARK} now`],
  ['an identifier in other signs', 'it is acme_prod there', 'use Acme-Prod now', `use ${MARK} now`],
  ['an address', 'ask ada@acme.example there', 'mail ada@acme.example now', `mail ${MARK} now`],
  ['a number', 'the PIN is 4711 there', 'use 4711 now', `use ${MARK} now`],
  ['a host', 'it is at 10.0.0.12 there', 'ping 10.0.0.12 now', `ping ${MARK} now`],
  ['a name', 'our client Acme is late', 'tell Acme now', `tell ${MARK} now`],
  ['a name that begins the sentence', 'Acme is late', 'tell Acme now', `tell ${MARK} now`],
  ['a name in capitals', 'our client is ACME there', 'tell Acme now', `tell ${MARK} now`],
  ['a line of a few words', 'a b\nblue falcon\nc d', 'the blue falcon now', `the ${MARK} now`],
  ['a clause without spaces', '我们的客户是蓝色猎鹰公司', '所以客户是蓝色猎鹰公司。', `所以${MARK}。`],
])('a repetition is masked: %s', (_, secret, text, expected) => {
  expect(repeated(secret, text)).toBe(expected);
});

test.each([
  ['three words of it', 'we think that the blue falcon flies', 'that the blue sky is fine'],
  ['a plain word of it', 'we think that the client is late', 'the client runs late at night'],
  ['a word that begins a sentence', 'Please keep it quiet, will you', 'Please go on. Will it do?'],
  ['a common name', 'we meet on Monday and speak English', 'On Monday we deploy, in English'],
  ['a year', 'it ends in 2027 there', 'the roadmap of 2027'],
  ['numbers in a row', '1. a 2. b 3. c', '1. a 2. b 3. c'],
])('ordinary talk stays: %s', (_, secret, text) => {
  expect(repeated(secret, text)).toBe(text);
});

test('what the person says openly too, and what Claude said before, is not private', () => {
  const text = 'we use Postgres and node20, and the deploys go out on Fridays';
  const secret = 'their Postgres on node20 breaks when the deploys go out on Fridays';
  expect(repeated(secret, text, 'We use Postgres, node20; the deploys go out on Fridays.')).toBe(text);
  const said = { role: 'assistant', text: 'Postgres and node20. When the deploys go out on Fridays.' } as const;
  const after = (position: number): string =>
    new PrivateRepeats([{ text: secret, position: 2 }], [{ ...said, position }]).mask(text).text;
  expect(after(1)).toBe(text);
  expect(after(3)).toBe(`we use ${MARK} and ${MARK}, and ${MARK}`);
});

test('whatever run of four words is repeated', () => {
  const word = fc.string({ unit: fc.constantFrom(...'abcdeé'), minLength: 2, maxLength: 5 });
  fc.assert(
    fc.property(fc.array(word, { minLength: 4, maxLength: 12 }), fc.nat(8), (words, from) => {
      const at = Math.min(from, words.length - 4);
      const run = words.slice(at, at + 4).join(' ');
      expect(repeated(words.join(', '), `zz ${run.toUpperCase()} zz`)).toBe(`zz ${MARK} zz`);
    }),
  );
});

test('long private texts and long windows take bounded time', () => {
  const words = Array.from({ length: 10_000 }, (_, n) => `word${(n * 7919) % 5_000} Name${n} the`).join(' ');
  const before = performance.now();
  new PrivateRepeats(
    [{ text: words, position: 2 }],
    [{ role: 'user', text: words.slice(0, 90_000), position: 4 }],
  ).mask(words);
  new PrivateRepeats([{ text: 'a '.repeat(100_000), position: 2 }], []).mask('a '.repeat(160_000));
  expect(performance.now() - before).toBeLessThan(8_000);
});
