import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wellFormed } from '../../src/core/talk/wellformed.ts';
import { captureOfFile, sentText, transcriptOf } from '../support/transcripts.ts';

const wild = fc.string({
  unit: fc.constantFrom(
    'a',
    '価',
    '🛒',
    '\uD83D',
    '\uDED2',
    '\0',
    '\u001B',
    '[31m',
    '\uFEFF',
    '\r',
    '\n',
    '\t',
    '\u0085',
    '\u007F',
  ),
});

test('any text becomes valid UTF-8 without control characters, and doing it twice changes nothing', () => {
  fc.assert(
    fc.property(wild, (text) => {
      const clean = wellFormed(text);
      expect(Buffer.from(clean, 'utf8').toString('utf8')).toBe(clean);
      expect(clean).not.toMatch(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F\uFEFF]/);
      expect(wellFormed(clean)).toBe(clean);
    }),
  );
});

test('what is well-formed stays as it is', () => {
  const text = 'Naïve café 価格 🛒👩‍💻\n\ttab';
  expect(wellFormed(text)).toBe(text);
  expect(wellFormed('a\r\nb\rc')).toBe('a\nb\nc');
  expect(wellFormed('see \u001B]8;;https://example.invalid/a\u0007it\u001B]8;;\u001B\\.')).toBe('see it.');
  expect(wellFormed('\u001B[1;31mred\u001B[0m \uD83D!')).toBe('red \uFFFD!');
});

test('the odd session leaves as valid UTF-8', () => {
  const sent = sentText(captureOfFile(transcriptOf('k-thinking-long-unicode')));
  expect(Buffer.from(sent, 'utf8').toString('utf8')).toBe(sent);
  expect(sent).toContain('価格は必ず整数のセントで保存してください');
  expect(sent).toContain('lone high surrogate: \uFFFD end');
});
