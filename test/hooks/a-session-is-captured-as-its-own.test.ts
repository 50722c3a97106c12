import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { childEnvironment } from '../../src/runtime/processes/child-environment.ts';
import { servePlatform } from './served-platform.ts';
import { printed, projectRoot, transcriptOf, World } from './world.ts';

const transcript = transcriptOf('a-design-discussion');

/** A transcript in the real form in which these prompts were typed. */
function typed(w: World, sessionId: string, prompts: readonly { text: string; at?: string }[]): string {
  const [line = ''] = readFileSync(transcript, 'utf8')
    .split('\n')
    .filter((text) => text.includes('"promptSource":"typed"'));
  let parent: string | null = null;
  const lines = prompts.map(({ text, at }, n) => {
    const uuid = `00000000-0000-4000-8000-${sessionId}${String(n).padStart(10, '0')}`;
    const entry = {
      ...JSON.parse(line),
      parentUuid: parent,
      uuid,
      timestamp: at ?? new Date().toISOString(),
      gitBranch: 'feature/x',
      message: { role: 'user', content: text },
    };
    parent = uuid;
    return JSON.stringify(entry);
  });
  mkdirSync(join(w.root, 'transcripts'), { recursive: true });
  const path = join(w.root, 'transcripts', `${sessionId}.jsonl`);
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
}

/** As a kill -9 of the client leaves it: started, never ended, its process gone. */
async function killed(w: World, sessionId: string, path: string, env = {}): Promise<void> {
  const input = w.input('SessionStart', sessionId, { transcript_path: path, source: 'startup' });
  await w.hook('session-start', input, { env });
  w.ownerGone(sessionId);
}

describe('a session is captured as its own, by whoever captures it', () => {
  it('at its own destination and under its own ids, not those of the process that found it', async () => {
    const w = new World();
    const served = await servePlatform();
    await killed(w, 'aa', typed(w, 'aa', [{ text: 'Decision: the client alpha uses Postgres.' }]), {
      MEM0_APP_ID: 'alpha',
    });
    const other = { env: { ...served.env, MEM0_APP_ID: 'beta', MEM0_USER_ID: 'beta-user' } };
    await w.sessionEnd('bb', typed(w, 'bb', [{ text: 'Decision: the client beta uses Oracle.' }]), other);
    await w.until(() => served.adds().length === 1 && w.names('background').includes('free'));
    expect(served.adds()[0]?.body).toMatchObject({ user_id: 'beta-user', app_id: 'beta' });
    expect(JSON.stringify(served.seen)).not.toContain('Postgres');
    await w.sessionStart('cc');
    await w.until(() => w.names('cursors').includes('aa.json'));
    await w.settled();
    const pack = (app: string) => w.sessionStart('dd', 'startup', { env: { MEM0_APP_ID: app } }).then(printed);
    expect((await pack('alpha')).hookSpecificOutput?.additionalContext).toContain('the client alpha uses Postgres');
    expect(JSON.stringify(await pack('acme-shop'))).not.toContain('Postgres');
    expect(JSON.stringify(await pack('beta'))).not.toContain('Postgres');
  });

  it('waits for its own key, and the start says that something waits', async () => {
    const w = new World();
    const served = await servePlatform();
    const wrong = { ...served.env, MEM0_API_KEY: 'm0-of-somebody-else' };
    await w.sessionEnd('aa', typed(w, 'aa', [{ text: 'Decision: the queue lives in Postgres.' }]), { env: wrong });
    await w.until(() => w.names('spool/waiting').length === 1 && w.names('background').includes('free'));
    expect(printed(await w.sessionStart('bb', 'startup', { env: served.env })).systemMessage).toContain(
      '1 capture waits for the key or the secrets of another shell',
    );
    await w.sessionEnd('bb', typed(w, 'bb', [{ text: 'Decision: logs are JSON.' }]), { env: served.env });
    await w.until(() => served.adds().length >= 1 && w.names('background').includes('free'));
    const accepted = served.adds().filter(({ authorization }) => authorization === `Token ${served.env.MEM0_API_KEY}`);
    expect(JSON.stringify(accepted)).toContain('logs are JSON');
    expect(JSON.stringify(accepted)).not.toContain('Postgres');
  });

  it('only where all of its secrets can be masked', async () => {
    const w = new World();
    const path = typed(w, 'aa', [{ text: 'Decision: the registry is opened with zebra-crossing-morning.' }]);
    const env = { ACME_TOKEN: 'zebra-crossing-morning' };
    await killed(w, 'aa', path, env);
    await w.sessionEnd('bb', typed(w, 'bb', [{ text: 'Decision: logs are JSON.' }]));
    await w.until(() => w.names('cursors').includes('bb.json') && w.names('background').includes('free'));
    expect(w.names('cursors')).toEqual(['bb.json']);
    await w.sessionStart('cc', 'startup', { env });
    await w.until(() => w.names('cursors').includes('aa.json'));
    await w.settled();
    const pack = printed(await w.sessionStart('dd')).hookSpecificOutput?.additionalContext;
    expect(pack).toContain('the registry is opened with [redacted: known-value]');
    expect(w.everyFile().join('\n')).not.toContain('zebra-crossing-morning');
  });

  it('without what the client made up for one of its hooks, which no later process has', async () => {
    const w = new World();
    const path = typed(w, 'aa', [{ text: 'Decision: the registry stands in Frankfurt.' }]);
    const env = { CLAUDE_CODE_MESSAGING_TOKEN: '12e91bc383c203845aaa78d495be0f6e' };
    await w.hook('session-start', w.input('SessionStart', 'aa', { transcript_path: path, source: 'startup' }), { env });
    await w.sessionEnd('aa', path);
    await w.until(() => w.names('cursors').includes('aa.json'));
    await killed(w, 'bb', typed(w, 'bb', [{ text: 'Decision: logs are JSON.' }]), env);
    await w.sessionStart('cc');
    await w.until(() => w.names('cursors').includes('bb.json'));
    // A person's own credentials under the same prefix are needed to mask them.
    await killed(w, 'dd', typed(w, 'dd', [{ text: 'Decision: metrics are pulled.' }]), {
      CLAUDE_CODE_OAUTH_TOKEN: 'made-up-credentials-of-mara',
    });
    await w.sessionStart('ee');
    await w.settled();
    expect([...w.names('cursors')].sort()).toEqual(['aa.json', 'bb.json']);
  });

  it('with the ignored .env of the main work tree masked, where it ends in another', async () => {
    const w = new World();
    const served = await servePlatform();
    w.env = served.env;
    writeFileSync(join(w.repository, '.env'), 'PLAIN_NAME=violet-hammer-river-9\n');
    w.git('worktree', 'add', '-q', join(w.root, 'tree'), '-b', 'topic');
    const path = typed(w, 'aa', [{ text: 'Decision: the vault is opened with violet-hammer-river-9.' }]);
    await w.sessionStart('aa');
    await w.preCompact('aa', path, { cwd: join(w.root, 'tree') });
    await w.hook('pre-compact', w.input('PreCompact', 'aa', { transcript_path: path, cwd: join(w.root, 'tree') }));
    const end = w.input('SessionEnd', 'aa', { transcript_path: path, cwd: join(w.root, 'tree'), prompt_id: 'p' });
    await w.hook('session-end', end);
    await w.settled();
    expect(served.adds().length).toBeGreaterThan(2);
    expect(JSON.stringify(served.adds())).toContain('the vault is opened with [redacted: known-value]');
    expect(JSON.stringify(served.adds())).not.toContain('violet-hammer');
    expect(served.adds().map(({ body }) => body?.['app_id'])).toEqual(served.adds().map(() => 'acme-shop'));
  });

  it('under the project that its first hook found, although the remote is another now', async () => {
    const w = new World();
    const served = await servePlatform();
    w.env = served.env;
    await w.sessionStart('aa');
    w.git('remote', 'set-url', 'origin', 'https://example.com/else/where.git');
    await w.sessionEnd('aa', typed(w, 'aa', [{ text: 'Decision: the queue lives in Postgres.' }]));
    await w.settled();
    expect(served.adds().map(({ body }) => body?.['app_id'])).toEqual(['acme-shop']);
  });

  it('on the branch on which it was said, not the one that is checked out later', async () => {
    const w = new World();
    const served = await servePlatform();
    w.env = served.env;
    await w.sessionEnd('aa', typed(w, 'aa', [{ text: 'Decision: the queue lives in Postgres.' }]));
    await w.settled();
    expect(served.adds()[0]?.body?.['metadata']).toMatchObject({ branch: 'feature/x' });
  });

  it('without what was said while capture was switched off', async () => {
    const w = new World();
    const served = await servePlatform();
    w.env = served.env;
    const before = new Date(Date.now() - 60_000).toISOString();
    const off = { env: { MEM0_CAPTURE: 'off' } };
    const first = { text: 'Decision: this was said in confidence.', at: before };
    await w.sessionStart('aa', 'startup', off);
    await w.sessionEnd('aa', typed(w, 'aa', [first]), off);
    await w.sessionStart('aa', 'resume');
    const later = { text: 'Decision: the queue lives in Postgres.', at: new Date(Date.now() + 1_000).toISOString() };
    await w.sessionEnd('aa', typed(w, 'aa', [first, later]));
    await w.settled();
    expect(JSON.stringify(served.adds())).toContain('Postgres');
    expect(JSON.stringify(served.adds())).not.toContain('confidence');
  });

  it('without what was said while it was off, although its end is told with capture on', async () => {
    const w = new World();
    const served = await servePlatform();
    w.env = served.env;
    await w.sessionStart('aa', 'startup', { env: { MEM0_CAPTURE: 'off' } });
    const at = new Date(Date.now() + 500).toISOString();
    await w.sessionEnd('aa', typed(w, 'aa', [{ text: 'Decision: this was said in confidence.', at }]));
    await w.sessionEnd('bb', typed(w, 'bb', [{ text: 'Decision: logs are JSON.' }]));
    await w.until(() => w.names('cursors').includes('bb.json') && w.names('jobs').length === 0);
    await w.until(() => served.adds().length > 0 && w.names('background').includes('free'));
    expect(JSON.stringify(served.adds())).toContain('logs are JSON');
    expect(JSON.stringify(served.adds())).not.toContain('confidence');
  });

  it('and a fork takes nothing that was said while it was off into its session state', async () => {
    const w = new World();
    const served = await servePlatform();
    w.env = served.env;
    const off = { env: { MEM0_CAPTURE: 'off' } };
    const path = typed(w, 'aa', [{ text: 'Decision: this was said in confidence.' }]);
    await w.hook('session-start', w.input('SessionStart', 'aa', { transcript_path: path, source: 'startup' }), off);
    const own = readFileSync(typed(w, 'ff', [{ text: 'Decision: the queue lives in Postgres.' }]), 'utf8');
    const fork = join(w.root, 'transcripts', 'fork.jsonl');
    writeFileSync(fork, readFileSync(path, 'utf8') + own);
    await w.preCompact('fork', fork);
    expect(JSON.stringify(served.adds())).toContain('Postgres');
    expect(JSON.stringify(served.adds())).not.toContain('confidence');
  });

  it('once, where a fork repeats the lines of the session that it came from', async () => {
    const w = new World();
    const served = await servePlatform();
    w.env = served.env;
    await w.sessionEnd('aa', transcriptOf('f-resume', '582eec34'));
    await w.settled();
    await w.sessionEnd('bb', transcriptOf('f-resume', '9df28784'));
    await w.settled();
    await w.until(() => w.names('spool/waiting').length === 0 && w.names('background').includes('free'));
    const text = JSON.stringify(served.adds());
    expect(text.match(/I prefer error codes to be/g)).toHaveLength(1);
    expect(text).toContain('codes stay strings');
    // The first one is forgotten in the end (its transcript is gone); the fork goes on and still repeats nothing.
    rmSync(join(w.state, 'cursors', 'aa.json'));
    const before = served.adds().length;
    await w.sessionEnd('bb', transcriptOf('f-resume', '9df28784'));
    await w.settled();
    await w.until(() => w.names('background').includes('free'));
    expect(served.adds()).toHaveLength(before);
  });

  it('even if its transcript is away for a moment when it is found', async () => {
    const w = new World();
    const path = typed(w, 'aa', [{ text: 'Decision: the queue lives in Postgres.' }]);
    await killed(w, 'aa', join(w.root, 'transcripts', 'later.jsonl'));
    await w.sessionStart('bb');
    await w.sessionEnd('bb', typed(w, 'bb', [{ text: 'Decision: logs are JSON.' }]));
    await w.until(() => w.names('cursors').includes('bb.json') && w.names('background').includes('free'));
    expect(w.names('cursors')).toEqual(['bb.json']);
    cpSync(path, join(w.root, 'transcripts', 'later.jsonl'));
    await w.sessionStart('cc');
    await w.until(() => w.names('cursors').includes('aa.json'));
    await w.settled();
    expect(printed(await w.sessionStart('dd')).hookSpecificOutput?.additionalContext).toContain('Postgres');
  });

  it('although a variable of an innocent name holds a password, which is masked', async () => {
    const w = new World();
    const env = { https_proxy: 'http://joe:green-otter-pass@proxy.example:3128' };
    const path = typed(w, 'aa', [{ text: 'Decision: the proxy is opened with green-otter-pass.' }]);
    await w.sessionEnd('aa', path, { env });
    await w.settled();
    const pack = printed(await w.sessionStart('bb')).hookSpecificOutput?.additionalContext;
    expect(pack).toContain('the proxy is opened with [redacted');
    expect(w.everyFile().join('\n')).not.toContain('green-otter-pass');
  });

  it('and one whose secrets are gone for good waits a month, is counted meanwhile, and is given up, which is told', async () => {
    const w = new World();
    const path = typed(w, 'aa', [{ text: 'Decision: the queue lives in Postgres.' }]);
    await killed(w, 'aa', path, { APP_SECRET: 'amber-falcon-one' });
    const waiting = await w.run('mem0-hooks', ['drain']);
    expect(waiting.stdout).toMatch(/1 waiting \(.*APP_SECRET/);
    const [mark = ''] = w.names('running');
    const opened = w.document(`running/${mark}`);
    const daysAgo = (days: number) => Date.now() - days * 24 * 60 * 60 * 1000;
    writeFileSync(
      join(w.state, 'running', mark),
      JSON.stringify({ ...opened, openedAt: new Date(daysAgo(40)).toISOString() }),
    );
    // As if the clock had been seen to pass that way on two other days.
    writeFileSync(join(w.state, 'clock.json'), JSON.stringify({ noted: daysAgo(2), passed: daysAgo(4) }));
    expect(mark).toMatch(/^aa\./);
    await w.run('mem0-hooks', ['drain']);
    expect(w.names('running')).toEqual([]);
    expect(printed(await w.sessionStart('bb')).systemMessage).toContain('given up');
  });

  it('not before its record can be read again, which may say what to pass over', async () => {
    const w = new World();
    const path = typed(w, 'aa', [{ text: 'Decision: the queue lives in Postgres.' }]);
    await w.hook('session-start', w.input('SessionStart', 'aa', { transcript_path: path, source: 'startup' }));
    const record = JSON.stringify(w.document('sessions/aa.json'));
    writeFileSync(join(w.state, 'sessions', 'aa.json'), record.slice(0, 40));
    await w.sessionEnd('aa', path);
    await w.until(() => w.names('background').includes('free') && JSON.stringify(w.names('jobs')).includes('aa'));
    await w.run('mem0-hooks', ['drain']);
    expect(w.names('jobs')).toHaveLength(1);
    // With capture off: it tells, and starts no background beside this test's own.
    const other = await w.sessionStart('other', 'startup', { env: { MEM0_CAPTURE: 'off' } });
    expect(printed(other).systemMessage).toContain('the record of a session could not be read');
    writeFileSync(join(w.state, 'sessions', 'aa.json'), record);
    await w.run('mem0-hooks', ['drain']);
    expect(w.names('jobs')).toEqual([]);
    expect(printed(await w.sessionStart('bb')).hookSpecificOutput?.additionalContext).toContain('Postgres');
  });

  it('only by a process whose secrets have the same values', async () => {
    const w = new World();
    const path = typed(w, 'aa', [{ text: 'Decision: the vault is opened with amber-falcon-one.' }]);
    await killed(w, 'aa', path, { APP_SECRET: 'amber-falcon-one' });
    const other = { env: { APP_SECRET: 'silver-heron-two' } };
    await w.sessionEnd('bb', typed(w, 'bb', [{ text: 'Decision: logs are JSON.' }]), other);
    await w.until(() => w.names('cursors').includes('bb.json') && w.names('background').includes('free'));
    expect(w.names('cursors')).toEqual(['bb.json']);
    await w.sessionStart('cc', 'startup', { env: { APP_SECRET: 'amber-falcon-one' } });
    await w.until(() => w.names('cursors').includes('aa.json'));
    await w.settled();
    expect(w.everyFile().join('\n')).not.toContain('amber-falcon');
  });

  it('part by part, where it goes on with a key after a crash without one', async () => {
    const w = new World();
    const served = await servePlatform();
    const at = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString();
    const first = { text: 'Decision: this was said without a key.', at: at(0.5) };
    await killed(w, 'aa', typed(w, 'aa', [first]));
    await w.until(() => Date.now() > Date.parse(first.at));
    await w.sessionStart('aa', 'resume', { env: served.env });
    const path = typed(w, 'aa', [first, { text: 'Decision: this was said with a key.', at: at(5) }]);
    await w.sessionEnd('aa', path, { env: served.env });
    await w.until(() => served.adds().length > 0 && w.names('background').includes('free'));
    expect(JSON.stringify(served.adds())).toContain('said with a key');
    expect(JSON.stringify(served.adds())).not.toContain('said without a key');
    await w.sessionStart('bb');
    // What was left open without the key becomes a job first.
    await w.until(() => !w.names('running').some((name) => name.startsWith('aa.')));
    await w.until(() => w.names('spool/waiting').length === 0 && w.names('background').includes('free'));
    const pack = printed(await w.sessionStart('cc')).hookSpecificOutput?.additionalContext;
    expect(pack).toContain('said without a key');
    expect(pack).not.toContain('said with a key');
  });

  it('and what waits for another shell is told, by start and by drain', async () => {
    const w = new World();
    await killed(w, 'aa', typed(w, 'aa', [{ text: 'Decision: logs are JSON.' }]), { APP_SECRET: 'amber-falcon-one' });
    await w.run('mem0-hooks', ['drain'], { env: { APP_SECRET: 'amber-falcon-one', MEM0_CAPTURE: 'off' } });
    await w.sessionEnd('aa', typed(w, 'aa', [{ text: 'Decision: logs are JSON.' }]), {
      env: { APP_SECRET: 'amber-falcon-one', MEM0_API_KEY: 'two words' },
    });
    expect(printed(await w.sessionStart('bb')).systemMessage).toContain('1 capture waits for the key or the secrets');
    const drain = await w.run('mem0-hooks', ['drain']);
    expect(drain.status).toBe(1);
    // What was said before it ended with another key, and the end itself.
    expect(drain.stdout).toMatch(/2 waiting \(1 for another key or without one; some until .*: APP_SECRET\)/);
  });

  it('and is looked after when it is opened again before its end has been captured', async () => {
    const w = new World();
    const path = typed(w, 'aa', [{ text: 'Decision: logs are JSON.' }]);
    await w.hook('session-start', w.input('SessionStart', 'aa', { transcript_path: path, source: 'startup' }));
    // An end whose background process was never started: its job waits.
    const bundles = join(w.root, 'bundles');
    for (const file of ['session-end.cjs', 'code/session-end.cjs'])
      cpSync(join(projectRoot, 'hooks', file), join(bundles, file));
    await w.sessionEnd('aa', path, { bundles });
    expect(w.names('jobs')).toHaveLength(1);
    await w.hook('session-start', w.input('SessionStart', 'aa', { transcript_path: path, source: 'resume' }));
    await w.until(() => w.names('cursors').includes('aa.json') && w.names('background').includes('free'));
    expect(w.names('running')).toHaveLength(1);
  });
});

describe('the background process', () => {
  it('gets what it needs of the environment, the secrets that it masks, and nothing else', () => {
    const env = {
      HOME: '/home/mara',
      PATH: '/bin',
      MEM0_API_KEY: 'm0-x',
      MEM0_HOOKS_HOME: '/state',
      GITHUB_TOKEN: 'made-up-and-long-enough',
      GITHUB_TOKEN_FILE: '/x',
      http_proxy: 'http://joe:made-up-pass@proxy.example',
      CLAUDE_PLUGIN_OPTION_API_KEY: 'm0-y',
      EDITOR: 'vi',
      NODE_OPTIONS: '--require /evil.js',
      LD_PRELOAD: '/evil.so',
      CLAUDE_ENV_FILE: '/x',
    };
    const { GITHUB_TOKEN_FILE: _0, EDITOR: _1, NODE_OPTIONS: _2, LD_PRELOAD: _3, CLAUDE_ENV_FILE: _4, ...needed } = env;
    expect(childEnvironment(env)).toEqual({ ...needed, MEM0_HOOKS_CHILD: '1' });
  });

  it('reaches the platform as the hook does: by the same proxy, and trusting the same certificates', () => {
    const env = {
      ...{ HTTPS_PROXY: 'http://a.example', https_proxy: 'http://b.example', HTTP_PROXY: 'c.example', http_proxy: '' },
      ...{ NO_PROXY: '*', no_proxy: 'd.example', NODE_USE_SYSTEM_CA: '1' },
      ...{ NODE_EXTRA_CA_CERTS: '/ca.pem', SSL_CERT_FILE: '/cert.pem', SSL_CERT_DIR: '/certs:/more' },
    };
    const others = { NODE_TLS_REJECT_UNAUTHORIZED: '0', NODE_USE_ENV_PROXY: '1', ALL_PROXY: 'http://e.example' };
    expect(childEnvironment({ ...env, ...others })).toEqual({ ...env, MEM0_HOOKS_CHILD: '1' });
    // What is relative is so to the hook's folder; the background process stands in another.
    const relative = { NODE_EXTRA_CA_CERTS: 'ca.pem', SSL_CERT_DIR: 'certs:/more', SSL_CERT_FILE: '' };
    expect(childEnvironment(relative)).toMatchObject({
      ...{ NODE_EXTRA_CA_CERTS: join(process.cwd(), 'ca.pem') },
      ...{ SSL_CERT_DIR: `${join(process.cwd(), 'certs')}:/more` },
    });
  });

  it.each([
    ['--use-system-ca', '--use-system-ca'],
    ['--inspect=0 --use-openssl-ca --require /x.js', '--use-openssl-ca'],
    ['--use_bundled_ca "--use-system-ca"', '--use-bundled-ca --use-system-ca'],
    ['--no-use-system-ca', '--no-use-system-ca'],
    ['--require "/a --use-system-ca b.js"', undefined],
    ['--require "/a \\" --use-system-ca b.js"', undefined],
    ['--require=/--use-system-ca', undefined],
    ['--max-old-space-size=4096 --use-env-proxy', undefined],
    ['', undefined],
  ])('gets of NODE_OPTIONS=%s only which certificates are trusted: %s', (given, expected) => {
    expect(childEnvironment({ NODE_OPTIONS: given })['NODE_OPTIONS']).toBe(expected);
  });

  it('leaves files alone that are not its own', async () => {
    const w = new World();
    for (const folder of ['mem0-hooks-mine', 'mem0-hooks-refuge-mine']) {
      mkdirSync(join(w.temporary, folder, 'jobs'), { recursive: true, mode: 0o755 });
      writeFileSync(join(w.temporary, folder, 'jobs', 'important.txt'), 'mine');
    }
    mkdirSync(join(w.state, 'jobs'), { recursive: true });
    writeFileSync(join(w.state, 'jobs', 'newer.json'), '{"version":99}');
    await w.sessionEnd('aa', typed(w, 'aa', [{ text: 'Decision: the queue lives in Postgres.' }]));
    await w.until(() => w.names('cursors').includes('aa.json') && w.names('background').includes('free'));
    for (const folder of ['mem0-hooks-mine', 'mem0-hooks-refuge-mine']) {
      expect(readFileSync(join(w.temporary, folder, 'jobs', 'important.txt'), 'utf8')).toBe('mine');
    }
    expect(w.names('jobs')).toEqual(['newer.json']);
  });
});
