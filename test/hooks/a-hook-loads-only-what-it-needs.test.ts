import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { servePlatform } from './served-platform.ts';
import { fixtures, printed, World } from './world.ts';

/** Modules of Node that cost a hook milliseconds (measured), and are for what it does not do as a rule. */
const COSTLY = ['child_process', 'crypto', 'http', 'http2', 'https', 'sqlite', 'tls', 'worker_threads', 'zlib'];

/** Which of them a hook has loaded when it ends. */
async function warmWorld() {
  const w = new World();
  const served = await servePlatform();
  w.env = served.env;
  await served.remember('Decision: we deploy to Railway.');
  await w.sessionStart('s1');
  const file = join(w.root, 'loaded');
  const preload = join(w.root, 'tell.cjs');
  writeFileSync(
    preload,
    `process.on('exit', () => require('node:fs').writeFileSync(${JSON.stringify(file)}, process.moduleLoadList.join('\\n')));\n`,
  );
  const loaded = () => {
    const names = new Set(readFileSync(file, 'utf8').split('\n'));
    return COSTLY.filter((name) => names.has(`NativeModule ${name}`));
  };
  return { w, options: { nodeArgs: ['--require', preload] }, loaded };
}

it('a start with a key loads none of the costly modules but the one that asks', async () => {
  const { w, options, loaded } = await warmWorld();
  expect(printed(await w.sessionStart('s2', 'startup', options)).hookSpecificOutput).toBeDefined();
  expect(loaded()).toEqual(['http']);
});

it('an end loads none but what starts a process, and not even that where nothing can be sent', async () => {
  const { w, options, loaded } = await warmWorld();
  const transcript = join(fixtures, 'demo', '3-queue.jsonl');
  await w.sessionEnd('s1', transcript, { ...options, env: { MEM0_BASE_URL: 'http://elsewhere.example' } });
  expect(w.names('jobs')).toHaveLength(1);
  expect(loaded()).toEqual([]);
});
