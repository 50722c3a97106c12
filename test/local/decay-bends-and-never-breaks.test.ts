import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CEILING, decayFactor, FLOOR, MAX_TOUCHES, touched } from '../../src/local/life/decay.ts';
import { DAY, START } from './local-platform.ts';

const days = fc.double({ min: 0, max: 5_000, noNaN: true });

describe('platform contract §5: the factor of decay', () => {
  it('is between 0.3 and 1.5, whatever the uses and the clock', () => {
    const times = fc.option(fc.array(fc.integer(), { maxLength: 40 }));
    fc.assert(
      fc.property(times, fc.integer(), fc.integer(), (touches, updated, now) => {
        const factor = decayFactor(touches, updated, now);
        expect(factor).toBeGreaterThanOrEqual(FLOOR);
        expect(factor).toBeLessThanOrEqual(CEILING);
      }),
    );
  });

  it('falls with rest, and more uses make it fall more slowly', () => {
    fc.assert(
      fc.property(days, days, fc.integer({ min: 1, max: MAX_TOUCHES }), (one, more, uses) => {
        const at = (rest: number, count: number) => decayFactor(Array(count).fill(START), START, START + rest * DAY);
        expect(at(one + more, uses)).toBeLessThanOrEqual(at(one, uses));
        expect(at(one, uses + 1)).toBeGreaterThanOrEqual(at(one, uses));
      }),
    );
  });

  // The bands that Mem0 publishes [D]; the curve between them is ours.
  it.each([
    ['just used', 0, 1.45, 1.5],
    ['used today', 0.5, 1.2, 1.4],
    ['idle for three days', 3, 0.6, 1],
    ['idle for three weeks', 21, 0.4, 0.6],
    ['idle for years', 2_000, 0.3, 0.35],
  ])('%s', (_, rest, low, high) => {
    const factor = decayFactor([START], START, START + rest * DAY);
    expect(factor).toBeGreaterThanOrEqual(low);
    expect(factor).toBeLessThanOrEqual(high);
  });

  it('a memory from before decay was on starts neutral at most', () => {
    expect(decayFactor(null, START, START)).toBe(1);
    expect(decayFactor(null, START, START + 2_000 * DAY)).toBeLessThan(0.35);
  });

  it('the last twenty uses are remembered', () => {
    let touches: readonly number[] | null = null;
    for (let n = 0; n < 30; n += 1) touches = touched(touches, n);
    expect(touches).toEqual(Array.from({ length: 20 }, (_, n) => n + 10));
  });
});
