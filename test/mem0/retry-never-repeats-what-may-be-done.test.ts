import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FAILURE_REASONS, Failure } from '../../src/contract/failure.ts';
import { failureOf, retryAfter } from '../../src/mem0/errors.ts';
import { verdictOf } from '../../src/mem0/retry.ts';

const facts = { attempts: 1, now: 1_000_000, random: 0.5, visibleAfterMs: 300_000 };

describe('the retry rule', () => {
  it('looks before it repeats whenever the fate is unknown, and not before a write would be visible', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...FAILURE_REASONS),
        fc.boolean(),
        fc.option(fc.constantFrom(408, 429, 500, 502, 503, 504), { nil: undefined }),
        fc.integer({ min: 1, max: 100 }),
        (reason, sent, status, attempts) => {
          const failure = new Failure(reason, 'x', { sent, ...(status === undefined ? {} : { status }) });
          const verdict = verdictOf(failure, { ...facts, attempts });
          expect(verdict.kind === 'look').toBe(failure.uncertain);
          if (verdict.kind === 'look') expect(verdict.at).toBeGreaterThanOrEqual(facts.now + facts.visibleAfterMs);
          if (verdict.kind === 'again') {
            expect(verdict.at).toBeGreaterThan(facts.now);
            expect(verdict.at).toBeLessThanOrEqual(facts.now + 60 * 60 * 1000);
          }
        },
      ),
    );
  });

  it('parks what is refused for good, and holds what is not the fault of the request', () => {
    expect(verdictOf(new Failure('refused', 'x', { status: 400 }), facts).kind).toBe('park');
    expect(verdictOf(new Failure('bad-key', 'x', { status: 401 }), facts).kind).toBe('hold');
    expect(verdictOf(new Failure('no-driver', 'x'), facts).kind).toBe('hold');
  });

  it.each([403, 404, 405, 409, 431, 451])(
    'lets others pass what was refused with %i, for hours and not for seconds',
    (status) => {
      const verdict = verdictOf(failureOf({ status, headers: {}, body: '' }, 0), facts);
      expect(verdict).toEqual({ kind: 'pass', at: facts.now + 1.5 * 60 * 60 * 1000 });
    },
  );

  it.each([401, 402, 407])('holds everything after %i, which is said of whoever asks', (status) => {
    expect(verdictOf(failureOf({ status, headers: {}, body: '' }, 0), facts)).toEqual({ kind: 'hold' });
  });

  it('honours Retry-After, in seconds and as a date, up to a day', () => {
    const throttled = new Failure('throttled', 'x', { status: 429, retryAfterMs: 90_000 });
    expect(verdictOf(throttled, facts)).toEqual({ kind: 'again', at: facts.now + 90_000 });
    expect(retryAfter('120', 0)).toBe(120_000);
    expect(retryAfter('Thu, 01 Jan 1970 00:01:00 GMT', 0)).toBe(60_000);
    expect(retryAfter('99999999', 0)).toBe(24 * 60 * 60 * 1000);
    expect(retryAfter('soon', 0)).toBeUndefined();
    expect(retryAfter(undefined, 0)).toBeUndefined();
  });
});
