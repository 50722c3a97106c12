import { describe, expect, it } from 'vitest';
import { contradicts } from '../../src/local/life/supersede.ts';

const FLY = 'We deploy to Fly.io, region fra, because it is close to our customers.';
const RAILWAY =
  "Let's move off Fly.io to Railway because Fly's volumes pin us to a single region and the last two deploys needed manual machine restarts.";

const CONTRADICTED: readonly (readonly [newer: string, older: string])[] = [
  [RAILWAY, FLY],
  ["Let's move back off Railway to Fly.io.", RAILWAY],
  ['We switched from Fly.io to Railway.', FLY],
  ['Let’s move the app off Fly.io to Railway.', FLY],
  ['We no longer deploy to Fly.io.', FLY],
  ['Decision: Fly.io is replaced by Railway.', FLY],
  ["Let's replace Fly.io with Railway.", FLY],
  ['We use Railway, not Fly.io.', 'Decision: we use Fly.io.'],
  ['Use Vitest instead of Jest.', 'We use Jest for unit tests.'],
  ['Use Vitest instead of Jest for unit tests.', 'We use Jest for testing.'],
  ['I prefer spaces over tabs.', 'I prefer tabs over spaces.'],
  ['I prefer pnpm over npm: always use pnpm.', 'Always use npm.'],
  ["Let's drop Redis in favour of Valkey.", 'We store sessions in Redis.'],
  ['Move the queue from Redis to SQS.', 'We use Redis for the job queue.'],
  ['Change the timeout from 5s to 10s.', 'We set the timeout to 5s.'],
  ['Stop using Heroku immediately.', 'We host on Heroku.'],
  ['We deploy to Railway.', FLY],
  ['Our database is Postgres 16.', 'Our database is MySQL 8.'],
  ['We use Biome for linting.', 'We use ESLint for linting.'],
  ['Move off Fly.io.', 'Fly.io is our host.'],
  ['Move off Fly.io.', 'The API is hosted on Fly.io.'],
];

const KEPT: readonly (readonly [newer: string, older: string])[] = [
  [RAILWAY, 'Railway is cheaper than Fly.io.'],
  [RAILWAY, 'We picked Railway because it is cheaper than Fly.io.'],
  [RAILWAY, 'We looked at Fly.io and Render.'],
  [RAILWAY, "Fly.io's volumes pin us to one region."],
  [RAILWAY, "We don't deploy to Fly.io."],
  [RAILWAY, 'Sessions are stored in region fra since we host on Fly.io.'],
  [RAILWAY, RAILWAY],
  [RAILWAY, 'We deploy to Fly.io.example staging.'],
  ["Let's move off Redis to Valkey.", 'We use Postgres and Redis.'],
  ['Move the queue from Redis to SQS.', 'We use Redis for caching.'],
  ['The migration copies rows from users to accounts.', 'We use users for login.'],
  ["Let's move off it.", 'We use it daily.'],
  ['We also deploy to Railway.', FLY],
  ['We deploy to Staging on Mondays.', 'We deploy to Production on Fridays.'],
  ['The database is slow.', 'The database is backed up nightly.'],
  ['We looked at Render too but it has no private networking on our plan.', RAILWAY],
  ['We use Redis for caching.', 'We use Postgres for storage.'],
];

describe('platform contract §5: a contradicted fact is superseded; the rules are ours', () => {
  it.each(CONTRADICTED)('"%s" supersedes "%s"', (newer, older) => {
    expect(contradicts(newer, older)).toBe(true);
  });
  it.each(KEPT)('"%s" leaves "%s"', (newer, older) => {
    expect(contradicts(newer, older)).toBe(false);
  });
});
