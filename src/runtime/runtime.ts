/**
 * The composition root: settings, folder, clock and processes of this run. What loads slowly (network, database, git) is put
 * together by those who need it (`platform`, `surroundings`, `*-ports`), not here. Beside it only the runners look at the
 * environment, for the switch that comes before everything.
 */
import { existsSync, writeSync } from 'node:fs';
import { homedir, tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import type { Config, ConfigProblem } from '../contract/config.ts';
import { asFailure, Failure, type FaultCode } from '../contract/failure.ts';
import type { Settings } from '../contract/read-config.ts';
import { sha256 } from '../core/sha256.ts';
import { StateFolder } from '../io/file-store.ts';
import { debugLog, type Log, silentLog } from '../io/log.ts';
import { ownFileIn, readOwnFile, stampOf } from '../io/settings-files.ts';
import { UNSETTLED } from '../spool/belonging.ts';
import { Jobs } from '../spool/jobs.ts';
import { Ledger } from '../spool/ledger.ts';
import type { RefugeParents } from '../spool/refuge.ts';
import { FaultLog } from '../state/faults.ts';
import { bundleFolder } from './processes/bundle-folder.ts';
import { childEnvironment } from './processes/child-environment.ts';
import { hasOwner } from './processes/processes.ts';
import { settingsHere } from './settings-here.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export class Runtime {
  readonly env: NodeJS.ProcessEnv = process.env;
  readonly config: Config;
  readonly problems: readonly ConfigProblem[];
  /** Where each setting came from. */
  readonly origins: Settings['origins'];
  /** Keys in the person's file that are not known here. */
  readonly unknown: Settings['unknown'];
  readonly folder: StateFolder;
  readonly faults: FaultLog;
  readonly ledger: Ledger;
  readonly jobs: Jobs;
  readonly startedAt = Date.now();
  readonly home: string | undefined;
  readonly log: Log;

  readonly #stamp: string;
  readonly #keyHashes = new Map<string, string>();

  constructor() {
    // A library in the bundle (simple-git's) prints to stderr when it is set, addresses with tokens among it.
    delete process.env['DEBUG'];
    // Not heeded (`mem0/transport`), and Node prints a warning on stderr when it is set.
    delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    this.home = homeFolder();
    this.#stamp = this.#stampOfSettings();
    const file = this.home === undefined ? undefined : readOwnFile(ownFileIn(this.home));
    const { config, problems, origins, unknown } = settingsHere(this.env, file);
    this.config = config;
    this.problems = problems;
    this.origins = origins;
    this.unknown = unknown;
    this.log = config.debug
      ? debugLog(
          (line) => void writeSync(2, line),
          () => Date.now(),
        )
      : silentLog();
    const home = this.home ?? refusedHome();
    const folder = config.stateFolder ?? join(home, '.mem0', 'hooks');
    this.folder = new StateFolder(folder.startsWith('~/') ? join(home, folder.slice(2)) : folder);
    this.faults = new FaultLog(this.folder);
    this.ledger = new Ledger(this.folder, hasOwner);
    this.jobs = new Jobs(this.folder);
  }

  /**
   * The id for which the client keeps the environment of this session start. It is another one than the session's where a fork
   * begins, and now and then where none does (client contract §1, measured). Only what is an id of the client is taken for one.
   */
  get idOfEnvironment(): string | undefined {
    const [file, id, folder] = (this.env['CLAUDE_ENV_FILE'] ?? '').split(/[\\/]/).reverse();
    return file !== '' && folder === 'session-env' && id !== undefined && UUID.test(id) ? id : undefined;
  }

  /** Ids that sort by time, never repeat, and say nothing: 9 digits of base 36 reach the year 5188. */
  newId(): string {
    const random = Math.floor(Math.random() * 36 ** 8)
      .toString(36)
      .padStart(8, '0');
    return `${Date.now().toString(36).padStart(9, '0')}_${process.pid.toString(36)}${random}`;
  }

  /**
   * Where this process sends: an item of the spool goes to the destination that it was meant for and nowhere else. With a key
   * or a base URL that cannot be used it is one to which nothing can be sent, `?` and the key.
   */
  get destination(): string {
    const { apiKey, origin, unsettled } = this.config;
    // A key of the environment comes before the file's, whatever that says; at which host it is, only the file may know.
    if (unsettled) return apiKey === undefined ? UNSETTLED : `?#${this.keyHash(apiKey)}`;
    return apiKey === undefined ? 'local' : `${origin ?? '?'}#${this.keyHash(apiKey)}`;
  }

  /** Whether the person's own file has changed since it was read: what a process that lives for minutes goes by may be denied by now. */
  hasStaleSettings(): boolean {
    return this.#stampOfSettings() !== this.#stamp;
  }

  #stampOfSettings(): string {
    return this.home === undefined ? '' : stampOf(ownFileIn(this.home));
  }

  /** Whether the person has lists of what may be remembered where. */
  get hasLists(): boolean {
    const { deny, allow } = this.config;
    return [deny, allow].some(({ paths, projects }) => paths.length > 0 || projects.length > 0);
  }

  /** Whether projects are among them: which one a folder is, only git may know. */
  get listsProjects(): boolean {
    return this.config.deny.projects.length > 0 || this.config.allow.projects.length > 0;
  }

  /** Whether anything can be sent with these settings: not while the person's own file may say that it must not be. */
  get canSend(): boolean {
    return !this.config.held && (this.config.apiKey === undefined || this.config.origin !== undefined);
  }

  /** Tells keys apart without giving anything of them away. */
  keyHash(apiKey: string): string {
    const known = this.#keyHashes.get(apiKey) ?? sha256(`mem0-hooks\0${apiKey}`).slice(0, 16);
    this.#keyHashes.set(apiKey, known);
    return known;
  }

  /** The user of the local platform. */
  get localUser(): string {
    return `${this.login}@localhost`;
  }

  get login(): string {
    try {
      return userInfo().username;
    } catch (error) {
      // A user id without a name (containers): the system call fails, and the id is as good.
      this.log('identity', { reason: asFailure(error).reason });
      return `user-${process.getuid?.() ?? 0}`;
    }
  }

  /** Notes a fault for the next start. When even that cannot be written, the next start finds the folder unusable itself. */
  fault(code: FaultCode, error?: unknown): void {
    this.log('fault', { code, ...(error === undefined ? {} : { reason: asFailure(error).reason }) });
    if (this.config.dryRun) return;
    try {
      this.faults.note({ code, at: new Date().toISOString() });
    } catch (failure) {
      this.log('fault', { reason: asFailure(failure).reason });
    }
  }

  /**
   * Starts the background process and does not wait for it. It survives the kill that ends the client's hooks, because its
   * parent is gone by then (client contract §3).
   * `ownJob` is the name of the job that it is started for, if it is for one.
   */
  startBackground(ownJob?: string): void {
    this.startCommand('drain', ownJob);
  }

  /** The same for any command of `mem0-hooks.cjs`, with a document's name; throws where that is not there. @returns whether the system let it start */
  startCommand(command: string, name?: string): boolean {
    // With the flags of this Node: what it has or lacks, the other has or lacks as well.
    const args = [...process.execArgv, commandBundle(), command, ...(name === undefined ? [] : [name])];
    // Loaded where a process is started: most starts of a session start none.
    const { spawn } = process.getBuiltinModule('node:child_process');
    const refused = (error: unknown) => this.log('background', { reason: asFailure(error).reason });
    try {
      const child = spawn(process.execPath, args, {
        detached: true,
        stdio: 'ignore',
        // Not the session's folder: it may be gone, and a process that stands in a folder keeps it busy.
        cwd: bundleFolder(),
        env: this.#childEnvironment(),
        windowsHide: true,
      });
      child.on('error', refused);
      child.unref();
      return child.pid !== undefined;
    } catch (error) {
      // Some refusals are thrown, and others told later.
      if (!(error instanceof Error && 'syscall' in error)) throw error;
      refused(error);
      return false;
    }
  }

  /** Runs such a command in this very process, which it ends. Throws where that is not there. */
  runHere(command: string, name: string): void {
    const bundle = commandBundle();
    process.argv = [process.execPath, bundle, command, name];
    process.getBuiltinModule('node:module').createRequire(bundle)(bundle);
  }

  /** Runs a command of `mem0-hooks.cjs` and waits for it, `timeout` ms at most; what it prints on stderr is seen here. */
  runInForeground(command: string, input: string, timeout?: number): void {
    const { spawnSync } = process.getBuiltinModule('node:child_process');
    spawnSync(process.execPath, [...process.execArgv, commandBundle(), command], {
      input,
      stdio: ['pipe', 'ignore', 'inherit'],
      cwd: bundleFolder(),
      env: this.#childEnvironment(),
      windowsHide: true,
      ...(timeout === undefined ? {} : { timeout, killSignal: 'SIGKILL' as const }),
    });
  }

  /** With the state folder as it was understood here, whatever the other process's home and folder are. */
  #childEnvironment(): Record<string, string> {
    return { ...childEnvironment(this.env), MEM0_HOOKS_HOME: this.folder.root };
  }

  /** Folders where jobs go when the state folder cannot take them, or may have gone earlier. */
  get refugeParents(): RefugeParents {
    return { pluginData: this.env['CLAUDE_PLUGIN_DATA'], temporary: tmpdir(), stateFolder: this.folder.root };
  }
}

function homeFolder(): string | undefined {
  for (const find of [homedir, () => userInfo().homedir]) {
    try {
      const home = find();
      if (home !== '') return home;
    } catch {
      // No HOME and no entry in the user database: there are containers without either. The next way is tried.
    }
  }
  return undefined;
}

/** Without any home there is no state folder; a path that cannot exist makes every use of it fail with a reason. */
function refusedHome(): string {
  return '/dev/null';
}

/** The bundle that holds the work of the background. */
function commandBundle(): string {
  const bundle = join(bundleFolder(), 'mem0-hooks.cjs');
  if (!existsSync(bundle)) throw new Failure('missing', 'mem0-hooks.cjs is not beside this bundle');
  return bundle;
}
