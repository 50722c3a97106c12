import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { hash64 } from '../../src/core/hash.ts';
import { slugOfRemote } from '../../src/core/identity/remote-slug.ts';
import { projectIdentity } from '../../src/core/identity/scope.ts';
import { gitFacts } from '../../src/io/git.ts';
import { askFirstCommit, askGit } from '../../src/io/git-answers.ts';
import { factsFromFiles } from '../../src/io/git-files.ts';
import { openGit } from '../../src/io/git-process.ts';
import { presentable } from '../../src/io/presentable.ts';
import { FORMS, NO_ID } from '../core/remote-forms.ts';
import { Memory, settled } from './kept-answers.ts';
import { environment, git, gitAt, options, put, repository, temporaryFolder } from './repositories.ts';

const URL = 'https://git.example/acme/shop.git';
const ALL = { place: true, head: true, remote: true };

type Env = Record<string, string>;

/** Makes a place below `folder`; the session's folder and the id that it must have. */
type Make = (folder: string, env: Env) => { readonly cwd: string; readonly id: string | undefined };

/** `shop-` and the beginning of the first commit. */
function idOf(root: string, name = 'shop'): string {
  return `${name}-${git(root, 'rev-list', '--max-parents=0', 'HEAD').slice(0, 8)}`;
}

function emptyRepository(folder: string, name: string, ...args: readonly string[]): string {
  const root = join(folder, name);
  mkdirSync(root, { recursive: true });
  git(root, 'init', '--quiet', ...args);
  return root;
}

const ROWS: Readonly<Record<string, Make>> = {
  'a subfolder, as of a package in a monorepo': (folder) => {
    const cwd = join(repository(folder, 'shop', URL), 'packages', 'cart');
    mkdirSync(cwd, { recursive: true });
    writeFileSync(join(cwd, 'package.json'), '{"name":"cart","repository":"https://git.example/acme/cart"}');
    return { cwd, id: 'acme-shop' };
  },
  'a worktree inside the repository': (folder) => {
    const root = repository(folder, 'shop', URL);
    git(root, 'worktree', 'add', '--quiet', join(root, '.trees', 'fix'));
    return { cwd: join(root, '.trees', 'fix'), id: 'acme-shop' };
  },
  'a worktree of a bare repository, whose folder is gone': (folder) => {
    const bare = join(folder, 'shop', '.bare');
    git(folder, 'clone', '--quiet', '--bare', repository(folder, 'first'), bare);
    git(bare, 'remote', 'set-url', 'origin', URL);
    writeFileSync(join(folder, 'shop', '.git'), 'gitdir: ./.bare\n');
    git(bare, 'worktree', 'add', '--quiet', join(folder, 'shop', 'main'), 'main');
    rmSync(join(folder, 'shop', 'main'), { recursive: true });
    return { cwd: join(folder, 'shop', 'main', 'src'), id: 'acme-shop' };
  },
  'a submodule without a remote of its own': (folder) => {
    const outer = repository(folder, 'outer', URL);
    git(outer, 'submodule', '--quiet', 'add', repository(folder, 'shop'), 'libs/shop');
    git(join(outer, 'libs', 'shop'), 'remote', 'remove', 'origin');
    return { cwd: join(outer, 'libs', 'shop'), id: idOf(join(outer, 'libs', 'shop')) };
  },
  'a submodule in a worktree': (folder) => {
    const outer = repository(folder, 'outer', 'https://git.example/acme/outer');
    git(outer, 'submodule', '--quiet', 'add', repository(folder, 'inner'), 'libs/inner');
    git(outer, 'commit', '--quiet', '-m', 'with it');
    git(outer, 'worktree', 'add', '--quiet', join(folder, 'outer-fix'));
    git(join(folder, 'outer-fix'), 'submodule', '--quiet', 'update', '--init');
    const cwd = join(folder, 'outer-fix', 'libs', 'inner');
    git(cwd, 'remote', 'set-url', 'origin', URL);
    return { cwd, id: 'acme-shop' };
  },
  'several remotes, none of them origin or an upstream': (folder) => {
    const root = repository(folder);
    for (const name of ['one', 'two']) git(root, 'remote', 'add', name, `https://git.example/${name}/shop`);
    return { cwd: root, id: idOf(root) };
  },
  'a remote without a URL beside the only one that has any': (folder, env) => {
    put(env['HOME'] ?? '', '.gitconfig', '[remote "origin"]\n\tfetch = +refs/pull/*:refs/remotes/pull/*\n');
    const root = repository(folder);
    git(root, 'remote', 'add', 'work', URL);
    return { cwd: root, id: 'acme-shop' };
  },
  'a rule for pushing, which has no say': (folder, env) => {
    const pushed = '[url "https://git.example/pushed/"]\n\tpushInsteadOf = https://git.example/acme/\n';
    put(env['HOME'] ?? '', '.gitconfig', pushed);
    const root = repository(folder, 'shop', URL);
    git(root, 'config', 'remote.origin.pushurl', 'https://git.example/mine/shop');
    return { cwd: root, id: 'acme-shop' };
  },
  'a rule for every URL': (folder, env) => {
    put(env['HOME'] ?? '', '.gitconfig', '[url "https://git.example/acme/"]\n\tinsteadOf = ""\n');
    return { cwd: repository(folder, 'shop', 'shop.git'), id: 'acme-shop' };
  },
  'a rule that the person includes for this repository': (folder, env) => {
    put(folder, 'home/.work', '[url "https://git.example/acme/"]\n\tinsteadOf = work:\n');
    put(env['HOME'] ?? '', '.gitconfig', `[includeIf "gitdir:${folder}/"]\n\tpath = ~/.work\n`);
    return { cwd: repository(folder, 'shop', 'work:shop'), id: 'acme-shop' };
  },
  'a configuration for each worktree': (folder) => {
    const root = repository(folder, 'shop', 'https://git.example/a/b');
    git(root, 'config', 'extensions.worktreeConfig', 'true');
    git(root, 'remote', 'remove', 'origin');
    git(root, 'worktree', 'add', '--quiet', join(folder, 'fix'));
    git(join(folder, 'fix'), 'config', '--worktree', 'remote.origin.url', URL);
    return { cwd: join(folder, 'fix'), id: 'acme-shop' };
  },
  'GIT_DIR, and no repository around': (folder, env) => {
    Object.assign(env, { GIT_DIR: join(repository(folder, 'shop'), '.git') });
    mkdirSync(join(folder, 'else'));
    return { cwd: join(folder, 'else'), id: idOf(join(folder, 'shop')) };
  },
  'a ceiling above the folder, below the repository': (folder, env) => {
    const cwd = join(repository(folder, 'shop', URL), 'sub', 'sub');
    mkdirSync(cwd, { recursive: true });
    env['GIT_CEILING_DIRECTORIES'] = join(folder, 'shop', 'sub');
    // Git finds none; what the files say is better than nothing.
    return { cwd, id: 'acme-shop' };
  },
  'a .git file that leads outside': (folder) => {
    const root = repository(folder, 'shop', URL);
    put(folder, 'apart/.git', `gitdir: ${join(root, '.git')}\n`);
    return { cwd: join(folder, 'apart'), id: 'acme-shop' };
  },
  'a link to the repository': (folder) => {
    symlinkSync(repository(folder, 'shop'), join(folder, 'link'));
    return { cwd: join(folder, 'link'), id: idOf(join(folder, 'shop')) };
  },
  'a .git that is a link': (folder) => {
    cpSync(join(repository(folder, 'shop', URL), '.git'), join(folder, 'data'), { recursive: true });
    mkdirSync(join(folder, 'tree'));
    symlinkSync('../data', join(folder, 'tree', '.git'));
    return { cwd: join(folder, 'tree'), id: 'acme-shop' };
  },
  'a shallow clone': (folder) => {
    git(folder, 'clone', '--quiet', '--depth=1', `file://${repository(folder, 'first')}`, 'shop');
    git(join(folder, 'shop'), 'remote', 'set-url', 'origin', URL);
    return { cwd: join(folder, 'shop'), id: 'acme-shop' };
  },
  'a shallow clone that has lost its remote': (folder) => {
    const root = repository(folder, 'first');
    git(root, 'commit', '--quiet', '--allow-empty', '-m', 'second');
    git(folder, 'clone', '--quiet', '--depth=1', `file://${root}`, 'shop');
    git(join(folder, 'shop'), 'remote', 'remove', 'origin');
    return { cwd: join(folder, 'shop'), id: `shop-${hash64(join(folder, 'shop', '.git')).slice(0, 8)}` };
  },
  'ids of 64 digits': (folder) => {
    const root = emptyRepository(folder, 'shop', '--object-format=sha256');
    git(root, 'commit', '--quiet', '--allow-empty', '-m', 'first');
    return { cwd: root, id: idOf(root) };
  },
  'no commit yet': (folder) => {
    const root = emptyRepository(folder, 'shop');
    return { cwd: root, id: `shop-${hash64(join(root, '.git')).slice(0, 8)}` };
  },
  'no repository': (folder) => {
    mkdirSync(join(folder, 'notes'));
    return { cwd: join(folder, 'notes'), id: `notes-${hash64(join(folder, 'notes')).slice(0, 8)}` };
  },
  'a folder without a plain letter in its name': (folder) => {
    const root = repository(folder, '商店');
    return { cwd: root, id: idOf(root, hash64('商店').slice(0, 8)) };
  },
  'a remote that names no project': (folder) => {
    const root = repository(folder, 'shop', 'ext::sh -c "touch x"');
    return { cwd: root, id: idOf(root) };
  },
  'the home folder, a repository': (folder, env) => {
    const cwd = repository(folder, 'home', URL);
    env['HOME'] = cwd;
    return { cwd, id: undefined };
  },
  'two histories, joined': (folder) => {
    const root = repository(folder);
    const id = idOf(root);
    git(root, 'checkout', '--quiet', '--orphan', 'other');
    gitAt('@4000000000 +0000', root, 'commit', '--quiet', '--allow-empty', '-m', 'other first');
    git(root, 'checkout', '--quiet', 'main');
    git(root, 'merge', '--quiet', '--allow-unrelated-histories', '-m', 'joined', 'other');
    return { cwd: root, id };
  },
  'a history with a replaced beginning': (folder) => {
    const root = repository(folder);
    const id = idOf(root);
    const other = git(root, 'commit-tree', '-m', 'other', git(root, 'write-tree'));
    git(root, 'replace', git(root, 'rev-parse', 'HEAD'), other);
    return { cwd: root, id };
  },
};

function identity(facts: object, cwd: string, env: Env): string | undefined {
  return projectIdentity({ ...facts, cwdReal: cwd, home: env['HOME'] }).appId;
}

/** With everything asked of git, whatever the files say; undefined where git knows of no repository. */
async function asked(cwd: string, env: Env): Promise<object | undefined> {
  const run = await openGit(cwd, env, () => 10_000);
  const { place, head, remote } = (await askGit(cwd, run, ALL))?.answers ?? {};
  if (place === undefined) return undefined;
  const isShallow = git(place.commonDir ?? cwd, 'rev-parse', '--is-shallow-repository') === 'true';
  const firstCommit = remote?.remoteUrl === undefined && !isShallow ? await askFirstCommit(run) : undefined;
  return { ...place, ...head, ...remote, ...(firstCommit === undefined ? {} : { firstCommit }) };
}

describe('the id is the same from files, from git, and from what git said before', () => {
  test.each(Object.entries(ROWS))('%s', async (_name, make) => {
    const folder = temporaryFolder();
    const env: Env = environment(folder);
    const { cwd, id } = make(folder, env);
    const facts = await gitFacts(cwd, options(env));
    expect(identity(facts, cwd, env)).toBe(id);
    const memory = new Memory();
    for (const _time of ['asked', 'kept']) expect(await gitFacts(cwd, settled(env, memory))).toEqual(facts);
    const all = facts.head === undefined ? undefined : await asked(cwd, env);
    if (all !== undefined) expect(identity(all, cwd, env)).toBe(id);
  });
});

describe('every form of a remote is read the same, from files and from git', () => {
  const forms = Object.entries(FORMS).flatMap(([id, urls]) => urls.map((url) => [id, url] as const));
  // Git's own files cannot hold a NUL.
  const none = NO_ID.map(([, url]) => [undefined, url] as const).filter(([, url]) => !url.includes('\0'));
  test('of the table of the core', { timeout: 120_000 }, async () => {
    const folder = temporaryFolder();
    const env = environment(folder);
    const root = repository(folder, 'shop');
    const run = await openGit(root, env, () => 10_000);
    for (const [id, url] of [...forms, ...none]) {
      git(root, 'config', '--replace-all', 'remote.origin.url', url);
      const files = presentable(factsFromFiles(root, env)?.facts ?? {});
      const answers = (await askGit(root, run, { place: false, head: false, remote: true }, files))?.answers;
      const { remoteUrl } = files;
      expect({ url, ...answers?.remote }).toEqual({
        url,
        ...(remoteUrl === undefined ? {} : { remoteUrl, remoteName: 'origin' }),
      });
      // A path that climbs means a place once it is known from where; a line feed is in no address that git lists.
      const expected = url.includes('\n') ? undefined : id;
      if (!url.startsWith('.')) expect([url, remoteUrl && slugOfRemote(remoteUrl)]).toEqual([url, expected]);
    }
  });
});
