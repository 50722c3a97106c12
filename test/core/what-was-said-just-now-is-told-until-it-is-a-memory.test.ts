import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CAPTURED_TYPES, type MemoryWrite } from '../../src/contract/memory.ts';
import type { Place } from '../../src/contract/state.ts';
import { justNow, type Pending } from '../../src/core/recall/just-now.ts';
import { memory } from './memories.ts';

const NOW = Date.parse('2026-11-30T12:00:00Z');
const HERE: Place = { appId: 'acme-shop' };
const where = { place: HERE, rows: [], now: NOW };

function pending(
  texts: readonly string[],
  change: Partial<MemoryWrite['metadata']> = {},
  place: Place = HERE,
  ago = 60_000,
): Pending {
  const metadata = {
    type: 'decision',
    session_id: 's1',
    editor: 'claude-code',
    policy: 'v2.0',
    capture_id: 'c1',
    ...change,
  } as const;
  const messages = texts.flatMap((content) => [
    { role: 'user', content } as const,
    { role: 'assistant', content: `Claude heard: ${content}` } as const,
  ]);
  const write: MemoryWrite = {
    scope: metadata.type === 'preference' ? 'user' : 'project',
    messages,
    metadata,
    infer: true,
  };
  return { item: { place, write }, at: NOW - ago };
}
const textsOf = (items: readonly Pending[], change: Partial<Parameters<typeof justNow>[1]> = {}) =>
  justNow(items, { ...where, ...change }).map(({ text }) => text);

describe('what was said just now', () => {
  it("is the person's own statements, the newest first, and not Claude's words nor the rest of the talk", () => {
    const items = [
      pending(['We deploy to Fly.'], { capture_id: 'c0' }, HERE, 120_000),
      pending(['We deploy to Railway.', 'Logs are JSON.']),
      pending(['The talk.'], { type: 'insight' }),
      pending(['Where it stands.'], { type: 'session_state' }),
    ];
    expect(justNow(items, where)).toEqual([
      { text: 'Logs are JSON.', type: 'decision', at: '2026-11-30T11:59:00.000Z' },
      { text: 'We deploy to Railway.', type: 'decision', at: '2026-11-30T11:59:00.000Z' },
      { text: 'We deploy to Fly.', type: 'decision', at: '2026-11-30T11:58:00.000Z' },
    ]);
  });

  it('is an insight where the person stated it, and not what else was said with it', () => {
    const { item, at } = pending(['We talked. Retries hide the real error. And so on.'], { type: 'insight' });
    expect(textsOf([{ at, item: { ...item, stated: ['Retries hide the real error.'] } }])).toEqual([
      'Retries hide the real error.',
    ]);
  });

  it('goes once it is a memory, by its capture or by its words, be that superseded already', () => {
    const items = [pending(['We deploy to Railway.\nLogs are JSON.'])];
    const row = (text: string, capture_id?: string) => memory(text, { metadata: { type: 'decision', capture_id } });
    expect(textsOf(items, { rows: [row('Deployment is on Railway.', 'c1')] })).toEqual([]);
    expect(textsOf(items, { rows: [{ ...row('Deployment is on Railway.', 'c1'), replaced_by: 'x' }] })).toEqual([]);
    expect(textsOf(items, { rows: [row('we deploy to  railway.')] })).toEqual(['Logs are JSON.']);
    expect(textsOf(items, { rows: [row('Logs are JSON.'), row('We deploy to Railway.')] })).toEqual([]);
    const { capture_id: _, ...without } = pending(['One.']).item.write.metadata;
    const write = { ...pending(['One.']).item.write, metadata: without };
    expect(textsOf([{ at: NOW, item: { place: HERE, write } }], { rows: [row('Another.')] })).toEqual(['One.']);
  });

  it('belongs to its project, or to its user where it is a preference', () => {
    const other: Place = { appId: 'other' };
    const override = { orgId: 'o', projectId: 'p' };
    expect(textsOf([pending(['x'], {}, other), pending(['x'], {}, {})])).toEqual([]);
    expect(textsOf([pending(['x'], {}, {})], { place: {} })).toEqual([]);
    const preference = (place: Place) => [pending(['x'], { type: 'preference' }, place)];
    for (const place of [other, {}]) expect(textsOf(preference(place))).toEqual(['x']);
    for (const place of [
      { ...HERE, userId: 'u' },
      { ...HERE, override },
    ]) {
      expect(textsOf(preference(place))).toEqual([]);
      expect(textsOf([pending(['x'], {}, place)])).toEqual([]);
      expect(textsOf([pending(['x'], {}, place)], { place })).toEqual(['x']);
    }
  });

  it('is not what was said a day ago, whenever it was captured, nor what the session replays itself', () => {
    const DAY = 24 * 60 * 60 * 1000;
    expect(textsOf([pending(['x'], {}, HERE, DAY)])).toEqual([]);
    expect(textsOf([pending(['x'], {}, HERE, DAY - 1)])).toEqual(['x']);
    const { item, at } = pending(['x']);
    const saidAt = (ms: number) => [{ at, item: { ...item, write: { ...item.write, timestamp: (NOW - ms) / 1000 } } }];
    expect(textsOf(saidAt(DAY))).toEqual([]);
    expect(textsOf(saidAt(DAY - 1000))).toEqual(['x']);
    expect(textsOf([pending(['x'])], { replayed: 's1' })).toEqual([]);
    expect(textsOf([pending(['x'])], { replayed: 's2' })).toEqual(['x']);
  });

  it('is told once, in few lines, whatever waits', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.array(fc.string(), { maxLength: 5 }), fc.constantFrom(...CAPTURED_TYPES)), {
          maxLength: 9,
        }),
        (all) => {
          const texts = textsOf(all.map(([said, type], n) => pending(said, { type, capture_id: `c${n}` })));
          expect(texts.length).toBeLessThanOrEqual(12);
          expect(new Set(texts).size).toBe(texts.length);
          expect(texts.every((text) => text.trim() !== '')).toBe(true);
        },
      ),
    );
  });
});
