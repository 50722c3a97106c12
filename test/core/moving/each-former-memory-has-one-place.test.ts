import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Memory } from '../../../src/contract/mem0.ts';
import { MEMORY_TYPES } from '../../../src/contract/memory.ts';
import { adopted } from '../../../src/core/moving/adopted.ts';
import { FORMER_POLICY } from '../../../src/core/moving/moves.ts';
import { CATEGORIES } from '../../../src/core/recall/recipes.ts';
import { NO_SECRETS } from '../../../src/core/redaction/secret-values.ts';
import { only, row, TODAY } from './rows.ts';

const ADOPTING = { today: TODAY, appId: 'acme-shop', secrets: NO_SECRETS, isThere: () => false };

function fate(change: Partial<Memory>, adopting = {}) {
  return only(adopted([row(change)], { ...ADOPTING, ...adopting }));
}

describe('a memory of the first plugin', () => {
  it.each([
    ['user_preference', 'preference'],
    ['anti_pattern', 'insight'],
    ['task_learning', 'insight'],
    ['environmental', 'runbook'],
    ['decision', 'decision'],
    ['convention', 'convention'],
  ])('of type %s becomes a %s', (type, now) => {
    expect(fate({ metadata: { type } })).toMatchObject({ type: now, was: type, write: { metadata: { type: now } } });
  });

  it.each([
    ['session_state', 'session-state'],
    ['session_summary', 'summary'],
    ['compact_summary', 'summary'],
    ['auto_capture', 'auto-capture'],
    ['project_profile', 'project-profile'],
    ['poem', 'no-place'],
  ])('of type %s stays: %s', (type, reason) => {
    // The type is authoritative, whatever a background job files it under (platform contract §1.3).
    expect(fate({ metadata: { type }, categories: ['architecture_decisions'] })).toBe(reason);
  });

  it.each(Object.entries(CATEGORIES).flatMap(([type, names]) => names.map((name) => [name, type] as const)))(
    'without a type and of category %s becomes a %s',
    (name, type) => {
      expect(fate({ metadata: null, categories: ['other', name] })).toMatchObject({ type });
    },
  );

  it('without either has no place', () => {
    expect(fate({ metadata: null })).toBe('no-place');
  });

  it('that is a preference is the user’s own, wherever it lay; all else is of the project of today', () => {
    expect(fate({ metadata: { type: 'user_preference' } })).toMatchObject({ write: { scope: 'user' } });
    expect(fate({ metadata: { type: 'user_preference' }, app_id: null })).not.toHaveProperty('appId');
    expect(fate({})).toMatchObject({ appId: 'acme-shop', write: { scope: 'project' } });
  });

  it('of a project stays where none is here, or where it names none', () => {
    expect(fate({}, { appId: undefined })).toBe('no-project');
    expect(fate({ app_id: null })).toBe('no-project');
  });

  it.each([
    ['[PINNED] We deploy to Railway.', {}, 'We deploy to Railway.'],
    ['We deploy to Railway.', { pinned: true }, 'We deploy to Railway.'],
  ])('that is pinned (%s, %j) is pinned, and its text is without the mark', (memory, metadata, text) => {
    const found = fate({ memory, metadata: { type: 'decision', ...metadata } });
    expect(found).toMatchObject({ text, write: { metadata: { pinned: true } } });
  });

  it('that only speaks of pins is not', () => {
    expect(fate({ memory: 'A note with [PINNED] in it.' })).not.toHaveProperty('write.metadata.pinned');
  });

  it('keeps its date, session and branch', () => {
    const metadata = { type: 'decision', session_id: 's-1', branch: 'side', confidence: 0.7, files: ['*'] };
    expect(fate({ metadata })).toMatchObject({
      write: {
        timestamp: Date.UTC(2026, 0, 2, 3, 4, 5) / 1000,
        metadata: {
          ...{ type: 'decision', session_id: 's-1', branch: 'side', editor: 'claude-code', policy: FORMER_POLICY },
          capture_id: 'adopt-11111111-1111-4111-8111-111111111111',
        },
      },
    });
  });

  it('has the id of its run for a session, where it names no other', () => {
    expect(fate({ session_id: 'run-1' })).toMatchObject({ write: { metadata: { session_id: 'run-1' } } });
    const metadata = { type: 'decision', session_id: 's-1' };
    expect(fate({ session_id: 'run-1', metadata })).toMatchObject({ write: { metadata: { session_id: 's-1' } } });
    expect(fate({})).toMatchObject({ write: { metadata: { session_id: 'by-hand' } } });
  });

  it.each([
    [{ replaced_by: 'x' }, 'superseded'],
    [{ expiration_date: '2026-11-29' }, 'expired'],
    [{ is_deleted: true }, 'deleted'],
    [{ memory: '...' }, 'no-words'],
    [{ memory: `word ${'x'.repeat(9_000)}` }, 'too-long'],
  ])('that is %j stays: %s', (change, reason) => {
    expect(fate(change)).toBe(reason);
  });

  const document = `# Rules\n\n${'Write short functions. '.repeat(30)}\n\n## Tests\n\nTest what ships.`;

  it.each([
    ['lines of a memory file', { metadata: { type: 'task_learning', source: 'memory-md-import' } }],
    ['rules of another tool', { metadata: { type: 'convention', source: 'cursor-import' } }],
    ['a named file', { metadata: { type: 'convention', file: 'CLAUDE.md[2/7]' } }],
    ['a piece of Markdown', { memory: document }],
  ])('that is %s is kept for 30 days', (_, change) => {
    expect(fate(change)).toMatchObject({ write: { expirationDate: '2026-12-30' } });
  });

  it.each([
    ['its own export read in again', { metadata: { type: 'decision', source: 'import' } }],
    ['a long statement', { memory: 'We deploy to Railway, since it is simple. '.repeat(30) }],
    ['a short one with a heading', { memory: '# We deploy\n## to Railway' }],
    ['what a model stored', { metadata: { type: 'decision', source: 'auto_capture' } }],
  ])('that is %s is kept for good', (_, change) => {
    expect(fate(change)).not.toHaveProperty('write.expirationDate');
  });

  it('that expires earlier anyway still does', () => {
    const metadata = { type: 'convention', source: 'cursor-import' };
    expect(fate({ metadata, expiration_date: '2026-12-01' })).toMatchObject({
      write: { expirationDate: '2026-12-01' },
    });
    expect(fate({ metadata, expiration_date: '2999-12-01' })).toMatchObject({
      write: { expirationDate: '2026-12-30' },
    });
  });

  it.each([
    { metadata: { type: 'health_check', probe: true } },
    { metadata: null, memory: 'Health check: safe to delete.' },
  ])('that is a health check is gone tomorrow (%j)', (change) => {
    expect(fate(change)).toMatchObject({ write: { expirationDate: TODAY } });
  });

  it('that speaks of health checks is not one', () => {
    expect(fate({ memory: 'Health checks run every minute.' })).not.toHaveProperty('write.expirationDate');
  });
});

describe('of memories that say the same', () => {
  const twins = [
    row({ id: 'a', memory: 'We deploy to  Railway.' }),
    row({ id: 'b', memory: 'We deploy to Railway.', created_at: '2026-02-02T00:00:00Z' }),
    row({ id: 'c', metadata: { type: 'convention' } }),
  ];

  it('the newest goes, and one of another type', () => {
    const { moves, stays } = adopted(twins, ADOPTING);
    expect(moves.map(({ id }) => id)).toEqual(['c', 'b']);
    expect(stays).toMatchObject([{ id: 'a', reason: 'same' }]);
  });

  it('a pinned one comes before a newer one', () => {
    const pinned = row({ id: 'd', memory: '[PINNED] We deploy to Railway.', created_at: '2020-01-01T00:00:00Z' });
    expect(adopted([...twins, pinned], ADOPTING).moves.map(({ id }) => id)).toEqual(['d', 'c']);
  });

  it('none goes where today says it already', () => {
    const { moves, stays } = adopted(twins, { ...ADOPTING, isThere: () => true });
    expect(moves).toEqual([]);
    expect(stays.map(({ reason }) => reason)).toEqual(['there', 'there', 'there']);
  });
});

describe('whatever the rows are', () => {
  const maybe = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: null });
  const types = ['user_preference', 'task_learning', 'session_summary', 'health_check', 'poem', ...MEMORY_TYPES];
  const rows = fc.uniqueArray(
    fc.record({
      id: fc.uuid(),
      memory: fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('[PINNED] a b', 'a b', '# a\n# b')),
      app_id: maybe(fc.constantFrom('shop', 'acme-shop')),
      metadata: maybe(
        fc.record({
          type: fc.oneof(fc.constantFrom(...types), fc.integer()),
          branch: fc.anything(),
          pinned: fc.boolean(),
        }),
      ) as fc.Arbitrary<Record<string, unknown> | null>,
      categories: maybe(fc.array(fc.constantFrom('bug_fixes', 'team_norms', 'other'))),
      replaced_by: maybe(fc.constant('x')),
      expiration_date: maybe(fc.constantFrom('2020-01-01', '2999-01-01', TODAY, 'never')),
      created_at: maybe(fc.oneof(fc.constantFrom('2026-01-01T00:00:00Z', '1950-01-01T00:00:00Z'), fc.string())),
    }),
    { selector: ({ id }) => id },
  );

  it('each has exactly one fate, and no two moves say the same in one place', () => {
    fc.assert(
      fc.property(rows, fc.option(fc.constant('acme-shop'), { nil: undefined }), (some, appId) => {
        const { moves, stays } = adopted(
          some.map((one) => row(one)),
          { ...ADOPTING, appId },
        );
        expect([...moves, ...stays].map(({ id }) => id).sort()).toEqual(some.map(({ id }) => id).sort());
        const said = moves.map(({ write, text }) => `${write.scope} ${write.metadata.type} ${text}`);
        expect(new Set(said).size).toBe(said.length);
        for (const { write } of moves) {
          expect(write).toMatchObject({ infer: false, messages: [{ role: 'user' }] });
          expect(write.scope).toBe(write.metadata.type === 'preference' ? 'user' : 'project');
          expect(write.metadata.type).not.toBe('session_state');
          expect(write.expirationDate ?? TODAY).toMatch(/^\d{4}-\d\d-\d\d$/);
          expect(write.timestamp ?? 0).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });

  it('their order changes nothing', () => {
    fc.assert(
      fc.property(rows, (some) => {
        const all = some.map((one) => row(one));
        const { moves } = adopted(all, ADOPTING);
        expect(adopted([...all].reverse(), ADOPTING).moves).toEqual(moves);
      }),
    );
  });
});
