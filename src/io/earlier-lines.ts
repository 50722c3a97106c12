/**
 * What files of the working tree held in the last commit before an instant. An mtime alone tells little: a fresh clone and another
 * branch make every file new. Only the repository's objects are read, never the files: no filter and no driver that its
 * configuration names is started. Out of scope: which files are asked about (`work-tree`).
 */
import type { Git } from './git-process.ts';
import type { AskEarlier } from './later-files.ts';

/**
 * Shows what `paths` (relative to the folder of `git`) held in the last commit of HEAD's history at or before `second` (unix time).
 * A path that was not in it is not given.
 */
export async function feedEarlierLines(
  git: Git,
  ...[paths, second, show]: Parameters<AskEarlier>
): ReturnType<AskEarlier> {
  const answer = await git(['rev-list', '-1', `--before=@${second}`, 'HEAD']);
  if (answer === undefined) return 'unknown';
  const commit = answer.trim();
  // No commit is so old: nothing was there before.
  if (!/^[0-9a-f]{40,64}$/.test(commit)) return 'nothing';
  // Every line of the files as they were, whatever `grep.*` is set to. It fails where none of the files was there.
  const lines = await git([
    ...[
      'grep',
      '-a',
      '-z',
      '--no-color',
      '--no-textconv',
      '--no-recurse-submodules',
      '--no-line-number',
      '--no-column',
    ],
    ...['--no-full-name', '--basic-regexp', '-e', '', commit, '--'],
    ...paths.map((path) => `:(literal)${path}`),
  ]);
  if (lines === undefined) {
    // It fails where none of the files was there, and where it has no time left: the two must not be taken for each other.
    const there = await git(['ls-tree', '-z', '--name-only', commit, '--', ...paths]);
    return there === '' ? 'known' : 'unknown';
  }
  for (const [path, text] of filesIn(lines, `${commit}:`)) show(path, text);
  return 'known';
}

/** From `commit:path NUL line LF` for each line: path and text. */
function filesIn(output: string, before: string): Map<string, string> {
  const files = new Map<string, string>();
  for (let at = 0; output.startsWith(before, at); ) {
    const nul = output.indexOf('\0', at);
    const newline = output.indexOf('\n', nul);
    if (nul < 0 || newline < 0) break;
    const path = output.slice(at + before.length, nul);
    files.set(path, `${files.get(path) ?? ''}${output.slice(nul + 1, newline + 1)}`);
    at = newline + 1;
  }
  return files;
}
