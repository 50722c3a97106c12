/**
 * The surroundings of a scenario: a temporary home, repositories made for it, and the shipped hooks as processes in an environment of
 * their own. Nothing of the person who runs this is read or changed.
 */
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const CONFIG = `[core]
	repositoryformatversion = 0
	fsync = none
[gc]
	auto = 0
[user]
	name = Mara
	email = mara@acme.example
`;

/** The files that every repository begins with. */
const FILES = {
  'src/server.ts': 'export const port = 3000;\n',
  'src/routes/cart.ts': 'export const cart = [];\n',
  'docs/setup.md': '# Setup\n',
  'package.json': '{"name": "shop"}\n',
};

/** The repository with which all of them begin, made once: to copy it is quicker than git is. */
export function firstRepository(root) {
  const world = new RecallWorld(root, undefined, undefined);
  const top = join(root, 'first');
  world.git(root, ['init', '-q', '-b', 'main', top]);
  writeFileSync(join(top, '.git', 'config'), CONFIG);
  write(top, FILES);
  for (const args of [
    ['add', '-A'],
    ['commit', '-q', '-m', 'Tidy up'],
  ])
    world.git(top, args);
  return top;
}

export class RecallWorld {
  constructor(root, hooks, first) {
    this.root = root;
    this.hooks = hooks;
    this.first = first;
    this.home = join(root, 'home');
    this.temporary = join(root, 'tmp');
    this.state = join(this.home, '.mem0', 'hooks');
    for (const folder of [this.home, this.temporary]) mkdirSync(folder, { recursive: true });
  }

  /** A repository in the folder `name`; `git` are commands that are run in it, `{write: {path: text}}` among them writes files. */
  makeRepository({ name = 'shop', remote = 'git@github.com:acme/shop.git', files = {}, git = [] }) {
    const top = join(this.root, name);
    mkdirSync(top);
    if (remote === null) return top;
    cpSync(join(this.first, '.git'), join(top, '.git'), { recursive: true });
    writeFileSync(join(top, '.git', 'config'), `${CONFIG}[remote "origin"]\n\turl = ${remote}\n`);
    write(top, { ...FILES, ...files });
    const isMore = Object.keys(files).length > 0;
    for (const step of [
      ...(isMore
        ? [
            ['add', '-A'],
            ['commit', '-q', '-m', 'Tidy up more'],
          ]
        : []),
      ...git,
    ]) {
      if (Array.isArray(step)) this.git(top, step);
      else write(top, step.write);
    }
    return top;
  }

  git(cwd, args) {
    execFileSync('git', args, { cwd, env: this.environment({}), stdio: ['ignore', 'ignore', 'pipe'] });
  }

  /** The person's own settings file. */
  settings(settings) {
    mkdirSync(dirname(this.state), { recursive: true });
    writeFileSync(join(dirname(this.state), 'settings.json'), JSON.stringify(settings));
  }

  /** Runs a bundle to its end: {status, stdout, stderr}. */
  run(bundle, { args = [], input, cwd, env = {} }) {
    return new Promise((resolve) => {
      const child = spawn(process.execPath, [join(this.hooks, `${bundle}.cjs`), ...args], {
        cwd,
        env: this.environment(env),
      });
      const parts = { stdout: [], stderr: [] };
      for (const name of ['stdout', 'stderr']) child[name].on('data', (part) => parts[name].push(part));
      // A hook that does not read all of its input closes the pipe: that is its right.
      child.stdin.on('error', () => undefined);
      child.stdin.end(input === undefined ? '' : JSON.stringify(input));
      const limit = setTimeout(() => child.kill('SIGKILL'), 30_000);
      child.on('close', (status) => {
        clearTimeout(limit);
        const text = (name) => Buffer.concat(parts[name]).toString('utf8');
        resolve({ status, stdout: text('stdout'), stderr: text('stderr') });
      });
    });
  }

  /** A transcript of these prompts, in the client's format as far as a capture needs it; its path. */
  transcript(session, cwd, prompts) {
    const folder = join(this.home, '.claude', 'projects', '-any');
    mkdirSync(folder, { recursive: true });
    const at = Date.now() - prompts.length * 1000;
    const lines = prompts.map((content, n) => ({
      ...{
        type: 'user',
        uuid: `${session}-${n}`,
        parentUuid: n === 0 ? null : `${session}-${n - 1}`,
        isSidechain: false,
      },
      ...{ timestamp: new Date(at + n * 1000).toISOString(), cwd, sessionId: session, gitBranch: 'main' },
      ...{ promptSource: 'typed', origin: { kind: 'human' }, message: { role: 'user', content } },
    }));
    const path = this.transcriptPath(session);
    writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    return path;
  }

  transcriptPath(session) {
    return join(this.home, '.claude', 'projects', '-any', `${session}.jsonl`);
  }

  /** Resolves once no session waits to be captured, and no background process works in the state folder: unless it cannot end now. */
  async settled({ away = false } = {}) {
    const names = (folder) => (existsSync(join(this.state, folder)) ? readdirSync(join(this.state, folder)) : []);
    const isAtWork = () => !away && existsSync(join(this.state, 'background')) && !names('background').includes('free');
    const end = Date.now() + 30_000;
    while (names('jobs').length + names('checkpoints').length > 0 || isAtWork()) {
      if (Date.now() > end) throw new Error('the background process did not end');
      await new Promise((resolve) => setTimeout(resolve, 15));
    }
  }

  /**
   * Ends what the hooks have left in the background, by its ids: it is known by the temporary folder in its environment, which is this
   * world's alone. Where there is no /proc it ends by itself.
   */
  endBackground() {
    if (!existsSync('/proc/self/environ')) return;
    for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
      try {
        const isOurs = readFileSync(`/proc/${name}/environ`, 'utf8').split('\0').includes(`TMPDIR=${this.temporary}`);
        if (isOurs) process.kill(Number(name), 'SIGKILL');
      } catch (error) {
        // Ended meanwhile, or not ours to look at.
        if (!(error instanceof Error && 'code' in error)) throw error;
      }
    }
  }

  environment(more) {
    const all = {
      PATH: process.env.PATH,
      HOME: this.home,
      TMPDIR: this.temporary,
      USER: 'mara',
      LOGNAME: 'mara',
      ...more,
    };
    return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  }
}

function write(top, files) {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(top, name)), { recursive: true });
    writeFileSync(join(top, name), text);
  }
}
