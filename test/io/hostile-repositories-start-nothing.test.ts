import { chmodSync, existsSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { gitFacts } from '../../src/io/git.ts';
import { feedTree, ignoredEnvFiles } from '../../src/io/work-tree.ts';
import { environment, git, gitAt, options, put, repository, temporaryFolder } from './repositories.ts';

/** A repository whose configuration names a program wherever it can; each would leave a mark. */
function hostile(folder: string): { readonly root: string; readonly mark: string } {
  const mark = join(folder, 'started');
  const script = put(folder, 'trap.sh', `#!/bin/sh\necho "$0 $*" >> '${mark}'\nexit 0\n`);
  chmodSync(script, 0o755);
  const root = repository(folder);
  put(root, 'README.md', 'Hello.\n');
  put(root, '.gitignore', '.env\n');
  put(root, '.gitattributes', '* filter=trap diff=trap\n');
  put(root, '.env', 'TOKEN=made-up-value\n');
  git(root, 'add', '.');
  gitAt('@1700000000 +0000', root, 'commit', '--quiet', '-m', 'files');
  for (const hook of ['post-index-change', 'post-checkout', 'pre-commit', 'reference-transaction']) {
    chmodSync(put(folder, `traps/${hook}`, `#!/bin/sh\necho ${hook} >> '${mark}'\n`), 0o755);
  }
  const settings: Readonly<Record<string, string>> = {
    'core.fsmonitor': script,
    'core.hooksPath': join(folder, 'traps'),
    'core.pager': script,
    'pager.remote': script,
    'pager.ls-files': script,
    'core.sshCommand': script,
    'core.askPass': script,
    'core.editor': script,
    'core.gitProxy': script,
    'core.alternateRefsCommand': script,
    'credential.helper': `!${script}`,
    'diff.external': script,
    'diff.trap.textconv': script,
    'filter.trap.clean': script,
    'filter.trap.smudge': script,
    'filter.trap.process': script,
    'gpg.program': script,
    'log.showSignature': 'true',
    'alias.remote': `!${script}`,
    'alias.rev-list': `!${script}`,
    'alias.ls-files': `!${script}`,
    'protocol.ext.allow': 'always',
    'include.path': 'more',
  };
  for (const [key, value] of Object.entries(settings)) git(root, 'config', key, value);
  return { root, mark };
}

test('facts and files are read without starting anything that the repository names', async () => {
  const folder = temporaryFolder();
  const { root, mark } = hostile(folder);
  const env = environment(folder);
  const facts = await gitFacts(root, options(env));
  expect(facts.firstCommit).toMatch(/^[0-9a-f]{40}$/);
  const texts: string[] = [];
  // Everything is newer than what was said, so git is asked what was there before.
  const bounds = { maxFiles: 100, maxFileBytes: 10_000, maxLargeBytes: 10_000, maxBytes: 100_000 };
  const saidFrom = Math.floor(Date.now() / 1000) - 100;
  utimesSync(join(root, 'README.md'), saidFrom + 30, saidFrom + 30);
  const limits = { deadline: Date.now() + 10_000, now: () => Date.now(), env, ...bounds, saidFrom };
  const result = await feedTree(root, (path, _, since) => texts.push(`${path} ${since}`), limits);
  expect(texts).toContain('README.md 0');
  expect(texts).toContain(`README.md ${saidFrom + 30}`);
  expect(result.complete).toBe(true);
  expect(await ignoredEnvFiles(root, options(env))).toEqual([{ TOKEN: ['made-up-value'] }]);
  expect(existsSync(mark)).toBe(false);
});

test('the traps are real: the same question asked carelessly starts one', () => {
  const { root, mark } = hostile(temporaryFolder());
  git(root, 'ls-files', '--others', '--cached', '--exclude-standard');
  expect(existsSync(mark)).toBe(true);
});

test('a missing object is not fetched through a program that the repository names', async () => {
  const folder = temporaryFolder();
  const mark = join(folder, 'fetched');
  const root = repository(folder);
  const script = put(folder, 'trap.sh', `#!/bin/sh\necho "$*" >> '${mark}'\nexit 1\n`);
  chmodSync(script, 0o755);
  // Several remotes and no upstream: no project id from them, so the oldest commit is looked for.
  for (const name of ['one', 'two']) {
    git(root, 'remote', 'add', name, `ext::${script} %S`);
    git(root, 'config', `remote.${name}.promisor`, 'true');
  }
  git(root, 'config', 'core.repositoryformatversion', '1');
  git(root, 'config', 'extensions.partialClone', 'one');
  git(root, 'config', 'protocol.ext.allow', 'always');
  writeFileSync(join(root, '.git', 'refs', 'heads', 'main'), `${'ab'.repeat(20)}\n`);
  const careless = () => git(root, 'rev-list', '--max-parents=0', 'HEAD');
  const facts = await gitFacts(root, options(environment(folder)));
  expect(facts.firstCommit).toBeUndefined();
  expect(existsSync(mark)).toBe(false);
  expect(careless).toThrow();
  expect(existsSync(mark)).toBe(true);
});

test('no key of the environment reaches git', async () => {
  const folder = temporaryFolder();
  const seen = join(folder, 'seen');
  chmodSync(put(folder, 'bin/git', `#!/bin/sh\nenv >> '${seen}'\nexec /usr/bin/env -i true\n`), 0o755);
  const env = environment(folder, {
    PATH: `${join(folder, 'bin')}:${process.env['PATH']}`,
    MEM0_API_KEY: 'm0-made-up-key-000',
    GIT_ASKPASS: '/bin/false',
    GIT_TRACE: '1',
    EDITOR: 'vi',
  });
  await gitFacts(repository(folder), options(env));
  const { readFileSync } = await import('node:fs');
  const text = readFileSync(seen, 'utf8');
  expect(text).toContain('GIT_TERMINAL_PROMPT=0');
  expect(text).not.toMatch(/m0-made-up|GIT_ASKPASS|GIT_TRACE|EDITOR/);
});

test('a repository that git refuses for its owner still has the facts of its files', async () => {
  const folder = temporaryFolder();
  const root = repository(folder, 'shop', 'work:shop.git');
  put(folder, 'home/.gitconfig', '[url "https://git.example/acme/"]\n\tinsteadOf = work:\n');
  // What git answers to such a repository, whoever runs this test.
  chmodSync(put(folder, 'bin/git', '#!/bin/sh\necho "fatal: detected dubious ownership" >&2\nexit 128\n'), 0o755);
  const env = environment(folder, { PATH: join(folder, 'bin') });
  const facts = await gitFacts(root, options(env));
  expect(facts).toMatchObject({ root, branch: 'main', remoteUrl: 'https://git.example/acme/shop.git' });
});
