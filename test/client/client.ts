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
}

export class Client {
  readonly world: World;
  readonly model: Model;
  /** Folders of the plugins with which it is started: this repository's, and what a scenario adds. */
  plugins: readonly string[] = [projectRoot];
  /** Whether tools run without asking. */
  asks = false;

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

  /** The command line of a session. */
  command(args: readonly string[]): readonly [string, ...string[]] {
    const plugins = this.plugins.flatMap((folder) => ['--plugin-dir', folder]);
    const mode = this.asks ? ['--permission-mode', 'default'] : ['--dangerously-skip-permissions'];
    return this.words(...plugins, ...mode, ...args);
  }

  /** The client's program, with these words behind it. */
  words(...args: readonly string[]): readonly [string, ...string[]] {
    const [file = '', ...first] = inject('client');
    return [file, ...first, ...args];
  }

  /** One session in print mode, to its end. */
  print(prompt: string, options: PrintOptions = {}): Promise<Printed> {
    const { args = [], ...rest } = options;
    return this.run(this.command(['-p', prompt, ...args]), rest);
  }

  run(
    [file, ...args]: readonly [string, ...string[]],
    { cwd = this.world.repository, env = {} }: Omit<PrintOptions, 'args'> = {},
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

  /** The transcripts of sessions that the client has written. */
  transcripts(): readonly string[] {
    return this.#files().filter((path) => !path.includes('subagents'));
  }

  /** Lines of all transcripts of sessions, as the client wrote them. */
  lines(): readonly Readonly<Record<string, unknown>>[] {
    return this.transcripts().flatMap(linesIn);
  }

  /** Lines of what sub-agents said and did. */
  linesOfAgents(): readonly Readonly<Record<string, unknown>>[] {
    return this.#files()
      .filter((path) => path.includes('subagents'))
      .flatMap(linesIn);
  }

  #files(): readonly string[] {
    const top = join(this.world.home, '.claude', 'projects');
    if (!existsSync(top)) return [];
    return readdirSync(top, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.jsonl'))
      .map((name) => join(top, name));
  }
}

function linesIn(path: string): readonly Readonly<Record<string, unknown>>[] {
  return (
    readFileSync(path, 'utf8')
      .split('\n')
      // The last one may be written just now.
      .slice(0, -1)
      .map((line) => JSON.parse(line))
  );
}
