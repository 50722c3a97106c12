/** Where a trial happens: its own state folder, its own server before the platform, and hooks that are started as the client does. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startFront } from './platform.mjs';

/** No process of ours works that long here. */
const LONGEST_MS = 60_000;

const EVENTS = { 'session-start': 'SessionStart', 'session-end': 'SessionEnd', 'pre-compact': 'PreCompact' };

export class Scene {
  /** `world`: hooks, root, repository, platform. `stop`: the moment and what strikes then; `trouble`: of the platform. */
  constructor(world, { name, stop, trouble = 'fine' }) {
    Object.assign(this, { world, name, stop, trouble, clockMs: 0, problems: [] });
    this.folder = join(world.root, 'trials', name);
    this.state = join(this.folder, 'state');
    mkdirSync(join(this.folder, 'tmp'), { recursive: true });
    this.configure({ stop, skipAnswers: trouble === 'slow' });
  }

  async open() {
    const { trouble } = this;
    const onMoment = (moment, n) => this.#strikeFromOutside(moment, n);
    this.front = await startFront(this.world.platform, { trouble: trouble === 'away' ? 'fine' : trouble, onMoment });
    if (trouble === 'away') await this.front.goAway();
  }

  async close() {
    for (const pid of this.living()) kill(pid, 'SIGKILL');
    await this.rest();
    await this.front.goAway();
  }

  /** From now on all is well with the platform, the disk and the clock, and nothing strikes any more. */
  async calm() {
    if (this.trouble === 'away') await this.front.comeBack();
    this.front.trouble = 'fine';
    this.configure({});
  }

  /** What the processes that start from now on meet. */
  configure({ stop, skipAnswers = false }) {
    const { folder, clockMs } = this;
    writeFileSync(join(folder, 'trial.json'), JSON.stringify({ folder, clockMs, stop, skipAnswers }));
  }

  /** As if so much time had passed. */
  later(ms) {
    this.clockMs += ms;
    this.configure({});
  }

  transcript(session) {
    return join(this.folder, `${session}.jsonl`);
  }

  /**
   * Runs a hook to its end and resolves with what it printed. `owned`: a shell of its own owns the session, and is gone when the hook has
   * ended, as a killed client is. `mayDie`: a signal may end it.
   */
  async hook(bundle, session, more, { owned = false, mayDie = false } = {}) {
    const input = {
      session_id: session,
      transcript_path: this.transcript(session),
      cwd: this.world.repository,
      hook_event_name: EVENTS[bundle],
      ...more,
    };
    const preload = join(import.meta.dirname, 'stop-points.cjs');
    const node = [process.execPath, '--require', preload, join(this.world.hooks, `${bundle}.cjs`)];
    const quoted = node.map((one) => `'${one}'`).join(' ');
    const [file, ...args] = owned ? ['/bin/sh', '-c', `${quoted}; exit $?`] : node;
    // A group of its own, so that a signal to it does not reach us.
    const child = spawn(file, args, { cwd: this.world.repository, env: this.#environment(), detached: true });
    let output = '';
    let complaint = '';
    child.stdout.on('data', (part) => (output += part));
    child.stderr.on('data', (part) => (complaint += part));
    child.stdin.on('error', () => undefined);
    child.stdin.end(JSON.stringify(input));
    const [status, signal] = await new Promise((resolve) => child.on('close', (...ended) => resolve(ended)));
    if (status !== 0 && !(mayDie && signal !== null))
      this.problems.push(`${bundle} ended with ${status ?? signal}: ${complaint.slice(0, 300)}`);
    if (output !== '' && !isJsonObject(output)) this.problems.push(`${bundle} printed: ${output.slice(0, 200)}`);
    return output;
  }

  /** Resolves when none of the processes that this trial has started is left. */
  async rest() {
    const deadline = Date.now() + LONGEST_MS;
    while (this.living().length > 0) {
      if (Date.now() > deadline) throw new Error(`${this.name}: a process works for more than a minute`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  /** Process ids, the newest last. */
  living(role) {
    const begun = this.#told('began').filter((one) => role === undefined || one[0] === role);
    return [...new Set(begun.map(([, pid]) => Number(pid)))].filter(isRunning);
  }

  /** True when the moment has come, and the first time only. */
  strikesNow() {
    const path = join(this.folder, 'stopped');
    if (existsSync(path)) return false;
    writeFileSync(path, '');
    return true;
  }

  /** Whether the moment has come. */
  wasStruck() {
    return existsSync(join(this.folder, 'stopped'));
  }

  /** What went wrong, and whether the moment came: a trial in which it never does has tried nothing. */
  outcome(problems) {
    const { stop } = this;
    const came = stop === undefined || this.wasStruck();
    const missed = came || stop.optional ? [] : [`never came to "${stop.moment}" of ${stop.role}`];
    return { came, problems: [...this.problems, ...missed, ...problems, ...this.#leftovers()] };
  }

  /** What is left to do, which is nothing when all is well. */
  #leftovers() {
    const folders = [
      'jobs',
      'checkpoints',
      'spool/waiting',
      'spool/claimed',
      'spool/accepted',
      'spool/parked',
      'spool/journal',
    ];
    return folders.flatMap((folder) => this.names(folder).map((name) => `left: ${folder}/${name}`));
  }

  names(folder) {
    const path = join(this.state, folder);
    return existsSync(path) ? readdirSync(path).filter((name) => !name.endsWith('.tmp')) : [];
  }

  #told(word) {
    const path = join(this.folder, 'told');
    const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
    return lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.split(' ').slice(1));
  }

  /** The server's moments: whoever waits for its answer just then is struck. */
  async #strikeFromOutside(moment, n) {
    const { stop } = this;
    if (stop?.signal === undefined || stop.moment !== moment || stop.nth !== n) return;
    const pid = this.living(stop.role).at(-1);
    if (pid === undefined || !this.strikesNow()) return;
    // It leads its group, and has no children while it waits for an answer.
    kill(stop.to === 'group' ? -pid : pid, stop.signal);
    while (isRunning(pid)) await new Promise((resolve) => setTimeout(resolve, 2));
  }

  #environment() {
    return {
      PATH: process.env.PATH,
      HOME: join(this.folder),
      TMPDIR: join(this.folder, 'tmp'),
      MEM0_HOOKS_HOME: this.state,
      MEM0_TRIAL: join(this.folder, 'trial.json'),
      MEM0_BASE_URL: this.front.origin,
      MEM0_API_KEY: this.world.platform.key,
      MEM0_USER_ID: `${this.name}@trial.example`,
    };
  }
}

function isJsonObject(text) {
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}

/** A process that has ended and that nobody has asked about is no process any more. */
function isRunning(pid) {
  try {
    process.kill(pid, 0);
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return !/^[ZX]/.test(text.slice(text.lastIndexOf(')') + 2));
  } catch {
    return false;
  }
}

export function kill(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}
