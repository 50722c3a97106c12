import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Memory } from '../../../src/contract/mem0.ts';
import { pushed } from '../../../src/core/moving/pushed.ts';
import { isCurrent } from '../../../src/core/recall/truth.ts';
import { NO_SECRETS } from '../../../src/core/redaction/secret-values.ts';
import { only, row, TODAY } from './rows.ts';

const PUSHING = { today: TODAY, secrets: NO_SECRETS, isDenied: () => false, isThere: () => false };

function fate(change: Partial<Memory>, pushing = {}) {
  return only(pushed([row(change)], { ...PUSHING, ...pushing }));
}

describe('a row of the local platform', () => {
  it.each([
    [{ replaced_by: 'x' }, 'superseded'],
    [{ expiration_date: '2026-11-29' }, 'expired'],
    [{ metadata: null }, 'no-place'],
    [{ memory: '<private>all of it</private>' }, 'no-words'],
  ])('that is %j stays: %s', (change, reason) => {
    expect(fate(change)).toBe(reason);
  });

  it('keeps its place, its expiry and the revision that let it through', () => {
    const metadata = { type: 'insight', policy: 'v1.9', capture_id: 'of-the-capture' };
    expect(fate({ metadata, expiration_date: TODAY })).toMatchObject({
      appId: 'shop',
      write: { expirationDate: TODAY, metadata: { policy: 'v1.9', capture_id: expect.stringMatching(/^push-1/) } },
    });
    expect(fate({ app_id: null })).toMatchObject({ write: { scope: 'user', metadata: { policy: 'v2.0' } } });
  });

  it('of a denied project stays', () => {
    expect(fate({}, { isDenied: (id: string) => id === 'shop' })).toBe('denied');
  });
});

it('states of sessions: the newest of each project and branch goes, whatever the order', () => {
  const state = fc.record({
    app_id: fc.constantFrom('shop', 'barn', null),
    created_at: fc.constantFrom('2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z', '2026-03-01T01:00:00+02:00', null),
    metadata: fc.record({ type: fc.constant('session_state'), branch: fc.constantFrom('main', 'side', null) }),
  });
  fc.assert(
    fc.property(fc.array(state), (some) => {
      const rows = some.map((one, n) => row({ ...one, id: `row-${n}`, memory: `State ${n}.` }));
      const { moves, stays } = pushed(rows, PUSHING);
      const places = new Set(rows.map((one) => JSON.stringify([one.app_id, one.metadata?.['branch']])));
      expect(moves).toHaveLength(places.size);
      for (const { reason } of stays) expect(reason).toBe('older-state');
      expect(pushed([...rows].reverse(), PUSHING).moves).toEqual(moves);
    }),
  );
});

it('what is not in force never goes, and moves are in the order in which things were said', () => {
  const rows = fc.array(
    fc.record({
      replaced_by: fc.constantFrom(null, 'x'),
      expiration_date: fc.constantFrom(null, '2020-01-01', '2999-01-01'),
      created_at: fc.date({ noInvalidDate: true, min: new Date(0) }).map((date) => date.toISOString()),
    }),
  );
  fc.assert(
    fc.property(rows, (some) => {
      const all = some.map((one, n) => row({ ...one, id: `row-${n}`, memory: `Statement ${n}.` }));
      const { moves } = pushed(all, PUSHING);
      expect(new Set(moves.map(({ id }) => id))).toEqual(
        new Set(all.filter((one) => isCurrent(one, TODAY)).map(({ id }) => id)),
      );
      const times = moves.map(({ at }) => Date.parse(at));
      expect(times).toEqual([...times].sort((a, b) => a - b));
    }),
  );
});
