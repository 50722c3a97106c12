import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withValue } from '../../src/core/settings/json-edit.ts';
import { type Edit, type Edited, editOwnFile, editSteps } from '../../src/io/settings-file-edit.ts';
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

  it('that was killed in the middle of it keeps nobody out for long, whatever the clock says, and leaves nothing', () => {
    for (const offset of [-60, 0, 60]) {
      const { path, folder } = ownFile('{}');
      const killed = editSteps(path, setting('theirs', 1), WAITS);
      while (!readdirSync(folder).some((name) => name.endsWith('.tmp'))) killed.next();
      for (const name of readdirSync(folder)) {
        const at = Date.now() / 1000 + offset;
        if (name !== 'settings.json') utimesSync(join(folder, name), at, at);
      }
      expect(editOwnFile(path, setting('capture', 'off'), { ...WAITS, abandonedMs: 20 })).toEqual({ changed: true });
      expect(readdirSync(folder)).toEqual(['settings.json']);
      expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ hooks: { capture: 'off' } });
    }
  });

  it('that is at it now is waited for, and not written over', () => {
    const { path, folder } = ownFile('{}');
    writeFileSync(join(folder, LOCK), '');
    expect(editOwnFile(path, setting('capture', 'off'), { ...WAITS, busyMs: 20 })).toEqual({
      refused: 'is being written by another process',
    });
    expect(readFileSync(path, 'utf8')).toBe('{}');
    expect(readdirSync(folder).sort()).toEqual([LOCK, 'settings.json'].sort());
  });
});

const LOCK = '.settings.json.mem0-hooks.lock';
const WAITS = { busyMs: 60_000, abandonedMs: 30_000, elapsed: () => performance.now() };

/** What several processes do at the same time, one step of one of them after another. */
class Together {
  readonly #writers;
  readonly #file = ownFile('{"mine": 1}');
  #elapsed = 0;

  /** `abandonedMs`: with none each takes every lock for a killed process's. */
  constructor(keys: readonly string[], abandonedMs: number) {
    const waits = { busyMs: 1e9, abandonedMs, elapsed: () => this.#elapsed++ };
    this.#writers = keys.map((key) => ({
      key,
      steps: editSteps(this.#file.path, setting(key, 'set'), waits),
      outcome: undefined as Edited | undefined,
    }));
  }

  step(index: number): void {
    const writer = this.#writers[index % this.#writers.length];
    if (writer === undefined || writer.outcome !== undefined) return;
    const step = writer.steps.next();
    if (step.done) writer.outcome = step.value;
    this.look();
  }

  /** Whole at any time, with what others have in it, and with every change that was said to be made. */
  look(): void {
    const { mine, hooks = {} } = JSON.parse(readFileSync(this.#file.path, 'utf8'));
    expect(mine).toBe(1);
    const made = this.#writers.filter(({ outcome }) => outcome !== undefined && 'changed' in outcome);
    expect(Object.keys(hooks)).toEqual(expect.arrayContaining(made.map(({ key }) => key)));
  }

  /** One comes to its end alone. */
  finish(index: number): Edited | undefined {
    for (let n = 0; n < 10_000 && this.#writers[index]?.outcome === undefined; n++) this.step(index);
    return this.#writers[index]?.outcome;
  }

  get left(): readonly string[] {
    return readdirSync(this.#file.folder);
  }
}

describe('two writers', () => {
  it.each([0, 5])('lose nothing, however one sleeps in between (a lock is taken away after %i)', (abandonedMs) => {
    for (let first = 0; first < 9; first++) {
      for (let second = 0; second < 16; second++) {
        const both = new Together(['a', 'b'], abandonedMs);
        for (let n = 0; n < first; n++) both.step(0);
        for (let n = 0; n < second; n++) both.step(1);
        expect(both.finish(0)).toEqual({ changed: true });
        expect(both.finish(1)).toEqual({ changed: true });
        both.look();
        expect(both.left).toEqual(['settings.json']);
      }
    }
  });

  it('of which one is killed at any step: the other does what it was to do, and clears up', () => {
    for (let first = 0; first < 9; first++) {
      const both = new Together(['a', 'b'], 5);
      for (let n = 0; n < first; n++) both.step(0);
      expect(both.finish(1)).toEqual({ changed: true });
      expect(both.left).toEqual(['settings.json']);
    }
  });

  it('or three, in any order', () => {
    const order = fc.array(fc.nat(2), { minLength: 10, maxLength: 80 });
    fc.assert(
      fc.property(order, fc.constantFrom(0, 1, 5, 50), (steps, abandonedMs) => {
        const all = new Together(['a', 'b', 'c'], abandonedMs);
        for (const index of steps) all.step(index);
        for (const index of [0, 1, 2]) expect(all.finish(index)).toEqual({ changed: true });
        all.look();
        expect(all.left).toEqual(['settings.json']);
      }),
      { numRuns: 60 },
    );
  });
});

describe('a secret', () => {
  const secretly: Edit = (text) => ({ text: withValue(text, ['hooks', 'api_key'], 'made-up'), secret: true });

  it('closes a file that others can read, even where it stood there already, and leaves one closed that was', () => {
    const { path } = ownFile('{}');
    chmodSync(path, 0o644);
    expect(editOwnFile(path, secretly)).toEqual({ changed: true, closed: true });
    expect(modeOf(path)).toBe(0o600);
    expect(editOwnFile(path, secretly)).toEqual({ changed: false });
    chmodSync(path, 0o640);
    expect(editOwnFile(path, secretly)).toEqual({ changed: true, closed: true });
    expect(modeOf(path)).toBe(0o600);
    chmodSync(path, 0o400);
    expect(editOwnFile(path, setting('api_key', 'other'))).toEqual({ changed: true });
    expect(modeOf(path)).toBe(0o400);
  });
});
