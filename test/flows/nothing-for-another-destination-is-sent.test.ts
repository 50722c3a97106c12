import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drain } from '../../src/flows/drain.ts';
import { isFor, tagOf } from '../../src/spool/belonging.ts';
import { spoolItem } from '../spool/items.ts';
import { ALL_TROUBLES, HOUR, MINUTE, type Trouble, World } from './fakes.ts';

const KEY = '0123456789abcdef';
const OURS = `https://api.mem0.ai#${KEY}`;
const OTHERS = [
  'local',
  'https://api.mem0.ai#fedcba9876543210',
  '?#fedcba9876543210',
  'http://127.0.0.1:8080#00000000',
];

interface Named {
  readonly id: string;
  readonly destination: string;
}

function filesOf(world: World, items: readonly Named[]) {
  return items.map(({ id, destination }) => world.disk.get(`spool/waiting/${id}.${tagOf(destination)}.json`));
}

interface Item {
  readonly destination: string;
  readonly uncertain: boolean;
  readonly notBefore: number;
}

const itemFor = (...destinations: readonly string[]): fc.Arbitrary<Item> =>
  fc.record({
    destination: fc.constantFrom(...destinations),
    uncertain: fc.boolean(),
    notBefore: fc.constantFrom(0, Date.parse('2026-12-01T11:00:00Z'), Number.MAX_SAFE_INTEGER),
  });

/** Ours all arrive or are set aside, the others lie there untouched, and nobody asked for any of them. */
async function oursAlone(mine: string, items: readonly Item[], ahead: readonly Trouble[]): Promise<void> {
  const world = new World();
  const drained = () =>
    drain(world.drainPorts(world.starts(undefined, { destination: mine })), world.clock.now + 10 * MINUTE);
  const { spool } = world.starts();
  const named = items.map((item, n) => ({ id: `c${n}_0`, ...item }));
  const isOurs = ({ destination }: Named) => isFor(destination, mine);
  // Ours are due at once, so that anything that holds them up would be one of the others.
  for (const { id, ...item } of named) {
    spool.enqueue(id, spoolItem(id, isOurs({ id, ...item }) ? { destination: item.destination } : item));
  }
  const others = named.filter((item) => !isOurs(item));
  const before = filesOf(world, others);
  expect(before).not.toContain(undefined);
  world.platform.ahead = [...ahead];
  for (let start = 0; start < 3; start++) {
    await drained();
    world.clock.advance(2 * HOUR);
  }
  world.platform.ahead = [];
  await drained();
  expect(filesOf(world, others)).toEqual(before);
  const asked = world.platform.asked().map((what) => what.split(' ')[1] ?? '');
  expect(asked.filter((id) => others.some((other) => other.id === id))).toEqual([]);
  const settled = [...world.platform.arrived, ...world.inFolder('parked').map((name) => name.slice(0, -5))];
  expect([...new Set(settled)].sort()).toEqual(named.filter(isOurs).map(({ id }) => id));
}

const troubles = fc.array(fc.constantFrom<Trouble>('fine', ...ALL_TROUBLES), { maxLength: 6 });

describe('an item for another destination', () => {
  it.each([
    ['here', 'local', ['local', 'local', OURS, ...OTHERS.slice(1)]],
    ['a key', OURS, [OURS, `?#${KEY}`, ...OTHERS]],
  ])(
    'is neither sent nor claimed nor changed, and stops none of ours, whatever the platform does (%s)',
    async (_name, mine, all) => {
      const items = fc.array(itemFor(...all), { minLength: 1, maxLength: 8 });
      await fc.assert(
        fc.asyncProperty(items, troubles, (some, ahead) => oursAlone(mine, some, ahead)),
        { numRuns: 150 },
      );
    },
  );

  it('is left alone and stops none of ours where it is for the same key at another host', async () => {
    const items = fc.array(itemFor(OURS, `http://localhost:8080#${KEY}`), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(items, troubles, (some, ahead) => oursAlone(OURS, some, ahead)),
      { numRuns: 100 },
    );
  });

  it('is sent once that destination is the one of the day', async () => {
    const world = new World();
    world.starts().spool.enqueue('c1_0', spoolItem('c1_0', { destination: OURS }));
    await world.drained();
    expect(world.platform.asked()).toEqual([]);
    const process = world.starts(undefined, { destination: OURS });
    await drain(world.drainPorts(process), world.clock.now + MINUTE);
    expect(world.platform.copies).toMatchObject([{ captureId: 'c1_0', destination: OURS }]);
  });

  it('that was meant for a key whose host could not be used is sent once it can be', async () => {
    const world = new World();
    world.starts().spool.enqueue('c1_0', spoolItem('c1_0', { destination: `?#${KEY}` }));
    for (const destination of OTHERS) {
      const process = world.starts(undefined, { destination });
      await drain(world.drainPorts(process), world.clock.now + MINUTE);
      expect(world.platform.asked()).toEqual([]);
    }
    const process = world.starts(undefined, { destination: OURS });
    await drain(world.drainPorts(process), world.clock.now + MINUTE);
    expect(world.platform.copies).toMatchObject([{ captureId: 'c1_0', destination: OURS }]);
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
    for (const [n, place] of places.entries()) spool.enqueue(`c${n}_0`, spoolItem(`c${n}_0`, { place }));
    await drain(world.drainPorts(world.starts()), world.clock.now + MINUTE);
    expect(world.platform.copies.map(({ place }) => place)).toEqual(places);
  });
});
