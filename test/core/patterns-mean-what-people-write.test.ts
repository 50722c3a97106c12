import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/contract/read-config.ts';
import { permissionFor } from '../../src/core/settings/lists.ts';
import { folderSpellings, projectSpellings } from '../../src/core/settings/spellings.ts';
import { FORMS } from './remote-forms.ts';

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
    ['https://github.com/acme/shop/tree/main', 'acme-shop'],
    ['https://gitlab.example/group/sub/shop/-/issues/7', 'group-sub-shop'],
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

  it.each(Object.entries(FORMS).flatMap(([id, forms]) => forms.map((form) => [form, id] as const)))(
    'as the address %j is %s',
    (form, id) => {
      expect(isDenied(form, id)).toBe(true);
    },
  );

  it('is itself whatever it is, and no more than a few others', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'ab/:.@?*{},~%# -\\') }), (pattern) => {
        const all = projectSpellings(pattern, 'deny');
        if (pattern !== '') expect(all).toContain(pattern);
        expect(all.length).toBeLessThanOrEqual(5);
        expect(all).not.toContain('');
      }),
    );
  });
});

describe('a project that is allowed', () => {
  const isAllowed = (pattern: string, id: string) =>
    permissionFor(
      { named: '/x', paths: [], appIds: [id] },
      { deny: NONE, allow: { paths: [], projects: [pattern] } },
      { ignoreCase: false },
    ).allowed;

  it.each([
    ['acme/shop', 'acme-shop'],
    ['https://github.com/acme/shop', 'acme-shop'],
    ['acme-*', 'acme-labs-secret'],
  ])('%s is %s', (pattern, id) => expect(isAllowed(pattern, id)).toBe(true));

  it.each([
    ['https://github.com/*', 'any-thing'],
    ['my.group/c/d', 'c-d'],
    ['acme/*', 'acme-labs-secret'],
    ['*/*', 'any-thing'],
  ])('%s is not %s', (pattern, id) => expect(isAllowed(pattern, id)).toBe(false));
});

describe('a folder', () => {
  it.each([
    [' ~/clients', '~/clients'],
    ['/srv/clients ', '/srv/clients'],
    ['file:///srv/clients', '/srv/clients'],
    ['file:/srv/clients', '/srv/clients'],
    ['file://localhost/srv/a%20b', '/srv/a b'],
    ['file:///srv/%zz%e2%82', '/srv/%zz%e2%82'],
    ['file:///srv/%2A', '/srv/\\*'],
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

  it.each([
    '.',
    './',
    '..',
    '../client',
    './x',
    '~bob/x',
    '~\\work',
    '$WORK/x',
    '%USERPROFILE%\\x',
    '{a,}',
    'https://h/x',
    'file://nas/x',
    '{~/w,!~/w/x}',
    '~/{w,!x}',
    '/home/$USER/x',
    '$CLIENTS',
    '$HOME-old/x',
    '%HOMEPATH%',
    '**/../x',
    '"~/x"',
    '~/x\u200b',
  ])('as a folder %j is refused', (pattern) => {
    const read = (list: string) => readConfig({}, { state: 'read', settings: { [list]: { paths: [pattern] } } });
    expect([read('deny').config.held, read('allow').config.held]).toEqual([true, true]);
  });

  it.each([
    '/',
    '**',
    '~',
    '~/x',
    '$HOME/x',
    '.hidden',
    '..x',
    '$RECYCLE.BIN',
    'a~b',
    'C:\\x',
    '\\\\nas\\x',
    'file:///x',
    '(old)',
  ])('as a folder %j is not', (pattern) => {
    expect(readConfig({}, { state: 'read', settings: { deny: { paths: [pattern] } } }).config.held).toBe(false);
  });

  it.each(['acme shop', '/', 'https://', 'a\tb'])('as a project %j is refused', (pattern) => {
    expect(readConfig({}, { state: 'read', settings: { deny: { projects: [pattern] } } }).config.held).toBe(true);
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
    for (const key of ['enabled', 'capture'] as const)
      expect(readConfig({}, { state: 'read', settings: { [key]: '' } }).config[key]).toBe(false);
    for (const key of ['enabled', 'capture', 'recall', 'user_line', 'dry_run'])
      expect(readConfig({}, { state: 'read', settings: { [key]: '' } }).problems).toHaveLength(1);
    const { config, problems } = readConfig({ MEM0_CAPTURE: '' }, { state: 'read', settings: { user_id: '' } });
    expect({ capture: config.capture, problems }).toEqual({ capture: true, problems: [] });
  });
});
