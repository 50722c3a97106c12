import { describe, expect, it } from 'vitest';
import { Failure } from '../../src/contract/failure.ts';
import type { Memory } from '../../src/contract/mem0.ts';
import { FORMER_PINS_RECIPE, typeOf } from '../../src/core/recall/recipes.ts';
import { recall } from '../../src/flows/recall.ts';
import { memory } from '../core/memories.ts';

const NOW = Date.parse('2026-11-30T12:00:00Z');
const ROWS = [
  memory('We deploy on Railway.', { id: 'd1' }),
  memory('Use pnpm here, never npm.', { id: 'c1', metadata: { type: 'convention' } }),
];
const BEFORE = { at: '2026-11-29T12:00:00.000Z', rows: [memory('We deploy on Heroku.', { id: 'd0' })] };

interface Told {
  readonly rows?: readonly Memory[];
  readonly isDown?: boolean;
  readonly last?: typeof BEFORE;
  /** Whether the last answer goes while the platform answers. */
  readonly isForgotten?: boolean;
  /** `asked`: while the platform answers; `never`: not before it has answered; without it nothing is made ahead. */
  readonly sent?: 'asked' | 'never';
}

/** A recall of which the platform answers once all is asked and, with `sent`, what can be is made ahead. */
async function recalled({ rows = ROWS, isDown = false, last, isForgotten = false, sent }: Told) {
  let looked = 0;
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const running = recall(
    { sessionId: 's1', source: 'startup', deadline: NOW + 4_000, budget: 8_000, project: 'acme-shop' },
    {
      connect: async () => ({
        read: async (recipe) => {
          await answered;
          if (isDown) throw new Failure('unavailable', 'down', { status: 503 });
          if (recipe === FORMER_PINS_RECIPE) return { rows: [], hasMore: false };
          return { rows: rows.filter((row) => 'type' in recipe && typeOf(row) === recipe.type), hasMore: false };
        },
      }),
      savedState: () => undefined,
      lastAnswer: () => {
        looked += 1;
        return isForgotten && looked > 1 ? undefined : last;
      },
      ...(sent === undefined
        ? {}
        : { sent: () => (sent === 'asked' ? Promise.resolve() : new Promise(() => undefined)) }),
      now: () => NOW,
    },
  );
  // Everything that can be done by now has been.
  await new Promise((resolve) => setImmediate(resolve));
  const ahead = looked;
  answer();
  const outcome = await running;
  return { ...outcome, given: outcome.given?.marks(), ahead, looked };
}

describe('what is made while the platform answers', () => {
  it.each<[string, Told]>([
    ['the same memories as before', { last: { ...BEFORE, rows: ROWS } }],
    ['others', { last: BEFORE }],
    ['none before', {}],
    ['none now', { rows: [], last: BEFORE }],
    ['none that can be read', { isDown: true, last: BEFORE }],
    ['none that can be read, and none before', { isDown: true }],
  ])('leaves pack and outcome as they are: %s', async (_what, told) => {
    const { ahead, looked, ...outcome } = await recalled({ ...told, sent: 'asked' });
    const { ahead: none, looked: __, ...plain } = await recalled(told);
    expect(outcome).toEqual(plain);
    expect(none).toBe(0);
    expect([ahead, looked]).toEqual([1, told.isDown === true ? 2 : 1]);
  });

  it('stands in for nothing where it is gone by the time that nothing can be read', async () => {
    const { pack, failure } = await recalled({ isDown: true, last: BEFORE, sent: 'asked', isForgotten: true });
    expect({ pack, failure }).toEqual({ pack: undefined, failure: 'unavailable' });
  });

  it('stands in where nothing can be read', async () => {
    const { pack } = await recalled({ isDown: true, last: BEFORE, sent: 'asked' });
    expect(pack?.text).toContain('Heroku');
  });

  it('is not waited for where the answer is sooner', async () => {
    const { pack, ahead, looked } = await recalled({ last: BEFORE, sent: 'never' });
    expect(pack?.text).toContain('Railway');
    expect([ahead, looked]).toEqual([0, 0]);
  });
});
