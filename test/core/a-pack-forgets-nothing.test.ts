import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Memory } from '../../src/contract/mem0.ts';
import { assemblePack, type PackInput } from '../../src/core/recall/context-pack.ts';
import { alike, told } from '../../src/core/recall/likeness.ts';
import { sayTheSame } from '../../src/core/recall/matter-values.ts';
import { mattersOf } from '../../src/core/recall/matters.ts';
import { type Placing, placed } from '../../src/core/recall/sections.ts';
import { sketcher } from '../../src/core/recall/sketch.ts';
import { claimsOf, excludes } from '../../src/core/recall/subjects.ts';

const today = '2026-11-30';
const LEADS = [
  '',
  'We ',
  'The team ',
  'Decision: ',
  'Never ',
  "Don't ",
  'In tests, ',
  'In this project, ',
  'Unit ',
  'For jobs ',
  'We decided to ',
  'No, ',
  'All ',
  'After each release, ',
  'After each release ',
  'When it fails, ',
  'To roll back a release ',
  'To roll back a release, run ',
];
const VERBS = [
  'use ',
  'prefer ',
  'deploy to ',
  'Logs are ',
  'retry ',
  'Our database is ',
  'moved from Redis to ',
  'no longer use ',
  'Names of tables are ',
  'Table names are ',
  'Our test runner is ',
  'use as ORM ',
  'Dates are stored in ',
  'Store dates in ',
  'Dates are not stored in ',
  'Branches are named after ',
  'run ',
  'tests run with ',
  'names of builds are ',
  'the queue of part 12 retries ',
  'the API is hosted on ',
  'keep at most ',
];
const VALUES = [
  'npm',
  'PNPM',
  'Redis',
  'Fly.io',
  'Railway',
  'JSON',
  'plain text',
  '3 times',
  '5 times',
  '5s',
  'part 5 retries',
  'Foozle',
  'Node 20',
  'Node 22',
  'Vitest',
  'UTC',
  'the ticket',
  'the author and the ticket',
  'Jest as test runner',
];
const ENDS = [
  '',
  '.',
  ' here',
  ' in tests',
  ' for jobs',
  ', not npm',
  ', never Foozle',
  ' instead of Redis',
  ', because it is fast',
  ' since it is 5',
  '. Ask Ben.',
  ' after each release',
  ' when it fails',
  ', not npm, in tests',
  ' to roll back a release',
  ' is our test runner',
  ', region fra',
];
const sentence = fc
  .tuple(fc.constantFrom(...LEADS), fc.constantFrom(...VERBS), fc.constantFrom(...VALUES), fc.constantFrom(...ENDS))
  .map((parts) => parts.join(''));
/** Few words, so that pairs of one matter are many. */
const matter = fc
  .tuple(
    fc.constantFrom(
      'Dates are stored ',
      'Store dates ',
      'All dates are stored ',
      'Dates are not stored ',
      'We use pnpm ',
    ),
    fc.constantFrom(
      'in UTC',
      'in local time',
      'with a zone',
      'without a zone',
      'in Postgres',
      'for days',
      'as manager',
    ),
    fc.constantFrom('', '.', ' in tests', ', not in demos', ' any more', ' because of the law'),
  )
  .map((parts) => parts.join(''));
const text = fc.oneof(
  { weight: 4, arbitrary: matter },
  { weight: 8, arbitrary: sentence },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.constantFrom('a'.repeat(700), `${'A'.repeat(700)}`, 'not', '?', '. . .', '価格は整数。') },
);
const row = fc
  .record({
    id: fc.integer({ min: 1, max: 40 }),
    text,
    type: fc.constantFrom('decision', 'convention', 'preference', 'insight', 'runbook', 'session_state', 'odd'),
    day: fc.integer({ min: 10, max: 28 }),
    state: fc.constantFrom('', '', '', '', 'pinned', 'old', 'general', 'undated', 'replaced'),
  })
  .map(
    ({ id, text, type, day, state }): Memory => ({
      id: `${id.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`,
      memory: text,
      user_id: 'mara@acme.example',
      app_id: state === 'general' ? null : state === 'old' ? 'old-shop' : 'acme-shop',
      metadata: { type, pinned: state === 'pinned' },
      categories: null,
      replaced_by: state === 'replaced' ? 'b2' : null,
      expiration_date: null,
      created_at: state === 'undated' ? null : `2026-11-${day}T10:00:00Z`,
    }),
  );
const rows = fc.array(row, { maxLength: 30 });
const input = (all: readonly Memory[], change: Partial<PackInput> = {}): PackInput => ({
  rows: all,
  today,
  budget: 8_000,
  missing: [],
  isUnderAlias: ({ app_id }) => app_id === 'old-shop',
  ...change,
});
const idsOf = (placing: Placing) => [...placed(placing)].flatMap(([, some]) => some.map(({ id }) => id));
const isIn = (one: Memory) => one.app_id !== null;

describe('a pack forgets nothing', () => {
  it('shows each id once, in whatever order rows come and whatever the budget', () => {
    fc.assert(
      fc.property(rows, fc.integer({ min: 300, max: 9_500 }), fc.nat(), (all, budget, turn) => {
        const pack = assemblePack(input(all, { budget }));
        expect(new Set(pack?.ids).size).toBe(pack?.ids.length ?? 0);
        const at = all.length === 0 ? 0 : turn % all.length;
        const turned = [...all.slice(at), ...all.slice(0, at)].reverse();
        expect(assemblePack(input([...turned, ...all.slice(0, 3)], { budget }))).toEqual(pack);
      }),
      { numRuns: 300 },
    );
  });

  it('shows or counts each current fact, but for one that is said elsewhere or that a newer word puts an end to', () => {
    fc.assert(
      fc.property(rows, fc.integer({ min: 300, max: 9_500 }), (all, budget) => {
        const unique = [...new Map(all.map((one) => [one.id, one])).values()];
        const standing = idsOf(input(unique));
        const pack = assemblePack(input(unique, { budget }));
        expect((pack?.ids.length ?? 0) + (pack?.leftOut ?? standing.length)).toBe(standing.length);
        const byId = new Map(unique.map((one) => [one.id, one]));
        for (const one of unique) {
          const { type, pinned } = one.metadata as { type: string; pinned: boolean };
          const isFact = type !== 'session_state' && (type !== 'odd' || pinned) && one.replaced_by === null;
          if (!isFact || standing.includes(one.id)) continue;
          if (one.memory.replace(/[\s\p{C}\p{Default_Ignorable_Code_Point}]/gu, '') === '') continue;
          const why = unique.some((other) => other !== one && other.replaced_by === null && stands(other, one));
          expect(why, `${one.memory} of ${[...byId.values()].map(({ memory }) => memory).join(' | ')}`).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('says of what it holds the same again', () => {
    fc.assert(
      fc.property(rows, (all) => {
        const plain = all.filter(({ app_id, metadata }) => app_id !== 'old-shop' && metadata?.['pinned'] !== true);
        const once = placed(input(plain));
        const kept = [...once].flatMap(([, some]) => some);
        expect(idsOf(input(kept))).toEqual(kept.map(({ id }) => id));
      }),
      { numRuns: 300 },
    );
  });

  it('shows nothing that was given, nor the like of it', () => {
    fc.assert(
      fc.property(rows, fc.array(fc.nat(29)), (all, which) => {
        const given = new Set(which.flatMap((at) => all[at]?.id ?? []));
        const ids = idsOf(input(all, { given }));
        expect(ids.filter((id) => given.has(id))).toEqual([]);
        expect(idsOf(input(all, { given: new Set([...given, ...ids]) }))).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it('reads closely whatever may say the same or claim something of the same subject', () => {
    fc.assert(
      fc.property(sentence, sentence, (one, other) => {
        const lexicon = new Map();
        const sketch = sketcher(lexicon);
        const [a, b] = [told(one, lexicon), told(other, lexicon)];
        const [x, y] = [sketch(one), sketch(other)];
        const areBothTelling = x.isTelling && y.isTelling;
        const mayClaim = areBothTelling || (x.clause !== undefined && x.clause === y.clause);
        const ends = (from: typeof a, to: typeof x) =>
          claimsOf(from).some(
            ({ onlyEnds, subject }) => onlyEnds === true && sketch(subject.slice(2)).clause === to.clause,
          );
        const related = claimsOf(a).some((p) => claimsOf(b).some((q) => p.subject === q.subject));
        const areRead =
          (a.key !== b.key || areBothTelling || x.whole === y.whole || mayClaim) &&
          (!related || mayClaim || x.whole === y.whole || (x.isTelling && ends(a, y)) || (y.isTelling && ends(b, x)));
        expect(areRead, `${one} | ${other}`).toBe(true);
      }),
      { numRuns: 5_000 },
    );
  });

  it('looks for matters wherever there are any', () => {
    fc.assert(
      fc.property(fc.oneof(text, sentence), (one) => {
        const lexicon = new Map();
        const { maySpeak } = sketcher(lexicon)(one);
        expect(maySpeak || mattersOf(one, lexicon).length === 0, one).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});

/** Does one row say what the other says, or put an end to it? */
function stands(one: Memory, other: Memory): boolean {
  const lexicon = new Map();
  const [a, b] = [one, other].map((row) => told(row.memory, lexicon, !isIn(row)));
  if (a === undefined || b === undefined) return false;
  if (alike(a, b, false) || a.key === b.key) return true;
  const [m, n] = [one, other].map((row) => mattersOf(row.memory, lexicon));
  if (m?.some((x) => n?.some((y) => x.subject === y.subject && sayTheSame(x, y)))) return true;
  const isNewer = (one.created_at ?? '') > (other.created_at ?? '');
  return claimsOf(a).some((x) =>
    claimsOf(b).some(
      (y) => x.subject === y.subject && excludes(x.value, y.value) && (isNewer || isIn(one) === isIn(other)),
    ),
  );
}
