/**
 * The surroundings of one case: a temporary home, a git repository with the case's files, the transcript, and the shipped command as a
 * process of its own. No key, so the local platform; nothing is sent.
 */
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { dryRunOf } from './dry-run.mjs';

const CONFIG = `[core]
	repositoryformatversion = 0
	fsync = none
[gc]
	auto = 0
[user]
	name = Mara
	email = mara@acme.example
[remote "origin"]
	url = git@github.com:acme/NAME.git
`;

export class World {
  constructor(hooks) {
    this.hooks = hooks;
    this.root = realpathSync(mkdtempSync(join(tmpdir(), 'score-capture-')));
    this.home = join(this.root, 'home');
    this.temporary = join(this.root, 'tmp');
    for (const folder of [this.home, this.temporary, this.folder('repositories'), this.folder('transcripts')])
      mkdirSync(folder);
    // Each repository begins as a copy of this one, which is quicker than a process.
    execFileSync('git', ['init', '-q', '-b', 'main', this.folder('empty')], { env: this.#environment({}) });
    this.call = this.#hasPreview() ? previewOf : dryRunOf;
  }

  folder(name) {
    return join(this.root, name);
  }

  repositoryOf(id) {
    return join(this.folder('repositories'), id);
  }

  makeRepository(id, files) {
    const top = this.repositoryOf(id);
    mkdirSync(top);
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(top, name)), { recursive: true });
      writeFileSync(join(top, name), text);
    }
    const git = (...args) => execFileSync('git', args, { cwd: top, env: this.#environment({}) });
    cpSync(join(this.folder('empty'), '.git'), join(top, '.git'), { recursive: true });
    writeFileSync(join(top, '.git', 'config'), CONFIG.replace('NAME', id));
    git('add', '-A');
    git('commit', '-q', '--allow-empty', '-m', 'start');
    return top;
  }

  /** What a capture of this transcript would send. */
  async captured(id, sessionId, transcript, env) {
    const transcriptPath = join(this.folder('transcripts'), `${sessionId}.jsonl`);
    writeFileSync(transcriptPath, transcript);
    const repository = this.repositoryOf(id);
    const { args, env: more, input, read } = this.call({ hooks: this.hooks, repository, sessionId, transcriptPath });
    const ended = await run(args, { cwd: repository, env: this.#environment({ ...env, ...more }), input });
    // A session of one slash command: the preview says so and ends with 1. A statement that got lost so is still a miss.
    if (ended.stderr.includes('nothing was said in it')) return { requests: [], wellFormed: ended.wellFormed };
    if (ended.status !== 0)
      return {
        requests: [],
        wellFormed: ended.wellFormed,
        error: `exit status ${ended.status}: ${ended.stderr.slice(0, 300)}`,
      };
    return { ...read(ended), wellFormed: ended.wellFormed };
  }

  close() {
    rmSync(this.root, { recursive: true, force: true });
  }

  #environment(more) {
    return { PATH: process.env.PATH, HOME: this.home, TMPDIR: this.temporary, USER: 'mara', LOGNAME: 'mara', ...more };
  }

  #hasPreview() {
    const help = execFileSync(process.execPath, [join(this.hooks, 'mem0-hooks.cjs'), '--help'], {
      env: this.#environment({}),
      encoding: 'utf8',
    });
    return help.includes('mem0-hooks preview');
  }
}

function previewOf({ hooks, transcriptPath }) {
  return {
    args: [join(hooks, 'mem0-hooks.cjs'), 'preview', '--transcript', transcriptPath, '--json'],
    env: {},
    read: ({ stdout }) => JSON.parse(stdout),
  };
}

function run(args, { cwd, env, input = '' }) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd, env });
    const parts = { stdout: [], stderr: [] };
    for (const name of ['stdout', 'stderr']) child[name].on('data', (part) => parts[name].push(part));
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    const limit = setTimeout(() => child.kill('SIGKILL'), 60_000);
    child.on('close', (status) => {
      clearTimeout(limit);
      const bytes = { stdout: Buffer.concat(parts.stdout), stderr: Buffer.concat(parts.stderr) };
      const wellFormed = Object.values(bytes).every((each) => Buffer.from(each.toString('utf8')).equals(each));
      resolve({ status, stdout: bytes.stdout.toString(), stderr: bytes.stderr.toString(), wellFormed });
    });
  });
}
