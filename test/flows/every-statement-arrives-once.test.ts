import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drain } from '../../src/flows/drain.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { ALL_TROUBLES, ANYBODYS, DAY, HOUR, MINUTE, type Trouble, World } from './fakes.ts';

function everythingIsAt(world: World, ids: readonly string[], parked: readonly string[] = []) {
  expect([...world.platform.arrived].sort()).toEqual(ids.filter((id) => !parked.includes(id)));
  expect(world.inFolder('waiting')).toEqual([]);
  expect(world.inFolder('claimed')).toEqual([]);
  expect(world.inFolder('parked')).toEqual(parked.map((id) => `${id}.json`));
}

interface Scenario {
  readonly trouble: Trouble;
  /** What the platform is asked in the first drain, and what is left for a second one six minutes later. */
  readonly first: readonly string[];
  readonly second: readonly string[];
  readonly parked?: readonly string[];
}

const inTurn = ['add c1_0', 'add c1_1', 'add c1_2'];
const again = ['add c1_0', 'add c1_1', 'add c1_1', 'add c1_2'];
const passedBy = { first: inTurn, second: ['look c1_1'] };
const passedByAndAgain = { first: inTurn, second: ['look c1_1', 'add c1_1'] };
/** Where another goes through it is asked for once more, and this time it passes. */
const passes = { first: [...inTurn, 'add c1_1'], second: [] };
const held = { first: ['add c1_0', 'add c1_1'], second: ['add c1_1', 'add c1_2'] };

/** Of three statements the second meets the trouble. */
const SCENARIOS: readonly Scenario[] = [
  { trouble: 'fine', first: inTurn, second: [] },
  { trouble: 'refuses', first: inTurn, second: [], parked: ['c1_1'] },
  { trouble: 'finds-it-too-large', first: inTurn, second: [], parked: ['c1_1'] },
  { trouble: 'cannot-process-it', first: inTurn, second: [], parked: ['c1_1'] },
  { trouble: 'throttles', first: again, second: [] },
  { trouble: 'turns-away', first: again, second: [] },
  { trouble: 'asks-again', first: again, second: [] },
  { trouble: 'unreachable', first: again, second: [] },
  { trouble: 'rejects-the-key', ...held },
  { trouble: 'wants-another-plan', ...held },
  { trouble: 'wants-a-proxy-key', ...held },
  // Of a proxy, of another server at that address, or of somebody on the way who dislikes what it says.
  ...ANYBODYS.map((trouble) => ({ trouble, ...passes })),
  { trouble: 'fails-before', ...passedByAndAgain },
  { trouble: 'fails-after', ...passedBy },
  { trouble: 'resets-before', ...passedByAndAgain },
  { trouble: 'resets-after', ...passedBy },
  { trouble: 'answers-oddly', ...passedBy },
  { trouble: 'somebody-else-answers', ...passedByAndAgain },
  { trouble: 'late-and-not-done', ...passedByAndAgain },
  { trouble: 'late-but-done', ...passedBy },
  { trouble: 'breaks-us-before', ...passedByAndAgain },
  { trouble: 'breaks-us-after', ...passedBy },
];

describe.each(SCENARIOS)('a platform that $trouble in the middle', ({ trouble, first, second, parked = [] }) => {
  it.each(['in memory', 'in a real folder'])('gets each statement once (the state folder is %s)', async (where) => {
    const world = new World(where === 'in memory' ? {} : { root: temporaryFolder() });
    const ids = world.captured('c1', 3);
    world.platform.ahead = ['fine', trouble];
    await world.drained();
    expect(world.platform.asked()).toEqual(first);
    expect(world.inFolder('claimed')).toEqual([]);
    world.clock.advance(6 * MINUTE);
    await world.drained();
    expect(world.platform.asked()).toEqual(second);
    everythingIsAt(world, ids, parked);
    expect(world.parkedTold).toBe(parked.length);
    // Once more, and a day later: nothing is asked any more.
    await world.drained();
    world.clock.advance(DAY);
    await world.drained();
    expect(world.platform.asked()).toEqual([]);
    everythingIsAt(world, ids, parked);
  });
});

it('every trouble that a platform can have is among the scenarios', () => {
  const missing = ALL_TROUBLES.filter((trouble) => !SCENARIOS.some((scenario) => scenario.trouble === trouble));
  expect(missing).toEqual(['throttles-for-an-hour']);
});

describe('a platform that throttles for an hour', () => {
  it('is asked nothing before the hour is over, by any drain, and then gets all in turn', async () => {
    const world = new World();
    const ids = world.captured('c1', 3);
    world.platform.ahead = ['fine', 'throttles-for-an-hour'];
    const failure = await world.drained();
    expect(failure).toMatchObject({ reason: 'throttled', status: 429 });
    expect(world.platform.asked()).toEqual(['add c1_0', 'add c1_1']);
    // A drain waits a minute at most for what may be sent soon, so the last of these does not wait for it.
    for (const wait of [MINUTE, 30 * MINUTE, 27 * MINUTE]) {
      world.clock.advance(wait);
      await world.drained();
      expect(world.platform.asked()).toEqual([]);
    }
    world.clock.advance(2 * MINUTE);
    await world.drained();
    expect(world.platform.asked()).toEqual(['add c1_1', 'add c1_2']);
    expect(world.platform.arrived).toEqual(ids);
  });
});

describe('a platform that is away for a week', () => {
  it('is asked a bounded number of times, and gets all in turn when it is back', async () => {
    const world = new World();
    const ids = world.captured('c1', 3);
    world.platform.ahead = Array.from({ length: 5_000 }, () => 'unreachable' as const);
    // A person who starts a session every ten minutes.
    for (let start = 0; start < 7 * 24 * 6; start++) {
      await world.drained((start % 10) / 10);
      world.clock.advance(10 * MINUTE);
    }
    // At first half a minute of trying in one drain, in the end once or twice an hour.
    expect(world.platform.asked().length).toBeLessThan(2 * 7 * 24 + 20);
    expect(world.platform.arrived).toEqual([]);
    world.platform.ahead = [];
    world.clock.advance(HOUR);
    await world.drained();
    expect(world.platform.arrived).toEqual(ids);
  });
});

describe('the question whose key it is', () => {
  it.each(ALL_TROUBLES)('that meets trouble (%s) sets nothing aside', async (trouble) => {
    const world = new World();
    const ids = world.captured('c1', 2);
    world.platform.aheadOfAsking = [trouble];
    await world.drained();
    expect(world.inFolder('parked')).toEqual([]);
    expect(world.inFolder('claimed')).toEqual([]);
    world.clock.advance(2 * HOUR);
    await world.drained();
    // Nothing had been sent, so nothing is looked for.
    expect(world.platform.asked().filter((what) => what.startsWith('look'))).toEqual([]);
    expect(world.platform.arrived).toEqual(ids);
  });
});

describe('the receipt', () => {
  it('that cannot be written neither loses nor repeats a statement that was accepted', async () => {
    const world = new World();
    const ids = world.captured('c1', 2);
    const process = world.starts();
    const full = new Error('no space');
    const accepted = () => {
      throw full;
    };
    await expect(drain({ ...world.drainPorts(process), accepted }, world.clock.now + MINUTE)).rejects.toBe(full);
    world.ends(process);
    world.takesBack(world.starts());
    world.clock.advance(6 * MINUTE);
    await world.drained();
    everythingIsAt(world, ids);
  });

  it('says what the platform answered', async () => {
    const world = new World();
    world.captured('c1', 2);
    await world.drained();
    const items = world.starts().receipts.read('c1')?.items;
    expect(items).toMatchObject([
      { captureId: 'c1_0', eventId: 'event-1' },
      { captureId: 'c1_1', eventId: 'event-2' },
    ]);
  });
});

describe('a drain', () => {
  it('begins nothing after its time, and gives no request longer than that', async () => {
    const world = new World();
    world.captured('c1', 5);
    const until = world.clock.now + 50_000;
    world.platform.ahead = ['late-and-not-done', 'late-and-not-done', 'late-and-not-done'];
    await drain(world.drainPorts(world.starts()), until);
    // 30 s for the first, the 20 s that are left for the second.
    expect(world.platform.asked()).toEqual(['add c1_0', 'add c1_1']);
    expect(Math.max(...world.platform.deadlines)).toBe(until);
    expect(world.inFolder('waiting')).toHaveLength(5);
  });

  it('does not sleep beyond its time for what may be sent soon', async () => {
    const world = new World();
    world.captured('c1', 1);
    const until = world.clock.now + 20_000;
    world.platform.ahead = ['throttles'];
    expect(await drain(world.drainPorts(world.starts()), until)).toMatchObject({ reason: 'throttled' });
    expect(world.clock.now).toBeLessThanOrEqual(until);
    expect(world.platform.asked()).toEqual(['add c1_0']);
  });

  it('is not stopped for long by a wait that a wrong clock set', async () => {
    const world = new World();
    const ids = world.captured('c1', 2);
    world.clock.advance(365 * DAY);
    world.platform.ahead = ['throttles-for-an-hour'];
    await world.drained();
    world.clock.advance(-365 * DAY);
    await world.drained();
    expect(world.platform.arrived).toEqual(ids);
  });
});

describe('whatever a platform does, for however long', () => {
  it('each statement is there once when it is well again, and those that were never in doubt are in turn', async () => {
    const troubles = fc.array(fc.constantFrom<Trouble>('fine', ...ALL_TROUBLES), { maxLength: 25 });
    const gaps = fc.array(fc.integer({ min: 0, max: 3 * HOUR }), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 4 }),
        troubles,
        troubles,
        gaps,
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        fc.constantFrom(0, 5 * MINUTE),
        async (captures, ahead, aheadOfAsking, waits, random, visibleAfterMs) => {
          const world = new World({ visibleAfterMs });
          const ids = captures.flatMap((count, n) => world.captured(`c${n}`, count));
          world.platform.ahead = [...ahead];
          world.platform.aheadOfAsking = [...aheadOfAsking];
          for (const wait of waits) {
            await world.drained(random);
            expect(world.inFolder('claimed')).toEqual([]);
            world.clock.advance(wait);
          }
          world.platform.ahead = [];
          world.platform.aheadOfAsking = [];
          for (let day = 0; day < 3; day++) {
            world.clock.advance(DAY);
            await world.drained();
          }
          expect(world.inFolder('waiting')).toEqual([]);
          const { arrived, refused } = world.platform;
          expect(new Set(arrived).size).toBe(arrived.length);
          const parked = world.inFolder('parked').map((name) => name.slice(0, -5));
          expect(world.parkedTold).toBe(parked.length);
          expect(ids.filter((id) => !arrived.includes(id) && !parked.includes(id))).toEqual([]);
          const asked = world.platform.asked();
          const never = (id: string) => !parked.includes(id) && !asked.includes(`look ${id}`) && !refused.has(id);
          expect(arrived.filter(never)).toEqual(ids.filter(never));
        },
      ),
      { numRuns: 300 },
    );
  });
});
