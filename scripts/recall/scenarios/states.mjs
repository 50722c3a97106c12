/**
 * Where the session was left: after `compact`, `resume` and `fork` its own state, from the local copy where the platform does not have
 * it; at `startup` and `clear` the newest of this project, this branch's first; with its date.
 */
import { absent, fact, foreign, outdated, state } from '../labels.mjs';
import { STATE } from '../pack.mjs';

const DATED = [/^Where you left off \(.*\d{4}-\d{2}-\d{2}/m];
const kept = (word, more) =>
  state(fact, word, `Where: branch main\nGoal: ${word}\nNext: the last test`, { section: STATE, ...more });
const other = (word, more) => state(absent, word, `Goal: ${word}`, more);

const DECISION = fact('Litestream', 'Backups are made with Litestream.', { age: 3 });
const VAT = { git: [['switch', '-q', '-c', 'feat/vat']] };

const states = (id, memories, steps, more = {}) => ({
  ...{ id: `state-${id}`, kind: 'session states', filler: false },
  memories: [DECISION, ...memories],
  steps,
  ...more,
});
const start = (source, more = {}) => ({ start: source, session: 's-own', says: DATED, ...more });

/** A session that is under way: what a checkpoint saves of it. */
const PROMPTS = [
  'Please add vouchers to the checkout.',
  'Decision: vouchers are kept in a ledger of their own, because they may be given back.',
  'Now write the migration.',
];

const LONG = `Goal: the very long epic\n${Array.from({ length: 120 }, (_, n) => `Touched: src/part-${n}/file-${n}.ts, which has many lines`).join('\n')}`;

export const scenarios = [
  ...['startup', 'clear'].map((source) =>
    states(
      `${source}-this-branch`,
      [kept('the vat form', { branch: 'feat/vat', age: 5 }), other('wishlist', { age: 1 })],
      [start(source)],
      { repository: VAT },
    ),
  ),
  states('startup-newest', [kept('the vat form', { age: 1 }), other('wishlist', { age: 4 })], [start('startup')]),
  states('startup-only-elsewhere', [kept('the vat form', { branch: 'feat/gone', age: 4 })], [start('startup')]),
  states('startup-in-a-large-store', [kept('the vat form', { age: 2 })], [start('startup')], { filler: true }),
  ...['compact', 'resume', 'fork'].map((source) =>
    states(
      `${source}-own`,
      [kept('the vat form', { session: 's-own', age: 0.2 }), other('wishlist', { age: 0.01 })],
      [start(source)],
    ),
  ),
  states(
    'own-behind-many',
    [
      kept('the vat form', { session: 's-own', age: 2 }),
      ...Array.from({ length: 30 }, (_, n) => other(`errand ${n}`, { session: `s-${n}`, age: 1 + n / 100 })),
    ],
    [start('compact')],
  ),
  ...['compact', 'resume'].map((source) =>
    states(
      `${source}-saved-here`,
      [other('wishlist', { age: 0.01 })],
      [
        { save: 's-own', prompts: PROMPTS },
        start(source, {
          required: [{ word: 'vouchers', section: STATE }, ...(source === 'compact' ? [DECISION] : [])],
        }),
      ],
    ),
  ),
  states(
    'saved-here-while-away',
    [other('wishlist', { age: 0.01 })],
    [
      { trouble: () => 'reset-before' },
      { save: 's-own', prompts: PROMPTS, away: true },
      { trouble: () => undefined },
      start('compact', { required: [{ word: 'vouchers', section: STATE }, DECISION] }),
    ],
  ),
  states(
    'saved-here-on-this-machine',
    [],
    [
      { save: 's-own', prompts: PROMPTS },
      start('compact', { required: [{ word: 'vouchers', section: STATE }, DECISION] }),
    ],
    { on: 'file' },
  ),
  states(
    'expired',
    [
      kept('the vat form', { age: 20, expires: 10 }),
      state(outdated, 'wishlist', 'Goal: wishlist', { age: 31, expires: -1 }),
    ],
    [start('startup')],
  ),
  states(
    'expired-and-leaky',
    [
      kept('the vat form', { age: 20, expires: 10 }),
      state(outdated, 'wishlist', 'Goal: wishlist', { age: 2, expires: -1 }),
    ],
    [start('startup')],
    { leaky: true },
  ),
  states(
    'of-others',
    [
      kept('the vat form', { age: 9 }),
      state(foreign, 'gearbox', 'Goal: gearbox', { age: 0.1, app: 'globex-shop' }),
      state(foreign, 'knitting', 'Goal: knitting', { age: 0.1, user: 'jo@acme.example' }),
    ],
    [start('startup')],
  ),
  states('long', [state(fact, 'very long epic', LONG, { section: STATE })], [start('startup')]),
  states('none', [], [{ start: 'startup' }]),
];
