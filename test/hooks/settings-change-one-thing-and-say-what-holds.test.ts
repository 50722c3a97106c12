import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  fromRoot,
  listing,
  settingIt,
  settingNamed,
  unsettingIt,
  valueFor,
} from '../../src/command/change/settings-change.ts';
import { readConfig } from '../../src/contract/read-config.ts';
import type { Edit } from '../../src/io/settings-file-edit.ts';
import { KEY } from './served-platform.ts';
import { type RunOptions, World } from './world.ts';

const pathOf = (w: World) => join(w.home, '.mem0', 'settings.json');
const settings = (w: World, args: readonly string[], options: RunOptions = {}) =>
  w.run('mem0-hooks', ['settings', ...args], options);
const hooksIn = (w: World): unknown => JSON.parse(readFileSync(pathOf(w), 'utf8')).hooks;

function ownFile(w: World, text: string): void {
  mkdirSync(join(w.home, '.mem0'));
  writeFileSync(pathOf(w), text, { mode: 0o600 });
}

describe('settings', () => {
  it.each([
    ['{"hooks": {', 0o600, 'is not JSON'],
    ['{"hooks": {"capture": "off"}}', 0o666, 'can be written by anybody'],
    ['{"hooks": {"capture": "perhaps"}}', 0o600, 'must be on or off'],
  ])('that cannot be used are not passed over in silence: %s (%o)', async (text, mode, problem) => {
    const w = new World();
    ownFile(w, text);
    chmodSync(pathOf(w), mode);
    expect((await settings(w, [])).stdout).toMatch(new RegExp(`\\n\\nNote: .*settings\\.json.* ${problem}.*\\n$`));
    const json = await settings(w, ['--json']);
    expect(JSON.parse(json.stdout)).not.toEqual([]);
    expect(json.stderr).toContain(problem);
  });

  it('a key that does not come is told as such', async () => {
    const w = new World();
    expect(await settings(w, ['set', 'api_key', '-'], { input: '' })).toMatchObject({
      status: 1,
      stderr: 'No key has come on stdin. Nothing was written.\n',
    });
    expect(existsSync(pathOf(w))).toBe(false);
  });

  it('without an argument shows each value and its origin, and makes nothing', async () => {
    const w = new World();
    const run = await settings(w, [], { env: { MEM0_RECALL: 'off' } });
    expect(run).toMatchObject({ status: 0, stderr: '' });
    expect(run.stdout).toMatch(/^recall +off +MEM0_RECALL$/m);
    expect(run.stdout).toMatch(/^capture +on +default$/m);
    const rows = JSON.parse((await settings(w, ['--json'])).stdout);
    expect(rows[0]).toEqual({
      name: 'api_key',
      variables: ['MEM0_API_KEY', 'CLAUDE_PLUGIN_OPTION_API_KEY'],
      value: null,
      default: 'none',
      origin: { from: 'default' },
    });
    expect(existsSync(join(w.home, '.mem0'))).toBe(false);
  });

  it('set and unset take the name in the file or the variable’s, and what they say is what the hooks do', async () => {
    const w = new World();
    expect(await settings(w, ['set', 'MEM0_CAPTURE', 'off'])).toMatchObject({
      status: 0,
      stdout: 'capture is now off (~/.mem0/settings.json).\n',
    });
    expect((await settings(w, ['set', 'deadline_ms', '3000'])).status).toBe(0);
    expect(hooksIn(w)).toEqual({ capture: 'off', deadline_ms: 3000 });
    expect((await w.run('mem0-hooks', ['drain'])).stdout).toContain('Capture is switched off');
    expect((await settings(w, ['unset', 'capture'])).stdout).toBe('capture is now on (default).\n');
    expect(hooksIn(w)).toEqual({ deadline_ms: 3000 });
  });

  it('say where a variable still comes first, and that half an override is none', async () => {
    const w = new World();
    const first = await settings(w, ['set', 'recall', 'on'], { env: { MEM0_RECALL: 'off' } });
    expect(first.stdout).toBe(
      'recall stays off here: MEM0_RECALL is set in this environment, and comes before the file.\n',
    );
    const half = await settings(w, ['set', 'override_org_id', 'org-1']);
    expect(half.stdout).toContain('Note: hooks.override_org_id in ~/.mem0/settings.json stands alone');
  });

  it('switched off, they can still be changed: that is the way back', async () => {
    const w = new World();
    expect((await settings(w, ['set', 'enabled', 'off'])).status).toBe(0);
    expect((await w.run('mem0-hooks', ['receipts'])).status).toBe(1);
    expect((await settings(w, ['set', 'enabled', 'on'])).stdout).toBe('enabled is now on (~/.mem0/settings.json).\n');
    expect((await w.run('mem0-hooks', ['receipts'])).status).toBe(0);
  });
});

describe('a change that cannot be', () => {
  it.each([
    [['set', 'capture', 'perhaps'], 1, 'capture must be on or off. Nothing was written.'],
    [['set', 'MEM0_DEADLINE_MS', '5'], 1, 'MEM0_DEADLINE_MS needs a whole number from 100 to 9000.'],
    [
      ['set', 'base_url', 'http://mem0.example'],
      1,
      'base_url must be https://host, or http on loopback, without a path.',
    ],
    [['set', 'aliases', '["x"]'], 1, 'aliases is no list of ids that can be read.'],
    // A path of Windows, which elsewhere is a name in whatever folder one stands in.
    [['set', 'home', 'C:\\mem0'], 1, 'home must be an absolute path.'],
    [['set', 'captur', 'off'], 2, 'There is no setting captur.'],
    [['set', 'capture'], 2, "missing required argument 'VALUE'"],
    [['unset', 'captur'], 2, 'There is no setting captur, and no such key'],
    [['deny', 'a', 'b'], 2, "too many arguments for 'deny'"],
    [['set', 'capture', 'off', '--remove'], 2, "unknown option '--remove'"],
    [['deny', '--remove', '/nowhere'], 1, '/nowhere is not among the paths of hooks.deny'],
    [['forget'], 2, 'settings knows no forget.'],
  ])('%j is refused with %i, and nothing is written', async (args, code, words) => {
    const w = new World();
    const run = await settings(w, args);
    expect(run).toMatchObject({ status: code, stdout: '' });
    expect(run.stderr).toContain(words);
    expect(existsSync(join(w.home, '.mem0'))).toBe(false);
  });

  it('a file that is broken is refused with the reason, and not touched', async () => {
    const w = new World();
    ownFile(w, '{"hooks": {"capture": "off",}');
    expect(await settings(w, ['set', 'recall', 'off'])).toMatchObject({
      status: 1,
      stderr: '~/.mem0/settings.json is not JSON. Nothing was written.\n',
    });
    expect(readFileSync(pathOf(w), 'utf8')).toBe('{"hooks": {"capture": "off",}');
  });

  it('a list that is broken is refused, and not touched', async () => {
    const w = new World();
    ownFile(w, '{"hooks": {"deny": {"folders": []}}}');
    const run = await settings(w, ['deny', '/x']);
    expect(run).toMatchObject({ status: 1 });
    expect(run.stderr).toContain('hooks.deny in ~/.mem0/settings.json is no list of paths and projects');
    expect(hooksIn(w)).toEqual({ deny: { folders: [] } });
  });
});

describe('the key', () => {
  it('is taken from stdin and never from the arguments, and only its end is shown', async () => {
    const w = new World();
    const refused = await settings(w, ['set', 'api_key', KEY]);
    expect(refused).toMatchObject({ status: 2, stdout: '' });
    expect(refused.stderr).toContain('give - and the key on stdin');
    expect(refused.stderr).not.toContain(KEY);
    const odd = await settings(w, ['set', 'api_key', '-'], { input: 'two words\n' });
    expect(odd).toMatchObject({
      status: 1,
      stderr: 'api_key holds characters that no key has. Nothing was written.\n',
    });
    expect((await settings(w, ['set', 'api_key', '-'], { input: '' })).status).toBe(1);
    expect(existsSync(join(w.home, '.mem0'))).toBe(false);
    const taken = await settings(w, ['set', 'api_key', '-'], { input: `${KEY}\n`, keepOpen: true });
    expect(taken).toMatchObject({ status: 0, stdout: `api_key is now …${KEY.slice(-4)} (~/.mem0/settings.json).\n` });
    expect(hooksIn(w)).toEqual({ api_key: KEY });
  });

  it('makes the file private that it is written into, and it is said', async () => {
    const w = new World();
    ownFile(w, '{"theirs": 1}');
    chmodSync(pathOf(w), 0o644);
    const plain = await settings(w, ['set', 'capture', 'off']);
    expect([plain.stdout, statSync(pathOf(w)).mode & 0o777]).toEqual([
      'capture is now off (~/.mem0/settings.json).\n',
      0o644,
    ]);
    const taken = await settings(w, ['set', 'api_key', '-'], { input: `${KEY}\n` });
    expect(taken).toMatchObject({
      status: 0,
      stdout: [
        '~/.mem0/settings.json could be read by others; now it is yours alone (0600).',
        `api_key is now …${KEY.slice(-4)} (~/.mem0/settings.json).\n`,
      ].join('\n'),
    });
    expect(statSync(pathOf(w)).mode & 0o777).toBe(0o600);
  });
});

describe('deny and allow', () => {
  it('list folders and projects, tell what holds here now, and take them off again', async () => {
    const w = new World();
    const denied = await settings(w, ['deny', '.']);
    expect(denied.stdout).toBe(
      `The current folder is denied by the lists now.\ndeny is now paths: ${w.repository} (~/.mem0/settings.json).\n`,
    );
    expect(await w.sessionStart('s1')).toMatchObject({ status: 0, stdout: '' });
    expect(existsSync(w.state)).toBe(false);
    expect((await settings(w, ['deny', '.'])).stdout).toContain('It was there already.');
    const free = await settings(w, ['deny', '.', '--remove']);
    expect(free.stdout).toContain('The current folder is allowed by the lists now.');
    await settings(w, ['allow', 'acme-*', '--project']);
    const elsewhere = await settings(w, ['allow', '~/work'], { cwd: w.temporary });
    expect(elsewhere.stdout).toContain('The current folder is denied by the lists now.');
    expect(hooksIn(w)).toEqual({ deny: {}, allow: { projects: ['acme-*'], paths: ['~/work'] } });
    expect((await settings(w, ['allow', '~/work'])).stdout).toContain(
      'The current folder is allowed by the lists now.',
    );
  });

  it('two at once lose nothing of one another', async () => {
    const w = new World();
    ownFile(w, '{"theirs": {"n": 12345678901234567890}}');
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    const runs = await Promise.all(names.map((name) => settings(w, ['deny', `/${name}`])));
    expect(runs.map(({ status }) => status)).toEqual(names.map(() => 0));
    const text = readFileSync(pathOf(w), 'utf8');
    expect([...JSON.parse(text).hooks.deny.paths].sort()).toEqual(names.map((name) => `/${name}`));
    expect(text).toContain('{"n": 12345678901234567890}');
  });
});

describe('any sequence of changes', () => {
  const word = fc.constantFrom(
    'off',
    'on',
    '700',
    'mara',
    '~/x/**',
    '/y',
    'https://mem0.example',
    '{"user_ids":["a"]}',
  );
  const step: fc.Arbitrary<{ readonly edit: Edit; readonly key: string }> = fc.oneof(
    fc
      .tuple(
        fc.constantFrom('MEM0_CAPTURE', 'user_id', 'deadline_ms', 'pack_chars', 'base_url', 'aliases', 'omit'),
        word,
      )
      .map(([name, text]) => {
        const key = settingNamed(name) ?? 'omit';
        return { key, edit: settingIt(key, valueFor(key, text)) };
      }),
    fc
      .constantFrom('capture', 'user_id', 'deny', 'allow', 'omit', 'aliases')
      .map((key) => ({ key, edit: unsettingIt(key) })),
    fc
      .record({
        list: fc.constantFrom('deny', 'allow'),
        kind: fc.constantFrom('paths', 'projects'),
        pattern: word,
        remove: fc.boolean(),
      })
      .map((one) => ({ key: one.list, edit: listing(one) })),
  );
  const strange = fc
    .string({ minLength: 1, maxLength: 8 })
    .filter((name) => settingNamed(name) === undefined && name !== 'hooks');
  const odd = fc.oneof(
    fc.json({ maxDepth: 2 }),
    fc.constantFrom('1.0', '12345678901234567890', '-0', '{ "a" : [ 1e2 ] }'),
  );
  const members = fc.uniqueArray(fc.tuple(strange, odd), { maxLength: 4, selector: ([name]) => name });
  const object = (all: readonly (readonly [string, string])[]) =>
    `{ ${all.map(([name, json]) => `${JSON.stringify(name)}: ${json}`).join(', ')} }`;

  it('keeps unknown keys, other tools’ blocks and their order, to the byte', () => {
    fc.assert(
      fc.property(members, members, fc.array(step, { maxLength: 8 }), (theirs, ours, steps) => {
        let text = object([...theirs, ['hooks', object(ours)]]);
        for (const { edit } of steps) {
          const edited = edit(text, JSON.parse(text).hooks);
          if (!('refused' in edited)) text = edited.text ?? text;
        }
        const names = (value: object) => Object.keys(value);
        const read = JSON.parse(text);
        expect(names(read)).toEqual(names(JSON.parse(object([...theirs, ['hooks', '0']]))));
        const unknown = names(read.hooks).filter((name) => settingNamed(name) === undefined);
        expect(unknown).toEqual(names(JSON.parse(object(ours))));
        for (const [name, json] of [...theirs, ...ours]) expect(text).toContain(`${JSON.stringify(name)}: ${json}`);
        expect([...readConfig({}, { state: 'read', settings: read.hooks }).unknown]).toEqual(unknown);
      }),
    );
  });

  it('names a folder from here as the file must name it, and no other pattern', () => {
    expect(['.', './x/**', '..', '~/x', '/x', 'x/**', '.github', '...'].map((one) => fromRoot(one, '/a/b'))).toEqual([
      ...['/a/b', '/a/b/x/**', '/a', '~/x', '/x', 'x/**', '.github', '...'],
    ]);
    expect(['.', './*', '..'].map((one) => fromRoot(one, '/a*/[b]'))).toEqual([
      '/a\\*/\\[b\\]',
      '/a\\*/\\[b\\]/*',
      '/a\\*',
    ]);
  });
});
