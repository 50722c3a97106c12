import { chmodSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { gitFacts } from '../../src/io/git.ts';
import { environment, git, options, put, repository, temporaryFolder } from './repositories.ts';

const URL = 'https://git.example/acme/shop.git';

/** A `git` that writes down how it was called and then does what `then` says. */
function fakeGit(folder: string, then: string): { readonly path: string; readonly calls: () => string } {
  const log = join(folder, 'calls');
  chmodSync(put(folder, 'bin/git', `#!/bin/sh\nprintf '%s\\n' "$*" >> '${log}'\n${then}\n`), 0o755);
  return {
    path: `${join(folder, 'bin')}:${process.env['PATH']}`,
    calls: () => (existsSync(log) ? readFileSync(log, 'utf8') : ''),
  };
}

test('a repository with origin, and a folder without a repository, start no process', async () => {
  const folder = temporaryFolder();
  const fake = fakeGit(folder, 'exit 1');
  const env = environment(folder, { PATH: fake.path });
  const root = repository(folder, 'shop', URL);
  expect((await gitFacts(root, options(env))).remoteUrl).toBe(URL);
  expect(await gitFacts(folder, options(env))).toEqual({});
  expect(fake.calls()).toBe('');
});

test('a rewriting rule that does not concern the URL starts no process', async () => {
  const folder = temporaryFolder();
  const fake = fakeGit(folder, 'exit 1');
  const env = environment(folder, { PATH: fake.path });
  put(folder, 'home/.gitconfig', '[url "ssh://git@git.example/"]\n\tinsteadOf = work:\n');
  expect((await gitFacts(repository(folder, 'shop', URL), options(env))).remoteUrl).toBe(URL);
  expect(fake.calls()).toBe('');
});

test('what is open is asked for, and nothing else', async () => {
  const folder = temporaryFolder();
  const fake = fakeGit(folder, 'exit 1');
  const env = environment(folder, { PATH: fake.path });
  const facts = await gitFacts(repository(folder), options(env));
  expect(facts.branch).toBe('main');
  const commands = fake
    .calls()
    .split('\n')
    .filter((line) => line !== '');
  expect(commands.map((line) => line.replace(/^(-c \S+ )+/, '')).sort()).toEqual([
    'config --list --show-origin -z',
    'remote -v',
    'rev-parse --git-common-dir',
  ]);
});

test.each([
  ['there is no git', '/nowhere'],
  ['PATH is empty', ''],
  ['PATH leads into the repository', '.:bin'],
])('%s: the facts of the files stay', async (_name, path) => {
  const folder = temporaryFolder();
  const fake = fakeGit(join(folder, 'shop'), 'echo https://evil.example/x');
  const root = repository(folder);
  put(root, '.git/more', '');
  git(root, 'config', 'include.path', 'more');
  git(root, 'remote', 'add', 'origin', URL);
  const facts = await gitFacts(root, options({ ...environment(folder), PATH: path }));
  expect(facts).toMatchObject({ root, branch: 'main', remoteUrl: URL, remoteName: 'origin' });
  expect(fake.calls()).toBe('');
});

test('without git a rewriting rule is applied all the same', async () => {
  const folder = temporaryFolder();
  const env = environment(folder, { PATH: '/nowhere' });
  put(folder, 'home/.gitconfig', '[url "https://git.example/acme/"]\n\tinsteadOf = work:\n');
  expect((await gitFacts(repository(folder, 'shop', 'work:shop.git'), options(env))).remoteUrl).toBe(URL);
});

test('a git that hangs is left behind when the time is up', async () => {
  const folder = temporaryFolder();
  const fake = fakeGit(folder, 'exec sleep 30');
  const env = environment(folder, { PATH: fake.path });
  const root = repository(folder);
  const started = performance.now();
  const facts = await gitFacts(root, { deadline: 150, now: () => 0, env });
  expect(facts.branch).toBe('main');
  expect(facts.firstCommit).toBeUndefined();
  expect(performance.now() - started).toBeLessThan(10_000);
});

test('with no time left nothing is started', async () => {
  const folder = temporaryFolder();
  const fake = fakeGit(folder, 'exit 1');
  const env = environment(folder, { PATH: fake.path });
  const facts = await gitFacts(repository(folder), { deadline: 5, now: () => 5, env });
  expect(facts.branch).toBe('main');
  expect(fake.calls()).toBe('');
});

test('a folder that is gone: the repository above it counts, without another worktree’s branch', async () => {
  const folder = temporaryFolder();
  const env = environment(folder);
  const root = repository(folder, 'shop', URL);
  const tree = join(root, '.trees', 'fix');
  git(root, 'worktree', 'add', '--quiet', '-b', 'fix', tree);
  rmSync(tree, { recursive: true });
  expect(await gitFacts(tree, options(env))).toEqual({
    root,
    commonDir: join(root, '.git'),
    remoteUrl: URL,
    remoteName: 'origin',
  });
  expect(await gitFacts(join(folder, 'gone', 'away'), options(env))).toEqual({});
  expect(await gitFacts('/no\0where', options(env))).toEqual({});
});

test.each([
  ['a .git file of rubbish', (root: string) => put(root, '.git', 'rubbish\n')],
  ['a .git file that points nowhere', (root: string) => put(root, '.git', 'gitdir: /nowhere/at/all\n')],
  ['an empty .git folder', (root: string) => put(root, '.git/x', '')],
])('%s: no facts and no error', async (_name, make) => {
  const folder = temporaryFolder();
  make(join(folder, 'shop'));
  expect(await gitFacts(join(folder, 'shop'), options(environment(folder)))).toEqual({});
});

test.each([
  ['rubbish in HEAD', 'rubbish\n'],
  ['a branch that climbs out', 'ref: refs/heads/../../../../etc/passwd\n'],
  ["reftable's placeholder", 'ref: refs/heads/.invalid\n'],
])('%s: no branch and no commit rather than wrong ones', async (_name, head) => {
  const folder = temporaryFolder();
  const root = repository(folder, 'shop', URL);
  put(root, '.git/HEAD', head);
  const facts = await gitFacts(root, options(environment(folder)));
  expect(facts).toMatchObject({ root, remoteUrl: URL });
  expect(facts.branch).toBeUndefined();
  expect(facts.head).toBeUndefined();
});

test('a format of references that the files do not show is left to git', async () => {
  const folder = temporaryFolder();
  const root = repository(folder, 'shop', URL);
  git(root, 'config', 'core.repositoryformatversion', '1');
  git(root, 'config', 'extensions.refStorage', 'reftable');
  const facts = await gitFacts(root, { ...options(environment(folder)), env: { PATH: '/nowhere' } });
  expect(facts.remoteUrl).toBe(URL);
  expect(facts.branch).toBeUndefined();
});
