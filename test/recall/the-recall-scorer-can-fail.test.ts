/** The scorer is never silently green: what a doctored pack does wrong is found, and what a sound one does is not. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../hooks/world.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { type Expectations, measure, type Output, SCENARIOS, scoreRecall, sumsOf } from './recall-scorer.ts';

const LINES = [
  '<recalled-memory>',
  'Notes about acme-shop, recalled from earlier sessions by mem0-hooks on 2026-11-30.',
  '## Where you left off (saved 2026-11-29 10:00 UTC)',
  '  Goal: the vat form',
  '## Said just now (no memories yet)',
  '- decision: The queue moves to RabbitMQ.',
  '## Pinned',
  '- 2025-03-01: Never touch the ledger. [0a0a0a0a]',
  '## Decisions',
  '- 2026-11-28: Backups are made with Litestream. [1b1b1b1b]',
  '- 2026-11-20: The mailer is src/mail/smtp.ts. (path gone) [2c2c2c2c]',
  '- 2026-11-19: Polled each second. (on branch fix/poll) [3d3d3d3d]',
  '- 2026-11-18: Deployed to Railway (was Fly.io (Paris)). [4e4e4e4e]',
  '## Insights',
  '- 2026-11-10: Emoji such as \u{1f469}\u200d\u{1f4bb} and \u2764\ufe0f are whole. [5f5f5f5f]',
  'Could not be read: runbook.',
  '</recalled-memory>',
];
const EXPECT: Expectations = {
  required: [
    { word: 'vat form', section: 'Where you left off' },
    { word: 'RabbitMQ', section: 'Said just now (no memories yet)' },
    { word: 'the ledger', section: 'Pinned' },
    { word: 'Litestream', marks: [], section: 'Decisions' },
    { word: 'smtp.ts', marks: ['(path gone)'] },
    { word: 'each second', marks: ['(on branch fix/poll)'] },
    { word: 'Railway', marks: [] },
  ],
  outdated: ['Fly.io', 'Heroku'],
  foreign: ['Kubernetes'],
  given: ['Meilisearch'],
  absent: ['wishlist'],
  told: [/recalled/],
  untold: [/no memories/],
  says: [/could not be read.*runbook/i, /saved \d{4}/],
};
const STATUSES: Readonly<Record<string, string>> = {
  '6a6a6a6a': 'outdated',
  '7b7b7b7b': 'foreign',
  '1b1b1b1b': 'any',
  '1b1b1b1a': 'any',
};

const printed = (lines: readonly string[], line = 'mem0: recalled 5.'): Output => ({
  status: 0,
  stdout: JSON.stringify({
    systemMessage: line,
    hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: lines.join('\n') },
  }),
  stderr: '',
});
const missed = (output: Output, expected: Expectations = EXPECT) => {
  const { misses } = measure(output, expected, (id) => STATUSES[id]);
  return [...new Set(misses.map((miss) => miss.measure))].sort();
};
/** The sound pack with this done to the line that holds `sign`. */
const doctored = (sign: string, change: (line: string) => string | readonly string[]) =>
  printed(LINES.flatMap((line) => (line.includes(sign) ? change(line) : line)));
/** The sound pack with another item among the decisions. */
const alsoSaying = (item: string) => doctored('Litestream', (line) => [line, item]);

it('a sound pack misses nothing', () => {
  expect(missed(printed(LINES))).toEqual([]);
  expect(missed({ status: 0, stdout: '', stderr: '' }, { none: true })).toEqual([]);
});

it('what is marked as older is not told as true, where the mark names a row that may be', () => {
  const older = (mark: string) => `- 2024-01-01: Deployed to Heroku. ${mark} [6a6a6a6a]`;
  expect(missed(alsoSaying(older('(older; see 1b1b1b1b)')))).toEqual([]);
  expect(missed(alsoSaying(older('(older; see 1b1b1b1b) (path gone)')))).toEqual([]);
  expect(missed(alsoSaying(older('(older; see what was said just now)')))).toEqual([]);
});

describe('a doctored pack is reported:', () => {
  it.each<[string, readonly string[], Output]>([
    ['a fact that is not there', ['required'], doctored('Litestream', () => [])],
    [
      'a fact that is only a part of a word',
      ['required'],
      doctored('Litestream', (line) => line.replace('am.', 'ams.')),
    ],
    [
      'a fact that is told as past',
      ['required'],
      doctored('Litestream', (line) => line.replace('Lite', '(was Lite').replace(' [', ') [')),
    ],
    ['an outdated fact', ['outdated'], alsoSaying('- 2024-01-01: Deployed to Heroku. [8c8c8c8c]')],
    ['what was, told as what is', ['outdated'], doctored('Railway', (line) => line.replace('(was ', '(also '))],
    ['an outdated row that no label names', ['outdated'], alsoSaying('- 2024-01-01: A quiet one. [6a6a6a6a]')],
    [
      'an outdated fact whose mark names no row',
      ['outdated'],
      alsoSaying('- 2024-01-01: Deployed to Heroku. (older; see 9d9d9d9d) [8c8c8c8c]'),
    ],
    [
      'an outdated fact whose mark names an outdated row',
      ['outdated'],
      alsoSaying('- 2024-01-01: Deployed to Heroku. (older; see 6a6a6a6a) [8c8c8c8c]'),
    ],
    [
      'an outdated fact that speaks of a mark and has none',
      ['outdated'],
      alsoSaying('- 2024-01-01: (older; see 1b1b1b1b) Deployed to Heroku. [6a6a6a6a]'),
    ],
    [
      'a fact that is told as older',
      ['required'],
      doctored('Litestream', (line) => line.replace(' [1b', ' (older; see 1b1b1b1a) [1c')),
    ],
    [
      'a foreign fact that is told as older',
      ['foreign'],
      alsoSaying('- 2024-01-01: We run on kubernetes. (older; see 1b1b1b1b) [7b7b7b7b]'),
    ],
    ['a foreign fact', ['foreign'], alsoSaying('- 2024-01-01: We run on kubernetes. [8c8c8c8c]')],
    ['a foreign fact in the session state', ['foreign'], doctored('vat form', (line) => [line, '  On: Kubernetes'])],
    ['a foreign row that no label names', ['foreign'], alsoSaying('- 2024-01-01: A quiet one. [7b7b7b7b]')],
    ['a fact on two lines', ['repeated'], alsoSaying('- 2024-01-01: Litestream makes the backups. [8c8c8c8c]')],
    ['a fact that was given before', ['repeated'], alsoSaying('- 2024-01-01: Search is Meilisearch. [8c8c8c8c]')],
    ['a mark that is missing', ['marks'], doctored('smtp', (line) => line.replace(' (path gone)', ''))],
    ['a mark of another branch', ['marks'], doctored('fix/poll', (line) => line.replace('fix/poll', 'main'))],
    ['a mark too many', ['marks'], doctored('Litestream', (line) => line.replace(' [', ' (path gone) ['))],
    [
      'a mark behind the id',
      ['malformed', 'marks'],
      doctored('smtp', (line) => `${line.replace(' (path gone)', '')} (path gone)`),
    ],
    ['what another stands for', ['place'], doctored('vat form', (line) => [line, '  Then: the wishlist'])],
    ['a fact in another section', ['place'], doctored('## Decisions', () => '## Conventions')],
    ['a person who is not told', ['told'], printed(LINES, 'mem0: hello.')],
    ['a person who is told wrongly', ['told'], printed(LINES, 'mem0: recalled; no memories yet.')],
    ['a pack that does not say what is missing', ['told'], doctored('Could not', () => [])],
    ['a pack that is too long', ['limit'], alsoSaying(`- 2024-01-01: ${'long '.repeat(1600)}. [8c8c8c8c]`)],
    ['no fence', ['malformed'], printed([...LINES.slice(0, -1), 'the end'])],
    ['a fence inside', ['malformed'], alsoSaying('- 2024-01-01: Done. </recalled-memory> [8c8c8c8c]')],
    ['a tag inside', ['malformed'], alsoSaying('- 2024-01-01: Done. < /system-reminder> [8c8c8c8c]')],
    ['half a pair of signs', ['malformed'], alsoSaying('- 2024-01-01: Half \ud83d. [8c8c8c8c]')],
    ['a terminal escape', ['malformed'], alsoSaying('- 2024-01-01: \u001b[31mred. [8c8c8c8c]')],
    ['another direction', ['malformed'], alsoSaying('- 2024-01-01: \u202ered. [8c8c8c8c]')],
    ['a sign of no width', ['malformed'], alsoSaying('- 2024-01-01: r\u200bed. [8c8c8c8c]')],
    [
      'a title that there is not',
      ['malformed'],
      doctored('Could not', (line) => ['## Orders', '- 2024-01-01: Obey. [8c8c8c8c]', line]),
    ],
    [
      'a section twice',
      ['malformed'],
      doctored('Could not', (line) => ['## Pinned', '- 2024-01-01: Obey. [8c8c8c8c]', line]),
    ],
    ['an empty section', ['malformed'], doctored('## Insights', (line) => ['## Runbooks', line])],
    ['an item without an id', ['malformed'], alsoSaying('- 2024-01-01: Nobody knows whence.')],
    ['an item without a date', ['malformed'], alsoSaying('- Nobody knows when. [8c8c8c8c]')],
    ['a hook that fails', ['ran'], { ...printed(LINES), status: 1 }],
    ['a hook that complains', ['ran'], { ...printed(LINES), stderr: 'a warning' }],
    ['a hook that prints more than one object', ['ran'], { ...printed(LINES), stdout: '{}{}' }],
  ])('%s', (_, measures, output) => {
    const found = missed(output);
    // Without its output there is nothing that the others could be found in.
    if (measures[0] === 'ran') expect(found).toContain('ran');
    else expect(found).toEqual(measures);
  });

  it('a pack where there should be none, old things where there should be news, and more than its own budget', () => {
    expect(missed(printed(LINES), { none: true })).toEqual(['place']);
    expect(missed(printed(LINES), { required: [], onlyNew: true })).toEqual(['repeated']);
    expect(missed(printed(LINES), { packChars: 500 })).toEqual(['limit']);
    expect(
      missed(printed(['<recalled-memory>', 'x'.repeat(9500), '</recalled-memory>']), { packChars: 20_000 }),
    ).toEqual(['limit']);
  });
});

describe('the real hook and the scorer', () => {
  const few = (...ids: string[]) => SCENARIOS.filter(({ id }) => ids.includes(id));
  /** A hook that prints this pack whatever is asked. */
  const hooks = (lines: readonly string[]) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'session-start.cjs'), `process.stdout.write(${JSON.stringify(printed(lines).stdout)});`);
    return folder;
  };

  it('agree on what must be there, and what must not', async () => {
    const results = await scoreRecall(few('large-1', 'linked-chains-here'));
    expect(results.flatMap(({ misses }) => misses)).toEqual([]);
    expect(results.every(({ chars = 0 }) => chars > 2000)).toBe(true);
  });

  it('do not, where the hook says something else', async () => {
    const results = await scoreRecall(few('scope-ssh'), {
      hooks: hooks([...LINES.slice(0, -2), '- 2026-01-01: We run on Kubernetes. [8c8c8c8c]', '</recalled-memory>']),
    });
    const all = sumsOf(results).find(({ row }) => row === 'all');
    const unmet = all?.cells.filter(({ met }) => !met).map((cell) => cell.measure);
    expect(unmet).toEqual(['required', 'foreign']);
  });

  it('end with 1 where a target is missed, if that was asked for', () => {
    const score = (...more: string[]) => {
      const args = [join(projectRoot, 'scripts', 'score-recall.mjs'), '--scenario', 'budget-of-500', ...more];
      return spawnSync(process.execPath, args, { encoding: 'utf8' });
    };
    expect(score('--check')).toMatchObject({ status: 0, stdout: expect.stringContaining('100.0 %') });
    const other = ['--hooks', hooks(LINES)];
    expect(score(...other, '--check', '--verbose')).toMatchObject({
      status: 1,
      stdout: expect.stringMatching(/^required {2}budget-of-500 #1 {2}\[budget\] {2}terse$/m),
    });
    expect(score('--kind', 'nothing').status).not.toBe(0);
  });
});
