import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { median, ratios, samples, summary } from './parts.ts';

const numbers = fc.array(fc.double({ min: 0.001, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 40 });

describe('what is told of samples', () => {
  it('is the middle one, whatever their order', () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(median([4, 1, 3, 2])).toBe(2.5);
    expect(() => median([])).toThrow(RangeError);
    fc.assert(fc.property(numbers, (list) => median([...list].reverse()) === median(list)));
  });

  it('has half of them on either side', () => {
    fc.assert(
      fc.property(numbers, (list) => {
        const { median: middle, least, most, count } = summary(list);
        expect(count).toBe(list.length);
        expect(list.filter((one) => one < middle).length).toBeLessThanOrEqual(list.length / 2);
        expect(list.filter((one) => one > middle).length).toBeLessThanOrEqual(list.length / 2);
        expect(Math.min(...list)).toBe(least);
        expect(Math.max(...list)).toBe(most);
      }),
    );
  });

  it('does not move for one run that something else disturbed', () => {
    const calm = summary([10, 10, 10, 10, 10, 10, 10, 10, 10]);
    const disturbed = summary([10, 10, 10, 10, 10, 10, 10, 10, 900]);
    expect(disturbed.median).toBe(calm.median);
    expect(disturbed.spread).toBe(calm.spread);
    expect(disturbed.most).toBe(900);
    expect(summary([8, 9, 10, 11, 12]).spread).toBeCloseTo(0.1);
  });

  it('is a ratio of pairs: what slowed both down leaves it as it is', () => {
    expect(ratios([20, 200, 30], [10, 100, 15])).toEqual([2, 2, 2]);
    expect(() => ratios([1, 2], [1])).toThrow(RangeError);
  });
});

describe('samples', () => {
  it('are taken by turns, after one of each that does not count, and neither always comes second', async () => {
    const order: string[] = [];
    const take = (which: string) => () => order.push(which);
    const taken = await samples({ ours: take('ours'), other: take('other') }, 3);
    expect(order.slice(2)).toEqual(['ours', 'other', 'other', 'ours', 'ours', 'other']);
    expect([taken.ours.length, taken.other.length]).toEqual([3, 3]);
  });

  it('need nothing beside them', async () => {
    expect(await samples({ ours: () => 7 }, 2)).toEqual({ ours: [7, 7], other: [] });
  });
});
