import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { StateFolder } from '../../src/io/file-store.ts';
import { safeName } from '../../src/io/plain-names.ts';
import { StateFolderError } from '../../src/io/state-folder-error.ts';

function temporaryFolder(): string {
  const folder = realpathSync.native(mkdtempSync(join(tmpdir(), 'mem0-hooks-test-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const modeOf = (path: string) => statSync(path).mode & 0o777;

/** The error of an action, which must be the module's own. */
function errorOf(action: () => unknown): StateFolderError {
  try {
    action();
  } catch (error) {
    if (error instanceof StateFolderError) return error;
    throw error;
  }
  throw new Error('no error was thrown');
}

test('folders are 0700 and files 0600, whatever the umask, and what was wider is tightened', () => {
  const before = process.umask(0);
  onTestFinished(() => {
    process.umask(before);
  });
  const root = join(temporaryFolder(), '.mem0', 'hooks');
  const state = new StateFolder(root);
  state.write('spool/waiting/a.json', '{}');
  state.append('faults.jsonl', '{}');
  for (const folder of [join(root, '..'), root, join(root, 'spool'), join(root, 'spool/waiting')]) {
    expect(modeOf(folder)).toBe(0o700);
  }
  for (const file of ['spool/waiting/a.json', 'faults.jsonl']) expect(modeOf(join(root, file))).toBe(0o600);
  chmodSync(root, 0o755);
  chmodSync(join(root, 'spool'), 0o777);
  chmodSync(join(root, 'spool/waiting/a.json'), 0o644);
  chmodSync(join(root, 'faults.jsonl'), 0o666);
  state.append('faults.jsonl', '{}');
  expect(state.read('spool/waiting/a.json')).toBe('{}');
  expect([root, join(root, 'spool')].map(modeOf)).toEqual([0o700, 0o700]);
  expect(['spool/waiting/a.json', 'faults.jsonl'].map((file) => modeOf(join(root, file)))).toEqual([0o600, 0o600]);
});

test('what was written is read back whole, replaced, listed and removed', () => {
  const root = join(temporaryFolder(), 'state');
  const state = new StateFolder(root);
  expect(state.read('a/b')).toBeUndefined();
  expect(state.list('a')).toEqual([]);
  expect(state.remove('a/b')).toBe(false);
  expect(existsSync(root)).toBe(false);
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.nat(3), (text, index) => {
      state.write(`a/file-${index}`, text);
      expect(state.read(`a/file-${index}`)).toBe(text);
    }),
    { numRuns: 50 },
  );
  state.write('a/b', Buffer.from([0xe2, 0x82, 0xac]));
  expect(state.read('a/b')).toBe('€');
  state.write('a/A', '');
  expect(state.list('a').filter((name) => !name.startsWith('file-'))).toEqual(['A', 'b']);
  expect(state.remove('a/b')).toBe(true);
  expect(state.remove('a/b')).toBe(false);
  expect(state.remove('a')).toBe(true);
  expect(state.list('a')).toEqual([]);
});

test('a temporary file that a killed process left is neither shown nor in the way', () => {
  const root = join(temporaryFolder(), 'state');
  new StateFolder(root).write('a/b', 'old');
  for (const serial of [1, 2, 3]) writeFileSync(join(root, 'a', `.b.${process.pid}.${serial}.tmp`), 'half');
  const state = new StateFolder(root);
  state.write('a/b', 'new');
  expect(state.read('a/b')).toBe('new');
  expect(state.list('a')).toEqual(['b']);
});

test('an appended line starts on a line of its own, also after one that was cut off', () => {
  const root = join(temporaryFolder(), 'state');
  const state = new StateFolder(root);
  state.append('log', 'one');
  state.append('log', 'two');
  writeFileSync(join(root, 'log'), 'tor', { flag: 'a' });
  state.append('log', 'three');
  expect(state.read('log')).toBe('one\ntwo\ntor\nthree\n');
  expect(() => state.append('log', 'a\nb')).toThrow(TypeError);
});

test('a move tells whether it won; a new place is taken once', () => {
  const state = new StateFolder(join(temporaryFolder(), 'state'));
  state.write('a/x', '1');
  expect(state.move('a/x', 'b/c/x')).toBe(true);
  expect(state.move('a/x', 'b/c/y')).toBe(false);
  expect(state.move('never/was', 'b/c/y')).toBe(false);
  expect(state.read('b/c/x')).toBe('1');
  state.write('laid-1/free', '');
  state.write('laid-2/free', '');
  expect(state.moveNew('laid-1', 'lock')).toBe(true);
  expect(state.moveNew('laid-2', 'lock')).toBe(false);
  expect(state.moveNew('laid-3', 'lock')).toBe(false);
  expect(state.list('laid-2')).toEqual(['free']);
});

test('a folder for others to open files in is made private', () => {
  const root = join(temporaryFolder(), 'state');
  expect(new StateFolder(root).folder('local')).toBe(join(root, 'local'));
  expect(modeOf(join(root, 'local'))).toBe(0o700);
});

test('symbolic links are refused in every place, and what they point to is untouched', () => {
  const folder = temporaryFolder();
  const elsewhere = join(folder, 'elsewhere');
  mkdirSync(elsewhere, { mode: 0o755 });
  writeFileSync(join(elsewhere, 'secret'), 'secret', { mode: 0o644 });
  symlinkSync(elsewhere, join(folder, 'linked'));
  const linked = new StateFolder(join(folder, 'linked'));
  const state = new StateFolder(join(folder, 'state'));
  state.write('real', 'x');
  symlinkSync(elsewhere, join(folder, 'state', 'inner'));
  symlinkSync(join(elsewhere, 'secret'), join(folder, 'state', 'file'));
  const refused = [
    () => linked.write('a', ''),
    () => linked.append('a', ''),
    () => linked.read('secret'),
    () => linked.list('x'),
    () => linked.remove('secret'),
    () => linked.move('secret', 'a'),
    () => linked.folder('a'),
    () => state.write('inner/a', ''),
    () => state.append('inner/a', ''),
    () => state.read('inner/secret'),
    () => state.list('inner'),
    () => state.remove('inner/secret'),
    () => state.move('inner/secret', 'a'),
    () => state.move('real', 'inner/a'),
    () => state.folder('inner'),
    () => state.read('file'),
    () => state.append('file', ''),
  ];
  for (const action of refused) expect(errorOf(action).reason).toBe('unsafe');
  // Replacing and removing concern the link itself.
  state.write('file', 'mine');
  expect(state.read('file')).toBe('mine');
  expect(state.remove('inner')).toBe(true);
  expect(readdirSync(elsewhere)).toEqual(['secret']);
  expect(readFileSync(join(elsewhere, 'secret'), 'utf8')).toBe('secret');
  expect([modeOf(elsewhere), modeOf(join(elsewhere, 'secret'))]).toEqual([0o755, 0o644]);
});

test('a link above the root is the person’s own affair', () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'disk'));
  symlinkSync(join(folder, 'disk'), join(folder, 'home'));
  const state = new StateFolder(join(folder, 'home', '.mem0', 'hooks'));
  state.write('a', 'x');
  expect(readFileSync(join(folder, 'disk', '.mem0', 'hooks', 'a'), 'utf8')).toBe('x');
});

test('another user’s folder is refused', () => {
  // As root a folder is given away; anybody else finds root's own.
  const isRoot = process.geteuid?.() === 0;
  const foreign = isRoot ? join(temporaryFolder(), 'state') : '/usr';
  if (isRoot) {
    mkdirSync(foreign);
    chownSync(foreign, 65_534, 65_534);
  }
  expect(errorOf(() => new StateFolder(foreign).read('a')).reason).toBe('unsafe');
  expect(errorOf(() => new StateFolder(foreign).write('a', '')).reason).toBe('unsafe');
});

test('a pipe in place of a file is refused and not waited for', () => {
  const root = join(temporaryFolder(), 'state');
  const state = new StateFolder(root);
  state.write('a', '');
  execFileSync('mkfifo', ['-m', '600', join(root, 'pipe')]);
  expect(errorOf(() => state.read('pipe')).reason).toBe('unsafe');
  expect(errorOf(() => state.append('pipe', 'x')).reason).toBe('unsafe');
});

test('where nothing can be written the reason is read-only, also for root', () => {
  // The kernel's own file system (on macOS the sealed system volume) takes no new folder, not even from root.
  const root = join(process.platform === 'darwin' ? '/System' : '/sys', 'mem0-hooks-test');
  const error = errorOf(() => new StateFolder(root).write('a', ''));
  expect(error.reason).toBe('read-only');
  expect(error.path).toBe(join(root, 'a'));
  expect(new StateFolder(root).read('a')).toBeUndefined();
});

test('a file in place of a folder is another matter, and says which path', () => {
  const root = join(temporaryFolder(), 'state');
  writeFileSync(root, '');
  expect(errorOf(() => new StateFolder(root).write('a', '')).reason).toBe('unsafe');
  expect(errorOf(() => new StateFolder(join(root, 'deeper')).write('a', ''))).toMatchObject({ reason: 'unsafe' });
});

test.each([
  ['ENOSPC', 'full'],
  ['EDQUOT', 'full'],
  ['EROFS', 'read-only'],
  ['EACCES', 'read-only'],
  ['EPERM', 'read-only'],
  ['ELOOP', 'unsafe'],
  ['EIO', 'other'],
])('%s means %s', (code, reason) => {
  const cause = Object.assign(new Error('x'), { code, syscall: 'write' });
  expect(StateFolderError.from(cause, '/p')).toMatchObject({ reason, path: '/p', code, cause });
});

test('an error of ours and a programming error stay what they are', () => {
  const own = new StateFolderError('full', '/p');
  const mistake = new TypeError('x');
  expect(StateFolderError.from(own, '/q')).toBe(own);
  expect(StateFolderError.from(mistake, '/q')).toBe(mistake);
});

test('only plain names make a path', () => {
  const state = new StateFolder(join(temporaryFolder(), 'state'));
  for (const path of ['', '/a', '../a', 'a/../b', 'a//b', 'a/', '.', 'a/.', 'ä', 'a b', 'a\0', 'a\\b', '...']) {
    expect(() => state.read(path)).toThrow(TypeError);
    expect(() => state.write(path, '')).toThrow(TypeError);
  }
});

test('an id from outside always becomes one plain name, its own where it can', () => {
  const uuid = '11467e53-0f54-4c8e-9d0c-2f8b6a1d7e11';
  expect(safeName(uuid)).toBe(uuid);
  expect(safeName(safeName('../x'))).not.toBe(safeName('../x'));
  const state = new StateFolder(join(temporaryFolder(), 'state'));
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), fc.string({ unit: 'binary' }), (one, other) => {
      expect(safeName(one)).toMatch(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/);
      expect(state.read(`sessions/${safeName(one)}.json`)).toBeUndefined();
      expect(safeName(one) === safeName(other)).toBe(one === other);
    }),
  );
});
