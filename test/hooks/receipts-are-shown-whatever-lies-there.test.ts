import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { KEY } from './served-platform.ts';
import { type Finished, transcriptOf, World } from './world.ts';

const transcript = transcriptOf('a-design-discussion');

const reports = (run: Finished): { sessionId: string }[] => JSON.parse(run.stdout);

async function captured(w: World, session = 's1', path = transcript): Promise<void> {
  await w.sessionEnd(session, path);
  await w.settled();
}

describe('receipts', () => {
  it('shows the newest first, as many as are asked for, or those of one session', async () => {
    const w = new World();
    await captured(w, 's-one');
    await captured(w, 's-two', transcriptOf('d-compact'));
    await captured(w, 't-three', transcriptOf('f-resume', '9df28784'));
    const sessions = async (...args: string[]) =>
      reports(await w.run('mem0-hooks', ['receipts', '--json', ...args])).map(({ sessionId }) => sessionId);
    expect(await sessions()).toEqual(['t-three', 's-two', 's-one']);
    expect(await sessions('--last', '2')).toEqual(['t-three', 's-two']);
    expect(await sessions('--session', 's-')).toEqual(['s-two', 's-one']);
    expect(await sessions('--session', 's-one', '--last', '1')).toEqual(['s-one']);
    const none = await w.run('mem0-hooks', ['receipts', '--session', 'nobody']);
    expect(none).toMatchObject({ status: 1, stdout: '', stderr: 'No receipt of a session nobody.\n' });
  });

  it('that cannot be read are counted and said, and hide no other', async () => {
    const w = new World();
    await captured(w);
    const [receipt] = w.receipts();
    const odd: readonly string[] = [
      '{"id":',
      '',
      'null',
      '[]',
      JSON.stringify({ ...receipt, items: [{ state: 'x' }] }),
    ];
    for (const [n, text] of odd.entries())
      writeFileSync(join(w.state, 'receipts', `zzzzzzzzz_k${n}.json`), text, { mode: 0o600 });
    const run = await w.run('mem0-hooks', ['receipts']);
    expect(run).toMatchObject({ status: 0, stderr: `${odd.length} receipts cannot be read and are not shown.\n` });
    expect(run.stdout).toContain('session s1');
  });

  it('of a later version are shown as far as they are understood, and steer no terminal', async () => {
    const w = new World();
    await captured(w);
    const [receipt] = w.receipts();
    const nasty = 'x\u001b[2J\n\u202ey';
    const later = {
      ...{ ...receipt, version: 9, news: { of: nasty }, sessionId: nasty },
      left: [{ reason: `odd ${nasty}`, count: 3, more: 1 }],
      treesInPart: [{ files: 7, large: 2, stopped: `odd ${nasty}`, new: true }],
      redacted: [{ rule: nasty, count: 1 }],
    };
    writeFileSync(join(w.state, 'receipts', 'zzzzzzzzz_k1.json'), JSON.stringify(later), { mode: 0o600 });
    const text = await w.run('mem0-hooks', ['receipts', '--last', '1']);
    expect(text).toMatchObject({ status: 0, stderr: '' });
    expect(text.stdout).toMatch(/Left, and not sent:\n {4}3: odd x \\u202ey\n/);
    expect(text.stdout).toContain('7 files of an unknown number: odd x \\u202ey; 2 files are too large\n');
    const json = await w.run('mem0-hooks', ['receipts', '--last', '1', '--json']);
    expect(reports(json)).toMatchObject([{ version: 9, news: { of: nasty } }]);
    for (const { stdout } of [text, json])
      expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
  });

  it('by the thousand are not all opened for the newest few', async () => {
    const w = new World();
    await captured(w);
    const [receipt] = w.receipts();
    const text = JSON.stringify(receipt);
    for (let n = 0; n < 5_000; n++)
      writeFileSync(join(w.state, 'receipts', `00000${String(n).padStart(4, '0')}_k1.json`), text, { mode: 0o600 });
    const opened = join(w.state, 'receipts', '000000000_k1.json');
    writeFileSync(opened, 'torn', { mode: 0o600 });
    const run = await w.run('mem0-hooks', ['receipts', '--last', '5', '--json']);
    expect(run).toMatchObject({ status: 0, stderr: '' });
    expect(reports(run)).toHaveLength(5);
    expect(run.ms).toBeLessThan(8_000);
  });

  it('where there are none names the sessions that wait to be captured', async () => {
    const w = new World();
    const job = { sessionId: 's1', transcriptPath: transcript, cwd: w.repository, at: '2026-11-30T12:00:00.000Z' };
    const belongs = { destination: 'local', place: {}, secretMarks: [] };
    mkdirSync(join(w.state, 'jobs'), { recursive: true, mode: 0o700 });
    writeFileSync(join(w.state, 'jobs', 's1.k1.json'), JSON.stringify({ ...job, belongs }), { mode: 0o600 });
    const run = await w.run('mem0-hooks', ['receipts']);
    expect(run.stdout).toBe('No receipts yet: nothing was captured. 1 session waits to be captured.\n');
  });

  it('where there are none says so, and makes nothing', async () => {
    const w = new World();
    w.env = { MEM0_API_KEY: KEY };
    const run = await w.run('mem0-hooks', ['receipts']);
    expect(run).toMatchObject({ status: 0, stderr: '', stdout: 'No receipts yet: nothing was captured.\n' });
    expect(await w.run('mem0-hooks', ['receipts', '--json'])).toMatchObject({ status: 0, stdout: '[]\n' });
    expect(readdirSync(w.home)).toEqual([]);
  });

  it.each([['--last', '0'], ['--last', 'x'], ['--nonsense'], ['extra'], ['--session=']])(
    'asked for wrongly has exit status 2 and the usage on stderr (%s %s)',
    async (...args) => {
      const run = await new World().run('mem0-hooks', ['receipts', ...args.filter((one) => one !== undefined)]);
      expect(run).toMatchObject({
        status: 2,
        stdout: '',
        stderr: expect.stringContaining('Usage: mem0-hooks receipts'),
      });
    },
  );

  it('in a state folder that cannot be used says which', async () => {
    const w = new World();
    writeFileSync(join(w.root, 'file'), '');
    const run = await w.run('mem0-hooks', ['receipts'], { env: { MEM0_HOOKS_HOME: join(w.root, 'file') } });
    expect(run).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringContaining('the state folder cannot be used'),
    });
    expect(statSync(join(w.root, 'file')).size).toBe(0);
  });
});
