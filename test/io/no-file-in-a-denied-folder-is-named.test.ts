import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Lists } from '../../src/contract/config.ts';
import { StateFolder } from '../../src/io/file-store.ts';
import { silentLog } from '../../src/io/log.ts';
import { nameable } from '../../src/runtime/place/nameable.ts';
import { lookIfAllowed, secretsIn } from '../../src/runtime/place/surroundings.ts';
import type { Runtime } from '../../src/runtime/runtime.ts';
import { environment, git, put, repository, temporaryFolder } from './repositories.ts';

const NONE: Lists = { paths: [], projects: [] };

function runtimeWith(folder: string, lists: { deny?: Partial<Lists>; allow?: Partial<Lists> }): Runtime {
  const env = environment(folder);
  const config = { deny: { ...NONE, ...lists.deny }, allow: { ...NONE, ...lists.allow }, appId: undefined };
  const state = new StateFolder(join(folder, 'state'));
  const hasLists = lists.deny !== undefined || lists.allow !== undefined;
  return { config, env, home: env['HOME'], hasLists, folder: state, log: silentLog() } as unknown as Runtime;
}

/** A repository with a vault in it, another repository in it, links into both, and a worktree elsewhere. */
function world() {
  const folder = temporaryFolder();
  environment(folder);
  const home = join(folder, 'home');
  const shop = repository(home, 'shop', 'https://git.example.invalid/acme/shop.git');
  put(shop, 'src/a.md', 'open');
  put(shop, 'vault/deep/plan.md', 'closed');
  put(shop, 'vault/.env', 'API_SECRET=made-up-and-long-enough');
  put(shop, '.gitignore', '.env\n');
  const client = repository(shop, 'client', 'https://git.example.invalid/acme/client-of-ours.git');
  put(client, 'notes.md', 'theirs');
  symlinkSync('vault', join(shop, 'way-in'));
  symlinkSync(join('vault', 'deep', 'plan.md'), join(shop, 'plan-link.md'));
  symlinkSync('client', join(shop, 'way-to-client'));
  git(shop, 'add', 'src', 'vault/deep', '.gitignore');
  git(shop, 'commit', '--quiet', '-m', 'all');
  git(shop, 'worktree', 'add', '--quiet', '-b', 'fix', join(folder, 'fix'));
  return { folder, home, shop, client };
}

/** The names that may not be told, in a session that worked in `cwd`. */
async function hiddenIn(runtime: Runtime, cwd: string, names: readonly string[]): Promise<readonly string[]> {
  const around = await lookIfAllowed(runtime, cwd);
  if (around === undefined) throw new Error('the session itself is denied');
  const mayName = nameable(runtime, [around], cwd);
  return names.filter((name) => mayName?.(name, cwd) === false);
}

const INSIDE = ['vault', 'vault/.env', 'vault/deep', 'vault/deep/plan.md', 'vault/gone/x.md'];
const BY_LINK = ['way-in', 'way-in/deep/plan.md', 'plan-link.md'];
const CLIENT = ['client', 'client/notes.md', 'client/gone/x', 'way-to-client/notes.md', 'way-to-client'];
const OPEN = ['src', 'src/a.md', 'src/gone.md', 'vaults/x', '.', '..', ''];
const ALL = [...INSIDE, ...BY_LINK, ...CLIENT, ...OPEN];

describe('a file may not be named', () => {
  it.each([
    ['an absolute path', (shop: string) => [join(shop, 'vault')]],
    ['a path from the home folder', () => ['~/shop/vault/**']],
    ['a name', () => ['vault']],
    ['a pattern of its files, and its own name', (shop: string) => [join(shop, 'vault', '*'), join(shop, 'vault')]],
    ['a path through a link', (shop: string) => [join(shop, 'way-in')]],
  ])('where its folder is denied, by %s', async (_, paths) => {
    const { folder, shop } = world();
    const runtime = runtimeWith(folder, { deny: { paths: paths(shop) } });
    expect(await hiddenIn(runtime, shop, ALL)).toEqual([...INSIDE, ...BY_LINK]);
  });

  it('from another worktree where its folder is denied in the main one', async () => {
    const { folder, shop } = world();
    const runtime = runtimeWith(folder, { deny: { paths: [join(shop, 'vault')] } });
    expect(await hiddenIn(runtime, join(folder, 'fix'), ['vault/deep/plan.md', 'src/a.md'])).toEqual([
      'vault/deep/plan.md',
    ]);
  });

  it.each([
    ['denied', { deny: { projects: ['acme-client-*'] } }],
    ['not allowed', { allow: { projects: ['acme-shop'] } }],
    ['one that only git can tell', { deny: { projects: ['other'] } }],
    ['a worktree of a denied one', { deny: { paths: ['~/origin'] } }],
  ])('where it lies in a project in the project that is %s', async (what, lists) => {
    const { folder, home, shop, client } = world();
    if (what.startsWith('one that')) git(client, 'remote', 'remove', 'origin');
    if (what.startsWith('a worktree')) {
      const origin = repository(home, 'origin', 'https://git.example.invalid/acme/origin.git');
      git(origin, 'worktree', 'add', '--quiet', '-b', 'fix', join(shop, 'tree'));
      expect(await hiddenIn(runtimeWith(folder, lists), shop, [...CLIENT, 'tree/x'])).toEqual(['tree/x']);
    } else expect(await hiddenIn(runtimeWith(folder, lists), shop, ALL)).toEqual(CLIENT);
  });

  it('by any way that a line names it', async () => {
    const { folder, home, shop } = world();
    const ways = ['vault/x', './vault', 'src/../vault/x', '~/shop/vault/x', join(home, 'shop', 'vault')];
    const runtime = runtimeWith(folder, { deny: { paths: ['~/shop/vault'] } });
    expect(await hiddenIn(runtime, shop, [...ways, 'a\0b', `${'x'.repeat(5_000)}/y`])).toEqual(ways);
    // Git counts from the root, wherever it is called.
    const inSrc = ['../vault/x', 'vault/x'];
    expect(await hiddenIn(runtime, join(shop, 'src'), [...inSrc, 'a.md', '../src/vaults'])).toEqual(inSrc);
  });

  it('by a path, whatever a word alone was taken for before', async () => {
    const { folder, shop } = world();
    const runtime = runtimeWith(folder, { deny: { paths: ['clients'] } });
    // Nothing there has that name, so as a word it is a word.
    expect(await hiddenIn(runtime, shop, ['clients', './clients', 'clients/x', 'clients'])).toEqual([
      './clients',
      'clients/x',
    ]);
  });

  it('and without lists every one may', async () => {
    const { folder, shop } = world();
    expect(nameable(runtimeWith(folder, {}), [], shop)).toBeUndefined();
  });
});

describe('the session’s own project, of which only git can tell what it is', () => {
  it.each([
    ['no remote', (shop: string) => git(shop, 'remote', 'remove', 'origin')],
    ['an include', (shop: string) => git(shop, 'config', 'include.path', 'gone')],
    ['several URLs', (shop: string) => git(shop, 'remote', 'set-url', '--add', 'origin', 'https://b.invalid/x/y')],
  ])('with %s: may be named wherever the session stands', async (_, change) => {
    const { folder, home, shop } = world();
    change(shop);
    symlinkSync(shop, join(home, 'way-to-shop'));
    for (const cwd of [shop, join(shop, 'src'), join(home, 'way-to-shop', 'src'), join(folder, 'fix')]) {
      const runtime = runtimeWith(folder, { deny: { projects: ['other-client'] } });
      expect({ cwd, hidden: await hiddenIn(runtime, cwd, ['a.md', 'src/a.md', join(shop, 'x')]) }).toEqual({
        cwd,
        hidden: [],
      });
    }
  });
});

it('a value in a denied .env is masked all the same', async () => {
  const { folder, shop } = world();
  const runtime = runtimeWith(folder, { deny: { paths: ['vault', '.env'] } });
  expect(JSON.stringify(await secretsIn(runtime, [shop]))).toContain('made-up-and-long-enough');
});

it.each([
  ['is said to be bare', (shop: string) => git(shop, 'config', 'core.bare', 'true')],
  ['is said to work elsewhere', (shop: string) => git(shop, 'config', 'core.worktree', join(shop, 'src'))],
])('a value in a nested .env is masked where the repository %s', async (_, change) => {
  const { folder, shop } = world();
  change(shop);
  expect(JSON.stringify(await secretsIn(runtimeWith(folder, {}), [shop]))).toContain('made-up-and-long-enough');
});
