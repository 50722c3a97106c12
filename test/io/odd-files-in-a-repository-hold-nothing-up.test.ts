import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { envReadings } from '../../src/core/redaction/env-file.ts';
import { redact } from '../../src/core/redaction/redact.ts';
import { secretValues } from '../../src/core/redaction/secret-values.ts';
import { readBeginning } from '../../src/io/bounded-file.ts';
import { parseGitConfig } from '../../src/io/git-config.ts';
import { factsFromFiles } from '../../src/io/git-files.ts';
import { transcriptOf, World } from '../hooks/world.ts';
import { byteDamage, damaged, runs } from '../support/fuzz.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { environment, git, put, repository } from './repositories.ts';

/** It says that it is empty, and has no end that anybody would wait for. */
const ENDLESS = '/proc/self/pagemap';
const hasProc = process.platform === 'linux';

describe('a file', () => {
  it('is read up to so many bytes, whatever it says of its size', () => {
    const path = join(temporaryFolder(), 'file');
    for (const size of [0, 1, 9, 10, 11, 70_000]) {
      writeFileSync(path, Buffer.alloc(size, 'x'));
      for (const most of [0, 1, 10, 70_000]) {
        const read = readBeginning(path, most);
        expect({ size, most, length: read?.bytes.length, more: read?.more }).toEqual({
          ...{ size, most, length: Math.min(size, most), more: size > most },
        });
      }
    }
  });

  it.runIf(hasProc)('of the kernel, which has no size, is read so far and no further', () => {
    expect(readBeginning('/proc/self/stat', 1_000_000)?.bytes.toString()).toMatch(/^\d+ \(/);
    expect(readBeginning('/proc/self/stat', 1_000_000)?.more).toBe(false);
    // It gives eight bytes a page of memory, and takes no other step.
    const endless = readBeginning(ENDLESS, 99_999);
    expect([endless?.bytes.length, endless?.more]).toEqual([99_999, true]);
  });

  it('that is none is undefined, and a pipe is not waited for', () => {
    const folder = temporaryFolder();
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    for (const path of [folder, join(folder, 'pipe'), '/dev/null']) expect(readBeginning(path, 10)).toBeUndefined();
  });
});

describe.runIf(hasProc)('a repository with links to what has no end, or waits for somebody', () => {
  it.each(['session-end', 'pre-compact'] as const)('does not hold up %s', async (hook) => {
    const w = new World();
    execFileSync('mkfifo', [join(w.root, 'pipe')]);
    for (const [name, target] of [
      ['endless.md', ENDLESS],
      ['.env.local', ENDLESS],
      ['pipe.md', '../pipe'],
      ['.env.pipe', '../pipe'],
      ['zero.md', '/dev/zero'],
    ] as const)
      symlinkSync(target, join(w.repository, name));
    // Killed after 20 seconds, and then its status is null.
    const call = hook === 'session-end' ? w.sessionEnd.bind(w) : w.preCompact.bind(w);
    const run = await call('s1', transcriptOf('a-design-discussion'));
    expect(run).toMatchObject({ status: 0, stdout: '', stderr: '' });
    if (hook === 'session-end') await w.settled();
    expect(w.names(hook === 'session-end' ? 'receipts' : 'session-states')).toHaveLength(1);
  });

  it('and with such a configuration does not hold up session-start', async () => {
    const w = new World();
    rmSync(join(w.repository, '.git', 'config'));
    symlinkSync(ENDLESS, join(w.repository, '.git', 'config'));
    expect(await w.sessionStart('s1')).toMatchObject({ status: 0, stderr: '' });
  });
});

describe('damaged', () => {
  const damages = fc.array(byteDamage, { minLength: 1, maxLength: 5 });

  it('files of git are facts or none, never an error', () => {
    const folder = temporaryFolder();
    const root = repository(folder);
    put(root, 'a.txt', 'a\n');
    git(root, 'add', '.');
    git(root, 'commit', '-q', '-m', 'one');
    git(root, 'remote', 'add', 'origin', 'https://git.example/acme/shop.git');
    git(root, 'pack-refs', '--all');
    const files = ['config', 'HEAD', 'packed-refs'].map((name) => join(root, '.git', name));
    const whole = files.map((path) => readFileSync(path));
    fc.assert(
      fc.property(fc.nat(2), damages, fc.constantFrom('bytes', 'folder', 'dangling'), (which, all, kind) => {
        const path = files[which] ?? '';
        rmSync(path, { recursive: true, force: true });
        if (kind === 'folder') mkdirSync(path);
        else if (kind === 'dangling') symlinkSync('nowhere', path);
        else writeFileSync(path, all.reduce(damaged, whole[which] ?? Buffer.alloc(0)));
        const found = factsFromFiles(root, environment(folder));
        for (const value of Object.values(found?.facts ?? {})) expect(value).toBeTypeOf('string');
        rmSync(path, { recursive: true, force: true });
        writeFileSync(path, whole[which] ?? '');
      }),
      runs(100),
    );
  });

  it('configurations of git are read or refused', () => {
    const text =
      '[remote "origin"]\n\turl = "https://git.example/a b.git" ; c\n\tfetch = +refs/heads/*\\\n:refs\n[branch.main] remote = origin\n';
    fc.assert(
      fc.property(damages, (all) => {
        const entries = parseGitConfig(all.reduce(damaged, Buffer.from(text)).toString('latin1'));
        for (const { section, key } of entries ?? []) expect(`${section}.${key}`).toMatch(/^[a-z0-9.-]+\.[a-z0-9-]+$/);
      }),
      runs(300),
    );
  });

  it('.env files give readings, and the lines that were not touched still give theirs', () => {
    const secret = 'fakeSecret-4711-x';
    const lines = [
      'export A_NAME="fake4711 #Other"',
      "B_KEY='fake-single-4711'",
      'C={"d": "fake-json-4711"}',
      '-----BEGIN X-----',
    ];
    fc.assert(
      fc.property(damages, fc.nat(lines.length), (all, at) => {
        // The secret is named before the damage: what opens a quotation there may go on to the end.
        const harmed = all.reduce(damaged, Buffer.from(lines.slice(at).join('\n')));
        const file = Buffer.concat([Buffer.from(`${lines.slice(0, at).join('\n')}\nD_TOKEN=${secret}\n`), harmed]);
        const { text } = redact(`it is ${secret} now`, secretValues({}, [envReadings(file)]));
        expect(text).not.toContain(secret);
      }),
      runs(200),
    );
  });
});
