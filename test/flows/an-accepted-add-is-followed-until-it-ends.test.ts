import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Failure } from '../../src/contract/failure.ts';
import type { Place, ReceiptItem } from '../../src/contract/state.ts';
import { type FollowPorts, follow } from '../../src/flows/follow.ts';
import { Receipts } from '../../src/spool/receipts.ts';
import { FolderInMemory, Life } from './disk.ts';
import { Clock, DAY, HOUR, MINUTE } from './fakes.ts';

const MEM0 = 'https://api.mem0.ai#0123456789abcdef';
const OTHER = 'https://api.mem0.ai#fedcba9876543210';

type Answer =
  | { readonly status: string; readonly results?: readonly { id: string; event?: string | null }[] }
  | Failure;

/** Receipts on a disk in memory, and a platform that knows of each event what the test says. */
class Followed {
  readonly clock = new Clock();
  readonly receipts = new Receipts(new FolderInMemory(new Map(), new Life()));
  readonly answers = new Map<string, Answer>();
  readonly asked: string[] = [];
  readonly places: Place[] = [];
  /** Capture ids of items that are kept, to be sent again if they fail. */
  readonly kept = new Set<string>();
  opened = 0;
  cannotConnect: Failure | undefined;

  /** A receipt of so long ago, with one item a word: its event is named by it. */
  receipt(names: readonly string[], ago = 0, change: Partial<ReceiptItem> = {}, destination = MEM0): string {
    const at = this.clock.now - ago;
    const id = `${at.toString(36).padStart(9, '0')}_${names.join('')}`;
    const accepted = { at: new Date(at).toISOString(), destination, place: { appId: 'shop' } };
    const items = names.map((name, n) => ({
      captureId: `${id}_${n}`,
      type: 'decision',
      eventId: name,
      accepted,
      ...change,
    }));
    const nothing = { turns: 1, omitted: [], redacted: [], left: [] };
    this.receipts.write({ id, sessionId: 's1', at: accepted.at, ...nothing, items });
    return id;
  }

  ports(): FollowPorts {
    const { receipts, clock } = this;
    const count = () => this.opened++;
    return {
      // What earlier versions have left: receipts alone (`what-is-kept-is-followed-in-turns`).
      kept: () => [],
      keptItem: () => undefined,
      lastAsked: () => undefined,
      stopsAt: () => undefined,
      *receiptsSince(at) {
        for (const receipt of receipts.newest(at)) {
          count();
          yield receipt;
        }
      },
      destination: MEM0,
      readerFor: async (place) => {
        this.places.push(place);
        if (this.cannotConnect !== undefined) throw this.cannotConnect;
        return {
          memoriesOf: async () => undefined,
          event: async (id) => {
            this.asked.push(id);
            clock.advance(1);
            const answer = this.answers.get(id) ?? new Failure('refused', 'none', { status: 404 });
            if (answer instanceof Failure) throw answer;
            const { status, results = [] } = answer;
            return { status, results: results.map(({ id: memory, event = 'ADD' }) => ({ id: memory, event })) };
          },
        };
      },
      ended: (captureId, ending) => receipts.ended(captureId, ending),
      sendAgain: (captureId) => {
        if (!this.kept.has(captureId)) return false;
        receipts.waitsAgain(captureId);
        return true;
      },
      now: () => clock.now,
    };
  }

  follow(ms = 10 * MINUTE): Promise<void> {
    return follow(this.ports(), this.clock.now + ms);
  }

  item(id: string, n = 0): ReceiptItem | undefined {
    return this.receipts.read(id)?.items[n];
  }
}

describe('the event of an accepted add', () => {
  it('completes the receipt with the memories once it SUCCEEDED, and is never asked for again', async () => {
    const world = new Followed();
    const id = world.receipt(['e1']);
    world.answers.set('e1', { status: 'SUCCEEDED', results: [{ id: 'm1' }, { id: 'm2' }] });
    await world.follow();
    expect(world.item(id)).toMatchObject({ outcome: 'SUCCEEDED', memoryIds: ['m1', 'm2'] });
    await world.follow();
    expect(world.asked).toEqual(['e1']);
    expect(world.places).toEqual([{ appId: 'shop' }]);
  });

  it('without results is a duplicate: it succeeded, and became nothing', async () => {
    const world = new Followed();
    const id = world.receipt(['e1']);
    world.answers.set('e1', { status: 'SUCCEEDED', results: [] });
    await world.follow();
    expect(world.item(id)).toMatchObject({ outcome: 'SUCCEEDED', memoryIds: [] });
  });

  it('that FAILED and is sent again is followed under its new event alone', async () => {
    const world = new Followed();
    const id = world.receipt(['e1']);
    const accepted = world.item(id)?.accepted;
    if (accepted === undefined) throw new Error('not accepted');
    world.kept.add(`${id}_0`);
    world.answers.set('e1', { status: 'FAILED' }).set('e2', { status: 'SUCCEEDED', results: [{ id: 'm1' }] });
    await world.follow();
    expect(world.item(id)).toEqual({ captureId: `${id}_0`, type: 'decision' });
    await world.follow();
    expect(world.asked).toEqual(['e1']);
    world.receipts.accepted(`${id}_0`, { eventId: 'e2', accepted });
    await world.follow();
    expect(world.asked).toEqual(['e1', 'e2']);
    expect(world.item(id)).toMatchObject({ outcome: 'SUCCEEDED', memoryIds: ['m1'] });
  });

  it('that FAILED and is not kept is noted with its outcome', async () => {
    const world = new Followed();
    const id = world.receipt(['e1', 'e2']);
    const before = world.item(id);
    world.answers.set('e1', { status: 'FAILED' }).set('e2', { status: 'SUCCEEDED', results: [{ id: 'm1' }] });
    await world.follow();
    expect(world.item(id)).toEqual({ ...before, outcome: 'FAILED' });
    expect(world.item(id, 1)).toMatchObject({ outcome: 'SUCCEEDED' });
  });

  it.each(['PENDING', 'RUNNING', 'a word of a later version'])('that is %s is asked for again', async (status) => {
    const world = new Followed();
    const id = world.receipt(['e1']);
    const before = world.item(id);
    world.answers.set('e1', { status });
    await world.follow();
    expect(world.item(id)).toEqual(before);
    await world.follow();
    expect(world.asked).toEqual(['e1', 'e1']);
  });

  it('that the platform does not know is asked for during a day, and then given up', async () => {
    const world = new Followed();
    const id = world.receipt(['e1']);
    world.clock.advance(DAY - HOUR);
    await world.follow();
    expect(world.item(id)?.outcome).toBeUndefined();
    world.clock.advance(2 * HOUR);
    await world.follow();
    expect(world.item(id)?.outcome).toBe('unknown');
  });

  it('of another key, of an unknown one, or that has ended is not asked for', async () => {
    const world = new Followed();
    world.receipt(['e1'], 1, {}, OTHER);
    world.receipt(['e3'], 3, { outcome: 'FAILED' });
    world.receipt(['e4'], 4, { memoryIds: ['m4'] });
    const items = [{ captureId: 'k_0', type: 'decision', eventId: 'e5' }];
    world.receipts.write({ id: 'k', sessionId: 's', at: '', turns: 0, omitted: [], redacted: [], left: [], items });
    await world.follow();
    expect(world.asked).toEqual([]);
  });
});

describe('following', () => {
  it('asks for no more than 50 events in a run, the newest first', async () => {
    const world = new Followed();
    for (let n = 0; n < 60; n++) world.receipt([`e${n}`], n * MINUTE);
    await world.follow();
    expect(world.asked).toEqual(Array.from({ length: 50 }, (_, n) => `e${n}`));
  });

  it('opens no receipt that is older than a week', async () => {
    const world = new Followed();
    world.receipt(['young'], 7 * DAY - HOUR);
    for (let n = 0; n < 20; n++) world.receipt([`old${n}`], 7 * DAY + HOUR + n);
    await world.follow();
    expect(world.asked).toEqual(['young']);
    expect(world.opened).toBe(1);
  });

  it('ends at its time', async () => {
    const world = new Followed();
    for (let n = 0; n < 9; n++) world.receipt([`e${n}`], n);
    await world.follow(3);
    expect(world.asked).toHaveLength(3);
  });

  it.each(['unreachable', 'late', 'bad-key', 'throttled'] as const)(
    'stops at a platform that is %s',
    async (reason) => {
      const world = new Followed();
      const ids = [world.receipt(['e1']), world.receipt(['e2'], 1)];
      world.answers.set('e1', new Failure(reason, 'trouble'));
      await world.follow();
      expect(world.asked).toEqual(['e1']);
      expect(ids.map((id) => world.item(id)?.outcome)).toEqual([undefined, undefined]);
    },
  );

  it.each(['unavailable', 'refused', 'odd-answer'] as const)(
    'goes on where one event alone has trouble (%s), and stops where it is all of them',
    async (reason) => {
      const world = new Followed();
      const ids = Array.from({ length: 9 }, (_, n) => world.receipt([`e${n}`], n));
      world.answers.set('e0', new Failure(reason, 'trouble', { status: 500 }));
      for (let n = 1; n < 9; n++) world.answers.set(`e${n}`, { status: 'SUCCEEDED', results: [] });
      await world.follow();
      expect(ids.filter((id) => world.item(id)?.outcome === 'SUCCEEDED')).toHaveLength(8);
      const other = new Followed();
      for (let n = 0; n < 9; n++) {
        other.receipt([`e${n}`], n);
        other.answers.set(`e${n}`, new Failure(reason, 'trouble', { status: 500 }));
      }
      await other.follow();
      expect(other.asked).toHaveLength(5);
    },
  );

  it('is not kept from the others by an answer that makes no sense', async () => {
    const world = new Followed();
    world.receipt(['e1']);
    const id = world.receipt(['e2'], 1);
    world.answers.set('e1', new Failure('odd-answer', 'odd')).set('e2', { status: 'FAILED' });
    await world.follow();
    expect(world.item(id)?.outcome).toBe('FAILED');
  });

  it('takes a 404 of the question whose key it is for no answer about an event', async () => {
    const world = new Followed();
    const id = world.receipt(['e1'], 2 * DAY);
    world.cannotConnect = new Failure('refused', 'none', { status: 404 });
    await world.follow();
    expect(world.item(id)?.outcome).toBeUndefined();
    expect(world.asked).toEqual([]);
  });

  it('in any order of answers ends each event once and as the platform said', async () => {
    const word = fc.constantFrom('PENDING', 'RUNNING', 'SUCCEEDED', 'FAILED');
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(word, { minLength: 1, maxLength: 4 }), { maxLength: 8 }), async (courses) => {
        const world = new Followed();
        const ids = courses.map((_, n) => world.receipt([`e${n}`], n));
        for (let step = 0; step < 4; step++) {
          for (const [n, course] of courses.entries()) {
            const status = course[Math.min(step, course.length - 1)] ?? 'PENDING';
            world.answers.set(`e${n}`, { status, results: status === 'SUCCEEDED' ? [{ id: `m${n}.${step}` }] : [] });
          }
          await world.follow();
        }
        for (const [n, course] of courses.entries()) {
          const ended = course.findIndex((status) => status === 'SUCCEEDED' || status === 'FAILED');
          const item = world.item(ids[n] ?? '');
          expect(item?.outcome).toBe(ended < 0 ? undefined : course[ended]);
          if (item?.outcome === 'SUCCEEDED') expect(item.memoryIds).toEqual([`m${n}.${ended}`]);
          expect(world.asked.filter((id) => id === `e${n}`)).toHaveLength(ended < 0 ? 4 : ended + 1);
        }
      }),
      { numRuns: 60 },
    );
  });
});
