import { describe, expect, it } from 'vitest';
import { drain } from '../../src/flows/drain.ts';
import { DAY, HOUR, MINUTE, World } from './fakes.ts';

describe('a drain whose clock jumps while it waits', () => {
  it.each([-400 * DAY, -40 * DAY, -HOUR, HOUR, 40 * DAY])('by %i ms is over soon and loses nothing', async (jump) => {
    const world = new World();
    world.captured('c1', 2);
    world.platform.ahead = Array(200).fill('turns-away');
    const process = world.starts();
    const ports = world.drainPorts(process);
    let slept = 0;
    await drain(
      {
        ...ports,
        sleep: async (ms) => {
          slept += ms;
          world.clock.advance(ms);
          if (slept === ms) world.clock.now += jump;
        },
      },
      world.clock.now + 10 * MINUTE,
    );
    world.ends(process);
    expect(slept).toBeLessThanOrEqual(MINUTE);
    expect(world.platform.asked().length).toBeLessThan(12);
    expect(world.inFolder('waiting')).toHaveLength(2);
    // The clock is right again, and so is the platform.
    world.clock.now += 800 * DAY;
    world.platform.ahead = [];
    await world.drained();
    expect(world.platform.arrived).toEqual(['c1_0', 'c1_1']);
    expect(world.inFolder('waiting')).toEqual([]);
  });
});
