import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { KEY, servePlatform } from './served-platform.ts';
import { DESIGN_ADDS, type Finished, transcriptOf, World } from './world.ts';

const transcript = transcriptOf('a-design-discussion');

interface Shown {
  readonly session: string;
  readonly transcript: string;
  readonly turns: number;
  readonly requests: readonly { method: string; path: string; body: Record<string, unknown> }[];
  readonly omitted: readonly { path: string; lines: number }[];
  readonly redacted: readonly { rule: string; count: number }[];
  readonly left: readonly { reason: string; count: number }[];
}

const shown = (run: Finished): Shown => JSON.parse(run.stdout);

/** Every file and folder of this world: its kind, mode, times of change, and bytes. */
function everything(w: World): Readonly<Record<string, string>> {
  const names = readdirSync(w.root, { recursive: true, encoding: 'utf8' }).sort();
  return Object.fromEntries(
    names.map((name) => {
      const path = join(w.root, name);
      const { mode, mtimeMs, size } = lstatSync(path);
      return [name, `${mode} ${mtimeMs} ${size} ${statSync(path).isFile() ? readFileSync(path, 'latin1') : ''}`];
    }),
  );
}

/** A body without what is new with each capture. */
function constant(body: Record<string, unknown> | undefined): unknown {
  const metadata = body?.['metadata'] as Record<string, unknown>;
  return { ...body, metadata: { ...metadata, capture_id: typeof metadata['capture_id'] } };
}

/** A transcript of these prompts, in the repository of a world. */
function transcriptIn(w: World, name: string, prompts: readonly string[]): string {
  const folder = join(w.home, '.claude', 'projects', '-any');
  mkdirSync(folder, { recursive: true });
  const lines = prompts.map((content, n) => ({
    ...{ type: 'user', uuid: `${name}-${n}`, parentUuid: n === 0 ? null : `${name}-${n - 1}`, isSidechain: false },
    ...{ timestamp: `2026-11-30T0${n}:00:00.000Z`, cwd: w.repository, sessionId: name, gitBranch: 'main' },
    ...{ promptSource: 'typed', origin: { kind: 'human' }, message: { role: 'user', content } },
  }));
  const path = join(folder, `${name}.jsonl`);
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return path;
}

describe('a preview', () => {
  it.each([
    ['without a key', {}],
    ['with an override', { MEM0_OVERRIDE_ORG_ID: 'org-9', MEM0_OVERRIDE_PROJECT_ID: 'proj-9' }],
  ])('shows exactly the bodies, omissions and maskings of the capture that follows (%s)', async (_, env) => {
    const w = new World();
    const served = await servePlatform();
    w.env = { ...served.env, ...env };
    await w.sessionStart('s1');
    // The same session that the hooks know, at its transcript.
    const record = w.document('sessions/s1.json');
    writeFileSync(join(w.state, 'sessions/s1.json'), JSON.stringify({ ...record, transcriptPath: transcript }));
    const before = shown(await w.run('mem0-hooks', ['preview', '--session', 's1', '--json']));
    expect(served.adds()).toEqual([]);
    await w.sessionEnd('s1', transcript);
    await w.settled();
    expect(before.requests.map(({ body }) => constant(body))).toEqual(served.adds().map(({ body }) => constant(body)));
    expect(before.requests).toHaveLength(DESIGN_ADDS);
    for (const { method, path } of before.requests) expect(`${method} ${path}`).toBe('POST /v3/memories/add/');
    const { turns, omitted, redacted, left } = before;
    expect(w.receipts()).toMatchObject([{ turns, omitted, redacted, left }]);
    expect(redacted.length * left.length).toBeGreaterThan(0);
  });

  it.each([[[]], [['--json']], [['--all']], [['--transcript', transcript]], [['--session', 'nobody']]])(
    'changes no byte of home, state folder and repository, and sends nothing (%j)',
    async (args) => {
      const w = new World();
      const served = await servePlatform();
      w.env = served.env;
      transcriptIn(w, 's1', ['We decided to deploy on Railway from now on.']);
      const untouched = everything(w);
      await w.run('mem0-hooks', ['preview', ...args]);
      expect(everything(w)).toEqual(untouched);
      expect(existsSync(w.state)).toBe(false);
      // Where hooks have been at work it is no different.
      await w.sessionStart('s1');
      await w.sessionEnd('s2', transcriptOf('d-compact'));
      await w.settled();
      const asked = served.seen.length;
      const before = everything(w);
      await w.run('mem0-hooks', ['preview', ...args]);
      expect(everything(w)).toEqual(before);
      expect(served.seen).toHaveLength(asked);
    },
  );

  it('without an argument shows the newest session of the project, before any hook has run', async () => {
    const w = new World();
    transcriptIn(w, 's1', ['We decided to deploy on Railway from now on.']);
    const run = await w.run('mem0-hooks', ['preview']);
    expect(run).toMatchObject({ status: 0, stderr: '' });
    expect(run.stdout).toMatch(/^Session s1\n/);
    expect(run.stdout).toContain('A capture would send 1 request now, from 1 turn. Nothing is sent by this preview.');
    expect(run.stdout).toMatch(/ {2}decision, project acme-shop, \d+ characters\n/);
    expect(run.stdout).toContain('  messages:\n    user:\n      We decided to deploy on Railway from now on.');
  });

  it('of what was captured shows nothing more, says so, and shows all of it when asked', async () => {
    const w = new World();
    const path = transcriptIn(w, 's1', ['We decided to deploy on Railway from now on.']);
    await w.sessionEnd('s1', path);
    await w.settled();
    const again = await w.run('mem0-hooks', ['preview', '--session', 's1']);
    expect(again).toMatchObject({ status: 0, stderr: '' });
    expect(again.stdout).toContain('A capture would send nothing now');
    expect(again.stdout).toContain('What was captured before');
    const all = shown(await w.run('mem0-hooks', ['preview', '--session', 's1', '--all', '--json']));
    expect(JSON.stringify(all.requests)).toContain('We decided to deploy on Railway');
    // What is said afterwards is new, and only that.
    transcriptIn(w, 's1', ['We decided to deploy on Railway from now on.', 'We decided to use Postgres 17 as well.']);
    const next = shown(await w.run('mem0-hooks', ['preview', '--session', 's1', '--json']));
    expect(JSON.stringify(next.requests)).toContain('Postgres 17');
    expect(JSON.stringify(next.requests)).not.toContain('Railway');
  });

  it('never shows the key, nor a secret, and names a user who is not known yet as such', async () => {
    const w = new World();
    w.env = { MEM0_API_KEY: KEY, DEPLOY_TOKEN: 'a-value-that-looks-like-nothing-77' };
    const said = `We decided to deploy with a-value-that-looks-like-nothing-77 and ${KEY} from now on.`;
    const path = transcriptIn(w, 's1', [said]);
    for (const args of [[], ['--json']]) {
      const run = await w.run('mem0-hooks', ['preview', '--transcript', path, ...args]);
      expect(run.status).toBe(0);
      expect(run.stdout).toContain('<user_email of the key, asked at the first request>');
      expect(run.stdout).toContain('[redacted: known-value]');
      expect(run.stdout + run.stderr).not.toMatch(new RegExp(`looks-like-nothing|${KEY}`));
      expect(args.length === 0 ? run.stdout : run.stderr).toContain('Whose the key is has not been asked yet');
    }
  });

  it('with capture switched off is shown all the same, and says that nothing will be sent', async () => {
    const w = new World();
    w.env = { MEM0_CAPTURE: 'off' };
    const path = transcriptIn(w, 's1', ['We decided to deploy on Railway from now on.']);
    const run = await w.run('mem0-hooks', ['preview', '--transcript', path]);
    expect(run).toMatchObject({ status: 0, stderr: '' });
    expect(run.stdout).toContain('Capture is switched off (MEM0_CAPTURE): nothing of this will be sent.');
    expect(run.stdout).toContain('Railway');
    const json = await w.run('mem0-hooks', ['preview', '--transcript', path, '--json']);
    expect(shown(json).requests).toHaveLength(1);
    expect(json.stderr).toContain('Capture is switched off');
  });

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
    const odd = await w.run('mem0-hooks', ['preview', '--session', `s\u001b[2J`]);
    expect(odd).toMatchObject({ status: 1, stdout: '', stderr: 'No session s is known here.\n' });
  });

  it('of a session that belongs to another key, or has other secrets, says so', async () => {
    const w = new World();
    const served = await servePlatform();
    const path = transcriptIn(w, 's1', ['We decided to deploy on Railway from now on.']);
    const env = { ...served.env, DEPLOY_TOKEN: 'a-value-that-looks-like-nothing-77' };
    await w.hook('session-start', w.input('SessionStart', 's1', { source: 'startup', transcript_path: path }), { env });
    const other = await w.run('mem0-hooks', ['preview', '--session', 's1']);
    expect(other.stdout).toContain('belongs to another key, or to none');
    const lacking = await w.run('mem0-hooks', ['preview', '--session', 's1'], { env: served.env });
    expect(lacking.stdout).toMatch(/Captured only where these variables are as they were .*: DEPLOY_TOKEN\./);
    const own = await w.run('mem0-hooks', ['preview', '--session', 's1'], { env });
    expect(own.stdout).not.toContain('Note:');
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
    expect(run.stderr).toContain('usage: mem0-hooks preview');
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
