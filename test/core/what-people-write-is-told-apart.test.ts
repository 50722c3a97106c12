/** Of pairs as people write them: which are told as older and newer, and which as one. Those that are not yet are named. */
import { describe, expect, it } from 'vitest';
import type { Memory } from '../../src/contract/mem0.ts';
import { assemblePack } from '../../src/core/recall/context-pack.ts';
import { arranged } from '../../src/core/recall/sections.ts';
import { fillerOf } from '../recall/recall-scorer.ts';
import { memory } from './memories.ts';
import { CONFLICTING, NEAR_TWINS, NO_CONFLICT, type Pair, TWINS } from './pairs-of-statements.ts';

const rowsOf = ({ type, older, newer }: Pair): readonly [Memory, Memory] => [
  memory(older, { metadata: { type }, created_at: '2026-10-01T10:00:00Z' }),
  memory(newer, { metadata: { type }, created_at: '2026-11-09T10:00:00Z' }),
];

/** What becomes of the older one of a pair: `stands`, `marked`, `gone` behind a newer word, `one` with the newer. */
function fateOf(pair: Pair): 'stands' | 'marked' | 'gone' | 'one' {
  const rows = rowsOf(pair);
  const packs = [rows, [...rows].reverse()].map(
    (some) => assemblePack({ rows: some, today: '2026-11-30', budget: 8_000, missing: [] })?.text ?? '',
  );
  expect(packs[1]).toBe(packs[0]);
  const lines = (packs[0] ?? '').split('\n').filter((line) => line.startsWith('- '));
  const [older, newer] = rows.map(({ id }) => id.slice(0, 8));
  if (lines.length === 1) return /\((?:was|now) /.test(lines[0] ?? '') ? 'gone' : 'one';
  expect(lines).toHaveLength(2);
  expect(lines.find((line) => line.endsWith(`[${newer}]`))).not.toContain('(older');
  const old = lines.find((line) => line.endsWith(`[${older}]`));
  return old?.endsWith(` (older; see ${newer}) [${older}]`) === true ? 'marked' : 'stands';
}

const namesOf = (pairs: readonly Pair[], ...fates: readonly string[]) =>
  pairs.filter((pair) => fates.includes(fateOf(pair))).map(({ older, newer }) => `${older} | ${newer}`);

/** Of these both stand as current: nothing in their form says that only one can hold. */
const NOT_TOLD = [
  'Thumbnails are generated when a picture is uploaded. | Thumbnails are generated on first request.',
  'Customer names are shown in full. | Customer names are shown with initials only.',
  'Put integration tests next to the code. | Put integration tests into the top folder called it.',
  'Public functions are documented with JSDoc. | Public functions are documented in the handbook.',
  'Feature branches are merged by squashing. | Feature branches are merged with a merge commit.',
  'Guests may check out without an account. | Guests must make an account before they check out.',
  'Before a release, freeze the main branch. | Before a release, cut a release branch.',
  'To clear the cache restart the web workers. | To clear the cache call the purge endpoint.',
];
/** Of these both stand: the words that they do not share are no small ones. */
const NOT_ONE = [
  'I prefer tabs. | My preference is tabs.',
  'The user prefers short answers. | I like short answers.',
  'We test with Vitest. | Tests run with Vitest.',
];

describe('pairs of statements', () => {
  it('of one subject, the older is told as such', () => {
    expect(namesOf(CONFLICTING, 'one')).toEqual([]);
    expect(namesOf(CONFLICTING, 'stands')).toEqual(NOT_TOLD);
  });

  it('that look alike, both are told as current', () => {
    expect(namesOf(NO_CONFLICT, 'one', 'gone', 'marked')).toEqual([]);
  });

  it('that say the same stand once', () => {
    expect(namesOf(TWINS, 'gone', 'marked', 'stands')).toEqual(NOT_ONE);
  });

  it('that nearly say the same both stand', () => {
    expect(namesOf(NEAR_TWINS, 'one', 'gone')).toEqual([]);
  });

  it('that were pinned stay, and are told as older all the same', () => {
    const [older, newer] = rowsOf({
      type: 'decision',
      older: 'Customer data is stored in the EU region only.',
      newer: 'Customer data is stored in the EU and the UK region.',
    });
    const rows = [{ ...older, metadata: { type: 'decision', pinned: true } }, newer];
    const text = assemblePack({ rows, today: '2026-11-30', budget: 8_000, missing: [] })?.text;
    const [old, now] = [older.id.slice(0, 8), newer.id.slice(0, 8)];
    expect(text).toContain(`region only. (older; see ${now}) [${old}]`);
    expect(text).toContain(`UK region. [${now}]`);
  });

  it('of which the newer was said just now name no row', () => {
    const row = memory('Branches are named after the ticket.');
    const justNow = [
      { text: 'Branches are named after the week', type: 'convention' as const, at: '2026-11-30T10:00:00Z' },
    ];
    const pack = assemblePack({ rows: [row], justNow, today: '2026-11-30', budget: 8_000, missing: [] });
    expect(pack?.text).toContain('the ticket. (older; see what was said just now) [');
  });

  it('of another branch, scope or the same instant are both told as current', () => {
    const [older, newer] = rowsOf(CONFLICTING[0] as Pair);
    const textOf = (rows: readonly Memory[], marks: readonly string[] = []) =>
      assemblePack({
        ...{ rows, today: '2026-11-30', budget: 8_000, missing: [] },
        standing: (row) => ({ marks: row === newer ? marks : [], distance: 0 }),
      })?.text;
    expect(textOf([older, newer])).toContain('(older');
    expect(textOf([older, newer], ['on branch x'])).not.toContain('(older');
    expect(textOf([{ ...older, app_id: null }, newer])).not.toContain('(older');
    expect(textOf([{ ...older, created_at: newer.created_at }, newer])).not.toContain('(older');
  });

  it('of a chain, each older one names the newest', () => {
    const rows = ['ticket', 'author', 'feature'].map((what, i) =>
      memory(`Branches are named after the ${what}.`, { created_at: `2026-11-0${i + 1}T10:00:00Z` }),
    );
    const text = assemblePack({ rows, today: '2026-11-30', budget: 8_000, missing: [] })?.text ?? '';
    expect(text.match(/\(older; see \w+\)/g)).toEqual(Array(2).fill(`(older; see ${rows[2]?.id.slice(0, 8)})`));
    // What is no longer current stands last.
    expect(text.indexOf('the feature')).toBeLessThan(text.indexOf('the author'));
  });

  it('of 2,000 that are no pairs none is told as older', () => {
    const rows = fillerOf(1).map(({ text, type, id }, i) =>
      memory(text, { id, metadata: { type }, created_at: new Date(1.79e12 - i * 3.6e6).toISOString() }),
    );
    const marked = winnowedMarks(rows);
    expect(marked).toEqual([]);
    // Without the number of a hall and a row there are some of one matter among them.
    const bare = rows.map((row) => ({ ...row, memory: row.memory.replace(/ \(hall.*/, '.') }));
    expect(winnowedMarks(bare).length).toBeLessThan(60);
  });
});

function winnowedMarks(rows: readonly Memory[]): readonly string[] {
  const { sections } = arranged({ rows, today: '2026-11-30', justNow: [] });
  return [...sections.values()].flatMap((items) =>
    items.flatMap(({ line, marks }) => (marks.some((mark) => mark.startsWith('older')) ? [line] : [])),
  );
}
