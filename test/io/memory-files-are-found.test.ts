import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { memoryFiles } from '../../src/io/memory-files.ts';
import { put, temporaryFolder } from './repositories.ts';

function found(folder: string, cwd = 'home/code/shop/src'): Record<string, string> {
  const home = join(folder, 'home');
  mkdirSync(join(folder, cwd), { recursive: true });
  const places = { cwd: join(folder, cwd), root: join(home, 'code/shop'), home, client: join(home, '.claude') };
  return Object.fromEntries(
    memoryFiles(places, () => true).map(({ label, text }) => [label, Buffer.from(text).toString('utf8')]),
  );
}

test('of the person, and of every folder up to the root, with what they import', () => {
  const folder = temporaryFolder();
  const home = join(folder, 'home');
  put(home, '.claude/CLAUDE.md', 'Mine. See @style.md, and @~/notes/git.md.\n');
  put(home, '.claude/style.md', 'Short sentences.');
  put(home, 'notes/git.md', 'Small commits.');
  put(folder, 'CLAUDE.md', 'Of the machine.');
  put(home, 'code/AGENTS.md', 'Of all code.');
  put(
    home,
    'code/shop/CLAUDE.md',
    '@docs/rules.md\n`@docs/not.md`\n```\n@docs/not.md\n```\nann@example.invalid @docs/none.md',
  );
  put(home, 'code/shop/docs/rules.md', 'Of the shop. @./more.md');
  put(home, 'code/shop/docs/more.md', 'More.');
  put(home, 'code/shop/docs/not.md', 'Not imported.');
  put(home, 'code/shop/CLAUDE.local.md', 'Of me in the shop.');
  put(home, 'code/shop/.claude/CLAUDE.md', 'Of the shop as well.');
  put(home, 'code/shop/src/CLAUDE.md', 'Of the source.');
  put(home, 'code/shop/src/deep/CLAUDE.md', 'Shown by the transcript.');
  const all = found(folder);
  expect(Object.keys(all).sort()).toEqual(
    [
      ...['~/.claude/CLAUDE.md', '~/.claude/style.md', '~/notes/git.md', '~/code/AGENTS.md', 'CLAUDE.md'],
      ...['CLAUDE.local.md', '.claude/CLAUDE.md', 'docs/rules.md', 'docs/more.md', 'src/CLAUDE.md'],
    ].sort(),
  );
  expect(all['~/notes/git.md']).toBe('Small commits.');
});

test('what imports itself, or more than anybody reads, comes to an end', () => {
  const folder = temporaryFolder();
  const shop = join(folder, 'home/code/shop');
  put(shop, 'CLAUDE.md', '@CLAUDE.md @1.md');
  for (let n = 1; n < 20; n += 1) put(shop, `${n}.md`, `@${n + 1}.md @CLAUDE.md`);
  expect(Object.keys(found(folder)).sort()).toEqual(['1.md', '2.md', '3.md', '4.md', '5.md', 'CLAUDE.md']);
  put(shop, 'CLAUDE.md', Array.from({ length: 200 }, (_, n) => `@many/${n}.md`).join('\n'));
  for (let n = 0; n < 200; n += 1) put(shop, `many/${n}.md`, `number ${n}`);
  expect(Object.keys(found(folder)).length).toBe(64);
});

test('no link leads out of the home folder and the tree, and what is no text is passed over', () => {
  const folder = temporaryFolder();
  const home = join(folder, 'home');
  const shop = join(home, 'code/shop');
  put(folder, 'elsewhere/secret.md', 'Elsewhere.');
  put(home, 'dotfiles/claude.md', 'Of the person.');
  put(shop, 'CLAUDE.md', '@out.md @logo.png @docs ');
  put(shop, 'logo.png', 'P\0NG');
  mkdirSync(join(shop, 'docs'));
  mkdirSync(join(home, '.claude'));
  symlinkSync(join(folder, 'elsewhere/secret.md'), join(shop, 'out.md'));
  symlinkSync(join(folder, 'elsewhere/secret.md'), join(shop, 'AGENTS.md'));
  symlinkSync(join(home, 'dotfiles/claude.md'), join(home, '.claude/CLAUDE.md'));
  expect(found(folder)).toEqual({
    '~/.claude/CLAUDE.md': 'Of the person.',
    'CLAUDE.md': '@out.md @logo.png @docs ',
  });
});

test('where nothing is, nothing is found', () => {
  const folder = temporaryFolder();
  expect(found(folder)).toEqual({});
  const places = { cwd: join(folder, 'gone'), root: join(folder, 'gone'), home: undefined, client: undefined };
  expect(memoryFiles(places, () => true)).toEqual([]);
});
