/**
 * Real repositories in temporary folders, for the tests of `io`. Git runs with an environment of its own, so that neither the
 * person's nor the machine's configuration has a say.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { GitOptions } from '../../src/io/git.ts';

/** A folder that is removed when the test is over; its real path. */
export function temporaryFolder(): string {
  const folder = realpathSync.native(mkdtempSync(join(tmpdir(), 'mem0-hooks-test-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** An environment with an empty home inside `folder`. */
export function environment(folder: string, more: Readonly<Record<string, string>> = {}): Record<string, string> {
  const home = join(folder, 'home');
  mkdirSync(home, { recursive: true });
  return { PATH: process.env['PATH'] ?? '', HOME: home, ...more };
}

/** Runs git and gives its output. */
export function git(cwd: string, ...args: readonly string[]): string {
  return gitAt(undefined, cwd, ...args);
}

/** The same at another time, as git writes it. */
export function gitAt(dates: string | undefined, cwd: string, ...args: readonly string[]): string {
  const { PATH } = process.env;
  const who = { name: 'Ann', email: 'ann@example.invalid' };
  return execFileSync('git', ['-c', 'init.defaultBranch=main', '-c', 'protocol.file.allow=always', ...args], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH,
      HOME: join(cwd, 'no-such-home'),
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_AUTHOR_NAME: who.name,
      GIT_AUTHOR_EMAIL: who.email,
      GIT_COMMITTER_NAME: who.name,
      GIT_COMMITTER_EMAIL: who.email,
      ...(dates === undefined ? {} : { GIT_AUTHOR_DATE: dates, GIT_COMMITTER_DATE: dates }),
    },
  }).trim();
}

/** A repository with one commit. */
export function repository(folder: string, name = 'shop', remote?: string): string {
  const root = join(folder, name);
  mkdirSync(root, { recursive: true });
  git(root, 'init', '--quiet');
  if (remote !== undefined) git(root, 'remote', 'add', 'origin', remote);
  git(root, 'commit', '--quiet', '--allow-empty', '-m', `first of ${name}`);
  return root;
}

export function put(root: string, path: string, content: string): string {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  return file;
}

/** Time enough, on a clock that stands still. */
export function options(env: Readonly<Record<string, string | undefined>>): GitOptions {
  return { deadline: 10_000, now: () => 0, env };
}
