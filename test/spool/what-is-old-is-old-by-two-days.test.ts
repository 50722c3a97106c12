import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StateFolder } from '../../src/io/file-store.ts';
import { isOldBy, SeenClock, type SeenTime, seenAt } from '../../src/spool/seen-clock.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const DAY = 24 * 60 * 60 * 1000;
const HOUR = DAY / 24;
const NOW = Date.parse('2026-11-30T12:00:00.000Z');
const YEARS = 100 * 365 * DAY;

/** All runs at these times, in ms after `NOW`. */
function runsAt(...times: readonly number[]): SeenTime {
  const [first = 0, ...rest] = times;
  return rest.reduce((seen, at) => seenAt(seen, NOW + at), seenAt(undefined, NOW + first));
}

describe('what is old', () => {
  it('is never so by the clock of single days, whatever it says', () => {
    /** How wrong the clock is on a day. */
    const wrong = fc.oneof(
      { weight: 2, arbitrary: fc.integer({ min: -YEARS, max: YEARS }) },
      { weight: 1, arbitrary: fc.integer({ min: -40 * DAY, max: 40 * DAY }) },
    );
    const days = fc.array(fc.tuple(fc.boolean(), wrong), { minLength: 5, maxLength: 40 });
    const hours = fc.array(fc.integer({ min: 0, max: 23 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(days, hours, fc.integer({ min: 3, max: 60 }), (all, runs, limit) => {
        let seen: SeenTime | undefined;
        let wasWrong = true;
        /** What came into being in each run: when, by a true clock and by its own. */
        const things: { readonly truly: number; readonly stamp: number }[] = [];
        for (const [day, [isWrong, by]] of all.entries()) {
          // Not on the first day, nor on two that follow each other.
          const error: number = isWrong && !wasWrong ? by : 0;
          wasWrong = error !== 0;
          for (const hour of [...runs].sort((a, b) => a - b)) {
            const truly = NOW + day * DAY + hour * HOUR;
            seen = seenAt(seen, truly + error);
            // A clock that is behind by less than has passed since the last run cannot be told from one that is right.
            const gap = 2 * DAY;
            for (const thing of things) {
              if (isOldBy(seen, thing.stamp, limit * DAY))
                expect(truly - thing.truly).toBeGreaterThan(limit * DAY - gap);
            }
            things.push({ truly, stamp: truly + error });
          }
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('is so two days later at the latest where the clock is honest, however rarely it is looked at', () => {
    const gaps = fc.array(fc.integer({ min: 0, max: 80 * 24 }), { minLength: 3, maxLength: 30 });
    fc.assert(
      fc.property(gaps, fc.integer({ min: 0, max: 400 }), (all, limit) => {
        let at = NOW;
        let seen = seenAt(undefined, at);
        /** The days of runs on which it was old. */
        let days = 0;
        let lastDay = Number.NEGATIVE_INFINITY;
        for (const gap of all) {
          at += gap * HOUR;
          seen = seenAt(seen, at);
          if (at - (NOW - 200 * DAY) < limit * DAY) continue;
          if (at - lastDay >= DAY) {
            days++;
            lastDay = at;
          }
          if (days > 2) expect(isOldBy(seen, NOW - 200 * DAY, limit * DAY)).toBe(true);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ['day by day', [0, 1, 2, 3], 2],
    ['week by week', [0, 7, 14, 21], 14],
    ['after two months, on the next day', [0, 1, 61, 62], 61],
    ['after a year, when three days have agreed', [0, 1, 366, 367, 368], 367],
  ])('is told %s', (_, days, passed) => {
    const seen = runsAt(...days.map((day) => day * DAY));
    expect(isOldBy(seen, NOW + (passed - 40) * DAY, 40 * DAY)).toBe((seen.from ?? 0) < NOW + passed * DAY);
    expect(seen.passed).toBe(NOW + passed * DAY);
  });

  it('is nothing on the first day, nor after a clock that went back, until it has gone on for two days', () => {
    expect(isOldBy(runsAt(0), 0, DAY)).toBe(false);
    expect(isOldBy(runsAt(0, DAY), NOW - DAY, DAY)).toBe(true);
    for (const wrong of [-9_000 * DAY, -3 * DAY, 9 * DAY, 9_000 * DAY]) {
      const days = [0, DAY, 2 * DAY, wrong, 4 * DAY, 5 * DAY];
      for (let n = 4; n < days.length; n++) {
        expect(isOldBy(runsAt(...days.slice(0, n)), 0, DAY), `${wrong} ${n}`).toBe(wrong === 9 * DAY ? n === 4 : false);
      }
    }
    // And then all counts from then on: a stamp of the wrong day looks like any other old one.
    const back = runsAt(0, DAY, -9_000 * DAY, 3 * DAY, 4 * DAY);
    expect(isOldBy(back, NOW - 9_000 * DAY, HOUR)).toBe(false);
    const later = [5, 6, 7, 8].reduce((seen, day) => seenAt(seen, NOW + day * DAY), back);
    expect(isOldBy(later, NOW - 9_000 * DAY, 3 * DAY)).toBe(true);
    expect(isOldBy(later, NOW - 9_000 * DAY, 30 * DAY)).toBe(false);
  });

  it('is not what has no time', () => {
    expect(isOldBy(runsAt(0, DAY, 2 * DAY), Number.NaN, 0)).toBe(false);
  });
});

describe('the seen clock of a folder', () => {
  it('is kept from run to run, and goes with a copy', () => {
    const [root, copy] = [temporaryFolder(), temporaryFolder()];
    for (const day of [0, 1]) new SeenClock(new StateFolder(root)).note(NOW + day * DAY);
    new StateFolder(copy).write('clock.json', new StateFolder(root).read('clock.json') ?? '');
    // Put back after two months: what it saw then, and a day later what it sees now.
    const clock = new SeenClock(new StateFolder(copy));
    clock.note(NOW + 60 * DAY);
    expect([clock.isOld(NOW, DAY), clock.isOld(NOW, 2 * DAY)]).toEqual([true, false]);
    clock.note(NOW + 61 * DAY);
    expect([clock.isOld(NOW, 60 * DAY), clock.isOld(NOW, 61 * DAY)]).toEqual([true, false]);
  });

  it.each(['', 'no json', '{"noted":"yesterday"}', '{"noted":1e300}'])(
    'begins anew where it cannot be read (%j)',
    (text) => {
      const folder = new StateFolder(temporaryFolder());
      folder.write('clock.json', text);
      const clock = new SeenClock(folder);
      expect([clock.isOld(0, 1), clock.day]).toEqual([false, undefined]);
      clock.note(NOW);
      expect([clock.isOld(0, 1), clock.day]).toEqual([false, NOW]);
      clock.note(NOW + DAY);
      expect(clock.isOld(0, 1)).toBe(true);
    },
  );
});
