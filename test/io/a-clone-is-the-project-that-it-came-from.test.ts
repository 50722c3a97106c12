import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectIdentity } from '../../src/core/identity/scope.ts';
import { gitFacts } from '../../src/io/git.ts';
import { MarkingGit } from './kept-answers.ts';
import { environment, git, options, put, repository, temporaryFolder } from './repositories.ts';

const URL = 'https://ann:QZTOKEN@git.example/acme/shop.git';

async function idOf(cwd: string, env: Record<string, string>): Promise<string | undefined> {
  return projectIdentity({ ...(await gitFacts(cwd, options(env))), cwdReal: cwd, home: env['HOME'] }).appId;
}

function clone(folder: string, from: string, to: string, ...args: readonly string[]): string {
  git(folder, 'clone', '--quiet', ...args, from, to);
  return join(folder, to);
}

describe('a clone of a clone', () => {
  test.each([
    ['by its path', (root: string) => root],
    ['by the path of its .git', (root: string) => join(root, '.git')],
    ['by an address', (root: string) => `file://${root}`],
  ])('%s has the id of the one that it came from, without a question', async (_how, from) => {
    const folder = temporaryFolder();
    const marking = new MarkingGit(folder);
    const { env } = marking;
    const first = repository(folder, 'shop', URL);
    const second = clone(folder, from(first), 'second');
    const third = clone(folder, second, 'third');
    for (const cwd of [first, second, third]) expect(await idOf(cwd, env)).toBe('acme-shop');
    expect(JSON.stringify(await gitFacts(third, options(env)))).not.toContain('QZTOKEN');
    expect(marking.wasAsked()).toBe(false);
  });

  test('by a relative path, from a worktree of it as well', async () => {
    const folder = temporaryFolder();
    const env = environment(folder);
    const second = clone(folder, repository(folder, 'shop', URL), 'second');
    git(second, 'remote', 'set-url', 'origin', '../shop');
    git(second, 'worktree', 'add', '--quiet', '-b', 'fix', join(folder, 'deep', 'er', 'fix'));
    expect(await idOf(join(folder, 'deep', 'er', 'fix'), env)).toBe('acme-shop');
  });

  test('of a worktree, and of a bare mirror that has a remote', async () => {
    const folder = temporaryFolder();
    const env = environment(folder);
    const first = repository(folder, 'shop', URL);
    git(first, 'worktree', 'add', '--quiet', '-b', 'fix', join(folder, 'fix'));
    expect(await idOf(clone(folder, join(folder, 'fix'), 'of-tree'), env)).toBe('acme-shop');
    const mirror = clone(folder, first, 'mirror.git', '--bare');
    git(mirror, 'remote', 'set-url', 'origin', URL);
    // Git finds it without the ending.
    const of = clone(folder, mirror, 'of-mirror');
    git(of, 'remote', 'set-url', 'origin', join(folder, 'mirror'));
    expect(await idOf(of, env)).toBe('acme-shop');
  });

  test('and a rule that rewrites the remote of the first one holds', async () => {
    const folder = temporaryFolder();
    const env = environment(folder);
    put(folder, 'home/.gitconfig', '[url "https://git.example/acme/"]\n\tinsteadOf = work:\n');
    expect(await idOf(clone(folder, repository(folder, 'shop', 'work:shop'), 'second'), env)).toBe('acme-shop');
  });
});

describe('without a remote at its end', () => {
  test('a clone of somebody’s repository has its id, before and after more commits', async () => {
    const folder = temporaryFolder();
    const env = environment(folder);
    const first = repository(folder);
    const second = clone(folder, first, 'elsewhere');
    const id = `shop-${git(first, 'rev-parse', 'HEAD').slice(0, 8)}`;
    for (const cwd of [first, second]) expect(await idOf(cwd, env)).toBe(id);
    git(second, 'commit', '--quiet', '--allow-empty', '-m', 'second');
    expect(await idOf(second, env)).toBe(id);
  });

  test('before the first commit as well', async () => {
    const folder = temporaryFolder();
    const env = environment(folder);
    mkdirSync(join(folder, 'shop'));
    git(join(folder, 'shop'), 'init', '--quiet');
    const second = clone(folder, join(folder, 'shop'), 'elsewhere');
    expect(await idOf(second, env)).toBe(await idOf(join(folder, 'shop'), env));
    expect(await idOf(second, env)).toMatch(/^shop-/);
  });

  test('a bare one with worktrees is somebody’s, and one without any is a server: its path is the id', async () => {
    const folder = temporaryFolder();
    const env = environment(folder);
    const bare = clone(folder, repository(folder, 'first'), 'shop.git', '--bare');
    git(bare, 'remote', 'remove', 'origin');
    const other = clone(folder, bare, 'other');
    const path = join(folder, 'shop').slice(1).replaceAll('/', '-');
    expect(await idOf(other, env)).toBe(path);
    git(bare, 'worktree', 'add', '--quiet', join(folder, 'tree'), 'main');
    expect(await idOf(other, env)).toBe(await idOf(join(folder, 'tree'), env));
    expect(await idOf(other, env)).toMatch(/^shop-[0-9a-f]{8}$/);
  });
});

describe('what leads nowhere is a path like any other', () => {
  test.each([
    ['a folder that is gone', (folder: string) => join(folder, 'gone')],
    ['a folder that is none', () => '/dev/null'],
    ['a folder below a repository', (folder: string) => join(folder, 'shop', 'sub')],
    ['the repository itself', (folder: string) => join(folder, 'elsewhere')],
    ['a share', () => '//server/share/shop'],
  ])('%s', async (_what, to) => {
    const folder = temporaryFolder();
    const env = environment(folder);
    mkdirSync(join(repository(folder, 'shop', URL), 'sub'));
    const root = repository(folder, 'elsewhere', to(folder));
    const { remoteUrl, source } = await gitFacts(root, options(env));
    expect([remoteUrl, source]).toEqual([to(folder), undefined]);
  });

  test('two that name each other are not followed for ever', async () => {
    const folder = temporaryFolder();
    const env = environment(folder);
    const one = repository(folder, 'one', join(folder, 'two'));
    const two = repository(folder, 'two', join(folder, 'one'));
    for (const cwd of [one, two]) expect(await idOf(cwd, env)).toMatch(/-(one|two)$/);
  });

  test('GIT_DIR moves the session’s repository, and not the one that it came from', async () => {
    const folder = temporaryFolder();
    const second = clone(folder, repository(folder, 'shop', URL), 'second');
    const env = { ...environment(folder), GIT_DIR: join(second, '.git'), GIT_WORK_TREE: second };
    expect(await idOf(second, env)).toBe('acme-shop');
  });
});

describe('worktrees without a remote', () => {
  test('share one id, whatever their branches have added', async () => {
    const folder = temporaryFolder();
    const env = environment(folder);
    const root = repository(folder);
    git(root, 'worktree', 'add', '--quiet', '-b', 'fix', join(folder, 'fix'));
    git(join(folder, 'fix'), 'commit', '--quiet', '--allow-empty', '-m', 'second');
    expect(await idOf(join(folder, 'fix'), env)).toBe(await idOf(root, env));
  });

  test('and so does a copy of the whole folder under the same name', async () => {
    const folder = temporaryFolder();
    const env = environment(folder);
    const root = repository(folder);
    cpSync(root, join(folder, 'copies', 'shop'), { recursive: true });
    expect(await idOf(join(folder, 'copies', 'shop'), env)).toBe(await idOf(root, env));
  });
});

describe('a broken HEAD', () => {
  test('leaves the repository its remote, and the branch is not that of one around it', async () => {
    const folder = temporaryFolder();
    const env = environment(folder);
    const outer = repository(folder, 'outer', 'https://git.example/acme/outer');
    const inner = repository(outer, 'inner', URL);
    writeFileSync(join(inner, '.git', 'HEAD'), 'rubbish\n');
    const facts = await gitFacts(inner, options(env));
    expect(facts).toEqual({
      root: inner,
      commonDir: join(inner, '.git'),
      remoteUrl: URL.replace('ann:QZTOKEN@', ''),
      remoteName: 'origin',
    });
    git(inner, '--git-dir=.git', 'config', '--file', '.git/config', '--remove-section', 'remote.origin');
    expect(await gitFacts(inner, options(env))).toEqual({ root: inner, commonDir: join(inner, '.git') });
    rmSync(join(inner, '.git', 'HEAD'));
    expect((await gitFacts(inner, options(env))).root).toBe(outer);
  });
});
