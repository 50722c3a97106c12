/** What a person looks over is what a model would read: nothing steers the terminal, and nothing hides. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { harmless, harmlessJson, oneLine } from '../../src/command/plain-words.ts';

const tags = (text: string) =>
  [...text].map((sign) => String.fromCodePoint(0xe0000 + (sign.codePointAt(0) ?? 0))).join('');
const FLAG = `\u{1F3F4}${tags('gbsct')}\u{E007F}`;

describe('a text', () => {
  it.each([
    ['a zero width space', 'a\u200Bb', 'a\\u200bb'],
    ['a word joiner', 'a\u2060b', 'a\\u2060b'],
    ['a soft hyphen', 'a\u00ADb', 'a\\u00adb'],
    ['an override of the direction', 'a\u202Eb', 'a\\u202eb'],
    ['words in tags', `a${tags('hi')}`, 'a\\udb40\\udc68\\udb40\\udc69'],
    ['words in tags after a flag', `${FLAG}${tags('hi')}`, `${FLAG}\\udb40\\udc68\\udb40\\udc69`],
  ])('shows %s', (_name, text, shown) => {
    expect(harmless(text)).toBe(shown);
    expect(oneLine(text)).toBe(shown);
    expect(harmlessJson([text], 0)).toBe(`["${shown}"]`);
  });

  it.each([FLAG, '👩‍👩‍👧‍👦', 'می‌خواهم', 'Grüße, 東京'])('stays as it is: %s', (text) => {
    expect(harmless(text)).toBe(text);
  });

  it('says the same as JSON, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(JSON.parse(harmlessJson({ text }))).toEqual({ text });
      }),
    );
  });
});
