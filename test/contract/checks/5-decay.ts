/**
 * §5 of the platform contract: decay, a flag of the project. Two memories match a query alike, so that what sets them apart is
 * which of them a search returned lately.
 */
import { expect } from 'vitest';
import { ids, keepingProject, type Project, second } from '../acts.ts';
import { lasting } from '../answer.ts';
import { type Check, check, checkWith } from '../check.ts';
import { DAY_MS } from '../host.ts';
import type { Trial } from '../trial.ts';

const WEEKS_MS = 8 * 7 * DAY_MS;
const YEARS_MS = 2 * 365 * DAY_MS;
const MINUTE_MS = 60_000;
/** Most of its words are in neither memory, so that even the highest factor leaves a score below 1. */
const QUERY = 'orchard lantern window carpet';
const FACTOR = { min: 0.3, max: 1.5 };
/** Scores are rounded. */
const ROUNDING = 0.001;

interface Pair {
  readonly project: Project;
  readonly slots: ReadonlyMap<string, string>;
  /** A search that returns both. */
  both(more?: { top_k?: number; threshold?: number }): Promise<ReadonlyMap<string, number>>;
  /** A search that returns the one alone; its score. */
  alone(id: string): Promise<number>;
}

/** Two memories of equal match in a project whose decay is off, as old as `age`. */
async function withPair(t: Trial, age: number, use: (pair: Pair) => Promise<void>): Promise<void> {
  await keepingProject(t, async (project) => {
    await project.patch({ decay: false });
    const slots = new Map<string, string>();
    for (const slot of ['brass', 'steel']) {
      slots.set(await t.store(`The orchard gate opens with a ${slot} key.`, { metadata: { slot } }), slot);
    }
    t.host.advance?.(age);
    const scores = async (filters: Parameters<Trial['search']>[1], more = {}) => {
      t.host.advance?.(MINUTE_MS);
      const rows = await t.search(QUERY, filters, { threshold: 0, ...more });
      return new Map(rows.map((row) => [row.id, Number(row['score'])] as const));
    };
    const both: Pair['both'] = (more) => scores(t.mine, more);
    const alone: Pair['alone'] = async (id) => {
      const found = await scores({ AND: [t.mine, { metadata: { slot: slots.get(id) ?? '' } }] });
      expect([...found.keys()]).toEqual([id]);
      return found.get(id) ?? Number.NaN;
    };
    await use({ project, slots, both, alone });
  });
}

const order = (found: ReadonlyMap<string, number>): readonly string[] => [...found.keys()];
const last = (found: ReadonlyMap<string, number>): string => order(found).at(-1) ?? '';

export const DECAY: readonly Check[] = [
  check('5.6', 'decay of the project is switched on and off', async (t) => {
    await keepingProject(t, async (project) => {
      for (const decay of [true, false]) {
        await project.patch({ decay });
        await t.eventually(async () => expect(await project.get('decay')).toMatchObject({ decay }));
      }
    });
  }),
  checkWith(['clock'], '5.6', 'of two equal matches the one that was used lately comes first', async (t) => {
    await withPair(t, WEEKS_MS, async ({ project, both, alone }) => {
      const before = await both();
      expect(before.size).toBe(2);
      const [other = ''] = order(before);
      await project.patch({ decay: true });
      await alone(last(before));
      expect(order(await both())).toEqual([last(before), other]);
      t.host.advance?.(WEEKS_MS);
      await alone(other);
      expect(order(await both())).toEqual([other, last(before)]);
    });
  }),
  checkWith(['clock'], '5.6', 'without decay use changes neither order nor score', async (t) => {
    await withPair(t, WEEKS_MS, async ({ both, alone }) => {
      const before = await both();
      for (let use = 0; use < 3; use += 1) await alone(last(before));
      t.host.advance?.(WEEKS_MS);
      expect([...(await both())]).toEqual([...before]);
    });
  }),
  checkWith(['clock'], '5.6', 'switched off again it leaves no trace in the ranking', async (t) => {
    await withPair(t, WEEKS_MS, async ({ project, both, alone }) => {
      const before = await both();
      await project.patch({ decay: true });
      await alone(last(before));
      await both();
      await project.patch({ decay: false });
      expect([...(await both())]).toEqual([...before]);
    });
  }),
  checkWith(
    ['clock'],
    '5.6',
    'the factor is at least 0.3 for what is stale and at most 1.5 for what is fresh',
    async (t) => {
      await withPair(t, YEARS_MS, async ({ project, both, alone }) => {
        for (const [id, plain] of await both()) {
          await project.patch({ decay: true });
          const stale = await alone(id);
          expect(stale).toBeGreaterThanOrEqual(FACTOR.min * plain - ROUNDING);
          expect(stale).toBeLessThan(plain);
          expect(FACTOR.max * plain, 'the upper end shows').toBeLessThan(1);
          for (let use = 0; use < 5; use += 1) {
            const fresh = await alone(id);
            expect(fresh).toBeGreaterThan(stale);
            expect(fresh).toBeLessThanOrEqual(FACTOR.max * plain + ROUNDING);
          }
        }
      });
    },
  ),
  checkWith(
    ['clock'],
    '5.6',
    'a memory that was just used scores at least three times what it scores after years of rest',
    async (t) => {
      await withPair(t, YEARS_MS, async ({ project, both, alone }) => {
        for (const [id, plain] of await both()) {
          expect(FACTOR.max * plain, 'the upper end shows').toBeLessThan(1);
          await project.patch({ decay: true });
          for (let round = 0; round < 2; round += 1) {
            const rested = await alone(id);
            expect(await alone(id)).toBeGreaterThanOrEqual(3 * rested);
            t.host.advance?.(YEARS_MS);
          }
        }
      });
    },
  ),
  checkWith(['clock'], '5.6', 'get_all is as it was: neither rows nor order know of decay', async (t) => {
    await withPair(t, WEEKS_MS, async ({ project, both, alone }) => {
      const plain = await both();
      const rows = async () => (await t.list(t.mine)).map(lasting);
      const before = await rows();
      expect(before).toHaveLength(2);
      await project.patch({ decay: true });
      expect(await rows()).toEqual(before);
      for (const id of order(plain)) {
        await alone(id);
        expect(await rows()).toEqual(before);
      }
    });
  }),

  checkWith(['clock', 'second-project'], '5.6', 'another project does not decay with it', async (t) => {
    const there = second(t);
    await keepingProject(t, async (project) => {
      await t.store('The orchard gate opens with a brass key.', there);
      t.host.advance?.(YEARS_MS);
      await project.patch({ decay: false });
      const score = async () => (await t.search(QUERY, t.mine, { threshold: 0, ...there })).map((row) => row['score']);
      const before = await score();
      expect(before).toHaveLength(1);
      await project.patch({ decay: true });
      expect(await score()).toEqual(before);
    });
  }),

  checkWith(
    ['clock'],
    '5.7',
    'a stale hit above the threshold before decay comes back, its score below the threshold',
    async (t) => {
      await withPair(t, YEARS_MS, async ({ project, both }) => {
        const plain = await both();
        const threshold = Math.min(...plain.values()) - 0.01;
        await project.patch({ decay: true });
        const found = await both({ threshold });
        expect(order(found)).toHaveLength(2);
        for (const score of found.values()) expect(score).toBeLessThan(threshold);
      });
    },
  ),
  checkWith(['clock'], '5.7', 'a fresh hit below the threshold before decay does not come back', async (t) => {
    await withPair(t, WEEKS_MS, async ({ project, both, alone }) => {
      const plain = await both();
      const threshold = Math.max(...plain.values()) + 0.05;
      expect(threshold).toBeLessThan(1);
      await project.patch({ decay: true });
      for (const id of order(plain)) for (let use = 0; use < 5; use += 1) await alone(id);
      expect(Math.max(...(await both()).values())).toBeGreaterThan(threshold);
      expect(order(await both({ threshold }))).toEqual([]);
    });
  }),
  checkWith(['clock'], '5.7', 'the same memories come back with and without it, however old', async (t) => {
    await withPair(t, YEARS_MS, async ({ project }) => {
      const plain = ids(await t.search(QUERY, t.mine));
      expect(plain).toHaveLength(2);
      await project.patch({ decay: true });
      expect([...ids(await t.search(QUERY, t.mine))].sort()).toEqual([...plain].sort());
    });
  }),

  checkWith(['clock'], '5.8', 'a hit that was returned scores higher the next time', async (t) => {
    await withPair(t, WEEKS_MS, async ({ project, both }) => {
      await project.patch({ decay: true });
      const first = await both();
      const second = await both();
      expect(first.size).toBe(2);
      for (const [id, score] of first) expect(second.get(id)).toBeGreaterThan(score);
    });
  }),
  checkWith(['clock'], '5.8', 'what matched and was not returned is not reinforced', async (t) => {
    await withPair(t, WEEKS_MS, async ({ project, slots, both }) => {
      await project.patch({ decay: true });
      const [returned = '', ...more] = order(await both({ top_k: 1 }));
      expect(more).toEqual([]);
      const other = [...slots.keys()].find((id) => id !== returned) ?? '';
      const found = await both();
      expect(found.get(returned)).toBeGreaterThan(found.get(other) ?? Number.NaN);
    });
  }),
  checkWith(['clock'], '5.8', 'get_all and get by id reinforce nothing: only hits of a search are', async (t) => {
    await withPair(t, WEEKS_MS, async ({ project, slots, both }) => {
      await project.patch({ decay: true });
      const [id = '', other = ''] = slots.keys();
      for (let use = 0; use < 3; use += 1) {
        await t.list({ AND: [t.mine, { metadata: { slot: slots.get(id) ?? '' } }] });
        await t.ok('GET', `/v1/memories/${id}/`);
      }
      const found = await both();
      expect(found.get(id)).toBeCloseTo(found.get(other) ?? Number.NaN, 2);
    });
  }),
];
