import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { secretValues } from '../../src/core/redaction/secret-values.ts';
import { feedTree, ignoredEnvFiles, type TreeOptions } from '../../src/io/work-tree.ts';
import { environment, git, options, put, repository, temporaryFolder } from './repositories.ts';

function limits(folder: string, more: Partial<TreeOptions> = {}): TreeOptions {
  return {
    ...options(environment(folder)),
    maxFiles: 1000,
    maxFileBytes: 10_000,
    maxLargeBytes: 100_000,
    maxBytes: 1_000_000,
    saidFrom: Number.POSITIVE_INFINITY,
    ...more,
  };
}

async function read(root: string, given: TreeOptions) {
  const texts: Record<string, string> = {};
  const result = await feedTree(
    root,
    (path, content) => Object.assign(texts, { [path]: Buffer.from(content).toString('utf8') }),
    given,
  );
  return { ...result, texts };
}

function project(folder: string): string {
  const root = repository(folder);
  put(root, '.gitignore', 'dist/\n.env\n.env.*\n!.env.example\n');
  put(root, 'src/a.ts', 'const a = 1;\n');
  put(root, '.github/ci.yml', 'on: push\n');
  git(root, 'add', '.');
  put(root, 'CLAUDE.md', 'Grüße.\n');
  put(root, 'ümlaut "name".txt', 'x\n');
  put(root, 'dist/out.js', 'built\n');
  put(root, 'logo.png', 'P\0NG');
  put(root, 'node_modules/m/index.js', 'm\n');
  put(folder, 'outside.md', 'outside\n');
  symlinkSync(join(folder, 'outside.md'), join(root, 'link.md'));
  return root;
}

test('tracked files, and untracked ones that are not ignored, are evidence, and what links name; binaries are not', async () => {
  const folder = temporaryFolder();
  const { texts, complete, files } = await read(project(folder), limits(folder));
  expect(texts).toEqual({
    'CLAUDE.md': 'Grüße.\n',
    'ümlaut "name".txt': 'x\n',
    'node_modules/m/index.js': 'm\n',
    'link.md': 'outside\n',
    'src/a.ts': 'const a = 1;\n',
    '.gitignore': 'dist/\n.env\n.env.*\n!.env.example\n',
    '.github/ci.yml': 'on: push\n',
  });
  expect(complete).toBe(true);
  // The binary was looked at as well.
  expect(files).toBe(8);
});

test('prose comes first, and every bound is kept and told', async () => {
  const folder = temporaryFolder();
  const root = project(folder);
  const two = await read(root, limits(folder, { maxFiles: 2 }));
  expect(Object.keys(two.texts).sort()).toEqual(['CLAUDE.md', 'link.md']);
  expect(two).toMatchObject({ complete: false, files: 2, of: 8, large: 0, stopped: 'files' });
  const small = await read(root, limits(folder, { maxFileBytes: 5, maxLargeBytes: 7 }));
  expect(small.texts['CLAUDE.md']).toBe('Grüße');
  expect(small.complete).toBe(false);
  const few = await read(root, limits(folder, { maxBytes: 12 }));
  expect(Object.values(few.texts).join('').length).toBeLessThanOrEqual(12);
  expect(few).toMatchObject({ complete: false, of: 8, large: 0, stopped: 'bytes' });
  let time = 0;
  const late = await read(root, limits(folder, { now: () => time++, deadline: 5 }));
  expect(late.files).toBeLessThan(5);
  expect(late).toMatchObject({ complete: false, stopped: 'time' });
});

test('a large changelog counts, after what is smaller and before what is no prose', async () => {
  const folder = temporaryFolder();
  const root = project(folder);
  const changelog = `${'- Every release was cut on a Tuesday.\n'.repeat(500)}- The last one was not.\n`;
  put(root, 'CHANGELOG.md', changelog);
  put(root, 'data.json', `[${'1,'.repeat(10_000)}1]`);
  const { texts, complete } = await read(root, limits(folder));
  expect(texts['CHANGELOG.md']).toBe(changelog);
  expect(Object.keys(texts).indexOf('CHANGELOG.md')).toBe(3);
  expect(Object.keys(texts).at(-1)).toBe('data.json');
  expect(complete).toBe(true);
  const bounded = await read(root, limits(folder, { maxLargeBytes: 15_000 }));
  expect(bounded.texts['CHANGELOG.md']).toBe(changelog.slice(0, 15_000));
  expect(bounded.complete).toBe(false);
});

const SIGNS = 'Größe zählt “nicht”: 5 €.\n';
const WINDOWS_1252 = Buffer.from('Gr\xf6\xdfe z\xe4hlt \x93nicht\x94: 5 \x80.\n', 'latin1');

test.each<[string, Buffer, string]>([
  ['UTF-16, little end first', Buffer.from(`\uFEFF${SIGNS}`, 'utf16le'), SIGNS],
  ['UTF-16, big end first', Buffer.from(`\uFEFF${SIGNS}`, 'utf16le').swap16(), SIGNS],
  ['half a sign of UTF-16 at the end', Buffer.concat([Buffer.from(`\uFEFF${SIGNS}`, 'utf16le'), Buffer.of(65)]), SIGNS],
  ['windows-1252', WINDOWS_1252, SIGNS],
  [
    'UTF-8 and a line that is not',
    Buffer.concat([Buffer.from(SIGNS), WINDOWS_1252, Buffer.from('ok')]),
    `${SIGNS}${SIGNS}ok`,
  ],
  ['UTF-8', Buffer.from(SIGNS), SIGNS],
])('%s is text', async (_, bytes, text) => {
  const folder = temporaryFolder();
  const root = join(folder, 'notes');
  put(root, 'a.md', '');
  writeFileSync(join(root, 'a.md'), bytes);
  expect((await read(root, limits(folder))).texts).toEqual({ 'a.md': text });
});

test('without a repository the folder is walked, past dot folders and node_modules', async () => {
  const folder = temporaryFolder();
  const root = join(folder, 'notes');
  put(root, 'a.md', 'a\n');
  put(root, 'deep/er/b.txt', 'b\n');
  put(root, '.hidden/c.md', 'c\n');
  put(root, 'node_modules/m/d.md', 'd\n');
  symlinkSync(root, join(root, 'deep', 'loop'));
  const result = await read(root, limits(folder));
  const texts = { 'a.md': 'a\n', 'deep/er/b.txt': 'b\n' };
  expect(result).toEqual({ texts, files: 2, of: 2, large: 0, complete: true });
  // Where the walk itself is cut off nobody knows how many files there are.
  const cut = await read(root, limits(folder, { maxFiles: 1 }));
  expect(cut).toEqual({ texts: { 'a.md': 'a\n' }, files: 1, large: 0, stopped: 'files', complete: false });
});

test('in a repository that git cannot be asked about the walk is not the whole evidence', async () => {
  const folder = temporaryFolder();
  const root = project(folder);
  const result = await read(root, limits(folder, { env: { PATH: '/nowhere' } }));
  expect(result.texts['CLAUDE.md']).toBe('Grüße.\n');
  expect(result).toMatchObject({ complete: false, stopped: 'git' });
});

test('a folder that is gone is no evidence and no error', async () => {
  const folder = temporaryFolder();
  expect(await read(join(folder, 'gone'), limits(folder))).toEqual({
    ...{ texts: {}, files: 0, of: 0, large: 0, complete: true },
  });
  expect(await ignoredEnvFiles(join(folder, 'gone'), limits(folder))).toEqual([]);
});

test('the values of ignored .env files are found in every folder, those of tracked ones are not', async () => {
  const folder = temporaryFolder();
  const root = project(folder);
  put(root, '.env', 'TOKEN=made-up-one\nexport QUOTED="made up two" # x\n');
  put(root, 'apps/web/.env.local', 'KEY=made-up-three\n');
  put(root, 'dist/.env.production', 'KEY=made-up-four\n');
  put(root, '.env.example', 'TOKEN=changeme\n');
  put(root, 'prod.env', 'NOT=ours\n');
  mkdirSync(join(root, '.env.d'));
  git(root, 'add', '.env.example');
  const values = (await ignoredEnvFiles(root, limits(folder))).flatMap((file) => Object.values(file));
  const read = ['made up two', 'made-up-four', 'made-up-one', 'made-up-three'];
  expect(
    values
      .flat()
      .filter((value) => value.startsWith('made') && !/["#]/.test(value))
      .sort(),
  ).toEqual(read);
});

test('of other ignored files that keep secrets by their names, the values of names that promise one are found', async () => {
  const folder = temporaryFolder();
  const root = project(folder);
  put(
    root,
    '.gitignore',
    'local.properties\ninfra/*.tfvars\nsecrets.yml\ncredentials.json\n.npmrc\n.netrc\nnotes.txt\n',
  );
  put(root, 'local.properties', 'sdk.dir=/opt/sdk-made-up\nstorePassword=made-up-one\nbuild.name=made-up-name\n');
  put(root, 'infra/prod.tfvars', 'region = "made-up-region"\ndb_password = "made-up-two"\n');
  put(root, 'secrets.yml', 'production:\n  api_key: made-up-three\n  token_ttl: made-up-time\n');
  put(root, 'credentials.json', '{\n  "client": "made-up-client",\n  "clientSecret": "made-up-four"\n}\n');
  put(root, '.npmrc', '//registry.example/:_authToken=made-up-five\nsave-exact=true\n');
  put(root, '.netrc', 'machine a.example login made-up-login password made-up-six\n');
  put(root, 'notes.txt', 'password=made-up-notes\n');
  put(root, 'src/credentials.json', '{ "password": "made-up-tracked" }\n');
  git(root, 'add', '-f', 'src/credentials.json');
  const { values } = secretValues({}, await ignoredEnvFiles(root, limits(folder)));
  expect(values.filter((value) => /^made-up-[a-z]+$/.test(value)).sort()).toEqual(
    ['five', 'four', 'one', 'six', 'three', 'two'].map((n) => `made-up-${n}`),
  );
});

test('where git cannot tell, all .env files count', async () => {
  const folder = temporaryFolder();
  const plain = join(folder, 'plain');
  put(plain, '.env', 'TOKEN=made-up-one\n');
  put(plain, 'sub/.env', 'TOKEN=made-up-two\n');
  expect(await ignoredEnvFiles(plain, limits(folder))).toEqual([
    { TOKEN: ['made-up-one'] },
    { TOKEN: ['made-up-two'] },
  ]);
  const root = project(folder);
  put(root, '.env', 'TOKEN=made-up-three\n');
  expect(await ignoredEnvFiles(root, limits(folder, { env: { PATH: '/nowhere' } }))).toEqual([
    { TOKEN: ['made-up-three'] },
  ]);
});

test('a git that hangs leaves time to read what the folder itself shows', async () => {
  const folder = temporaryFolder();
  const root = project(folder);
  put(root, '.env', 'TOKEN=made-up-three\n');
  chmodSync(put(folder, 'bin/git', '#!/bin/sh\nexec sleep 30\n'), 0o755);
  const env = environment(folder, { PATH: `${join(folder, 'bin')}:${process.env['PATH']}` });
  const soon = () => limits(folder, { env, now: () => performance.now(), deadline: performance.now() + 1000 });
  expect(await ignoredEnvFiles(root, soon())).toEqual([{ TOKEN: ['made-up-three'] }]);
  const { texts, complete } = await read(root, soon());
  expect(texts['CLAUDE.md']).toBe('Grüße.\n');
  expect(complete).toBe(false);
});

test('of an .env file of many megabytes the beginning is read', async () => {
  const folder = temporaryFolder();
  const plain = join(folder, 'plain');
  put(plain, '.env', `TOKEN=made-up-one\n${'# nothing here\n'.repeat(400_000)}`);
  const [values] = await ignoredEnvFiles(plain, limits(folder));
  expect(values?.['TOKEN']).toEqual(['made-up-one']);
});
