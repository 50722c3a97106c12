import { expect, test } from 'vitest';
import { hash64 } from '../../src/core/hash.ts';
import { projectIdentity } from '../../src/core/identity/scope.ts';

const HOME = '/home/ann';
const COMMIT = '0123456789abcdef0123456789abcdef01234567';

test('a remote gives the id, and its name is told', () => {
  const facts = { remoteUrl: 'https://git.example/acme/shop.git', cwdReal: '/w/shop/src', root: '/w/shop', home: HOME };
  expect(projectIdentity({ ...facts, remoteName: 'origin' })).toEqual({
    appId: 'acme-shop',
    how: 'owner-repo of remote origin',
  });
  expect(projectIdentity(facts).how).toBe('owner-repo of the remote of this branch');
});

test('without a remote: folder name and first commit, the same in every worktree', () => {
  const one = projectIdentity({
    cwdReal: '/w/shop/src',
    root: '/w/shop',
    commonDir: '/w/shop/.git',
    firstCommit: COMMIT,
  });
  expect(one).toEqual({ appId: 'shop-01234567', how: 'folder name and first commit' });
  const linked = { cwdReal: '/w/shop-fix', root: '/w/shop-fix', firstCommit: COMMIT };
  expect(projectIdentity({ ...linked, commonDir: '/w/shop/.git' }).appId).toBe(one.appId);
  expect(projectIdentity({ ...linked, commonDir: '/w/shop/.bare' }).appId).toBe(one.appId);
  expect(projectIdentity({ ...linked, commonDir: '/srv/shop.git' }).appId).toBe(one.appId);
});

test('a clone of a repository without a remote has that one’s name, with a first commit and without', () => {
  const clone = { cwdReal: '/w/copy', root: '/w/copy', commonDir: '/w/copy/.git', source: '/w/shop/.git' };
  const own = { cwdReal: '/w/shop', root: '/w/shop', commonDir: '/w/shop/.git' };
  expect(projectIdentity(clone)).toEqual(projectIdentity(own));
  const [one, other] = [clone, own].map((facts) => projectIdentity({ ...facts, firstCommit: COMMIT }));
  expect(one).toEqual(other);
  expect(one?.appId).toBe('shop-01234567');
});

test('without a commit or a repository: folder name and a hash of the real path', () => {
  const one = projectIdentity({ cwdReal: '/w/notes', home: HOME });
  expect(one).toEqual({ appId: `notes-${hash64('/w/notes').slice(0, 8)}`, how: 'folder name and hash of the path' });
  expect(projectIdentity({ cwdReal: '/v/notes', home: HOME }).appId).not.toBe(one.appId);
  const root = { root: '/w/new', commonDir: '/w/new/.git', home: HOME };
  expect(projectIdentity({ ...root, cwdReal: '/w/new/src' })).toEqual(projectIdentity({ ...root, cwdReal: '/w/new' }));
});

test('a remote that names no project gives way to the folder', () => {
  const identity = projectIdentity({ remoteUrl: 'ext::sh', cwdReal: '/w/shop', root: '/w/shop', firstCommit: COMMIT });
  expect(identity).toEqual({ appId: 'shop-01234567', how: 'folder name and first commit' });
});

test.each([
  ['/', '/home/ann'],
  ['C:\\', 'C:\\Users\\ann'],
  ['/home/ann', '/home/ann/'],
  ['/home/ann/', '/home/ann'],
])('%s with home %s is no project, even with a remote', (cwdReal, home) => {
  const identity = projectIdentity({ cwdReal, home, root: cwdReal, remoteUrl: 'https://git.example/ann/dotfiles' });
  expect(identity.appId).toBeUndefined();
  expect(identity.how).toMatch(/no project/);
});

test('a repository in the home folder does not swallow what lies below it', () => {
  const dotfiles = { root: HOME, commonDir: `${HOME}/.git`, home: HOME, remoteUrl: 'https://git.example/ann/dotfiles' };
  const notes = projectIdentity({ ...dotfiles, cwdReal: `${HOME}/notes`, firstCommit: COMMIT });
  const bills = projectIdentity({ ...dotfiles, cwdReal: `${HOME}/bills`, firstCommit: COMMIT });
  expect(notes.appId).toMatch(/^notes-[0-9a-f]{8}$/);
  expect(bills.appId).toMatch(/^bills-[0-9a-f]{8}$/);
});

test('names of any kind and length stay within 100 legal characters', () => {
  for (const name of ['x'.repeat(300), '商店', 'my shop!', '---', 'é']) {
    const { appId } = projectIdentity({ cwdReal: `/w/${name}`, home: HOME });
    expect(appId).toMatch(/^[A-Za-z0-9._-]{1,100}$/);
  }
});
