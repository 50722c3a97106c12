import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { editedText } from '../../src/command/terminal/editor.ts';
import { temporaryFolder } from '../temporary-folder.ts';

let temporary = '';
let scripts = '';
beforeEach(() => {
  scripts = temporaryFolder();
  temporary = temporaryFolder();
  vi.stubEnv('TMPDIR', temporary);
});
afterEach(() => {
  vi.unstubAllEnvs();
});

/** An editor of a line of shell, which finds the file as $1. */
function editor(script: string): string {
  const path = join(scripts, 'editor.sh');
  writeFileSync(path, script);
  return `/bin/sh '${path}' --wait`;
}

describe('the text in an editor', () => {
  it('is as it was saved, and the editor found it as it was, in a file of this user alone', () => {
    const seen = join(scripts, 'seen');
    const EDITOR = editor(`cat "$2" > '${seen}'; ls -ld "$(dirname "$2")" "$2" >> '${seen}'; printf 'after\\n' > "$2"`);
    expect(editedText('before', { EDITOR }, true)).toEqual({ text: 'after\n' });
    expect(readFileSync(seen, 'utf8')).toMatch(/^beforedrwx------.*\n-rw-------/);
    expect(readdirSync(temporary)).toEqual([]);
  });

  it('is in $VISUAL before $EDITOR', () => {
    const VISUAL = editor(`printf visual > "$2"`);
    expect(editedText('before', { VISUAL, EDITOR: 'false' }, true)).toEqual({ text: 'visual' });
    expect(editedText('before', { VISUAL: ' ', EDITOR: VISUAL }, true)).toEqual({ text: 'visual' });
  });

  it.each([
    ['exit 3', 'the editor has ended with 3'],
    ['kill -9 $$', 'the editor has ended with'],
    ['rm "$2"', 'the file could not be used (ENOENT)'],
  ])('is not changed by an editor that does %j, and nothing of it is left', (script, words) => {
    const edited = editedText('a secret', { EDITOR: editor(script) }, true);
    expect('wrong' in edited && edited.wrong).toContain(words);
    expect(readdirSync(temporary)).toEqual([]);
  });

  it('is opened nowhere without an editor or a terminal', () => {
    expect(editedText('x', {}, true)).toEqual({ wrong: 'neither $VISUAL nor $EDITOR names an editor' });
    expect(editedText('x', { EDITOR: 'vi' }, false)).toEqual({ wrong: 'there is no terminal for an editor' });
  });
});
