import { execFile } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { expect, onTestFinished, test } from 'vitest';
import { StateFolder } from '../../src/io/file-store.ts';

const MOVERS = 6;
const FILES = 60;

test('of several processes that claim the same files, and lay the same lock, each is won once', async () => {
  const folder = realpathSync.native(mkdtempSync(join(tmpdir(), 'mem0-hooks-test-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const bundle = join(folder, 'store.cjs');
  await build({
    entryPoints: ['src/io/file-store.ts'],
    bundle: true,
    platform: 'node',
    format: 'cjs',
    outfile: bundle,
  });
  const root = join(folder, 'state');
  const state = new StateFolder(root);
  for (let file = 0; file < FILES; file++) state.write(`waiting/${file}`, String(file));
  // Every mover also appends to one log and makes its folders, so creation is raced for as well.
  const mover = `
    const { StateFolder } = require(${JSON.stringify(bundle)});
    const state = new StateFolder(${JSON.stringify(root)});
    const won = [];
    state.write('laid-' + process.pid + '/free', '');
    const lock = state.moveNew('laid-' + process.pid, 'lock');
    const first = state.writeNew('first', String(process.pid));
    for (let file = 0; file < ${FILES}; file++) {
      if (state.move('waiting/' + file, 'claimed/' + file + '-' + process.pid)) won.push(file);
      state.append('log', 'line ' + file);
    }
    process.stdout.write(JSON.stringify({ won, lock, first, pid: process.pid }));`;
  const runs = Array.from({ length: MOVERS }, () => promisify(execFile)(process.execPath, ['-e', mover]));
  const results = (await Promise.all(runs)).map(
    ({ stdout }) => JSON.parse(stdout) as { won: number[]; lock: boolean; first: boolean; pid: number },
  );
  const writers = results.filter(({ first }) => first).map(({ pid }) => String(pid));
  expect(writers).toEqual([state.read('first')]);
  const won = results.flatMap((result) => result.won).sort((a, b) => a - b);
  expect(won).toEqual(Array.from({ length: FILES }, (_, file) => file));
  expect(results.filter((result) => result.lock)).toHaveLength(1);
  expect(state.list('waiting')).toEqual([]);
  expect(state.list('claimed')).toHaveLength(FILES);
  const lines = (state.read('log') ?? '').split('\n').slice(0, -1);
  expect(lines).toHaveLength(MOVERS * FILES);
  expect(lines.every((line) => /^line \d+$/.test(line))).toBe(true);
});
