import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot, World } from '../hooks/world.ts';

const BUNDLE = join(projectRoot, 'hooks');

function world(text?: string | Buffer) {
  const w = new World();
  const folder = join(w.home, '.claude');
  const file = join(folder, 'settings.json');
  if (text !== undefined) {
    mkdirSync(folder);
    writeFileSync(file, text);
  }
  const backups = () => readdirSync(folder).filter((name) => name.includes('before-mem0-hooks'));
  const run = async (...args: string[]) => {
    const done = await w.run('mem0-hooks', args);
    return { ...done, json: args.includes('--json') && done.status === 0 ? JSON.parse(done.stdout) : undefined };
  };
  return { w, folder, file, backups, run, read: () => readFileSync(file, 'utf8') };
}

const OWN =
  '{\n   "env": { "TOKEN": "made-up" },\n   "n": 1.0, "hooks": {"Stop":[{"hooks":[{"type":"command","command":"say hi"}]}]}\n}\n';

describe('register', () => {
  it('adds the three hooks of this folder, keeps the rest, and a private copy beside it; again it changes nothing', async () => {
    const { file, folder, backups, run, read } = world(OWN);
    chmodSync(file, 0o640);
    const first = await run('register', '--json');
    expect(first).toMatchObject({ status: 0, stderr: '', json: { changed: true, file } });
    expect(first.json.added).toEqual(['SessionStart', 'SessionEnd', 'PreCompact']);
    const text = read();
    expect(text.startsWith(OWN.slice(0, OWN.indexOf('}]}]}')))).toBe(true);
    const { hooks } = JSON.parse(text);
    expect(hooks.Stop).toEqual([{ hooks: [{ type: 'command', command: 'say hi' }] }]);
    const expected = JSON.parse(readFileSync(join(projectRoot, 'hooks.json'), 'utf8')).hooks;
    for (const event of first.json.added)
      expect(JSON.stringify(hooks[event])).toBe(
        JSON.stringify(expected[event]).replace(`$${'{CLAUDE_PLUGIN_ROOT}'}`, projectRoot),
      );
    expect(statSync(file).mode & 0o777).toBe(0o640);
    const [copy = ''] = backups();
    expect(readFileSync(join(folder, copy), 'utf8')).toBe(OWN);
    expect(statSync(join(folder, copy)).mode & 0o777).toBe(0o600);
    expect(first.json.backup).toBe(join(folder, copy));

    expect((await run('register', '--user', '--json')).json).toMatchObject({ changed: false, added: [], backup: null });
    expect(read()).toBe(text);
    expect(backups()).toHaveLength(1);

    expect((await run('unregister', '--json')).json).toMatchObject({ changed: true, removed: 3 });
    expect(read()).toBe(OWN);
    expect((await run('unregister', '--json')).json).toMatchObject({ changed: false, removed: 0, backup: null });
  });

  it('makes the file where there is none, for its owner alone, where the client keeps it', async () => {
    const { w, run } = world();
    const folder = join(w.root, 'elsewhere');
    w.env = { CLAUDE_CONFIG_DIR: folder };
    expect(await run('register')).toMatchObject({ status: 0, stderr: '' });
    expect(statSync(join(folder, 'settings.json')).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['settings.json']);
  });

  it('registers once when two do it at the same time', async () => {
    const { run, read } = world(OWN);
    for (const { status } of await Promise.all([run('register'), run('register'), run('register')]))
      expect(status).toBe(0);
    const { hooks } = JSON.parse(read());
    for (const event of ['SessionStart', 'SessionEnd', 'PreCompact']) expect(hooks[event]).toHaveLength(1);
  });

  it.each([
    ['no JSON', '{"hooks": '],
    ['another kind of JSON', '[]'],
    ['a block that is none', '{"hooks": 7}'],
    ['an event that is no list', '{"hooks": {"SessionEnd": {"a": 1}}}'],
    ['a name that stands twice', '{"hooks": {}, "hooks": {}}'],
    ['another encoding', Buffer.from([0x7b, 0xff, 0x7d])],
  ])('leaves %s as it is, and says so', async (_, text) => {
    const { file, run, backups } = world(text);
    const { status, stdout, stderr } = await run('register');
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/settings\.json .*Nothing was written\.\n$/);
    expect(readFileSync(file).equals(Buffer.from(text))).toBe(true);
    expect(backups()).toEqual([]);
  });

  it('goes into a file of a project by name, and tells that a shared one is shared', async () => {
    const { w, run } = world(OWN);
    const local = await run('register', '--project', '.claude/settings.local.json');
    expect(local.status).toBe(0);
    expect(local.stdout).not.toContain('goes to whoever');
    const { hooks } = JSON.parse(readFileSync(join(w.repository, '.claude/settings.local.json'), 'utf8'));
    expect(Object.keys(hooks)).toHaveLength(3);
    const shared = await run('register', '--project', '.claude/settings.json');
    expect(shared.stdout).toContain('This file goes to whoever has the project');
    expect(shared.stdout).toContain('settings.local.json has them as well: there they run twice.');
  });

  it('tells that the plugin is active, too', async () => {
    const { run } = world('{"enabledPlugins":{"mem0-hooks@anywhere":true,"mem0-hooks@off":false,"x@y":true}}');
    const { json } = await run('register', '--json');
    expect(json.beside.plugins).toEqual(['mem0-hooks@anywhere']);
    expect((await run('unregister')).stdout).toContain('The plugin mem0-hooks@anywhere is still active.');
  });

  it('keeps what a person has changed of an entry, and tells it', async () => {
    const { run, read, file } = world();
    await run('register');
    writeFileSync(file, read().replace('"timeout": 10', '"timeout": 99'));
    const text = read();
    const { status, json } = await run('register', '--json');
    expect({ status, differs: json.differs }).toEqual({ status: 0, differs: ['SessionStart'] });
    expect(read()).toBe(text);
  });

  it.each([
    [['register', '--user', '--project', 'x.json'], 'Either your own'],
    [['register', '--project', 'folder'], '--project names a settings file'],
    [['unregister', '--project', ''], 'must not be empty'],
  ])('%j is wrong usage', async (args, words) => {
    const { run } = world();
    const { status, stderr } = await run(...args);
    expect(status).toBe(2);
    expect(stderr).toContain(words);
  });
});

describe('unregister', () => {
  it('takes out other clones with --all alone, gone ones too, and never what others call their files', async () => {
    const { w, run, file, read } = world();
    const clone = join(w.root, 'older clone');
    mkdirSync(clone);
    cpSync(BUNDLE, join(clone, 'hooks'), { recursive: true });
    const foreign = join(w.root, 'foreign');
    mkdirSync(join(foreign, 'hooks'), { recursive: true });
    writeFileSync(join(foreign, 'hooks', 'session-end.cjs'), '');
    const entry = (path: string) => ({ hooks: [{ type: 'command', command: 'node', args: [path] }] });
    const theirs = [entry(join(foreign, 'hooks/session-end.cjs')), entry('/gone/other/hooks/session-end.cjs')];
    const SessionEnd = [
      entry(join(clone, 'hooks/session-end.cjs')),
      ...theirs,
      entry('/gone/mem0-hooks/hooks/session-end.cjs'),
    ];
    mkdirSync(join(w.home, '.claude'));
    writeFileSync(file, JSON.stringify({ hooks: { SessionEnd } }));
    const told = await run('register');
    expect(told.stdout).toContain('Another clone is registered');
    expect((await run('unregister', '--json')).json.removed).toBe(3);
    expect(JSON.parse(read()).hooks).toEqual({ SessionEnd });
    expect((await run('unregister', '--all', '--json')).json.removed).toBe(2);
    expect(JSON.parse(read()).hooks).toEqual({ SessionEnd: theirs });
  });

  it('knows its own by a linked folder, and in the line of a shell', async () => {
    const { w, run, file, read } = world('{}');
    const link = join(w.root, 'linked');
    symlinkSync(projectRoot, link);
    const SessionEnd = [{ hooks: [{ type: 'command', command: `node "${link}/hooks/session-end.cjs"` }] }];
    writeFileSync(file, JSON.stringify({ hooks: { SessionEnd } }));
    expect((await run('register', '--json')).json.added).toEqual(['SessionStart', 'PreCompact']);
    expect((await run('unregister', '--json')).json.removed).toBe(3);
    expect(JSON.parse(read())).toEqual({});
  });

  it('is content where there is no file, and makes none', async () => {
    const { run, w } = world();
    expect((await run('unregister')).status).toBe(0);
    expect(readdirSync(w.home)).toEqual([]);
    rmSync(w.home, { recursive: true });
  });
});
