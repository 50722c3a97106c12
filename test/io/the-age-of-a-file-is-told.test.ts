import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { feedTree, type TreeOptions } from '../../src/io/work-tree.ts';
import { environment, git, gitAt, put, repository, temporaryFolder } from './repositories.ts';

/** When something was said: after every commit of these tests, and before what is written `LATER`. Before now, when all files are made. */
const SAID = Math.floor(Date.now() / 1000) - 10_000;
const LATER = SAID + 20;
const EARLIER = SAID - 100_000;
/** A clock that stands still. */
const now = (): number => LATER * 1_000;

function write(root: string, path: string, text: string, second: number): void {
  utimesSync(put(root, path, text), second, second);
}

/** What was shown, as `path since text`, in order. */
async function shown(root: string, folder: string, more: Partial<TreeOptions> = {}): Promise<string[]> {
  const all: string[] = [];
  await feedTree(root, (path, content, since) => all.push(`${path} ${since} ${Buffer.from(content)}`), {
    ...{ deadline: now() + 20_000, now, env: environment(folder), saidFrom: SAID },
    ...{ maxFiles: 1_000, maxFileBytes: 10_000, maxLargeBytes: 100_000, maxBytes: 1_000_000 },
    ...more,
  });
  return all;
}

function project(folder: string): string {
  const root = repository(folder);
  put(root, 'RULES [draft].md', 'an old rule\n\n');
  put(root, 'cloned.md', 'from the commit\n');
  git(root, 'add', '.');
  gitAt(`@${SAID - 50} +0000`, root, 'commit', '--quiet', '-m', 'rules');
  write(root, 'RULES [draft].md', 'an old rule\n\na new rule\n', LATER);
  write(root, 'cloned.md', 'from the commit\n', LATER);
  write(root, 'later.md', 'nowhere before\n', LATER - 1);
  return root;
}

test('of a newer file the lines of the last commit before are old, and the rest is as old as the file', async () => {
  const folder = temporaryFolder();
  const root = project(folder);
  for (const [name, value] of Object.entries({
    lineNumber: 'true',
    column: 'true',
    fullName: 'true',
    patternType: 'perl',
  }))
    git(root, 'config', `grep.${name}`, value);
  write(root, 'older.md', 'not in git at all\n', EARLIER);
  const all = await shown(root, folder);
  expect(all).toEqual([
    'older.md 0 not in git at all\n',
    expect.stringContaining('.md 0 '),
    expect.stringContaining('.md 0 '),
    `later.md ${LATER - 1} nowhere before\n`,
    expect.stringContaining(`.md ${LATER} `),
    expect.stringContaining(`.md ${LATER} `),
  ]);
  expect(all).toContain('RULES [draft].md 0 an old rule\n\n');
  expect(all).toContain('cloned.md 0 from the commit\n');
  expect(all).toContain(`RULES [draft].md ${LATER} an old rule\n\na new rule\n`);
});

test('a tree that is newer as a whole came from elsewhere, and is as old as anything', async () => {
  const folder = temporaryFolder();
  const root = project(folder);
  const before = { saidFrom: EARLIER };
  expect((await shown(root, folder, before)).every((one) => one.includes('.md 0 '))).toBe(true);
  write(root, 'older.md', 'x', EARLIER);
  expect(await shown(root, folder, before)).toContain(`later.md ${LATER - 1} nowhere before\n`);
});

test('where git cannot be asked, and where the clock of a file is another one, nobody can tell', async () => {
  const folder = temporaryFolder();
  const root = project(folder);
  write(root, 'older.md', 'x', EARLIER);
  expect(await shown(root, folder, { env: { PATH: '/nowhere' } })).toContain('later.md 0 nowhere before\n');
  write(root, 'later.md', 'of tomorrow\n', SAID + 86_400);
  expect(await shown(root, folder)).toContain('later.md 0 of tomorrow\n');
  expect(await shown(root, folder, { saidFrom: Number.POSITIVE_INFINITY })).toContain('cloned.md 0 from the commit\n');
});

test('without a repository the age of a file is what it says', async () => {
  const folder = temporaryFolder();
  const root = join(folder, 'notes');
  write(root, 'a.md', 'older', SAID);
  write(root, 'b.md', 'newer', LATER);
  expect(await shown(root, folder)).toEqual(['a.md 0 older', `b.md ${LATER} newer`]);
});

test('before the first commit as well', async () => {
  const folder = temporaryFolder();
  const root = join(folder, 'shop');
  write(root, 'a.md', 'older', SAID);
  git(root, 'init', '--quiet');
  write(root, 'b.md', 'newer', LATER);
  git(root, 'add', '.');
  expect(await shown(root, folder)).toEqual(['a.md 0 older', `b.md ${LATER} newer`]);
});

test('of very many newer files only the newest are told apart', async () => {
  const folder = temporaryFolder();
  const root = repository(folder);
  for (let n = 0; n < 250; n += 1) write(root, `${n}.md`, `${n}`, LATER - (n % 10));
  write(root, 'the-one.md', 'written down', LATER + 1);
  write(root, 'older.md', 'x', EARLIER);
  const all = await shown(root, folder);
  expect(all.filter((one) => / 0 /.test(one)).length).toBe(52);
  expect(all.at(-1)).toBe(`the-one.md ${LATER + 1} written down`);
});

test('a file that was there and is saved again is as old as it was', async () => {
  const folder = temporaryFolder();
  const root = join(folder, 'notes');
  const later = Math.floor(Date.now() / 1000) + 20;
  write(root, 'older.md', 'x', EARLIER);
  write(root, 'a.md', 'said after it was made', later);
  const all = await shown(root, folder, {
    saidFrom: later - 5,
    now: () => later * 1_000,
    deadline: later * 1_000 + 20_000,
  });
  expect(all.sort()).toEqual(['a.md 0 said after it was made', 'older.md 0 x']);
});
