import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { World } from './world.ts';

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
      /^mem0: Node 20\.18\.1 or newer is needed, and this is v[\d.]+: nothing is remembered\.$/,
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

  it('is why the command can do nothing', async () => {
    const { w, older } = world();
    const run = await w.run('mem0-hooks', ['status'], older);
    expect(run).toMatchObject({ status: 1, stdout: '' });
    expect(run.stderr).toMatch(
      /^mem0: Node 20\.18\.1 or newer is needed, and this is v[\d.]+: nothing is remembered\.\n$/,
    );
  });
});
