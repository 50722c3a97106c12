import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Check } from '../../src/command/machine/doctor/check.ts';
import { OLDEST_CLIENT } from '../../src/command/machine/doctor/client-checks.ts';
import { Clock } from '../../src/command/machine/doctor/clock.ts';
import { fits } from '../../src/command/machine/doctor/machine-checks.ts';
import { OLDEST } from '../client/versions.ts';
import { servePlatform } from '../hooks/served-platform.ts';
import { World } from '../hooks/world.ts';

function world() {
  const w = new World();
  // Without a claude of whoever runs the tests.
  w.env = { PATH: join(w.root, 'bin') };
  mkdirSync(join(w.root, 'bin'));
  mkdirSync(join(w.home, '.claude'));
  const settings = (value: unknown) => writeFileSync(join(w.home, '.claude', 'settings.json'), JSON.stringify(value));
  const doctor = async (...args: string[]) => {
    const { status, stdout, stderr } = await w.run('mem0-hooks', ['doctor', '--json', ...args]);
    const { ok, checks } = JSON.parse(stdout) as { ok: boolean; checks: Check[] };
    const of = (name: string) => checks.find((check) => check.name === name) ?? expect.fail(`no ${name}`);
    return { status, stderr, ok, checks, of };
  };
  const claude = (version: string) => {
    writeFileSync(join(w.root, 'bin', 'claude'), `#!/bin/sh\necho "${version} (Claude Code)"\n`);
    chmodSync(join(w.root, 'bin', 'claude'), 0o755);
  };
  return { w, settings, doctor, claude };
}

const PLUGIN = { enabledPlugins: { 'mem0-hooks@mem0-hooks': true } };

describe('the doctor', () => {
  it('finds all well where all is, and leaves nothing on the platform', async () => {
    const { w, settings, doctor, claude } = world();
    const served = await servePlatform();
    w.env = { ...w.env, ...served.env };
    settings(PLUGIN);
    claude('2.1.197');
    await w.run('mem0-hooks', ['setup', '--yes']);
    const { status, ok, checks } = await doctor();
    expect(checks.filter(({ state }) => state === 'failed' || state === 'warning')).toEqual([]);
    expect({ status, ok }).toEqual({ status: 0, ok: true });
    const added = served.adds().map(({ body }) => body?.['user_id']);
    expect(added).toEqual([expect.stringMatching(/^mem0-hooks-doctor-[0-9a-f]{16}$/)]);
    expect(await served.memories({ user_id: String(added[0]) })).toEqual([]);
    const within = { deadline: Number.POSITIVE_INFINITY };
    const entities = await served.platform.send({ method: 'GET', path: '/v1/entities/' }, within);
    expect(entities.body).not.toContain('mem0-hooks-doctor');
  });

  it('says what the project lacks', async () => {
    const { w, doctor } = world();
    w.env = { ...w.env, ...(await servePlatform()).env };
    const check = (await doctor()).of('write gate and categories');
    expect(check).toMatchObject({ state: 'warning', remedy: expect.stringContaining('mem0-hooks setup') });
    expect(check.words).toContain('the write gate and the categories preference');
  });

  it.each([
    ['refuses the key', 401, 'the platform refuses the key'],
    ['has the plan used up', 402, 'the plan does not allow it'],
    ['is in trouble', 'html', 'the platform is in trouble'],
    ['breaks off', 'reset', 'the connection broke'],
    ['makes no sense', 'broken-json', 'the answer made no sense'],
  ] as const)('fails where the platform %s, and asks no more', async (_, fault, words) => {
    const { w, settings, doctor } = world();
    const served = await servePlatform();
    w.env = { ...w.env, ...served.env };
    settings(PLUGIN);
    served.behaviour.fault = () => fault;
    const { status, of } = await doctor();
    expect(status).toBe(1);
    expect(of('key accepted')).toMatchObject({ state: 'failed', words });
    for (const name of ['clock', 'write', 'read', 'clean up']) expect(of(name).state).toBe('not checked');
    expect(served.seen).toHaveLength(1);
  });

  it('fails where there is no platform, and says what to look at', async () => {
    const { w, doctor } = world();
    w.env = { ...w.env, MEM0_API_KEY: 'm0-made-up', MEM0_BASE_URL: 'http://127.0.0.1:9' };
    const { status, of } = await doctor();
    expect(status).toBe(1);
    expect(of('key accepted')).toMatchObject({ state: 'failed', remedy: expect.stringContaining('the proxy') });
    expect(JSON.stringify(of('key accepted'))).not.toContain('m0-made-up');
  });

  it('fails where what was written cannot be removed, and names the made-up user', async () => {
    const { w, doctor } = world();
    const served = await servePlatform();
    w.env = { ...w.env, ...served.env };
    served.behaviour.fault = ({ method }) => (method === 'DELETE' ? 400 : undefined);
    const check = (await doctor()).of('clean up');
    expect(check.state).toBe('failed');
    expect(check.remedy).toMatch(/remove the user mem0-hooks-doctor-[0-9a-f]{16} /);
  });

  it('cleans up even where the fate of its write is not known', async () => {
    const { w, doctor } = world();
    const served = await servePlatform();
    w.env = { ...w.env, ...served.env };
    served.behaviour.fault = ({ path }) => (path === '/v3/memories/add/' ? 'reset' : undefined);
    const { of } = await doctor();
    expect(of('clean up').state).toBe('ok');
    expect(await served.memories({ user_id: String(served.adds()[0]?.body?.['user_id']) })).toEqual([]);
  });

  it.each([
    ['where it is to be offline', ['--offline'], {}],
    ['in a dry run', [], { MEM0_DRY_RUN: '1' }],
    ['where all is switched off', [], { MEM0_HOOKS: 'off' }],
  ])('sends nothing %s', async (_, args, env) => {
    const { w, doctor } = world();
    const served = await servePlatform();
    w.env = { ...w.env, ...served.env, ...env };
    expect((await doctor(...args)).of('key accepted').state).toBe('not checked');
    expect(served.seen).toEqual([]);
  });

  it('sends nothing from a folder that is denied', async () => {
    const { w, doctor } = world();
    const served = await servePlatform();
    w.env = { ...w.env, ...served.env };
    await w.run('mem0-hooks', ['settings', 'deny', '.']);
    expect((await doctor()).of('write').words).toContain('the lists deny this folder');
    expect(served.seen).toEqual([]);
  });

  it.each([
    ['nowhere', {}, 'failed', 'neither as a plugin nor in the settings'],
    ['as the plugin', PLUGIN, 'ok', 'the plugin mem0-hooks@mem0-hooks'],
    ['and switched off', { ...PLUGIN, disableAllHooks: true }, 'failed', 'disableAllHooks'],
    [
      'under a path that is gone',
      {
        hooks: {
          SessionEnd: [
            { hooks: [{ type: 'command', command: 'node', args: ['/gone/mem0-hooks/hooks/session-end.cjs'] }] },
          ],
        },
      },
      'failed',
      'which is not there',
    ],
  ])('tells that the hooks are registered %s', async (_, value, state, words) => {
    const { settings, doctor } = world();
    settings(value);
    expect((await doctor()).of('hooks registered')).toMatchObject({ state, words: expect.stringContaining(words) });
  });

  it('tells that they run twice, and what else remembers', async () => {
    const { w, settings, doctor } = world();
    settings({
      enabledPlugins: { ...PLUGIN.enabledPlugins, 'mem0@mem0-plugins': true },
      autoMemoryEnabled: false,
      hooks: { Stop: [{ hooks: [{ type: 'command', command: 'python3 ~/.mem0/on_stop.py' }] }] },
    });
    await w.run('mem0-hooks', ['register']);
    const { of } = await doctor();
    expect(of('hooks registered')).toMatchObject({ state: 'warning', words: expect.stringContaining('twice') });
    expect(of('other memory of Mem0')).toMatchObject({
      state: 'warning',
      words: expect.stringContaining('mem0@mem0-plugins'),
    });
    expect(of('other memory of Mem0').words).toContain('a hook in ');
    expect(of("Claude Code's own memory").words).toBe('is off');
  });

  it('tells a client that is too old, by its program or by its newest transcript', async () => {
    const { w, doctor, claude } = world();
    const folder = join(w.home, '.claude', 'projects', '-any');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 's.jsonl'), '{"type":"user","uuid":"u","version":"2.1.9"}\n');
    expect((await doctor()).of('Claude Code version')).toMatchObject({
      state: 'failed',
      words: expect.stringContaining('2.1.9, as the newest transcript says'),
    });
    claude('2.1.332');
    expect((await doctor()).of('Claude Code version')).toMatchObject({ state: 'ok', words: '2.1.332' });
    expect(OLDEST_CLIENT).toBe(OLDEST);
  });

  it('tells of a state folder that others may enter, and of a background that is stuck', async () => {
    const { w, doctor } = world();
    mkdirSync(join(w.state, 'background'), { recursive: true, mode: 0o700 });
    chmodSync(join(w.home, '.mem0', 'hooks'), 0o700);
    mkdirSync(join(w.state, 'odd'));
    chmodSync(join(w.state, 'odd'), 0o755);
    writeFileSync(join(w.state, 'background', `held-${process.pid}-${Date.now() - 3_600_000}`), '', { mode: 0o600 });
    const { of, status } = await doctor();
    expect(status).toBe(1);
    expect(of('modes of the state folder')).toMatchObject({ state: 'warning', words: expect.stringContaining('odd') });
    expect(of('background process')).toMatchObject({
      state: 'failed',
      words: `process ${process.pid} has been at it for 60 minutes`,
    });
  });

  it('reads for a person as a line each, with what to do', async () => {
    const { w } = world();
    const { stdout, status } = await w.run('mem0-hooks', ['doctor']);
    expect(status).toBe(1);
    expect(stdout).toMatch(/^failed +hooks registered +neither as .*\n {2}What to do: install the plugin/m);
    expect(stdout.trimEnd().split('\n').at(-1)).toMatch(/^1 failed, \d+ not checked\.$/);
  });
});

describe('the clock', () => {
  async function apart(ms: number, header = new Date(1_000_000_000_000 + ms).toUTCString()) {
    const clock = new Clock(() => 1_000_000_000_000);
    await clock.watching(async () => ({ status: 200, headers: { date: header }, body: '' }))(
      { method: 'GET', path: '/' },
      { deadline: 0 },
    );
    return clock.check('clock');
  }

  it.each([
    [0, 'ok', 'agrees'],
    [100_000, 'ok', 'agrees'],
    [3_600_000, 'warning', '3600 seconds behind'],
    [-3_600_000, 'warning', '3599 seconds ahead of'],
  ])('that is %i ms apart is %s', async (ms, state, words) => {
    expect(await apart(ms)).toMatchObject({ state, words: expect.stringContaining(words) });
  });

  it('is not checked where no time is told', async () => {
    expect((await apart(0, 'half past nine')).state).toBe('not checked');
  });
});

it.each([
  ['20.18.1', true],
  ['20.18.0', false],
  ['22.15.9', false],
  ['22.16.0', true],
  ['24.0.0', true],
  ['23.9.0', false],
])('Node %s fits: %s', (version, expected) => {
  expect(fits(version, '^20.18.1 || ^22.16.0 || ^24.0.0 || ^26.0.0')).toBe(expected);
});
