import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Failure } from '../../src/contract/failure.ts';
import type { Memory } from '../../src/contract/mem0.ts';
import type { RecipePage } from '../../src/core/recall/pages.ts';
import { FORMER_PINS_RECIPE, type Recipe } from '../../src/core/recall/recipes.ts';
import type { MemoryReader } from '../../src/flows/ports.ts';
import { type RecallInput, type RecallPorts, recall } from '../../src/flows/recall.ts';
import { memory } from '../core/memories.ts';

const START = Date.parse('2026-08-01T09:00:00Z');

/** Filed under a decision's category, and of another type (platform contract §1.3). */
const summary = (n: number) =>
  memory(`Summary number ${n}.`, {
    metadata: { type: 'session_summary' },
    categories: ['architecture_decisions'],
    created_at: new Date(START - n * 60_000).toISOString(),
  });
const decision = (n: number) =>
  memory(`We decided on option ${n}.`, { created_at: new Date(START - 86_400_000 - n * 60_000).toISOString() });

/** A platform that pages as the contract says, of one recipe. */
class Pages {
  readonly asked: RecipePage[] = [];
  readonly #rows: readonly Memory[];
  readonly #name: string;
  failsAt: { readonly request: number; readonly failure: Failure } | undefined;

  constructor(rows: readonly Memory[], name = 'decision') {
    this.#rows = rows;
    this.#name = name;
  }

  readonly reader: MemoryReader = {
    read: async (recipe: Recipe, page: RecipePage) => {
      if (recipe.name !== this.#name) return { rows: [], hasMore: false };
      this.asked.push(page);
      if (this.asked.length === this.failsAt?.request) throw this.failsAt.failure;
      const end = page.number * page.size;
      return { rows: this.#rows.slice(end - page.size, end), hasMore: this.#rows.length > end };
    },
  };

  recalled(input: Partial<RecallInput> = {}, ports: Partial<RecallPorts> = {}) {
    return recall(
      { sessionId: 's1', source: 'startup', deadline: START + 4_000, budget: 8_000, project: 'acme-shop', ...input },
      { connect: async () => this.reader, savedState: () => undefined, now: () => START, ...ports },
    );
  }
}

const inTheWay = (count: number) => Array.from({ length: count }, (_, n) => summary(n));

describe('the pages of a type', () => {
  it('are one where it shows enough, or where there is no other', async () => {
    const enough = new Pages(Array.from({ length: 400 }, (_, n) => decision(n)));
    await enough.recalled();
    const few = new Pages([...inTheWay(40), decision(1)]);
    await few.recalled();
    expect([enough.asked, few.asked]).toEqual([[{ number: 1, size: 50 }], [{ number: 1, size: 50 }]]);
  });

  it('are read until what belongs there is found, however much else stands before it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 50, max: 799 }), async (others) => {
        const pages = new Pages([...inTheWay(others), decision(1)]);
        expect((await pages.recalled()).pack?.text).toContain('We decided on option 1.');
        expect(pages.asked.length).toBeLessThanOrEqual(5);
      }),
      { numRuns: 20 },
    );
  });

  it('are bounded, whatever a platform says that it has', async () => {
    const asked: RecipePage[] = [];
    const reader: MemoryReader = {
      read: async (recipe, page) => {
        if (recipe.name === 'decision') asked.push(page);
        return { rows: [summary(1)], hasMore: true };
      },
    };
    const { pack } = await new Pages([]).recalled({}, { connect: async () => reader });
    expect(asked).toHaveLength(5);
    expect(pack).toBeUndefined();
  });

  it('that fail take nothing of those before, and are named', async () => {
    const rows = [...inTheWay(45), ...Array.from({ length: 5 }, (_, n) => decision(n)), ...inTheWay(100)];
    const pages = new Pages(rows);
    pages.failsAt = { request: 2, failure: new Failure('late', 'too late') };
    const { pack, failure } = await pages.recalled();
    expect(pack?.text).toContain('We decided on option 4.');
    expect(pack?.text).toContain('Could not be read: decision.');
    expect(failure).toBe('late');
  });

  it('end where what was there is gone by now', async () => {
    const pages = new Pages([...inTheWay(45), ...Array.from({ length: 5 }, (_, n) => decision(n)), ...inTheWay(100)]);
    pages.failsAt = { request: 2, failure: new Failure('refused', 'no such page', { status: 404 }) };
    const { pack, failure } = await pages.recalled();
    expect(pack?.text).toContain('We decided on option 4.');
    expect([pack?.text.includes('Could not be read'), failure]).toEqual([false, undefined]);
  });
});

describe('what nobody was promised', () => {
  it('takes nothing with it, and is not missed, where a platform refuses it', async () => {
    const pages = new Pages([decision(1)]);
    const reader: MemoryReader = {
      read: async (recipe, page, within) => {
        if (recipe === FORMER_PINS_RECIPE) throw new Failure('refused', 'no such operator', { status: 400 });
        return pages.reader.read(recipe, page, within);
      },
    };
    const { pack, failure, answer } = await pages.recalled({}, { connect: async () => reader });
    expect(pack?.text).toContain('We decided on option 1.');
    expect([pack?.text.includes('Could not be read'), failure, answer?.rows.length]).toEqual([false, undefined, 1]);
  });
});

describe("a session's own state", () => {
  const own = memory('Goal: the vat form', { metadata: { type: 'session_state', session_id: 's1' } });
  const reading = (asked: string[]): MemoryReader => ({
    read: async (recipe) => {
      const isOwn = 'sessionId' in recipe && recipe.sessionId === 's1';
      if (isOwn) asked.push(recipe.name);
      return { rows: isOwn ? [own] : [], hasMore: false };
    },
  });

  it('is asked for by its id where a session goes on and this machine has none, and only there', async () => {
    for (const [source, saved, expected] of [
      ['resume', undefined, 1],
      ['compact', undefined, 1],
      ['compact', { text: 'Goal: the vat form', at: '2026-08-01T08:00:00Z' }, 0],
      ['startup', undefined, 0],
      ['clear', undefined, 0],
    ] as const) {
      const asked: string[] = [];
      const ports = { connect: async () => reading(asked), savedState: () => saved };
      const { pack } = await new Pages([]).recalled({ source }, ports);
      expect([source, asked.length]).toEqual([source, expected]);
      if (source === 'resume' || source === 'compact') expect(pack?.text).toContain('the vat form');
    }
  });
});

describe("the search by today's work", () => {
  const state = memory('Goal: cart totals in cents', { metadata: { type: 'session_state', session_id: 's0' } });
  const totals = memory('Totals are rounded half to even.', { metadata: { type: 'convention' } });
  const reading = (queries: string[]): MemoryReader => ({
    read: async (recipe) => ({ rows: recipe.name === 'session_state' ? [state] : [], hasMore: false }),
    search: async (query) => {
      queries.push(query);
      return query.includes('totals') ? [totals] : [];
    },
  });
  const query = (text: string | undefined) => (text === undefined ? 'branch' : `branch ${text}`);

  it('goes once more, with the words of a session state that was not known before', async () => {
    const queries: string[] = [];
    const { pack } = await new Pages([]).recalled({}, { connect: async () => reading(queries), query });
    expect(queries).toEqual(['branch', 'branch Goal: cart totals in cents']);
    expect(pack?.text).toContain('half to even');
  });

  it('goes once where the state is the one that was known, or where words of none may be asked with', async () => {
    const queries: string[] = [];
    const connect = async () => reading(queries);
    await new Pages([]).recalled({ knownState: state.memory }, { connect, query });
    expect(queries).toEqual(['branch Goal: cart totals in cents']);
    await new Pages([]).recalled({}, { connect });
    expect(queries).toHaveLength(1);
  });

  it("asks nothing with another's state where a session goes on with its own", async () => {
    const queries: string[] = [];
    const saved = { text: 'Goal: said without a key', at: '2026-08-01T08:00:00Z' };
    const ports = { connect: async () => reading(queries), query, savedState: () => saved };
    await new Pages([]).recalled({ source: 'compact' }, ports);
    expect(queries).toEqual(['branch']);
  });

  it('stands for nothing where all else fails and an earlier answer is there', async () => {
    const reader: MemoryReader = {
      read: async () => Promise.reject(new Failure('unreachable', 'gone')),
      search: async () => [totals],
    };
    const earlier = { at: '2026-07-31T09:00:00Z', rows: [decision(1)] };
    const ports = { connect: async () => reader, query, lastAnswer: () => earlier };
    const { pack } = await new Pages([]).recalled({}, ports);
    expect(pack?.text).toContain('We decided on option 1.');
    expect(pack?.text).toContain('2026-07-31');
  });
});
