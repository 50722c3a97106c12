import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { StatusReport } from '../../src/command/see/status-report.ts';
import type { SpoolItem } from '../../src/contract/state.ts';
import { StateFolder } from '../../src/io/file-store.ts';
import { Jobs } from '../../src/spool/jobs.ts';
import { Ledger } from '../../src/spool/ledger.ts';
import { Spool } from '../../src/spool/spool.ts';
import { nobody } from '../spool/items.ts';
import { KEY, servePlatform } from './served-platform.ts';
import { fixtures, type RunOptions, World } from './world.ts';

async function status(w: World, options: RunOptions = {}): Promise<StatusReport> {
  const run = await w.run('mem0-hooks', ['status', '--json'], options);
  expect(run).toMatchObject({ status: 0, stderr: '' });
  return JSON.parse(run.stdout);
}

async function text(w: World, options: RunOptions = {}): Promise<string> {
  const run = await w.run('mem0-hooks', ['status'], options);
  expect(run).toMatchObject({ status: 0, stderr: '' });
  return run.stdout;
}

/** The line of a text that begins with this word. */
const line = (of: string, word: string) => of.split('\n').find((one) => one.startsWith(`${word} `)) ?? '';

function ownFile(w: World, content: unknown): string {
  mkdirSync(join(w.home, '.mem0'), { recursive: true });
  const path = join(w.home, '.mem0', 'settings.json');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content), { mode: 0o600 });
  return path;
}

/** Names, modes and times of all that is there. */
function picture(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => {
      const { mode, mtimeMs } = statSync(join(folder, name));
      return `${name} ${mode} ${mtimeMs}`;
    });
}

describe('without anything set up', () => {
  it('status says where memories go, as whom, under which project and why, and makes nothing', async () => {
    const w = new World();
    const report = await status(w);
    expect(report).toMatchObject({
      enabled: true,
      here: { captured: true, recalled: true, reasons: [] },
      platform: { kind: 'local', why: 'there is no key' },
      key: null,
      user: { how: 'local', id: expect.stringMatching(/@localhost$/) },
      project: { id: 'acme-shop', how: 'owner-repo of remote origin' },
      place: {
        folder: w.repository,
        roots: [w.repository],
        branch: 'main',
        head: expect.stringMatching(/^[0-9a-f]{40}$/),
      },
      permission: { allowed: true, list: null, pattern: null },
      repository: { files: [] },
      state: { folder: w.state, state: 'absent' },
      file: { state: 'absent', unknown: [] },
      waiting: { jobs: 0, killed: 0, requests: 0, parked: 0 },
      problems: [],
    });
    expect(report.settings).toHaveLength(20);
    expect(report.settings.every(({ origin }) => origin.from === 'default')).toBe(true);
    expect(line(await text(w), 'Project')).toMatch(/acme-shop: owner-repo of remote origin$/);
    expect(readdirSync(w.home)).toEqual([]);
  });

  it('the folder of a worktree and of a subfolder is the same project, and the main work tree is named', async () => {
    const w = new World();
    w.git('worktree', 'add', '-q', join(w.root, 'tree'));
    mkdirSync(join(w.root, 'tree', 'deep'));
    const { project, place } = await status(w, { cwd: join(w.root, 'tree', 'deep') });
    expect(project.id).toBe('acme-shop');
    expect(place).toMatchObject({ roots: [join(w.root, 'tree'), w.repository], branch: 'tree' });
  });
});

describe('every value', () => {
  it('has the place where it came from, and what is not known in the file is named', async () => {
    const w = new World();
    ownFile(w, {
      theirs: { key: 1 },
      hooks: {
        user_id: 'mara',
        app_id: 'from-the-file',
        pack_chars: 600,
        recal: 'off',
        aliases: { user_ids: ['m', 'mara'], app_ids: { Shop: ['old-shop', 'shop'], barn: ['old-barn'] } },
      },
    });
    w.env = { MEM0_APP_ID: 'shop', MEM0_CAPTURE: 'perhaps' };
    const report = await status(w);
    const of = (name: string) => report.settings.find((one) => one.name === name);
    expect(of('app_id')).toMatchObject({ value: 'shop', origin: { from: 'environment', name: 'MEM0_APP_ID' } });
    expect(of('user_id')).toMatchObject({ value: 'mara', origin: { from: 'file' } });
    expect(of('pack_chars')).toMatchObject({ value: 600, origin: { from: 'file' } });
    expect(of('deadline_ms')).toMatchObject({ value: 4000, origin: { from: 'default' } });
    // A word that is no switch is taken for off, and that came from the variable.
    expect(of('capture')).toMatchObject({ value: false, origin: { from: 'environment', name: 'MEM0_CAPTURE' } });
    expect(report.project).toEqual({
      id: 'shop',
      how: 'set by MEM0_APP_ID',
      found: 'acme-shop',
      aliases: ['old-shop'],
    });
    expect(report.user).toMatchObject({ id: 'mara', how: 'set', aliases: ['m'] });
    expect(report.file).toMatchObject({ state: 'read', unknown: ['recal'] });
    expect(report.problems.map(({ name }) => name)).toEqual(['MEM0_CAPTURE', 'hooks.recal in ~/.mem0/settings.json']);
    expect(report.problems.every(({ remedy }) => remedy !== '')).toBe(true);
    expect(report.here).toMatchObject({ captured: false, recalled: true });
    const shown = await text(w);
    expect(line(shown, 'Your file')).toContain('not known in it: recal');
    expect(line(shown, 'Project')).toContain(
      'set by MEM0_APP_ID (the folder gives acme-shop); read beside it: old-shop',
    );
  });

  it.each([
    ['m0-twenty-characters', '…ters'],
    ['m0-nineteen-charact', '…'],
  ])('the key %s is shown as %s and no more, wherever it came from', async (key, masked) => {
    const w = new World();
    const off = { MEM0_USER_ID: 'mara' };
    const sources: readonly (readonly [string, Record<string, string>])[] = [
      ['MEM0_API_KEY', { MEM0_API_KEY: key }],
      ["the plugin's option api_key", { CLAUDE_PLUGIN_OPTION_API_KEY: key }],
      ['~/.mem0/settings.json', {}],
    ];
    for (const [from, env] of sources) {
      if (from.startsWith('~')) ownFile(w, { hooks: { api_key: key } });
      const report = await status(w, { env: { ...off, ...env } });
      expect(report.key).toEqual({ masked, from });
      const all = JSON.stringify(report) + (await text(w, { env: { ...off, ...env } }));
      expect(all).not.toContain(key.slice(-5));
      expect(all).not.toContain(key.slice(0, 5));
    }
  });
});

describe('whose the key is', () => {
  it('is asked once where it is not known, kept by nobody, and told with its age where a hook has kept it', async () => {
    const w = new World();
    const served = await servePlatform();
    w.env = served.env;
    expect((await status(w)).user).toMatchObject({ id: 'mara@acme.example', how: 'asked' });
    expect(served.seen.map(({ path }) => path)).toEqual(['/v1/ping/']);
    expect(existsSync(w.state)).toBe(false);
    await w.sessionStart('s1');
    const asked = served.seen.length;
    const before = picture(w.root);
    expect((await status(w)).user).toMatchObject({ id: 'mara@acme.example', how: 'cached' });
    expect(line(await text(w), 'User')).toMatch(/mara@acme\.example, as Mem0 said a moment ago$/);
    expect(served.seen).toHaveLength(asked);
    expect(picture(w.root)).toEqual(before);
  });

  it('is not asked while all is off, where the folder is denied, in a dry run, or where a file may forbid it', async () => {
    const w = new World();
    const served = await servePlatform();
    w.env = served.env;
    for (const env of [{ MEM0_HOOKS: 'off' }, { MEM0_DRY_RUN: '1' }])
      expect((await status(w, { env })).user).toMatchObject({ id: null, how: 'not-asked' });
    for (const content of [
      { hooks: { deny: { paths: [w.repository] } } },
      { hooks: { enabled: 'off' } },
      '{"hooks": {',
    ]) {
      ownFile(w, content);
      expect((await status(w)).user).toMatchObject({ id: null, how: 'not-asked' });
    }
    expect(served.seen).toEqual([]);
  });

  it('that cannot be learnt is a problem with a remedy, and everything else is told', async () => {
    const w = new World();
    const served = await servePlatform();
    const refused = await status(w, { env: { ...served.env, MEM0_API_KEY: 'm0-another-made-up-key-of-nobody' } });
    expect(refused).toMatchObject({ user: { id: null, how: 'bad-key' }, project: { id: 'acme-shop' } });
    expect(refused.problems).toMatchObject([{ name: 'the key', problem: 'Mem0 refuses it' }]);
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      silent.close();
      silent.closeAllConnections();
    });
    const origin = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const late = await w.run('mem0-hooks', ['status'], { env: { MEM0_API_KEY: KEY, MEM0_BASE_URL: origin } });
    expect(late).toMatchObject({ status: 0, stderr: '' });
    expect(line(late.stdout, 'User')).toContain('not known: the platform did not answer in time');
    expect(late.ms).toBeLessThan(8_000);
  });
});

describe('a folder that may not be remembered', () => {
  it('is not looked at where its path is denied, and the pattern is told as it was written', async () => {
    const w = new World();
    ownFile(w, { hooks: { deny: { paths: ['~/../shop/**'] } } });
    const report = await status(w);
    expect(report).toMatchObject({
      here: { captured: false, recalled: false },
      permission: { allowed: false, list: 'deny', pattern: '~/../shop/**' },
      project: { id: null },
      place: { folder: w.repository, roots: [], branch: null },
      repository: null,
      problems: [],
    });
    expect(line(await text(w), 'Lists')).toMatch(/denied by deny: ~\/\.\.\/shop\/\*\*$/);
  });

  it('names the list that decided, by project and by what is not allowed', async () => {
    const w = new World();
    ownFile(w, { hooks: { deny: { projects: ['acme-*'] } } });
    expect(await status(w)).toMatchObject({
      permission: { allowed: false, list: 'deny', pattern: 'acme-*' },
      project: { id: 'acme-shop' },
    });
    ownFile(w, { hooks: { allow: { projects: ['other'] } } });
    expect((await status(w)).permission).toEqual({ allowed: false, list: 'allow', pattern: null });
    ownFile(w, { hooks: { allow: { projects: ['acme-shop'] } } });
    expect((await status(w)).permission).toEqual({ allowed: true, list: 'allow', pattern: 'acme-shop' });
  });

  it('tells what the repository narrows, and what in its file says nothing', async () => {
    const w = new World();
    const path = join(w.repository, '.mem0-hooks.json');
    writeFileSync(
      path,
      JSON.stringify({ capture: 'off', omit: 'docs/**', api_key: 'm0-of-a-stranger', user_id: 'eve' }),
    );
    const report = await status(w);
    expect(report).toMatchObject({
      here: { captured: false, recalled: true, reasons: ['.mem0-hooks.json switches capture off'] },
      repository: { files: [path], capture: false, recall: true, omit: ['docs/**'], ignored: ['api_key', 'user_id'] },
      key: null,
    });
    expect(report.problems).toHaveLength(2);
    expect(JSON.stringify(report)).not.toMatch(/stranger|"eve"/);
  });
});

describe('whatever is broken', () => {
  it('switched off is said, not refused, and nothing is written', async () => {
    const w = new World();
    expect(await status(w, { env: { MEM0_HOOKS: 'off' } })).toMatchObject({
      enabled: false,
      here: { captured: false },
    });
    ownFile(w, { hooks: { enabled: 'off' } });
    const before = picture(w.home);
    expect(await text(w)).toMatch(/^mem0-hooks is off\. Nothing that is said here is captured/);
    expect(picture(w.home)).toEqual(before);
  });

  it.each([
    ['{"hooks": {"capture": "off",}', 'is not JSON', true],
    ['{"theirs": {', 'is not JSON', true],
    ['{"theirs": {"a": 1,}}', 'is not JSON', false],
    ['{"hooks": []}', 'has something else than settings', true],
  ])('the person’s file %s is told, and not touched', async (content, problem, held) => {
    const w = new World();
    const path = ownFile(w, content);
    const report = await status(w);
    expect(report.file.state).toBe('broken');
    expect(report.problems).toMatchObject([
      { name: '~/.mem0/settings.json', problem: expect.stringContaining(problem) },
    ]);
    expect(report.here.captured).toBe(!held);
    expect(readFileSync(path, 'utf8')).toBe(content);
  });

  it('a state folder that is a file, or cannot be made, is told', async () => {
    const w = new World();
    writeFileSync(join(w.root, 'file'), '');
    for (const folder of [join(w.root, 'file'), join(w.root, 'file', 'in', 'it')]) {
      const report = await status(w, { env: { MEM0_HOOKS_HOME: folder } });
      expect(report.state).toEqual({ folder, state: 'unusable' });
      expect(report.problems.map(({ name }) => name)).toEqual(['the state folder']);
    }
    const misnamed = await status(w, { env: { MEM0_HOOKS_HOME: 'not/absolute' } });
    expect(misnamed).toMatchObject({ state: { folder: w.state }, problems: [{ name: 'MEM0_HOOKS_HOME' }] });
  });

  it('a folder that is gone, a key and a host that cannot be used, half an override: each is told, and no secret', async () => {
    const w = new World();
    const gone = join(w.root, 'gone');
    mkdirSync(gone);
    const env = {
      MEM0_API_KEY: 'two words that are long enough',
      MEM0_BASE_URL: 'https://mara:hunter2@mem0.example',
      MEM0_OVERRIDE_ORG_ID: 'org-1',
      PWD: gone,
    };
    const report = await status(w, {
      env,
      cwd: gone,
      nodeArgs: [
        '--import',
        `data:text/javascript,process.getBuiltinModule('node:fs').rmdirSync(${JSON.stringify(gone)})`,
      ],
    });
    expect(existsSync(gone)).toBe(false);
    expect(report).toMatchObject({ platform: { kind: 'none' }, key: { masked: '…' }, override: null });
    expect(report.problems.map(({ name }) => name)).toEqual([
      'MEM0_API_KEY',
      'MEM0_BASE_URL',
      'MEM0_OVERRIDE_ORG_ID',
      gone,
    ]);
    expect(JSON.stringify(report)).not.toMatch(/hunter2|two words|enough/);
  });

  it('what comes from others can do nothing to a terminal', async () => {
    const w = new World();
    ownFile(w, { hooks: { 'x\u001b]0;y\u0007\u202e': 1 } });
    writeFileSync(join(w.repository, '.mem0-hooks.json'), JSON.stringify({ 'k\u001b[2J\n\u009b1m': 1 }));
    for (const args of [['status'], ['status', '--json'], ['settings']]) {
      const { stdout } = await w.run('mem0-hooks', args);
      expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
    }
  });
});

describe('what waits', () => {
  it('is counted as a drain counts it: sessions, killed ones, requests, those set aside', async () => {
    const w = new World();
    const folder = new StateFolder(w.state);
    const at = '2026-11-30T08:00:00.000Z';
    const belongs = { destination: 'local', place: { userId: 'mara' }, secretMarks: ['SHOP_TOKEN:abcd'] };
    const session = { transcriptPath: join(w.root, 'none.jsonl'), cwd: w.repository, belongs };
    new Jobs(folder).record({ ...session, sessionId: 's1', at }, 'x1');
    new Ledger(folder, nobody).open({ ...session, sessionId: 's2', openedAt: at });
    new Ledger(folder, nobody).open({
      ...session,
      sessionId: 's3',
      openedAt: at,
      belongs: { ...belongs, secretMarks: [] },
    });
    const spool = new Spool(folder, process.pid, 'local');
    for (const id of ['a_0', 'a_1']) spool.enqueue(id, { ...item, destination: 'local' });
    folder.write('spool/parked/b_0.json', '{}');
    const before = picture(w.state);
    expect((await status(w)).waiting).toEqual({
      ...{ jobs: 1, killed: 1, killedElsewhere: 1, requests: 2, requestsElsewhere: 0, accepted: 0, parked: 1 },
      ...{ denied: 0, forOthers: 0, missing: ['SHOP_TOKEN'] },
    });
    const env = { MEM0_API_KEY: KEY, MEM0_BASE_URL: 'http://127.0.0.1:9', MEM0_USER_ID: 'mara' };
    expect((await status(w, { env })).waiting).toMatchObject({
      ...{ jobs: 1, killed: 0, killedElsewhere: 2, requests: 0, requestsElsewhere: 2, forOthers: 5 },
    });
    expect(line(await text(w, { env }), 'Waiting')).toMatch(
      /1 session to be captured; 2 killed sessions; 2 requests to be delivered; 1 set aside for good; 5 of it for another key or without one; some until these variables are as they were: SHOP_TOKEN$/,
    );
    expect(picture(w.state)).toEqual(before);
    const drained = await w.run('mem0-hooks', ['drain'], { env });
    expect(drained.stdout).toContain('5 waiting (');
  });
});

const item: Omit<SpoolItem, 'destination'> = {
  version: 1,
  place: { userId: 'mara' },
  write: {
    scope: 'user',
    messages: [{ role: 'user', content: 'I prefer small commits.' }],
    metadata: { type: 'preference', session_id: 's0', editor: 'claude-code', policy: 'v2.0' },
    infer: true,
  },
  attempts: 0,
  notBefore: 0,
  uncertain: false,
};

it('a file that anybody can write is told with what closes it, and neither key nor address is blamed', async () => {
  const w = new World();
  mkdirSync(join(w.home, '.mem0'));
  const path = join(w.home, '.mem0', 'settings.json');
  writeFileSync(path, '{"hooks":{"capture":"off"}}');
  chmodSync(path, 0o666);
  const { stdout } = await w.run('mem0-hooks', ['status']);
  expect(stdout).toContain('What to do: chmod 600 ~/.mem0/settings.json.');
  expect(stdout).toMatch(/^Platform +none: ~\/\.mem0\/settings\.json cannot be understood, so nothing is sent$/m);
  expect(stdout).not.toContain('base URL');
});

it('what was captured and recalled last is told, and which release runs on which Node', async () => {
  const served = await servePlatform();
  const w = new World();
  w.env = served.env;
  expect((await status(w)).last).toEqual({ capture: null, recall: null });
  await w.sessionEnd('s1', join(fixtures, 'demo', '1-fly.jsonl'));
  await w.settled();
  await served.remember('Logs are JSON.');
  await w.sessionStart('s2');
  const { last, versions } = await status(w);
  expect(last).toMatchObject({
    capture: { session: 's1', turns: expect.any(Number) },
    recall: { at: expect.any(String) },
  });
  expect(versions).toEqual({ release: expect.stringMatching(/^\d+\.\d+\.\d+/), node: expect.any(String) });
  const told = await text(w);
  expect(line(told, 'Last capture')).toMatch(/a moment ago, \d+ turns? of session s1$/);
  expect(line(told, 'Last recall')).toMatch(/a moment ago, answered in full$/);
  expect(line(told, 'Version')).toContain(versions.node);
});
