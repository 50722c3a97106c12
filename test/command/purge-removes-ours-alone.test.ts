import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { StateFolder } from '../../src/io/file-store.ts';
import { Jobs } from '../../src/spool/jobs.ts';
import { Spool } from '../../src/spool/spool.ts';
import { fixtures, World } from '../hooks/world.ts';
import { claimOf, jobFor, spoolItem } from '../spool/items.ts';

const transcript = join(fixtures, 'demo', '1-fly.jsonl');

/** A machine that has captured one session into the local platform. */
async function used() {
  const w = new World();
  await w.sessionStart('s1');
  await w.sessionEnd('s1', transcript);
  await w.settled();
  const run = (...args: string[]) => w.run('mem0-hooks', ['purge', ...args]);
  return { w, run, all: () => readdirSync(w.state, { recursive: true, encoding: 'utf8' }).sort() };
}

describe('purge', () => {
  it('without a terminal and without --yes shows what there is, and removes nothing', async () => {
    const { run, all } = await used();
    const before = all();
    const { status, stdout, stderr } = await run();
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/^Would be removed from /);
    expect(stderr).toMatch(/^ {2}receipts +\d+ files? +[\d.]+ (?:bytes|kB)$/m);
    expect(stderr).toContain('Nothing waits to be captured or sent.');
    expect(stderr).toMatch(/^The local memories stay/m);
    expect(stderr).toContain('Nothing was done: there is no terminal to ask at.');
    expect(all()).toEqual(before);
  });

  it('removes all but the local memories, which go with --memories, and then the folder', async () => {
    const { w, run, all } = await used();
    const first = await run('--yes', '--json');
    expect(first).toMatchObject({ status: 0, stderr: '' });
    expect(JSON.parse(first.stdout)).toMatchObject({ memories: 'kept', foreign: [], gone: false, folder: w.state });
    expect(all().filter((name) => !/^local(\/memories\.sqlite(-wal|-shm)?)?$/.test(name))).toEqual([]);
    expect(all()).toContain('local/memories.sqlite');
    expect((await w.sessionStart('s2')).stdout).toContain('Fly.io');

    const second = await run('--yes', '--memories', '--json');
    expect(JSON.parse(second.stdout)).toMatchObject({ memories: 'removed', gone: true });
    expect(existsSync(w.state)).toBe(false);
    const third = await run('--yes', '--json');
    expect(third.status).toBe(0);
    expect(JSON.parse(third.stdout)).toMatchObject({ files: 0 });
    expect(existsSync(w.state)).toBe(false);
    expect((await w.sessionStart('s3')).status).toBe(0);
  });

  it('says how many sessions and requests would be lost', async () => {
    const w = new World();
    const folder = new StateFolder(w.state);
    new Spool(folder, process.pid, 'local').enqueue('a1', spoolItem('a1'));
    for (const id of ['b1', 'c1']) new Spool(folder, process.pid, 'x').enqueue(id, spoolItem(id, { destination: 'x' }));
    new Jobs(folder).record(jobFor(), 'stamp');
    const { stderr } = await w.run('mem0-hooks', ['purge']);
    expect(stderr).toContain('LOST: 1 session is not captured yet, 3 requests are not sent yet.');
    const { stdout } = await w.run('mem0-hooks', ['purge', '--yes', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ gone: true, lost: { sessions: 1, requests: 3 } });
  });

  it('is done once, or refused, where two do it at the same time', async () => {
    const { w, run } = await used();
    for (const { status, stderr } of await Promise.all([run('--yes', '--memories'), run('--yes', '--memories')]))
      if (status !== 0) expect(stderr).toContain('A drain is at work here');
    const rest = existsSync(w.state) ? await run('--yes', '--memories') : { status: 0 };
    expect({ rest: rest.status, there: existsSync(w.state) }).toEqual({ rest: 0, there: false });
  });

  it('is refused while a drain runs', async () => {
    const { w, run, all } = await used();
    const [token = ''] = w.names('background');
    writeFileSync(join(w.state, 'background', `held-${process.pid}-${Date.now()}`), '');
    rmSync(join(w.state, 'background', token));
    const before = all();
    expect(await run('--yes')).toMatchObject({
      status: 1,
      stdout: '',
      stderr: 'A drain is at work here. Wait for its end, and try again.\n',
    });
    expect(all()).toEqual(before);
  });

  it('follows no link, and leaves what is not ours', async () => {
    const { w, run, all } = await used();
    const outside = join(w.root, 'precious');
    mkdirSync(outside);
    writeFileSync(join(outside, 'a.json'), 'mine');
    rmSync(join(w.state, 'receipts'), { recursive: true });
    symlinkSync(outside, join(w.state, 'receipts'));
    symlinkSync(join(outside, 'a.json'), join(w.state, 'sessions', 'linked.json'));
    mkdirSync(join(w.state, 'notes of mine'));
    writeFileSync(join(w.state, 'notes of mine', 'x.json'), '');
    mkdirSync(join(w.state, 'cache'), { recursive: true });
    writeFileSync(join(w.state, 'cache', 'diary.txt'), '');
    const { status, stdout } = await run('--yes', '--memories', '--json');
    expect(status).toBe(0);
    const { foreign, gone } = JSON.parse(stdout);
    expect(gone).toBe(false);
    expect(foreign.map((path: string) => path.slice(w.state.length + 1)).sort()).toEqual([
      'cache/diary.txt',
      'notes of mine',
      'receipts',
      'sessions/linked.json',
    ]);
    expect(readFileSync(join(outside, 'a.json'), 'utf8')).toBe('mine');
    expect(all()).toEqual([
      ...['cache', 'cache/diary.txt', 'notes of mine', 'notes of mine/x.json', 'receipts', 'receipts/a.json'],
      ...['sessions', 'sessions/linked.json'],
    ]);
  });

  it('is refused where the folder is none of ours, be it a link', async () => {
    const w = new World();
    const folder = join(w.root, 'documents');
    mkdirSync(join(folder, 'sessions'), { recursive: true });
    writeFileSync(join(folder, 'sessions', 'a.json'), '{}');
    const named = await w.run('mem0-hooks', ['purge', '--yes'], { env: { MEM0_HOOKS_HOME: folder } });
    expect(named).toMatchObject({ status: 1, stdout: '' });
    expect(named.stderr).toContain('does not look like a state folder of ours');
    mkdirSync(join(w.home, '.mem0'));
    symlinkSync(folder, w.state);
    const linked = await w.run('mem0-hooks', ['purge', '--yes']);
    expect(linked).toMatchObject({ status: 1, stderr: expect.stringContaining('the state folder cannot be used') });
    expect(readFileSync(join(folder, 'sessions', 'a.json'), 'utf8')).toBe('{}');
  });

  it('takes what was set aside and torn files, too, and works while all is switched off', async () => {
    const { w, run } = await used();
    const spool = new Spool(new StateFolder(w.state), process.pid, 'local');
    spool.enqueue('a1', spoolItem('a1'));
    spool.park(claimOf(spool, 'a1', 1), 'refused 400');
    writeFileSync(join(w.state, 'receipts', '.x.json.99.1.tmp'), 'torn');
    w.env = { MEM0_HOOKS: 'off' };
    expect(JSON.parse((await run('--yes', '--memories', '--json')).stdout)).toMatchObject({ gone: true });
  });
});
