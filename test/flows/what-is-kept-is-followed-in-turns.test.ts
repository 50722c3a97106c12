import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Failure, type FailureReason } from '../../src/contract/failure.ts';
import type { SpoolItem } from '../../src/contract/state.ts';
import { follow } from '../../src/flows/follow.ts';
import { followPorts } from '../../src/runtime/ports/follow-ports.ts';
import { Receipts } from '../../src/spool/receipts.ts';
import { Spool } from '../../src/spool/spool.ts';
import { claimOf, spoolItem } from '../spool/items.ts';
import { FolderInMemory, Killed, Life } from './disk.ts';
import { Clock, DAY, HOUR, MINUTE } from './fakes.ts';

const UNKNOWN = new Failure('refused', 'none', { status: 404 });
type Answer = { readonly status: string; readonly results?: readonly { id: string; event: string }[] } | Failure;

/** The real spool, receipts and ports over a disk in memory, and a platform that knows of events and facts what the test says. */
class Kept {
  readonly clock = new Clock();
  readonly disk = new Map<string, string>();
  readonly spool = this.spoolOf(new Life());
  readonly receipts = new Receipts(this.folder());
  /** Of events, by their ids; one that is not here is unknown. */
  readonly answers = new Map<string, Answer>();
  /** Memories by capture id. */
  readonly facts = new Map<string, readonly string[]>();
  looking: Failure | undefined;
  readonly asked: string[] = [];
  readonly told: string[] = [];

  folder(life = new Life()): FolderInMemory {
    return new FolderInMemory(this.disk, life);
  }

  spoolOf(life: Life, destination = 'local'): Spool {
    return new Spool(this.folder(life), 4_000_000, destination);
  }

  /** Kept under event `<id>-<n>`, the n-th that it is accepted as. */
  accepted(id: string, n = 1, change: Partial<SpoolItem> = {}, spool = this.spool): void {
    if (n === 1) spool.enqueue(id, spoolItem(id, change));
    spool.accept(claimOf(spool, id, this.clock.now), { eventId: `${id}-${n}`, at: this.time });
  }

  /** The receipt of items `<id>_0` … that were accepted just now. */
  receipt(id: string, count = 1): void {
    const accepted = { at: this.time, destination: 'local', place: {} };
    const captureIds = Array.from({ length: count }, (_, n) => `${id}_${n}`);
    const items = captureIds.map((one) => ({ captureId: one, type: 'decision', eventId: `${one}-1`, accepted }));
    this.receipts.write({ id, sessionId: 's', at: this.time, turns: 1, omitted: [], redacted: [], left: [], items });
  }

  async follow(life = new Life(), ms = 10 * MINUTE): Promise<void> {
    const folder = this.folder(life);
    const reader = {
      event: async (id: string) => {
        this.asked.push(id);
        const answer = this.answers.get(id) ?? UNKNOWN;
        if (answer instanceof Failure) throw answer;
        return { status: answer.status, results: [...(answer.results ?? [])] };
      },
      memoriesOf: async (id: string) => {
        this.asked.push(`look ${id}`);
        if (this.looking !== undefined) throw this.looking;
        return this.facts.get(id);
      },
    };
    const fault = (code: string) => void this.told.push(code);
    const ports = followPorts(
      { folder, destination: 'local', fault, log: () => undefined },
      { clientFor: async () => life.does(() => reader) },
      { holds: () => true },
      this.spoolOf(life),
      () => this.clock.now,
    );
    await follow(ports, this.clock.now + ms);
  }

  /** False where it was killed on the way; what catches that does nothing any more either. */
  async followsOrDies(life: Life): Promise<boolean> {
    try {
      await this.follow(life);
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
    }
    return life.left > 0;
  }

  get time(): string {
    return new Date(this.clock.now).toISOString();
  }

  /** Where each item lies. */
  get places(): readonly string[] {
    return [...this.disk.keys()].filter((path) => path.startsWith('spool/')).sort();
  }

  item(id: string) {
    const receipt = this.receipts.read(id.slice(0, id.lastIndexOf('_')));
    return receipt?.items.find(({ captureId }) => captureId === id);
  }
}

const SUCCEEDED = { status: 'SUCCEEDED', results: [{ id: 'm1', event: 'ADD' }] };

describe.each(['with', 'without'])('what is kept, %s a receipt', (receipt) => {
  const setUp = () => {
    const world = new Kept();
    world.accepted('a_0');
    if (receipt === 'with') world.receipt('a');
    return world;
  };
  const toldAs = (world: Kept, outcome: object) => {
    if (receipt === 'with') expect(world.item('a_0')).toMatchObject(outcome);
  };

  it('is settled once its event SUCCEEDED, and asked for no more', async () => {
    const world = setUp();
    world.answers.set('a_0-1', SUCCEEDED);
    for (let run = 0; run < 2; run++) await world.follow();
    expect(world.asked).toEqual(['a_0-1']);
    expect(world.places).toEqual([]);
    toldAs(world, { outcome: 'SUCCEEDED', memoryIds: ['m1'] });
  });

  it('is sent again when its event FAILED, and set aside after the third time, which is told once', async () => {
    const world = setUp();
    for (let n = 1; n <= 3; n++) {
      world.answers.set(`a_0-${n}`, { status: 'FAILED' });
      await world.follow();
      await world.follow();
      if (n === 3) break;
      expect(world.places).toEqual(['spool/waiting/a_0.local.json']);
      world.accepted('a_0', n + 1);
    }
    expect(world.places).toEqual(['spool/parked/a_0.json']);
    expect(world.spool.whereIs('a_0', () => false)).toMatchObject({ reason: 'extraction failed' });
    expect(world.told).toEqual(['parked']);
  });

  it('whose event is unknown is asked for during a day, and not looked for', async () => {
    const world = setUp();
    world.clock.advance(DAY - HOUR);
    for (let run = 0; run < 2; run++) await world.follow();
    expect(world.asked).toEqual(['a_0-1', 'a_0-1']);
    expect(world.places).toEqual(['spool/accepted/a_0.local.json']);
  });

  it('whose event is unknown after a day, and whose memories are there, has succeeded', async () => {
    const world = setUp();
    world.clock.advance(DAY + HOUR);
    world.facts.set('a_0', ['m1', 'm2']);
    for (let run = 0; run < 2; run++) await world.follow();
    expect(world.asked).toEqual(['a_0-1', 'look a_0']);
    expect(world.places).toEqual([]);
    toldAs(world, { outcome: 'SUCCEEDED', memoryIds: ['m1', 'm2'] });
  });

  it('whose memories are there and cannot be named is settled, and no success is claimed', async () => {
    const world = setUp();
    world.clock.advance(DAY + HOUR);
    world.facts.set('a_0', []);
    await world.follow();
    expect(world.places).toEqual([]);
    toldAs(world, { outcome: 'unknown' });
  });

  it('whose event is unknown and whose memories are nowhere is sent again, three times at most', async () => {
    const world = setUp();
    for (let n = 1; n <= 3; n++) {
      world.clock.advance(DAY + HOUR);
      await world.follow();
      await world.follow();
      if (n === 3) break;
      expect(world.places).toEqual(['spool/waiting/a_0.local.json']);
      if (receipt === 'with') expect(world.item('a_0')).toEqual({ captureId: 'a_0', type: 'decision' });
      world.accepted('a_0', n + 1);
    }
    expect(world.places).toEqual(['spool/parked/a_0.json']);
    expect(world.spool.whereIs('a_0', () => false)).toMatchObject({ reason: 'event unknown' });
    expect(world.told).toEqual(['parked']);
  });

  it.each<[FailureReason, number | undefined]>([
    ['refused', 404],
    ['refused', 400],
    ['bad-key', 403],
    ['unavailable', 500],
    ['late', undefined],
    ['odd-answer', 200],
  ])('whose look-up fails (%s %s) stays as it is, and is looked for again', async (reason, status) => {
    const world = setUp();
    world.clock.advance(2 * DAY);
    world.looking = new Failure(reason, 'x', status === undefined ? {} : { status });
    const before = world.item('a_0');
    for (let run = 0; run < 3; run++) await world.follow();
    expect(world.places).toEqual(['spool/accepted/a_0.local.json']);
    expect(world.item('a_0')).toEqual(before);
    world.looking = undefined;
    world.facts.set('a_0', ['m1']);
    await world.follow();
    expect(world.places).toEqual([]);
  });
});

describe('what is kept', () => {
  it('by an earlier version is followed by its receipt, looked for and sent again like any other', async () => {
    const world = new Kept();
    world.receipt('a');
    world.disk.set('spool/accepted/a_0.local.json', JSON.stringify(spoolItem('a_0')));
    world.clock.advance(DAY + HOUR);
    await world.follow();
    expect(world.asked).toEqual(['a_0-1', 'look a_0']);
    expect(world.places).toEqual(['spool/waiting/a_0.local.json']);
  });

  it('by an earlier version without a receipt is left alone', async () => {
    const world = new Kept();
    world.disk.set('spool/accepted/a_0.local.json', JSON.stringify(spoolItem('a_0')));
    await world.follow();
    expect([world.asked, world.places.length]).toEqual([[], 1]);
  });

  it('was accepted elsewhere is not asked for here', async () => {
    const world = new Kept();
    const accepted = { eventId: 'e', at: world.time, destination: 'https://api.mem0.ai#00' };
    world.disk.set('spool/accepted/a_0.local.json', JSON.stringify(spoolItem('a_0', { accepted })));
    await world.follow();
    expect([world.asked, world.places.length]).toEqual([[], 1]);
  });

  it('does not end as unknown in its receipt while it waits to be sent again', async () => {
    const world = new Kept();
    world.receipt('a');
    const before = world.item('a_0');
    world.spool.enqueue('a_0', spoolItem('a_0'));
    world.clock.advance(2 * DAY);
    await world.follow();
    expect(world.item('a_0')).toEqual(before);
    expect(world.places).toEqual(['spool/waiting/a_0.local.json']);
  });
});

describe('more than one run can ask for', () => {
  const many = (count: number) => {
    const world = new Kept();
    const ids = Array.from({ length: count }, (_, n) => `${String(n).padStart(3, '0')}_0`);
    for (const id of ids) {
      world.accepted(id);
      world.answers.set(`${id}-1`, { status: 'PENDING' });
    }
    return { world, ids };
  };

  it('is asked for in turns, 50 at a time, and starves nobody', async () => {
    const { world, ids } = many(120);
    for (let run = 0; run < 5; run++) {
      await world.follow();
      expect(world.asked).toHaveLength(50 * (run + 1));
    }
    const times = ids.map((id) => world.asked.filter((one) => one === `${id}-1`).length);
    expect(Math.min(...times)).toBe(2);
    expect(Math.max(...times)).toBe(3);
  });

  it('is asked for wherever a run was ended, by its time or by one that never answers', async () => {
    const { world, ids } = many(8);
    world.answers.set('002_0-1', new Failure('late', 'late'));
    for (let run = 0; run < 3; run++) await world.follow();
    expect(new Set(world.asked)).toEqual(new Set(ids.map((id) => `${id}-1`)));
  });

  it('leaves a turn to receipts without a kept item', async () => {
    const { world } = many(80);
    world.receipt('zzz', 3);
    await world.follow();
    expect(world.asked).toHaveLength(50);
    expect(world.asked.filter((one) => one.startsWith('zzz'))).toHaveLength(3);
  });

  it('all of it ends, whatever ends and whatever comes to it meanwhile', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 5 }), async (arrivals) => {
        const { world } = many(60);
        for (const [run, count] of arrivals.entries()) {
          for (let n = 0; n < count; n++) world.accepted(`${run}x${n}_0`);
          await world.follow();
        }
        for (const id of world.spool.accepted()) world.answers.set(`${id}-1`, SUCCEEDED);
        for (let run = 0; run < 6; run++) await world.follow();
        expect(world.places).toEqual([]);
      }),
      { numRuns: 20 },
    );
  });
});

describe.each([
  ['SUCCEEDED', SUCCEEDED, undefined, []],
  ['FAILED', { status: 'FAILED' }, undefined, ['spool/waiting/a_0.local.json']],
  ['FAILED for the last time', { status: 'FAILED' }, 2, ['spool/parked/a_0.json']],
  ['unknown', UNKNOWN, undefined, ['spool/waiting/a_0.local.json']],
  ['unknown for the last time', UNKNOWN, 2, ['spool/parked/a_0.json']],
] as const)('a follow that is killed at any moment, the event being %s', (_, answer, failed, places) => {
  it.each(['with', 'without'])('counts it once and leaves it in one place (%s a receipt)', async (receipt) => {
    let lived = false;
    for (let moments = 0; !lived; moments++) {
      const world = new Kept();
      world.accepted('a_0', 1, failed === undefined ? {} : { failed });
      if (receipt === 'with') world.receipt('a');
      world.clock.advance(DAY + HOUR);
      world.answers.set('a_0-1', answer);
      lived = await world.followsOrDies(new Life(moments));
      expect(world.places).toHaveLength(world.places.length === 0 ? 0 : 1);
      for (let run = 0; run < 2; run++) await world.follow();
      expect(world.places).toEqual(places);
      const left = places[0] === undefined ? undefined : JSON.parse(world.disk.get(places[0]) ?? '{}');
      expect(left?.failed).toBe(places.length === 0 ? undefined : (failed ?? 0) + 1);
      expect(world.told.length).toBeLessThanOrEqual(1);
      expect(lived && failed !== undefined ? world.told : []).toEqual(lived && failed !== undefined ? ['parked'] : []);
    }
  });
});

describe('what a platform has accepted', () => {
  it('is kept as accepted wherever its process was killed once that was written, and is never sent twice', () => {
    let lived = false;
    const seen = new Set<string>();
    for (let moments = 0; !lived; moments++) {
      const world = new Kept();
      world.spool.enqueue('a_0', spoolItem('a_0'));
      const life = new Life();
      const spool = world.spoolOf(life);
      const claim = claimOf(spool, 'a_0', world.clock.now);
      life.left = moments;
      try {
        spool.accept(claim, { eventId: 'e1', at: world.time });
        lived = true;
      } catch (error) {
        if (!(error instanceof Killed)) throw error;
      }
      for (let run = 0; run < 2; run++) {
        world.spool.takeBack(
          () => false,
          world.clock.now,
          () => 77,
        );
        const waits = world.spool.peek('a_0');
        const kept = world.spool.kept('a_0')?.accepted;
        expect([waits?.uncertain, kept?.eventId]).toEqual(
          moments < 2 && !lived && waits ? [true, undefined] : [undefined, 'e1'],
        );
        seen.add(waits === undefined ? 'accepted' : 'waiting');
      }
    }
    expect([...seen].sort()).toEqual(['accepted', 'waiting']);
  });

  it('and has failed is never taken for accepted again, when a process that sent it anew was killed', () => {
    const world = new Kept();
    world.accepted('a_0');
    world.spool.failed('a_0', 3, 0, 'extraction failed');
    claimOf(world.spool, 'a_0', world.clock.now);
    world.spool.takeBack(
      () => false,
      world.clock.now,
      () => 77,
    );
    expect(world.places).toEqual(['spool/waiting/a_0.local.json']);
    expect(world.spool.peek('a_0')).toMatchObject({ uncertain: true, notBefore: 77, failed: 1 });
  });
});
