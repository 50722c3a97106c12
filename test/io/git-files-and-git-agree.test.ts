import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { gitFacts } from '../../src/io/git.ts';
import { askGit } from '../../src/io/git-answers.ts';
import { factsFromFiles, type GitFacts } from '../../src/io/git-files.ts';
import { openGit } from '../../src/io/git-process.ts';
import { environment, git, options, put, repository, temporaryFolder } from './repositories.ts';

const URL = 'https://git.example/acme/shop.git';
const ALL = { place: true, head: true, remote: true };

/** Both ways, beside each other; `decided` tells that the files alone gave the answer. */
async function bothWays(cwd: string, env: Record<string, string>) {
  const files = factsFromFiles(cwd, env);
  const said = await askGit(cwd, await openGit(cwd, env, () => 10_000), ALL);
  const asked: GitFacts = { ...said?.answers.place, ...said?.answers.head, ...said?.answers.remote };
  const undecided = files?.undecided;
  return { files: files?.facts, asked, decided: !undecided?.place && !undecided?.head && !undecided?.remote };
}

/** Makes a place in `folder` and names the working folder in it. */
const PLACES: Readonly<Record<string, (folder: string) => string>> = {
  'a plain repository': (folder) => repository(folder, 'shop', URL),
  'a subfolder': (folder) => {
    const sub = join(repository(folder, 'shop', URL), 'src', 'billing');
    mkdirSync(sub, { recursive: true });
    return sub;
  },
  'a branch with slashes': (folder) => {
    const root = repository(folder, 'shop', URL);
    git(root, 'checkout', '--quiet', '-b', 'feat/new/thing');
    return root;
  },
  'packed references': (folder) => {
    const root = repository(folder, 'shop', URL);
    git(root, 'tag', '-a', '-m', 'x', 'v1');
    git(root, 'branch', 'main2');
    git(root, 'pack-refs', '--all');
    return root;
  },
  'packed references, one of them moved on': (folder) => {
    const root = repository(folder, 'shop', URL);
    git(root, 'pack-refs', '--all');
    git(root, 'commit', '--quiet', '--allow-empty', '-m', 'second');
    return root;
  },
  'a detached HEAD': (folder) => {
    const root = repository(folder, 'shop', URL);
    git(root, 'checkout', '--quiet', '--detach');
    return root;
  },
  'no commit yet': (folder) => {
    const root = join(folder, 'new');
    mkdirSync(root);
    git(root, 'init', '--quiet');
    git(root, 'remote', 'add', 'origin', URL);
    return root;
  },
  'sha256 ids': (folder) => {
    const root = join(folder, 'wide');
    mkdirSync(root);
    git(root, 'init', '--quiet', '--object-format=sha256');
    git(root, 'remote', 'add', 'origin', URL);
    git(root, 'commit', '--quiet', '--allow-empty', '-m', 'first');
    return root;
  },
  'a linked worktree': (folder) => {
    const root = repository(folder, 'shop', URL);
    git(root, 'worktree', 'add', '--quiet', '-b', 'fix', join(folder, 'shop-fix'));
    return join(folder, 'shop-fix');
  },
  'a worktree inside the repository': (folder) => {
    const root = repository(folder, 'shop', URL);
    git(root, 'worktree', 'add', '--quiet', '-b', 'fix', join(root, '.trees', 'fix'));
    return join(root, '.trees', 'fix');
  },
  'a worktree of a bare repository': (folder) => {
    const bare = join(folder, 'shop', '.bare');
    git(folder, 'clone', '--quiet', '--bare', repository(folder, 'origin'), bare);
    git(bare, 'remote', 'set-url', 'origin', URL);
    writeFileSync(join(folder, 'shop', '.git'), 'gitdir: ./.bare\n');
    git(bare, 'worktree', 'add', '--quiet', join(folder, 'shop', 'main'), 'main');
    return join(folder, 'shop', 'main');
  },
  'the folder around a bare repository': (folder) => {
    git(folder, 'clone', '--quiet', '--bare', repository(folder, 'origin'), join(folder, 'shop', '.bare'));
    writeFileSync(join(folder, 'shop', '.git'), 'gitdir: ./.bare\n');
    return join(folder, 'shop');
  },
  'a bare repository': (folder) => {
    const bare = join(folder, 'shop.git');
    git(folder, 'clone', '--quiet', '--bare', repository(folder, 'origin'), bare);
    return bare;
  },
  'a submodule': (folder) => {
    const outer = repository(folder, 'outer', 'https://git.example/acme/outer.git');
    git(outer, 'submodule', '--quiet', 'add', repository(folder, 'inner'), 'libs/inner');
    git(join(outer, 'libs', 'inner'), 'remote', 'set-url', 'origin', URL);
    return join(outer, 'libs', 'inner');
  },
  'a remote that is not origin, alone': (folder) => {
    const root = repository(folder);
    git(root, 'remote', 'add', 'work', URL);
    return root;
  },
  'the upstream among several': (folder) => {
    const root = repository(folder);
    git(root, 'remote', 'add', 'mine', 'https://git.example/ann/shop.git');
    git(root, 'remote', 'add', 'theirs', URL);
    git(root, 'config', 'branch.main.remote', 'theirs');
    return root;
  },
  'origin among several': (folder) => {
    const root = repository(folder, 'shop', URL);
    git(root, 'remote', 'add', 'fork', 'https://git.example/ann/shop.git');
    git(root, 'config', 'branch.main.remote', 'fork');
    return root;
  },
  'odd but legal writing of the configuration': (folder) => {
    const root = repository(folder);
    const text = `\n[Remote "origin"] ; of course\n\tURL = "https://git.example/\\\nacme/sh"op.git # main\n[branch.main]\nremote=origin\n`;
    writeFileSync(join(root, '.git', 'config'), text, { flag: 'a' });
    return root;
  },
};

test.each(Object.entries(PLACES))('%s: files alone, and git, say the same', async (_name, make) => {
  const folder = temporaryFolder();
  const env = environment(folder);
  const { files, asked, decided } = await bothWays(make(folder), env);
  expect(decided).toBe(true);
  expect(files).toEqual(asked);
  expect(files?.remoteUrl).toBeDefined();
  expect(files?.commonDir).toBeDefined();
});

/** What files alone cannot decide; the expected answer is git's. */
const ODD: Readonly<Record<string, (root: string, env: Record<string, string>, folder: string) => GitFacts>> = {
  'an included file': (root) => {
    put(root, '.git/more', `[remote "origin"]\n\turl = ${URL}\n`);
    git(root, 'config', 'include.path', 'more');
    return { remoteUrl: URL, remoteName: 'origin' };
  },
  'a conditional include in the home folder': (root, env) => {
    put(env['HOME'] ?? '', '.more', `[remote "origin"]\n\turl = ${URL}\n`);
    put(env['HOME'] ?? '', '.gitconfig', `[includeIf "gitdir:${root}/"]\n\tpath = .more\n`);
    return { remoteUrl: URL, remoteName: 'origin' };
  },
  'a rewritten URL': (root, env) => {
    put(env['HOME'] ?? '', '.gitconfig', '[url "https://git.example/acme/"]\n\tinsteadOf = work:\n\tinsteadOf = w\n');
    git(root, 'remote', 'add', 'origin', 'work:shop.git');
    return { remoteUrl: URL, remoteName: 'origin' };
  },
  'a rewritten URL from $XDG_CONFIG_HOME': (root, env, folder) => {
    env['XDG_CONFIG_HOME'] = join(folder, 'xdg');
    put(folder, 'xdg/git/config', '[url "https://git.example/"]\n\tinsteadOf = work:\n');
    git(root, 'remote', 'add', 'origin', 'work:acme/shop.git');
    return { remoteUrl: URL, remoteName: 'origin' };
  },
  'a rewritten URL from the environment': (root, env) => {
    Object.assign(env, {
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'url.https://git.example/.insteadOf',
      GIT_CONFIG_VALUE_0: 'work:',
    });
    git(root, 'remote', 'add', 'origin', 'work:acme/shop.git');
    return { remoteUrl: URL, remoteName: 'origin' };
  },
  'a configuration for each worktree': (root) => {
    git(root, 'config', 'extensions.worktreeConfig', 'true');
    git(root, 'config', '--worktree', 'remote.origin.url', URL);
    return { remoteUrl: URL, remoteName: 'origin' };
  },
  'GIT_DIR in the environment': (_root, env, folder) => {
    const other = repository(folder, 'other', URL);
    Object.assign(env, { GIT_DIR: join(other, '.git'), GIT_WORK_TREE: other });
    return { remoteUrl: URL, remoteName: 'origin', commonDir: join(other, '.git') };
  },
  'a working tree elsewhere, which is not where the session works': (root, _env, folder) => {
    mkdirSync(join(folder, 'tree'));
    git(root, 'remote', 'add', 'origin', URL);
    git(root, 'config', 'core.worktree', join(folder, 'tree'));
    return { remoteUrl: URL, remoteName: 'origin' };
  },
  'a working tree further up, which is not either': (root, _env, folder) => {
    git(root, 'remote', 'add', 'origin', URL);
    git(root, 'config', 'core.worktree', folder);
    return { remoteUrl: URL, remoteName: 'origin' };
  },
  'a working tree further up by the person’s own word': (root, env, folder) => {
    git(root, 'remote', 'add', 'origin', URL);
    env['GIT_WORK_TREE'] = folder;
    return { remoteUrl: URL, remoteName: 'origin', root: folder };
  },
  'several URLs: the first is fetched from': (root) => {
    git(root, 'remote', 'add', 'origin', URL);
    git(root, 'remote', 'set-url', '--add', 'origin', 'https://mirror.example/x/y.git');
    return { remoteUrl: URL, remoteName: 'origin' };
  },
  'a branch that names a URL': (root) => {
    git(root, 'config', 'branch.main.remote', URL);
    return { remoteUrl: URL };
  },
};

test.each(Object.entries(ODD))('%s: git is asked, and its answer counts', async (_name, make) => {
  const folder = temporaryFolder();
  const env = environment(folder);
  const root = repository(folder);
  const expected = make(root, env, folder);
  expect((await bothWays(root, env)).decided).toBe(false);
  const facts = await gitFacts(root, options(env));
  const others = { root, commonDir: join(root, '.git'), branch: 'main', head: expect.stringMatching(/^[0-9a-f]{40}$/) };
  expect(facts).toEqual({ ...others, ...expected });
});

test('user info is dropped before the URL leaves', async () => {
  const folder = temporaryFolder();
  const root = repository(folder, 'shop', 'https://ann:s3cret@git.example/acme/shop.git');
  expect((await gitFacts(root, options(environment(folder)))).remoteUrl).toBe(URL);
});

test('a relative remote is the same place from every worktree', async () => {
  const folder = temporaryFolder();
  const root = repository(folder, 'shop', '../origin.git');
  git(root, 'worktree', 'add', '--quiet', '-b', 'fix', join(folder, 'deep', 'er', 'shop-fix'));
  const env = environment(folder);
  const expected = join(folder, 'origin.git');
  expect((await gitFacts(root, options(env))).remoteUrl).toBe(expected);
  expect((await gitFacts(join(folder, 'deep', 'er', 'shop-fix'), options(env))).remoteUrl).toBe(expected);
});

test('without a remote the oldest commit is found, and not guessed where history is cut off', async () => {
  const folder = temporaryFolder();
  const env = environment(folder);
  const root = repository(folder);
  const first = git(root, 'rev-parse', 'HEAD');
  git(root, 'commit', '--quiet', '--allow-empty', '-m', 'second');
  expect((await gitFacts(root, options(env))).firstCommit).toBe(first);
  git(folder, 'clone', '--quiet', '--depth=1', `file://${root}`, 'cut');
  git(join(folder, 'cut'), 'remote', 'remove', 'origin');
  const cut = await gitFacts(join(folder, 'cut'), options(env));
  expect(cut.head).toBe(git(root, 'rev-parse', 'HEAD'));
  expect(cut.firstCommit).toBeUndefined();
});
