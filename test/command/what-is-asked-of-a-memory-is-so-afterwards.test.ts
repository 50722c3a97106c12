import { describe, expect, it } from 'vitest';
import { BOTH, json } from './two-platforms.ts';

const KEY = `ghp_${'a1B2'.repeat(9)}`;

describe.each(BOTH)('%s', (_name, setting) => {
  it('a memory by hand is there as it was said, with its scope by type, and without secrets', async () => {
    const { run, rows } = await setting();
    const said = await run([
      'remember',
      'decision',
      'We deploy to Railway,',
      `key ${KEY}`,
      '--pin',
      '--expires',
      '2999-12-31',
    ]);
    expect(said).toMatchObject({ status: 0, stderr: '' });
    expect(said.stdout).toContain(
      'decision: We deploy to Railway, key [redacted: github-token] (pinned; expires 2999-12-31)',
    );
    expect(said.stdout).toContain('Masked, and not stored: github-token 1 ×.');
    const own = json(await run(['remember', 'preference', '-', '--json'], { input: 'Short answers.\nNo emoji.\n' }));
    expect(own).toMatchObject({
      memory: { scope: 'user', project: null, text: 'Short answers.\nNo emoji.' },
      differs: [],
    });
    const all = await rows();
    expect(all.map(({ app_id }) => app_id).sort()).toEqual(['acme-shop', null]);
    expect(all.find(({ app_id }) => app_id === 'acme-shop')).toMatchObject({
      memory: 'We deploy to Railway, key [redacted: github-token]',
      expiration_date: '2999-12-31',
      metadata: { type: 'decision', pinned: true, session_id: 'by-hand', branch: 'main', editor: 'claude-code' },
    });
    expect(JSON.stringify(all)).not.toContain(KEY);
  });

  it('without a text there is nothing to remember, and no secret is blamed for it', async () => {
    const { run, rows } = await setting();
    for (const options of [{ input: '' }, { input: ' \n' }])
      expect((await run(['remember', 'decision', '-'], options)).stderr).toBe('Not remembered: the text is empty.\n');
    expect((await run(['remember', 'decision', KEY])).stderr).toContain('without its private parts and secrets');
    expect(await rows()).toEqual([]);
  });

  it('is remembered where capture is off, since a person acts, and not in a dry run', async () => {
    const { run, rows } = await setting();
    expect((await run(['remember', 'insight', 'It works.'], { env: { MEM0_CAPTURE: 'off' } })).status).toBe(0);
    const dry = await run(['remember', 'insight', 'It is dry.', KEY], { env: { MEM0_DRY_RUN: '1' } });
    expect(dry).toMatchObject({ status: 0 });
    expect(dry.stdout).toContain('nothing was stored');
    expect(dry.stderr).toContain('"content": "It is dry. [redacted: github-token]"');
    expect((await rows()).map(({ memory }) => memory)).toEqual(['It works.']);
  });

  it('pin, unpin, expire and edit tell what it was and what it is, and say so twice', async () => {
    const { run, seed, rows } = await setting();
    const id = await seed('We deploy to Fly.', { session_id: 's-1', other: 'kept' });
    const short = id.slice(0, 8);
    const steps: readonly (readonly [readonly string[], string])[] = [
      [['pin', short], 'pinned: was no, is yes'],
      [['pin', `[${short}]`], 'pinned: yes, as it was'],
      [['unpin', id], 'pinned: was yes, is no'],
      [['expire', short.slice(0, 6), '2000-01-01'], 'expires: was never, is 2000-01-01'],
      [['expire', short, 'never'], 'expires: was 2000-01-01, is never'],
      [['edit', short, '--text', 'We deploy to Railway.'], 'text: was "We deploy to Fly.", is "We deploy to Railway."'],
      [['edit', short, '--type', 'convention'], 'type: was decision, is convention'],
    ];
    for (const [args, words] of steps) {
      const done = await run(args);
      expect(done).toMatchObject({ status: 0, stderr: '' });
      expect(done.stdout).toContain(words);
    }
    expect(await rows()).toMatchObject([
      {
        memory: 'We deploy to Railway.',
        expiration_date: null,
        metadata: { type: 'convention', pinned: false, session_id: 's-1', other: 'kept' },
      },
    ]);
  });

  it('a text is edited without secrets, never to nothing, and never cut', async () => {
    const { run, seed, rows } = await setting();
    const id = await seed('The key is in the vault.');
    const masked = await run(['edit', id, '--text', `The key is ${KEY}.`]);
    expect(masked.stdout).toContain('Masked, and not stored: github-token 1 ×.');
    for (const text of ['<private>all of it</private>', 'x '.repeat(5000)])
      expect(await run(['edit', id, '--text', text])).toMatchObject({ status: 1, stdout: '' });
    expect((await run(['edit', id], { env: { EDITOR: 'true' } })).stderr).toContain('no terminal for an editor');
    expect(await rows()).toMatchObject([{ memory: 'The key is [redacted: github-token].' }]);
  });

  it('a pin of the first plugin goes with its words', async () => {
    const { run, seed, rows } = await setting();
    const id = await seed('[PINNED] Never push on Friday.');
    expect((await run(['unpin', id])).stdout).toContain('pinned: was yes, is no');
    expect(await rows()).toMatchObject([{ memory: 'Never push on Friday.', metadata: { pinned: false } }]);
  });

  it('another type does not change whose it is, which is told', async () => {
    const { run, seed, rows } = await setting();
    const id = await seed('Tabs.');
    expect((await run(['edit', id, '--type', 'preference'])).stdout).toContain('It stays with its project');
    expect(await rows()).toMatchObject([{ app_id: 'acme-shop', metadata: { type: 'preference' } }]);
  });

  it('feedback is taken, and it is told that no read gives it back', async () => {
    const { run, seed } = await setting();
    const id = await seed('We use pnpm.');
    for (const [sign, feedback] of [
      ['+', 'POSITIVE'],
      ['-', 'NEGATIVE'],
      ['none', null],
    ] as const)
      expect(json(await run(['feedback', id, sign, '--reason', `so ${KEY}`, '--json']))).toEqual({
        id,
        feedback,
        masked: true,
      });
    expect((await run(['feedback', id, '+'])).stdout).toContain('no read gives it back');
  });
});
