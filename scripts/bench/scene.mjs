/**
 * Around a hook that is measured: a home, a state folder that is put back before each run, a repository, and an environment in which
 * nothing is of the person who measures.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './library.mjs';
import { KEY } from './platform.mjs';
import { run } from './run.mjs';

let scenes = 0;
let sessions = 0;

export class Scene {
  /** `platform`: with a key and its address; without one everything is local. `repository`: its folder; by default a small one. */
  constructor(bench, { platform, repository, env = {}, node = process.execPath } = {}) {
    this.ground = bench.ground;
    this.node = node;
    this.root = bench.ground.folder(`scene-${++scenes}`);
    this.home = join(this.root, 'home');
    this.state = join(this.home, '.mem0', 'hooks');
    mkdirSync(this.home);
    this.repository = repository ?? smallRepository(bench);
    const reached = platform === undefined ? {} : { MEM0_API_KEY: KEY, MEM0_BASE_URL: platform.origin };
    const { PATH, SYSTEMROOT } = process.env;
    this.env = {
      PATH,
      SYSTEMROOT,
      HOME: this.home,
      USERPROFILE: this.home,
      TMPDIR: bench.ground.temporary,
      ...reached,
      ...env,
    };
    // An empty program, and not `-e`: it is read from a file, as a hook is.
    this.empty = join(bench.ground.root, 'empty.cjs');
    writeFileSync(this.empty, '');
  }

  /** A process that does nothing, as the same client would start it; `more` milliseconds are added, which a platform takes. */
  async nothing(more = 0) {
    const { ms } = await this.#run([this.empty], { input: this.#input('SessionStart', 'none', {}) });
    return { ms: ms + more };
  }

  /** One hook of a session of its own, unless it is named. */
  hook(name, event, { session = `bench-${++sessions}`, input = {}, usage = false } = {}) {
    const bundle = join(ROOT, 'hooks', `${name}.cjs`);
    return this.#run([bundle], { input: this.#input(event, session, input), usage });
  }

  start(how = {}) {
    return this.hook('session-start', 'SessionStart', { ...how, input: { source: 'startup' } });
  }

  end(transcript) {
    const input = { transcript_path: transcript, prompt_id: 'p', reason: 'prompt_input_exit' };
    return this.hook('session-end', 'SessionEnd', { input });
  }

  preCompact(transcript, how = {}) {
    const input = { transcript_path: transcript, prompt_id: 'p', trigger: 'auto', custom_instructions: null };
    return this.hook('pre-compact', 'PreCompact', { ...how, input });
  }

  /** A pre-compact, and the process that it starts: `ms` until the session state is there, since that is what the next start waits for. */
  async compacted(transcript) {
    const session = `bench-${++sessions}`;
    const started = Date.now();
    const taken = await this.preCompact(transcript, { session });
    await this.settled();
    const { mtimeMs } = statSync(join(this.state, 'session-states', `${session}.json`));
    return { ...taken, ms: mtimeMs - started, hookMs: taken.ms };
  }

  /** What a capture would send: the work of the background, and nothing is sent. */
  preview(transcript, { usage = false } = {}) {
    return this.#run([join(ROOT, 'hooks', 'mem0-hooks.cjs'), 'preview', '--transcript', transcript, '--json'], {
      usage,
    });
  }

  /** Any other program, in the same surroundings. */
  program(args, how = {}) {
    return this.#run(args, how);
  }

  #run(args, how) {
    return run({ ground: this.ground, node: this.node, args, cwd: this.repository, env: this.env, ...how });
  }

  #input(event, session, more) {
    const transcript = join(this.root, `${session}.jsonl`);
    return JSON.stringify({
      session_id: session,
      transcript_path: transcript,
      cwd: this.repository,
      hook_event_name: event,
      ...more,
    });
  }

  /** Keeps the state folder as it is now. */
  keep() {
    rmSync(this.#kept, { recursive: true, force: true });
    cpSync(this.state, this.#kept, { recursive: true, filter: (path) => path !== join(this.state, 'code') });
  }

  /** The state folder as it was kept: the hundredth run finds what the first one found. Compiled code stays, as it does for a person. */
  putBack() {
    const names = existsSync(this.state) ? readdirSync(this.state) : [];
    for (const name of names.filter((one) => one !== 'code'))
      rmSync(join(this.state, name), { recursive: true, force: true, maxRetries: 20, retryDelay: 20 });
    if (existsSync(this.#kept)) cpSync(this.#kept, this.state, { recursive: true });
  }

  get #kept() {
    return join(this.root, 'kept');
  }

  /** Resolves once nothing works in the background any more: it would take the processor of what is measured next. */
  async settled() {
    const names = (folder) => (existsSync(join(this.state, folder)) ? readdirSync(join(this.state, folder)) : []);
    const isHeld = () => names('background').length > 0 && !names('background').includes('free');
    const isBusy = () => names('jobs').length > 0 || isHeld() || this.ground.processes().length > 0;
    for (const until = Date.now() + 60_000; isBusy(); ) {
      if (Date.now() > until) throw new Error('the background process did not end');
      await new Promise((resolve) => setTimeout(resolve, 15));
    }
  }
}

/** A person's settings of git are not read: `env` has another home. */
export function gitIn(cwd, args, options = {}) {
  const env = { PATH: process.env.PATH, HOME: cwd, GIT_CONFIG_NOSYSTEM: '1' };
  const identity = ['-c', 'user.name=Bench', '-c', 'user.email=bench@acme.example', '-c', 'gc.auto=0'];
  return execFileSync('git', [...identity, ...args], { cwd, env, stdio: ['ignore', 'ignore', 'pipe'], ...options });
}

function smallRepository({ ground }) {
  return ground.once('shop', () => {
    const top = join(ground.root, 'shop');
    cpSync(join(ROOT, 'test', 'fixtures', 'shop-repo'), top, { recursive: true });
    commitAll(top);
    return top;
  });
}

/** Makes a repository of a folder, with the remote of the project that the memories are of. */
export function commitAll(top) {
  gitIn(top, ['init', '-q', '-b', 'main']);
  gitIn(top, ['add', '-A']);
  gitIn(top, ['commit', '-q', '-m', 'Start the shop']);
  gitIn(top, ['remote', 'add', 'origin', 'git@github.com:acme/shop.git']);
}
