import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { StateFolder } from '../../src/io/file-store.ts';
import { BackgroundLock } from '../../src/spool/background-lock.ts';
import { temporaryFolder } from '../temporary-folder.ts';

class Locks {
  readonly root = temporaryFolder();
  readonly folder = join(this.root, 'background');
  readonly alive = new Set([11, 12, 13]);

  of(pid: number, state = new StateFolder(this.root)): BackgroundLock {
    return new BackgroundLock(state, pid, (other) => this.alive.has(other));
  }

  /** A file, or with a slash at its end a folder with a file in it. */
  put(...names: readonly string[]): this {
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    for (const name of names) {
      if (!name.endsWith('/')) writeFileSync(join(this.folder, name), 'mine', { mode: 0o600 });
      else {
        mkdirSync(join(this.folder, name), { mode: 0o700 });
        writeFileSync(join(this.folder, name, 'thesis'), 'mine');
      }
    }
    return this;
  }

  get tokens(): readonly string[] {
    return readdirSync(this.folder).filter((name) => /^(?:free|held-\d+-\d+)$/.test(name));
  }

  /** How often a person's word is still there. */
  get kept(): number {
    return readdirSync(this.folder, { recursive: true, withFileTypes: true }).filter(
      (entry) => entry.isFile() && readFileSync(join(entry.parentPath, entry.name), 'utf8') === 'mine',
    ).length;
  }
}

describe('a lock folder in which there is no token', () => {
  it.each([
    [[]],
    [['notes']],
    [['notes (copy)']],
    [['notes/']],
    [['.free.77.1.tmp']],
    [['held-by-nobody', 'free.txt']],
  ])('gets one, beside what is there (%j)', (names) => {
    const locks = new Locks().put(...names);
    expect(locks.of(11).acquire(1)).toBe(true);
    expect(locks.of(12).acquire(2)).toBe(false);
    expect(locks.tokens).toEqual(['held-11-1']);
    expect(locks.kept).toBe(names.length);
  });

  it('in its listing alone, because it is just being renamed, has no second holder', () => {
    const locks = new Locks();
    const first = locks.of(11);
    expect(first.acquire(1)).toBe(true);
    class Missing extends StateFolder {
      misses = 2;
      override list(path: string): readonly string[] {
        const names = super.list(path);
        return path === 'background' && this.misses-- > 0 ? names.filter((name) => !name.startsWith('held-11')) : names;
      }
    }
    for (const misses of [0, 1, 2, 3, 4]) {
      const state = new Missing(locks.root);
      state.misses = misses;
      expect(locks.of(12, state).acquire(2), String(misses)).toBe(false);
      expect(first.holds()).toBe(true);
    }
    first.release();
    expect(locks.tokens).toEqual(['free']);
    expect(locks.of(12).acquire(3)).toBe(true);
  });
});

describe('a lock folder with more than one token', () => {
  it.each([[['free', 'held-99-1']], [['held-98-1', 'held-99-1', 'free']], [['held-99-1', 'held-11-999999999']]])(
    'has one holder, and then one token (%j)',
    (names) => {
      const locks = new Locks().put(...names);
      const first = locks.of(11);
      expect([first.acquire(1), locks.of(12).acquire(1), locks.of(13).acquire(1)]).toEqual([true, false, false]);
      expect(locks.tokens).toEqual(['held-11-1']);
      first.release();
      expect(locks.tokens).toEqual(['free']);
    },
  );

  it('of which a living process holds one has no other holder', () => {
    const locks = new Locks().put('held-13-1', 'held-99-1', 'free');
    expect([locks.of(11).acquire(2), locks.of(12).acquire(2)]).toEqual([false, false]);
    expect(locks.tokens).toEqual(['held-13-1']);
  });

  it('of which one came while it was held has one again when it is given back', () => {
    for (const name of ['free', 'free/']) {
      const locks = new Locks();
      const first = locks.of(11);
      expect(first.acquire(1)).toBe(true);
      locks.put(name);
      expect(locks.of(12).acquire(2)).toBe(false);
      locks.put(...(locks.tokens.includes('free') ? [] : [name]));
      first.release();
      expect(locks.tokens).toEqual(['free']);
      expect(locks.of(12).acquire(3)).toBe(true);
    }
  });
});

describe('a token that is a folder', () => {
  it.each(['free/', 'held-99-1/'])('is one like any other, and what is in it stays (%s)', (name) => {
    const locks = new Locks().put(name);
    const first = locks.of(11);
    expect([first.acquire(1), locks.of(12).acquire(2)]).toEqual([true, false]);
    first.release();
    expect(locks.of(12).acquire(3)).toBe(true);
    expect(locks.kept).toBe(1);
  });

  it('and is one too many is put aside with what is in it', () => {
    const locks = new Locks().put('free', 'held-99-1/', 'held-98-1/');
    expect(locks.of(11).acquire(1)).toBe(true);
    expect(locks.tokens).toEqual(['held-11-1']);
    expect(locks.kept).toBe(3);
  });
});

it.each(['file', 'link'] as const)('a %s in place of the lock folder is said to be unsafe, and stays', (kind) => {
  const locks = new Locks();
  if (kind === 'file') writeFileSync(locks.folder, 'mine');
  else symlinkSync(temporaryFolder(), locks.folder);
  expect(() => locks.of(11).acquire(1)).toThrow(expect.objectContaining({ reason: 'unsafe' }));
  rmSync(locks.folder);
  expect(locks.of(11).acquire(1)).toBe(true);
});

it('of many processes that find no token again and again, never two hold it at once', { timeout: 60_000 }, async () => {
  const [folder, root] = [temporaryFolder(), temporaryFolder()];
  const bundle = join(folder, 'lock.cjs');
  const stdin = {
    contents: `export { StateFolder } from './src/io/file-store.ts'; export { BackgroundLock } from './src/spool/background-lock.ts';`,
    resolveDir: '.',
  };
  await build({ stdin, bundle: true, platform: 'node', format: 'cjs', outfile: bundle });
  mkdirSync(join(root, 'background'), { mode: 0o700 });
  writeFileSync(join(root, 'background', 'notes'), 'mine');
  // Who holds it makes a file that must not be there yet, and takes it away again; now and then it also loses the token.
  const taker = `
    const { StateFolder, BackgroundLock } = require(${JSON.stringify(bundle)});
    const { openSync, closeSync, unlinkSync, readdirSync } = require('node:fs');
    const root = ${JSON.stringify(root)};
    const lock = new BackgroundLock(new StateFolder(root), process.pid, () => true);
    let held = 0, twice = 0;
    const end = Date.now() + 4_000;
    for (let n = 0; Date.now() < end; n++) {
      if (!lock.acquire(Date.now())) continue;
      held++;
      try { closeSync(openSync(root + '/inside', 'wx')); } catch { twice++; }
      for (let spin = 0; spin < 2e5; spin++);
      try { unlinkSync(root + '/inside'); } catch { twice++; }
      if (held % 3 === 0) for (const name of readdirSync(root + '/background')) if (name.startsWith('held-' + process.pid + '-')) unlinkSync(root + '/background/' + name);
      lock.release();
    }
    process.stdout.write(JSON.stringify({ held, twice }));`;
  const runs = await Promise.all(Array.from({ length: 6 }, () => promisify(execFile)(process.execPath, ['-e', taker])));
  const results = runs.map(({ stdout }) => JSON.parse(stdout) as { held: number; twice: number });
  expect(results.reduce((sum, { twice }) => sum + twice, 0)).toBe(0);
  expect(results.reduce((sum, { held }) => sum + held, 0)).toBeGreaterThan(20);
  expect(readFileSync(join(root, 'background', 'notes'), 'utf8')).toBe('mine');
});
