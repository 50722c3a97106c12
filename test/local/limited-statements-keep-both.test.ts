import { describe, expect, it } from 'vitest';
import { contradicts } from '../../src/local/life/supersede.ts';

/** What was said first, and what was said later that leaves it true. */
const KEPT: Readonly<Record<string, readonly (readonly [older: string, ...newer: readonly string[]])[]>> = {
  'a place, with and without a comma': [
    [
      'We use SQLite in tests.',
      'In production we switched from SQLite to Postgres.',
      'In staging we switched from SQLite to Postgres.',
      'In staging, we switched from SQLite to Postgres.',
    ],
    ['We use Docker Compose locally.', 'In production we use Kubernetes instead of Docker Compose.'],
    ['Use pytest for Python.', 'For load tests we use Locust instead of pytest.'],
    ['We use pytest for unit tests.', 'For load tests we use Locust instead of pytest.'],
    ['I prefer dark mode.', 'On the projector I prefer light mode over dark mode.'],
    ['We use Docker.', 'On my laptop I use Podman instead of Docker.'],
    ['We run migrations with Flyway.', 'In the analytics repo we replaced Flyway with Liquibase.'],
    ['Our database is Postgres.', 'In tests, our database is SQLite.', 'Our database is SQLite, for tests.'],
    ['Our database is SQLite.', 'Our database is Postgres in production.'],
  ],
  'a limit after what comes instead': [
    [
      'We keep sessions in Redis.',
      'We replaced Redis with Kafka for events.',
      'Redis was replaced by SQS as the job queue.',
      'We moved off Redis, but not for sessions.',
      'We dropped Redis for CI.',
      'I replaced Redis with Valkey locally.',
      'We moved off Redis (events only).',
    ],
    ['We store sessions in Redis.', 'We moved from Redis to Memcached for caching.'],
    ['I use Vim for config files.', 'I switched from Vim to VS Code for TypeScript.'],
    ['We use Mongo for logs.', "We're moving away from Mongo for orders."],
    ['Use camelCase in TypeScript.', 'Use snake_case, not camelCase, in Python.'],
    ['We use Jest in packages/api.', 'We switched from Jest to Vitest within packages/web.'],
  ],
  'a limit in the object or the subject': [
    ['We store logs in Loki.', 'Store traces in Tempo, not Loki.', 'We keep metrics in Prometheus rather than Loki.'],
    ['We store secrets in Vault.', 'Store build flags in git, not Vault.'],
    ['We use ULIDs.', 'Public URLs use slugs, not ULIDs.'],
    ['We use kebab-case.', 'React components use PascalCase, not kebab-case.'],
    ['We run tests in CI.', 'Run benchmarks locally instead of CI.'],
    ['We use Slack.', 'For support we use Zendesk instead of Slack.'],
    ['Use single quotes.', 'JSON needs double quotes, not single quotes.'],
    ['We use Axios in the web app.', 'The worker should use fetch instead of Axios.'],
    ['We use Axios in the web app.', 'The worker uses fetch instead of Axios.'],
  ],
  'plans, wishes, the past, other people': [
    [
      'We use GitHub Actions.',
      'We plan to switch from GitHub Actions to Buildkite.',
      'We should switch from GitHub Actions to Buildkite.',
      'We almost switched from GitHub Actions to Buildkite.',
      'We rolled back the move off GitHub Actions.',
      'At my last job we moved from GitHub Actions to GitLab CI.',
      'They moved from GitHub Actions to GitLab CI.',
      'My friend uses Buildkite instead of GitHub Actions.',
    ],
    [
      'We deploy to Heroku.',
      'I want to move from Heroku to Render some day.',
      'Last year we moved from Heroku to Render and back.',
      'We will move from Heroku to Render next quarter.',
      'We deploy to Render until Friday.',
    ],
  ],
  'roles with many values': [
    ...['decision', 'convention', 'preference', 'rule', 'stack', 'customer', 'status', 'error', 'ticket'].map(
      (role) => [`The ${role} is Postgres.`, `The ${role} is Vitest.`] as const,
    ),
    ...['bucket', 'table', 'file', 'user'].map((role) => [`The ${role} is \`a\`.`, `The ${role} is \`b\`.`] as const),
    ['The port is 5432.', 'The port is 6379.'],
    ['The main contact is Anna.', 'The main contact is Bob while Anna is on holiday.'],
    ['The default branch is Main.', 'The default branch is Dev while Main is frozen.'],
    ['We use React for the frontend.', 'We use Vite for the frontend.'],
  ],
  'what is added': [
    [
      'We use Stripe for payments.',
      ...['in addition to', 'alongside', 'as well as', 'besides'].map(
        (and) => `We use PayPal for payments, ${and} Stripe.`,
      ),
    ],
  ],
  'no change of place': [
    ['We use Slack.', 'Go from Slack to Linear with the integration.'],
    ['Use main as the base branch.', 'Change from main to a feature branch before you commit.'],
  ],
};

/** The same where both speak of the same, or where nothing limits. */
const SUPERSEDED: readonly (readonly [older: string, newer: string])[] = [
  ['We use SQLite in production.', 'In production we switched from SQLite to Postgres.'],
  ['We use pytest for load tests.', 'For load tests we use Locust instead of pytest.'],
  ['We use SQLite in tests.', 'We switched from SQLite to Postgres.'],
  ['We store events in Redis.', 'We replaced Redis with Kafka for events.'],
  ['We store traces in Loki.', 'Store traces in Tempo, not Loki.'],
  ['Use camelCase in Python.', 'Use snake_case, not camelCase, in Python.'],
  ['We use Axios in the worker.', 'The worker uses fetch instead of Axios.'],
  ['We deploy to Heroku.', 'Last week we moved from Heroku to Render.'],
  ['We use Moment.', 'We swapped Moment for date-fns.'],
  ['We use Jest for unit tests.', 'We use Vitest instead of Jest for unit tests.'],
  ['Our default branch is `main`.', 'Our default branch is now `trunk`.'],
];

describe('platform contract §5: a true fact does not vanish; the rules are ours', () => {
  for (const [kind, pairs] of Object.entries(KEPT)) {
    const each = pairs.flatMap(([older, ...newer]) => newer.map((one) => [one, older] as const));
    it.each(each)(`${kind}: "%s" leaves "%s"`, (newer, older) => {
      expect(contradicts(newer, older)).toBe(false);
    });
  }
  it.each(SUPERSEDED)('"%s" is superseded by "%s"', (older, newer) => {
    expect(contradicts(newer, older)).toBe(true);
  });
});
