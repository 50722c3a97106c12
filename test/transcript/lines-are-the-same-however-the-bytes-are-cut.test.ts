import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Line, readLines } from '../../src/transcript/line-reader.ts';

function slice(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const at = [0, ...[...cuts].map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  return at.slice(1).map((end, n) => bytes.subarray(at[n], end));
}

const texts = fc.array(fc.string({ unit: fc.constantFrom('a', 'é', '価', '🛒', '\u2028', '\u0085', '\r', ' ') }), {
  maxLength: 12,
});

test('any slices give the lines of the whole, with their offsets', () => {
  fc.assert(
    fc.property(texts, fc.array(fc.nat(), { maxLength: 20 }), fc.boolean(), (lines, cuts, ended) => {
      const bytes = Buffer.from(lines.join('\n') + (ended ? '\n' : ''));
      const read = [...readLines(slice(bytes, cuts))];
      expect(read.map((line) => line.text)).toEqual(lines.filter((line) => line !== ''));
      for (const line of read) {
        const length = Buffer.byteLength(line.text);
        expect(bytes.subarray(line.offset, line.offset + length).toString()).toBe(line.text);
        expect(line.ended).toBe(bytes[line.offset + length] === 10);
      }
    }),
  );
});

test('a line over the limit is skipped and told, and its neighbours are not harmed, however it is cut', () => {
  const bytes = Buffer.from(`first\n${'x'.repeat(50)}\nlast\n`);
  for (let size = 1; size <= bytes.length; size += 1) {
    const slices = Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) =>
      bytes.subarray(n * size, (n + 1) * size),
    );
    const overlong: number[] = [];
    const read: Line[] = [...readLines(slices, { maxLineBytes: 20, onOverlong: (offset) => overlong.push(offset) })];
    expect(read.map((line) => line.text)).toEqual(['first', 'last']);
    expect(overlong).toEqual([6]);
  }
});

test('a buffer that the caller reuses does not change lines that span slices', () => {
  const shared = Buffer.alloc(3);
  function* reused(): Generator<Uint8Array> {
    for (const part of ['abc', 'def', '\ngh', 'i\nj']) {
      shared.write(part);
      yield shared;
    }
  }
  expect([...readLines(reused())].map((line) => line.text)).toEqual(['abcdef', 'ghi', 'j']);
});
