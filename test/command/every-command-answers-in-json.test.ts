import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { COMMANDS } from '../../src/command/registry.ts';
import { projectRoot, World } from '../hooks/world.ts';
import { nodeUnderTest } from '../support/node-under-test.ts';

const parsed = async (w: World, ...args: string[]) => {
  const run = await w.run('mem0-hooks', args);
  return { status: run.status, stderr: run.stderr, value: JSON.parse(run.stdout) };
};

describe('JSON', () => {
  it('is known by every command', async () => {
    const w = new World();
    for (const { name } of COMMANDS) {
      const { stdout } = await w.run('mem0-hooks', [name, '--help']);
      expect([name, /^ +--json /m.test(stdout)]).toEqual([name, true]);
    }
    for (const word of ['set', 'unset', 'deny', 'allow'])
      expect((await w.run('mem0-hooks', ['settings', word, '--help'])).stdout).toMatch(/^ +--json /m);
  });

  it('says what a change of the settings has come to', async () => {
    const w = new World();
    expect(await parsed(w, 'settings', 'set', 'pack_chars', '700', '--json')).toMatchObject({
      status: 0,
      stderr: '',
      value: { setting: { name: 'pack_chars', value: 700, origin: { from: 'file' } }, notes: [] },
    });
    expect((await parsed(w, 'settings', 'deny', '.', '--json')).value).toMatchObject({
      setting: { name: 'deny' },
      notes: ['The current folder is denied by the lists now.'],
    });
    expect((await parsed(w, 'settings', 'unset', 'pack_chars', '--json')).value).toMatchObject({
      setting: { value: 8000, origin: { from: 'default' } },
    });
  });

  it('says what a drain has done', async () => {
    const w = new World();
    expect(await parsed(w, 'drain', '--json')).toEqual({
      status: 0,
      stderr: '',
      value: { ran: true, captured: 0, waiting: 0, why: [], failure: null },
    });
  });

  it('says where is served, in one line, once it is', async () => {
    const w = new World();
    const args = [join(projectRoot, 'hooks', 'mem0-hooks.cjs'), 'serve', '--json'];
    const child = spawn(nodeUnderTest, args, { env: { PATH: process.env['PATH'], HOME: w.home } });
    onTestFinished(() => void child.kill('SIGKILL'));
    const [chunk] = await once(child.stdout, 'data');
    const said = JSON.parse(String(chunk));
    expect(said).toEqual({
      memories: join(w.state, 'local'),
      MEM0_BASE_URL: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      MEM0_API_KEY: expect.stringMatching(/^m0-local-/),
    });
    const asked = await fetch(`${said.MEM0_BASE_URL}/v1/ping/`, {
      headers: { Authorization: `Token ${said.MEM0_API_KEY}` },
    });
    expect(asked.status).toBe(200);
    child.kill('SIGTERM');
    await once(child, 'close');
  });
});
