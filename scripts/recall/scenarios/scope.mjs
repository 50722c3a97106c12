/** Whose and where: other users, other projects, projects of the same name, and every way in which one project is entered. */
import { fact, foreign } from '../labels.mjs';

const OWN = [
  fact('Litestream', 'Backups are made with Litestream.'),
  fact('two approvals', 'Migrations need two approvals.', { type: 'convention' }),
  fact('terse', 'I prefer terse answers.', { type: 'preference' }),
];
const OTHERS = [
  foreign('Kubernetes', 'We run on Kubernetes.', { app: 'globex-shop' }),
  foreign('Cassandra', 'Orders are kept in Cassandra.', { app: 'shop' }),
  foreign('Delphi', 'The till is written in Delphi.', { app: 'acme-shop-2' }),
  foreign('Perl', 'The import is written in Perl.', { app: 'acme-barn', metadata: { pinned: true } }),
  foreign('Lisp', 'Rules are written in Lisp.', { user: 'jo@acme.example' }),
  foreign('verbose', 'I prefer verbose answers.', { type: 'preference', user: 'jo@acme.example' }),
  foreign('rhymes', 'Answer me in rhymes.', { type: 'preference', user: 'mara' }),
  // A preference of the user's that was written into another project is that project's (platform contract §2).
  foreign('sonnets', 'Answer me in sonnets.', { type: 'preference', app: 'acme-barn' }),
  foreign('limericks', 'Answer me in limericks.', {
    type: 'preference',
    app: 'globex-shop',
    metadata: { pinned: true },
  }),
];

const scope = (id, more) => ({ id: `scope-${id}`, kind: 'scope', memories: [...OWN, ...OTHERS], ...more });

/** In no project only the user's own scope is read. */
const NOWHERE = [
  foreign('Litestream', 'Backups are made with Litestream.'),
  fact('terse', 'I prefer terse answers.', { type: 'preference' }),
  ...OTHERS,
];

export const scenarios = [
  scope('ssh'),
  scope('https', { repository: { remote: 'https://github.com/acme/shop.git' } }),
  scope('other-spelling', { repository: { remote: 'ssh://git@github.com:22/acme/shop/' } }),
  scope('subfolder', { steps: [{ start: 'startup', in: 'shop/src/routes' }] }),
  scope('worktree', {
    steps: [{ git: ['worktree', 'add', '-q', '-b', 'feat/vat', '../shop-vat'] }, { start: 'startup', in: 'shop-vat' }],
  }),
  scope('named', { repository: { remote: 'git@github.com:acme/elsewhere.git' }, env: { MEM0_APP_ID: 'acme-shop' } }),
  scope('same-name', {
    repository: { remote: 'git@github.com:globex/shop.git' },
    memories: [
      fact('Kubernetes', 'We run on Kubernetes.', { app: 'globex-shop' }),
      fact('terse', 'I prefer terse answers.', { type: 'preference' }),
      foreign('Litestream', 'Backups are made with Litestream.'),
      foreign('two approvals', 'Migrations need two approvals.', { type: 'convention' }),
    ],
    // Here the filler's labels are the other way round, so there is none.
    filler: false,
  }),
  scope('no-project', { filler: false, repository: { remote: null }, memories: NOWHERE }),
  scope('here', { on: 'file' }),
];
