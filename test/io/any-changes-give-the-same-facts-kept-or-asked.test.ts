import { rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import { gitFacts } from '../../src/io/git.ts';
import { Memory, settled } from './kept-answers.ts';
import { environment, git, put, repository, temporaryFolder } from './repositories.ts';

const url = (name: string) => `[remote "origin"]\n\turl = https://git.example/acme/${name}.git\n`;
const rewrite = (name: string) => `[url "https://git.example/${name}/"]\n\tinsteadOf = work:\n`;
/** Names of one length, so that a size tells nothing. */
const name = fc.constantFrom('shop', 'bank', 'mill');
const branch = fc.constantFrom('main', 'one', 'two');
const remote = fc.constantFrom('origin', 'mine', 'theirs');

interface Place {
  readonly root: string;
  readonly home: string;
  readonly env: Record<string, string>;
}

type Change = (place: Place) => void;

/** Git refuses some of them (a remote that is there, a branch that is checked out already): then nothing changes. */
function tried(root: string, ...args: readonly string[]): void {
  try {
    git(root, ...args);
  } catch (error) {
    if (!(error instanceof Error && 'status' in error)) throw error;
  }
}

const changes: fc.Arbitrary<Change> = fc.oneof(
  fc.tuple(remote, name).map(
    ([at, to]): Change =>
      ({ root }) =>
        tried(root, 'remote', 'add', at, `work:${to}`),
  ),
  remote.map(
    (at): Change =>
      ({ root }) =>
        tried(root, 'remote', 'remove', at),
  ),
  fc.tuple(remote, name).map(
    ([at, to]): Change =>
      ({ root }) =>
        tried(root, 'remote', 'set-url', at, `work:${to}`),
  ),
  fc.tuple(branch, remote).map(
    ([on, to]): Change =>
      ({ root }) =>
        git(root, 'config', `branch.${on}.remote`, to),
  ),
  branch.map(
    (to): Change =>
      ({ root }) =>
        tried(root, 'checkout', '--quiet', '-B', to),
  ),
  branch.map(
    (to): Change =>
      ({ root }) =>
        tried(root, 'checkout', '--quiet', '--orphan', to),
  ),
  fc.constant(({ root }: Place) => void git(root, 'commit', '--quiet', '--allow-empty', '-m', 'more')),
  fc.constant(({ root }: Place) => void git(root, 'config', 'include.path', 'more')),
  branch.map(
    (on): Change =>
      ({ root }) =>
        git(root, 'config', `includeIf.onbranch:${on}.path`, `of-${on}`),
  ),
  fc.tuple(branch, name).map(
    ([on, to]): Change =>
      ({ root }) =>
        put(root, `.git/of-${on}`, rewrite(to)),
  ),
  name.map(
    (to): Change =>
      ({ root }) =>
        put(root, '.git/more', url(to)),
  ),
  fc.constant(({ root }: Place) => put(root, '.git/more', '[include]\n\tpath = still-more\n')),
  name.map(
    (to): Change =>
      ({ root }) =>
        put(root, '.git/still-more', url(to)),
  ),
  fc.constantFrom('more', 'still-more').map(
    (file): Change =>
      ({ root }) =>
        rmSync(join(root, '.git', file), { force: true }),
  ),
  fc.constant(({ root }: Place) => {
    rmSync(join(root, '.git', 'more'), { force: true });
    symlinkSync('still-more', join(root, '.git', 'more'));
  }),
  // As a program that writes in place and then gives the file its old time.
  name.map(
    (to): Change =>
      ({ home }) => {
        const file = join(home, '.gitconfig');
        const before = statSync(file, { throwIfNoEntry: false });
        writeFileSync(file, rewrite(to));
        if (before !== undefined) utimesSync(file, before.atime, before.mtime);
      },
  ),
  fc.constant(({ home }: Place) => rmSync(join(home, '.gitconfig'), { force: true })),
  fc.constant(({ root }: Place) => git(root, 'config', 'extensions.worktreeConfig', 'true')),
  name.map(
    (to): Change =>
      ({ root }) =>
        put(root, '.git/config.worktree', url(to)),
  ),
  name.map(
    (to): Change =>
      ({ env }) => {
        const given = { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: `url.https://git.example/${to}/.insteadOf` };
        Object.assign(env, { ...given, GIT_CONFIG_VALUE_0: 'work:' });
      },
  ),
  fc.constant(({ env }: Place) => {
    for (const variable of Object.keys(env)) if (variable.startsWith('GIT_CONFIG')) delete env[variable];
  }),
  fc.constant(({ root, env }: Place) => void Object.assign(env, { GIT_DIR: join(root, '.git') })),
  fc.constant(({ env }: Place) => void delete env['GIT_DIR']),
);

test('whatever changes, and in whatever order', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(changes, { minLength: 1, maxLength: 7 }), async (all) => {
      const folder = join(temporaryFolder(), 'x');
      const env = environment(folder);
      const place = { root: repository(folder), home: env['HOME'] ?? '', env };
      const memory = new Memory();
      for (const change of all) {
        change(place);
        const asked = await gitFacts(place.root, settled(env, undefined));
        expect(await gitFacts(place.root, settled(env, memory))).toEqual(asked);
        expect(await gitFacts(place.root, settled(env, memory))).toEqual(asked);
      }
    }),
    { numRuns: 12 },
  );
});

test('what is kept is read without the library that starts git', async () => {
  const folder = temporaryFolder();
  const env = environment(folder);
  put(folder, 'home/.gitconfig', rewrite('acme'));
  const root = repository(folder, 'shop', 'work:shop.git');
  const memory = new Memory();
  const facts = await gitFacts(root, settled(env, memory));
  let loaded = 0;
  vi.doMock('simple-git', async (original) => {
    loaded += 1;
    return original();
  });
  vi.resetModules();
  onTestFinished(() => void vi.doUnmock('simple-git'));
  const fresh = await import('../../src/io/git.ts');
  expect(await fresh.gitFacts(root, settled(env, memory))).toEqual(facts);
  expect([facts.remoteUrl, loaded]).toEqual(['https://git.example/acme/shop.git', 0]);
  git(root, 'config', 'core.pager', 'cat');
  expect(await fresh.gitFacts(root, settled(env, memory))).toEqual(facts);
  expect(loaded).toBe(1);
});
