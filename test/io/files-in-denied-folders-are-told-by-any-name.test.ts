import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Lists } from '../../src/contract/config.ts';
import { memoryFiles } from '../../src/io/memory-files.ts';
import { feedTree, ignoredEnvFiles } from '../../src/io/work-tree.ts';
import { deniedFiles, nameable } from '../../src/runtime/denied-files.ts';
import type { Runtime } from '../../src/runtime/runtime.ts';
import { environment, git, put, repository, temporaryFolder } from './repositories.ts';

const NONE: Lists = { paths: [], projects: [] };

function runtimeWith(folder: string, deny: Partial<Lists>): Runtime {
  const env = environment(folder);
  const config = { deny: { ...NONE, ...deny }, allow: NONE, appId: undefined };
  return { config, env, home: env['HOME'], hasLists: true } as unknown as Runtime;
}

/** A repository with a vault in it, another repository in it, and links into both. */
function world() {
  const folder = temporaryFolder();
  environment(folder);
  const home = join(folder, 'home');
  const shop = repository(home, 'shop', 'https://git.example.invalid/acme/shop.git');
  put(shop, 'src/a.md', 'open');
  put(shop, 'vault/deep/plan.md', 'closed');
  put(shop, 'vault/.env', 'API_SECRET=made-up-and-long-enough');
  put(shop, '.env', 'OTHER_SECRET=made-up-as-well-and-long');
  put(shop, '.gitignore', '.env\n');
  put(shop, 'CLAUDE.md', 'See @vault/deep/plan.md and @src/a.md.');
  repository(shop, 'client', 'https://git.example.invalid/acme/client-of-ours.git');
  put(join(shop, 'client'), 'notes.md', 'theirs');
  symlinkSync('vault', join(shop, 'way-in'));
  symlinkSync(join('vault', 'deep', 'plan.md'), join(shop, 'plan-link.md'));
  symlinkSync('client', join(shop, 'way-to-client'));
  git(shop, 'add', 'src', 'vault/deep', 'CLAUDE.md', '.gitignore', 'plan-link.md');
  return { folder, home, shop };
}

const INSIDE = ['vault', 'vault/.env', 'vault/deep', 'vault/deep/plan.md', 'vault/gone/x.md'];
const BY_LINK = ['way-in', 'way-in/deep/plan.md', 'plan-link.md'];
const OPEN = ['src', 'src/a.md', 'src/gone.md', 'vaults/x', '.', '..', 'client/notes.md'];

describe('a file is denied', () => {
  it.each([
    ['an absolute path', (shop: string) => [join(shop, 'vault')]],
    ['a path from the home folder', () => ['~/shop/vault/**']],
    ['a name', () => ['vault']],
    ['a pattern of its files, and its own name', (shop: string) => [join(shop, 'vault', '*'), join(shop, 'vault')]],
    ['a path through a link', (shop: string) => [join(shop, 'way-in')]],
  ])('where its folder is, by %s', (_, paths) => {
    const { folder, shop } = world();
    const isDenied = deniedFiles(runtimeWith(folder, { paths: paths(shop) }));
    const found = (names: readonly string[]) => names.filter((name) => isDenied(join(shop, name)));
    expect(found(INSIDE)).toEqual(INSIDE);
    expect(found(BY_LINK)).toEqual(BY_LINK);
    expect(found(OPEN)).toEqual([]);
  });

  it('where it lies in a denied project, however it is reached', () => {
    const { folder, shop } = world();
    const isDenied = deniedFiles(runtimeWith(folder, { projects: ['acme-client-*'] }));
    const names = ['client', 'client/notes.md', 'client/gone/x', 'way-to-client/notes.md', 'way-to-client'];
    expect(names.filter((name) => isDenied(join(shop, name)))).toEqual(names);
    expect([...INSIDE, 'src/a.md'].filter((name) => isDenied(join(shop, name)))).toEqual([]);
  });

  it('by any way that a line may name it', () => {
    const { folder, home, shop } = world();
    const mayName = nameable(runtimeWith(folder, { paths: ['~/shop/vault'] }), shop);
    for (const path of ['vault/x', './vault', 'src/../vault/x', '~/shop/vault/x', join(home, 'shop', 'vault')])
      expect({ path, named: mayName(path, undefined) }).toEqual({ path, named: false });
    expect(mayName('deep/plan.md', join(shop, 'vault'))).toBe(false);
    expect(mayName('vault/x', join(shop, 'src'))).toBe(true);
    expect(mayName('', shop)).toBe(true);
    expect(mayName('a\0b', shop)).toBe(true);
  });

  it('of none where nothing is denied', () => {
    const { folder, shop } = world();
    expect(INSIDE.some((name) => deniedFiles(runtimeWith(folder, {}))(join(shop, name)))).toBe(false);
  });
});

describe('what is denied is not read', () => {
  const now = () => Date.now();
  const bounds = () => ({
    ...{ deadline: now() + 30_000, now, saidFrom: Number.POSITIVE_INFINITY },
    ...{ maxFiles: 100, maxFileBytes: 1_000, maxLargeBytes: 1_000, maxBytes: 100_000 },
  });

  it.each([
    ['that git lists', true],
    ['of a folder without git', false],
  ])('in a tree %s', async (_, hasGit) => {
    const { folder, shop } = world();
    if (!hasGit) rmSync(join(shop, '.git'), { recursive: true });
    const runtime = runtimeWith(folder, { paths: ['vault'] });
    const isDenied = deniedFiles(runtime);
    const fed: string[] = [];
    const options = { ...bounds(), env: runtime.env, isDenied, omit: ['vault/**', 'way-in/**', 'src/**'] };
    await feedTree(shop, (path, text) => fed.push(`${path}: ${Buffer.from(text)}`), options);
    expect(fed.join('\n')).not.toContain('closed');
    expect(fed.join('\n')).not.toContain('vault/deep/plan.md:');
    expect(fed).toContain('src/a.md: open');
    const values = JSON.stringify(await ignoredEnvFiles(shop, options));
    expect(values).toContain('made-up-as-well');
    expect(values).not.toContain('API_SECRET');
  });

  it('as an instruction to Claude', () => {
    const { folder, home, shop } = world();
    const isDenied = deniedFiles(runtimeWith(folder, { paths: ['vault'] }));
    const files = memoryFiles({ cwd: shop, root: shop, home, client: undefined, isDenied }, () => true);
    expect(files.map(({ label }) => label)).toEqual(['CLAUDE.md', 'src/a.md']);
  });

  it('in a folder that only becomes one while it is looked at', () => {
    const { folder, shop } = world();
    const isDenied = deniedFiles(runtimeWith(folder, { paths: ['later'] }));
    expect(isDenied(join(shop, 'later', 'x'))).toBe(true);
    mkdirSync(join(shop, 'later'));
    writeFileSync(join(shop, 'later', 'x'), '');
    expect(isDenied(join(shop, 'later', 'x'))).toBe(true);
  });
});
