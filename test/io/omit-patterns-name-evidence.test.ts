import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { omitFiles } from '../../src/io/omit-files.ts';
import { feedTree, type TreeOptions } from '../../src/io/work-tree.ts';
import { environment, git, options, put, repository, temporaryFolder } from './repositories.ts';

function project(folder: string): string {
  const root = repository(folder);
  put(root, '.gitignore', 'private/\nbuild/\n*.log\nnode_modules/\n');
  put(root, 'README.md', 'Read me.\n');
  git(root, 'add', '.');
  put(root, 'private/plan.md', 'The plan.\n');
  put(root, 'private/deep/.er/more.txt', 'More of it.\n');
  put(root, 'build/out.log', 'Built.\n');
  put(root, 'node_modules/m/notes.md', "Somebody else's notes.\n");
  return root;
}

async function named(root: string, ...patterns: string[]) {
  const { paths, stopped } = await omitFiles(root, patterns, { deadline: 10, now: () => 0, maxFiles: 100 });
  expect(stopped).toBeUndefined();
  return [...paths].sort();
}

async function read(folder: string, root: string, more: Partial<TreeOptions>) {
  const texts: Record<string, string> = {};
  const limits = { maxFiles: 1000, maxFileBytes: 100, maxLargeBytes: 1_000, maxBytes: 1_000_000 };
  const given = { ...options(environment(folder)), ...limits, saidFrom: Number.POSITIVE_INFINITY, ...more };
  const look = await feedTree(
    root,
    (path, bytes) => Object.assign(texts, { [path]: Buffer.from(bytes).toString() }),
    given,
  );
  return { ...look, texts, order: Object.keys(texts) };
}

test('files that git ignores are evidence where a pattern names them, before all others', async () => {
  const folder = temporaryFolder();
  const root = project(folder);
  expect((await read(folder, root, {})).order).toEqual(['README.md', '.gitignore']);
  const { order, files, of, complete } = await read(folder, root, { omit: ['private', '**/*.log'] });
  expect(order).toEqual(['private/plan.md', 'private/deep/.er/more.txt', 'build/out.log', 'README.md', '.gitignore']);
  expect({ files, of, complete }).toEqual({ files: 5, of: 5, complete: true });
});

test('a file that is named and tracked is read once', async () => {
  const folder = temporaryFolder();
  const root = project(folder);
  const shown: string[] = [];
  const limits = { maxFiles: 1000, maxFileBytes: 100, maxLargeBytes: 1_000, maxBytes: 1_000_000 };
  const given = { ...options(environment(folder)), ...limits, saidFrom: Number.POSITIVE_INFINITY, omit: ['*.md'] };
  expect(await feedTree(root, (path) => shown.push(path), given)).toMatchObject({ files: 2, of: 2, complete: true });
  expect(shown).toEqual(['README.md', '.gitignore']);
});

test('a large one comes first as well, up to a size', async () => {
  const folder = temporaryFolder();
  const root = project(folder);
  put(root, 'private/large.md', 'x'.repeat(900));
  put(root, 'private/huge.md', 'x'.repeat(2_000));
  const { texts, order, complete, large } = await read(folder, root, { omit: ['private/*.md'] });
  expect(order.indexOf('README.md')).toBe(3);
  expect([texts['private/large.md']?.length, texts['private/huge.md']?.length]).toEqual([900, 1_000]);
  expect({ complete, large }).toEqual({ complete: false, large: 1 });
});

test('half of the bounds is left for the rest, and what was cut off is told', async () => {
  const folder = temporaryFolder();
  const root = project(folder);
  for (let n = 0; n < 20; n++) put(root, `private/${n}.txt`, `Number ${n}.\n`);
  const few = await read(folder, root, { omit: ['private'], maxFiles: 10 });
  expect(few.order.filter((path) => path.startsWith('private'))).toHaveLength(5);
  expect(few.order).toContain('README.md');
  expect(few).toMatchObject({ complete: false, stopped: 'files' });
  const small = await read(folder, root, { omit: ['private'], maxBytes: 120 });
  expect(Object.values(small.texts).join('').length).toBeLessThanOrEqual(120);
  expect(small.order).toContain('README.md');
  expect(small).toMatchObject({ complete: false, stopped: 'bytes' });
  let time = 0;
  const late = await read(folder, root, { omit: ['**'], now: () => time++, deadline: 60 });
  expect(late.order).toContain('README.md');
  expect(late).toMatchObject({ complete: false, stopped: 'time' });
});

test('node_modules is looked at where a pattern means it, and last', async () => {
  const root = project(temporaryFolder());
  expect(await named(root, 'node_modules/*/*.md')).toEqual(['node_modules/m/notes.md']);
  const all = await omitFiles(root, ['**/*.md'], { deadline: 10, now: () => 0, maxFiles: 100 });
  expect(all.paths.at(-1)).toBe('node_modules/m/notes.md');
  expect(all.paths).toHaveLength(3);
});

test.each([
  ['.git'],
  ['.git/**'],
  ['**/config'],
  ['.GIT/config'],
  ['sub/.git/config'],
  ['sub'],
  ['to-git/*'],
  ['to-config'],
])('%s names nothing of .git', async (pattern) => {
  const root = project(temporaryFolder());
  mkdirSync(join(root, 'sub'));
  git(join(root, 'sub'), 'init', '--quiet');
  symlinkSync('.git', join(root, 'to-git'));
  symlinkSync('.git/config', join(root, 'to-config'));
  expect(await named(root, pattern)).toEqual([]);
});

test('no link is followed out of the tree, and one in it is', async () => {
  const folder = temporaryFolder();
  const root = project(folder);
  put(folder, 'outside/secret.md', 'Outside.\n');
  symlinkSync('../outside', join(root, 'out'));
  symlinkSync('../outside/secret.md', join(root, 'out.md'));
  symlinkSync('private', join(root, 'in'));
  symlinkSync('private/plan.md', join(root, 'in.md'));
  symlinkSync('nowhere', join(root, 'gone.md'));
  symlinkSync('loop.md', join(root, 'loop.md'));
  symlinkSync('..', join(root, 'private', 'up'));
  expect(
    await named(root, 'out', 'out/**', 'out.md', 'out/secret.md', '../outside/*', 'private/../../outside/*'),
  ).toEqual([]);
  expect(await named(root, 'in/*.md', '*.md')).toEqual(['README.md', 'in.md', 'in/plan.md']);
  expect(await named(root, 'private')).toEqual(['private/deep/.er/more.txt', 'private/plan.md']);
});

test('odd files hold nothing up, and are no evidence', async () => {
  const folder = temporaryFolder();
  const root = project(folder);
  execFileSync('mkfifo', [join(root, 'private', 'pipe')]);
  symlinkSync('pipe', join(root, 'private', 'to-pipe'));
  symlinkSync('/dev/zero', join(root, 'private', 'zero'));
  const { order } = await read(folder, root, { omit: ['private/**', 'private/pipe', 'private/zero'] });
  expect(order).toEqual(['private/plan.md', 'private/deep/.er/more.txt', 'README.md', '.gitignore']);
  expect(await named(join(root, 'gone'), '**')).toEqual([]);
});

test('patterns of a hostile repository take no more time than there is', async () => {
  const root = project(temporaryFolder());
  for (let n = 0; n < 5; n++) put(root, `private/${'a'.repeat(200)}/${'a'.repeat(200)}${n}`, '');
  const patterns = Array.from({ length: 900 }, (_, n) => `${'*a'.repeat(90)}${n}/${'*a'.repeat(10)}`);
  const started = performance.now();
  const bounds = { deadline: started + 100, now: () => performance.now(), maxFiles: 100 };
  expect((await omitFiles(root, ['private/**/b', ...patterns], bounds)).paths).toEqual([]);
  expect(performance.now() - started).toBeLessThan(10_000);
});

test('a folder of very many names is left when there is no time for it', async () => {
  const root = project(temporaryFolder());
  for (let n = 0; n < 300; n++) put(root, `private/names/${n}`, '');
  let looked = 0;
  const now = () => looked++;
  const { paths, stopped } = await omitFiles(root, ['private/names/*'], { deadline: 50, now, maxFiles: 100 });
  expect(stopped).toBe('time');
  expect(paths.length).toBeLessThan(60);
});
