import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/contract/read-config.ts';
import { permissionFor } from '../../src/core/settings/lists.ts';
import { folderSpellings, projectSpellings } from '../../src/core/settings/spellings.ts';

const NONE = { paths: [], projects: [] };
const isDenied = (pattern: string, id: string) =>
  !permissionFor(
    { named: '/x', paths: [], appIds: [id] },
    { deny: { paths: [], projects: [pattern] }, allow: NONE },
    { ignoreCase: false },
  ).allowed;

describe('a project', () => {
  it.each([
    ['acme-shop', 'acme-shop'],
    [' acme-shop ', 'acme-shop'],
    ['acme/shop', 'acme-shop'],
    ['acme/shop/', 'acme-shop'],
    ['Acme/Shop.git', 'acme-shop'],
    ['github.com/acme/shop', 'acme-shop'],
    ['https://github.com/acme/shop', 'acme-shop'],
    ['https://github.com/acme/shop.git', 'acme-shop'],
    ['https://ann:made-up@github.com:8443/acme/shop.git?x=1#y', 'acme-shop'],
    ['ssh://git@github.com/acme/shop.git', 'acme-shop'],
    ['git@github.com:acme/shop.git', 'acme-shop'],
    ['gitlab.example/group/sub/repo', 'group-sub-repo'],
    ['group.x/sub/repo', 'group.x-sub-repo'],
    ['acme/*', 'acme-shop'],
    ['acme/sh?p', 'acme-shop'],
    ['{acme,other}/shop', 'other-shop'],
  ])('%s is %s', (pattern, id) => {
    expect(isDenied(pattern, id)).toBe(true);
  });

  it.each([
    ['acme/shop', 'acme-shop-2'],
    ['acme/shop', 'shop'],
    ['https://github.com/acme/shop', 'other-shop'],
    ['*.git', 'acme-shop'],
    ['acme-shop.git', 'acme-shop'],
  ])('%s is not %s', (pattern, id) => {
    expect(isDenied(pattern, id)).toBe(false);
  });

  it('is itself whatever it is, and no more than a few others', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'ab/:.@?*{},~%# -\\') }), (pattern) => {
        const all = projectSpellings(pattern);
        if (pattern !== '') expect(all).toContain(pattern);
        expect(all.length).toBeLessThanOrEqual(4);
        expect(all).not.toContain('');
      }),
    );
  });
});

describe('a folder', () => {
  it.each([
    [' ~/clients', '~/clients'],
    ['/srv/clients ', '/srv/clients'],
    ['file:///srv/clients', '/srv/clients'],
    ['file://localhost/srv/a%20b', '/srv/a b'],
    ['file:///srv/%zz%e2%82', '/srv/%zz%e2%82'],
    ['$HOME/clients', '~/clients'],
    [`\${HOME}/clients`, '~/clients'],
    ['$HOMER/clients', '$HOMER/clients'],
  ])('%j is %j as well as itself', (pattern, other) => {
    expect(folderSpellings(pattern)).toEqual(expect.arrayContaining([pattern, other]));
  });
});

describe('what can match nothing', () => {
  it.each(['', ' ', '!/srv/x', ' !x', 'a\nb', 'a\0b'])('as %j is refused, and holds captures back', (pattern) => {
    for (const list of ['deny', 'allow'])
      for (const kind of ['paths', 'projects']) {
        const { config, problems } = readConfig(
          {},
          { state: 'read', settings: { [list]: { [kind]: ['/ok', pattern] } } },
        );
        expect(config.held).toBe(true);
        expect(problems).toHaveLength(1);
      }
    expect(readConfig({}, { state: 'read', settings: { omit: ['ok', pattern] } }).problems).toHaveLength(1);
  });

  it('a sign that is quoted is one', () => {
    expect(readConfig({}, { state: 'read', settings: { deny: { paths: ['\\!x'] } } }).problems).toEqual([]);
  });

  it('and is told of in time, however long it is', () => {
    const long = `${'a'.repeat(900_000)}\n`;
    expect(readConfig({}, { state: 'read', settings: { deny: { paths: [long] } } }).config.held).toBe(true);
  });
});

describe('an empty text', () => {
  it('is no value, and of a switch no word: it is taken for off, and said', () => {
    for (const key of ['enabled', 'capture'] as const) {
      const { config, problems } = readConfig({}, { state: 'read', settings: { [key]: '' } });
      expect(config[key]).toBe(false);
      expect(problems).toHaveLength(1);
    }
    const { config, problems } = readConfig({ MEM0_CAPTURE: '' }, { state: 'read', settings: { user_id: '' } });
    expect({ capture: config.capture, problems }).toEqual({ capture: true, problems: [] });
  });
});
