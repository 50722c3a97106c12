import { rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { gitFacts } from '../../src/io/git.ts';
import type { GitFacts } from '../../src/io/git-files.ts';
import { MarkingGit, Memory, settled } from './kept-answers.ts';
import { git, put, repository, temporaryFolder } from './repositories.ts';

const URL = 'https://git.example/acme/shop.git';

/** A repository for which git must be asked, and how to change what it would say. */
interface Case {
  readonly make: (place: Place) => void;
  readonly change: (place: Place) => void;
  readonly after: GitFacts;
  /** False where the files alone say what is new. */
  readonly asks?: false;
}

interface Place {
  readonly folder: string;
  readonly root: string;
  readonly env: Record<string, string>;
}

const rewrites = '[url "https://git.example/acme/"]\n\tinsteadOf = work:\n';

const CASES: Readonly<Record<string, Case>> = {
  "the repository's configuration edited": {
    make: ({ root, env }) => {
      put(env['HOME'] ?? '', '.gitconfig', rewrites);
      git(root, 'remote', 'add', 'origin', 'work:shop.git');
    },
    change: ({ root }) => git(root, 'remote', 'set-url', 'origin', 'work:bank.git'),
    after: { remoteUrl: 'https://git.example/acme/bank.git' },
  },
  "the person's configuration edited": {
    make: ({ root, env }) => {
      put(env['HOME'] ?? '', '.gitconfig', rewrites);
      git(root, 'remote', 'add', 'origin', 'work:shop.git');
    },
    change: ({ env }) => put(env['HOME'] ?? '', '.gitconfig', rewrites.replace('acme', 'bcme')),
    after: { remoteUrl: 'https://git.example/bcme/shop.git' },
  },
  'an included file edited, its time and size as before': {
    make: ({ root }) => {
      git(root, 'config', 'include.path', 'more');
      utimesSync(put(root, '.git/more', `[remote "origin"]\n\turl = ${URL}\n`), 1_700_000_000, 1_700_000_000);
    },
    change: ({ root }) => {
      const file = put(root, '.git/more', `[remote "origin"]\n\turl = ${URL.replace('shop', 'bank')}\n`);
      utimesSync(file, 1_700_000_000, 1_700_000_000);
    },
    after: { remoteUrl: URL.replace('shop', 'bank') },
  },
  'an included file that was not there': {
    make: ({ root }) => {
      git(root, 'config', 'include.path', 'more');
      git(root, 'remote', 'add', 'one', URL);
    },
    change: ({ root }) => put(root, '.git/more', `[remote "origin"]\n\turl = ${URL.replace('shop', 'bank')}\n`),
    after: { remoteUrl: URL.replace('shop', 'bank') },
  },
  'an empty included file filled, of a condition that holds on another branch': {
    make: ({ root }) => {
      git(root, 'config', 'includeIf.onbranch:fix.path', 'more');
      put(root, '.git/more', `[url "https://git.example/fix/"]\n\tinsteadOf = https://git.example/acme/\n`);
      git(root, 'remote', 'add', 'origin', URL);
    },
    change: ({ root }) => git(root, 'checkout', '--quiet', '-b', 'fix'),
    after: { remoteUrl: 'https://git.example/fix/shop.git', branch: 'fix' },
  },
  'an included file of an included file': {
    make: ({ root }) => {
      git(root, 'config', 'include.path', 'more');
      put(root, '.git/more', '[include]\n\tpath = still/more\n');
      put(root, '.git/still/more', `[remote "origin"]\n\turl = ${URL}\n`);
    },
    change: ({ root }) => put(root, '.git/still/more', '[remote "origin"]\n\turl = https://git.example/a/b\n'),
    after: { remoteUrl: 'https://git.example/a/b' },
  },
  'a link in the configuration led elsewhere': {
    make: ({ root }) => {
      git(root, 'config', 'include.path', 'more');
      put(root, '.git/one', `[remote "origin"]\n\turl = ${URL}\n`);
      put(root, '.git/two', '[remote "origin"]\n\turl = https://git.example/a/b\n');
      symlinkSync('one', join(root, '.git', 'more'));
    },
    change: ({ root }) => {
      rmSync(join(root, '.git', 'more'));
      symlinkSync('two', join(root, '.git', 'more'));
    },
    after: { remoteUrl: 'https://git.example/a/b' },
  },
  'a remote added': {
    make: () => undefined,
    change: ({ root }) => git(root, 'remote', 'add', 'origin', URL),
    after: { remoteUrl: URL },
    asks: false,
  },
  'a second remote added, so that none is the only one': {
    make: ({ root, env }) => {
      put(env['HOME'] ?? '', '.gitconfig', rewrites);
      git(root, 'remote', 'add', 'one', 'work:shop.git');
    },
    change: ({ root }) => git(root, 'remote', 'add', 'two', 'work:bank.git'),
    after: { branch: 'main', firstCommit: expect.stringMatching(/^[0-9a-f]{40}$/) },
  },
  'a branch with another upstream': {
    make: ({ root }) => {
      git(root, 'config', 'include.path', 'none');
      for (const name of ['one', 'two']) git(root, 'remote', 'add', name, `https://git.example/${name}/shop`);
      git(root, 'branch', 'fix');
      git(root, 'config', 'branch.main.remote', 'one');
      git(root, 'config', 'branch.fix.remote', 'two');
    },
    change: ({ root }) => git(root, 'checkout', '--quiet', 'fix'),
    after: { remoteUrl: 'https://git.example/two/shop', branch: 'fix' },
  },
  "a worktree's own configuration": {
    make: ({ root }) => {
      git(root, 'config', 'extensions.worktreeConfig', 'true');
      git(root, 'remote', 'add', 'origin', URL);
    },
    change: ({ root }) => git(root, 'config', '--worktree', 'remote.origin.url', 'https://git.example/a/b'),
    after: { remoteUrl: URL },
  },
  'a variable set': {
    make: ({ root }) => {
      git(root, 'remote', 'add', 'origin', 'work:shop.git');
      git(root, 'config', 'include.path', 'none');
    },
    change: ({ env }) =>
      Object.assign(env, {
        GIT_CONFIG_COUNT: '1',
        GIT_CONFIG_KEY_0: 'url.https://git.example/acme/.insteadOf',
        GIT_CONFIG_VALUE_0: 'work:',
      }),
    after: { remoteUrl: URL },
  },
  'GIT_DIR led elsewhere': {
    make: ({ folder, env }) => {
      const other = repository(folder, 'other', URL);
      Object.assign(env, { GIT_DIR: join(other, '.git'), GIT_WORK_TREE: other });
    },
    change: ({ folder, env }) => {
      const third = repository(folder, 'third', 'https://git.example/a/b');
      Object.assign(env, { GIT_DIR: join(third, '.git'), GIT_WORK_TREE: third });
    },
    after: { remoteUrl: 'https://git.example/a/b' },
  },
  'another commit where GIT_DIR leads': {
    make: ({ folder, env }) => {
      const other = repository(folder, 'other', URL);
      Object.assign(env, { GIT_DIR: join(other, '.git'), GIT_WORK_TREE: other });
    },
    change: ({ folder }) => git(join(folder, 'other'), 'checkout', '--quiet', '-b', 'fix'),
    after: { remoteUrl: URL, branch: 'fix' },
  },
  'a first commit, after another one': {
    make: () => undefined,
    change: ({ root }) => git(root, 'commit', '--quiet', '--allow-empty', '-m', 'second'),
    after: { firstCommit: expect.stringMatching(/^[0-9a-f]{40}$/) },
  },
  'history without its beginning': {
    make: () => undefined,
    change: ({ root }) => {
      git(root, 'checkout', '--quiet', '--orphan', 'new');
      git(root, 'commit', '--quiet', '--allow-empty', '-m', 'another first');
    },
    after: { branch: 'new' },
  },
  'another git': {
    make: ({ root }) => git(root, 'config', 'include.path', 'none'),
    change: ({ folder }) => writeFileSync(join(folder, 'bin', 'git'), '# another\n', { flag: 'a' }),
    after: { branch: 'main' },
  },
};

describe('without a change nothing is started, and with one git is asked again', () => {
  test.each(Object.entries(CASES))('%s', async (_name, { make, change, after, asks = true }) => {
    const folder = temporaryFolder();
    const marking = new MarkingGit(folder);
    const place = { folder, env: marking.env, root: repository(folder) };
    make(place);
    const memory = new Memory();
    const facts = () => gitFacts(place.root, settled(place.env, memory));
    const first = await facts();
    expect(marking.wasAsked()).toBe(true);
    expect(await facts()).toEqual(first);
    expect(marking.wasAsked()).toBe(false);
    change(place);
    const second = await facts();
    expect(marking.wasAsked()).toBe(asks);
    expect(second).toMatchObject(after);
    expect(second).toEqual(await gitFacts(place.root, settled(place.env, undefined)));
  });
});
