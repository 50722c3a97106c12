/**
 * Large stores: 2,000 memories of which the pack holds fifty. Required are the newest three of each type (no section starves), what is
 * pinned whatever its age, and where the session was left.
 */
import { absent, any, fact, foreign, state } from '../labels.mjs';
import { STATE } from '../pack.mjs';

const DECISIONS = [
  ['Litestream', 'Backups of the database are made with Litestream to the second region.'],
  ['Stripe Tax', 'VAT is computed by Stripe Tax, since our own table was wrong for Switzerland.'],
  ['UUIDv7', 'Primary keys of new tables are UUIDv7, so that pages stay in order.'],
  ['Plausible', 'Visitors are counted with Plausible and no cookies.'],
  ['Fastify', 'The public API is written with Fastify; Express is gone.'],
  ['Meilisearch', 'Product search runs on Meilisearch, with the catalogue copied every ten minutes.'],
  ['passkeys', 'Staff sign in with passkeys only.'],
  ['row-level', 'Tenants are kept apart by row-level security.'],
  ['Temporal', 'Refunds are Temporal workflows because they may last days.'],
];
const CONVENTIONS = [
  ['present tense', 'Commit subjects are in the present tense and under seventy signs.'],
  ['never throw', 'Functions of the domain return Result<T> and never throw.'],
  ['snake_case', 'Columns of the database are in snake_case, in the singular.'],
  ['feature flag', 'Every change that customers see is behind a feature flag until Thursday.'],
  ['fixtures are built', 'Test fixtures are built by builders, not loaded from JSON.'],
  ['two approvals', 'Migrations need two approvals, one of them by Jonas.'],
  ['ISO 4217', 'Amounts travel with their ISO 4217 code.'],
  ['no abbreviations', 'There are no abbreviations in names of the public API.'],
  ['changelog entry', 'A pull request without a changelog entry is not merged.'],
];
const RUNBOOKS = [
  ['pg_repack', 'When the orders table bloats, run pg_repack at night with two workers.'],
  ['maintenance.on', 'Deploys of the checkout: touch maintenance.on, drain for a minute, then deploy.'],
  ['rotate-signing', 'To rotate the webhook secret run rotate-signing and wait for both pods.'],
  ['ngrok', 'Payment callbacks are tried out on a laptop with ngrok and the test account.'],
  ['SIGUSR2', 'A hung worker prints its stack on SIGUSR2.'],
  ['replay-events', 'After an outage of the bank run replay-events with the hour before it.'],
  ['status page', 'Tell the status page first, then the customers.'],
  ['pnpm seed', 'A fresh database is made with pnpm seed, never by hand.'],
  ['vacuum freeze', 'Before the yearly sale: vacuum freeze on the three largest tables.'],
];
const INSIGHTS = [
  ['keep-alive', 'The 502s came from a keep-alive that was longer than the balancer allows.'],
  ['ICU', 'Sorting differed in production because the image has another ICU.'],
  ['daylight saving', 'The double invoices came from the hour of daylight saving.'],
  ['N+1', 'The cart was slow for an N+1 over the discounts.'],
  ['flaky', 'The flaky login test waits for a toast that fades too fast.'],
  ['EXIF', 'Rotated product photos: the EXIF orientation was dropped.'],
  ['connection pool', 'The connection pool ran dry since transactions awaited the mailer.'],
  ['Safari', 'Safari drops the session cookie after a redirect from the bank.'],
  ['locale', 'The export broke because a locale writes commas in numbers.'],
];
const PREFERENCES = [
  ['short sentences', 'I want short sentences and no summaries at the end.'],
  ['before you edit', 'Tell me the plan before you edit more than three files.'],
  ['metric', 'Use metric units.'],
  ['no emoji', 'I want no emoji in code or commits.'],
  ['German', 'Write e-mails to customers in German.'],
  ['tabs', 'I like tabs better than spaces.'],
];
const TYPES = [
  ['decision', DECISIONS],
  ['convention', CONVENTIONS],
  ['runbook', RUNBOOKS],
  ['insight', INSIGHTS],
];

const third = (list, n, type) =>
  list.slice(n * 3, n * 3 + 3).map(([word, text], index) => fact(word, text, { type, age: 0.5 + index * 2 }));

const newest = (n) => [
  ...TYPES.flatMap(([type, list]) => third(list, n, type)),
  ...third(PREFERENCES, n % 2, 'preference'),
];

const PINS = [
  fact('ask Jonas', 'Never touch the ledger tables; ask Jonas.', {
    ...{ type: 'convention', age: 410, metadata: { pinned: true }, section: 'Pinned' },
  }),
  fact('Ada', 'Call me Ada.', { type: 'preference', age: 650, metadata: { pinned: true }, section: 'Pinned' }),
];
const NEIGHBOURS = [
  foreign('Kubernetes', 'We run on Kubernetes.', { app: 'globex-shop', metadata: { pinned: true } }),
  foreign('Comic Sans', 'Headings are in Comic Sans.', { user: 'jo@acme.example', metadata: { pinned: true } }),
  foreign('shouting', 'I like shouting.', { type: 'preference', user: 'jo@acme.example' }),
];
const LEFT = [
  state(
    fact,
    'voucher rounding',
    'Where: branch main\nGoal: finish the voucher rounding\nNext: the test of the third case',
    {
      ...{ age: 0.4, section: STATE },
    },
  ),
  state(absent, 'wishlist', 'Goal: the wishlist page', { age: 3 }),
  state(foreign, 'gearbox', 'Goal: draw the gearbox', { age: 0.1, app: 'globex-shop' }),
];

const large = (id, n, more = {}) => ({
  ...{ id, kind: 'large store', seed: n + 1 },
  memories: [...newest(n), ...PINS, ...NEIGHBOURS, ...LEFT],
  ...more,
});

/** Rows that the read of a type returns and that are of another one: they fill the newest page. */
const inTheWay = (count) =>
  Array.from({ length: count }, (_, n) =>
    any(`Summary number ${n} of a session about the ${n % 7}th aisle.`, {
      ...{ type: 'session_summary', age: 0.2 + n / 100, categories: ['architecture_decisions'] },
    }),
  );

export const scenarios = [
  large('large-1', 0),
  large('large-2', 1),
  large('large-3', 2),
  large('large-on-this-machine', 0, { on: 'file', seed: 4 }),
  large('large-and-slow', 1, { latencyMs: 300, seed: 5 }),
  large('large-and-leaky', 2, { leaky: true, seed: 6 }),
  {
    ...{ id: 'second-page', kind: 'large store' },
    // §1.3: the type is authoritative; what is filed under a decision's category and has another type is none.
    memories: [
      ...inTheWay(70),
      fact('Litestream', 'Backups are made with Litestream.', { age: 3, section: 'Decisions' }),
    ],
  },
  {
    ...{ id: 'third-page', kind: 'large store' },
    memories: [
      ...inTheWay(130),
      fact('Litestream', 'Backups are made with Litestream.', { age: 3, section: 'Decisions' }),
    ],
  },
  {
    ...{ id: 'small-store', kind: 'large store', filler: false },
    memories: [...DECISIONS, ...CONVENTIONS].map(([word, text], n) =>
      fact(word, text, { age: n * 40, ...(n < DECISIONS.length ? {} : { type: 'convention' }) }),
    ),
  },
  {
    id: 'no-memories',
    kind: 'large store',
    filler: false,
    memories: [],
    steps: [{ start: 'startup', none: true, told: [/no memories yet/] }],
  },
];
