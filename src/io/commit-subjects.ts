/** The subjects of the last commits that were made in a work tree, from the reflog: no git process is needed. Out of scope: what they are good for. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isRefName } from './git-files.ts';
import { orMissing } from './missing.ts';

/** A line is some 200 bytes; merges and rebases stand between. [?] ours */
const TAIL_BYTES = 16 * 1024;

/** Where a work tree stands. */
export interface WorkTree {
  readonly commonDir: string;
  /** Its root folder: git calls what it keeps of a linked one by its name. */
  readonly root: string;
  /** Absent on a detached HEAD. */
  readonly branch?: string;
  /** The commit that HEAD is at. */
  readonly head?: string;
}

/** At most `most`, the newest first, each once; none where git keeps no reflog (a bare repository, or by configuration). */
export function commitSubjects(tree: WorkTree, most: number): readonly string[] {
  const subjects = new Set<string>();
  for (const line of [...reflogOf(tree)].reverse()) {
    // `<old> <new> <who> <when>\tcommit (amend): <subject>`
    const [, subject] = /\tcommit(?: \([a-z]+\))?: (.+)$/.exec(line) ?? [];
    if (subject !== undefined && subjects.size < most) subjects.add(subject);
  }
  return [...subjects];
}

/** Lines of the branch's log; without a branch, of the HEAD whose last entry is where this one stands. */
function reflogOf({ commonDir, root, branch, head }: WorkTree): readonly string[] {
  if (branch !== undefined) return isRefName(branch) ? linesOf(join(commonDir, 'logs', 'refs', 'heads', branch)) : [];
  const folders = [commonDir, join(commonDir, 'worktrees', basename(root))];
  const logs = folders.map((folder) => linesOf(join(folder, 'logs', 'HEAD')));
  return logs.find((lines) => head !== undefined && lines.at(-1)?.split(' ')[1] === head) ?? [];
}

function linesOf(path: string): readonly string[] {
  return tailOf(path)
    .split('\n')
    .filter((line) => line !== '');
}

function tailOf(path: string): string {
  const handle = orMissing(() => openSync(path, 'r'));
  if (handle === undefined) return '';
  try {
    const stats = fstatSync(handle);
    if (!stats.isFile()) return '';
    const bytes = Buffer.alloc(Math.min(stats.size, TAIL_BYTES));
    const count = readSync(handle, bytes, 0, bytes.length, stats.size - bytes.length);
    return bytes.toString('utf8', 0, count);
  } finally {
    closeSync(handle);
  }
}
