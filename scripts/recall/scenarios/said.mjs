/**
 * Said minutes ago: what a capture has sent and the platform has not extracted yet stands in the pack in the person's words, of this
 * project alone, and leaves that place when the memory is there.
 */
import { fact } from '../labels.mjs';
import { JUST_NOW } from '../pack.mjs';

const LAG = 300_000;
const KNOWN = fact('Litestream', 'Backups are made with Litestream.', { age: 3 });
const PROMPTS = [
  'Decision: we move the job queue to RabbitMQ, because Redis lost jobs twice.',
  'Convention from now on: every migration has a test that rolls it back.',
  'Please run the tests again.',
];
const now = (word) => ({ word, section: JUST_NOW });
const SAID = [now('RabbitMQ'), now('rolls it back')];

const said = (id, steps, more = {}) => ({
  ...{ id: `said-${id}`, kind: 'said just now', filler: false, lagMs: LAG, memories: [KNOWN] },
  steps,
  ...more,
});

export const scenarios = [
  ...['clear', 'startup'].map((source) =>
    said(`then-${source}`, [
      { end: 's1', prompts: PROMPTS, reason: source === 'clear' ? 'clear' : 'other' },
      { start: source, session: 's2', required: [KNOWN, ...SAID], absent: ['run the tests again'] },
    ]),
  ),
  said(
    'in-a-large-store',
    [
      { end: 's1', prompts: PROMPTS },
      { start: 'clear', session: 's2', required: [KNOWN, ...SAID] },
    ],
    { filler: true },
  ),
  said(
    'nothing-else',
    [
      { end: 's1', prompts: PROMPTS },
      { start: 'clear', session: 's2', required: SAID, untold: [/no memories/] },
    ],
    { memories: [] },
  ),
  said('then-it-is-a-memory', [
    { start: 'startup' },
    { end: 's1', prompts: PROMPTS },
    { later: LAG + 60_000 },
    { drain: true },
    {
      ...{ start: 'startup', session: 's2' },
      required: [KNOWN, { word: 'RabbitMQ', section: 'Decisions' }, { word: 'rolls it back', section: 'Conventions' }],
    },
  ]),
  // The memories are there, and nobody has asked for the event: each stands once all the same.
  said('and-nobody-has-asked', [
    { end: 's1', prompts: PROMPTS },
    { later: LAG + 60_000 },
    { start: 'startup', session: 's2', required: [KNOWN, { word: 'RabbitMQ' }, { word: 'rolls it back' }] },
  ]),
  // Not even accepted yet: no memory either.
  said('while-away', [
    { trouble: () => 'reset-before' },
    { end: 's1', prompts: PROMPTS, away: true },
    { trouble: () => undefined },
    { start: 'clear', session: 's2', required: [KNOWN, ...SAID] },
  ]),
  said(
    'elsewhere',
    [
      { end: 's1', prompts: PROMPTS, in: 'barn' },
      { start: 'startup', session: 's2', foreign: ['RabbitMQ', 'rolls it back'] },
      { start: 'startup', session: 's3', in: 'barn', required: SAID, absent: ['Litestream'] },
    ],
    { others: [{ name: 'barn', remote: 'git@github.com:acme/barn.git' }] },
  ),
  said(
    'same-name',
    [
      { end: 's1', prompts: PROMPTS, in: 'globex' },
      { start: 'startup', session: 's2', foreign: ['RabbitMQ', 'rolls it back'] },
    ],
    { others: [{ name: 'globex', remote: 'git@github.com:globex/shop.git' }] },
  ),
  said('masked', [
    {
      end: 's1',
      prompts: ['Decision: the deploy token velvet-otter-ninety-one goes to Railway, because Fly.io is gone.'],
      env: { DEPLOY_TOKEN: 'velvet-otter-ninety-one' },
    },
    {
      start: 'clear',
      session: 's2',
      env: { DEPLOY_TOKEN: 'velvet-otter-ninety-one' },
      required: [KNOWN, now('Railway')],
      foreign: ['velvet-otter'],
    },
  ]),
  said(
    'on-this-machine',
    [
      { end: 's1', prompts: PROMPTS },
      // Without a lag the local platform has them at once.
      {
        start: 'clear',
        session: 's2',
        required: [
          KNOWN,
          { word: 'RabbitMQ', section: 'Decisions' },
          { word: 'rolls it back', section: 'Conventions' },
        ],
      },
    ],
    { on: 'file', lagMs: 0 },
  ),
];
