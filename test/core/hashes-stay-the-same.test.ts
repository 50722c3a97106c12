import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hash64 } from '../../src/core/hash.ts';

test('hashes are part of ids and file names, so they never change', () => {
  expect([hash64(''), hash64('a'), hash64('/home/ann/notes'), hash64('商店')]).toMatchInlineSnapshot(`
    [
      "efd01f60ba992926",
      "60de25dbfdce3954",
      "563d66831744eb99",
      "535310992cfd41f9",
    ]
  `);
});

test('sixteen hexadecimal digits, and different ones for different texts', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (one, other) => {
      expect(hash64(one)).toMatch(/^[0-9a-f]{16}$/);
      expect(hash64(one) === hash64(other)).toBe(one === other);
    }),
  );
  // The slices that ids use differ too: 20,000 texts, 32 bits each, some 0.05 pairs expected to meet by chance.
  const slices = Array.from({ length: 20_000 }, (_, index) => hash64(`/w/project-${index}`).slice(0, 8));
  expect(new Set(slices).size).toBeGreaterThan(19_995);
});
