import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { KEY, servePlatform } from './served-platform.ts';
import { DESIGN_ADDS, type Finished, transcriptIn, transcriptOf, World } from './world.ts';

const transcript = transcriptOf('a-design-discussion');

interface Shown {
  readonly session: string;
  readonly transcript: string;
  readonly turns: number;
  readonly requests: readonly { method: string; path: string; body: Record<string, unknown> }[];
  readonly omitted: readonly { path: string; lines: number }[];
  readonly redacted: readonly { rule: string; count: number }[];
  readonly left: readonly { reason: string; count: number }[];
  readonly treesInPart: readonly object[];
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
    const { turns, omitted, redacted, left, treesInPart } = before;
    expect(w.receipts()).toMatchObject([{ turns, omitted, redacted, left, treesInPart }]);
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
    expect(run.stdout).toContain('A capture would send 1 request if it could');
    expect(run.stdout).toContain('Capture is switched off (MEM0_CAPTURE): nothing of this will be sent.');
    expect(run.stdout).toContain('Railway');
    const json = await w.run('mem0-hooks', ['preview', '--transcript', path, '--json']);
    expect(shown(json).requests).toHaveLength(1);
    expect(json.stderr).toContain('Capture is switched off');
    w.env = {};
    mkdirSync(join(w.home, '.mem0'), { mode: 0o700 });
    writeFileSync(join(w.home, '.mem0', 'settings.json'), '{"hooks": {"capture": false}}', { mode: 0o600 });
    for (const args of [['preview', '--transcript', path], ['drain']])
      expect((await w.run('mem0-hooks', args)).stdout).toContain('switched off (~/.mem0/settings.json)');
  });

  it('of a session that is denied shows nothing, and says why in its first words', async () => {
    const w = new World();
    mkdirSync(join(w.home, '.mem0'), { mode: 0o700 });
    const file = join(w.home, '.mem0', 'settings.json');
    writeFileSync(file, JSON.stringify({ hooks: { deny: { paths: [w.repository] } } }), { mode: 0o600 });
    const path = transcriptIn(w, 's1', ['We decided to deploy on Railway from now on.']);
    const run = await w.run('mem0-hooks', ['preview', '--transcript', path]);
    expect(run.stdout).toContain('Nothing is captured where this session ran');
    expect(run.stdout).not.toMatch(/Railway|nothing new was said/);
    const json = await w.run('mem0-hooks', ['preview', '--transcript', path, '--json']);
    expect(json.stderr).toContain('Nothing is captured where this session ran');
  });

  it('says how much of the working tree was looked at where it was not all, and what was taken back', async () => {
    const w = new World();
    const path = transcriptIn(w, 's1', ['We decided to deploy on Fly from now on.', 'We decided to use Postgres 17.']);
    const whole = await w.run('mem0-hooks', ['preview', '--transcript', path]);
    expect(whole.stdout).not.toContain('in part');
    writeFileSync(join(w.repository, 'words.txt'), 'Words of a very large file. '.repeat(400_000));
    const [, second = ''] = readFileSync(path, 'utf8').split('\n');
    const again = { ...JSON.parse(second), uuid: 's1-again', parentUuid: null };
    again.message = { role: 'user', content: 'We decided to deploy on Railway from now on.' };
    writeFileSync(path, `${readFileSync(path, 'utf8')}${JSON.stringify(again)}\n`);
    const run = await w.run('mem0-hooks', ['preview', '--transcript', path]);
    expect(run.stdout).toMatch(
      /The working tree was looked at only in part, so [^\n]*:\n {2}\d+ of \d+ files: 1 file is too large\n/,
    );
    expect(run.stdout).toContain('  2 messages: taken back, since the talk went on from an earlier one\n');
    const json = shown(await w.run('mem0-hooks', ['preview', '--transcript', path, '--json']));
    expect(json.treesInPart).toMatchObject([{ large: 1 }]);
    expect(json.left).toEqual([{ reason: 'taken-back', count: 2 }]);
    await w.sessionEnd('s1', path);
    await w.settled();
    const { left, treesInPart } = json;
    expect(w.receipts()).toMatchObject([{ left, treesInPart }]);
    expect((await w.run('mem0-hooks', ['receipts'])).stdout).toMatch(/looked at only in part[\s\S]*taken back/);
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
