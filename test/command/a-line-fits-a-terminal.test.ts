import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cut } from '../../src/command/terminal/cut.ts';

describe('a line', () => {
  it.each([
    ['short', 10, 'short'],
    ['exactly ten', 11, 'exactly ten'],
    ['one too many', 11, 'one too ma…'],
    ['漢字漢字', 8, '漢字漢字'],
    ['漢字漢字', 7, '漢字漢…'],
    ['👩‍👩‍👧 family', 4, '👩‍👩‍👧 …'],
    ['', 5, ''],
  ])('%j in %d columns is %j', (text, columns, expected) => {
    expect(cut(text, columns)).toBe(expected);
  });

  it('is the text, or the beginning of it and a mark, of bounded length', () => {
    const texts = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }));
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 60 }), (text, columns) => {
        const line = cut(text, columns);
        expect(line === text || (line.endsWith('…') && text.startsWith(line.slice(0, -1)))).toBe(true);
        expect(line.length).toBeLessThanOrEqual(columns * 8 + 1);
      }),
    );
  });

  it('takes no longer for a text of any length', () => {
    expect(cut('\u0301'.repeat(1_000_000), 80).length).toBeLessThan(700);
  });
});
