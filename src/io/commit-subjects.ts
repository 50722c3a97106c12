/** The subjects of the last commits on a branch, from its reflog: no git process is needed. Out of scope: what they are good for. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { isRefName } from './git-files.ts';
import { orMissing } from './missing.ts';

/** A line is some 200 bytes; merges and rebases stand between. [?] ours */
const TAIL_BYTES = 16 * 1024;

/** At most `most`, the newest first, each once; none where git keeps no reflog (a bare repository, or by configuration). */
export function commitSubjects(commonDir: string, branch: string, most: number): readonly string[] {
  if (!isRefName(branch)) return [];
  const subjects = new Set<string>();
  for (const line of tailOf(join(commonDir, 'logs', 'refs', 'heads', branch))
    .split('\n')
    .reverse()) {
    // `<old> <new> <who> <when>\tcommit (amend): <subject>`
    const [, subject] = /\tcommit(?: \([a-z]+\))?: (.+)$/.exec(line) ?? [];
    if (subject !== undefined && subjects.size < most) subjects.add(subject);
  }
  return [...subjects];
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
