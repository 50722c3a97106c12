import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { transcriptIn, World } from './world.ts';

describe('a preview', () => {
  it('steers no terminal, whatever a transcript, a branch or a path holds', async () => {
    const w = new World();
    const nasty = '\u001b]0;title\u0007\u001b[31mred\u009b2J \u202egnirts\u2066 \u0000 \r\n done';
    writeFileSync(
      join(w.repository, 'x\u001b[2J\u202e.md'),
      'This very sentence stands in an oddly named file here.\n',
    );
    const prompt = `We decided on ${nasty}.\n\nThis very sentence stands in an oddly named file here.`;
    const path = transcriptIn(w, 's1', [prompt]);
    const text = readFileSync(path, 'utf8').replaceAll('"main"', JSON.stringify(`b\u001b[2J\u202e`));
    writeFileSync(path, text);
    for (const args of [[], ['--json']]) {
      const run = await w.run('mem0-hooks', ['preview', '--transcript', path, ...args]);
      expect(run.status).toBe(0);
      expect(run.stdout).toMatch(/x(\\u001b\[2J)?\\u202e\.md/);
      expect(run.stdout + run.stderr).not.toMatch(
        /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/,
      );
    }
    const typed = `s\u001b[2J\n\u202e\u009b1m`;
    const odd = [
      ...[['--session', typed], ['--transcript', typed], [`--${typed}`], [typed]].map((args) => ['preview', ...args]),
      ...[['--session', typed], ['--last', typed], [`--${typed}`], [typed]].map((args) => ['receipts', ...args]),
      ...[['--fault', typed], [`--${typed}`]].map((args) => ['serve', ...args]),
      [typed],
    ];
    for (const args of odd) {
      const run = await w.run('mem0-hooks', args);
      expect(run).toMatchObject({
        status: args.includes('--session') || args.includes('--transcript') ? 1 : 2,
        stdout: '',
      });
      expect(run.stderr).toMatch(/^[ -~\n]+$/);
    }
  });

  it('of private words alone says that there is nothing, or that it is private', async () => {
    const w = new World();
    const path = transcriptIn(w, 's1', ['<private>We decided to sell the shop from now on.</private>']);
    const run = await w.run('mem0-hooks', ['preview', '--transcript', path]);
    expect(run).toMatchObject({ status: 0, stderr: '' });
    expect(run.stdout).toMatch(/nothing new was said in it, or only what is marked as private\.\n$/);
  });

  it('to a reader that leaves early ends as if it had been read', async () => {
    const w = new World();
    const said = 'We decided to deploy on Railway from now on, and this is said at some length. ';
    const path = transcriptIn(w, 's1', Array(9).fill(said.repeat(200)));
    for (const args of [[], ['--json']]) {
      const run = await w.run('mem0-hooks', ['preview', '--transcript', path, ...args], { reader: 'leaves' });
      expect(run).toMatchObject({ status: 0, stderr: '' });
    }
  });
});

describe('what cannot be previewed', () => {
  it('is refused in one sentence on stderr with exit status 1, and nothing is made', async () => {
    const w = new World();
    const notes = join(w.root, 'notes.txt');
    writeFileSync(notes, 'remember the milk\n');
    for (const args of [
      [],
      ['--session', 's9'],
      ...[notes, w.root, `${notes}-gone`].map((one) => ['--transcript', one]),
    ]) {
      const run = await w.run('mem0-hooks', ['preview', ...args]);
      expect(run).toMatchObject({ status: 1, stdout: '' });
      expect(run.stderr).toMatch(/^[^\n]+[.]\n?[^\n]*\n$/);
      expect(run.stderr.split('\n')).toHaveLength(2);
    }
    expect(existsSync(w.state)).toBe(false);
  });

  it.each([
    ['--nonsense'],
    ['extra'],
    ['--transcript'],
    ['--session='],
    ['--transcript', 'a', '--session', 'b'],
    ['--last', '3'],
  ])('because it was asked for wrongly has exit status 2 and the usage on stderr (%s)', async (...args) => {
    const run = await new World().run('mem0-hooks', ['preview', ...args]);
    expect(run).toMatchObject({ status: 2, stdout: '' });
    expect(run.stderr).toContain('Usage: mem0-hooks preview');
  });

  it('because all is switched off, or the state folder is misplaced, is refused', async () => {
    const w = new World();
    const off = await w.run('mem0-hooks', ['preview'], { env: { MEM0_HOOKS: 'off' } });
    expect(off).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining('switched off') });
    const misplaced = await w.run('mem0-hooks', ['preview'], { env: { MEM0_HOOKS_HOME: 'relative' } });
    expect(misplaced).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining('MEM0_HOOKS_HOME') });
  });

  it('--help is told on stdout', async () => {
    const run = await new World().run('mem0-hooks', ['preview', '--help']);
    expect(run).toMatchObject({ status: 0, stderr: '', stdout: expect.stringContaining('Exit status: 0 shown') });
  });
});
