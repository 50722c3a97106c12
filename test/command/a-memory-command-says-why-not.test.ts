import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BOTH, json, locally, OWN, served } from './two-platforms.ts';

const ID = '3f2a91c0-0000-4000-8000-00000000000f';
const EACH: readonly (readonly string[])[] = [
  ['list'],
  ['search', 'deploy'],
  ['show', ID],
  ['pin', '3f2a91c0'],
  ['unpin', ID],
  ['forget', ID, '--yes'],
  ['forget', '--project', 'acme-shop', '--yes'],
  ['expire', ID, 'never'],
  ['feedback', ID, '+'],
  ['edit', ID, '--text', 'other words'],
  ['remember', 'decision', 'We deploy to Railway.'],
];

describe('each command', () => {
  it.each(EACH)('%s %s says that the key is refused', async (...args) => {
    const { run, platform } = await served();
    platform.behaviour.fault = () => 401;
    expect(await run(args)).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringContaining('the platform refuses the key'),
    });
  });

  it('says that the platform is away', async () => {
    const { run } = await served();
    const away = { env: { MEM0_BASE_URL: 'http://127.0.0.1:9' } };
    for (const args of EACH)
      expect(await run(args, away)).toMatchObject({
        status: 1,
        stdout: '',
        stderr: expect.stringContaining('cannot be reached'),
      });
  });

  it('sends nothing in a dry run but what it shows', async () => {
    const { run, seed, rows, platform } = await served();
    await seed('We deploy to Railway.');
    for (const args of EACH) {
      const { status, stderr } = await run(args, { env: { MEM0_DRY_RUN: '1' } });
      expect(status).toBe(args[0] === 'remember' ? 0 : 1);
      expect(stderr).toContain('/v');
    }
    expect(platform.seen).toEqual([]);
    expect(await rows()).toHaveLength(1);
  });

  it.each([
    [['list', '--user', '--project'], 'Either --user or --project.'],
    [['list', '--type', 'fact'], 'It must be one of preference'],
    [['search', ' '], 'A search needs words.'],
    [['show'], "missing required argument 'ID'"],
    [['forget'], 'It takes the ids of memories, or --project.'],
    [['forget', ID, '--project'], 'Either ids or --project.'],
    [['expire', ID, '2026-02-30'], 'It must be a day that there is'],
    [['feedback', ID, 'good'], 'It must be + or -'],
    [['edit', ID, '--type', 'session_state'], 'It must be one of preference'],
    [['remember', 'fact', 'x'], 'It must be one of preference'],
  ])('%j is wrong usage', async (args, words) => {
    const { run } = await locally();
    expect(await run(args)).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining(words) });
  });
});

it('a slow platform is waited for', async () => {
  const { run, seed, platform } = await served();
  await seed('We deploy to Railway.');
  platform.behaviour.fault = ({ path }) => (path === '/v3/memories/' ? 'slow-body' : undefined);
  expect((await run(['list'])).stdout).toContain('We deploy to Railway.');
});

it('an add of unknown fate is looked for, and is there once', async () => {
  const { run, platform, rows } = await served();
  platform.behaviour.fault = ({ path }) => (path === '/v3/memories/add/' ? 'reset' : undefined);
  expect(await run(['remember', 'decision', 'We deploy to Railway.'])).toMatchObject({ status: 0 });
  expect(await rows()).toHaveLength(1);
});

it('what the platform does not take is told', async () => {
  const { run, seed, platform } = await served();
  const id = await seed('We deploy to Railway.');
  platform.behaviour.instead = ({ method }) =>
    method === 'PUT' ? { status: 200, headers: {}, body: '{}' } : undefined;
  const done = await run(['pin', id, '--json']);
  expect(done.status).toBe(1);
  expect(json(done).differs).toEqual(['pinned']);
  expect(done.stderr).toContain('did not take it as it was asked for: pinned');
});

it('ids that fit several are named, and nothing is done', async () => {
  const { run, platform } = await served();
  const row = (n: number) => ({
    id: `3f2a91c0-0000-4000-8000-00000000000${n}`,
    memory: `Fact ${n}.`,
    user_id: 'mara@acme.example',
  });
  const body = JSON.stringify({ count: 2, next: null, results: [row(1), row(2)] });
  platform.behaviour.instead = ({ path }) =>
    path === '/v3/memories/' ? { status: 200, headers: {}, body } : undefined;
  for (const args of [
    ['show', '3f2a'],
    ['pin', '3f2a91c0'],
    ['forget', '3f2a91c0', '--yes'],
    ['expire', '3f2a91c0', 'never'],
  ]) {
    const { status, stdout, stderr } = await run(args);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain(`Several memories begin with ${args[1]}: ${row(1).id}, ${row(2).id}.`);
  }
  expect(platform.seen.filter(({ method }) => method !== 'POST' && method !== 'GET')).toEqual([]);
});

describe.each(BOTH)('%s', (_name, setting) => {
  it('of a denied folder nothing is shown or stored, and what is the user’s own is there', async () => {
    const { w, run, seed, rows } = await setting();
    await seed('Of the project.');
    const own = await seed('Short answers.', { type: 'preference' }, OWN);
    mkdirSync(join(w.home, '.mem0'), { recursive: true });
    writeFileSync(
      join(w.home, '.mem0', 'settings.json'),
      JSON.stringify({ hooks: { deny: { paths: [w.repository] } } }),
    );
    const { status, stdout } = await run(['list']);
    expect(status).toBe(0);
    expect(stdout).toContain('Short answers.');
    expect(stdout).not.toContain('Of the project.');
    expect(stdout).toContain('deny this folder');
    for (const args of [
      ['list', '--project'],
      ['remember', 'decision', 'x y'],
      ['remember', 'preference', 'x y'],
      ['forget', '--project', 'acme-shop', '--yes'],
    ])
      expect(await run(args)).toMatchObject({
        status: 1,
        stdout: '',
        stderr: expect.stringContaining('deny this folder'),
      });
    expect((await run(['pin', own.slice(0, 8)])).status).toBe(0);
    expect(await rows()).toHaveLength(2);
  });

  it('without a project it is said so, and what is the user’s own is there', async () => {
    const { w, run, rows } = await setting();
    const home = { cwd: w.home };
    expect((await run(['remember', 'preference', 'Short answers.'], home)).status).toBe(0);
    expect((await run(['list'], home)).stdout).toContain('Short answers.');
    expect((await run(['list', '--user'], home)).stdout).not.toContain('no project here');
    for (const args of [
      ['list', '--project'],
      ['remember', 'decision', 'x y'],
      ['forget', '--project', 'a', '--yes'],
    ])
      expect(await run(args, home)).toMatchObject({
        status: 1,
        stdout: '',
        stderr: expect.stringContaining('There is no project here'),
      });
    expect(await rows()).toHaveLength(1);
  });
});
