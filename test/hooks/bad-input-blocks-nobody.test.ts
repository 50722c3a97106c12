import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type HookName, printed, transcriptOf, World } from './world.ts';

const EVENTS: Readonly<Record<HookName, string>> = {
  'session-start': 'SessionStart',
  'session-end': 'SessionEnd',
  'pre-compact': 'PreCompact',
};
const hooks = Object.keys(EVENTS) as HookName[];
const transcript = transcriptOf('a-design-discussion');

describe.each(hooks)('%s', (hook) => {
  it.each([
    ['empty', '', 'no input'],
    ['cut off', '{"session_id":"s1","transcr', 'input that was cut off'],
    ['not JSON', 'hello there', 'input that is not JSON'],
    ['an array', '[1,2]', 'input of an unknown shape'],
    ['bytes that are no text', Buffer.from([0xff, 0xfe, 0x00, 0x7b]), 'input that is not JSON'],
    [
      'another event',
      '{"session_id":"s1","transcript_path":"/t","cwd":"/","hook_event_name":"Stop"}',
      'input of another event; .*',
    ],
  ] as const)(
    'with input that is %s ends with 0, prints nothing, and the next start tells of it',
    async (_, input, code) => {
      const w = new World();
      const run = await w.run(hook, [], { input });
      expect(run).toMatchObject({ status: 0, stdout: '', stderr: '' });
      const next = printed(await w.sessionStart('next'));
      expect(next.systemMessage).toMatch(
        new RegExp(`One hook had a fault since the last start \\(latest: ${code}, .* UTC\\)`),
      );
      expect(printed(await w.sessionStart('after')).systemMessage ?? '').not.toContain('fault');
    },
  );

  it('with unknown fields, 5 MB of them, works as ever', async () => {
    const w = new World();
    const input = w.input(EVENTS[hook], 's1', {
      source: 'startup',
      later: 'x'.repeat(5 * 1024 * 1024),
      more: { a: [1] },
    });
    const run = await w.hook(hook, input);
    expect(run).toMatchObject({ status: 0, stderr: '' });
    if (hook === 'pre-compact') expect(run.stdout).toBe('');
    expect(printed(await w.sessionStart('next')).systemMessage ?? '').not.toContain('input');
    if (hook === 'session-end') await w.settled();
  });

  it('with stdin that is complete but never closed does its work and ends', async () => {
    const w = new World();
    const run = await w.hook(hook, w.input(EVENTS[hook], 's1', { source: 'startup' }), { keepOpen: true });
    expect(run).toMatchObject({ status: 0, stderr: '' });
    expect(run.ms).toBeLessThan(4_000);
    if (hook === 'session-end') await w.settled();
  });

  it('with stdin that stays silent, or stops in the middle, and never closes ends all the same', async () => {
    const w = new World();
    for (const input of ['', '{"session_id":"s1"']) {
      const run = await w.run(hook, [], { input, keepOpen: true });
      expect(run).toMatchObject({ status: 0, stdout: '', stderr: '' });
    }
  });

  it('with MEM0_HOOKS=off reads, writes and prints nothing', async () => {
    const w = new World();
    const run = await w.hook(hook, w.input(EVENTS[hook], 's1'), { env: { MEM0_HOOKS: 'off' } });
    expect(run).toMatchObject({ status: 0, stdout: '', stderr: '' });
    expect(existsSync(w.state)).toBe(false);
  });

  it('does nothing when it is started by a process of ours', async () => {
    const w = new World();
    await w.hook(hook, w.input(EVENTS[hook], 's1'), { env: { MEM0_HOOKS_CHILD: '1' } });
    expect(existsSync(w.state)).toBe(false);
  });

  it.each([
    ['a deleted cwd', (w: World) => ({ cwd: deleted(w) })],
    ['no HOME', () => ({ env: { HOME: undefined } })],
    ['no git', () => ({ env: { PATH: '' } })],
    ['a state folder that is a file', (w: World) => ({ env: { MEM0_HOOKS_HOME: fileAt(w) } })],
    ['a state folder that is a link', (w: World) => ({ env: { MEM0_HOOKS_HOME: linkAt(w) } })],
    ['a state folder in /proc', () => ({ env: { MEM0_HOOKS_HOME: '/proc/mem0-hooks' } })],
  ])('in a world with %s ends with 0 and prints nothing that breaks the protocol', async (_, change) => {
    const w = new World();
    const { cwd, ...options } = { cwd: undefined, ...change(w) } as { cwd?: string; env?: Record<string, string> };
    const input = w.input(EVENTS[hook], 's1', { transcript_path: transcript, ...(cwd === undefined ? {} : { cwd }) });
    const env = { MEM0_HOOKS_HOME: join(w.root, 'elsewhere'), ...options.env };
    const run = await w.hook(hook, input, { env });
    expect(run).toMatchObject({ status: 0, stderr: '' });
    expect(Object.keys(printed(run)).filter((key) => !['systemMessage', 'hookSpecificOutput'].includes(key))).toEqual(
      [],
    );
    if (hook !== 'session-start') expect(run.stdout).toBe('');
  });
});

function deleted(w: World): string {
  const folder = join(w.root, 'deleted');
  mkdirSync(folder);
  rmSync(folder, { recursive: true });
  return folder;
}

function fileAt(w: World): string {
  writeFileSync(join(w.root, 'file'), 'x');
  return join(w.root, 'file');
}

function linkAt(w: World): string {
  mkdirSync(join(w.root, 'target'));
  symlinkSync(join(w.root, 'target'), join(w.root, 'link'));
  return join(w.root, 'link');
}

describe('nothing that was to be captured is lost', () => {
  const statement = "Let's move off Fly.io to Railway";
  const packAt = async (w: World) => printed(await w.sessionStart('later')).hookSpecificOutput?.additionalContext ?? '';

  it('when session-end gets broken input: the session is known by its id', async () => {
    const w = new World();
    await w.hook('session-start', w.input('SessionStart', 's1', { transcript_path: transcript, source: 'startup' }));
    await w.run('session-end', [], { input: '{"session_id":', env: { CLAUDE_CODE_SESSION_ID: 's1' } });
    await w.settled();
    expect(await packAt(w)).toContain(statement);
  });

  it('when session-end never comes: the next start takes it once its process is gone', async () => {
    const w = new World();
    await w.hook('session-start', w.input('SessionStart', 's1', { transcript_path: transcript, source: 'startup' }));
    // The owner on record is this test, which lives; a session whose owner is gone is what a kill -9 leaves.
    await w.sessionStart('s2');
    expect(await packAt(w)).not.toContain(statement);
    w.ownerGone('s1');
    await w.sessionStart('s3');
    await w.until(() => w.names('cursors').includes('s1.json'));
    await w.settled();
    expect(await packAt(w)).toContain(statement);
  });

  it('when the state folder cannot be written: the job waits elsewhere', async () => {
    const w = new World();
    writeFileSync(join(w.home, '.mem0'), 'in the way');
    const run = await w.sessionEnd('s1', transcript);
    expect(run).toMatchObject({ status: 0, stdout: '', stderr: '' });
    const start = printed(await w.sessionStart('s2'));
    expect(start.systemMessage).toMatch(/state folder|local memories/);
    rmSync(join(w.home, '.mem0'));
    await w.sessionStart('s3');
    await w.until(() => w.names('cursors').includes('s1.json'));
    await w.settled();
    expect(await packAt(w)).toContain(statement);
  });

  it("when the state folder cannot be written and the plugin's data folder can", async () => {
    const w = new World();
    const env = { CLAUDE_PLUGIN_DATA: join(w.root, 'plugin-data') };
    writeFileSync(join(w.home, '.mem0'), 'in the way');
    await w.sessionEnd('s1', transcript, { env });
    expect(readdirSync(join(w.root, 'plugin-data'))).toHaveLength(1);
    rmSync(join(w.home, '.mem0'));
    await w.sessionStart('s3', 'startup', { env });
    await w.until(() => w.names('cursors').includes('s1.json'));
    await w.settled();
    expect(await packAt(w)).toContain(statement);
    expect(readdirSync(join(w.root, 'plugin-data'))).toEqual([]);
  });

  it.each(['a\ud800b', 'a\0b', '\u001b[31mred'])(
    'when the session has an id that is no proper text: %j',
    async (id) => {
      const w = new World();
      await w.sessionEnd(id, transcript);
      await w.settled();
      expect(w.names('spool/parked')).toEqual([]);
      expect(await packAt(w)).toContain(statement);
    },
  );

  it('when the transcript is away for a while', async () => {
    const w = new World();
    const path = join(w.root, 'transcripts', 's1.jsonl');
    await w.sessionEnd('s1', path);
    // The job stays, so the lock alone says when the background is done.
    const jobs = () => w.names('jobs').filter((name) => name.endsWith('.json'));
    await w.until(() => jobs().some((name) => 'failingSince' in w.document(`jobs/${name}`)));
    await w.until(() => w.names('background').includes('free'));
    expect(printed(await w.sessionStart('s2')).systemMessage).toContain('a transcript could not be read');
    mkdirSync(join(w.root, 'transcripts'));
    writeFileSync(path, readFileSync(transcript));
    await w.sessionStart('s3');
    await w.settled();
    expect(await packAt(w)).toContain(statement);
  });

  it('and a session without a prompt, which has no transcript, is no fault', async () => {
    const w = new World();
    mkdirSync(join(w.root, 'transcripts'));
    await w.hook('session-end', w.input('SessionEnd', 's1', { reason: 'other' }));
    await w.settled();
    expect(printed(await w.sessionStart('s2')).systemMessage).not.toContain('fault');
  });
});
