import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FAILURE_REASONS } from '../../src/contract/failure.ts';
import { standIn, worthKeeping } from '../../src/core/recall/last-answer.ts';
import { RECIPES } from '../../src/core/recall/recipes.ts';
import { memory } from './memories.ts';

const NOW = Date.parse('2026-11-30T12:00:00Z');
const DAY = 24 * 60 * 60 * 1000;
const ALL = RECIPES.map(({ name }) => name);
const decision = memory('We deploy to Railway.');
const preference = memory('Short answers.', { app_id: null, metadata: { type: 'preference' } });
const answer = (days: number, rows = [decision, preference]) => ({
  at: new Date(NOW - days * DAY).toISOString(),
  rows,
});
const idsOf = (...args: Parameters<typeof standIn>) => standIn(...args)?.rows.map(({ id }) => id);

describe('an earlier answer', () => {
  it('stands in for the parts that could not be read, and for no other', () => {
    expect(idsOf(answer(1), ALL, ['late'], NOW)).toEqual([decision.id, preference.id]);
    expect(idsOf(answer(1), ['decision', 'pinned'], ['late'], NOW)).toEqual([decision.id]);
    expect(idsOf(answer(1), ['pinned'], ['late'], NOW)).toBeUndefined();
    expect(standIn(undefined, ALL, ['late'], NOW)).toBeUndefined();
  });

  it('is shown for two weeks, whatever the clock says then', () => {
    expect(standIn(answer(13.9), ALL, ['late'], NOW)?.at).toBe(answer(13.9).at);
    for (const days of [14, -14]) expect(standIn(answer(days), ALL, ['late'], NOW)).toBeUndefined();
    expect(standIn({ ...answer(1), at: 'once' }, ALL, ['late'], NOW)).toBeUndefined();
  });

  it('holds nothing that has expired since', () => {
    const rows = [
      { ...decision, expiration_date: '2026-11-29' },
      { ...preference, expiration_date: '2026-11-30' },
    ];
    expect(idsOf(answer(5, rows), ALL, ['late'], NOW)).toEqual([preference.id]);
  });

  it('is not shown for a key that was refused, nor where nothing was to be asked', () => {
    const not = FAILURE_REASONS.filter((reason) => standIn(answer(1), ALL, [reason], NOW) === undefined);
    expect(not).toEqual(['bad-key', 'bad-base-url', 'dry-run']);
    expect(standIn(answer(1), ALL, ['late', 'bad-key'], NOW)).toBeUndefined();
  });
});

describe('what is kept of an answer', () => {
  it('is what is current, each once, with all that a pack is made of', () => {
    const rows = [
      decision,
      decision,
      { ...decision, id: 'x', replaced_by: 'y' },
      { ...decision, id: 'z', is_deleted: true },
    ];
    const [kept, ...others] = worthKeeping([...rows, preference], '2026-11-30');
    expect(others.map(({ id }) => id)).toEqual([preference.id]);
    expect(kept).toMatchObject(decision);
  });

  it('is bounded, whatever a platform answers', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 90_000 }), fc.string({ unit: 'binary' })), { maxLength: 30 }),
        fc.integer({ min: 1, max: 40 }),
        (texts, times) => {
          const rows = Array.from({ length: times }, () =>
            texts.map(([length, text]) =>
              memory(text.repeat(Math.ceil(length / (text.length || 1))), {
                metadata: { type: 'decision', [text]: text.repeat(99), deep: { a: [text] } },
              }),
            ),
          ).flat();
          const kept = worthKeeping(rows, '2026-11-30');
          expect(kept.length).toBeLessThanOrEqual(400);
          expect(JSON.stringify(kept).length).toBeLessThan(2_000_000);
          for (const { memory: text, metadata } of kept) {
            expect(text.length).toBeLessThanOrEqual(1_200);
            expect(text.isWellFormed()).toBe(true);
            expect(metadata).not.toHaveProperty('deep');
          }
        },
      ),
      { numRuns: 20 },
    );
  });
});
