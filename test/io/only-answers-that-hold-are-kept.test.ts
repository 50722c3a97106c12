import { chmodSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { gitFacts } from '../../src/io/git.ts';
import { MarkingGit, Memory, settled } from './kept-answers.ts';
import { git, put, repository, temporaryFolder } from './repositories.ts';

const URL = 'https://git.example/acme/shop.git';
const rewrites = '[url "https://git.example/acme/"]\n\tinsteadOf = work:\n';

interface Place {
  readonly folder: string;
  readonly root: string;
  readonly env: Record<string, string>;
}

/** A repository whose remote only git can tell, kept in a memory. */
async function kept(more: (place: Place) => void = () => undefined) {
  const folder = temporaryFolder();
  const marking = new MarkingGit(folder);
  const root = repository(folder, 'shop', 'work:shop.git');
  put(marking.env['HOME'] ?? '', '.gitconfig', rewrites);
  more({ folder, root, env: marking.env });
  const memory = new Memory();
  const facts = await gitFacts(root, settled(marking.env, memory));
  expect(marking.wasAsked()).toBe(true);
  return { folder, root, env: marking.env, marking, memory, facts };
}

test('a file that has just changed may change again unseen: the answer is not kept', async () => {
  const { root, env, marking } = await kept();
  const memory = new Memory();
  const options = { ...settled(env, memory), now: () => Date.now(), deadline: Date.now() + 60_000 };
  expect((await gitFacts(root, options)).remoteUrl).toBe(URL);
  expect(marking.wasAsked()).toBe(true);
  expect(memory.all.size).toBe(0);
});

test('nor is one that is incomplete, or of files that cannot be named', async () => {
  for (const path of ['~nobody/x', '%(prefix)/x', 'https://ann:QZTOKEN@git.example/x']) {
    const { memory } = await kept(({ root }) => git(root, 'config', 'includeIf.gitdir:/nowhere/.path', path));
    expect(memory.all.size).toBe(0);
  }
  const half = await kept(({ folder }) => {
    const script = `#!/bin/sh\ncase "$*" in *--list*) exit 1;; esac\necho >> '${folder}/calls'\nexec /usr/bin/env git "$@"\n`;
    chmodSync(
      put(folder, 'bin/git', script.replace('/usr/bin/env', `/usr/bin/env PATH='${process.env['PATH']}'`)),
      0o755,
    );
  });
  expect(half.memory.all.size).toBe(0);
});

test('no value of a variable and no user info is ever in one', async () => {
  const folder = temporaryFolder();
  const marking = new MarkingGit(folder);
  const bare = { name: 'https://ann:QZTOKEN@git.example/acme/shop.git' };
  for (const make of [
    (root: string) => git(root, 'remote', 'add', 'origin', 'https://ann:QZTOKEN@git.example/acme/shop.git'),
    (root: string) => git(root, 'remote', 'add', 'origin', 'https://git.example/acme/shop.git?private_token=QZTOKEN'),
    (root: string) => git(root, 'config', 'branch.main.remote', bare.name),
    (root: string) => git(root, 'config', `remote.${bare.name}.url`, bare.name),
    (root: string) => {
      git(root, 'config', 'url.https://QZTOKEN@git.example/.insteadOf', 'work:');
      git(root, 'remote', 'add', 'origin', 'work:acme/shop.git');
    },
    (root: string) => {
      git(root, 'config', 'http.extraHeader', 'Authorization: Basic QZTOKEN');
      git(root, 'remote', 'add', 'origin', URL);
    },
  ]) {
    const memory = new Memory();
    const root = repository(folder);
    git(root, 'config', 'include.path', 'none');
    make(root);
    const env = { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'http.extraHeader', GIT_CONFIG_VALUE_0: 'x: QZTOKEN' };
    const facts = await gitFacts(root, settled({ ...marking.env, ...env }, memory));
    expect(facts.remoteUrl).toBe(URL);
    expect(memory.all.size).toBe(1);
    expect(JSON.stringify([facts, ...memory.all])).not.toContain('QZTOKEN');
    rmSync(root, { recursive: true });
  }
});

test('what is kept for another folder, or is not what was asked, counts for nothing', async () => {
  const { root, env, memory, marking, facts } = await kept();
  const [[name, document] = ['', undefined]] = memory.all;
  for (const change of [
    { folder: '/elsewhere' },
    { place: 'elsewhere' },
    { branch: 'other' },
    { at: Date.now() + 3_600_000 },
    { answers: {} },
    { files: { [root]: 'x' } },
  ]) {
    memory.all.set(name, { ...document, ...change } as never);
    expect(await gitFacts(root, settled(env, memory))).toEqual(facts);
    expect(marking.wasAsked()).toBe(true);
  }
});

test('after a day git is asked again', async () => {
  const { root, env, memory, marking, facts } = await kept();
  expect(await gitFacts(root, settled(env, memory, 23 * 3_600_000))).toEqual(facts);
  expect(marking.wasAsked()).toBe(false);
  expect(await gitFacts(root, settled(env, memory, 25 * 3_600_000))).toEqual(facts);
  expect(marking.wasAsked()).toBe(true);
});

test('where git cannot say any more, what it said last stands: a project keeps its id', async () => {
  const { folder, root, env, memory } = await kept(({ root: at }) => git(at, 'remote', 'remove', 'origin'));
  const { firstCommit } = await gitFacts(root, settled(env, memory));
  expect(firstCommit).toMatch(/^[0-9a-f]{40}$/);
  git(root, 'commit', '--quiet', '--allow-empty', '-m', 'second');
  put(folder, 'bin/git', '#!/bin/sh\nexit 128\n');
  const facts = await gitFacts(root, settled(env, memory));
  expect(facts).toMatchObject({ firstCommit, head: git(root, 'rev-parse', 'HEAD') });
  expect((await gitFacts(root, settled(env, undefined))).firstCommit).toBeUndefined();
  const options = settled(env, memory);
  expect((await gitFacts(root, { ...options, deadline: 0 })).firstCommit).toBe(firstCommit);
});

test('a branch that only git can tell is kept as long as the list of its tables is the same', async () => {
  const folder = temporaryFolder();
  const marking = new MarkingGit(folder);
  const root = repository(folder, 'shop', URL);
  git(root, 'config', 'extensions.refStorage', 'reftable');
  put(root, '.git/HEAD', 'ref: refs/heads/.invalid\n');
  const says = (branch: string) => {
    // As a git that knows this format answers; this machine's may be too old for it.
    const script = [
      `#!/bin/sh\necho >> '${join(folder, 'calls')}'\ncase "$*" in`,
      '*--git-common-dir*) echo .git ;;',
      `*symbolic-ref*) echo refs/heads/${branch} ;;`,
      `*--verify*) echo ${'ab'.repeat(20)} ;;`,
      "*--list*) printf 'file:.git/config\\000core.bare\\nfalse\\000' ;;",
      'esac',
    ];
    chmodSync(put(folder, 'bin/git', `${script.join('\n')}\n`), 0o755);
    put(root, '.git/reftable/tables.list', `${branch}.ref\n`);
  };
  const memory = new Memory();
  for (const branch of ['one', 'two']) {
    says(branch);
    for (const asks of [true, false]) {
      const facts = await gitFacts(root, settled(marking.env, memory));
      expect(facts).toMatchObject({ branch, head: 'ab'.repeat(20), remoteUrl: URL });
      expect(marking.wasAsked()).toBe(asks);
    }
  }
});

test('a configuration of very many files is not kept', async () => {
  const { memory } = await kept(({ root }) => {
    put(root, '.git/many', Array.from({ length: 300 }, (_, n) => `[include]\n\tpath = none-${n}\n`).join(''));
    git(root, 'config', 'include.path', 'many');
  });
  expect(memory.all.size).toBe(0);
});
