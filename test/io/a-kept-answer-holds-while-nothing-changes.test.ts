import { chmodSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
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

/** A repository whose remote only git can tell, kept in a memory. */
async function kept(more: (place: Place) => void = () => undefined) {
  const folder = temporaryFolder();
  const marking = new MarkingGit(folder);
  const root = repository(folder, 'shop', 'work:shop.git');
  put(marking.env['HOME'] ?? '', '.gitconfig', rewrites);
  more({ folder, root, env: marking.env });
  const memory = new Memory();
  const facts = await gitFacts(root, settled(marking.env, memory));
  expect(marking.wasAsked()).toBe(true);
  return { folder, root, env: marking.env, marking, memory, facts };
}

test('a file that has just changed may change again unseen: the answer is not kept', async () => {
  const { root, env, marking } = await kept();
  const memory = new Memory();
  const options = { ...settled(env, memory), now: () => Date.now(), deadline: Number.POSITIVE_INFINITY };
  expect((await gitFacts(root, options)).remoteUrl).toBe(URL);
  expect(marking.wasAsked()).toBe(true);
  expect(memory.all.size).toBe(0);
});

test('nor is one that is incomplete, or of files that cannot be named', async () => {
  for (const path of ['~nobody/x', '%(prefix)/x', 'https://ann:QZTOKEN@git.example/x']) {
    const { memory } = await kept(({ root }) => git(root, 'config', 'includeIf.gitdir:/nowhere/.path', path));
    expect(memory.all.size).toBe(0);
  }
  const half = await kept(({ folder }) => {
    const script = `#!/bin/sh\ncase "$*" in *--list*) exit 1;; esac\necho >> '${folder}/calls'\nexec /usr/bin/env git "$@"\n`;
    chmodSync(
      put(folder, 'bin/git', script.replace('/usr/bin/env', `/usr/bin/env PATH='${process.env['PATH']}'`)),
      0o755,
    );
  });
  expect(half.memory.all.size).toBe(0);
});

test('no value of a variable and no user info is ever in one', async () => {
  const folder = temporaryFolder();
  const marking = new MarkingGit(folder);
  const bare = { name: 'https://ann:QZTOKEN@git.example/acme/shop.git' };
  for (const make of [
    (root: string) => git(root, 'remote', 'add', 'origin', 'https://ann:QZTOKEN@git.example/acme/shop.git'),
    (root: string) => git(root, 'remote', 'add', 'origin', 'https://git.example/acme/shop.git?private_token=QZTOKEN'),
    (root: string) => git(root, 'config', 'branch.main.remote', bare.name),
    (root: string) => git(root, 'config', `remote.${bare.name}.url`, bare.name),
    (root: string) => {
      git(root, 'config', 'url.https://QZTOKEN@git.example/.insteadOf', 'work:');
      git(root, 'remote', 'add', 'origin', 'work:acme/shop.git');
    },
    (root: string) => {
      git(root, 'config', 'http.extraHeader', 'Authorization: Basic QZTOKEN');
      git(root, 'remote', 'add', 'origin', URL);
    },
  ]) {
    const memory = new Memory();
    const root = repository(folder);
    git(root, 'config', 'include.path', 'none');
    make(root);
    const env = { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'http.extraHeader', GIT_CONFIG_VALUE_0: 'x: QZTOKEN' };
    const facts = await gitFacts(root, settled({ ...marking.env, ...env }, memory));
    expect(facts.remoteUrl).toBe(URL);
    expect(memory.all.size).toBe(1);
    expect(JSON.stringify([facts, ...memory.all])).not.toContain('QZTOKEN');
    rmSync(root, { recursive: true });
  }
});

test('what is kept for another folder, or is not what was asked, counts for nothing', async () => {
  const { root, env, memory, marking, facts } = await kept();
  const [[name, document] = ['', undefined]] = memory.all;
  for (const change of [
    { folder: '/elsewhere' },
    { place: 'elsewhere' },
    { branch: 'other' },
    { at: Date.now() + 3_600_000 },
    { answers: {} },
    { files: { [root]: 'x' } },
  ]) {
    memory.all.set(name, { ...document, ...change } as never);
    expect(await gitFacts(root, settled(env, memory))).toEqual(facts);
    expect(marking.wasAsked()).toBe(true);
  }
});

test('after a day git is asked again', async () => {
  const { root, env, memory, marking, facts } = await kept();
  expect(await gitFacts(root, settled(env, memory, 23 * 3_600_000))).toEqual(facts);
  expect(marking.wasAsked()).toBe(false);
  expect(await gitFacts(root, settled(env, memory, 25 * 3_600_000))).toEqual(facts);
  expect(marking.wasAsked()).toBe(true);
});

test('where git cannot say any more, what it said last stands: a project keeps its id', async () => {
  const { folder, root, env, memory } = await kept(({ root: at }) => git(at, 'remote', 'remove', 'origin'));
  const { firstCommit } = await gitFacts(root, settled(env, memory));
  expect(firstCommit).toMatch(/^[0-9a-f]{40}$/);
  git(root, 'commit', '--quiet', '--allow-empty', '-m', 'second');
  put(folder, 'bin/git', '#!/bin/sh\nexit 128\n');
  const facts = await gitFacts(root, settled(env, memory));
  expect(facts).toMatchObject({ firstCommit, head: git(root, 'rev-parse', 'HEAD') });
  expect((await gitFacts(root, settled(env, undefined))).firstCommit).toBeUndefined();
  const options = settled(env, memory);
  expect((await gitFacts(root, { ...options, deadline: 0 })).firstCommit).toBe(firstCommit);
});
