import fc from 'fast-check';
import { expect, test } from 'vitest';
import { slugOf, slugOfRemote, withoutUserInfo } from '../../src/core/identity/remote-slug.ts';

const LEGAL = /^[A-Za-z0-9._-]{1,100}$/;
const odd = fc.string({ unit: 'binary', maxLength: 200 });
const urlish = fc
  .array(
    fc.constantFrom(
      'https://',
      'ssh://',
      'file://',
      'git@',
      'ann:x@',
      'host',
      ':',
      '/',
      '\\',
      '[',
      ']',
      '::1',
      '..',
      '.git',
      '_git',
      'v3',
      'scm',
      '~',
      '%',
      '%2f',
      '%00',
      '?',
      '#',
      '@',
      'C:',
      '-',
      '日',
      'é',
      'acme',
      'shop',
    ),
    { maxLength: 14 },
  )
  .map((parts) => parts.join(''));

test('any string gives a legal id or none', () => {
  fc.assert(
    fc.property(fc.oneof(odd, urlish), (url) => {
      const slug = slugOfRemote(url);
      if (slug !== undefined) {
        expect(slug).toMatch(LEGAL);
        expect(slug).toMatch(/[A-Za-z0-9]/);
      }
    }),
    { numRuns: 3000 },
  );
});

test('any names give a legal id or none', () => {
  fc.assert(
    fc.property(fc.array(odd, { maxLength: 5 }), (names) => {
      const slug = slugOf(names);
      if (slug !== undefined) expect(slug).toMatch(LEGAL);
    }),
    { numRuns: 1000 },
  );
});

test('user info appears neither in the id nor in the address, wherever it stands', () => {
  const secret = fc.tuple(
    fc.string({ unit: fc.constantFrom(...'abcXYZ019!$&-._~:/@%?#[]'), maxLength: 8 }),
    fc.string({ unit: fc.constantFrom(...'abcXYZ019!$&-._~:/@%?#[]'), maxLength: 8 }),
  );
  const place = fc.constantFrom(
    (user: string) => `https://${user}@git.example/acme/shop.git`,
    (user: string) => `https://${user}@git.example:8443/acme/shop.git`,
    (user: string) => `ssh://${user}@git.example/acme/shop.git`,
    (user: string) => `ssh://${user}@[::1]:22/acme/shop.git`,
    (user: string) => `${user}@git.example:acme/shop.git`,
    (user: string) => `[${user}@git.example:22]:acme/shop.git`,
    (user: string) => `https::https://${user}@git.example/acme/shop.git`,
  );
  fc.assert(
    fc.property(secret, fc.constantFrom('ann:', ''), place, ([before, after], user, form) => {
      const url = form(`${user}${before}QZTOKEN${after}`);
      // Such a value is a path on this machine, for git as well.
      fc.pre(!/^([\\/]|[A-Za-z]:[\\/])/.test(url));
      expect(slugOfRemote(url) ?? '').not.toContain('QZTOKEN');
      expect(withoutUserInfo(url) ?? '').not.toContain('QZTOKEN');
    }),
    { numRuns: 3000 },
  );
});
