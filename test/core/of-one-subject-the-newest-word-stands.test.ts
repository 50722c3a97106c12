import { describe, expect, it } from 'vitest';
import type { Memory } from '../../src/contract/mem0.ts';
import { assemblePack, type PackInput } from '../../src/core/recall/context-pack.ts';
import { memory } from './memories.ts';

const at = (day: number, text: string, change: Partial<Memory> = {}) =>
  memory(text, { created_at: `2026-11-${String(day).padStart(2, '0')}T10:00:00Z`, ...change });
const lines = (rows: readonly Memory[], change: Partial<PackInput> = {}) =>
  (assemblePack({ rows, today: '2026-11-30', budget: 8_000, missing: [], ...change })?.text ?? '')
    .split('\n')
    .filter((line) => line.startsWith('- '))
    .map((line) => line.replace(/^- (?:\d{4}-\d{2}-\d{2}: )?| \[[^\]]*\]$/g, ''));

const SETTLED: readonly (readonly [older: string, newer: string, shown: string])[] = [
  ['We deploy to Fly.io.', 'We deploy to Railway.', 'We deploy to Railway. (was Fly.io)'],
  [
    'The shop is deployed to Scaleway.',
    'The shop is deployed to Fly.io.',
    'The shop is deployed to Fly.io. (was Scaleway)',
  ],
  ['Our API is hosted on Render', 'Our API is hosted on Railway', 'Our API is hosted on Railway (was Render)'],
  ['Unit tests run with Jest.', 'Unit tests run with Vitest.', 'Unit tests run with Vitest. (was Jest)'],
  ['The job queue runs on Redis', 'The job queue runs on RabbitMQ', 'The job queue runs on RabbitMQ (was Redis)'],
  ['Logs are plain text', 'Logs are JSON', 'Logs are JSON (was plain text)'],
  ['Retry 3 times', 'retry 5 times.', 'retry 5 times. (was 3)'],
  ['We use npm', 'Decision: use pnpm, because it is fast', 'Decision: use pnpm, because it is fast (was npm)'],
  ['We use Node 20', 'We now use Node 22.', 'We now use Node 22. (was 20)'],
  ['The default branch is Develop', 'The default branch is Main', 'The default branch is Main (was Develop)'],
  ['Use ESLint for linting', 'We use Biome for linting', 'We use Biome for linting (was ESLint)'],
  ['Mock the clock in tests', 'Never mock the clock in tests', 'Never mock the clock in tests'],
  ['We use Prisma', 'Use Drizzle instead of Prisma', 'Use Drizzle instead of Prisma (was Prisma)'],
  ['We use Foozle', 'We no longer use Foozle.', 'We no longer use Foozle.'],
  ['We use Foozle', 'Use Barzle, not Foozle', 'Use Barzle, not Foozle'],
  ['We deploy to Fly.io', 'We moved from Fly.io to Railway', 'We moved from Fly.io to Railway'],
  [
    'Access tokens expire after 15 minutes',
    'Access tokens expire after 30 min',
    'Access tokens expire after 30 min (was 15)',
  ],
];

/** Both may be true, or nobody can be sure. */
const UNSETTLED: readonly (readonly [string, string])[] = [
  ['We deploy to Fly.io', 'We also deploy to Railway'],
  ['We deploy the API to Fly.io', 'We deploy the worker to Railway'],
  ['The API is deployed to Fly.io', 'The worker is deployed to Railway'],
  ['The shop is deployed to staging', 'The shop is deployed to production'],
  ['The shop is deployed on Fridays', 'The shop is deployed on Mondays'],
  ['The shop is deployed by Mara to Fly.io', 'The shop is deployed by Tom to Railway'],
  ['Unit tests run with Jest', 'Browser tests run with Playwright'],
  ['Unit tests run with Jest', 'Unit tests run on Jenkins'],
  ['The job queue runs on Redis', 'The cache runs on Memcached'],
  ['We deploy to staging', 'We deploy to production'],
  ['We deploy on Fridays', 'We deploy on Mondays'],
  ['We deploy to Kubernetes', 'We deploy to AWS'],
  ['We deploy to Fly.io', 'We might deploy to Railway'],
  ['We support JSON', 'We support XML'],
  ['Logs are plain text', 'Metrics are JSON'],
  ['The API is slow', 'The API is public'],
  ['We use Redis', 'We use Kafka'],
  ['We use Postgres', 'We use MySQL'],
  ['Use Redis for sessions', 'Use Postgres for sessions and jobs'],
  ['Step 3 is the dump', 'Step 4 is the dump'],
  ['Keep 3 replicas in zone 1', 'Keep 3 replicas in zone 2'],
  ['Retry uploads 3 times', 'Retry downloads 5 times'],
  ['Port 3000 is the API', 'Port 3001 is the API'],
  ['Our database is Postgres', 'Our database is Postgres 16'],
  ['We use npm', 'We use pnpm in the web folder'],
  ['Use tabs', 'Use spaces in YAML'],
  ['Mock the clock', 'Never mock the clock in production'],
  ['We use Redis', 'We moved from Redis to SQS for jobs'],
  ['Use npm or pnpm', 'Use pnpm or yarn'],
];

describe('of one subject the newest word stands', () => {
  for (const [older, newer, shown] of SETTLED)
    it(`${older} → ${newer}`, () => {
      expect(lines([at(1, older), at(9, newer)])).toEqual([shown]);
      expect(lines([at(1, older), at(9, newer, { metadata: { type: 'convention' } })])).toEqual([shown]);
    });

  for (const [one, other] of UNSETTLED)
    it(`both: ${one} | ${other}`, () => {
      expect(lines([at(1, one), at(9, other)])).toEqual([other, one]);
      expect(lines([at(1, other), at(9, one)])).toEqual([one, other]);
    });

  it('the last of three, and no word of the first', () => {
    const rows = ['Heroku', 'Fly.io', 'Railway'].map((host, i) => at(i + 1, `We deploy to ${host}`));
    expect(lines(rows)).toEqual(['We deploy to Railway (was Fly.io)']);
  });

  it('what was said again later is the newest', () => {
    const rows = [
      at(1, 'Use pnpm', { metadata: { type: 'decision', pinned: true } }),
      at(2, 'Use npm'),
      at(3, 'We use pnpm'),
    ];
    expect(lines(rows)).toEqual(['Use pnpm (was npm)']);
  });

  it('what says more, or is pinned, stays with the newer word behind it', () => {
    expect(lines([at(1, 'We deploy to Fly.io. Secrets are in Doppler.'), at(9, 'We deploy to Railway')])).toEqual([
      'We deploy to Railway',
      'We deploy to Fly.io. Secrets are in Doppler. (now Railway)',
    ]);
    expect(lines([at(1, '[PINNED] We deploy to Fly.io'), at(9, 'We deploy to Railway')])).toEqual([
      'We deploy to Fly.io (now Railway)',
      'We deploy to Railway',
    ]);
  });

  it('insights and runbooks are no word of somebody, and a person in general is another subject than a project', () => {
    const insight = { metadata: { type: 'insight' } };
    expect(lines([at(1, 'Retry 3 times', insight), at(9, 'Retry 5 times', insight)])).toHaveLength(2);
    const general = { metadata: { type: 'preference' }, app_id: null };
    expect(lines([at(1, 'Use tabs', general), at(9, 'Use spaces')])).toHaveLength(2);
    expect(lines([at(1, 'Use tabs', general), at(9, 'Use spaces', general)])).toEqual(['Use spaces (was tabs)']);
  });

  it('nothing that holds on another branch alone takes the place of what holds here', () => {
    const [old, newer] = [at(1, 'We deploy to Fly.io'), at(9, 'We deploy to Railway')];
    const standing = (row: Memory) => ({ marks: row === newer ? ['on branch x'] : [], distance: 0 });
    expect(lines([old, newer], { standing })).toHaveLength(2);
  });

  it('what was said just now is newer than any memory', () => {
    const justNow = [{ text: 'We deploy to Railway', type: 'decision' as const, at: '2026-11-30T10:00:00Z' }];
    expect(lines([at(1, 'We deploy to Fly.io')], { justNow })).toEqual(['decision: We deploy to Railway (was Fly.io)']);
  });

  it('two of the same instant, or without a date, both stay', () => {
    expect(lines([at(1, 'Use tabs'), at(1, 'Use spaces')])).toHaveLength(2);
    expect(lines(['Use tabs', 'Use spaces'].map((text) => memory(text, { created_at: null })))).toHaveLength(2);
  });
});
