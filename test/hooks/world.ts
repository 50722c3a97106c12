/**
 * A world for end-to-end tests: a temporary home, state folder and repository, and the built bundles as processes in an
 * environment of its own. Nothing of the person who runs the tests is read or written.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { nodeUnderTest } from '../support/node-under-test.ts';
import { temporaryFolder } from '../temporary-folder.ts';

export const projectRoot = join(import.meta.dirname, '..', '..');
export const fixtures = join(projectRoot, 'test', 'fixtures');

/** Requests that a capture of the design discussion makes: one a type. */
export const DESIGN_ADDS = 4;

export type HookName = 'session-start' | 'session-end' | 'pre-compact';

export interface Finished {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly ms: number;
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Text for stdin; `keepOpen` never closes it. */
  readonly input?: string | Buffer;
  readonly keepOpen?: boolean;
  readonly cwd?: string;
  /** Folder of the bundles; the committed ones by default. */
  readonly bundles?: string;
  readonly nodeArgs?: readonly string[];
  /** `leaves`: whoever reads stdout closes it before a word has come. */
  readonly reader?: 'leaves';
  /** What a pre-compact has started is not waited for. */
  readonly isLeft?: boolean;
}

export class World {
  readonly root = temporaryFolder();
  readonly home = join(this.root, 'home');
  readonly state = join(this.root, 'home', '.mem0', 'hooks');
  readonly repository = join(this.root, 'shop');
  readonly temporary = join(this.root, 'tmp');
  env: Record<string, string | undefined> = {};

  constructor() {
    onTestFinished(() => endBackgroundProcesses(this));
    for (const folder of [this.home, this.temporary]) mkdirSync(folder);
    cpSync(join(fixtures, 'shop-repo'), this.repository, { recursive: true });
    this.git('init', '-q', '-b', 'main');
    this.git('add', '-A');
    this.git('commit', '-q', '-m', 'start');
    this.git('remote', 'add', 'origin', 'git@github.com:acme/shop.git');
  }

  git(...args: string[]): string {
    const identity = ['-c', 'user.name=Mara', '-c', 'user.email=mara@acme.example'];
    return execFileSync('git', [...identity, ...args], {
      cwd: this.repository,
      env: this.environment({}),
      encoding: 'utf8',
    });
  }

  /** Runs a bundle to its end. A process that has not ended after 20 s is killed, and its status is null. */
  run(bundle: HookName | 'mem0-hooks', args: readonly string[], options: RunOptions = {}): Promise<Finished> {
    const file = join(options.bundles ?? join(projectRoot, 'hooks'), `${bundle}.cjs`);
    const started = performance.now();
    const child = spawn(nodeUnderTest, [...(options.nodeArgs ?? []), file, ...args], {
      cwd: options.cwd ?? this.repository,
      env: this.environment(options.env ?? {}),
    });
    return finished(child, started, options);
  }

  /** After a pre-compact it is waited for what that has started, unless `isLeft`. */
  async hook(bundle: HookName, input: object, options: RunOptions = {}): Promise<Finished> {
    const run = await this.run(bundle, [], { input: JSON.stringify(input), ...options });
    if (bundle === 'pre-compact' && options.isLeft !== true) await this.checkpointsEnded();
    return run;
  }

  /** Resolves once nothing makes a session state any more, be it made or not. */
  checkpointsEnded(): Promise<void> {
    return this.until(() => processesOf(this).every((pid) => !isCheckpoint(pid)));
  }

  sessionStart(sessionId: string, source = 'startup', options: RunOptions = {}): Promise<Finished> {
    return this.hook('session-start', this.input('SessionStart', sessionId, { source }), options);
  }

  sessionEnd(sessionId: string, transcript: string, options: RunOptions = {}): Promise<Finished> {
    return this.hook(
      'session-end',
      this.input('SessionEnd', sessionId, { transcript_path: transcript, prompt_id: 'p', reason: 'other' }),
      options,
    );
  }

  preCompact(sessionId: string, transcript: string, options: RunOptions = {}): Promise<Finished> {
    const change = { transcript_path: transcript, prompt_id: 'p', trigger: 'manual', custom_instructions: null };
    return this.hook('pre-compact', this.input('PreCompact', sessionId, change), options);
  }

  input(event: string, sessionId: string, change: object = {}): object {
    return {
      session_id: sessionId,
      transcript_path: join(this.root, 'transcripts', `${sessionId}.jsonl`),
      cwd: this.repository,
      hook_event_name: event,
      ...change,
    };
  }

  /** Resolves once no background process works in the state folder and no session waits to be captured. */
  settled(): Promise<void> {
    return this.until(() => {
      const background = this.names('background');
      return background.includes('free') && this.names('jobs').length === 0;
    });
  }

  /** Looks again and again, since nobody tells when a detached process is done; after 20 s it is an error. */
  async until(holds: () => boolean): Promise<void> {
    const deadline = Date.now() + 20_000;
    while (!holds()) {
      if (Date.now() > deadline) throw new Error('what was waited for did not come');
      await new Promise((resolve) => setTimeout(resolve, 15));
    }
  }

  /** Lets whatever waits in the spool be due now, as if the time until then had passed. */
  makeDue(): void {
    for (const name of this.names('spool/waiting')) {
      const path = join(this.state, 'spool/waiting', name);
      writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), notBefore: 0 }));
    }
  }

  /**
   * The text and the name of every file in the state folder. Not what V8 compiled of the bundles: it is their text, which has examples of
   * secrets in it, and nothing of a session.
   */
  everyFile(): readonly string[] {
    const names = readdirSync(this.state, { recursive: true, encoding: 'utf8' });
    return names
      .filter((name) => !/^code(?:\/|$)/.test(name))
      .map((name) => {
        const path = join(this.state, name);
        return `${name}\n${statSync(path).isFile() ? readFileSync(path, 'latin1') : ''}`;
      });
  }

  /** Leaves what is open of a session as a kill -9 of the client does: its process is gone. */
  ownerGone(sessionId: string): void {
    for (const name of this.names('running').filter((one) => one.startsWith(`${sessionId}.`))) {
      const opened = this.document(`running/${name}`);
      writeFileSync(join(this.state, 'running', name), JSON.stringify({ ...opened, owner: 2 ** 22 + 1 }));
    }
  }

  /** A JSON file of the state folder. */
  document(path: string): Record<string, unknown> {
    return JSON.parse(readFileSync(join(this.state, path), 'utf8'));
  }

  names(folder: string): readonly string[] {
    const path = join(this.state, folder);
    return existsSync(path) ? readdirSync(path) : [];
  }

  receipts(): { readonly items: readonly { type: string; eventId?: string }[]; readonly [key: string]: unknown }[] {
    // Not what is being written just now.
    const names = this.names('receipts').filter((name) => /^[0-9a-z_]+\.json$/.test(name));
    return names.map((name) => JSON.parse(readFileSync(join(this.state, 'receipts', name), 'utf8')));
  }

  /** Of the processes that a person starts here. */
  environment(change: Readonly<Record<string, string | undefined>>): Record<string, string> {
    const all = { PATH: process.env['PATH'], HOME: this.home, TMPDIR: this.temporary, ...this.env, ...change };
    return Object.fromEntries(
      Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    );
  }
}

/**
 * The ids of the processes that this world's hooks have started, they and those that they left in the background. They are found by
 * the temporary folder in their environment, which is theirs alone; where there is no /proc nobody can tell.
 */
export function processesOf({ temporary }: Pick<World, 'temporary'>): readonly number[] {
  if (!existsSync('/proc/self/environ')) return [];
  return readdirSync('/proc').flatMap((name) => {
    try {
      const isOurs =
        /^\d+$/.test(name) && readFileSync(`/proc/${name}/environ`, 'utf8').split('\0').includes(`TMPDIR=${temporary}`);
      return isOurs ? [Number(name)] : [];
    } catch (error) {
      // Ended meanwhile, or not ours to look at.
      if (error instanceof Error && 'code' in error) return [];
      throw error;
    }
  });
}

function isCheckpoint(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes('checkpoint');
  } catch (error) {
    // Ended meanwhile.
    if (error instanceof Error && 'code' in error) return false;
    throw error;
  }
}

/** Ends them, by their ids; where there is no /proc they end by themselves a moment later. */
function endBackgroundProcesses(world: World): void {
  for (const pid of processesOf(world)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      if (!(error instanceof Error && 'code' in error)) throw error;
    }
  }
}

function finished(child: ChildProcess, started: number, options: RunOptions): Promise<Finished> {
  onTestFinished(() => void child.kill('SIGKILL'));
  let stdout = '';
  let stderr = '';
  if (options.reader === 'leaves') child.stdout?.destroy();
  child.stdout?.setEncoding('utf8').on('data', (part: string) => {
    stdout += part;
  });
  child.stderr?.setEncoding('utf8').on('data', (part: string) => {
    stderr += part;
  });
  // A hook that does not read all of its input closes the pipe: that is its right.
  child.stdin?.on('error', () => undefined);
  if (options.input !== undefined) child.stdin?.write(options.input);
  if (options.keepOpen !== true) child.stdin?.end();
  const limit = setTimeout(() => child.kill('SIGKILL'), 20_000);
  return new Promise((resolve) => {
    child.on('close', (status) => {
      clearTimeout(limit);
      resolve({ status, stdout, stderr, ms: performance.now() - started });
    });
  });
}

/** A fixture's transcript, by the run's folder and the beginning of the session id. */
export function transcriptOf(run: string, session = ''): string {
  const top = join(fixtures, 'transcripts', run);
  const found = readdirSync(top, { recursive: true, encoding: 'utf8' }).find(
    (name) =>
      new RegExp(`(^|/)${session}[^/]*\\.jsonl$`).test(name) &&
      !name.includes('subagents') &&
      !name.endsWith('hook-env.jsonl'),
  );
  if (found === undefined) throw new Error(`no transcript in ${run}`);
  return join(top, found);
}

/** The one JSON object that a session start prints. */
export function printed(run: Finished): { systemMessage?: string; hookSpecificOutput?: { additionalContext: string } } {
  return run.stdout === '' ? {} : JSON.parse(run.stdout);
}

/** A transcript of these prompts, in the repository of a world. */
export function transcriptIn(w: World, name: string, prompts: readonly string[]): string {
  const folder = join(w.home, '.claude', 'projects', '-any');
  mkdirSync(folder, { recursive: true });
  const lines = prompts.map((content, n) => ({
    ...{ type: 'user', uuid: `${name}-${n}`, parentUuid: n === 0 ? null : `${name}-${n - 1}`, isSidechain: false },
    ...{ timestamp: `2026-11-30T0${n}:00:00.000Z`, cwd: w.repository, sessionId: name, gitBranch: 'main' },
    ...{ promptSource: 'typed', origin: { kind: 'human' }, message: { role: 'user', content } },
  }));
  const path = join(folder, `${name}.jsonl`);
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return path;
}
