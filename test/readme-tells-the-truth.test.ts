import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SETTINGS } from '../src/contract/config.ts';
import { NEWEST, OLDEST } from './client/versions.ts';
import { RULES } from './contract/rules.ts';
import { World } from './hooks/world.ts';
import { temporaryFolder } from './temporary-folder.ts';

const root = join(import.meta.dirname, '..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const between = (name: string) => readme.split(`<!-- ${name}: begin -->`)[1]?.split(`<!-- ${name}: end -->`)[0]?.trim();

describe('the README', () => {
  it('lists every setting as the table in src/contract/config.ts does', () => {
    const rows = SETTINGS.map(
      ({ names, key, meaning, default: otherwise }) =>
        `| ${names.map((name) => `\`${name}\``).join(', ')} | \`${key}\` | ${meaning} | ${otherwise} |`,
    );
    // The formatter lines the columns up.
    const table = between('settings')?.replace(/ +\|/g, ' |').replace(/-{3,}/g, '---');
    expect(table).toBe(
      ['| variable | in the file | meaning | default |', '| --- | --- | --- | --- |', ...rows].join('\n'),
    );
  });

  it('names the oldest and the newest client that the scenarios are held against', () => {
    expect(readme).toContain(`Claude Code ${OLDEST} or newer is needed`);
    expect(readme).toContain(`that were tried, ${OLDEST} and ${NEWEST}`);
  });

  it('shows a pack that the demo really makes', () => {
    const output = execFileSync(process.execPath, [join(root, 'scripts/demo.mjs')], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], HOME: temporaryFolder(), TMPDIR: temporaryFolder() },
    });
    const packs = output.match(/ {4}<recalled-memory>[\s\S]*?<\/recalled-memory>/g) ?? [];
    const last = packs.at(-1)?.replace(/^ {4}/gm, '') ?? '';
    const shown = between('pack')?.replace(/^```\n|\n```$/g, '') ?? '';
    // Ids, the commit and today's date differ from run to run.
    const constant = (text: string) =>
      text
        .replace(/\[[0-9a-f]{8}\]/g, '[id]')
        .replace(/commit [0-9a-f]{12}/, 'commit')
        .replace(/hooks on \d{4}-\d\d-\d\d/, 'hooks on today')
        .replace(/saved \d{4}-\d\d-\d\d \d\d:\d\d UTC/, 'saved now');
    expect(constant(shown)).toBe(constant(last));
    expect(output).toContain('claude --plugin-dir ');
  });

  it('shows a preview and a receipt as the commands print them', async () => {
    const w = new World();
    w.env = { MEM0_USER_ID: 'mara@acme.example' };
    const folder = join(w.home, '.claude', 'projects', '-home-dev-shop');
    mkdirSync(folder, { recursive: true });
    const [queue, fly] = ['3-queue', '1-fly'].map((name) => {
      const text = readFileSync(join(root, 'test/fixtures/demo', `${name}.jsonl`), 'utf8');
      const id = /"sessionId": ?"([^"]+)"/.exec(text)?.[1] ?? '';
      const path = join(folder, `${id}.jsonl`);
      writeFileSync(path, text.replaceAll('"/home/dev/shop', `"${w.repository}`));
      return { id, path };
    });
    if (queue === undefined || fly === undefined) throw new Error('the demo has no transcripts');
    // Ids, times and the folder differ from run to run, and the instructions are cut short.
    const constant = (text: string | undefined) =>
      text
        ?.replace(/^```\n|\n```$/g, '')
        .trimEnd()
        .replaceAll(w.home, '~')
        .replace(/"capture_id":"[^"]*"/g, '"capture_id"')
        .replace(/\d+ characters/g, 'characters')
        .replace(/\[[0-9a-f-]{36}\]/g, '[id]')
        .replace(/^\d{4}-\d\d-\d\d \d\d:\d\d UTC/gm, 'now')
        .replace(/(agreed to:) .* (\(write gate)/g, '$1 […] $2');
    const preview = await w.run('mem0-hooks', ['preview', '--session', queue.id.slice(0, 8)]);
    expect(constant(between('preview'))).toBe(constant(preview.stdout));
    await w.sessionEnd(fly.id, fly.path);
    await w.settled();
    const receipts = await w.run('mem0-hooks', ['receipts']);
    expect(constant(between('receipts'))).toBe(constant(receipts.stdout));
  });

  it('shows a status as the command prints it, and changes of settings that can be made', async () => {
    const w = new World();
    w.env = { MEM0_API_KEY: 'm0-made-up-key-of-the-readme', MEM0_USER_ID: 'mara@acme.example' };
    writeFileSync(join(w.repository, '.mem0-hooks.json'), '{"omit": ["docs/**"], "user_id": "eve"}');
    mkdirSync(join(w.home, '.mem0'));
    writeFileSync(join(w.home, '.mem0/settings.json'), '{"hooks": {"recal": "off"}}', { mode: 0o600 });
    const constant = (text: string | undefined) =>
      text
        ?.replace(/^```\n|\n```$/g, '')
        .trimEnd()
        .replaceAll(w.root, '/home/mara')
        .replaceAll('/home/mara/home', '/home/mara')
        .replace(/at [0-9a-f]{12}$/m, 'at commit')
        .replace(/on Node [\d.]+$/m, 'on Node');
    const { stdout } = await w.run('mem0-hooks', ['status']);
    const withoutSettings = stdout.replace(/\nSettings\n(?: .*\n)*/, '');
    expect(constant(between('status'))).toBe(constant(withoutSettings));
    const block = /## See what holds here[\s\S]*```sh\n(node hooks\/mem0-hooks\.cjs settings set[\s\S]*?)```/.exec(
      readme,
    )?.[1];
    const commands = [...(block ?? '').matchAll(/^node hooks\/mem0-hooks\.cjs (settings .*?)(?: +#.*)?$/gm)];
    expect(commands).toHaveLength(6);
    for (const [, words = ''] of commands) {
      const args = words.split(' ').map((word) => word.replaceAll("'", ''));
      expect(await w.run('mem0-hooks', args, { input: 'm0-another-made-up-key\n' })).toMatchObject({
        status: 0,
        stderr: '',
      });
    }
  });

  it('lists every command as the help does', async () => {
    const { stdout } = await new World().run('mem0-hooks', ['--help']);
    const [, list] = /\n(See:\n[\s\S]*?)\n\nExit status/.exec(stdout) ?? [];
    expect(between('commands')).toBe(`\`\`\`\n${list}\n\`\`\``);
  });

  it('names every command of the plugin, and no other', () => {
    const folder = join(root, 'scripts/commands');
    const names = readdirSync(folder).map((file) => file.replace(/\.md$/, ''));
    expect([...readme.matchAll(/\/mem0-hooks:([a-z]+)/g)].map(([, name]) => name).sort()).toEqual(names.sort());
  });

  it('gives commands for trying by hand that do what it says', async () => {
    const w = new World();
    const block = /## By hand, without an install[\s\S]*?```sh\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';
    const commands = [...block.matchAll(/^node (hooks\/([a-z-]+)\.cjs) < (\S+)$/gm)];
    expect(commands).toHaveLength(4);
    const outputs: string[] = [];
    for (const [, , bundle, input] of commands) {
      const options = { input: readFileSync(join(root, input ?? '')), cwd: root };
      const run = await w.run(bundle as 'session-start', [], options);
      expect(run).toMatchObject({ status: 0, stderr: '' });
      outputs.push(run.stdout);
      if (bundle === 'session-end') await w.settled();
    }
    expect(outputs[0]).toBe('');
    expect(outputs[1]).toContain('Railway');
    expect(outputs[2]).toBe('');
    expect(outputs[3]).toContain('Where you left off');
  });

  it('counts the rules of the contract as they are', () => {
    expect(readme).toContain(`holds it to ${RULES.length} numbered rules`);
  });

  it('names only scripts that there are', () => {
    const scripts = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts;
    for (const [, name] of readme.matchAll(/npm run ([a-z:-]+)/g)) expect(scripts).toHaveProperty([name ?? '']);
  });
});
