/**
 * A platform that is late or down: the pack is made of what has arrived and says what is missing; where nothing arrived it is the last
 * good one of the same scope, with its age. "No memories" is never said where nobody could ask.
 */
import { fact, state } from '../labels.mjs';
import { STATE } from '../pack.mjs';

const FACTS = [
  fact('Litestream', 'Backups are made with Litestream.', { age: 3 }),
  fact('two approvals', 'Migrations need two approvals.', { type: 'convention', age: 3 }),
  fact('pg_repack', 'When orders bloats, run pg_repack.', { type: 'runbook', age: 3 }),
  fact('keep-alive', 'The 502s came from a keep-alive.', { type: 'insight', age: 3 }),
  fact('terse', 'I prefer terse answers.', { type: 'preference', age: 3 }),
];
const WORDS = FACTS.map(({ word }) => word);
const UNTOLD = [/no memories/i];
/** An age or a time, in whatever words. */
const AGED = [/\bold\b|\bago\b|\bas of\b|\bkept\b|\blast (?:good|read)|\d{2}:\d{2}/i];
/** Nothing will come: the shorter the wait. */
const QUICK = { MEM0_DEADLINE_MS: '1200' };
/** Something will come, also on a machine that has other work. */
const PATIENT = { MEM0_DEADLINE_MS: '3000' };

const trouble = (id, steps, more = {}) => ({
  ...{ id: `trouble-${id}`, kind: 'late, down', filler: false, memories: FACTS },
  steps,
  ...more,
});
const meets = (fault) => ({ trouble: () => fault, away: true });
const second = { start: 'startup', session: 's2', untold: UNTOLD, env: QUICK };

/** The reads of this type alone, however they are made. */
const about = (type, fault) => ({
  away: true,
  trouble: ({ path, body }) =>
    /^\/v3\/memories\/(search\/)?$/.test(path) && JSON.stringify(body?.filters ?? {}).includes(`"type":"${type}"`)
      ? fault
      : undefined,
});

const PROMPTS = [
  'Please add vouchers to the checkout.',
  'Decision: vouchers have a ledger of their own, because they may be given back.',
];

export const scenarios = [
  ...['silent', 'reset-before', 'throttled', 'html', 503, 'broken-json'].map((fault) =>
    trouble(`then-${fault}`, [{ start: 'startup' }, meets(fault), { ...second, says: AGED }]),
  ),
  trouble('then-silent-after-a-large-store', [{ start: 'startup' }, meets('silent'), { ...second, says: AGED }], {
    filler: true,
  }),
  trouble('then-well-again', [
    ...[{ start: 'startup' }, meets('reset-before'), second, meets(undefined)],
    ...[
      { supersede: 'Litestream', by: fact('Restic', 'Backups are made with Restic.', { age: 0.01 }) },
      { start: 'startup', session: 's3' },
    ],
  ]),
  ...['silent', 'reset-before', 'throttled', 401].map((fault) =>
    trouble(`from-the-first-${fault}`, [
      meets(fault),
      { start: 'startup', none: true, told: [/^mem0: /], untold: UNTOLD, env: QUICK },
    ]),
  ),
  ...['decision', 'preference', 'runbook'].map((type) =>
    trouble(`part-${type}`, [
      about(type, 'silent'),
      {
        start: 'startup',
        required: FACTS.filter((one) => one.type !== type),
        env: PATIENT,
        says: [/could not be read|missing/i, new RegExp(type)],
        untold: UNTOLD,
      },
    ]),
  ),
  trouble('part-refused', [
    about('insight', 503),
    {
      start: 'startup',
      required: FACTS.filter((one) => one.type !== 'insight'),
      says: [/could not be read|missing/i, /insight/],
      untold: UNTOLD,
    },
  ]),
  trouble(
    'other-project',
    [
      { start: 'startup' },
      meets('reset-before'),
      {
        start: 'startup',
        session: 's2',
        in: 'barn',
        required: [],
        foreign: WORDS.filter((word) => word !== 'terse'),
        untold: UNTOLD,
      },
    ],
    { others: [{ name: 'barn', remote: 'git@github.com:acme/barn.git' }] },
  ),
  trouble('other-key', [
    { start: 'startup' },
    meets('reset-before'),
    {
      start: 'startup',
      session: 's2',
      required: [],
      foreign: WORDS,
      untold: UNTOLD,
      env: { MEM0_API_KEY: 'm0-made-up-key-of-another' },
    },
  ]),
  trouble('no-key-any-more', [
    { start: 'startup' },
    {
      start: 'startup',
      session: 's2',
      required: [],
      foreign: WORDS,
      env: { MEM0_API_KEY: undefined, MEM0_BASE_URL: undefined },
    },
  ]),
  trouble('compact-while-away', [
    { start: 'startup' },
    meets('reset-before'),
    { save: 's1', prompts: PROMPTS, away: true },
    { start: 'compact', required: [{ word: 'vouchers', section: STATE }, ...FACTS], untold: UNTOLD },
  ]),
  trouble('compact-while-silent', [
    ...[{ start: 'startup' }, { save: 's1', prompts: PROMPTS }, meets('silent')],
    { start: 'compact', env: QUICK, required: [{ word: 'vouchers', section: STATE }, ...FACTS], untold: UNTOLD },
  ]),
  trouble(
    'state-and-nothing-else',
    [
      meets('silent'),
      { save: 's1', prompts: PROMPTS, away: true },
      { start: 'compact', env: QUICK, required: [{ word: 'vouchers', section: STATE }], untold: UNTOLD },
    ],
    { memories: [] },
  ),
  trouble('every-third-is-cut', [{ trouble: everyThird() }, { start: 'startup', required: [], untold: UNTOLD }], {
    filler: true,
    memories: [...FACTS, state(fact, 'vat form', 'Goal: the vat form', { section: STATE })],
  }),
];

function everyThird() {
  let count = 0;
  return () => (++count % 3 === 0 ? 'reset' : undefined);
}
