import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Ids } from '../../src/core/talk/ids.ts';

/** Uuids, what nearly is one, and anything else, lone surrogates too. */
const id = fc.oneof(
  fc.uuid(),
  fc.uuid().map((one) => one.toUpperCase()),
  fc.tuple(fc.uuid(), fc.nat(35), fc.constantFrom('g', '`', '/', ':', '-', 'é', '中', '0')).map(([one, at, sign]) => {
    return one.slice(0, at) + sign + one.slice(at + 1);
  }),
  fc.string({ unit: 'binary' }),
  fc.array(fc.nat(0xffff), { maxLength: 60 }).map((codes) => String.fromCharCode(...codes)),
  fc.constantFrom('', 'msg_1', 'é'.repeat(3_000), '中'.repeat(3_000)),
);

test('each id has one number, and each number its id', () => {
  fc.assert(
    fc.property(fc.array(id, { maxLength: 60 }), (all) => {
      const ids = new Ids();
      const numbers = all.map((one) => ids.numberOf(one));
      const known = [...new Set(all)];
      expect(numbers).toEqual(all.map((one) => known.indexOf(one)));
      expect(ids.size).toBe(known.length);
      expect(numbers.map((number) => ids.idOf(number))).toEqual(all);
    }),
  );
});

test('thousands of them are told apart, the first as the last', () => {
  const ids = new Ids();
  const all = Array.from({ length: 20_000 }, (_, n) =>
    n % 2 === 0 ? `00000000-0000-4000-8000-${String(n).padStart(12, '0')}` : `msg_${n}`,
  );
  for (const one of all) ids.numberOf(one);
  expect(ids.size).toBe(all.length);
  expect(all.map((one) => ids.numberOf(one))).toEqual(all.map((_, n) => n));
  expect(all.map((_, n) => ids.idOf(n))).toEqual(all);
});
