/**
 * Near-duplicates stand once, across sections and scopes; what only looks alike stands twice: another number of another thing, another
 * environment, the opposite in another place.
 */
import { any, fact } from '../labels.mjs';

/** The first is the fact; the others say the same, and its word with it. */
const same = (word, texts) => [
  fact(word, texts[0][1], { type: texts[0][0], age: 1 }),
  ...texts.slice(1).map(([type, text], n) => any(text, { type, age: 3 + n * 50 })),
];

const TWINS = [
  same('pnpm', [
    ['convention', 'Use pnpm, not npm, in this repository.'],
    ['convention', 'use pnpm not npm in this repository'],
    ['decision', 'In this repository we use pnpm, not npm.'],
  ]),
  same('Zod', [
    ['decision', 'Inputs of the API are checked with Zod.'],
    ['decision', 'Inputs of the API are checked with Zod'],
    ['decision', 'API inputs are checked with Zod.'],
  ]),
  same('UTC', [
    ['convention', 'Dates are stored in UTC.'],
    ['convention', 'All dates are stored in UTC.'],
    ['insight', 'Dates are stored in UTC!'],
  ]),
  same('smoke tests', [
    ['runbook', 'After every deploy run the smoke tests against production.'],
    ['runbook', 'Run the smoke tests against production after every deploy.'],
  ]),
  same('terse', [
    ['preference', 'I prefer terse answers.'],
    ['preference', 'I prefer  terse answers'],
    ['preference', 'The user prefers terse answers.'],
  ]),
  same('«idempotent»', [
    ['convention', 'Handlers are «idempotent».'],
    ['convention', 'Handlers are \u201didempotent\u201c.'],
    ['convention', 'HANDLERS ARE «IDEMPOTENT»'],
  ]),
];

const APART = [
  fact('request timeout is 30 seconds', 'The request timeout is 30 seconds.', { age: 4 }),
  fact('session timeout is 30 minutes', 'The session timeout is 30 minutes.', { age: 2 }),
  fact('staging the database is Postgres 15', 'In staging the database is Postgres 15.', { age: 9 }),
  fact('production the database is Postgres 16', 'In production the database is Postgres 16.', { age: 3 }),
  fact('orders service is written in Go', 'The orders service is written in Go.', { age: 9 }),
  fact('invoice service is written in Rust', 'The invoice service is written in Rust.', { age: 3 }),
  fact('server tests run with Vitest', 'The server tests run with Vitest.', { type: 'convention', age: 6 }),
  fact('browser tests run with Playwright', 'The browser tests run with Playwright.', { type: 'convention', age: 2 }),
  fact('read replicas', 'Reports use the read replicas.', { age: 8 }),
  fact('do not use the primary', 'Reports do not use the primary.', { age: 2 }),
  fact('logs are kept for 30 days', 'Access logs are kept for 30 days.', { age: 5 }),
  fact('logs are kept for 7 years', 'Audit logs are kept for 7 years.', { age: 1 }),
  fact('on Mondays deploys', 'To be safe on Mondays deploys wait for Jonas.', { type: 'runbook', age: 4 }),
  fact('on Fridays deploys', 'To be safe on Fridays deploys wait for Monday.', { type: 'runbook', age: 2 }),
];

export const scenarios = [
  { id: 'twins-in-a-large-store', kind: 'near-duplicates', memories: TWINS.flat() },
  ...TWINS.map((memories, n) => ({ id: `twins-${n + 1}`, kind: 'near-duplicates', filler: false, memories })),
  {
    id: 'one-fact-in-both-scopes',
    kind: 'near-duplicates',
    filler: false,
    memories: [
      fact('British English', 'Write British English.', { type: 'preference', age: 2 }),
      any('Write British English.', { type: 'convention', age: 1 }),
      any('write British English', { type: 'preference', age: 90, app: 'acme-shop' }),
    ],
  },
  { id: 'apart-in-a-large-store', kind: 'look alike, are not', memories: APART },
  { id: 'apart', kind: 'look alike, are not', filler: false, memories: APART },
];
