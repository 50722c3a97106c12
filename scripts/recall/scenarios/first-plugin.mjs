/**
 * What Mem0's first plugin has left (platform contract §9): its types, its categories, its pins, its ids. Its user id and its project id
 * are aliases in the person's own settings.
 */
import { any, fact, foreign } from '../labels.mjs';

const ALIASES = { hooks: { aliases: { user_ids: ['mara'], app_ids: { 'acme-shop': ['shop'] } } } };

/** Types of its own. */
const BY_TYPE = [
  fact('terse', 'I prefer terse answers.', { type: 'user_preference', section: 'Preferences of the user' }),
  fact('Moment.js', 'Moment.js made the bundle too large; do not bring it back.', {
    type: 'anti_pattern',
    section: 'Insights',
  }),
  fact('the mock clock', 'Tests of renewals need the mock clock.', { type: 'task_learning', section: 'Insights' }),
  fact('nvm use', 'A shell needs nvm use before anything else.', { type: 'environmental', section: 'Runbooks' }),
  fact('Litestream', 'Backups are made with Litestream.', { type: 'decision', section: 'Decisions' }),
  fact('two approvals', 'Migrations need two approvals.', { type: 'convention', section: 'Conventions' }),
];

/** No metadata at all, and a category that the background job gave. */
const BY_CATEGORY = [
  ['architecture_decisions', 'Decisions', 'event sourcing', 'Orders use event sourcing.'],
  ['dependency_decisions', 'Decisions', 'undici', 'HTTP is done with undici.'],
  ['data_model', 'Decisions', 'soft deletes', 'Customers have soft deletes.'],
  ['api_contracts', 'Decisions', 'cursor pages', 'Lists have cursor pages.'],
  ['coding_conventions', 'Conventions', 'named exports', 'There are named exports only.'],
  ['testing_patterns', 'Conventions', 'table tests', 'Parsers have table tests.'],
  ['team_norms', 'Conventions', 'stand-up', 'Nobody is paged during stand-up.'],
  ['domain_glossary', 'Conventions', 'dunning', 'Reminding a debtor is called dunning.'],
  ['security_constraints', 'Conventions', 'PCI', 'Card numbers stay out of PCI scope.'],
  ['task_learnings', 'Insights', 'batching', 'Imports were quicker by batching.'],
  ['anti_patterns', 'Insights', 'god object', 'Cart became a god object.'],
  ['bug_fixes', 'Insights', 'off by one', 'Pages were off by one.'],
  ['performance_findings', 'Insights', 'gzip', 'Level six of gzip is enough.'],
  ['experiment_results', 'Insights', 'A/B', 'The A/B of the green button found nothing.'],
  ['deployment_runbook', 'Runbooks', 'blue-green', 'Deploys are blue-green by script.'],
  ['tooling_setup', 'Runbooks', 'direnv', 'Allow direnv after a clone.'],
].map(([category, section, word, text], n) =>
  fact(word, text, { section, age: 1 + n / 10, metadata: null, type: undefined, categories: [category] }),
);

const PINS = [
  fact('Never force-push', '[PINNED] Never force-push to main.', { type: 'convention', age: 2, section: 'Pinned' }),
  fact('on the ledger', '[PINNED] No direct writes on the ledger.', { type: 'decision', age: 300, section: 'Pinned' }),
];
/** §1.3: the type is authoritative, whatever the category says; its summaries and captures have no place. */
const ODD = [
  fact('Biome', 'We format with Biome.', {
    type: 'decision',
    age: 1,
    categories: ['coding_conventions'],
    section: 'Decisions',
  }),
  any('We talked about summer.', { type: 'session_summary', categories: ['team_norms'] }),
  any('Compacted a talk about winter.', { type: 'compact_summary' }),
  any('Auto: looked at the weather.', { type: 'auto_capture', categories: ['bug_fixes'] }),
  any('A shop.', { type: 'project_profile' }),
];

const under = (ids, memories) => memories.map((one) => ({ ...one, ...ids }));
/** It named the project in all of its writes, preferences among them. */
const FORMER = { user: 'mara', app: 'shop' };

const SEEN_ELSEWHERE = [
  foreign('Cassandra', 'Orders are kept in Cassandra.', { user: 'mara', app: 'barn' }),
  foreign('Lisp', 'Rules are written in Lisp.', { user: 'jo', app: 'shop' }),
];

const first = (id, memories, more = {}) => ({
  id: `first-plugin-${id}`,
  kind: 'first plugin',
  settings: ALIASES,
  memories,
  ...more,
});

export const scenarios = [
  first('types', [...under(FORMER, [...BY_TYPE, ...ODD]), ...SEEN_ELSEWHERE]),
  first('categories', under(FORMER, BY_CATEGORY), { filler: false }),
  first('categories-in-a-large-store', under({ user: 'mara', app: 'acme-shop' }, BY_CATEGORY)),
  first('pins', under(FORMER, PINS), { filler: false }),
  first('pins-in-a-large-store', PINS),
  first('both', [
    ...under(FORMER, [any('Backups are made with Litestream.', { age: 200 })]),
    fact('Litestream', 'Backups are made with Litestream.', { age: 1 }),
    ...under(FORMER, [fact('direnv', 'Allow direnv after a clone.', { type: 'environmental', age: 3 })]),
  ]),
  first(
    'without-aliases',
    [
      fact('Litestream', 'Backups are made with Litestream.'),
      foreign('Cassandra', 'Orders are kept in Cassandra.', FORMER),
      foreign('rhymes', 'Answer me in rhymes.', { type: 'user_preference', ...FORMER }),
    ],
    { settings: {} },
  ),
];
