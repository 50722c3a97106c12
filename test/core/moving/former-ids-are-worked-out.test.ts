import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formerAppId, formerPlaces } from '../../../src/core/moving/former-ids.ts';
import { captureIdOf } from '../../../src/core/moving/moves.ts';

describe('the project id of the first plugin', () => {
  it.each([
    ['git@github.com:acme/shop.git', 'acme-shop'],
    ['https://github.com/acme/shop', 'acme-shop'],
    ['https://mara:made-up@github.com/acme/shop.git', 'acme-shop'],
    ['ssh://git@git.acme.example:2222/group/sub/shop.git', 'sub-shop'],
    ['git@gitlab.com:group/sub/shop.git', 'sub-shop'],
    ['git@server:shop.git', 'server-shop'],
    ['/srv/git/shop.git', 'git-shop'],
  ])('of %s is %s', (url, id) => {
    expect(formerAppId(url)).toBe(id);
  });

  it.each(['', 'shop', '-oProxyCommand=x', 'ext::sh -c x'])('of %j is none', (url) => {
    expect(formerAppId(url)).toBeUndefined();
  });
});

describe('the places of before', () => {
  it('are all pairs with an id of before, and none of today', () => {
    const before = { userIds: ['mara', 'mara', ' ', '*'], appIds: ['sub-shop', 'acme-shop'] };
    expect(formerPlaces({ userId: 'mara@acme.example', appId: 'acme-shop' }, before)).toEqual([
      { userId: 'mara', appId: 'sub-shop' },
      { userId: 'mara', appId: 'acme-shop' },
      { userId: 'mara' },
      { userId: 'mara@acme.example', appId: 'sub-shop' },
    ]);
  });

  it('are never those of today, whatever the ids', () => {
    const id = fc.constantFrom('a', 'b', 'c', '*', '');
    fc.assert(
      fc.property(fc.array(id), fc.array(id), fc.option(id, { nil: undefined }), (userIds, appIds, app) => {
        const today = { userId: 'a', ...(app === undefined ? {} : { appId: app }) };
        const places = formerPlaces(today, { userIds, appIds });
        expect(places).not.toContainEqual(today);
        expect(places).not.toContainEqual({ userId: 'a' });
        expect(new Set(places.map((place) => JSON.stringify(place))).size).toBe(places.length);
      }),
    );
  });
});

describe('a capture id', () => {
  it('is the same for the same row, another for every other, and plain', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (one, other) => {
        expect(captureIdOf('push', one)).toMatch(/^push-[\w-]+$/);
        expect(captureIdOf('push', one) === captureIdOf('push', other)).toBe(one === other);
        expect(captureIdOf('push', one)).not.toBe(captureIdOf('adopt', one));
      }),
    );
  });
});
