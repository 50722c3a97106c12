import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/contract/wire.ts';
import { compileFilter, matches } from '../../src/local/query/filter.ts';
import { select, selectPage } from '../../src/local/query/select.ts';
import { openStore } from '../../src/local/store/open.ts';
import type { FilterRow } from '../../src/local/store/rows.ts';
import { START, temporaryFolder } from './local-platform.ts';

const row: FilterRow = {
  id: 'm1',
  memory: 'We deploy to Railway',
  user_id: 'u',
  agent_id: null,
  app_id: 'shop',
  run_id: null,
  metadata: { type: 'decision', pinned: true, tags: ['a', 'b'], note: 'one two' },
  categories: ['Decision'],
  expiration_date: '2026-06-01',
  created_at: Date.parse('2026-03-10T12:00:00Z'),
  updated_at: Date.parse('2026-03-11T00:00:00Z'),
};

describe('each operator of platform contract §7', () => {
  it.each<[JsonObject, boolean]>([
    [{ user_id: 'u' }, true],
    [{ user_id: 'U' }, false],
    [{ user_id: '*' }, true],
    [{ agent_id: '*' }, false],
    [{ agent_id: { ne: 'x' } }, true],
    [{ user_id: { ne: 'u' } }, false],
    [{ user_id: { in: ['v', 'u'] } }, true],
    [{ user_id: { in: [] } }, false],
    [{ user_id: 'u', app_id: 'other' }, false],
    [{ created_at: '2026-03-10' }, true],
    [{ created_at: '2026-03-11' }, false],
    [{ created_at: '2026-03-10T12:00:00Z' }, true],
    [{ created_at: '2026-03-10T13:00:00+01:00' }, true],
    [{ created_at: { gt: '2026-03-10T12:00:00Z' } }, false],
    [{ created_at: { gte: '2026-03-10T12:00:00Z', lt: '2026-03-11' } }, true],
    [{ created_at: { ne: '2026-03-10' } }, false],
    [{ updated_at: { lte: '2026-03-11' } }, true],
    [{ timestamp: { in: ['2026-03-09', '2026-03-10'] } }, true],
    [{ expiration_date: '2026-06-01' }, true],
    [{ expiration_date: { lt: '2026-06-01' } }, false],
    [{ categories: { in: ['Decision', 'x'] } }, true],
    [{ categories: { in: ['decision'] } }, false],
    [{ categories: { contains: 'decis' } }, true],
    [{ metadata: { type: 'decision', pinned: true } }, true],
    [{ metadata: { type: 'decision', pinned: false } }, false],
    [{ metadata: { branch: { ne: 'main' } } }, true],
    [{ metadata: { tags: ['a', 'b'] } }, true],
    [{ metadata: { tags: { contains: 'b' } } }, true],
    [{ metadata: { note: { contains: 'two' } } }, true],
    [{ metadata: { toString: { contains: 'x' } } }, false],
    [{ keywords: { contains: 'railway' } }, false],
    [{ keywords: { icontains: 'railway' } }, true],
    [{ text: 'railway' }, true],
    [{ memory_ids: ['m1'] }, true],
    [{ NOT: [{ user_id: 'u' }, { user_id: 'v' }] }, false],
    [{ NOT: [{ user_id: 'v' }, { app_id: 'w' }] }, true],
    // Contract §7: the OR beside an AND is lost on the live service.
    [{ AND: [{ user_id: 'u' }], OR: [{ app_id: 'other' }] }, true],
    [{ AND: [{ user_id: 'u' }, { OR: [{ app_id: 'other' }] }] }, false],
  ])('%j: %s', (filter, expected) => {
    expect(matches(compileFilter(filter), row)).toBe(expected);
  });

  it('null never matches a category or a date', () => {
    const bare = { ...row, categories: null, metadata: null, expiration_date: null };
    for (const filter of [
      { categories: { in: ['Decision'] } },
      { categories: { contains: '' } },
      { expiration_date: { lt: '2030-01-01' } },
      { metadata: { type: 'decision' } },
    ]) {
      expect(matches(compileFilter(filter), bare)).toBe(false);
    }
  });
});

/** A second, naive reading of the grammar, over the JSON itself. */
function oracle(filter: JsonObject, one: FilterRow): boolean {
  const keys = Object.keys(filter).filter((key) => !(key === 'OR' && 'AND' in filter));
  return keys.every((key) => {
    const value = filter[key];
    if (Array.isArray(value)) {
      const each = value.map((part: JsonObject) => oracle(part, one));
      if (key === 'AND') return !each.includes(false);
      return key === 'OR' ? each.includes(true) : !each.includes(true);
    }
    if (key === 'user_id' || key === 'app_id') {
      if (value === '*') return one[key] !== null;
      if (typeof value === 'string') return one[key] === value;
      const operators = value as JsonObject;
      if ('ne' in operators) return one[key] !== operators['ne'];
      return (operators['in'] as readonly string[]).some((id) => id === one[key]);
    }
    const wanted = value as JsonObject;
    if (key === 'metadata') return one.metadata?.['type'] === wanted['type'];
    return (
      one.categories !== null && (wanted['in'] as readonly string[]).some((name) => one.categories?.includes(name))
    );
  });
}

const name = fc.constantFrom('a', 'b', 'c');
const leaf: fc.Arbitrary<JsonObject> = fc.oneof(
  fc.record({ user_id: fc.oneof(name, fc.constant('*'), fc.record({ ne: name }), fc.record({ in: fc.array(name) })) }),
  fc.record({ app_id: fc.oneof(name, fc.constant('*'), fc.record({ ne: name }), fc.record({ in: fc.array(name) })) }),
  fc.record({ metadata: fc.record({ type: name }) }),
  fc.record({ categories: fc.record({ in: fc.array(name) }) }),
);
const filters = fc.letrec<{ filter: JsonObject }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc.record({ AND: fc.array(tie('filter'), { maxLength: 3 }) }),
    fc.record({ OR: fc.array(tie('filter'), { maxLength: 3 }) }),
    fc.record({ NOT: fc.array(tie('filter'), { maxLength: 3 }) }),
    fc.record({ AND: fc.array(leaf, { maxLength: 2 }), OR: fc.array(leaf, { maxLength: 2 }) }),
    fc.tuple(leaf, leaf).map(([one, two]) => ({ ...one, ...two })),
  ),
})).filter;

const SCOPE = { org_id: 'o', project_id: 'p' };

describe('for any nest of AND, OR and NOT', () => {
  it('the answer is the oracle’s, and the database never loses a row by narrowing', () => {
    const store = openStore(join(temporaryFolder(), 'memory.db'));
    const options = ['a', 'b', null];
    let count = 0;
    store.write(() => {
      for (const user_id of options) {
        for (const app_id of options) {
          for (const type of options) {
            count += 1;
            store.insert(SCOPE, {
              ...{ id: `m${count}`, memory: `memory ${count}`, user_id, agent_id: null, app_id, run_id: null },
              ...{ metadata: type === null ? null : { type }, attributes: null, expiration_date: null },
              ...{
                created_at: START + count,
                updated_at: START,
                categories: count % 2 === 0 ? ['c'] : null,
                categorise_at: null,
                category_names: null,
                immutable: false,
                touches: null,
              },
            });
          }
        }
      }
    });
    const visible = { latestOnly: false, day: undefined };
    const every = new Set([
      'id',
      'agent_id',
      'run_id',
      'memory',
      'metadata',
      'expiration_date',
      'created_at',
      'updated_at',
    ] as const);
    const all = store.memories.light(SCOPE, visible, every);
    expect(all).toHaveLength(27);
    fc.assert(
      fc.property(filters, (filter) => {
        const test = compileFilter(filter);
        const expected = all.filter((one) => oracle(filter, one)).map((one) => one.id);
        expect(all.filter((one) => matches(test, one)).map((one) => one.id)).toEqual(expected);
        const idsOf = (seqs: readonly number[]) => store.memories.whole(seqs).map((one) => one.id);
        expect(idsOf(select(store, { scope: SCOPE, visible, test }))).toEqual(expected);
        const page = selectPage(store, { scope: SCOPE, visible, test }, { from: 2, size: 5 });
        expect({ ...page, seqs: idsOf(page.seqs) }).toEqual({ count: expected.length, seqs: expected.slice(2, 7) });
      }),
      { numRuns: 300 },
    );
    store.close();
  });
});
