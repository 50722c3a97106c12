import { describe, expect, test } from 'vitest';
import { slugOfRemote, withoutUserInfo } from '../../src/core/identity/remote-slug.ts';

const FORMS: Readonly<Record<string, readonly string[]>> = {
  'acme-shop': [
    'https://github.com/acme/shop.git',
    'https://github.com/acme/shop',
    'https://github.com/acme/shop/',
    'https://github.com/acme/shop.git/',
    'https://github.com//acme//shop.git',
    'http://github.com/acme/shop.git',
    'https://GitHub.COM/acme/shop.git',
    'HTTPS://github.com/acme/shop.git',
    'https://ann@github.com/acme/shop.git',
    'https://ann:s3cret@github.com/acme/shop.git',
    'https://oauth2:glpat-madeup@gitlab.example/acme/shop.git',
    'https://x-access-token:ghs_madeup@github.com/acme/shop',
    'https://ann%40corp.example:p%2Fw@github.com/acme/shop.git',
    'https://ann:p@ss@github.com/acme/shop.git',
    'https://github.com:443/acme/shop.git',
    'https://git.example:8443/acme/shop.git',
    'https://github.com/acme/shop.git?private_token=madeup',
    'https://github.com/acme/shop#readme',
    'https://github.com./acme/shop',
    'https://[2001:db8::1]:8443/acme/shop.git',
    'git://github.com/acme/shop.git',
    'ssh://git@github.com/acme/shop.git',
    'ssh://git@github.com:22/acme/shop.git',
    'ssh://github.com:2222/acme/shop',
    'ssh://git@[::1]:2222/acme/shop.git',
    'ssh://git@github.com/~acme/shop.git',
    'git+ssh://git@github.com/acme/shop.git',
    'git@github.com:acme/shop.git',
    'git@github.com:acme/shop',
    'git@github.com:/acme/shop.git',
    'git@github.com:acme/shop.git/',
    'github-work:acme/shop.git',
    'ann:madeup@github.com:acme/shop.git',
    'git@[2001:db8::1]:acme/shop.git',
    '[git@github.com:2222]:acme/shop.git',
    '  git@github.com:acme/shop.git\n',
    'https://bitbucket.example/scm/acme/shop.git',
    'https://code.example/bitbucket/scm/acme/shop.git',
    'ssh://git@bitbucket.example:7999/acme/shop.git',
    'ssh://git@bitbucket.example:7999/~acme/shop.git',
    'https::https://github.com/acme/shop.git',
    'acme/shop',
  ],
  // Deeper namespaces keep their whole path.
  'group-sub-shop': [
    'https://gitlab.example/group/sub/shop.git',
    'git@gitlab.example:group/sub/shop.git',
    'ssh://git@gitlab.example:2222/group/sub/shop',
  ],
  'a-b-c-d-e': ['git@gitlab.example:a/b/c/d/e.git', 'https://gitlab.example/a/b/c/d/e'],
  // Azure DevOps: web, old web, ssh, old ssh, with a shortened project name, and on an own server.
  'org-project-shop': [
    'https://dev.azure.com/org/project/_git/shop',
    'https://org@dev.azure.com/org/project/_git/shop',
    'https://dev.azure.com/org/project/_git/_optimized/shop',
    'https://org.visualstudio.com/project/_git/shop',
    'https://org.visualstudio.com/DefaultCollection/project/_git/shop',
    'git@ssh.dev.azure.com:v3/org/project/shop',
    'ssh://git@ssh.dev.azure.com/v3/org/project/shop',
    'azure-work:v3/org/project/shop',
    'org@vs-ssh.visualstudio.com:v3/org/project/shop',
  ],
  'org-shop-shop': [
    'https://dev.azure.com/org/_git/shop',
    'https://org.visualstudio.com/_git/shop',
    'git@ssh.dev.azure.com:v3/org/shop/shop',
  ],
  'org-My-Project-Web-Shop': [
    'https://dev.azure.com/org/My%20Project/_git/Web%20Shop',
    'git@ssh.dev.azure.com:v3/org/My%20Project/Web%20Shop',
  ],
  'tfs-Coll-Proj-shop': ['https://tfs.example/tfs/Coll/Proj/_git/shop', 'ssh://tfs.example:22/tfs/Coll/Proj/_git/shop'],
  // A path of one part: the server stands for the owner.
  'git.example-shop': ['git@git.example:shop.git', 'https://git.example/shop', 'ssh://ann@Git.Example:2222/shop.git'],
  // Letter case of the path, dots, underscores and hyphens stay.
  'Acme-Shop.Web_2': ['https://github.com/Acme/Shop.Web_2.git', 'git@GITHUB.com:Acme/Shop.Web_2'],
  'acme-.github': ['https://github.com/acme/.github.git', 'git@github.com:acme/.github'],
  // Paths on this machine and on file servers.
  'srv-git-acme-shop': [
    '/srv/git/acme/shop.git',
    '/srv/git/acme/shop/',
    '/srv/git/acme/shop/.git',
    'file:///srv/git/acme/shop.git',
    'file://localhost/srv/git/acme/shop.git',
    '/srv/./git/acme/shop.git',
  ],
  'C-code-acme-shop': ['C:\\code\\acme\\shop.git', 'c:/code/acme/shop', 'file:///C:/code/acme/shop.git'],
  'server-share-acme-shop': [
    '\\\\server\\share\\acme\\shop.git',
    '//server/share/acme/shop',
    'file://SERVER/share/acme/shop.git',
  ],
  // Accents go, however they are composed.
  'cafe-menu': ['https://git.example/caf%C3%A9/menu.git', 'git@git.example:cafe\u0301/menu.git'],
};

describe('every form of an address gives the same project id', () => {
  for (const [slug, forms] of Object.entries(FORMS)) {
    test.each(forms)(`${slug} from %s`, (form) => {
      expect(slugOfRemote(form)).toBe(slug);
    });
  }
});

test.each([
  ['nothing', ''],
  ['white space', ' \t\n'],
  ['a scheme alone', 'https://'],
  ['no host', 'https:///acme/shop.git'],
  ['no path', 'https://github.com/'],
  ['only dots', 'https://github.com/../..'],
  ['only .git', 'https://github.com/.git'],
  ['only signs', 'https://github.com/%%%/___'],
  ['this folder', '.'],
  ['a folder above', '../shop.git'],
  ['an option', '--upload-pack=touch x'],
  ['a command', 'ext::sh -c "touch x"'],
  ['a file number', 'fd::7'],
  ['a control character', 'https://github.com/acme/sh\u0000op'],
  ['a line break inside', 'https://github.com/acme\n/shop'],
  ['a password with a slash', 'https://ann:pass/word@github.com/acme/shop.git'],
  ['a password with digits and a slash', 'https://ann:12/34@github.com/acme/shop.git'],
  ['a password with a slash before a scp path', 'ann:pa/ss@github.com:acme/shop.git'],
  ['far too long', `https://github.com/${'a'.repeat(3000)}`],
])('no id from %s', (_what, url) => {
  expect(slugOfRemote(url)).toBeUndefined();
});

test('letters that cannot be written in an id are told apart by a hash, the same in every form', () => {
  const one = slugOfRemote('https://git.example/acme/%E5%95%86%E5%BA%97.git');
  expect(one).toMatch(/^acme-[0-9a-f]{8}$/);
  expect(slugOfRemote('git@git.example:acme/商店')).toBe(one);
  expect(slugOfRemote('git@git.example:acme/書店')).not.toBe(one);
});

test('a path that is too long is cut and told apart by a hash', () => {
  const deep = `https://gitlab.example/${'group/'.repeat(30)}`;
  const one = slugOfRemote(`${deep}shop`);
  expect(one).toHaveLength(100);
  expect(slugOfRemote(`${deep}shop.git`)).toBe(one);
  expect(slugOfRemote(`${deep}bank`)).not.toBe(one);
});

test.each([
  ['https://ann:s3cret@github.com/acme/shop.git?token=madeup#x', 'https://github.com/acme/shop.git'],
  ['git@github.com:acme/shop.git', 'github.com:acme/shop.git'],
  ['[git@github.com:2222]:acme/shop.git', '[github.com:2222]:acme/shop.git'],
  ['/home/ann@corp/shop', '/home/ann@corp/shop'],
])('the address of %s keeps the place only', (url, clean) => {
  expect(withoutUserInfo(url)).toBe(clean);
});
