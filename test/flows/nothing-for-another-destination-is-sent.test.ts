import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drain } from '../../src/flows/drain.ts';
import { spoolItem } from '../spool/items.ts';
import { ALL_TROUBLES, HOUR, MINUTE, type Trouble, World } from './fakes.ts';

const OTHERS = ['https://api.mem0.ai#0123456789abcdef', 'https://api.mem0.ai#fedcba9876543210', 'localhost', ''];

function filesOf(world: World, ids: readonly string[]) {
  return ids.map((id) => world.disk.get(`spool/waiting/${id}.json`));
}

describe('an item for another destination', () => {
  it('is neither sent nor claimed nor changed, and stops none of ours, whatever the platform does', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            destination: fc.constantFrom('local', 'local', ...OTHERS),
            uncertain: fc.boolean(),
            notBefore: fc.constantFrom(0, Date.parse('2026-11-30T18:00:00Z'), Number.MAX_SAFE_INTEGER),
          }),
          { minLength: 1, maxLength: 8 },
        ),
        fc.array(fc.constantFrom<Trouble>('fine', ...ALL_TROUBLES), { maxLength: 6 }),
        async (items, ahead) => {
          const world = new World();
          const { spool } = world.starts();
          const named = items.map((item, n) => ({ id: `c${n}_0`, ...item }));
          // Ours are due at once, so that anything that holds them up would be one of the others.
          for (const { id, destination, ...more } of named) {
            spool.enqueue(id, spoolItem(id, destination === 'local' ? {} : { destination, ...more }));
          }
          const others = named.filter(({ destination }) => destination !== 'local').map(({ id }) => id);
          const before = filesOf(world, others);
          world.platform.ahead = [...ahead];
          for (let start = 0; start < 3; start++) {
            await drain(world.drainPorts(world.starts()), world.clock.now + 10 * MINUTE);
            world.clock.advance(2 * HOUR);
          }
          world.platform.ahead = [];
          await drain(world.drainPorts(world.starts()), world.clock.now + 10 * MINUTE);
          expect(filesOf(world, others)).toEqual(before);
          const asked = world.platform.asked().map((what) => what.split(' ')[1] ?? '');
          expect(asked.filter((id) => others.includes(id))).toEqual([]);
          const settled = [...world.platform.arrived, ...world.inFolder('parked').map((name) => name.slice(0, -5))];
          const ours = named.filter(({ destination }) => destination === 'local').map(({ id }) => id);
          expect([...new Set(settled)].sort()).toEqual(ours);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('is sent once that destination is the one of the day', async () => {
    const world = new World();
    world.starts().spool.enqueue('c1_0', spoolItem('c1_0', { destination: 'https://api.mem0.ai#0123456789abcdef' }));
    const ports = { ...world.drainPorts(world.starts()), destination: 'https://api.mem0.ai#0123456789abcdef' };
    await drain(ports, world.clock.now + MINUTE);
    expect(world.platform.arrived).toEqual(['c1_0']);
  });
});

describe('an item', () => {
  it('goes to its own place, not to that of another', async () => {
    const world = new World();
    const { spool } = world.starts();
    const places = [
      { userId: 'mara@acme.example', appId: 'acme-shop' },
      { appId: 'acme-shop', override: { orgId: 'org-1', projectId: 'project-1' } },
      { userId: 'jo@acme.example' },
    ];
    for (const [n, scope] of places.entries()) spool.enqueue(`c${n}_0`, spoolItem(`c${n}_0`, { scope }));
    await drain(world.drainPorts(world.starts()), world.clock.now + MINUTE);
    expect(world.platform.copies.map(({ place }) => place)).toEqual(places);
  });
});
