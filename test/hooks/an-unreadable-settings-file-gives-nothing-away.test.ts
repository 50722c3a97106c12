import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { servePlatform } from './served-platform.ts';
import { transcriptIn, World } from './world.ts';

function settingsFile(w: World, content: string | Buffer): void {
  mkdirSync(join(w.home, '.mem0'), { recursive: true, mode: 0o700 });
  writeFileSync(join(w.home, '.mem0', 'settings.json'), content, { mode: 0o600 });
}

/** A session with these settings, from its start to its end. */
async function said(w: World, id: string, env: Record<string, string>, text: string): Promise<void> {
  const path = transcriptIn(w, id, [text, 'Thanks.']);
  const start = w.input('SessionStart', id, { transcript_path: path, source: 'startup' });
  expect(await w.hook('session-start', start, { env })).toMatchObject({ status: 0, stderr: '' });
  expect(await w.sessionEnd(id, path, { env })).toMatchObject({ status: 0, stderr: '', stdout: '' });
}

const DENIED = '{"hooks": {"deny": {"paths": ["~/../shop"]}}}';

describe('a settings file that cannot be understood', () => {
  it.each<[string, string | Buffer]>([
    ['without quotes', '{ hooks: {"deny": {"paths": ["~/../shop"]}} }'],
    ['cut off', DENIED.slice(0, 20)],
    ['empty', ''],
    ['in another encoding', Buffer.from(DENIED, 'utf16le')],
    ['with a list of another shape', '{"hooks": {"deny": {"path": ["~/../shop"]}}}'],
    ['with a list that is none', '{"hooks": {"allow": 7}}'],
    ['cut off before our block', '{"auto_save": true, "hoo'],
    ['in Latin-1', Buffer.from('{"hooks": {"deny": {"paths": ["~/../B\u00fcro", "~/../shop"]}}}', 'latin1')],
    ['with our block under another spelling', DENIED.replace('hooks', 'Hooks')],
    ['with a list under another spelling', DENIED.replace('deny', 'Deny')],
    ['with a list beside our block', '{"hooks.deny": {"paths": ["~/../shop"]}}'],
    ['with a list twice', '{"hooks": {"deny": {"paths": ["~/../shop"]}, "deny": {"paths": ["~/other"]}}}'],
    ['with our block twice', `{"hooks": {"deny": {"paths": ["~/../shop"]}}, "hooks": {}}`],
    ['with our name by the numbers of its signs, and broken', DENIED.replace('hooks', 'ho\\u006fks').slice(0, -1)],
    [
      'with a pattern that takes back what others say',
      '{"hooks": {"deny": {"paths": ["~/../shop", "!~/../shop/src"]}}}',
    ],
  ])('%s: nothing is captured, asked for, shown or delivered', async (_what, content) => {
    const w = new World();
    const served = await servePlatform();
    settingsFile(w, content);
    await said(w, 's1', served.env, 'Decision: the ledger is written in Rust.');
    const drain = await w.run('mem0-hooks', ['drain'], { env: served.env });
    expect(drain.status).toBe(1);
    const preview = await w.run('mem0-hooks', ['preview', '--session', 's1'], { env: served.env });
    expect(preview).toMatchObject({ status: 1, stdout: '' });
    expect(preview.stderr).toContain('cannot be understood, and may say that nothing is looked at here');
    expect(served.seen).toEqual([]);
    expect(w.names('jobs')).toHaveLength(1);
    expect(existsSync(join(w.state, 'receipts'))).toBe(false);
  });

  it("does not make one client's words go out with another client's key", async () => {
    const w = new World();
    const served = await servePlatform();
    settingsFile(w, '{"hooks": {');
    await said(
      w,
      'a',
      { MEM0_API_KEY: 'm0-client-a', MEM0_BASE_URL: served.env.MEM0_BASE_URL },
      'Decision: A uses Postgres.',
    );
    await said(w, 'none', {}, 'Decision: at home we use SQLite.');
    settingsFile(w, '{"hooks": {}}');
    const drain = await w.run('mem0-hooks', ['drain'], { env: served.env });
    expect(drain.stdout).toContain('2 waiting (2 for another key or without one)');
    expect(served.adds()).toEqual([]);
    // Without a key in the environment it is what the file says: nothing, so this machine.
    expect((await w.run('mem0-hooks', ['drain'])).stdout).toContain('1 session captured, 1 waiting');
    expect(w.receipts()).toHaveLength(1);
    expect(served.seen).toEqual([]);
  });

  it('keeps what was known of a session: its user comes before the one of a later day', async () => {
    const w = new World();
    const served = await servePlatform();
    settingsFile(w, '{"hooks": {');
    await said(w, 'ann', { MEM0_USER_ID: 'ann' }, 'Decision: the archive is in Parquet.');
    const { MEM0_API_KEY: api_key, MEM0_BASE_URL: base_url } = served.env;
    settingsFile(w, JSON.stringify({ hooks: { api_key, base_url, user_id: 'bob' } }));
    await w.run('mem0-hooks', ['drain']);
    expect(served.adds().map(({ body }) => body?.['user_id'])).toEqual(['ann']);
  });
});

it('words under a project that was named go to no other that is named', async () => {
  const w = new World();
  const served = await servePlatform();
  const path = transcriptIn(w, 's1', ['Decision: X is written in Rust.']);
  const start = (appId: string, source: string) =>
    w.hook('session-start', w.input('SessionStart', 's1', { transcript_path: path, source }), {
      env: { ...served.env, MEM0_APP_ID: appId },
    });
  await start('client-x', 'startup');
  w.ownerGone('s1');
  await start('client-y', 'resume');
  await w.sessionEnd('s1', path, { env: { ...served.env, MEM0_APP_ID: 'client-y' } });
  await w.until(() => w.names('background').includes('free') && w.names('jobs').length === 0);
  await w.run('mem0-hooks', ['drain'], { env: served.env });
  const sent = served.adds().map(({ body }) => JSON.stringify(body));
  expect(sent.filter((body) => body.includes('Rust'))).toHaveLength(1);
  expect(sent.find((body) => body.includes('Rust'))).toContain('"app_id":"client-x"');
});

it('a capture masks what its preview masks, whatever configures git', async () => {
  const w = new World();
  const served = await servePlatform();
  writeFileSync(join(w.root, 'ignored'), '.env\n');
  writeFileSync(join(w.root, 'gitconfig'), `[core]\n\texcludesFile = ${join(w.root, 'ignored')}\n`);
  writeFileSync(join(w.repository, '.env'), 'SHOP_TOKEN=zebra-quokka-98271-umbrella\n');
  const text = 'Decision: the token of the shop is zebra-quokka-98271-umbrella, and it is kept in the vault.';
  for (const env of [
    { GIT_CONFIG_GLOBAL: join(w.root, 'gitconfig') },
    { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'core.excludesFile', GIT_CONFIG_VALUE_0: join(w.root, 'ignored') },
    { GIT_CONFIG_SYSTEM: join(w.root, 'gitconfig') },
  ]) {
    const id = Object.keys(env)[0] ?? '';
    await said(w, id, { ...served.env, ...env }, text);
    await w.settled();
  }
  await w.until(() => served.adds().length >= 3);
  expect(JSON.stringify(served.adds())).not.toContain('zebra-quokka');
});
