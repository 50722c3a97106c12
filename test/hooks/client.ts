/**
 * A stand-in for a client: a process that starts the hooks of its session in its own environment, and is their parent, as the client
 * is in the exec form of our registration (client contract §1, measured). It can be killed as a person kills a terminal.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { nodeUnderTest } from '../support/node-under-test.ts';
import { type HookName, projectRoot, type World } from './world.ts';

const PROGRAM = `
const { spawn } = require('node:child_process');
process.on('message', ({ file, input, env }) => {
  const child = spawn(process.execPath, [file], { env: { ...process.env, ...env }, stdio: ['pipe', 'ignore', 'ignore'] });
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  child.on('close', (status) => process.send({ status }));
});
process.on('disconnect', () => process.exit(0));
process.send('ready');
`;

export class Client {
  readonly #world: World;
  readonly #process: ChildProcess;
  readonly #ready: Promise<unknown>;

  constructor(world: World, env: Readonly<Record<string, string>> = {}) {
    this.#world = world;
    this.#process = spawn(nodeUnderTest, ['-e', PROGRAM], {
      cwd: world.repository,
      env: world.environment(env),
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.#ready = once(this.#process, 'message');
    onTestFinished(() => void this.#process.kill('SIGKILL'));
  }

  /** `environment`: the id for which the client keeps the environment of this start; the session's own where none is named. */
  start(sessionId: string, transcript: string, source: string, environment = sessionId): Promise<void> {
    const file = join(this.#world.root, 'session-env', environment, 'sessionstart-hook-0.sh');
    const input = this.#world.input('SessionStart', sessionId, { transcript_path: transcript, source });
    return this.#hook('session-start', input, { CLAUDE_ENV_FILE: file });
  }

  end(sessionId: string, transcript: string): Promise<void> {
    const change = { transcript_path: transcript, prompt_id: 'p', reason: 'other' };
    return this.#hook('session-end', this.#world.input('SessionEnd', sessionId, change));
  }

  async compacts(sessionId: string, transcript: string): Promise<void> {
    const change = { transcript_path: transcript, prompt_id: 'p', trigger: 'manual', custom_instructions: null };
    await this.#hook('pre-compact', this.#world.input('PreCompact', sessionId, change));
    await this.#world.checkpointsEnded();
  }

  /** kill -9: no hook fires. */
  async killed(): Promise<void> {
    const gone = once(this.#process, 'exit');
    this.#process.kill('SIGKILL');
    await gone;
  }

  async #hook(bundle: HookName, input: object, env: Readonly<Record<string, string>> = {}): Promise<void> {
    await this.#ready;
    const ended = once(this.#process, 'message');
    this.#process.send({ file: join(projectRoot, 'hooks', `${bundle}.cjs`), input: JSON.stringify(input), env });
    const [{ status }] = await ended;
    if (status !== 0) throw new Error(`${bundle} ended with ${status}`);
  }
}
