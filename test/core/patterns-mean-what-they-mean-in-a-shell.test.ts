import fc from 'fast-check';
import picomatch from 'picomatch/posix.js';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/contract/read-config.ts';
import { narrowingOf } from '../../src/contract/repository-settings.ts';
import { filePatterns } from '../../src/core/settings/file-patterns.ts';
import { matcherOf, partsOf, quoted } from '../../src/core/settings/glob.ts';
import { pathMatcher } from '../../src/core/settings/lists.ts';

const exact = { ignoreCase: false };
const holds = (pattern: string, path: string, ignoreCase = false) => pathMatcher(pattern, { ignoreCase })(path);

describe('a pattern of folders', () => {
  it.each([
    ['/w/clients', '/w/clients'],
    ['/w/clients/', '/w/clients/acme/shop'],
    ['/w/clients/**', '/w/clients'],
    ['/w//clients/./', '/w/clients/acme'],
    ['/w/x/../clients', '/w/clients/acme'],
    ['/w/*', '/w/clients/acme'],
    ['/w/**/secret', '/w/a/b/secret/c'],
    ['/w/**/secret', '/w/secret'],
    ['/w/{acme,beta}', '/w/beta/shop'],
    ['/w/{acme,b{e,o}ta}/x', '/w/bota/x'],
    ['/w/[a-c]*', '/w/beta'],
    ['/w/[!a]*', '/w/beta'],
    ['/w/acm?', '/w/acme'],
    ['/w/a**e', '/w/acme'],
    ['/', '/w'],
    ['**', '/w'],
    ['*', '/w/x'],
    ['clients', '/home/mara/clients/acme'],
    ['./clients', '/home/mara/clients/acme'],
    ['clients/acme*', '/home/mara/clients/acme-shop/src'],
    ['/w/.hidden', '/w/.hidden/x'],
    ['/w/*', '/w/.hidden'],
    ['/w/a\\*b', '/w/a*b'],
    ['C:\\code', 'c:/code/x'],
    ['C:\\work\\**', 'C:\\work\\x'],
  ])('%s holds for %s', (pattern, path) => {
    expect(holds(pattern, path, pattern.startsWith('C'))).toBe(true);
  });

  it.each([
    ['/w/clients', '/w/clients-old'],
    ['/w/clients', '/v/w/clients'],
    ['/w/*/x', '/w/a/b/x'],
    ['/w/acm?', '/w/acm'],
    ['/w/[!a]*', '/w/acme'],
    ['/w/{acme,beta}', '/w/gamma'],
    ['/w/a\\*b', '/w/acb'],
    ['/w/!acme', '/w/beta'],
    ['!/w/acme', '/w/beta'],
    ['/w/Acme', '/w/acme'],
    ['clients/acme', '/clients/x/acme'],
  ])('%s does not hold for %s', (pattern, path) => {
    expect(holds(pattern, path)).toBe(false);
  });

  it.each([
    '(old)',
    '[old]',
    '{old}',
    '{a,b}',
    '!old',
    'a+b',
    '+(a)',
    '@(a|b)',
    'a b',
    'a\\b',
    '#old',
    '[',
    '{',
    '$HOME',
  ])('a folder with the name %s is named by it, at the root and at any depth', (name) => {
    expect(holds(`/w/${name}`, `/w/${name}/x`)).toBe(true);
    expect(holds(name, `/w/${name}/x`)).toBe(true);
    expect(holds(`/w/${name}/*`, `/w/${name}/x/y`)).toBe(true);
    expect(holds(quoted(name), `/w/${name}/x`)).toBe(true);
  });

  it('either normal form of a name means the other', () => {
    const [composed, taken] = ['/w/Größe', '/w/Größe'.normalize('NFD')];
    expect(composed).not.toBe(taken);
    for (const [one, other] of [
      [composed, taken],
      [taken, composed],
    ] as const) {
      expect(holds(one, `${other}/x`)).toBe(true);
      expect(holds(`${one.slice(0, -1)}?`, `${other}/x`)).toBe(true);
    }
    expect(holds('/w/GRÖSSE', `${'/w/größe'.normalize('NFD')}`, true)).toBe(false);
    expect(holds('/w/GRÖ*', `${'/w/größe'.normalize('NFD')}`, true)).toBe(true);
  });

  it('means what another reader of such patterns takes it for', () => {
    const part = fc.oneof(
      fc.constantFrom('*', '**', '?', 'a*', '*b', '*a*', 'a?b', '[ab]', '[a-c]b', '{a,b}', '{a,bc}d', 'x{a,b}*'),
      fc.stringMatching(/^[abc.]{1,4}$/).filter((name) => !/^\.+$/.test(name)),
    );
    const name = fc.stringMatching(/^[abcdx.]{1,4}$/).filter((one) => !/^\.+$/.test(one));
    fc.assert(
      fc.property(
        fc.array(part, { minLength: 1, maxLength: 5 }),
        fc.array(name, { minLength: 1, maxLength: 6 }),
        (parts, names) => {
          const [pattern, path] = [`/w/${parts.join('/')}`, `/w/${names.join('/')}`];
          // `**` at the end is what is in a folder, and here the folder as well.
          const folder = pattern.replace(/(\/\*\*)+$/, '');
          const other = picomatch([folder, `${folder}/**`], { dot: true, nonegate: true });
          expect([pattern, path, holds(pattern, path)]).toEqual([pattern, path, other(path)]);
        },
      ),
      { numRuns: 3_000 },
    );
  });

  it('is matched in bounded time, however hostile', () => {
    const patterns = [
      '*a'.repeat(450),
      `/${'a*/'.repeat(300)}b`,
      `/${'**/a/'.repeat(180)}b`,
      `${'*?'.repeat(400)}b`,
      '(a+)+'.repeat(150),
      '+(a|aa)'.repeat(120),
      `${'['.repeat(900)}`,
      `${'{'.repeat(900)}`,
      `${'[!b]*'.repeat(180)}c`,
      '\\'.repeat(999),
      `${'/'.repeat(999)}`,
    ];
    const paths = [`/${'a'.repeat(255)}`.repeat(16), '/a'.repeat(2_000), `/${'[{(\\'.repeat(250)}`];
    const started = performance.now();
    for (const pattern of patterns) for (const path of paths) holds(pattern, path, true);
    // 33 of the hardest; what a regular expression makes of one of them would not end today.
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  it('never throws, and a path is what it is named by', () => {
    const name = fc.string({ unit: 'binary', minLength: 1, maxLength: 8 }).filter((one) => !/[/]|^\.{1,2}$/.test(one));
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 4 }), name, (names, below) => {
        const path = `/${names.join('/')}`;
        expect(holds(path, path)).toBe(true);
        expect(holds(path, `${path}/${below}`)).toBe(true);
        expect(holds(`/${names.map(quoted).join('/')}`, path)).toBe(true);
        expect(holds(path, `/${names.slice(1).join('/')}`) && names.length === 1).toBe(false);
      }),
    );
  });
});

describe('a pattern that stands for too many', () => {
  const many = '{a,b}'.repeat(9);

  it('in a list of the person is said, and nothing is captured until it is mended', () => {
    for (const key of ['deny', 'allow']) {
      const { config, problems } = readConfig({}, { state: 'read', settings: { [key]: { paths: ['/w', many] } } });
      expect(config.held).toBe(true);
      expect(problems).toEqual([{ name: expect.stringContaining(key), problem: expect.any(String) }]);
    }
  });

  it('in `omit` is said and passed over', () => {
    expect(readConfig({}, { state: 'read', settings: { omit: [many] } })).toMatchObject({
      config: { omit: [], held: false },
      problems: [{}],
    });
    expect(narrowingOf([{ state: 'read', settings: { omit: [many] } }])).toMatchObject({ omit: [], problems: [{}] });
  });

  it('is a list of long ones as well, each with few of them', () => {
    const long = Array.from({ length: 200 }, (_, n) => `${'x'.repeat(900)}/${n}`);
    const read = (omit: readonly string[]) => readConfig({}, { state: 'read', settings: { omit } }).config.omit.length;
    expect([read(long), read([...long, 'x'.repeat(990)]), read(long.map((one) => `${one}{a,b}`))]).toEqual([
      200, 201, 0,
    ]);
  });

  it('is one with more than 256 ways', () => {
    const omitOf = (omit: string) => readConfig({}, { state: 'read', settings: { omit } }).config.omit;
    expect(omitOf('{a,b}'.repeat(8))).toHaveLength(1);
    expect(omitOf(`{${'a,'.repeat(255)}b}`)).toHaveLength(1);
    expect(omitOf(`{${'a,'.repeat(256)}b}`)).toHaveLength(0);
  });
});

describe('a pattern of files', () => {
  const matches = (pattern: string, path: string) => filePatterns([pattern], exact).matches(path);

  it.each([
    ['notes/*.md', 'notes/a.md'],
    ['/notes/*.md', 'notes/a.md'],
    ['./notes', 'notes/deep/a.md'],
    ['notes/', 'notes/a.md'],
    ['**/*.md', 'a.md'],
    ['**/*.md', 'x/.y/a.md'],
    ['{a,b}/*.log', 'b/c.log'],
    ['notes (old)/*', 'notes (old)/a'],
    ['[id]/page.tsx', '[id]/page.tsx'],
  ])('%s means %s', (pattern, path) => expect(matches(pattern, path)).toBe(true));

  it.each([
    ['*.md', 'notes/a.txt'],
    ['a.md', 'notes/a.md'],
    ['../notes/*.md', 'notes/a.md'],
    ['~/notes/*', 'notes/a.md'],
    ['/', 'a.md'],
    ['.', 'a.md'],
  ])('%s does not mean %s', (pattern, path) => expect(matches(pattern, path)).toBe(false));

  it('says where to look, and no further up than it has to', () => {
    const beginnings = (...patterns: string[]) => filePatterns(patterns, exact).beginnings;
    expect(beginnings('notes/*.md')).toEqual(['notes']);
    expect(beginnings('notes/deep', 'notes/*', 'logs/a.log')).toEqual(['notes/deep', 'notes', 'logs/a.log']);
    expect(beginnings('x/a\\ b/*')).toEqual(['x']);
    expect(beginnings('**/*.md')).toEqual(['']);
    expect(beginnings('../x', '..')).toEqual([]);
  });

  it('is found below one of its beginnings, whatever it is', () => {
    const part = fc.constantFrom('*', '**', 'a', 'b*', '[a]', '{a,b}', 'a\\b', '(a)', '.', '..', '');
    const name = fc.constantFrom('a', 'b', 'ab', '[a]', '(a)', 'a\\b', '{a,b}', '*');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 4 }), fc.array(name, { minLength: 1, maxLength: 4 }), (parts, names) => {
        const patterns = filePatterns([parts.join('/')], exact);
        const path = names.join('/');
        const below = patterns.beginnings.some((one) => one === '' || path === one || path.startsWith(`${one}/`));
        expect(!patterns.matches(path) || below).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('parts', () => {
  it('say nothing twice', () => {
    expect(partsOf('/a//b/./c/../d/')).toEqual(['', 'a', 'b', 'd']);
    expect(partsOf('/../a')).toEqual(['', 'a']);
    expect(partsOf('../a')).toEqual(['..', 'a']);
    expect(matcherOf([['a', '**', 'b']], exact)(['a', 'x', 'y', 'b', 'c'])).toBe(true);
  });
});
