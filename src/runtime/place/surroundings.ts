/**
 * What is known of the folders that a session worked in: which project and branch, which secrets must not leave, and what the
 * repository holds (design §2.4, §2.5).
 */
import { isAbsolute, join } from 'node:path';
import type { TreeInPart } from '../../contract/state.ts';
import type { Spoken, TranscriptLine } from '../../core/capture/turns.ts';
import { projectIdentity } from '../../core/identity/scope.ts';
import type { Evidence } from '../../core/omission/evidence.ts';
import { fileSource, type MayName } from '../../core/omission/shown.ts';
import { type SecretValues, secretValues } from '../../core/redaction/secret-values.ts';
import { gitFacts } from '../../io/git.ts';
import type { AnswerStore } from '../../io/git-memory.ts';
import { memoryFiles } from '../../io/memory-files.ts';
import { feedTree, ignoredEnvFiles } from '../../io/work-tree.ts';
import { GitAnswerStore } from '../../state/git-answers.ts';
import { quietly } from '../processes/quietly.ts';
import type { Runtime } from '../runtime.ts';
import { narrowingIn, type OwnIds, permissionsOf } from './permission.ts';
import { realPath, rootsOf, type Surroundings } from './roots.ts';

/** Git must answer within this, where it has to be asked at all; without an answer the folder's path names the project. */
const GIT_MS = 1_500;

/** Reading a handful of small files takes milliseconds; on a folder that does not answer the hook must still end. */
const ENV_FILES_MS = 1_000;

const MB = 1024 * 1024;
/** Above a megabyte it is data as a rule, or a changelog of many years; 64 MB take longer to look at than the time that is given. */
const TREE_LIMITS = { maxFiles: 20_000, maxFileBytes: MB, maxLargeBytes: 8 * MB, maxBytes: 64 * MB } as const;

/** Never rejects for what a folder or a repository is like, and leaves nothing behind. */
export function lookAround(runtime: Runtime, cwd: string): Promise<Surroundings> {
  return look(runtime, cwd, () => undefined);
}

/** The folder as it stands, and what is known of the project besides it. */
export interface Looking {
  readonly own?: OwnIds;
  /** Keeps what git answers, once the folder turns out to be allowed: then it need not be asked again. */
  readonly remember?: boolean;
}

/** What is around a folder where the person's lists allow it; undefined where they do not, and then nothing of it is kept. */
export async function lookIfAllowed(
  runtime: Runtime,
  folder: string,
  { own, remember = false }: Looking = {},
): Promise<Surroundings | undefined> {
  const permissions = permissionsOf(runtime);
  if (!permissions.of(folder, own).allowed) return undefined;
  const answers: (() => void)[] = [];
  const around = await look(runtime, folder, (put) => answers.push(put));
  if (!permissions.at(folder, around, own).allowed) return undefined;
  if (remember && !runtime.config.dryRun) for (const put of answers) quietly(runtime, put);
  return around;
}

/** The same, where its repository does not say that nothing there is captured. */
export async function lookIfCaptured(
  runtime: Runtime,
  folder: string,
  looking?: Looking,
): Promise<Surroundings | undefined> {
  const around = await lookIfAllowed(runtime, folder, looking);
  return around !== undefined && narrowingIn(around.roots).capture ? around : undefined;
}

/** Folders in which the lines of a transcript were said. */
export function* foldersOf(lines: Iterable<TranscriptLine>): Generator<string> {
  for (const { entry } of lines) if (entry.cwd !== undefined) yield entry.cwd;
}

/** Lets git decide on the folders that only it can decide on: whatever is not asked for by `until` (ms) stays unknown. */
export async function settlePermissions(
  runtime: Runtime,
  folders: Iterable<string>,
  until = Number.POSITIVE_INFINITY,
): Promise<void> {
  if (!runtime.hasLists) return;
  const permissions = permissionsOf(runtime);
  for (const folder of new Set(folders)) {
    if (Date.now() >= until) return;
    if (permissions.of(folder).unknown === 'project') permissions.at(folder, await lookAround(runtime, folder));
  }
}

async function look(runtime: Runtime, cwd: string, keep: (put: () => void) => void): Promise<Surroundings> {
  const store = new GitAnswerStore(runtime.folder);
  const answers: AnswerStore = {
    get: (name) => quietly(runtime, () => store.get(name)),
    put: (name, kept) => keep(() => store.put(name, kept)),
  };
  const facts = await gitFacts(cwd, {
    deadline: Date.now() + GIT_MS,
    now: () => Date.now(),
    env: runtime.env,
    answers,
  });
  const cwdReal = realPath(cwd);
  const home = runtime.home === undefined ? undefined : realPath(runtime.home);
  const { appId, how } = projectIdentity({ ...facts, cwdReal, home });
  return {
    cwd: cwdReal,
    home,
    how,
    roots: rootsOf(facts, cwdReal),
    ...(facts.commonDir === undefined ? {} : { commonDir: facts.commonDir }),
    ...(appId === undefined ? {} : { appId }),
    ...(facts.branch === undefined ? {} : { branch: facts.branch }),
    ...(facts.head === undefined ? {} : { head: facts.head }),
  };
}

/** Values to mask wherever they appear: of secret-named variables, and of git-ignored `.env*` files below these folders. */
export async function secretsIn(runtime: Runtime, roots: readonly string[]): Promise<SecretValues> {
  const options = { deadline: Date.now() + ENV_FILES_MS, now: () => Date.now(), env: runtime.env };
  const files = await Promise.all([...new Set(roots)].map((root) => ignoredEnvFiles(root, options)));
  // A key may stand in the person's own file instead.
  const { apiKey } = runtime.config;
  return secretValues({ ...(apiKey === undefined ? {} : { MEM0_API_KEY: apiKey }), ...runtime.env }, files.flat());
}

/**
 * Shows the evidence of what was `spoken` what the working trees hold, and what Claude was told by its memory files. Reads for `ms`
 * at most; prose first. Resolves with what it saw only in part.
 */
export async function showTrees(
  runtime: Runtime,
  around: readonly Surroundings[],
  spoken: readonly Spoken[],
  evidence: Evidence,
  { ms, mayName }: { readonly ms: number; readonly mayName: MayName | undefined },
): Promise<readonly TreeInPart[]> {
  const now = () => Date.now();
  const times = spoken.flatMap(({ role, at }) => (role === 'user' && at !== undefined ? [at] : []));
  const saidFrom = times.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY);
  const options = { deadline: now() + ms, now, env: runtime.env, saidFrom, ...TREE_LIMITS };
  const showIn = (root: string) => (path: string, content: Uint8Array, since: number) => {
    const source = fileSource(path, mayName && (() => mayName(path, root)));
    evidence.open({ kind: 'tree', position: since, source });
    evidence.bytes(content, 0, content.length);
    evidence.close();
  };
  const inPart: TreeInPart[] = [];
  const places = around.map(({ cwd, home, roots }) => ({
    cwd,
    home,
    root: roots[0],
    roots,
    client: clientFolderOf(runtime, home),
  }));
  for (const root of new Set(places.map((one) => one.root))) {
    const here = places.filter((one) => one.root === root);
    const more = here.flatMap((one) => memoryFiles(one, () => now() < options.deadline));
    const omit = [...runtime.config.omit, ...narrowingIn(here.flatMap((one) => one.roots)).omit];
    const { complete, ...seen } = await feedTree(root, showIn(root), { ...options, more, omit });
    runtime.log('capture', { files: seen.files, complete });
    if (!complete) inPart.push(seen);
  }
  return inPart;
}

/** As the client has it: elsewhere only where the person says so. */
function clientFolderOf(runtime: Runtime, home: string | undefined): string | undefined {
  const given = runtime.env['CLAUDE_CONFIG_DIR'];
  if (given !== undefined && isAbsolute(given)) return realPath(given);
  return home === undefined ? undefined : join(home, '.claude');
}
