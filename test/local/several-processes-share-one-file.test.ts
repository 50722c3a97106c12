import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { selectDriver } from '../../src/local/store/driver.ts';
import { MINE, openTestPlatform, SECOND, temporaryFolder } from './local-platform.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'local-writer-'));
const program = join(folder, 'writer.cjs');

beforeAll(async () => {
  // CommonJS with the driver left outside, as the hooks are bundled.
  await build({
    entryPoints: [fileURLToPath(new URL('writer-process.ts', import.meta.url))],
    outfile: program,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    logOverride: { 'empty-import-meta': 'silent' },
  });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function start(...args: readonly string[]): ChildProcess {
  const child = spawn(process.execPath, [program, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_PATH: join(root, 'node_modules') },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

it('six processes with either driver create and write one file at once, and nothing is lost', async () => {
  const file = join(temporaryFolder(), 'memory.db');
  const ends = ['a', 'b', 'c', 'd-libsql', 'e-libsql', 'f-libsql'].map(async (name) => {
    const child = start('add', file, name, '6');
    let said = '';
    child.stderr?.on('data', (data) => {
      said += String(data);
    });
    const [code] = await once(child, 'close');
    return { code, said };
  });
  for (const end of await Promise.all(ends)) expect(end).toEqual({ code: 0, said: '' });
  const platform = await openTestPlatform({ file });
  expect(new Set(await platform.texts(MINE, { fields: ['memory'] })).size).toBe(36);
  expect((await platform.call('POST', '/v3/memories/', { filters: MINE })).body['count']).toBe(36);
});

it('a process that is killed in mid-transaction leaves no half of it and no lock', async () => {
  const before = await openTestPlatform();
  await before.add('We use tabs.', { infer: false });
  const child = start('hang', before.file);
  if (child.stdout === null) throw new Error('no stdout');
  await once(child.stdout, 'data');
  // A reader is not stopped by the writer.
  expect(await before.texts(MINE)).toEqual(['We use tabs.']);
  child.kill('SIGKILL');
  await once(child, 'close');
  const after = await openTestPlatform({ file: before.file });
  expect(await after.texts(MINE)).toEqual(['We use tabs.']);
  await after.add('We use pnpm.', { infer: false });
  expect(await before.texts(MINE)).toEqual(['We use pnpm.', 'We use tabs.']);
});

it.each([1, 2, 5, 9])(
  'a process that is killed after %i answers has kept all of them, and the file is sound',
  async (answers) => {
    const file = join(temporaryFolder(), 'memory.db');
    const child = start('add', file, 'a', '100000');
    let told = '';
    await new Promise<void>((resolve) => {
      child.stdout?.on('data', (data) => {
        told += String(data);
        if (told.split('\n').length > answers) resolve();
      });
    });
    child.kill('SIGKILL');
    await once(child, 'close');
    const count = told.split('\n').length - 1;
    const platform = await openTestPlatform({ file });
    const db = selectDriver()(file);
    const kept = new Set(
      db
        .prepare('SELECT memory FROM memories')
        .all([])
        .map((row) => row['memory']),
    );
    for (let n = 0; n < count; n += 1) expect(kept).toContain(`We use tool a-${n} for builds.`);
    expect(db.prepare('PRAGMA integrity_check').all([])).toEqual([expect.objectContaining({ integrity_check: 'ok' })]);
    db.close();
    expect((await platform.add('We use pnpm.', { infer: false })).status).toBe(200);
  },
);

it('while another process writes, reads go on and due work waits; a write gives up at its deadline', async () => {
  const platform = await openTestPlatform({ extractionLagMs: SECOND });
  await platform.add('We use tabs.');
  await platform.add('We use spaces in Makefiles.', { infer: false });
  platform.clock.now += SECOND;
  const other = selectDriver()(platform.file);
  other.exec('BEGIN IMMEDIATE');
  expect(await platform.texts(MINE)).toEqual(['We use spaces in Makefiles.']);
  await expect(platform.add('We use pnpm.')).rejects.toMatchObject({
    name: 'LocalStoreError',
    reason: 'unavailable',
    uncertain: false,
  });
  other.exec('ROLLBACK');
  other.close();
  expect(await platform.texts(MINE)).toEqual(['We use tabs.', 'We use spaces in Makefiles.']);
});

it('two platforms in one process see each other’s writes', async () => {
  const one = await openTestPlatform();
  const two = await openTestPlatform({ file: one.file });
  await one.add('We use tabs.', { infer: false });
  expect(await two.texts(MINE)).toEqual(['We use tabs.']);
  await two.add('We use pnpm.');
  expect(await one.texts(MINE)).toEqual(['We use pnpm.', 'We use tabs.']);
});
