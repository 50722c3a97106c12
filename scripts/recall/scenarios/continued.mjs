/**
 * One session after another hook: the client drops the context of the start at a compaction, so all is given again; it replays it at a
 * resume, so only what is new is given (client contract §2).
 */
import { fact, outdated, state } from '../labels.mjs';
import { STATE } from '../pack.mjs';

const FIRST = [
  fact('Litestream', 'Backups are made with Litestream.', { age: 3 }),
  fact('Meilisearch', 'Product search runs on Meilisearch.', { age: 4 }),
  fact('two approvals', 'Migrations need two approvals.', { type: 'convention', age: 3 }),
  fact('terse', 'I prefer terse answers.', { type: 'preference', age: 3 }),
  fact('ask Jonas', 'Never touch the ledger tables; ask Jonas.', {
    type: 'convention',
    age: 90,
    metadata: { pinned: true },
  }),
];
const GIVEN = FIRST.map(({ word }) => word);
const NEWS = fact('Temporal', 'Refunds are Temporal workflows.', { age: 0.01 });
const MORE = fact('ICU', 'Sorting differed for another ICU.', { type: 'insight', age: 0.001 });
const OWN = state(fact, 'voucher rounding', 'Goal: voucher rounding', { session: 's1', age: 0.01, section: STATE });

const continued = (id, steps, more = {}) => ({
  id: `then-${id}`,
  kind: 'resume, compact',
  memories: FIRST,
  steps: [{ start: 'startup' }, ...steps],
  ...more,
});
const resume = (news, given = GIVEN, more = {}) => ({ start: 'resume', required: news, given, ...more });

export const scenarios = [
  // What the budget has left out of the first pack is not new for that.
  continued('resume', [{ add: [NEWS] }, resume([NEWS], GIVEN, { onlyNew: true })]),
  continued('resume-without-news-in-a-large-store', [resume([], GIVEN, { onlyNew: true })]),
  continued('resume-small', [{ add: [NEWS] }, resume([NEWS])], { filler: false }),
  continued('resume-without-news', [resume([])], { filler: false }),
  continued('resume-with-its-state', [{ add: [NEWS, OWN] }, resume([NEWS, OWN])]),
  continued('resume-twice', [
    ...[{ add: [NEWS] }, resume([NEWS])],
    ...[{ add: [MORE] }, resume([MORE], [...GIVEN, 'Temporal'])],
  ]),
  continued('resume-of-another', [
    ...[{ start: 'startup', session: 's2' }, { add: [NEWS] }],
    ...[resume([NEWS]), resume([NEWS], GIVEN, { session: 's2' })],
  ]),
  // A session that this machine has not seen has been given nothing that is known.
  {
    id: 'resume-of-an-unknown',
    kind: 'resume, compact',
    memories: FIRST,
    filler: false,
    steps: [{ start: 'resume', session: 's-unknown' }],
  },
  continued('resume-superseded', [
    { supersede: 'Meilisearch', by: fact('Typesense', 'Product search runs on Typesense.', { age: 0.01 }) },
    resume(
      [{ word: 'Typesense' }],
      GIVEN.filter((word) => word !== 'Meilisearch'),
    ),
  ]),
  continued('compact', [{ add: [OWN] }, { start: 'compact' }]),
  continued('compact-large-news', [{ add: [NEWS, OWN] }, { start: 'compact' }, resume([OWN], [...GIVEN, 'Temporal'])]),
  continued('compact-then-resume', [{ start: 'compact' }, { add: [NEWS] }, resume([NEWS])]),
  continued('clear', [{ start: 'clear', session: 's2' }]),
  continued('startup-again', [{ start: 'startup', session: 's2' }]),
  continued('resume-on-this-machine', [{ add: [NEWS] }, resume([NEWS])], { on: 'file' }),
  continued('resume-outdated', [{ add: [NEWS] }, resume([NEWS])], {
    memories: [...FIRST, outdated('Jenkins', 'Builds run on Jenkins.', { expires: -1 })],
  }),
];
