import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drain } from '../../src/flows/drain.ts';
import { Killed, Life } from './disk.ts';
import { ALL_TROUBLES, DAY, HOUR, MINUTE, type Trouble, World } from './fakes.ts';

/** A process that takes back what dead ones had claimed, drains, and is gone; false when it was killed on the way. */
async function drainsOrDies(world: World, life = new Life()): Promise<boolean> {
  const process = world.starts(life);
  try {
    world.takesBack(process);
    await drain(world.drainPorts(process), world.clock.now + 10 * MINUTE);
    return true;
  } catch (error) {
    if (!(error instanceof Killed)) throw error;
    return false;
  } finally {
    world.ends(process);
  }
}

function once(world: World, ids: readonly string[]) {
  const parked = world.inFolder('parked').map((name) => name.slice(0, -5));
  expect(world.inFolder('waiting')).toEqual([]);
  expect(world.inFolder('claimed')).toEqual([]);
  const { arrived } = world.platform;
  expect(new Set(arrived).size).toBe(arrived.length);
  expect(ids.filter((id) => arrived.includes(id) === parked.includes(id))).toEqual([]);
}

/** Kills a drain at its first moment, at its second, and so on until it lives to its end. Resolves with the number of moments. */
async function killedAtEachMoment(prepare: () => { world: World; ids: readonly string[] }): Promise<number> {
  for (let moments = 0; ; moments++) {
    const { world, ids } = prepare();
    const lived = await drainsOrDies(world, new Life(moments));
    const atDeath = world.platform.arrived.length;
    // The next start comes at once, and one more when everything that was sent is visible; later ones have nothing to do.
    await drainsOrDies(world);
    world.clock.advance(6 * MINUTE);
    await drainsOrDies(world);
    // What was refused while nobody knew for whose sake is due after two hours.
    world.clock.advance(2 * HOUR);
    await drainsOrDies(world);
    once(world, ids);
    const asked = world.platform.asked();
    // What was accepted and not in doubt afterwards has its event in the receipt.
    const sure = world.platform.arrived.filter((id) => !asked.includes(`look ${id}`));
    const items = world.starts().receipts.read('c1')?.items ?? [];
    expect(sure.filter((id) => items.find((item) => item.captureId === id)?.eventId === undefined)).toEqual([]);
    world.clock.advance(DAY);
    await drainsOrDies(world);
    expect(world.platform.asked()).toEqual([]);
    expect(atDeath).toBeLessThanOrEqual(ids.length);
    if (lived) return moments;
  }
}

describe('a drain', () => {
  it.each<Trouble>(['fine', ...ALL_TROUBLES])('killed at any moment, the platform being: %s', async (trouble) => {
    const moments = await killedAtEachMoment(() => {
      const world = new World();
      const ids = world.captured('c1', 3);
      world.platform.ahead = ['fine', trouble === 'throttles-for-an-hour' ? 'throttles' : trouble];
      return { world, ids };
    });
    // Before and after each of: claiming, asking whose key it is, and, for one at least, adding and what is done of it.
    expect(moments).toBeGreaterThanOrEqual(2 * 2 * 4);
  });

  it('killed while it looks for statements of unknown fate', async () => {
    await killedAtEachMoment(() => {
      const world = new World();
      const ids = world.captured('c1', 2, { uncertain: true });
      world.platform.copies.push({
        captureId: 'c1_0',
        sessionId: 's1',
        text: 'statement c1_0',
        place: {},
        destination: 'local',
        visibleAt: world.clock.now,
      });
      return { world, ids };
    });
  });

  it('whose claims are taken back by several at once gives each to one', async () => {
    const world = new World();
    const ids = world.captured('c1', 3);
    await drainsOrDies(world, new Life(10));
    const [one, other] = [world.starts(), world.starts()];
    world.takesBack(one);
    world.takesBack(other);
    expect(world.inFolder('claimed')).toEqual([]);
    world.clock.advance(6 * MINUTE);
    await Promise.all([one, other].map((process) => drain(world.drainPorts(process), world.clock.now + 10 * MINUTE)));
    once(world, ids);
  });
});

describe('many drains, each killed somewhere or not at all, with a platform in whatever trouble', () => {
  it('leave each statement once', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 5 }),
        fc.array(fc.constantFrom<Trouble>('fine', 'fine', ...ALL_TROUBLES), { maxLength: 15 }),
        fc.array(
          fc.record({
            moments: fc.option(fc.integer({ min: 0, max: 40 }), { nil: Number.POSITIVE_INFINITY }),
            pause: fc.integer({ min: 0, max: 90 * MINUTE }),
          }),
          { maxLength: 8 },
        ),
        fc.constantFrom(0, 5 * MINUTE),
        async (count, ahead, runs, visibleAfterMs) => {
          const world = new World({ visibleAfterMs });
          const ids = world.captured('c1', count);
          world.platform.ahead = [...ahead];
          for (const { moments, pause } of runs) {
            await drainsOrDies(world, new Life(moments));
            world.clock.advance(pause);
          }
          world.platform.ahead = [];
          for (let day = 0; day < 3; day++) {
            await drainsOrDies(world);
            world.clock.advance(DAY);
          }
          const { arrived } = world.platform;
          expect(new Set(arrived).size).toBe(arrived.length);
          expect(world.inFolder('waiting')).toEqual([]);
          expect(world.inFolder('claimed')).toEqual([]);
          const parked = world.inFolder('parked').map((name) => name.slice(0, -5));
          expect(ids.filter((id) => !arrived.includes(id) && !parked.includes(id))).toEqual([]);
        },
      ),
      { numRuns: 300 },
    );
  });
});
