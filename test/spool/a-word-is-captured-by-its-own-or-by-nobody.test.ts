import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Belonging, Opening } from '../../src/contract/state.ts';
import { isSame } from '../../src/spool/belonging.ts';
import { claimOn, mergeable } from '../../src/spool/whose.ts';
import { HERE } from './items.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 30, 0, minute)).toISOString();

const KEY = 'https://api.mem0.ai#0123456789abcdef';
const BELONGINGS: readonly Belonging[] = [
  HERE,
  { ...HERE, secretMarks: ['A_TOKEN:1a2b'] },
  { ...HERE, secretMarks: ['A_TOKEN:1a2b', 'B_TOKEN:3c4d'] },
  { ...HERE, place: { userId: 'jo' } },
  { ...HERE, destination: KEY },
];

const belonging = fc.constantFrom(...BELONGINGS);
const ended = fc
  .record({ from: fc.nat({ max: 20 }), length: fc.nat({ max: 10 }), belongs: belonging, off: fc.boolean() })
  .map(({ from, length, belongs, off }): Opening & { readonly until: string } => ({
    ...{ openedAt: at(from), until: at(from + length), belongs },
    ...(off ? { off } : {}),
  }));
const opening = fc.oneof(
  ended,
  ended.map(({ until: _until, ...rest }): Opening => rest),
);
const moment = fc.nat({ max: 40 }).map((minute) => at(minute + 0.5));

const covers = (one: Opening, time: string) => one.openedAt <= time && (one.until === undefined || time < one.until);

/** Said of the rule in other words than its own: same place, and every secret that was known there is masked here. */
function mayGo(one: Opening, to: Belonging): boolean {
  const { destination, place, secretMarks } = one.belongs;
  return (
    one.off !== true &&
    destination === to.destination &&
    place.userId === to.place.userId &&
    secretMarks.every((mark) => to.secretMarks.includes(mark))
  );
}

describe('a word', () => {
  it('is never captured for a belonging where one of those who had the session open then may not be captured', () => {
    fc.assert(
      fc.property(fc.array(opening, { maxLength: 6 }), belonging, moment, (openings, belongs, time) => {
        fc.pre(claimOn(openings, belongs)(time) === 'takes');
        expect(openings.filter((one) => covers(one, time)).every((one) => mayGo(one, belongs))).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it('under exactly one opening is captured by exactly its own, or by one that masks more', () => {
    fc.assert(
      fc.property(fc.array(opening, { maxLength: 6 }), moment, (openings, time) => {
        const [only, ...others] = openings.filter((one) => covers(one, time));
        fc.pre(only !== undefined && others.length === 0);
        for (const belongs of BELONGINGS)
          expect(claimOn(openings, belongs)(time)).toBe(mayGo(only, belongs) ? 'takes' : 'passes');
        if (only.off !== true) expect(claimOn(openings, only.belongs)(time)).toBe('takes');
      }),
      { numRuns: 2_000 },
    );
  });

  it('that several share is passed over, and that is told, exactly where some would let a capture take it and others not', () => {
    fc.assert(
      fc.property(fc.array(opening, { maxLength: 6 }), belonging, moment, (openings, belongs, time) => {
        const covering = openings.filter((one) => covers(one, time));
        fc.pre(covering.length > 0);
        const letting = covering.filter((one) => mayGo(one, belongs)).length;
        const isDisputed = letting > 0 && letting < covering.length;
        expect(claimOn(openings, belongs)(time) === 'disputed').toBe(isDisputed);
      }),
      { numRuns: 2_000 },
    );
  });

  it('in a gap is of the one that began last before it, and before all of the first', () => {
    const first = { openedAt: at(5), until: at(6), belongs: HERE };
    const other = { openedAt: at(10), until: at(12), belongs: { ...HERE, destination: KEY } };
    const claim = claimOn([other, first], HERE);
    expect([1, 5, 8, 11, 30].map((minute) => claim(at(minute)))).toEqual([
      'takes',
      'takes',
      'takes',
      'passes',
      'passes',
    ]);
    expect(claimOn([{ ...first, off: true }, other], HERE)(at(1))).toBe('passes');
  });

  it('without a time may have been said in any of them, and in none it is anybody’s', () => {
    const first = { openedAt: at(5), belongs: HERE };
    expect(claimOn([first, first], HERE)(undefined)).toBe('takes');
    expect(claimOn([first, { ...first, off: true }], HERE)('long ago')).toBe('disputed');
    expect(claimOn([{ ...first, off: true }], HERE)(undefined)).toBe('passes');
    expect(claimOn([], HERE)(undefined)).toBe('takes');
  });
});

describe('openings that are made one', () => {
  it('change no word’s owner, and are alike', () => {
    const past = fc.array(ended, { maxLength: 7 });
    fc.assert(
      fc.property(past, fc.array(opening, { maxLength: 2 }), (all, others) => {
        const inOrder = [...all].sort((a, b) => a.openedAt.localeCompare(b.openedAt));
        const pair = mergeable(inOrder, others);
        fc.pre(pair !== undefined);
        const [earlier, later] = pair;
        expect(isSame(earlier.belongs, later.belongs) && earlier.off === later.off).toBe(true);
        const [, until = later.until] = [earlier.until, later.until].sort();
        const merged = inOrder.flatMap((one) => (one === later ? [] : [one === earlier ? { ...one, until } : one]));
        for (let minute = 0; minute < 40; minute++)
          for (const belongs of BELONGINGS) {
            const time = at(minute + 0.5);
            expect(claimOn([...merged, ...others], belongs)(time)).toBe(
              claimOn([...inOrder, ...others], belongs)(time),
            );
          }
      }),
      { numRuns: 1_000 },
    );
  });
});
