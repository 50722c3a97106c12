/**
 * What the repository says of a memory: a path that is gone, a branch that is not merged into HEAD. Marks and order only: nothing is
 * hidden. The marks stand behind the text, before the id.
 */
import { any, fact } from '../labels.mjs';

const GONE = ['(path gone)'];
const on = (branch) => [`(on branch ${branch})`];

const PATHS = [
  fact('listens in', 'The server listens in src/server.ts.'),
  fact('totals live', 'Cart totals live in `src/routes/cart.ts`.', { type: 'convention' }),
  fact('line twelve', 'The odd case is src/server.ts:12, line twelve.', { type: 'insight' }),
  fact('starts there', 'Newcomers: docs/setup.md, everything starts there.', { type: 'runbook' }),
  fact('routes folder', 'One file a page in the routes folder src/routes/.', { type: 'convention' }),
  fact('old mailer', 'The old mailer is src/mail/smtp.ts.', { marks: GONE }),
  fact('quoted money', 'Amounts are quoted money by `src/lib/money.ts`.', { type: 'convention', marks: GONE }),
  fact('line nine', 'The leak was in src/lib/pool.ts:9, line nine.', { type: 'insight', marks: GONE }),
  fact('a moved script', 'Run scripts/seed.sh, a moved script.', { type: 'runbook', marks: GONE }),
  fact('left a folder', 'Vendored code is in packages/legacy/, which left a folder.', { marks: GONE }),
  fact('one of two', 'Both src/server.ts and src/worker.ts, one of two.', { type: 'insight', marks: GONE }),
  fact('in brackets', 'The retry is hand-made (src/retry.ts) in brackets.', { type: 'insight', marks: GONE }),
];

/** With a stroke or a dot in it, and no path of this repository. */
const NO_PATHS = [
  fact('by the book', 'Read https://example.com/docs/gone.md by the book.', { type: 'runbook' }),
  fact('either way', 'Use and/or, CI/CD and TCP/IP, either way.', { type: 'convention' }),
  fact('all of them', 'Tests match src/**/*.test.ts, all of them.', { type: 'convention' }),
  fact('a package', 'Dates are done by date-fns/fp, a package.'),
  fact('with scope', 'Types come from @types/node, with scope.'),
  fact('two versions', 'We skip 4.2/4.3, two versions.'),
  fact('at home', 'Keys lie in ~/.config/shop/keys, at home.', { type: 'runbook' }),
  fact('a route', 'GET /api/v2/orders is a route.'),
  fact('a media type', 'Answers are application/json, a media type.', { type: 'convention' }),
  fact('a ratio', 'Hits are 9/10, a ratio; see Node.js and Next.js.', { type: 'insight' }),
  fact('a date', 'Since 24/12/2025, a date.', { type: 'insight' }),
  fact('an image', 'Builds use node:20-alpine from ghcr.io/acme/base, an image.'),
];

/** HEAD is on feat/vat; feat/tax is merged into it, fix/poll and exp/cache are not. */
const BRANCHES = [
  ['switch', '-q', '-c', 'feat/tax'],
  { write: { 'src/tax.ts': 'export const tax = 1;\n' } },
  ['add', '-A'],
  ['commit', '-q', '-m', 'Tax'],
  ['switch', '-q', 'main'],
  ['switch', '-q', '-c', 'fix/poll'],
  { write: { 'src/poll.ts': 'export const poll = 1;\n' } },
  ['add', '-A'],
  ['commit', '-q', '-m', 'Poll'],
  ['switch', '-q', '-c', 'exp/cache'],
  ['commit', '-q', '--allow-empty', '-m', 'Cache'],
  ['switch', '-q', 'main'],
  ['merge', '-q', '--no-ff', '-m', 'Merge', 'feat/tax'],
  ['switch', '-q', '-c', 'feat/vat'],
  ['commit', '-q', '--allow-empty', '-m', 'Vat'],
];
const learnt = (branch, word, text, more = {}) => fact(word, text, { ...more, metadata: { branch } });
const ON_BRANCHES = [
  learnt('main', 'Litestream', 'Backups are made with Litestream.'),
  learnt('feat/vat', 'Stripe Tax', 'VAT is computed by Stripe Tax.'),
  learnt('feat/tax', 'rounded up', 'Taxes are rounded up.', { type: 'convention' }),
  learnt('fix/poll', 'every second', 'The bank is polled every second.', { marks: on('fix/poll') }),
  learnt('exp/cache', 'warm', 'The cache is warm at noon.', { type: 'insight', marks: on('exp/cache') }),
  learnt('fix/poll', 'poller twice', 'Start the poller twice: src/poller.ts.', {
    ...{ type: 'runbook', marks: [...on('fix/poll'), ...GONE] },
  }),
  fact('no branch', 'Nobody knows on no branch.', { metadata: { branch: undefined } }),
  // The user's own scope is of no repository: a branch that it names may be any project's.
  fact('terse', 'I prefer terse answers.', { type: 'preference', metadata: { branch: 'fix/poll' } }),
];
const MERGED = ON_BRANCHES.map((one) => ({ ...one, marks: one.marks.filter((mark) => mark === GONE[0]) }));

const repository = (id, memories, more = {}) => ({
  id: `repository-${id}`,
  kind: 'repository',
  filler: false,
  memories,
  ...more,
});

/** Of this branch, behind more of others than a section shows; both are among the newest fifty. */
const CROWD = Array.from({ length: 40 }, (_, n) =>
  any(
    `Aisle ${n} is ${n * 7 + 3} metres long, as measured by the surveyors when the hall was built and again last spring.`,
    {
      ...{ age: 1 + n / 100, metadata: { branch: 'main' } },
    },
  ),
);

export const scenarios = [
  repository('paths', PATHS),
  repository('no-paths', NO_PATHS),
  repository('paths-in-a-large-store', PATHS, { filler: true }),
  repository('from-a-subfolder', PATHS, { steps: [{ start: 'startup', in: 'shop/src/routes' }] }),
  repository('branches', ON_BRANCHES, { repository: { git: BRANCHES } }),
  repository('packed-branches', ON_BRANCHES, {
    repository: { git: [...BRANCHES, ['pack-refs', '--all'], ['gc', '-q']] },
  }),
  repository('in-a-worktree', ON_BRANCHES, {
    repository: { git: [...BRANCHES, ['switch', '-q', 'main']] },
    steps: [{ git: ['worktree', 'add', '-q', '../shop-vat', 'feat/vat'] }, { start: 'startup', in: 'shop-vat' }],
  }),
  repository('detached', ON_BRANCHES, { repository: { git: [...BRANCHES, ['switch', '-q', '--detach']] } }),
  repository('merged-meanwhile', ON_BRANCHES, {
    repository: { git: BRANCHES },
    steps: [
      { start: 'startup' },
      { git: ['merge', '-q', '--no-ff', '-m', 'Merge', 'exp/cache'] },
      { start: 'startup', session: 's2', required: MERGED },
    ],
  }),
  repository('path-comes-back', [fact('old mailer', 'The old mailer is src/mail/smtp.ts.')], {
    repository: { files: { 'src/mail/smtp.ts': 'export const smtp = 1;\n' } },
    steps: [
      { start: 'startup' },
      { git: ['rm', '-q', '-r', 'src/mail'] },
      { start: 'startup', session: 's2', required: [{ word: 'old mailer', marks: GONE }] },
    ],
  }),
  repository(
    'this-branch-first',
    [...CROWD, learnt('feat/vat', 'Stripe Tax', 'VAT is computed by Stripe Tax.', { age: 2 })],
    {
      repository: { git: BRANCHES },
      env: { MEM0_PACK_CHARS: '2000' },
    },
  ),
];
