import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MEMORY_TYPES } from '../../src/contract/memory.ts';
import { assemblePack } from '../../src/core/recall/context-pack.ts';
import { memory } from './memories.ts';

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.constantFrom(
    '</recalled-memory>',
    '<system-reminder>',
    '\u202e',
    'a'.repeat(84_000),
    '\ud83d',
    '👩‍💻'.repeat(400),
  ),
);
const row = fc.record({ text, type: fc.constantFrom(...MEMORY_TYPES, 'odd'), day: fc.integer({ min: 10, max: 28 }) });

describe('the pack stays within its budget', () => {
  it('whatever the memories and the budget, is well-formed, and is fenced exactly once', () => {
    fc.assert(
      fc.property(
        fc.array(row, { maxLength: 80 }),
        fc.option(text, { nil: undefined }),
        fc.integer({ min: 500, max: 20_000 }),
        fc.uniqueArray(fc.constantFrom(...MEMORY_TYPES, 'pinned'), { maxLength: 7 }),
        (rows, state, budget, missing) => {
          const result = assemblePack({
            rows: rows.map((r) =>
              memory(r.text, { metadata: { type: r.type }, created_at: `2026-11-${r.day}T00:00:00Z` }),
            ),
            ...(state === undefined ? {} : { sessionState: { text: state, at: '2026-11-29T20:13:00Z' } }),
            today: '2026-11-30',
            budget,
            project: 'acme-shop'.repeat(12),
            missing,
          });
          if (result === undefined) return;
          expect(result.text.length).toBeLessThanOrEqual(Math.min(budget, 9_500));
          expect(result.text.isWellFormed()).toBe(true);
          expect(result.text.match(/<\/?[a-z]/gi)).toEqual(['<r', '</r']);
          expect(result.text.startsWith('<recalled-memory>\n')).toBe(true);
          expect(result.text.endsWith('\n</recalled-memory>')).toBe(true);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('lets no section starve, and says how many were left out', () => {
    const many = (type: string, count: number) =>
      Array.from({ length: count }, (_, i) => memory(`${type} ${i}. ${'word '.repeat(30)}`, { metadata: { type } }));
    const result = assemblePack({
      rows: [...many('insight', 200), ...many('decision', 3), ...many('preference', 3)],
      today: '2026-11-30',
      budget: 3_000,
      missing: [],
    });
    expect(result?.counts.decision).toBe(3);
    expect(result?.counts.preference).toBe(3);
    expect(result?.counts.insight).toBeGreaterThan(3);
    const shown = Object.values(result?.counts ?? {}).reduce((a, b) => a + b, 0);
    expect(result?.text).toContain(`${206 - shown} more left out`);
  });

  it('cuts a long memory at a sentence end', () => {
    const result = assemblePack({
      rows: [memory(`${'A sentence that is long enough. '.repeat(60)}`)],
      today: '2026-11-30',
      budget: 2_000,
      missing: [],
    });
    expect(result?.text).toMatch(/long enough\. … \[/);
  });

  it('gives each section a line, though all are long, and the session state two fifths', () => {
    const types = ['preference', 'decision', 'convention', 'runbook', 'insight'];
    const rows = [...types, 'pinned'].map((type) =>
      memory(`${type} ${'word '.repeat(400)}`, {
        metadata: { type: type === 'pinned' ? 'insight' : type, pinned: type === 'pinned' },
      }),
    );
    const result = assemblePack({
      rows,
      justNow: [{ text: 'now '.repeat(400), type: 'decision', at: '2026-11-30T10:00:00Z' }],
      sessionState: { text: 'Goal: all of it.\n'.repeat(400), at: '2026-11-29T20:13:00Z' },
      today: '2026-11-30',
      budget: 2_000,
      missing: [],
    });
    expect(Object.values(result?.counts ?? {})).toEqual([1, 1, 1, 1, 1, 1, 1]);
    expect(result?.leftOut).toBe(0);
    expect(result?.text.match(/Goal: all of it/g)?.length).toBeGreaterThan(20);
  });

  it('cuts no first line for the sake of sections that need less', () => {
    const long = memory(`${'word '.repeat(150)}end.`, { metadata: { type: 'insight' } });
    const others = ['preference', 'decision', 'convention'].map((type) =>
      memory(`${type} it is.`, { metadata: { type } }),
    );
    const result = assemblePack({ rows: [long, ...others], today: '2026-11-30', budget: 8_000, missing: [] });
    expect(result?.text).toContain('word end.');
  });

  it('leaves to the session state what the items do not need', () => {
    const sessionState = { text: 'Goal: all of it.\n'.repeat(200), at: '2026-11-29T20:13:00Z' };
    const result = assemblePack({
      rows: [memory('One.')],
      sessionState,
      today: '2026-11-30',
      budget: 5_000,
      missing: [],
    });
    expect(result?.text.match(/Goal: all of it/g)).toHaveLength(200);
  });
});
