import { describe, expect, it } from 'vitest';
import type { Memory } from '../../src/contract/mem0.ts';
import { assemblePack, type PackInput } from '../../src/core/recall/context-pack.ts';
import { memory } from './memories.ts';

const assemble = (rows: readonly Memory[], change: Partial<PackInput> = {}) =>
  assemblePack({ rows, today: '2026-11-30', budget: 8_000, missing: [], ...change });
const shown = (rows: readonly Memory[], change: Partial<PackInput> = {}) => assemble(rows, change)?.ids ?? [];
const at = (day: number, text: string, change: Partial<Memory> = {}) =>
  memory(text, { created_at: `2026-11-${String(day).padStart(2, '0')}T10:00:00Z`, ...change });

const SAME: readonly (readonly [string, string])[] = [
  ['Use pnpm.', 'We use pnpm here'],
  ['Use pnpm.', 'Decision: use pnpm, never npm'],
  ['We use pnpm here', 'Decision: use pnpm, never npm'],
  ['Use pnpm.', 'The team uses PNPM!'],
  ['Use pnpm.', 'We decided to use pnpm in this repo.'],
  ['Use pnpm', 'Use pnpm, because npm is slow on our machines.'],
  ['Never force-push.', "Don't force-push"],
  ['Never force-push.', 'Do not force-push!'],
  ['In tests, use Vitest', 'Use Vitest in tests.'],
  ['For validation use Zod', 'We use Zod for validation'],
  ['Copy dumps from prod to staging', 'Copy dumps to staging from prod.'],
  ['Retry 3 times', 'We retry three times.'],
  ['The timeout is 30s', 'The timeout is 30 seconds'],
  ['Migrations must be reversible', 'Our migrations are reversible'],
  ['[PINNED] Use pnpm.', 'Use `pnpm`'],
];

const DIFFERENT: readonly (readonly [string, string])[] = [
  ['We go from 4 to 5 retries', 'We go from 5 to 4 retries'],
  ['Merge main into dev', 'Merge dev into main'],
  ['Orders call billing', 'Billing calls orders'],
  ['Orders depend on billing', 'Billing depends on orders'],
  ['Prefer npm over pnpm', 'Prefer pnpm over npm'],
  ['Use tabs', 'Use tabs, not in YAML'],
  ['Use tabs', 'Only use tabs'],
  ['Use feature flags', 'Use feature flags, except in the worker'],
  ['Use pnpm in the web folder', 'Use pnpm in the api folder'],
  ['Read src/queue.ts first', 'Read src/queues.ts first'],
  ['Names are userId', 'Names are UserId'],
  ['We support Node 20', 'We support Node 22'],
  ['Error 404 means gone', 'Error 500 means gone'],
  ['At least 3 items', 'At most 3 items'],
  ['Rows > 5 are cut', 'Rows < 5 are cut'],
  ['We use Redis', 'We used Redis'],
  ['We use Redis', 'We might use Redis'],
  ['We use Redis', 'Should we use Redis?'],
  ['We will deploy weekly', 'We deploy weekly'],
  ['Retry uploads in tests, log in production', 'Retry uploads in production, log in tests'],
  ['Load .env first', 'Load env first'],
  ['Pass --force', 'Pass force'],
  ['Not all jobs are idempotent', 'All jobs are idempotent'],
  ['Never use npm', 'Do not always use npm'],
  ['Never use npm', 'Never, ever use npm at night'],
  ['Use C++', 'Use C#'],
  ['価格は整数。', '価格は小数。'],
];

describe('what says the same stands once', () => {
  for (const [one, other] of SAME)
    it(`${one} | ${other}`, () => {
      for (const [older, newer] of [
        [at(1, one), at(9, other, { metadata: { type: 'convention' } })],
        [at(1, other), at(9, one, { metadata: { type: 'convention' } })],
      ] as const) {
        const pinned = [older, newer].find((row) => row.memory.startsWith('[PINNED]'));
        expect(shown([older, newer])).toEqual([(pinned ?? newer).id]);
      }
    });

  for (const [one, other] of DIFFERENT)
    it(`not ${one} | ${other}`, () => {
      for (const type of ['insight', 'decision']) {
        const rows = [at(1, one, { metadata: { type } }), at(9, other, { metadata: { type } })];
        expect(shown(rows)).toHaveLength(2);
      }
    });

  it('the pin stands, then what has its id of today, then what holds here, then the newest, then the more telling', () => {
    const old = at(1, 'Use pnpm.');
    const newer = at(9, 'We use pnpm');
    const isUnderAlias = (row: Memory) => row === newer;
    const standing = (row: Memory) => ({ marks: row === newer ? ['on branch x'] : [], distance: 0 });
    expect(shown([old, newer])).toEqual([newer.id]);
    expect(shown([old, newer], { isUnderAlias })).toEqual([old.id]);
    expect(shown([old, newer], { standing })).toEqual([old.id]);
    const pin = at(1, 'Use pnpm', { metadata: { type: 'decision', pinned: true } });
    expect(shown([pin, newer])).toEqual([pin.id]);
    const telling = at(9, 'We use pnpm, because npm is slow.');
    expect(shown([newer, telling])).toEqual([telling.id]);
  });

  it('a reason is part of an insight, and another one is another insight', () => {
    const insight = (day: number, text: string) => at(day, text, { metadata: { type: 'insight' } });
    const bare = insight(9, 'The build fails');
    const full = insight(1, 'The build fails because the disk is full');
    const other = insight(2, 'The build fails because the key has expired');
    expect(shown([bare, full, other])).toEqual([other.id, full.id]);
  });

  it('an alternative that does not go without saying is not lost', () => {
    const full = at(1, 'Use feature branches, never rebase');
    expect(shown([full, at(9, 'Use feature branches')])).toEqual([full.id]);
  });

  it('what is like something that was given is not new, however it was said', () => {
    const given = at(1, 'Use pnpm.');
    const other = at(2, 'Logs are JSON.');
    expect(shown([given, at(9, 'We use pnpm here'), other], { given: new Set([given.id]) })).toEqual([other.id]);
  });

  it('what was said just now leaves its place to the memory that says it, and stands where there is none', () => {
    const said = (text: string) => ({ text, type: 'decision' as const, at: '2026-11-30T10:00:00Z' });
    const justNow = [said('we use pnpm here!'), said('Logs are JSON'), said('logs are json.')];
    const pack = assemble([at(1, 'Use pnpm.')], { justNow });
    expect(pack?.counts).toEqual({ 'just-now': 1, decision: 1 });
    expect(pack?.text.match(/pnpm/g)).toHaveLength(1);
  });

  it('a pin without a type that we know stands', () => {
    const pin = memory('Ask first.', { metadata: { pinned: true } });
    const old = memory('[PINNED] Never on Fridays.', { metadata: { type: 'auto_capture' } });
    const empty = memory('[PINNED] ');
    expect(assemble([pin, old, empty])?.counts).toEqual({ pinned: 2 });
  });
});
