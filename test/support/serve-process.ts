/** `node hooks/mem0-hooks.cjs serve` as a process of its own, with nothing of the person who runs the tests around it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { nodeUnderTest } from './node-under-test.ts';

const bundle = join(import.meta.dirname, '..', '..', 'hooks', 'mem0-hooks.cjs');

export interface ServeProcess {
  readonly origin: string;
  readonly key: string;
  readonly pid: number;
  /** Asks it to stop, and resolves with its exit status. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Starts it with its state in `folder`, and resolves once it has printed where it is. */
export async function startServe(folder: string, args: readonly string[] = []): Promise<ServeProcess> {
  const home = join(folder, 'home');
  mkdirSync(home, { recursive: true });
  const child = spawn(nodeUnderTest, [bundle, 'serve', '--state', join(folder, 'state'), ...args], {
    env: { PATH: process.env['PATH'], HOME: home, TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  let complained = '';
  child.stderr.on('data', (data) => {
    complained += String(data);
  });
  const ended = once(child, 'close');
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (data) => {
      said += String(data);
      if (/^MEM0_API_KEY=.+\n/m.test(said)) resolve();
    });
    void ended.then(() => reject(new Error(`it ended: ${said}${complained}`)));
  });
  return {
    origin: /^MEM0_BASE_URL=(.+)$/m.exec(said)?.[1] ?? '',
    key: /^MEM0_API_KEY=(.+)$/m.exec(said)?.[1] ?? '',
    pid: child.pid ?? 0,
    stop: async (signal = 'SIGTERM') => {
      child.kill(signal);
      const [status] = await ended;
      return status as number | null;
    },
  };
}
