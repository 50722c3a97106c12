import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MEMORY_TYPES, POLICY } from '../../src/contract/memory.ts';
import type { ProjectSettings } from '../../src/contract/operator.ts';
import { PROJECT_CATEGORIES, PROJECT_INSTRUCTIONS } from '../../src/core/capture/project-gate.ts';
import { gateBlock } from '../../src/core/setup/gate-block.ts';
import { setupPlan, WANTED, type Wanted, withoutGate } from '../../src/core/setup/plan.ts';

const NONE: ProjectSettings = { customInstructions: '', customCategories: [], decay: false };
const OLD = gateBlock('Extract only what mattered once.', 'v1.0');
const EDITED = OLD.replace('once', 'to me');

/** Texts with pieces of ours in them, in any order: whole blocks, changed ones, and marks alone. */
const pieces = fc.oneof(
  fc.string(),
  fc.constantFrom(
    OLD,
    EDITED,
    gateBlock(PROJECT_INSTRUCTIONS, WANTED.revision),
    '[end of the mem0-hooks write gate]',
    OLD.split('\n')[0] ?? '',
    '\n',
    'Answer in German.',
  ),
);
const instructions = fc.array(pieces, { maxLength: 6 }).map((all) => all.join('\n'));
const categories = fc.uniqueArray(
  fc.record({
    name: fc.oneof(fc.constantFrom(...MEMORY_TYPES), fc.string({ minLength: 1 })),
    description: fc.string(),
  }),
  { selector: ({ name }) => name, maxLength: 8 },
);
const settings: fc.Arbitrary<ProjectSettings> = fc.record({
  customInstructions: instructions,
  customCategories: categories,
  decay: fc.boolean(),
});
const wanted: fc.Arbitrary<Wanted> = fc.record(
  {
    instructions: fc.constantFrom(PROJECT_INSTRUCTIONS, 'Other instructions.\n- of two lines'),
    revision: fc.constantFrom(WANTED.revision, 'v9'),
    categories: fc.constantFrom(PROJECT_CATEGORIES, PROJECT_CATEGORIES.slice(2)),
    decay: fc.boolean(),
  },
  { requiredKeys: ['instructions', 'revision', 'categories'] },
);

describe('a plan', () => {
  it('on its own outcome has nothing to do', () => {
    fc.assert(
      fc.property(settings, wanted, (current, want) => {
        const { outcome } = setupPlan(current, want);
        expect(setupPlan(outcome, want)).toMatchObject({ changes: {}, nothingToDo: true });
      }),
    );
  });

  it('has the same outcome where a server changed the ends of lines and trimmed the text', () => {
    fc.assert(
      fc.property(settings, (current) => {
        const { outcome } = setupPlan(current);
        const customInstructions = outcome.customInstructions.replace(/\n/g, '\r\n').trim();
        expect(setupPlan({ ...outcome, customInstructions }).changes).toEqual({});
      }),
    );
  });

  it('leaves every category where it was, as it was, and adds those that are not there', () => {
    fc.assert(
      fc.property(settings, wanted, (current, want) => {
        const { customCategories } = setupPlan(current, want).outcome;
        expect(customCategories.slice(0, current.customCategories.length)).toEqual(current.customCategories);
        const names = customCategories.map(({ name }) => name);
        expect(new Set(names).size).toBe(names.length);
        expect(names).toEqual(expect.arrayContaining(want.categories.map(({ name }) => name)));
      }),
    );
  });

  it("keeps a person's own instructions to the letter", () => {
    const own = fc.string().filter((text) => !text.includes('mem0-hooks'));
    fc.assert(
      fc.property(own, own, wanted, (before, after, want) => {
        const fresh = setupPlan({ ...NONE, customInstructions: before }, want).outcome.customInstructions;
        expect(fresh.startsWith(before)).toBe(true);
        const between = `${before}${OLD}${after}`;
        const { outcome, replaced } = setupPlan({ ...NONE, customInstructions: between }, want);
        expect(outcome.customInstructions).toBe(`${before}${gateBlock(want.instructions, want.revision)}${after}`);
        expect(replaced).toEqual(['v1.0']);
      }),
    );
  });

  it('holds the wanted gate exactly once, whatever stood there', () => {
    fc.assert(
      fc.property(settings, wanted, (current, want) => {
        const { customInstructions } = setupPlan(current, want).outcome;
        const squeezed = customInstructions.replace(/\s+/g, ' ');
        const block = gateBlock(want.instructions, want.revision).replace(/\s+/g, ' ');
        expect(squeezed.split(block)).toHaveLength(2);
      }),
    );
  });

  it('takes a gate that was changed by hand for the person’s, keeps it and says so', () => {
    const { outcome, edited, replaced } = setupPlan({ ...NONE, customInstructions: `Mine.\n\n${EDITED}` });
    expect(outcome.customInstructions).toContain(EDITED);
    expect({ edited, replaced }).toEqual({ edited: 1, replaced: [] });
  });

  it('keeps a description that differs from ours, and names it', () => {
    const mine = { name: 'decision', description: 'what the board said' };
    const { kept, added, outcome } = setupPlan({ ...NONE, customCategories: [mine] });
    expect(kept).toEqual(['decision']);
    expect(added).toEqual(MEMORY_TYPES.filter((type) => type !== 'decision'));
    expect(outcome.customCategories[0]).toEqual(mine);
  });

  it('leaves decay alone unless it is asked for', () => {
    expect(setupPlan({ ...NONE, decay: true }).changes).not.toHaveProperty('decay');
    expect(setupPlan(NONE, { ...WANTED, decay: true }).changes).toHaveProperty('decay', true);
  });
});

describe('what this version wants', () => {
  it('is one category a type, the revision of the gate, and what the gate keeps out', () => {
    expect(PROJECT_CATEGORIES.map(({ name }) => name)).toEqual([...MEMORY_TYPES]);
    for (const { description } of PROJECT_CATEGORIES) expect(description).not.toMatch(/^Extract|^$/);
    expect(WANTED.revision).toBe(POLICY);
    expect(PROJECT_INSTRUCTIONS).toMatch(/training heartbeats[\s\S]*lists of modified files/);
  });

  it('goes again without a trace of the person’s words being lost', () => {
    const { outcome } = setupPlan({ ...NONE, customInstructions: 'Answer in German.' });
    expect(withoutGate(outcome.customInstructions)).toBe('Answer in German.');
    expect(withoutGate(EDITED)).toBe(EDITED);
  });
});
