/**
 * The real Claude Code in a world of its own: an isolated home, no real key, loopback only, this repository as its plugin. In print
 * mode as a process; interactive on a screen (`screen`). Whatever it starts is ended with the test, by process id.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { projectRoot, World } from '../hooks/world.ts';
import { type Model, playModel } from './model.ts';

/** Any word will do; it goes to the stand-in alone. */
const MODEL_KEY = 'made-up-key-of-the-model-0123456789';

/** A client that does nothing for so long hangs. */
const LONGEST_MS = 90_000;

export interface Printed {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly ms: number;
}

export interface PrintOptions {
  readonly cwd?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Where the plugin does not come from the folder of this repository. */
  readonly plugin?: 'none';
}

export class Client {
  readonly world: World;
  readonly model: Model;

  private constructor(world: World, model: Model) {
    this.world = world;
    this.model = model;
  }

  static async inNewWorld(): Promise<Client> {
    const client = new Client(new World(), await playModel());
    client.#settleHome();
    return client;
  }

  /** Without a dialog at the first start (client contract §5). */
  #settleHome(): void {
    const { home, repository } = this.world;
    mkdirSync(join(home, '.claude'), { recursive: true });
    const trusted = { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true };
    const state = {
      ...{ hasCompletedOnboarding: true, theme: 'dark', bypassPermissionsModeAccepted: true },
      customApiKeyResponses: { approved: [MODEL_KEY.slice(-20)], rejected: [] },
      projects: { [repository]: trusted },
    };
    writeFileSync(join(home, '.claude.json'), JSON.stringify(state));
    const settings = { skipDangerousModePermissionPrompt: true };
    writeFileSync(join(home, '.claude', 'settings.json'), JSON.stringify(settings));
  }

  environment(more: Readonly<Record<string, string>> = {}): Record<string, string> {
    return this.world.environment({
      ...{
        TERM: 'xterm-256color',
        LANG: 'C.UTF-8',
        ANTHROPIC_BASE_URL: this.model.origin,
        ANTHROPIC_API_KEY: MODEL_KEY,
      },
      ...{ CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1', DISABLE_AUTOUPDATER: '1', IS_SANDBOX: '1' },
      ...more,
    });
  }

  command(args: readonly string[], plugin?: 'none'): readonly [string, ...string[]] {
    const [file = '', ...first] = inject('client');
    const ours = plugin === 'none' ? [] : ['--plugin-dir', projectRoot];
    return [file, ...first, ...ours, '--dangerously-skip-permissions', ...args];
  }

  /** One session in print mode, to its end. */
  print(prompt: string, options: PrintOptions = {}): Promise<Printed> {
    const { args = [], env = {}, cwd = this.world.repository, plugin } = options;
    return this.run(this.command(['-p', prompt, ...args], plugin), { cwd, env });
  }

  run(
    [file, ...args]: readonly [string, ...string[]],
    { cwd = this.world.repository, env = {} }: Pick<PrintOptions, 'cwd' | 'env'> = {},
  ): Promise<Printed> {
    const started = performance.now();
    const child = spawn(file, args, { cwd, env: this.environment(env), stdio: ['ignore', 'pipe', 'pipe'] });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      stdout += part;
    });
    child.stderr.setEncoding('utf8').on('data', (part: string) => {
      stderr += part;
    });
    const limit = setTimeout(() => child.kill('SIGKILL'), LONGEST_MS);
    return new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (status) => {
        clearTimeout(limit);
        resolve({ status, stdout, stderr, ms: performance.now() - started });
      });
    });
  }

  /** The transcripts that the client has written, newest last. */
  transcripts(): readonly string[] {
    const top = join(this.world.home, '.claude', 'projects');
    if (!existsSync(top)) return [];
    return readdirSync(top, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.jsonl') && !name.includes('subagents'))
      .map((name) => join(top, name));
  }

  /** Lines of all transcripts, as the client wrote them. */
  lines(): readonly Readonly<Record<string, unknown>>[] {
    return this.transcripts().flatMap((path) =>
      readFileSync(path, 'utf8')
        .split('\n')
        // The last one may be written just now.
        .slice(0, -1)
        .map((line) => JSON.parse(line)),
    );
  }
}
