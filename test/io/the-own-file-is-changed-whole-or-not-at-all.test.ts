import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withValue } from '../../src/core/settings/json-edit.ts';
import { type Edit, editOwnFile } from '../../src/io/settings-file-edit.ts';
import { ownFileIn } from '../../src/io/settings-files.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const setting =
  (key: string, value: unknown): Edit =>
  (text) => ({ text: withValue(text, ['hooks', key], value) });

function ownFile(text?: string): { readonly home: string; readonly path: string; readonly folder: string } {
  const home = temporaryFolder();
  const path = ownFileIn(home);
  const folder = join(home, '.mem0');
  if (text !== undefined) {
    mkdirSync(folder);
    writeFileSync(path, text, { mode: 0o600 });
  }
  return { home, path, folder };
}

const modeOf = (path: string) => statSync(path).mode & 0o777;

describe('the file of a person', () => {
  it('is made private, in a private folder, with nothing left beside it', () => {
    const { path, folder } = ownFile();
    expect(editOwnFile(path, setting('capture', 'off'))).toEqual({ changed: true });
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ hooks: { capture: 'off' } });
    expect([modeOf(path), modeOf(folder)]).toEqual([0o600, 0o700]);
    expect(readdirSync(folder)).toEqual(['settings.json']);
  });

  it('keeps its mode, and every byte of what is not changed', () => {
    const text = '{"big": 12345678901234567890, "2": 1.0, "1": {"x" : [ ]}, "hooks": {"mystery": 1e2}}';
    const { path } = ownFile(text);
    chmodSync(path, 0o640);
    editOwnFile(path, setting('recall', 'off'));
    expect(readFileSync(path, 'utf8')).toBe(text.replace('1e2}', '1e2,"recall":"off"}'));
    expect(modeOf(path)).toBe(0o640);
  });

  it('is changed where a link leads, and the link stays', () => {
    const { home, path, folder } = ownFile();
    mkdirSync(folder);
    const kept = join(home, 'dotfiles');
    mkdirSync(kept);
    writeFileSync(join(kept, 'mem0.json'), '{}');
    symlinkSync('../dotfiles/mem0.json', path);
    expect(editOwnFile(path, setting('capture', 'off'))).toEqual({ changed: true });
    expect(readdirSync(folder, { withFileTypes: true }).map((one) => [one.name, one.isSymbolicLink()])).toEqual([
      ['settings.json', true],
    ]);
    expect(readdirSync(kept)).toEqual(['mem0.json']);
    expect(JSON.parse(readFileSync(join(kept, 'mem0.json'), 'utf8'))).toEqual({ hooks: { capture: 'off' } });
  });

  it('is made where a link leads to nothing yet', () => {
    const { home, path, folder } = ownFile();
    mkdirSync(folder);
    symlinkSync('../elsewhere.json', path);
    expect(editOwnFile(path, setting('capture', 'off'))).toEqual({ changed: true });
    expect(JSON.parse(readFileSync(join(home, 'elsewhere.json'), 'utf8'))).toEqual({ hooks: { capture: 'off' } });
  });

  it('is replaced, and never written in place', () => {
    const { home, path } = ownFile('{}');
    linkSync(path, join(home, 'as-it-was'));
    editOwnFile(path, setting('capture', 'off'));
    expect(readFileSync(join(home, 'as-it-was'), 'utf8')).toBe('{}');
  });

  it.each([
    ['{"hooks": {', 'is not JSON'],
    ['[1]', 'is not JSON'],
    ['', 'is not JSON'],
    ['{"hooks": 3}', 'has something else than settings under "hooks"'],
  ])('that is broken (%j) is not touched, and it is said why', (text, refused) => {
    const { path, folder } = ownFile(text);
    expect(editOwnFile(path, setting('capture', 'off'))).toEqual({ refused });
    expect(readFileSync(path, 'utf8')).toBe(text);
    expect(readdirSync(folder)).toEqual(['settings.json']);
  });

  it('that is no UTF-8, or a folder, is not touched', () => {
    const bytes = Buffer.from('{"other": "\xff"}', 'latin1');
    const { path } = ownFile('');
    writeFileSync(path, bytes);
    expect(editOwnFile(path, setting('capture', 'off'))).toEqual({ refused: 'is not UTF-8' });
    expect(readFileSync(path)).toEqual(bytes);
    const other = ownFile();
    mkdirSync(other.path, { recursive: true });
    expect(editOwnFile(other.path, setting('capture', 'off'))).toEqual({ refused: 'is no file of this kind' });
  });

  it('is not made for a change that is none, or is refused', () => {
    const { path, folder } = ownFile();
    expect(editOwnFile(path, () => ({}))).toEqual({ changed: false });
    expect(editOwnFile(path, () => ({ refused: 'for a reason' }))).toEqual({ refused: 'for a reason' });
    expect(existsSync(folder)).toBe(false);
  });
});

describe('a change by somebody else', () => {
  it('between reading and writing is not lost: the edit is made anew', () => {
    const { path } = ownFile('{}');
    let times = 0;
    const edited = editOwnFile(path, (text) => {
      times += 1;
      // The first is the look without a lock.
      if (times === 2) writeFileSync(path, '{"theirs": 1}');
      return { text: withValue(text, ['hooks', 'capture'], 'off') };
    });
    expect(edited).toEqual({ changed: true });
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ theirs: 1, hooks: { capture: 'off' } });
  });

  it('that goes on and on is given way to, and said', () => {
    const { path, folder } = ownFile('{}');
    let times = 0;
    const edited = editOwnFile(path, (text) => {
      times += 1;
      writeFileSync(path, `{"theirs": ${times}}`);
      return { text: withValue(text, ['hooks', 'capture'], 'off') };
    });
    expect(edited).toEqual({ refused: 'is written by another program again and again' });
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ theirs: times });
    expect(readdirSync(folder)).toEqual(['settings.json']);
  });

  it('that was killed in the middle of it keeps nobody out for long', () => {
    const { path, folder } = ownFile('{}');
    const left = join(folder, '.settings.json.mem0-hooks.tmp');
    writeFileSync(left, '{"hal');
    const earlier = Date.now() / 1000 - 60;
    utimesSync(left, earlier, earlier);
    expect(editOwnFile(path, setting('capture', 'off'))).toEqual({ changed: true });
    expect(readdirSync(folder)).toEqual(['settings.json']);
  });

  it('that is at it now is waited for, and not written over', () => {
    const { path, folder } = ownFile('{}');
    const lock = join(folder, '.settings.json.mem0-hooks.tmp');
    writeFileSync(lock, '{"hal');
    expect(editOwnFile(path, setting('capture', 'off'), 0)).toEqual({ refused: 'is being written by another process' });
    expect([readFileSync(path, 'utf8'), readFileSync(lock, 'utf8')]).toEqual(['{}', '{"hal']);
  });

  it('whose lock replaced ours is not written over', () => {
    const { path, folder } = ownFile('{}');
    const lock = join(folder, '.settings.json.mem0-hooks.tmp');
    let times = 0;
    const edited = editOwnFile(path, (text) => {
      times += 1;
      if (times === 2) {
        // As one does that takes ours for a killed process's.
        writeFileSync(`${lock}.other`, '{"hal');
        renameSync(`${lock}.other`, lock);
      }
      return { text: withValue(text, ['hooks', 'capture'], 'off') };
    });
    expect(edited).toEqual({ refused: 'is being written by another process' });
    expect([readFileSync(path, 'utf8'), readFileSync(lock, 'utf8')]).toEqual(['{}', '{"hal']);
  });
});
