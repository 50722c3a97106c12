import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isTrue, parseGitConfig, rewritten } from '../../src/io/git-config.ts';
import { git, temporaryFolder } from './repositories.ts';

/** What `git config --list` would print for the entries; undefined where git refuses the file. */
function byGit(folder: string, text: string): readonly string[] | undefined {
  const file = join(folder, 'config');
  writeFileSync(file, text);
  try {
    const listed = git(folder, 'config', '--file', file, '--null', '--list').split('\0').slice(0, -1);
    // A key alone is listed without a value and means true.
    return listed.map((line) => (line.includes('\n') ? line : `${line}\ntrue`));
  } catch (error) {
    if (error instanceof Error && 'status' in error && error.status === 128) return undefined;
    throw error;
  }
}

function byUs(text: string): readonly string[] | undefined {
  return parseGitConfig(text)?.map(
    (e) => `${[e.section, e.subsection, e.key].filter((p) => p !== undefined).join('.')}\n${e.value}`,
  );
}

test.each([
  ['plain', '[remote "origin"]\n\turl = https://git.example/a/b.git\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n'],
  ['letter case', '[REMOTE "Origin"]\nUrl=x\n[Core]\nBARE = True\n'],
  ['old subsection', '[branch.Feature]\nremote = origin\n'],
  ['escapes in a subsection', '[remote "a\\"b\\\\c\\d"]\nurl = x\n'],
  ['quotes and spaces', '[a]\nb = "  x  "  y  z   \nc = "a;b#c" ; d\ne = x # y\nf = ""\n'],
  ['escapes in a value', '[a]\nb = x\\ty\\\\z\\"\\n\n'],
  ['continued lines', '[a]\nb = one\\\n  two\\\n three\nc = "q\\\nr"\n'],
  ['a backslash that ends a comment', '[a]\nb = c # d \\\ne = f\n'],
  ['same line', '[a] b = c\n[d "e"] f = g\n'],
  ['comments', '# x\n; y\n[a] # z\n  # w\nb = c\n'],
  ['carriage returns', '[a]\r\nb = c\r\nd = e\\\r\nf\r\n'],
  ['byte order mark', '\ufeff[a]\nb = c\n'],
  ['no final line feed', '[a]\nb = c'],
  ['empty value', '[a]\nb =\n'],
  ['bad key', '[a]\n1b = c\n'],
  ['bad escape', '[a]\nb = \\x\n'],
  ['open quote', '[a]\nb = "x\n'],
  ['open section', '[a\nb = c\n'],
  ['empty', ''],
])('%s', (_name, text) => {
  expect(byUs(text)).toEqual(byGit(temporaryFolder(), text));
});

test('any mixture of signs is read as git reads it, or left to git', () => {
  const folder = temporaryFolder();
  const piece = fc.constantFrom(
    '[a]',
    '[a "b"]',
    '[remote "origin"]',
    '\n',
    '\n',
    'url',
    'k',
    ' = ',
    '=',
    '"',
    '\\',
    '\\n',
    '\\\n',
    '#',
    ';',
    ' ',
    '\t',
    'x',
    'y z',
    ']',
    '.',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 16 }), (pieces) => {
      const text = pieces.join('');
      const ours = byUs(text);
      // Refusing what git takes is safe: then git is asked. Reading something else would be a wrong fact.
      // Versions differ in what becomes of a tab inside a value.
      const spaced = (lines: readonly string[] | undefined) => lines?.map((line) => line.replaceAll('\t', ' '));
      if (ours !== undefined) expect(spaced(ours)).toEqual(spaced(byGit(folder, text)));
    }),
    { numRuns: 120 },
  );
});

test('a key outside of any section is left to git', () => {
  expect(parseGitConfig('b = c\n')).toBeUndefined();
});

test('the longest matching prefix is rewritten', () => {
  const entries = parseGitConfig('[url "https://one/"]\ninsteadOf = w:\n[url "https://two/"]\ninsteadOf = w:a\n') ?? [];
  expect(rewritten(entries, 'w:ab')).toBe('https://two/b');
  expect(rewritten(entries, 'w:b')).toBe('https://one/b');
  expect(rewritten(entries, 'x')).toBeUndefined();
});

test.each([
  ['true', true],
  ['YES', true],
  ['on', true],
  ['1', true],
  ['', false],
  ['false', false],
  ['off', false],
  ['no', false],
  ['0', false],
])('%j as a boolean', (value, expected) => {
  expect(isTrue(value)).toBe(expected);
});
