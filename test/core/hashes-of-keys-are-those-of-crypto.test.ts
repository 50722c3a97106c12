import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sha256 } from '../../src/core/sha256.ts';

const byNode = (text: string) => createHash('sha256').update(text).digest('hex');

it('the examples of FIPS 180-4', () => {
  expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect(sha256('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
});

it('any text, however long, gives what node:crypto gives', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => sha256(text) === byNode(text)));
  for (let length = 0; length < 200; length += 1) expect(sha256('k'.repeat(length))).toBe(byNode('k'.repeat(length)));
});
