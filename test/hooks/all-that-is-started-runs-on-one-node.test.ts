import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nodeUnderTest } from '../support/node-under-test.ts';
import { transcriptOf, World } from './world.ts';

test('a hook and the background that it starts run on the Node that is under test', async () => {
  const w = new World();
  const noted = join(w.root, 'noted');
  const preload = join(w.root, 'note.cjs');
  const note = "require('node:path').basename(process.argv[1]) + ' ' + process.execPath + '\\n'";
  writeFileSync(preload, `require('node:fs').appendFileSync(${JSON.stringify(noted)}, ${note});`);
  await w.sessionEnd('s1', transcriptOf('a-design-discussion'), { nodeArgs: ['--require', preload] });
  await w.settled();
  const path = execFileSync(nodeUnderTest, ['-p', 'process.execPath'], { encoding: 'utf8' }).trim();
  const lines = readFileSync(noted, 'utf8').trim().split('\n');
  expect([...new Set(lines)].sort()).toEqual([`mem0-hooks.cjs ${path}`, `session-end.cjs ${path}`]);
});
