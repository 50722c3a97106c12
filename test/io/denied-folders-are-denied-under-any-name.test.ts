import { mkdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Lists } from '../../src/contract/config.ts';
import { type Place, permissionFor } from '../../src/core/settings/lists.ts';
import { namesOnTheWay } from '../../src/io/file-names.ts';
import { StateFolder } from '../../src/io/file-store.ts';
import { silentLog } from '../../src/io/log.ts';
import { permissionsOf } from '../../src/runtime/place/permission.ts';
import { lookAround } from '../../src/runtime/place/surroundings.ts';
import type { Runtime } from '../../src/runtime/runtime.ts';
import { environment, git, put, repository, temporaryFolder } from './repositories.ts';

const NONE: Lists = { paths: [], projects: [] };
const exact = { ignoreCase: false };

/** What the permissions look at of a run. */
function runtimeWith(
  folder: string,
  lists: { deny?: Partial<Lists>; allow?: Partial<Lists>; appId?: string },
): Runtime {
  const env = environment(folder);
  const config = { deny: { ...NONE, ...lists.deny }, allow: { ...NONE, ...lists.allow }, appId: lists.appId };
  const state = new StateFolder(join(folder, 'state'));
  return { config, env, home: env['HOME'], hasLists: true, folder: state, log: silentLog() } as unknown as Runtime;
}

const allowed = (runtime: Runtime, cwd: string) => permissionsOf(runtime).of(cwd).allowed;

/** As a hook asks that has looked around. */
async function allowedAt(runtime: Runtime, cwd: string): Promise<boolean> {
  return permissionsOf(runtime).at(cwd, await lookAround(runtime, cwd)).allowed;
}

/** `clients` with a repository in it, links to it and in it, a worktree of it elsewhere, and a repository beside it. */
function world() {
  const folder = temporaryFolder();
  environment(folder);
  const home = join(folder, 'home');
  const clients = join(home, 'clients');
  mkdirSync(clients);
  const shop = repository(clients, 'shop', 'https://git.example.invalid/acme/shop.git');
  put(shop, 'src/a.ts', '');
  const beside = repository(home, 'beside', 'https://git.example.invalid/acme/beside.git');
  git(shop, 'worktree', 'add', '--quiet', join(folder, 'shop-tree'));
  git(clients, 'clone', '--quiet', '--bare', shop, 'bare.git');
  git(join(clients, 'bare.git'), 'worktree', 'add', '--quiet', join(folder, 'bare-tree'), '-b', 'other');
  git(shop, 'submodule', '--quiet', 'add', beside, 'sub');
  symlinkSync(clients, join(folder, 'to-clients'));
  symlinkSync(join('clients', 'shop', 'src'), join(home, 'to-src'));
  symlinkSync(beside, join(clients, 'out'));
  symlinkSync(join(folder, 'to-clients'), join(home, 'link-of-link'));
  return { folder, home, clients, shop, beside };
}

describe('a denied folder', () => {
  const inIt: readonly (readonly [string, (w: ReturnType<typeof world>) => string])[] = [
    ['itself', (w) => w.clients],
    ['a slash at the end', (w) => `${w.clients}/`],
    ['two slashes and dots', (w) => `${w.home}//./clients/./shop//`],
    ['there and back', (w) => `${w.home}/beside/../clients/shop`],
    ['a repository in it', (w) => w.shop],
    ['a folder of that', (w) => join(w.shop, 'src')],
    ['a folder that is not there', (w) => join(w.shop, 'gone', 'too')],
    ['a submodule', (w) => join(w.shop, 'sub')],
    ['a link to it', (w) => join(w.folder, 'to-clients')],
    ['a folder by a link to it', (w) => join(w.folder, 'to-clients', 'shop', 'src')],
    ['a link to a folder in it', (w) => join(w.home, 'to-src')],
    ['a link to a link', (w) => join(w.home, 'link-of-link', 'shop')],
    ['a link in it that leads out', (w) => join(w.clients, 'out')],
    ['the same by a link to it', (w) => join(w.folder, 'to-clients', 'out')],
    ['a worktree elsewhere', (w) => join(w.folder, 'shop-tree')],
    ['a worktree of a bare repository in it', (w) => join(w.folder, 'bare-tree')],
  ];

  it('is denied for all that is in it, under any spelling of both', async () => {
    const w = world();
    const spellings = [
      w.clients,
      `${w.clients}/`,
      `${w.clients}/**`,
      `${w.home}//./clients`,
      `${w.home}/beside/../clients`,
      '~/clients',
      '~/clients/**',
      '~//clients/',
      '~/client?',
      '~/{clients,customers}',
      join(w.folder, 'to-clients'),
      `${join(w.folder, 'to-clients')}/*`,
      join(w.home, 'link-of-link', '**'),
      'clients',
    ];
    for (const pattern of spellings) {
      const runtime = runtimeWith(w.folder, { deny: { paths: [pattern] } });
      for (const [name, of] of inIt) {
        // `/*` is what is in the folder, and neither the folder nor the repository that a bare one is by its links.
        if (pattern.endsWith('/*') && of(w).replace(/\/$/, '') === w.clients) continue;
        if (pattern.endsWith('/*') && of(w) === join(w.folder, 'to-clients')) continue;
        expect([pattern, name, allowed(runtime, of(w))]).toEqual([pattern, name, false]);
      }
      expect(allowed(runtime, w.beside)).toBe(true);
      expect(allowed(runtime, w.home)).toBe(true);
    }
    const runtime = runtimeWith(w.folder, { deny: { paths: ['~/clients'] } });
    for (const [name, of] of inIt) expect([name, await allowedAt(runtime, of(w))]).toEqual([name, false]);
    expect(await allowedAt(runtime, w.beside)).toBe(true);
  });

  it('is denied though it is allowed, be it narrower or wider', () => {
    const w = world();
    const both = (deny: string, allow: string) =>
      allowed(runtimeWith(w.folder, { deny: { paths: [deny] }, allow: { paths: [allow] } }), w.shop);
    expect(both('~/clients', '~/clients/shop')).toBe(false);
    expect(both('~/clients/shop', '~/**')).toBe(false);
    expect(both('~/clients/other', '~/clients')).toBe(true);
  });

  it('is one that its project id names, in any letter case, even where git has to be asked for it', async () => {
    const w = world();
    put(w.home, '.gitconfig', '[url "https://git.example.invalid/"]\n\tinsteadOf = work:\n');
    const rewritten = repository(w.home, 'rewritten', 'work:Acme/Secret-Thing.git');
    const included = repository(w.home, 'included', 'inc:acme/secret-other.git');
    put(w.home, 'more', '[url "https://git.example.invalid/team/"]\n\tinsteadOf = inc:\n');
    git(included, 'config', 'include.path', join(w.home, 'more'));
    const runtime = runtimeWith(w.folder, { deny: { projects: ['acme-SECRET-*', 'team-acme-*'] } });
    expect(await allowedAt(runtime, rewritten)).toBe(false);
    expect(await allowedAt(runtime, included)).toBe(false);
    // Once git has answered, that is what is known of the folder.
    expect([allowed(runtime, rewritten), allowed(runtime, included)]).toEqual([false, false]);
    // What stands in the person's own configuration is known without git.
    expect(allowed(runtimeWith(w.folder, { deny: { projects: ['acme-secret-*'] } }), rewritten)).toBe(false);
    expect(await allowedAt(runtime, w.shop)).toBe(true);
  });

  it('is one whose project id is set, as well as found', () => {
    const w = world();
    const by = (projects: string[]) => allowed(runtimeWith(w.folder, { deny: { projects }, appId: 'My-Shop' }), w.shop);
    expect([by(['my-shop']), by(['ACME-shop']), by(['acme-*']), by(['shop'])]).toEqual([false, false, false, true]);
  });
});

describe('an allowed folder', () => {
  it('does not make allowed what a link in it leads to', async () => {
    const w = world();
    const runtime = runtimeWith(w.folder, { allow: { paths: ['~/clients'] } });
    const places = [join(w.clients, 'out'), join(w.folder, 'to-clients', 'out'), w.beside, w.home, w.folder];
    for (const place of places) {
      expect([place, allowed(runtime, place)]).toEqual([place, false]);
      expect([place, await allowedAt(runtime, place)]).toEqual([place, false]);
    }
  });

  it('is allowed by links to it, and from every worktree', async () => {
    const w = world();
    const runtime = runtimeWith(w.folder, { allow: { paths: ['~/clients'] } });
    const trees = ['shop-tree', 'bare-tree'].map((name) => join(w.folder, name));
    for (const place of [w.shop, join(w.folder, 'to-clients'), join(w.home, 'to-src'), ...trees])
      expect([place, await allowedAt(runtime, place)]).toEqual([place, true]);
  });

  it('is told by the pattern that named it', () => {
    const w = world();
    const permission = permissionsOf(runtimeWith(w.folder, { deny: { projects: ['acme-*'] } })).of(w.shop);
    expect(permission).toEqual({ allowed: false, by: { list: 'deny', pattern: 'acme-*' } });
  });
});

describe('names with signs in them', () => {
  it.each([
    '(old)',
    '[old]',
    '{old}',
    '{a,b}',
    '!old',
    'a+b',
    'a b',
    'a\\b',
    '#old',
    '*',
    '?',
    'Größe',
    'Größe'.normalize('NFD'),
  ])('a folder %s is denied by its name, beyond a link as well', (name) => {
    const folder = temporaryFolder();
    const real = join(folder, name, 'deep');
    mkdirSync(real, { recursive: true });
    symlinkSync(join(folder, name), join(folder, 'link'));
    const by = (pattern: string, cwd: string) => allowed(runtimeWith(folder, { deny: { paths: [pattern] } }), cwd);
    expect(by(join(folder, name), real)).toBe(false);
    expect(by(join(folder, name, '**'), real)).toBe(false);
    expect(by(join(folder, name.normalize('NFC')), real)).toBe(false);
    expect(by(name, real)).toBe(false);
    expect(by(join(folder, 'link', 'd*'), real)).toBe(false);
    expect(by(join(folder, 'link'), realpathSync(real))).toBe(false);
    expect(by(join(folder, 'another'), real)).toBe(true);
  });

  it('a home folder with signs in its name is a name', () => {
    const folder = join(temporaryFolder(), 'us[er]*');
    mkdirSync(folder);
    const runtime = runtimeWith(folder, { deny: { paths: ['~/work'] } });
    expect(allowed(runtime, join(folder, 'home', 'work', 'x'))).toBe(false);
    expect(allowed(runtime, join(folder, 'home', 'play'))).toBe(true);
  });
});

describe('the names on the way', () => {
  it('end, whatever the links lead to', () => {
    const folder = temporaryFolder();
    symlinkSync('loop', join(folder, 'loop'));
    symlinkSync('.', join(folder, 'self'));
    symlinkSync('../nowhere', join(folder, 'gone'));
    expect(namesOnTheWay(join(folder, 'loop', 'x')).length).toBeLessThanOrEqual(40);
    expect(namesOnTheWay(`${folder}/${'self/'.repeat(100)}x`).length).toBeLessThanOrEqual(40);
    expect(namesOnTheWay(join(folder, 'gone', 'x'))).toEqual([join(folder, 'gone', 'x')]);
    for (const odd of ['', '/', 'relative/x', '\0', `/${'a/'.repeat(3_000)}`]) expect(namesOnTheWay(odd)).toEqual([]);
  });

  it('of a folder whose link is gone still count', () => {
    const w = world();
    const runtime = runtimeWith(w.folder, { deny: { paths: [join(w.folder, 'to-clients')] } });
    rmSync(join(w.folder, 'to-clients'));
    writeFileSync(join(w.folder, 'to-clients'), '');
    expect(allowed(runtime, join(w.folder, 'to-clients', 'shop'))).toBe(false);
  });
});

describe('permission, whatever the lists', () => {
  const name = fc.constantFrom('a', 'b', 'Ab', '*', '**', '(a)', '[b]', 'a b');
  const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((parts) => `/${parts.join('/')}`);
  const lists = fc.record({ paths: fc.array(path, { maxLength: 3 }), projects: fc.array(name, { maxLength: 2 }) });
  const place: fc.Arbitrary<Place> = fc.record({
    named: path,
    paths: fc.array(path, { minLength: 1, maxLength: 3 }),
    appIds: fc.array(name, { maxLength: 2 }),
  });

  it('more in `deny` allows nothing more, and the order of lists and places changes nothing', () => {
    fc.assert(
      fc.property(place, lists, lists, path, (at, deny, allow, more) => {
        const is = permissionFor(at, { deny, allow }, exact).allowed;
        const wider = { ...deny, paths: [...deny.paths, more] };
        expect(permissionFor(at, { deny: wider, allow }, exact).allowed && !is).toBe(false);
        const turned = { ...at, paths: [...at.paths].reverse() };
        expect(
          permissionFor(turned, { deny: { ...deny, paths: [...deny.paths].reverse() }, allow }, exact).allowed,
        ).toBe(is);
      }),
    );
  });

  it('what is in a denied folder is denied, and says so', () => {
    fc.assert(
      fc.property(place, lists, path, path, (at, allow, folder, below) => {
        const deny = { paths: [folder], projects: [] };
        for (const denied of [
          { ...at, named: folder + below },
          { ...at, paths: [...at.paths, folder + below] },
        ])
          expect(permissionFor(denied, { deny, allow }, exact)).toEqual({
            allowed: false,
            by: { list: 'deny', pattern: folder },
          });
      }),
    );
  });

  it('by its name alone nothing is allowed', () => {
    fc.assert(
      fc.property(place, path, (at, folder) => {
        const allow = { paths: [folder], projects: [] };
        const without = permissionFor({ ...at, named: '/elsewhere' }, { deny: NONE, allow }, exact).allowed;
        expect(permissionFor({ ...at, named: folder }, { deny: NONE, allow }, exact).allowed).toBe(without);
      }),
    );
  });
});
