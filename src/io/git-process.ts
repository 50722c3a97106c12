/**
 * Git as a program, through simple-git, for questions that the files leave open. The repository may be hostile: nothing that
 * its configuration names is started, nothing is fetched, nothing written, nobody is asked for a password, and every answer
 * has a time limit. Only commands that read are run.
 * Out of scope: which questions there are (`git`, `work-tree`).
 */
import { delimiter, isAbsolute } from 'node:path';
import type { Environment } from './git-files.ts';

/** Runs one git command; resolves with its output, or undefined when it failed, is missing, or was too slow. Never rejects. */
export type Git = (args: readonly string[]) => Promise<string | undefined>;

/** Settings that would start a program in a command that reads. */
const NEUTRAL = [
  // Asked for changed files by whatever looks at the index. Empty is off in every version: before 2.36 a word was a program.
  'core.fsmonitor=',
  'core.hooksPath=/dev/null',
  'core.pager=cat',
  'core.untrackedCache=false',
];

const FIXED: Readonly<Record<string, string>> = {
  GIT_TERMINAL_PROMPT: '0',
  GIT_OPTIONAL_LOCKS: '0',
  // A partial clone would fetch what is missing, by programs that its configuration names. No protocol has this name.
  GIT_NO_LAZY_FETCH: '1',
  GIT_ALLOW_PROTOCOL: 'none',
  // History as every clone has it: no clone gets another's replacements.
  GIT_NO_REPLACE_OBJECTS: '1',
  LC_ALL: 'C',
};

/** The person's own settings of where things are; the child gets nothing else of the environment, so no key and no token. */
const PASSED = [
  'HOME',
  'XDG_CONFIG_HOME',
  'USERPROFILE',
  'HOMEDRIVE',
  'HOMEPATH',
  'SYSTEMROOT',
  'GIT_DIR',
  'GIT_WORK_TREE',
  'GIT_COMMON_DIR',
  'GIT_CEILING_DIRECTORIES',
  'GIT_DISCOVERY_ACROSS_FILESYSTEM',
  'GIT_CONFIG_GLOBAL',
  'GIT_CONFIG_SYSTEM',
  'GIT_CONFIG_NOSYSTEM',
  'GIT_CONFIG_COUNT',
];

/**
 * simple-git blocks settings of these kinds whatever their value. Ours are constants that switch things off; paths and count
 * are the person's own environment, and of the settings given by count only rewritten URLs (and what is off anyway) pass.
 */
const NARROWED = {
  allowUnsafeFsMonitor: true,
  allowUnsafeHooksPath: true,
  allowUnsafePager: true,
  allowUnsafeConfigPaths: true,
  allowUnsafeConfigEnvCount: true,
  allowUnsafeUrlRewrite: true,
};

/**
 * Git in a folder. simple-git is loaded here and not before (14 ms).
 * @param folder absolute
 * @param limitMs for each command, from its start; with less than a millisecond left nothing is started
 */
export async function openGit(folder: string, env: Environment, limitMs: () => number): Promise<Git> {
  const { simpleGit, GitError } = await import('simple-git');
  const childEnv = environmentOf(env);
  const options = {
    baseDir: folder,
    config: NEUTRAL,
    allowEnvironment: Object.keys(childEnv).filter((name) => name.startsWith('GIT_')),
    unsafe: NARROWED,
  };
  return async (args) => {
    const limit = limitMs();
    if (limit < 1) return undefined;
    const stop = new AbortController();
    const late = new Promise<undefined>((resolve) => {
      stop.signal.addEventListener('abort', () => resolve(undefined));
    });
    const timer = setTimeout(() => stop.abort(), limit);
    // An instance for each command: a signal belongs to an instance, and one failure cancels what else it has waiting.
    const run = async () =>
      simpleGit({ ...options, abort: stop.signal })
        .env(childEnv)
        .raw([...args]);
    try {
      // Abort sends SIGINT; a git that does not heed it is not waited for.
      return await Promise.race([
        run().catch((error: unknown) => {
          // Every way in which git, or starting it in this folder, can fail; it has no answer, and that is the answer.
          if (error instanceof GitError) return undefined;
          throw error;
        }),
        late,
      ]);
    } finally {
      clearTimeout(timer);
    }
  };
}

function environmentOf(env: Environment): Record<string, string> {
  return { ...Object.fromEntries(passedOn(env)), ...FIXED, PATH: foldersOfPath(env).join(delimiter) };
}

/** The variables that have a say in what git answers, sorted by name. */
export function passedOn(env: Environment): readonly (readonly [name: string, value: string])[] {
  return Object.keys(env)
    .sort()
    .flatMap((name) => {
      const value = env[name];
      const isPassed = PASSED.includes(name) || /^GIT_CONFIG_(KEY|VALUE)_\d+$/.test(name);
      return value !== undefined && isPassed ? [[name, value] as const] : [];
    });
}

/** Where git is looked for. Relative entries would find a `git` that the repository brings along. */
export function foldersOfPath(env: Environment): readonly string[] {
  return (env['PATH'] ?? '').split(delimiter).filter(isAbsolute);
}
