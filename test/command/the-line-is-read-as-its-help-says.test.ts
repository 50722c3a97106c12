import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../../src/command/registry.ts';
import { projectRoot } from '../hooks/world.ts';
import { nodeUnderTest } from '../support/node-under-test.ts';
import { temporaryFolder } from '../temporary-folder.ts';

function run(args: readonly string[], more: Readonly<Record<string, string>> = {}) {
  const { status, stdout, stderr } = spawnSync(nodeUnderTest, [join(projectRoot, 'hooks/mem0-hooks.cjs'), ...args], {
    env: { PATH: process.env['PATH'], HOME: temporaryFolder(), ...more },
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

describe('the help', () => {
  it.each([[[]], [['--help']], [['help']]])('of all is on stdout, in groups (%j)', (args) => {
    const { status, stdout, stderr } = run(args);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    for (const { name, group, summary } of COMMANDS) {
      expect(stdout).toMatch(new RegExp(`^  ${name} `, 'm'));
      expect(stdout.replace(/\s+/g, ' ')).toContain(`${name} ${summary}`);
      expect(stdout).toContain(`\n${group}:\n`);
    }
    expect(stdout).toMatch(/\nExit status: 0 .*, 1 .*, 2 wrong usage\.\n$/);
    expect(stdout).not.toContain('show-capture');
  });

  it.each(COMMANDS.map(({ name }) => name))('of %s says how it goes and what the exit statuses mean', (name) => {
    const [one, other] = [run([name, '--help']), run(['help', name])];
    expect(one).toMatchObject({ status: 0, stderr: '' });
    expect(one.stdout).toMatch(new RegExp(`^Usage: mem0-hooks ${name} `));
    expect(one.stdout.replace(/\s+/g, ' ')).toMatch(/Exit status: 0 .*, 1 .*, 2 wrong usage\. $/);
    expect(other.stdout).toBe(one.stdout);
  });

  it('is given by -h as well, and --version tells the version of the package', () => {
    expect(run(['-h']).stdout).toBe(run(['--help']).stdout);
    expect(run(['pack', '-h']).stdout).toBe(run(['pack', '--help']).stdout);
    const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'));
    expect(run(['--version'])).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' });
  });

  it('can be asked where all is switched off', () => {
    expect(run(['preview', '--help'], { MEM0_HOOKS: 'off' }).status).toBe(0);
    expect(run(['preview'], { MEM0_HOOKS: 'off' }).status).toBe(1);
  });
});

describe('wrong usage is told on stderr with status 2', () => {
  it.each([
    [['statsu'], "unknown command 'statsu' (Did you mean status?)"],
    [['show-capture', '--help'], "unknown command 'show-capture'"],
    [['--nonsense'], "unknown option '--nonsense'"],
    [['status', '--jsn'], "unknown option '--jsn' (Did you mean --json?)"],
    [['status', 'extra'], 'too many arguments'],
    [['receipts', '--last', '0'], 'It must be a whole number from 1 to 999999.'],
    [['drain', '--nonsense'], "unknown option '--nonsense'"],
    [['drain', 'extra'], 'too many arguments'],
    [['drain', '../other/job.json'], 'too many arguments'],
    [['drain', 'one.json', 'two.json'], 'too many arguments'],
    [['settings', 'sett'], 'settings knows no sett.'],
    [['settings', 'set', 'capture'], "missing required argument 'VALUE'"],
    [['settings', 'set', 'capture', 'on', 'off'], 'too many arguments'],
    [['settings', 'set', 'capture', 'on', '--remove'], "unknown option '--remove'"],
    [['settings', '--json', 'unset', 'capture'], '--json does not go with unset.'],
  ])('%j', (args, words) => {
    const { status, stdout, stderr } = run(args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr.split('\n')[0]).toContain(words);
    expect(stderr).toContain('\nUsage: mem0-hooks');
  });

  it('and what was typed is repeated so that a terminal only shows it', () => {
    const { stderr } = run(['\u202Eodd\nname', '--x']);
    expect(stderr).toContain("'\\u202eodd name'");
    expect(stderr).not.toContain('\u202E');
  });

  it.each([
    [['TOKEN']],
    [['--x=TOKEN']],
    [['settings', 'TOKEN']],
    [['settings', 'unset', 'TOKEN']],
    [['settings', 'allow', '--remove', 'TOKEN']],
    [['remember', 'TOKEN', 'x']],
    [['list', '--type', 'TOKEN']],
    [['show', 'TOKEN']],
    [['forget', '--yes', 'TOKEN']],
    [['preview', '--session', 'TOKEN']],
    [['preview', '--transcript', '/nowhere/TOKEN']],
    [['receipts', '--session', 'TOKEN']],
    [['retry', 'TOKEN']],
  ])('a secret in the wrong place is not repeated (%j)', (args) => {
    for (const token of [`ghp_${'a1B2'.repeat(9)}`, 'made-up-Passw0rd-17']) {
      const typed = args.map((word) => word.replace('TOKEN', token));
      const { status, stdout, stderr } = run(typed, { DB_PASSWORD: 'made-up-Passw0rd-17' });
      expect(status).not.toBe(0);
      expect(stdout + stderr).not.toContain(token);
      expect(stderr).toContain('[redacted: ');
    }
  });
});

it('what hooks start loads neither the library nor any command of a person', async () => {
  const { metafile } = await build({
    absWorkingDir: projectRoot,
    entryPoints: ['src/command/run-command.ts'],
    outdir: join(projectRoot, 'out'),
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    external: ['libsql'],
    metafile: true,
    write: false,
    logLevel: 'error',
  });
  const outputs = Object.entries(metafile.outputs);
  const loadedWith = (entry: string): Set<string> => {
    const [start] = outputs.find(([, { entryPoint }]) => entryPoint === entry) ?? [];
    const files = new Set<string>();
    const todo = [start ?? expect.fail(`${entry} is not loaded by itself`)];
    for (let path = todo.pop(); path !== undefined; path = todo.pop()) {
      if (files.has(path)) continue;
      files.add(path);
      for (const { path: next, kind } of metafile.outputs[path]?.imports ?? [])
        if (kind === 'import-statement') todo.push(next);
    }
    return new Set([...files].flatMap((path) => Object.keys(metafile.outputs[path]?.inputs ?? {})));
  };
  const start = [...loadedWith('src/command/run-command.ts'), ...loadedWith('src/command/machine/drain.ts')];
  expect(start.filter((path) => /node_modules\/commander|command\/(see|change|line)\//.test(path))).toEqual([]);
  expect([...loadedWith('src/command/line/program.ts')].join()).toContain('node_modules/commander');
});
