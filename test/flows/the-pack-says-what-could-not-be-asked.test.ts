import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FAILURE_REASONS, Failure, type FailureReason } from '../../src/contract/failure.ts';
import type { Memory } from '../../src/contract/mem0.ts';
import { FORMER_PINS_RECIPE, RECIPES, typeOf } from '../../src/core/recall/recipes.ts';
import type { SessionStateText } from '../../src/core/recall/truth.ts';
import { type RecallInput, recall } from '../../src/flows/recall.ts';
import { memory } from '../core/memories.ts';

const NAMES = RECIPES.map(({ name }) => name);
const START = Date.parse('2026-11-30T12:00:00Z');

interface Asked {
  readonly rows?: readonly Memory[];
  /** By the recipe's name, or `connect`: why it cannot be read. */
  readonly failing?: Readonly<Record<string, unknown>>;
  readonly saved?: Readonly<Record<string, SessionStateText>>;
}

/** A recall over a platform that has these rows and cannot be asked for some of them. */
async function recalled({ rows = [], failing = {}, saved = {} }: Asked, input: Partial<RecallInput> = {}) {
  const deadlines: number[] = [];
  let now = START;
  const outcome = await recall(
    { sessionId: 's1', source: 'startup', deadline: START + 4_000, budget: 8_000, project: 'acme-shop', ...input },
    {
      connect: async (within) => {
        deadlines.push(within.deadline);
        if (failing['connect'] !== undefined) throw failing['connect'];
        return {
          read: async (recipe, _page, { deadline }) => {
            if (recipe === FORMER_PINS_RECIPE) return { rows: [], hasMore: false };
            deadlines.push(deadline);
            now += 10;
            if (failing[recipe.name] !== undefined) throw failing[recipe.name];
            return { rows: rows.filter((row) => 'type' in recipe && typeOf(row) === recipe.type), hasMore: false };
          },
        };
      },
      savedState: (id) => saved[id],
      now: () => now,
    },
  );
  return { ...outcome, text: outcome.pack?.text ?? '', deadlines };
}

const state = (text: string, session_id: string, at: string, branch?: string): Memory =>
  memory(text, {
    created_at: at,
    metadata: { type: 'session_state', session_id, ...(branch === undefined ? {} : { branch }) },
  });
const decision = () => memory('We deploy on Railway.');

describe('what could not be read', () => {
  it('is named, and only that, whichever parts it is; what arrived is shown', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.subarray(NAMES, { minLength: 1 }),
        fc.constantFrom<FailureReason>(...FAILURE_REASONS),
        async (names, reason) => {
          const failing = Object.fromEntries(names.map((name) => [name, new Failure(reason, 'x')]));
          const rows = [
            decision(),
            memory('Short answers.', { app_id: null, metadata: { type: 'preference' } }),
            state('Goal: move to Railway', 's0', '2026-11-29T10:00:00Z'),
          ];
          const { pack, text, failure } = await recalled({ rows, failing });
          expect(failure).toBe(reason);
          const arrived = ['decision', 'preference', 'session_state'].filter((name) => !names.includes(name));
          expect(pack === undefined).toBe(arrived.length === 0);
          if (pack === undefined) return;
          expect(text).toContain(`Could not be read: ${names.join(', ')}.`);
          expect(text.includes('We deploy on Railway.')).toBe(arrived.includes('decision'));
          expect(pack.counts.preference ?? 0).toBe(arrived.includes('preference') ? 1 : 0);
          expect(pack.sessionState).toBe(arrived.includes('session_state'));
        },
      ),
    );
  });

  it.each(FAILURE_REASONS)('is not called empty: no pack comes with its reason (%s)', async (reason) => {
    const failing = { connect: new Failure(reason, 'x') };
    expect(await recalled({ failing })).toMatchObject({ pack: undefined, failure: reason });
    const one = { insight: new Failure(reason, 'x') };
    expect(await recalled({ failing: one })).toMatchObject({ pack: undefined, failure: reason });
  });

  it('for a reason that nobody foresaw is a failure all the same', async () => {
    const { failure, text } = await recalled({ rows: [decision()], failing: { pinned: new TypeError('a bug') } });
    expect(failure).toBe('other');
    expect(text).toContain('Could not be read: pinned.');
    expect(await recalled({ failing: { connect: 'thrown by somebody' } })).toMatchObject({ failure: 'other' });
  });
});

describe('what is truly empty', () => {
  it('has neither pack nor failure', async () => {
    expect(await recalled({})).toMatchObject({ pack: undefined, failure: undefined });
  });
});

describe('everything', () => {
  it('is asked for at once, under the one deadline', async () => {
    const { deadlines, tookMs, text } = await recalled({ rows: [decision()] });
    expect(deadlines).toEqual(Array.from({ length: 1 + RECIPES.length }, () => START + 4_000));
    expect(tookMs).toBe(10 * RECIPES.length);
    expect(text).not.toContain('Could not be read');
  });

  it('that can be read does not wait for what cannot', async () => {
    let release: () => void = () => expect.unreachable('nothing was asked');
    const asked: string[] = [];
    const running = recall(
      { sessionId: 's1', source: 'startup', deadline: START + 4_000, budget: 8_000 },
      {
        connect: async () => ({
          read: (recipe) => {
            asked.push(recipe.name);
            const nothing = { rows: [], hasMore: false };
            if (recipe.name !== 'session_state') return Promise.resolve(nothing);
            return new Promise((resolve) => {
              release = () => resolve(nothing);
            });
          },
        }),
        savedState: () => undefined,
        now: () => START,
      },
    );
    await Promise.resolve();
    await Promise.resolve();
    expect(asked).toEqual([...NAMES, FORMER_PINS_RECIPE.name]);
    release();
    expect((await running).failure).toBeUndefined();
  });
});

describe('a session that goes on', () => {
  const older = '2026-11-29T10:00:00.000Z';
  const newer = '2026-11-29T11:00:00.000Z';
  const foreign = state('Goal: of another session', 's9', '2026-11-30T11:59:00.000Z', 'main');

  describe.each(['compact', 'resume', 'fork'])('after %s', (source) => {
    it('gets its own state, never that of another session', async () => {
      const kept = await recalled(
        { rows: [foreign, state('Goal: mine, kept', 's1', older)] },
        { source, branch: 'main' },
      );
      expect(kept.text).toContain('Goal: mine, kept');
      expect(kept.text).not.toContain('another session');
      const other = await recalled(
        { rows: [foreign], saved: { s9: { text: 'Goal: s9', at: newer } } },
        { source, branch: 'main' },
      );
      expect(other.pack).toBeUndefined();
    });

    it('gets the newer of the copy here and the one on the platform', async () => {
      const saved = { s1: { text: 'Goal: mine, saved here', at: older } };
      const rows = [state('Goal: mine, kept there', 's1', newer), foreign];
      expect((await recalled({ rows, saved }, { source })).text).toContain('kept there');
      const later = { s1: { text: 'Goal: mine, saved here', at: newer } };
      const stale = [state('Goal: mine, kept there', 's1', older), foreign];
      expect((await recalled({ rows: stale, saved: later }, { source })).text).toContain('saved here');
      const undated = [{ ...state('Goal: mine, kept there', 's1', older), created_at: null }];
      expect((await recalled({ rows: undated, saved }, { source })).text).toContain('saved here');
    });

    it('gets the copy here even where nothing could be asked, and is told so', async () => {
      const saved = { s1: { text: 'Goal: mine, saved here', at: older } };
      const failing = { connect: new Failure('unreachable', 'x', { sent: false }) };
      const { text, failure } = await recalled({ failing, saved }, { source });
      expect(text).toContain('saved here');
      expect(text).toContain(`Could not be read: ${NAMES.join(', ')}.`);
      expect(failure).toBe('unreachable');
    });
  });
});

describe('a new session', () => {
  describe.each(['startup', 'clear', 'whatever a newer client says'])('(%s)', (source) => {
    it('gets the newest state of the project, one of this branch before any other', async () => {
      const rows = [
        state('Goal: on main, older', 's2', '2026-11-27T10:00:00Z', 'main'),
        state('Goal: on main, newer', 's3', '2026-11-28T10:00:00Z', 'main'),
        state('Goal: on railway', 's4', '2026-11-29T10:00:00Z', 'railway'),
      ];
      const saved = { s1: { text: 'Goal: saved here', at: '2026-11-30T10:00:00Z' } };
      expect((await recalled({ rows, saved }, { source })).text).toContain('Goal: on railway');
      expect((await recalled({ rows, saved }, { source, branch: 'main' })).text).toContain('Goal: on main, newer');
      expect((await recalled({ rows, saved }, { source, branch: 'new' })).text).toContain('Goal: on railway');
    });

    it('gets none that has expired, and one on its last day', async () => {
      const rows = [{ ...state('Goal: old', 's2', '2026-10-30T10:00:00Z'), expiration_date: '2026-11-29' }];
      expect((await recalled({ rows }, { source })).pack).toBeUndefined();
      const today = rows.map((row) => ({ ...row, expiration_date: '2026-11-30' }));
      expect((await recalled({ rows: today }, { source })).text).toContain('Goal: old');
    });
  });
});

describe('the budget', () => {
  const rows = Array.from({ length: 100 }, (_, n) =>
    memory(`Decision ${n}: we keep this for a reason that takes some words to tell.`),
  );

  it('is whole, and a quarter after a resume, whose earlier contexts are replayed', async () => {
    for (const source of ['startup', 'clear', 'compact']) {
      const { text } = await recalled({ rows }, { source });
      expect(text.length).toBeGreaterThan(7_000);
      expect(text.length).toBeLessThanOrEqual(8_000);
    }
    for (const source of ['resume', 'fork']) {
      const { text } = await recalled({ rows }, { source });
      expect(text.length).toBeGreaterThan(1_500);
      expect(text.length).toBeLessThanOrEqual(2_000);
    }
  });

  it('never shrinks to where what is there would seem to be nothing', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 500, max: 9_500 }), async (budget) => {
        const resumed = await recalled({ rows }, { source: 'resume', budget });
        expect(resumed.pack?.counts.decision).toBeGreaterThan(0);
        expect(resumed.text.length).toBeLessThanOrEqual(budget);
      }),
      { numRuns: 50 },
    );
  });
});
