import { describe, expect, it } from 'vitest';
import { ALL_TROUBLES, HOUR, World } from './fakes.ts';

describe('a statement of unknown fate', () => {
  it.each(ALL_TROUBLES)(
    'whose look-up meets trouble (%s) is not sent before it has been looked for',
    async (trouble) => {
      const world = new World();
      world.captured('c1', 1);
      world.platform.ahead = ['resets-after', trouble];
      await world.drained();
      for (let start = 0; start < 3; start++) {
        world.clock.advance(2 * HOUR);
        await world.drained();
      }
      const asked = world.platform.asked();
      expect(asked.filter((what) => what.startsWith('add'))).toEqual(['add c1_0']);
      // Not even a refused question says anything about the add.
      expect(world.inFolder('parked')).toEqual([]);
      expect(world.parkedTold).toBe(0);
      expect(world.inFolder('waiting')).toEqual([]);
      expect(world.platform.arrived).toEqual(['c1_0']);
    },
  );

  it.each(['fails-before', 'resets-before', 'answers-oddly'] as const)(
    'whose look-ups never come to an end (%s) keeps nothing behind it from arriving',
    async (trouble) => {
      const world = new World();
      world.captured('c1', 1, { uncertain: true });
      world.captured('c2', 2);
      world.platform.looking = trouble;
      for (let start = 0; start < 5; start++) {
        await world.drained();
        world.clock.advance(2 * HOUR);
      }
      expect(world.platform.arrived).toEqual(['c2_0', 'c2_1']);
      world.platform.looking = 'fine';
      await world.drained();
      expect(world.platform.arrived).toEqual(['c2_0', 'c2_1', 'c1_0']);
    },
  );

  it('is settled in the same drain where what was sent is visible at once', async () => {
    const world = new World({ visibleAfterMs: 0 });
    const ids = world.captured('c1', 2);
    world.platform.ahead = ['resets-after', 'fine', 'resets-before'];
    await world.drained();
    expect(world.platform.arrived).toEqual(ids);
    expect(world.inFolder('waiting')).toEqual([]);
  });
});
