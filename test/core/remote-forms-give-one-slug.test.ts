import { describe, expect, test } from 'vitest';
import { slugOfRemote, withoutUserInfo } from '../../src/core/identity/remote-slug.ts';
import { FORMS, NO_ID } from './remote-forms.ts';

describe('every form of an address gives the same project id', () => {
  for (const [slug, forms] of Object.entries(FORMS)) {
    test.each(forms)(`${slug} from %s`, (form) => {
      expect(slugOfRemote(form)).toBe(slug);
    });
  }
});

test.each(NO_ID)('no id from %s', (_what, url) => {
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
