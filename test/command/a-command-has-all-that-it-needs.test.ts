import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from '../hooks/world.ts';
import { nodeUnderTest } from '../support/node-under-test.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** Commands that are made for this test, as a file of a room makes them. */
const SOURCE = `
import { command } from './src/command/line/definition.ts';
import { runLine } from './src/command/line/program.ts';
import { wholeNumber } from './src/command/line/values.ts';

const forget = command({
  about: 'Forgets.',
  line: (empty) => empty.argument('<ID...>', 'which').option('--last <N>', 'so many', wholeNumber(1, 9), 3),
  json: 'what is forgotten',
  asks: true,
  statuses: { done: 'forgotten', not: 'not forgotten' },
  run: async ({ args: [ids], options, answer, confirm, misused, paint }) => {
    if (ids.includes('odd')) throw new Error('inner');
    if (ids.includes('two')) misused('Never two.');
    confirm({ plan: ids.map((id) => 'would forget ' + id), question: 'Forget?' });
    answer({ ids, last: options.last }, () => paint.red('forgot ' + ids.join(' ')));
  },
});
void runLine(
  [{ name: 'forget', group: 'Memories', summary: 'forget', load: async () => forget }],
  process.argv.slice(2),
  process.env,
);
`;

let program: Uint8Array = new Uint8Array();
beforeAll(() => {
  const { outputFiles } = buildSync({
    stdin: { contents: SOURCE, resolveDir: projectRoot, loader: 'ts' },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    external: ['libsql'],
    write: false,
    logLevel: 'error',
  });
  program = outputFiles[0]?.contents ?? expect.fail('nothing was built');
});

function run(...args: string[]) {
  const home = temporaryFolder();
  const path = join(home, 'program.cjs');
  writeFileSync(path, program);
  const { status, stdout, stderr } = spawnSync(nodeUnderTest, [path, ...args], {
    env: { PATH: process.env['PATH'], HOME: home },
    input: 'y\n',
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

describe('a command', () => {
  it('that asks does nothing without a terminal, and shows what it would do', () => {
    expect(run('forget', 'a', 'b')).toEqual({
      status: 1,
      stdout: '',
      stderr:
        'would forget a\nwould forget b\nNothing was done: there is no terminal to ask at. With --yes it is done without asking.\n',
    });
  });

  it('with consent beforehand answers as text, without colour where nobody sees it', () => {
    expect(run('forget', 'a', '--yes')).toEqual({ status: 0, stdout: 'forgot a\n', stderr: '' });
  });

  it('answers as JSON where that is asked for, with its options read', () => {
    const { status, stdout } = run('forget', '--json', '--yes', '--last', '7', 'a');
    expect({ status, json: JSON.parse(stdout) }).toEqual({ status: 0, json: { ids: ['a'], last: 7 } });
  });

  it('can say that it was used wrongly, with how it goes', () => {
    const { status, stdout, stderr } = run('forget', 'two');
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(/^Never two\.\n\nUsage: mem0-hooks forget \[options\] <ID\.\.\.>\n/);
  });

  it('that fails unexpectedly says so in a sentence, with status 1', () => {
    const { status, stdout, stderr } = run('forget', 'odd', '--yes');
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toBe('Not done: something unexpected went wrong (Error).\n');
  });

  it('lists its options and exit statuses in its help', () => {
    const { stdout } = run('forget', '--help');
    for (const part of ['--json', '--yes', '(default: 3)', 'Exit status: 0 forgotten, 1 not forgotten, 2 wrong usage.'])
      expect(stdout).toContain(part);
  });
});
