/**
 * Git's answers are kept, and hold as long as nothing that had a say in them has changed: the repository's and the person's
 * configuration and whatever these include, HEAD where git was asked for it, the variables that git heeds, git itself.
 * Out of scope: where they are kept (`state/git-answers`), and what is asked (`git-answers`).
 */
import { dirname, join, resolve } from 'node:path';
import { hash64 } from '../core/hash.ts';
import { type Asked, filesBehind, type GitAnswers, type Wanted } from './git-answers.ts';
import { type Environment, type FileFacts, personalFiles } from './git-files.ts';
import { foldersOfPath, passedOn } from './git-process.ts';
import { isSettled, type Stamp, stampOf } from './git-stamps.ts';

/** Answers, and what they hold for. No value of a variable, and no user info of an address, is ever in one. */
export interface KeptAnswers {
  readonly version: 1;
  readonly folder: string;
  /** ms since the epoch; when git was asked. */
  readonly at: number;
  /** Where the repository is, and the branch, as the files had it. */
  readonly place: string;
  readonly branch?: string;
  /** The commit whose first ancestor was asked for. */
  readonly head?: string;
  /** Stamps by path. */
  readonly files: Readonly<Record<string, string>>;
  readonly answers: GitAnswers;
}

/** Where they are kept, by a plain name. Neither may throw: without a memory git is asked again, and that is all. */
export interface AnswerStore {
  readonly get: (name: string) => KeptAnswers | undefined;
  readonly put: (name: string, kept: KeptAnswers) => void;
}

/** Bounds what no stamp shows, such as the configuration of a machine that git never had and then gets. [?] ours */
const LONGEST_AGE_MS = 24 * 60 * 60 * 1000;

/** A configuration that consists of more files is asked for each time. [?] ours */
const MOST_FILES = 200;

export interface MemoryOptions {
  readonly store: AnswerStore;
  readonly env: Environment;
  readonly now: () => number;
}

/** What is kept for one folder in one environment. */
export class GitMemory {
  readonly #folder: string;
  readonly #files: FileFacts;
  readonly #options: MemoryOptions;
  readonly #name: string;
  #kept: KeptAnswers | undefined;

  /** @param folder real */
  constructor(folder: string, files: FileFacts, options: MemoryOptions) {
    this.#folder = folder;
    this.#files = files;
    this.#options = options;
    this.#name = nameOf(folder, options.env);
  }

  /** The answers to these questions, where they still hold. */
  recall(wanted: Wanted): GitAnswers | undefined {
    const found = this.#options.store.get(this.#name);
    this.#kept = found?.folder === this.#folder && found.place === placeText(this.#files) ? found : undefined;
    const kept = this.#kept;
    if (kept === undefined) return undefined;
    const { place, head, remote, firstCommit } = kept.answers;
    const missing =
      (wanted.place && place === undefined) || (wanted.head && head === undefined) || (wanted.remote && !remote);
    const age = this.#options.now() - kept.at;
    const { branch, head: at } = this.#files.facts;
    if (missing || age < 0 || age > LONGEST_AGE_MS || kept.branch !== branch) return undefined;
    // The first commit is that of one HEAD: as the files have it, or else as git had it, which the stamps vouch for.
    if (firstCommit !== undefined && kept.head !== (wanted.head ? head?.head : at)) return undefined;
    const same = Object.entries(kept.files).every(([path, stamp]) => stampOf(path).text === stamp);
    return same ? kept.answers : undefined;
  }

  /**
   * What git said last of this repository in this folder, whether or not it still holds: better than nothing where git
   * cannot say (it is slow today, or away), since a project must not change its id for that. [?] ours
   */
  get last(): GitAnswers | undefined {
    return this.#kept?.answers;
  }

  /** Keeps answers that were asked for at `asked` (ms since the epoch), unless something is in motion, or not known. */
  keep(wanted: Wanted, { answers, gitDir, config }: Asked, asked: number, head: string | undefined): void {
    const { place, facts } = this.#files;
    const { env } = this.#options;
    const behind = config === undefined ? undefined : filesBehind(config, env['HOME'] ?? env['USERPROFILE']);
    const own = wanted.place ? gitDir : place?.gitDir;
    const common = wanted.place ? answers.place?.commonDir : facts.commonDir;
    if (behind === undefined || own === undefined || common === undefined) return;
    const mustBe = config?.flatMap(({ file }) => (file === undefined ? [] : [file])) ?? [];
    const files = new Set([
      ...behind,
      ...personalFiles(env),
      ...['GIT_CONFIG_GLOBAL', 'GIT_CONFIG_SYSTEM'].flatMap((name) =>
        env[name] ? [resolve(this.#folder, env[name])] : [],
      ),
      ...[join(common, 'config'), join(own, 'config.worktree'), join(common, 'config.worktree')],
      ...(wanted.place ? this.#placeFiles(own, answers) : []),
      ...(wanted.head ? headFiles(own, common, answers.head?.branch) : []),
      ...programFiles(env),
    ]);
    if (files.size > MOST_FILES) return;
    const stamps = [...files].map((path) => [path, stampOf(path)] as const);
    if (!stamps.every(([path, stamp]) => isSettled(stamp, asked) && !(isNothing(stamp) && mustBe.includes(path))))
      return;
    const kept: KeptAnswers = {
      version: 1,
      folder: this.#folder,
      at: asked,
      place: placeText(this.#files),
      ...(facts.branch === undefined ? {} : { branch: facts.branch }),
      ...(answers.firstCommit === undefined || head === undefined ? {} : { head }),
      files: Object.fromEntries(stamps.map(([path, { text }]) => [path, text])),
      answers,
    };
    this.#options.store.put(this.#name, kept);
  }

  /** What decides which repository git finds, where the environment or the configuration has a say in it. */
  #placeFiles(gitDir: string, { place }: GitAnswers): readonly string[] {
    const files = [join(gitDir, 'HEAD'), join(gitDir, 'commondir'), ...(place?.root === undefined ? [] : [place.root])];
    for (let folder = this.#folder; ; folder = dirname(folder)) {
      files.push(join(folder, '.git'), join(folder, 'HEAD'));
      if (dirname(folder) === folder) break;
    }
    for (const name of ['GIT_DIR', 'GIT_COMMON_DIR', 'GIT_WORK_TREE']) {
      const given = this.#options.env[name];
      if (given !== undefined) files.push(resolve(this.#folder, given));
    }
    return files;
  }
}

function headFiles(gitDir: string, commonDir: string, branch: string | undefined): readonly string[] {
  const lists = [gitDir, commonDir].map((folder) => join(folder, 'reftable', 'tables.list'));
  const loose = branch === undefined ? [] : [join(commonDir, 'refs', 'heads', branch)];
  return [join(gitDir, 'HEAD'), ...loose, join(commonDir, 'packed-refs'), ...lists];
}

/** The git that is started, and the places before it where another one would be found first. */
function programFiles(env: Environment): readonly string[] {
  const names = foldersOfPath(env).flatMap((folder) => [join(folder, 'git'), join(folder, 'git.exe')]);
  const found = names.findIndex((path) => !isNothing(stampOf(path)));
  return found < 0 ? names : names.slice(0, found + 1);
}

function isNothing(stamp: Stamp): boolean {
  return stamp.text === '-' || stamp.text.endsWith('> -');
}

function placeText({ place }: FileFacts): string {
  return place === undefined ? '' : [place.gitDir, place.commonDir, place.holder ?? ''].join('\n');
}

function nameOf(folder: string, env: Environment): string {
  const variables = passedOn(env);
  const given = JSON.stringify([folder, ...variables]);
  const isPlain = !variables.some(([name]) => /^GIT_CONFIG_(KEY|VALUE)_/.test(name));
  // Settings that are given by variables may hold a password; only for them the module is worth its loading time.
  return isPlain ? hash64(given) : sha256(given).slice(0, 16);
}

function sha256(text: string): string {
  const { createHash } = process.getBuiltinModule('node:crypto');
  return createHash('sha256').update('mem0-hooks git\0').update(text).digest('hex');
}
