import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { servePlatform } from '../hooks/served-platform.ts';
import { World } from '../hooks/world.ts';
import { localRows, moved, withLocal } from './moving.ts';

const SECOND = 1_700_000_000;

const ROWS = [
  {
    text: 'We deploy to Railway.',
    change: { timestamp: SECOND },
    metadata: { session_id: 's-1', branch: 'main', pinned: true },
  },
  { text: 'I prefer tabs.', type: 'preference', app: null, change: { timestamp: SECOND + 60 } },
  { text: 'Releases are cut on Fridays.', type: 'runbook', change: { expiration_date: '2999-12-31' } },
  { text: 'Over and done.', change: { expiration_date: '2020-01-01' } },
  { text: 'Barns are red.', app: 'acme-barn' },
  { text: 'Of no type that is known.', type: 'poem' },
];

describe('a push', () => {
  it('shows what would go and what would stay, and sends nothing without consent', async () => {
    const { w, served } = await withLocal(ROWS);
    const { status, stdout, stderr } = await w.run('mem0-hooks', ['push']);
    expect({ status, stdout, adds: served.adds().length }).toEqual({ status: 1, stdout: '', adds: 0 });
    expect(stderr).toContain('as mara@acme.example: 3 of 5.');
    expect(stderr).toMatch(/project acme-shop +decision 1, runbook 1/);
    expect(stderr).toMatch(/your own +preference 1/);
    expect(stderr).toContain('2023-11-14  decision    We deploy to Railway. (pinned)');
    expect(stderr).toContain('expired: 1');
    expect(stderr).toContain('Of no type that is known.');
    expect(stderr).toContain('Not meant: 1 row of 1 project (--all-projects).');
    expect(w.names('moves')).toEqual([]);
  });

  it('keeps type, date, pin, expiry, branch and session, and the text as it is; the local rows stay as they are', async () => {
    const { w, served } = await withLocal(ROWS);
    const before = await localRows(w);
    const { status, outcome } = await moved(w, ['push']);
    expect(status).toBe(0);
    expect(outcome).toMatchObject({ readBack: 3, left: [], missing: [], differs: [] });
    const rows = await served.memories();
    expect(rows).toHaveLength(3);
    const find = (text: string) => rows.find(({ memory }) => memory === text);
    expect(find('We deploy to Railway.')).toMatchObject({
      app_id: 'acme-shop',
      created_at: expect.stringContaining('2023-11-14T22:13:20'),
      metadata: {
        type: 'decision',
        session_id: 's-1',
        branch: 'main',
        pinned: true,
        editor: 'claude-code',
        policy: 'v2.0',
      },
    });
    expect(find('I prefer tabs.')).toMatchObject({
      app_id: null,
      metadata: { type: 'preference', session_id: 'by-hand' },
    });
    expect(find('Releases are cut on Fridays.')).toMatchObject({ expiration_date: '2999-12-31' });
    expect(served.adds().map(({ body }) => [body?.['infer'], body?.['user_id']])).toEqual(
      served.adds().map(() => [false, 'mara@acme.example']),
    );
    expect(await localRows(w)).toEqual(before);
  });

  it.each([
    ['--project', 2],
    ['--user', 1],
    ['--all-projects', 4],
  ])('takes with %s what that means', async (option, count) => {
    const { w, served } = await withLocal(ROWS);
    expect((await moved(w, ['push', option])).status).toBe(0);
    const apps = served.adds().map(({ body }) => body?.['app_id'] ?? null);
    expect(apps).toHaveLength(count);
    expect(apps.includes('acme-barn')).toBe(option === '--all-projects');
  });

  it('masks the secrets of now, and says how many', async () => {
    const { w, served } = await withLocal([{ text: 'The password of staging is made-up-4711-secret, says Mara.' }]);
    const env = { STAGING_PASSWORD: 'made-up-4711-secret' };
    const { stderr } = await w.run('mem0-hooks', ['push'], { env });
    expect(stderr).toContain('Masked in these: 1 secret.');
    await moved(w, ['push'], { env });
    expect(JSON.stringify(served.seen)).not.toContain('made-up-4711-secret');
    expect((await served.memories())[0]?.memory).toMatch(/says Mara/);
  });

  it('takes of the states of sessions the newest of each branch', async () => {
    const state = (text: string, branch: string, ago: number) => ({
      ...{ text, type: 'session_state', metadata: { branch, session_id: text } },
      change: { timestamp: SECOND - ago, expiration_date: '2999-01-01' },
    });
    const { w, served } = await withLocal([
      state('Old.', 'main', 9),
      state('New.', 'main', 1),
      state('Other.', 'side', 5),
    ]);
    expect((await moved(w, ['push'])).outcome.stays).toMatchObject([{ reason: 'older-state' }]);
    expect((await served.memories()).map(({ memory }) => memory).sort()).toEqual(['New.', 'Other.']);
  });

  it('sends nothing of a project that is denied', async () => {
    const { w, served } = await withLocal(ROWS);
    settings(w, { deny: { projects: ['acme-barn'] } });
    const { outcome } = await moved(w, ['push', '--all-projects']);
    expect(outcome.stays.map(({ reason }) => reason)).toContain('denied');
    expect(served.adds().map(({ body }) => body?.['app_id'])).not.toContain('acme-barn');
  });

  it('keeps of what it sent ids alone, in a file of the person alone', async () => {
    const { w } = await withLocal(ROWS);
    await moved(w, ['push']);
    const folder = join(w.state, 'moves');
    const [name] = readdirSync(folder);
    const path = join(folder, name ?? '');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readFileSync(path, 'utf8')).not.toMatch(/Railway|tabs|made-up-key/);
  });
});

describe('where nothing may be sent from, nothing is', () => {
  it.each([
    ['a denied folder', (w: World) => settings(w, { deny: { paths: [w.repository] } }), /it is denied/],
    ['a folder that is not allowed', (w: World) => settings(w, { allow: { paths: ['/elsewhere/**'] } }), /allowed/],
    [
      'a repository that switches capture off',
      (w: World) => writeFileSync(join(w.repository, '.mem0-hooks.json'), '{"capture": false}'),
      /switches capture off/,
    ],
    ['a settings file that cannot be understood', (w: World) => settings(w, { deny: 7 }), /./],
  ])('%s', async (_, change, why) => {
    const { w, served } = await withLocal(ROWS);
    change(w);
    for (const command of ['push', 'adopt']) {
      const { status, stdout, stderr } = await w.run('mem0-hooks', [command, '--yes', '--json']);
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
      expect(stderr).toMatch(why);
    }
    expect(served.seen).toEqual([]);
  });
});

function settings(w: World, hooks: object): void {
  writeFileSync(join(w.home, '.mem0', 'settings.json'), JSON.stringify({ hooks }));
}

describe('where there is nothing to push', () => {
  it('without a key it says so, and makes nothing', async () => {
    const w = new World();
    const { status, stderr } = await w.run('mem0-hooks', ['push', '--yes']);
    expect(status).toBe(1);
    expect(stderr).toContain('no key');
    expect(w.names('local')).toEqual([]);
  });

  it('without a local platform it is done, and makes none', async () => {
    const w = new World();
    w.env = (await servePlatform()).env;
    expect((await w.run('mem0-hooks', ['push'])).status).toBe(0);
    expect(w.names('local')).toEqual([]);
  });

  it('two options that exclude each other are wrong usage', async () => {
    const w = new World();
    w.env = (await servePlatform()).env;
    expect((await w.run('mem0-hooks', ['push', '--user', '--project'])).status).toBe(2);
  });
});
