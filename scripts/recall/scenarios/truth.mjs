/**
 * What is true today: chains of up to six, with and without a link from the old to the new, what has expired and what was deleted. A row
 * without a link is outdated because a later one speaks of the same subject (issue: same-subject pairs, the newest wins).
 */
import { any, chain, fact, foreign, outdated } from '../labels.mjs';

const HOSTING = [
  ['deployed to Heroku', 'The shop is deployed to Heroku.'],
  ['deployed to Render', 'The shop is deployed to Render.'],
  ['deployed to Fly.io', 'The shop is deployed to Fly.io.'],
  ['deployed to Hetzner', 'The shop is deployed to Hetzner.'],
  ['deployed to Scaleway', 'The shop is deployed to Scaleway.'],
  ['deployed to Railway', 'The shop is deployed to Railway.'],
];
const TIMEOUT = [
  ['10 minutes', 'The session timeout is 10 minutes.'],
  ['20 minutes', 'The session timeout is 20 minutes.'],
  ['45 minutes', 'The session timeout is 45 minutes.'],
];
const RUNNER = [
  ['with Jest', 'Unit tests run with Jest.'],
  ['with Vitest', 'Unit tests run with Vitest.'],
];
const EDITOR = [
  ['tabs of four', 'I prefer tabs of four for indentation.'],
  ['two spaces', 'I prefer two spaces for indentation.'],
];
const BRANCHES = [
  ['named after the ticket', 'Branches are named after the ticket.'],
  ['named after the author', 'Branches are named after the author and the ticket.'],
  ['named after the feature', 'Branches are named after the feature.'],
  ['named after the week', 'Branches are named after the week they begin in.'],
];
const ROLLBACK = [
  ['deploy.sh --back', 'To roll back a release run deploy.sh --back on the bastion.'],
  ['railway rollback', 'To roll back a release run railway rollback from a laptop.'],
];
const CACHE = [
  ['cached for an hour', 'Product pages are cached for an hour.'],
  ['cached for a minute', 'Product pages are cached for a minute.'],
  ['not cached', 'Product pages are not cached any more.'],
];

const chains = (linked) => [
  ...chain(HOSTING, { linked }),
  ...chain(TIMEOUT, { linked, days: 90 }),
  ...chain(RUNNER, { linked, type: 'convention', days: 200 }),
  ...chain(EDITOR, { linked, type: 'preference', days: 3 }),
  ...chain(BRANCHES, { linked, type: 'convention' }),
  ...chain(ROLLBACK, { linked, type: 'runbook' }),
  ...chain(CACHE, { linked, type: 'insight', days: 1 }),
];

const one = (steps, more) => chain(steps, { linked: false, ...more });
const unlinked = (id, memories) => ({ id: `unlinked-${id}`, kind: 'chains, no link', filler: false, memories });

const ENDED = [
  outdated('Black Friday freeze', 'Nothing is deployed during the Black Friday freeze.', { age: 2, expires: -1 }),
  outdated('intern account', 'The intern account may see the ledger.', { age: 2, deleted: true }),
  outdated('Jenkins', 'Builds run on Jenkins.', { age: 1, deleted: true, metadata: { pinned: true } }),
  outdated('port 8080', 'The old gateway listens on port 8080.', { age: 1, expires: -200, metadata: { pinned: true } }),
];
/** The day itself still counts (platform contract §5). */
const LASTING = [
  fact('audit week', 'In the audit week every query is logged.', { age: 6, expires: 0 }),
  fact('beta partners', 'Two beta partners may use the bulk API.', { age: 6, expires: 9 }),
];

export const scenarios = [
  { id: 'linked-chains', kind: 'chains, linked', memories: chains(true) },
  { id: 'linked-chains-leaky', kind: 'chains, linked', leaky: true, memories: chains(true) },
  { id: 'linked-chains-here', kind: 'chains, linked', on: 'file', memories: chains(true) },
  {
    id: 'linked-as-it-happens',
    kind: 'chains, linked',
    memories: chain(HOSTING.slice(0, 3), { linked: true }),
    steps: [
      { start: 'startup' },
      {
        supersede: 'deployed to Fly.io',
        by: fact('deployed to Railway', 'The shop is deployed to Railway.', { age: 0.1 }),
      },
      { start: 'startup', session: 's2' },
    ],
  },
  { id: 'unlinked-chains', kind: 'chains, no link', memories: chains(false) },
  unlinked('six', one(HOSTING)),
  unlinked('numbers', one(TIMEOUT)),
  unlinked('types', [
    // The same subject filed as two types.
    outdated('with Jest', 'Unit tests run with Jest.', { type: 'decision', age: 60 }),
    fact('with Vitest', 'Unit tests run with Vitest.', { type: 'convention' }),
  ]),
  unlinked('pinned', [
    // The newest wins, also over what was pinned when it was true.
    outdated('EU region only', 'Customer data is stored in the EU region only.', {
      age: 300,
      metadata: { pinned: true },
    }),
    fact('EU and the UK', 'Customer data is stored in the EU and the UK region.', { age: 2 }),
  ]),
  unlinked('told-as-change', [
    outdated('queue runs on Redis', 'The job queue runs on Redis.', { age: 80 }),
    fact('RabbitMQ', 'The job queue runs on RabbitMQ instead of Redis now.', { age: 2 }),
  ]),
  { id: 'expired-and-deleted', kind: 'expired, deleted', memories: [...ENDED, ...LASTING] },
  { id: 'expired-and-deleted-leaky', kind: 'expired, deleted', leaky: true, memories: [...ENDED, ...LASTING] },
  {
    id: 'forgotten-between-sessions',
    kind: 'expired, deleted',
    filler: false,
    memories: [
      fact('Litestream', 'Backups are made with Litestream.'),
      fact('Meilisearch', 'Search runs on Meilisearch.'),
    ],
    steps: [
      { start: 'startup' },
      { forget: 'Litestream' },
      { start: 'startup', session: 's2' },
      { start: 'compact', session: 's2' },
    ],
  },
  {
    id: 'only-what-ended',
    kind: 'expired, deleted',
    filler: false,
    leaky: true,
    memories: [
      ...ENDED,
      any('Jo likes tea.', { user: 'jo@acme.example' }),
      foreign('Globex', 'Globex pays late.', { app: 'globex-shop' }),
    ],
    steps: [{ start: 'startup', none: true }],
  },
];
