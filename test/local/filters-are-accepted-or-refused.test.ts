import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/contract/wire.ts';
import { compileFilter, hasPositiveEntity } from '../../src/local/query/filter.ts';
import { FILTER_KEYS, FilterError } from '../../src/local/query/filter-grammar.ts';

const ACCEPTED: readonly Json[] = [
  { user_id: 'u' },
  { user_id: '*' },
  { user_id: { eq: 'u' } },
  { user_id: { ne: 'u' } },
  { user_id: { in: ['u', 'v'] } },
  { AND: [{ user_id: 'u' }, { NOT: [{ app_id: '*' }] }] },
  { AND: [{ user_id: 'u' }, { OR: [{ metadata: { type: 'decision' } }, { categories: { in: ['decision'] } }] }] },
  { created_at: '2026-01-31' },
  { created_at: { gte: '2026-01-01', lt: '2026-02-01T00:00:00Z' } },
  { updated_at: { in: ['2026-01-01'] } },
  { timestamp: { ne: 1_760_000_000 } },
  { expiration_date: { lte: '2026-01-01' } },
  { categories: { contains: 'dec' } },
  { metadata: { type: 'decision', pinned: true, n: null, list: ['a'] } },
  { metadata: { type: { eq: 'a' }, branch: { ne: 'main' }, note: { contains: 'x' } } },
  { keywords: { contains: 'x' } },
  { keywords: { icontains: 'x' } },
  { text: 'x' },
  { keywords_search: 'x' },
  { memory_ids: ['a'] },
  { memory_ids: { in: [] } },
  { AND: [] },
];

const REFUSED: readonly (readonly [Json | undefined, RegExp])[] = [
  [undefined, /must be an object/],
  [null, /must be an object/],
  [[], /must be an object/],
  ['user_id', /must be an object/],
  [{ NOT: { app_id: '*' } }, /NOT must be a list/],
  [{ AND: { user_id: 'u' } }, /AND must be a list/],
  [{ OR: 'x' }, /OR must be a list/],
  [{ AND: ['x'] }, /must be an object/],
  [{ AND: [{ user_id: 'u' }], OR: [{ nope: 1 }] }, /Invalid filter key/],
  [{ user_id: { nin: ['u'] } }, /"nin" is not supported.*eq, ne, in/],
  [{ user_id: { exists: true } }, /not supported/],
  [{ user_id: { '>': 'u' } }, /not supported/],
  [{ user_id: null }, /takes a string/],
  [{ user_id: 7 }, /takes a string/],
  [{ user_id: { in: 'u' } }, /list of strings/],
  [{ user_id: { in: [7] } }, /takes a string/],
  [{ user_id: {} }, /one of these operators/],
  [{ user_id: { eq: 'u', ne: 'v' } }, /exactly one operator/],
  [{ created_at: { eq: '2026-01-01' } }, /"eq" is not supported/],
  [{ created_at: 'yesterday' }, /takes a date/],
  [{ created_at: '2026-02-30' }, /takes a date/],
  [{ created_at: { in: '2026-01-01' } }, /takes a list/],
  [{ categories: 'decision' }, /in, contains/],
  [{ categories: { eq: 'decision' } }, /"eq" is not supported/],
  [{ categories: { ne: 'decision' } }, /"ne" is not supported/],
  [{ metadata: 'x' }, /must be an object/],
  [{ metadata: { type: { in: ['a'] } } }, /"in" is not supported/],
  [{ metadata: { n: { gt: 1 } } }, /"gt" is not supported/],
  [{ metadata: { a: { b: 'nested' } } }, /not supported/],
  [{ keywords: 'x' }, /contains, icontains/],
  [{ keywords: { eq: 'x' } }, /not supported/],
  [{ memory_ids: 'a' }, /list of strings/],
];

describe('platform contract §7', () => {
  it.each(ACCEPTED.map((filter) => [filter]))('accepts %j', (filter) => {
    expect(() => compileFilter(filter)).not.toThrow();
  });

  it.each(REFUSED)('refuses %j', (filter, message) => {
    expect(() => compileFilter(filter)).toThrow(FilterError);
    expect(() => compileFilter(filter)).toThrow(message);
  });

  it('an unknown key is refused with the names of all allowed ones', () => {
    expect(() => compileFilter({ project: 'x' })).toThrow(`"project". Allowed keys: ${FILTER_KEYS.join(', ')}.`);
  });

  it('a filter that nests without end is refused, not a crash', () => {
    let deep: Json = { user_id: 'u' };
    for (let level = 0; level < 5_000; level += 1) deep = { AND: [deep] };
    expect(() => compileFilter(deep)).toThrow(/nest at most/);
  });

  it.each([
    [{ user_id: 'u' }, true],
    [{ app_id: '*' }, true],
    [{ OR: [{ metadata: { a: 1 } }, { app_id: { in: ['a'] } }] }, true],
    [{ user_id: { ne: 'u' } }, false],
    [{ NOT: [{ user_id: 'u' }] }, false],
    [{ metadata: { user_id: 'u' } }, false],
    [{}, false],
  ])('%j names a positive entity: %s', (filter, expected) => {
    expect(hasPositiveEntity(compileFilter(filter))).toBe(expected);
  });
});
