/** One process, from its start until it is gone. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';

const TELL_USAGE = join(import.meta.dirname, 'programs', 'tell-usage.cjs');
/** What hangs is a fault, not a figure. */
const LIMIT_MS = 120_000;

/**
 * Runs it, and resolves with `{ ms, stdout }`, and with `mb`, the most memory that it took, where that is asked for. Rejects where
 * it ends with another status than 0.
 * @param {{ ground: object, node?: string, args: string[], cwd: string, env: object, input?: string, usage?: boolean }} how
 */
export function run({ ground, node = process.execPath, args, cwd, env, input = '', usage = false }) {
  const all = usage ? ['--require', TELL_USAGE, ...args] : args;
  const stdio = ['pipe', 'pipe', 'pipe', ...(usage ? ['pipe'] : [])];
  const started = performance.now();
  const child = ground.watch(spawn(node, all, { cwd, env, stdio }));
  const said = ['', '', '', ''];
  for (const n of [1, 2, 3]) child.stdio[n]?.setEncoding('utf8').on('data', (part) => (said[n] += part));
  // What does not read its input may close it.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const limit = setTimeout(() => child.kill('SIGKILL'), LIMIT_MS);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status, signal) => {
      const ms = performance.now() - started;
      clearTimeout(limit);
      if (status !== 0)
        return reject(new Error(`${args.join(' ')} ended with ${status ?? signal}: ${said[2].slice(0, 500)}`));
      resolve({ ms, stdout: said[1], ...(usage ? { mb: JSON.parse(said[3]).maxRss / 1e6 } : {}) });
    });
  });
}
