/** A text in the person's own editor: in a private file that is gone afterwards, however it ends. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isatty } from 'node:tty';

/** Whether there is one, and a terminal for it. */
export type Edited = { readonly text: string } | { readonly wrong: string };

/** More is no memory. */
const MOST_BYTES = 16 * 1024 * 1024;
/** While the editor has the terminal, they are its own; we end after it, once the file is gone. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;

/** Opens the text in $VISUAL or $EDITOR, and gives it as it was saved. */
export function editedText(
  text: string,
  env: Readonly<Record<string, string | undefined>>,
  isTerminal = isatty(0) && isatty(1),
): Edited {
  const editor = [env['VISUAL'], env['EDITOR']].find((one) => one !== undefined && one.trim() !== '');
  if (editor === undefined) return { wrong: 'neither $VISUAL nor $EDITOR names an editor' };
  if (!isTerminal) return { wrong: 'there is no terminal for an editor' };
  // Readable by this user alone, as `mkdtemp` makes it.
  const folder = mkdtempSync(join(tmpdir(), 'mem0-hooks-'));
  for (const signal of SIGNALS) process.on(signal, stay);
  try {
    const path = join(folder, 'memory.txt');
    writeFileSync(path, text, { mode: 0o600, flag: 'wx' });
    const status = open(editor, path);
    if (status !== 0) return { wrong: `the editor has ended with ${status ?? 'a signal'}` };
    const saved = readFileSync(path);
    return saved.length > MOST_BYTES ? { wrong: 'what was saved is too large' } : { text: saved.toString('utf8') };
  } catch (error) {
    if (error instanceof Error && 'code' in error) return { wrong: `the file could not be used (${error.code})` };
    throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
    for (const signal of SIGNALS) process.off(signal, stay);
  }
}

/** The variable is a command line of the shell, as with git: `code --wait`. @returns its exit status */
function open(editor: string, path: string): number | null {
  const options = { stdio: 'inherit' } as const;
  const { status, error } =
    process.platform === 'win32'
      ? spawnSync(`${editor} "${path}"`, { ...options, shell: true })
      : spawnSync('/bin/sh', ['-c', `${editor} "$@"`, editor, path], options);
  if (error !== undefined) throw error;
  return status;
}

function stay(): boolean {
  return true;
}
