import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { idTrouble, resolveIds, SHORT_ID, shortId } from '../../src/command/short-ids.ts';

const ROWS = [
  { id: '3f2a91c0-1111-4111-8111-111111111111' },
  { id: '3f2a91c0-2222-4222-8222-222222222222' },
  { id: 'b7d41e55-3333-4333-8333-333333333333' },
];
const [one, two, three] = ROWS.map(({ id }) => id) as [string, string, string];

describe('an id', () => {
  it.each([
    ['whole', three],
    ['as a pack shows it', 'b7d41e55'],
    ['with the brackets of the pack', '[b7d41e55]'],
    ['in capitals', 'B7D41E55'],
    ['shorter still', 'b7d4'],
  ])('%s finds its memory', (_, given) => {
    expect(resolveIds([given], ROWS)).toEqual({ rows: [{ id: three }], unknown: [], ambiguous: [] });
  });

  it.each(['', '[]', 'b', 'b7d', 'ffffffff', '*', `${three}0`])('%j finds none, and is said', (given) => {
    expect(resolveIds([given], ROWS)).toMatchObject({ rows: [], unknown: [given] });
  });

  it('that several begin with is told with all that it may mean', () => {
    const found = resolveIds(['3f2a91c0', three], ROWS);
    expect(found).toMatchObject({ rows: [{ id: three }], ambiguous: [{ given: '3f2a91c0', ids: [one, two] }] });
    expect(idTrouble(found)).toBe(`Several memories begin with 3f2a91c0: ${one}, ${two}.`);
  });

  it('that is the beginning of another is itself', () => {
    expect(resolveIds(['abcd'], [{ id: 'abcdef' }, { id: 'abcd' }]).rows).toEqual([{ id: 'abcd' }]);
  });

  it('given twice is found once', () => {
    expect(resolveIds([three, 'b7d41e55'], ROWS).rows).toEqual([{ id: three }]);
  });

  it('that is unknown is repeated without what a terminal obeys', () => {
    expect(idTrouble(resolveIds(['\u202Eabc\ndef'], ROWS))).toBe('No memory \\u202eabc def is known here.');
    expect(idTrouble(resolveIds([three], ROWS))).toBeUndefined();
  });
});

it('whatever is typed, each is found, unknown or ambiguous, and what is found begins with it', () => {
  const ids = fc.uniqueArray(fc.uuid(), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(ids, fc.array(fc.string({ maxLength: 10 })), fc.integer({ min: 4, max: 36 }), (known, odd, length) => {
      const rows = known.map((id) => ({ id }));
      const given = [...odd, ...known.map((id) => id.slice(0, length))];
      const found = resolveIds(given, rows);
      for (const { ids } of found.ambiguous) expect(ids.length).toBeGreaterThan(1);
      for (const { id } of found.rows)
        expect(
          given.some((typed) =>
            id.startsWith(
              typed
                .trim()
                .replace(/^\[(.*)\]$/, '$1')
                .toLowerCase(),
            ),
          ),
        ).toBe(true);
      const told = new Set([...found.unknown, ...found.ambiguous.map(({ given }) => given)]);
      expect(found.rows.length + told.size).toBeGreaterThanOrEqual(Math.min(1, given.length));
      if (length === 36) expect(found.rows).toHaveLength(rows.length);
    }),
  );
  expect(shortId(one)).toHaveLength(SHORT_ID);
});
