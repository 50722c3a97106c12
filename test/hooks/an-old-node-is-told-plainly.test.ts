import { spawnSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeUnderTest } from '../support/node-under-test.ts';
import { projectRoot, World } from './world.ts';

/** A Node that lacks what came with 20.16, as all that are older do. */
function world() {
  const w = new World();
  const preload = join(w.root, 'older.cjs');
  writeFileSync(preload, "Object.defineProperty(process, 'getBuiltinModule', { value: undefined });\n");
  return { w, older: { nodeArgs: ['--require', preload] } };
}

describe('a Node that is too old', () => {
  it('is named by the start in one line, and nothing is left behind', async () => {
    const { w, older } = world();
    const run = await w.sessionStart('s1', 'startup', older);
    expect(run).toMatchObject({ status: 0, stderr: '' });
    const { systemMessage, ...rest } = JSON.parse(run.stdout);
    expect(systemMessage).toMatch(
      /^mem0: Node 20 \(from 20\.18\.1\), 22 \(from 22\.16\), 24 or 26 is needed, and this is v[\d.]+: nothing is remembered\.$/,
    );
    expect(rest).toEqual({});
    expect(w.names('.')).toEqual([]);
  });

  it.each(['session-end', 'pre-compact'] as const)('ends %s without a word', async (hook) => {
    const { w, older } = world();
    const run = await w.hook(hook, w.input('SessionEnd', 's1'), older);
    expect(run).toMatchObject({ status: 0, stdout: '', stderr: '' });
  });

  it.each([{ MEM0_HOOKS: 'off' }, { MEM0_USER_LINE: ' Off ' }, { MEM0_HOOKS_CHILD: '1' }])(
    'is named by no start with %j',
    async (env) => {
      const { w, older } = world();
      const run = await w.sessionStart('s1', 'startup', { ...older, env });
      expect(run).toMatchObject({ status: 0, stdout: '', stderr: '' });
    },
  );

  it('is told by a bundle that is started through a link, too', async () => {
    const { w, older } = world();
    for (const name of ['session-start', 'mem0-hooks'])
      symlinkSync(join(projectRoot, 'hooks', `${name}.cjs`), join(w.root, `${name === 'mem0-hooks' ? 'm' : 's'}.cjs`));
    const run = (bundle: string) =>
      spawnSync(nodeUnderTest, [...older.nodeArgs, join(w.root, bundle)], { env: w.environment({}), encoding: 'utf8' });
    expect(run('s.cjs')).toMatchObject({ status: 0, stdout: expect.stringMatching(/is needed/) });
    expect(run('m.cjs')).toMatchObject({ status: 1, stderr: expect.stringMatching(/is needed/) });
  });

  it('is why the command can do nothing', async () => {
    const { w, older } = world();
    const run = await w.run('mem0-hooks', ['status'], older);
    expect(run).toMatchObject({ status: 1, stdout: '' });
    expect(run.stderr).toMatch(
      /^mem0: Node 20 \(from 20\.18\.1\), 22 \(from 22\.16\), 24 or 26 is needed, and this is v[\d.]+: nothing is remembered\.\n$/,
    );
  });
});
