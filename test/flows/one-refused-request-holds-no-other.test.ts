import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPassedBy, isSuspect } from '../../src/flows/course.ts';
import { drain } from '../../src/flows/drain.ts';
import { spoolItem } from '../spool/items.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { Killed, Life } from './disk.ts';
import { ANYBODYS, DAY, HOUR, MINUTE, World } from './fakes.ts';

const parked = (world: World) => world.inFolder('parked').map((name) => name.slice(0, -5));
const reasonOf = (world: World, id: string) =>
  JSON.parse(world.starts().folder.read(`spool/parked/${id}.json`) ?? '{}').parkedFor;

/** A drain now, and one after each of these waits. Before each there is something new. */
async function drainedAfter(world: World, ...waits: readonly number[]): Promise<void> {
  for (const wait of waits) {
    world.clock.advance(wait);
    world.captured(`n${world.clock.now.toString(36)}`, 1);
    await world.drained();
  }
}

describe.each(ANYBODYS)('a request that is always answered so (%s), where others go through', (trouble) => {
  it.each(['in memory', 'in a real folder'])('holds up none of them (the state folder is %s)', async (where) => {
    const world = new World(where === 'in memory' ? {} : { root: temporaryFolder() });
    const ids = world.captured('c1', 3);
    world.platform.dislikes.set('c1_0', trouble);
    expect(await world.drained()).toBeUndefined();
    expect(world.platform.arrived).toEqual(ids.slice(1));
    expect(world.platform.asked()).toEqual(['add c1_0', 'add c1_1', 'add c1_0', 'add c1_2']);
    // Not before hours have passed, however often a session starts.
    for (let start = 0; start < 23; start++) {
      world.clock.advance(10 * MINUTE);
      await world.drained();
    }
    expect(world.platform.asked()).toEqual([]);
    expect(world.inFolder('waiting')).toHaveLength(1);
  });

  it('is set aside with its reason after three occasions, and that is told once', async () => {
    const world = new World();
    world.captured('c1', 1);
    world.platform.dislikes.set('c1_0', trouble);
    await drainedAfter(world, 0, MINUTE, HOUR, 4 * HOUR, MINUTE, HOUR);
    expect(parked(world)).toEqual([]);
    await drainedAfter(world, 5 * HOUR);
    expect(parked(world)).toEqual(['c1_0']);
    expect(reasonOf(world, 'c1_0')).toMatch(/^(?:refused|bad-key) 4\d\d$/);
    expect(world.parkedTold).toBe(1);
    world.platform.asked();
    await drainedAfter(world, DAY);
    expect(world.platform.asked().filter((what) => what.includes('c1'))).toEqual([]);
    expect(world.parkedTold).toBe(1);
  });
});

describe('requests that are refused, many of them', () => {
  it('hold up none of those that are not, and are all set aside in the end', async () => {
    const world = new World();
    const bad = world.captured('c1', 20);
    const good = world.captured('c2', 20);
    for (const id of bad) world.platform.dislikes.set(id, 'shuts-the-key-out');
    for (let start = 0; start < 20; start++) {
      await world.drained();
      // After each that goes through one that was refused, and three in a row.
      expect(world.platform.asked().length).toBeLessThanOrEqual(2 * 20 + 3);
      world.clock.advance(10 * MINUTE);
    }
    expect([...world.platform.arrived].sort()).toEqual([...good].sort());
    for (let start = 0; start < 150; start++) await drainedAfter(world, HOUR);
    expect(parked(world).sort()).toEqual([...bad].sort());
    expect(world.parkedTold).toBe(bad.length);
  });
});

describe('a world in which everything is refused', () => {
  it.each(ANYBODYS)(
    '(%s) sets nothing aside, is asked little, and gets all of it once it is mended',
    async (trouble) => {
      const world = new World();
      const ids = world.captured('c1', 100);
      world.platform.everything = trouble;
      expect(await world.drained()).toMatchObject({ status: expect.any(Number) });
      expect(world.platform.asked()).toEqual(['add c1_0', 'add c1_1', 'add c1_10']);
      for (let start = 0; start < 2 * 24 * 6; start++) {
        world.clock.advance(10 * MINUTE);
        await world.drained();
        expect(world.platform.asked().length).toBeLessThanOrEqual(3);
      }
      expect(parked(world)).toEqual([]);
      world.platform.everything = 'fine';
      // In the same run that finds it mended: what was refused does not wait for its time.
      world.clock.advance(10 * MINUTE);
      await world.drained();
      expect([...world.platform.arrived].sort()).toEqual([...ids].sort());
      expect(world.platform.arrived).toHaveLength(100);
      expect(world.inFolder('waiting')).toEqual([]);
    },
  );

  it('is no reason to set aside what was refused before it was mended, however often that happens', async () => {
    const world = new World();
    world.captured('c1', 1);
    // A network that comes up while the first request is under way, every time; the second asking is refused by a hair too.
    for (let day = 0; day < 10; day++) {
      world.captured(`n${day}`, 1);
      world.platform.ahead = ['shuts-the-key-out'];
      await world.drained();
      world.clock.advance(DAY);
    }
    expect(parked(world)).toEqual([]);
    expect(world.platform.arrived).toContain('c1_0');
  });

  it.each([2, 6])('but for one a run, day after day, sets nothing aside for it (%i at first)', async (count) => {
    const world = new World();
    const ids = world.captured('c1', count);
    for (let day = 0; day < 6; day++) {
      world.captured(`n${day}`, 2);
      world.platform.ahead = ['fine', ...Array(100).fill('shuts-the-key-out')];
      await world.drained();
      expect(world.platform.asked().length).toBeLessThanOrEqual(1 + 3);
      world.clock.advance(DAY);
    }
    expect(parked(world)).toEqual([]);
    world.platform.ahead = [];
    await world.drained();
    expect(ids.filter((id) => !world.platform.arrived.includes(id))).toEqual([]);
    expect(world.inFolder('waiting')).toEqual([]);
  });

  it('ends a run in the middle after a few, and counts none of them', async () => {
    const world = new World();
    const ids = world.captured('c1', 9);
    for (let day = 0; day < 4; day++) {
      world.captured(`n${day}`, 1);
      world.platform.ahead = ['fine', ...Array(100).fill('is-not-there')];
      await world.drained();
      expect(world.platform.asked()).toHaveLength(1 + 3);
      world.platform.ahead = [];
      world.clock.advance(DAY);
    }
    expect(parked(world)).toEqual([]);
    await world.drained();
    expect(ids.filter((id) => !world.platform.arrived.includes(id))).toEqual([]);
  });
});

describe('a drain that is killed anywhere while it counts a refusal', () => {
  it.each([0, 1, 2])(
    '(%i were counted before) loses and repeats nothing, and sets nothing else aside',
    async (times) => {
      let lived = false;
      for (let moments = 0; !lived; moments++) {
        const world = new World();
        const until = world.clock.now - MINUTE;
        const [bad = '', ...good] = world.captured('c1', 3);
        world.starts().spool.enqueue(bad, spoolItem(bad, { attempts: 1, notBefore: until, refused: { times, until } }));
        world.platform.dislikes.set(bad, 'shuts-the-key-out');
        const process = world.starts(new Life(moments));
        lived = await drain(world.drainPorts(process), world.clock.now + 10 * MINUTE).then(
          () => true,
          (error: unknown) => {
            if (error instanceof Killed) return false;
            throw error;
          },
        );
        world.ends(process);
        world.takesBack(world.starts());
        for (let run = 0; run < 4; run++) await drainedAfter(world, 6 * MINUTE, 5 * HOUR);
        expect(parked(world)).toEqual([bad]);
        expect(good.map((id) => world.platform.arrived.filter((one) => one === id).length)).toEqual([1, 1]);
        expect(world.inFolder('waiting')).toEqual([]);
        expect(world.inFolder('claimed')).toEqual([]);
        expect(world.parkedTold).toBeLessThanOrEqual(1);
      }
    },
  );
});

describe('a look-up that is refused', () => {
  it.each(ANYBODYS)('(%s) sets nothing aside and holds nothing up', async (trouble) => {
    const world = new World();
    world.captured('c1', 1, { uncertain: true });
    world.captured('c2', 1);
    world.platform.looking = trouble;
    for (let start = 0; start < 30; start++) {
      await world.drained();
      world.clock.advance(2 * HOUR);
    }
    expect(world.platform.arrived).toEqual(['c2_0']);
    expect(parked(world)).toEqual([]);
    world.platform.looking = 'fine';
    await world.drained();
    expect(world.platform.arrived).toEqual(['c2_0', 'c1_0']);
  });
});

describe('what was refused and then may have arrived', () => {
  it('is none that is passed by for its refusal, nor asked for as soon as others go through', () => {
    const item = spoolItem('a', { notBefore: 7, refused: { times: 0, until: 7 } });
    expect([isPassedBy(item), isSuspect(item, 0)]).toEqual([true, true]);
    const maybe = { ...item, uncertain: true };
    expect([isPassedBy(maybe), isSuspect(maybe, 0)]).toEqual([false, false]);
    // Nor one that waits for another reason since.
    expect(isPassedBy({ ...item, notBefore: 8 })).toBe(false);
  });

  it('is not asked for again before it would be visible', async () => {
    const world = new World();
    const ids = world.captured('c1', 3);
    // Refused; another goes through; asked for again it arrives, and the answer is lost.
    world.platform.ahead = ['is-not-there', 'fine', 'resets-after'];
    await world.drained();
    world.captured('c2', 1);
    await world.drained();
    expect(world.platform.asked().filter((what) => what.endsWith('c1_0'))).toEqual(['add c1_0', 'add c1_0']);
    world.clock.advance(6 * MINUTE);
    await world.drained();
    expect(world.platform.asked()).toEqual(['look c1_0']);
    expect(ids.map((id) => world.platform.arrived.filter((one) => one === id).length)).toEqual([1, 1, 1]);
  });
});

describe('whatever is refused for however long, in a world that is mended in the end', () => {
  it('each statement that nobody dislikes arrives once, and none of them is set aside', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 6 }), fc.boolean()), { minLength: 1, maxLength: 12 }),
        fc.subarray(['c0_0', 'c1_0', 'c2_1', 'c3_0', 'c5_0']),
        fc.integer({ min: 10 * MINUTE, max: 9 * HOUR }),
        fc.constantFrom(...ANYBODYS),
        async (runs, disliked, pause, trouble) => {
          const world = new World();
          const ids: string[] = [];
          for (const id of disliked) world.platform.dislikes.set(id, trouble);
          for (const [n, [count, isShut]] of runs.entries()) {
            ids.push(...world.captured(`c${n}`, count));
            world.platform.everything = isShut ? trouble : 'fine';
            await world.drained();
            world.clock.advance(pause);
          }
          world.platform.everything = 'fine';
          for (let run = 0; run < 30; run++) {
            ids.push(...world.captured(`z${run}`, 1));
            await world.drained();
            world.clock.advance(5 * HOUR);
          }
          const good = ids.filter((id) => !disliked.includes(id));
          expect([...world.platform.arrived].sort()).toEqual(good.sort());
          expect(parked(world).sort()).toEqual(ids.filter((id) => disliked.includes(id)).sort());
          expect(world.parkedTold).toBe(parked(world).length);
        },
      ),
      { numRuns: 100 },
    );
  });
});
