/**
 * What the repository says of a memory: whether the paths that it names are there, and whether the branch on which it was learnt is
 * part of what is checked out. Marks and order only: nothing is hidden by it. Pure; looking is done by whoever makes the view.
 */
import type { Memory } from '../../contract/mem0.ts';
import type { Standing } from './sections.ts';

/** The repository as it is now. */
export interface RepositoryView {
  /** The branch that is checked out, where there is one. */
  readonly branch?: string;
  /** Whether a branch is the one that all others come from: what was learnt there is everybody's. */
  readonly isDefault: (branch: string) => boolean;
  readonly unmerged: ReadonlySet<string>;
  /** Where the session stands, from the root of the work tree, with `/` at its end; empty at the root. */
  readonly folder: string;
  /** Whether something is at a path in the work tree; undefined where that is not to be told. */
  readonly exists: (path: string) => boolean | undefined;
}

/** The branch on which a memory was learnt, if that is another than the one that is checked out. */
export function otherBranchOf(row: Memory, branch: string | undefined): string | undefined {
  const learnt = row.metadata?.['branch'];
  return typeof learnt === 'string' && learnt !== '' && learnt !== branch ? learnt : undefined;
}

export function standingOf(row: Memory, view: RepositoryView): Standing {
  // What is no project's may speak of any repository, and be learnt in any.
  if (row.app_id === undefined || row.app_id === null) return ANYWHERE;
  const paths = pathsIn(row.memory);
  const other = otherBranchOf(row, view.branch);
  const isApart = other !== undefined && view.unmerged.has(other) && !view.isDefault(other);
  const marks = [...goneOf(row.memory, paths, view), ...(isApart ? [`on branch ${other}`] : [])];
  // On a branch of one's own, what was learnt there comes first; then what this folder is about.
  const isOwn = view.branch !== undefined && !view.isDefault(view.branch) && row.metadata?.['branch'] === view.branch;
  const isHere = view.folder !== '' && paths.some((path) => path.startsWith(view.folder));
  const distance = (isOwn ? 0 : isApart ? 4 : 2) + (isHere ? 0 : 1);
  return { marks, distance, because: isOwn ? (isHere ? OWN_AND_HERE : OWN) : isHere ? HERE : NOTHING };
}

const NOTHING: readonly string[] = [];
const OWN = ['learnt on this branch'];
const HERE = ['names this folder'];
const OWN_AND_HERE = [...OWN, ...HERE];
const ANYWHERE: Standing = { marks: [], distance: 3 };

/** A memory that tells of a change names what was there before, too. */
const TELLS_OF_CHANGE =
  /\b(?:mov(?:e|ed|ing)|renam(?:e|ed|ing)|delet(?:e|ed|ing)|remov(?:e|ed|ing)|replac(?:e|ed|ing)|former|instead|used to)\b/i;

function goneOf(text: string, paths: readonly string[], view: RepositoryView): readonly string[] {
  const known = paths.flatMap((path) => {
    const exists = view.exists(path);
    return exists === undefined ? [] : [{ path, exists }];
  });
  const gone = known.filter(({ exists }) => !exists).map(({ path }) => path);
  const [first] = gone;
  if (first === undefined) return [];
  if (gone.length === known.length) return ['path gone'];
  return TELLS_OF_CHANGE.test(text) ? [] : [`path gone: ${first}`];
}

/**
 * Names with a `/` between them: no URL, no option, no pattern, nothing that begins at the root or at home, nothing that leaves the
 * folder that it is in.
 */
const PATH =
  /(?<![\p{L}\p{N}_@:/.~$*{}<>\\=%#+-])(?:\.\/)?(?:[\p{L}\p{N}_.@+-]+\/)+[\p{L}\p{N}_.@+-]*(?![\p{L}\p{N}_.@+*{}<$[\\/(-])/gu;
/** A file's ending, or a folder that is written as one. */
const IS_FILE = /[^/.][^/]*\.[a-z][a-z0-9]{0,7}$/i;
/** What is built, fetched or ignored comes and goes. */
const COMES_AND_GOES =
  /^(?:dist|build|out|target|coverage|node_modules|vendor|tmp|temp|\.next|\.cache|__pycache__|venv|\.venv)\//;
/** `github.com/acme`, `docs.rs/zod`: the first name of a path in a repository has no dot within. */
const IS_HOST = /^[^/.][^/]*\.[^/]*\//;
/** A memory is a sentence or two; what is longer is no path that anybody names. [?] ours */
const MOST_PATHS = 5;
const MOST_CHARS = 200;

/** The paths in a work tree that a text names, each once, without `./` before them. */
export function pathsIn(text: string): readonly string[] {
  // Most memories have none, and the pattern is dear.
  if (!text.includes('/')) return [];
  const paths = new Set<string>();
  for (const [found] of text.slice(0, 2_000).matchAll(PATH)) {
    const path = found.replace(/^\.\//, '').replace(/[.+-]+$/, '');
    const isNamed = IS_FILE.test(path) || /\/$/.test(path);
    const leaves = path.split('/').some((name) => name === '..' || name === '.');
    if (
      !isNamed ||
      leaves ||
      path.length > MOST_CHARS ||
      COMES_AND_GOES.test(path) ||
      IS_HOST.test(path) ||
      path.startsWith('@')
    )
      continue;
    paths.add(path);
    if (paths.size === MOST_PATHS) break;
  }
  return [...paths];
}
