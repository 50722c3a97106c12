import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { servePlatform } from './served-platform.ts';
import { printed, transcriptIn, World } from './world.ts';

/** Our block in the person's own file. */
function settle(w: World, hooks: unknown): void {
  mkdirSync(join(w.home, '.mem0'), { recursive: true, mode: 0o700 });
  writeFileSync(join(w.home, '.mem0', 'settings.json'), JSON.stringify({ auto_save: true, hooks }), { mode: 0o600 });
}

/** All three hooks of one session, in a folder. */
async function session(w: World, cwd: string, id = 's1', at = id): Promise<readonly string[]> {
  const path = transcriptIn(w, at, ['Decision: the ledger is written in Rust.', 'Thanks.']);
  const ran = [
    await w.hook('session-start', w.input('SessionStart', id, { cwd, source: 'startup', transcript_path: path })),
    await w.hook('pre-compact', {
      ...w.input('PreCompact', id, { cwd, transcript_path: path, trigger: 'manual', custom_instructions: null }),
      prompt_id: 'p',
    }),
    await w.hook('session-end', {
      ...w.input('SessionEnd', id, { cwd, transcript_path: path, reason: 'other' }),
      prompt_id: 'p',
    }),
  ];
  expect(ran.map(({ status }) => status)).toEqual([0, 0, 0]);
  return ran.flatMap(({ stdout, stderr }) => [stdout, stderr]).filter((text) => text !== '');
}

describe('where the person denies it, nothing is read, written or sent', () => {
  it.each([
    ['the folder', (w: World) => ({ deny: { paths: [w.repository] } })],
    ['a folder above, from the home folder', () => ({ deny: { paths: '~/../shop' } })],
    ['the project', () => ({ deny: { projects: ['ACME-*'] } })],
    ['all but another project', () => ({ allow: { projects: ['other-*'] } })],
    ['a name anywhere', () => ({ deny: { paths: ['shop'] } })],
  ])('%s', async (_what, hooks) => {
    const w = new World();
    const served = await servePlatform();
    w.env = served.env;
    settle(w, hooks(w));
    expect(await session(w, w.repository)).toEqual([]);
    expect(await session(w, join(w.repository, 'src'), 's2')).toEqual([]);
    expect(existsSync(w.state)).toBe(false);
    expect(served.seen).toEqual([]);
  });

  it('seen through a link, and from a worktree that lies elsewhere', async () => {
    const w = new World();
    settle(w, { deny: { paths: [w.repository] } });
    symlinkSync(w.repository, join(w.root, 'link'));
    w.git('worktree', 'add', '-q', join(w.root, 'elsewhere'), '-b', 'x');
    expect(await session(w, join(w.root, 'link'))).toEqual([]);
    expect(await session(w, join(w.root, 'elsewhere'), 's2')).toEqual([]);
    expect(existsSync(w.state)).toBe(false);
  });

  it('a folder of the project, seen from a worktree that lies elsewhere', async () => {
    const w = new World();
    settle(w, { deny: { paths: [join(w.repository, 'src')] } });
    const tree = join(w.root, 'elsewhere');
    w.git('worktree', 'add', '-q', tree, '-b', 'x');
    expect(await session(w, join(tree, 'src'))).toEqual([]);
    expect(existsSync(w.state)).toBe(false);
    expect(await session(w, tree, 's2')).not.toEqual([]);
  });

  it('a pattern that names a link means what it leads to', async () => {
    const w = new World();
    symlinkSync(w.repository, join(w.home, 'code'));
    settle(w, { deny: { paths: ['~/code/**'] } });
    expect(await session(w, w.repository)).toEqual([]);
    expect(existsSync(w.state)).toBe(false);
  });

  it('a repository of which only git can tell the project', async () => {
    const w = new World();
    w.git('remote', 'set-url', 'origin', 'co:shop.git');
    w.git('config', 'url.git@github.com:acme/.insteadOf', 'co:');
    settle(w, { deny: { projects: ['acme-shop'] } });
    expect(await session(w, w.repository)).toEqual([]);
    // Which it is, is known to the background alone; until then there is a pointer, and nothing of what was said.
    await w.until(() => w.names('jobs').length === 0);
    for (const folder of ['spool/waiting', 'receipts', 'cursors', 'session-states', 'sessions'])
      expect(w.names(folder)).toEqual([]);
  });

  it('what is allowed is remembered as ever', async () => {
    const w = new World();
    settle(w, { allow: { paths: [w.root] }, deny: { projects: ['other-*'] } });
    expect((await session(w, w.repository)).join('')).toContain('no memories yet');
    await w.settled();
    expect(w.receipts()).toHaveLength(1);
  });
});

describe('what is denied later, or in the middle', () => {
  it('a session that waits to be captured is not captured when its folder is denied meanwhile', async () => {
    const w = new World();
    const served = await servePlatform();
    // Nothing can be sent, so it waits.
    w.env = { ...served.env, MEM0_BASE_URL: 'http://not-loopback.example' };
    await session(w, w.repository);
    expect(w.names('jobs')).toHaveLength(1);
    settle(w, { deny: { paths: [w.repository] } });
    w.env = served.env;
    await w.hook('session-start', w.input('SessionStart', 's2', { cwd: w.home, source: 'startup' }));
    await w.settled();
    expect(w.names('receipts')).toEqual([]);
    expect(w.names('running').filter((name) => name.startsWith('s1'))).toEqual([]);
    expect(served.adds()).toEqual([]);
  });

  it('what is said after the session has moved to a denied folder is passed over', async () => {
    const w = new World();
    const served = await servePlatform();
    w.env = served.env;
    const secret = join(w.root, 'client');
    mkdirSync(secret);
    settle(w, { deny: { paths: [secret] } });
    const path = transcriptIn(w, 's1', [
      'Decision: the ledger is written in Rust.',
      'Decision: the client pays in zlotys.',
      'Decision: the queue is RabbitMQ.',
    ]);
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
    lines[1] = JSON.stringify({ ...JSON.parse(lines[1] ?? ''), cwd: secret });
    writeFileSync(path, `${lines.join('\n')}\n`);
    await w.hook('session-start', w.input('SessionStart', 's1', { transcript_path: path, source: 'startup' }));
    await w.preCompact('s1', path);
    await w.hook('session-end', {
      ...w.input('SessionEnd', 's1', { cwd: secret, transcript_path: path, reason: 'other' }),
      prompt_id: 'p',
    });
    await w.settled();
    await w.until(() => w.receipts().length === 1 && w.names('background').includes('free'));
    const sent = JSON.stringify(served.seen.map(({ body }) => body));
    expect(sent).toContain('Rust');
    expect(sent).toContain('RabbitMQ');
    expect(sent).not.toContain('zlotys');
    expect(w.everyFile().join('\n')).not.toContain('zlotys');
  });
});

describe('a repository can only narrow', () => {
  const file = (w: World, settings: unknown) =>
    writeFileSync(
      join(w.repository, '.mem0-hooks.json'),
      typeof settings === 'string' ? settings : JSON.stringify(settings),
    );

  it.each([
    ['off', { capture: false }],
    ['a word that is no switch', { capture: 'perhaps' }],
    ['not JSON', '{"capture": fal'],
  ])('capture: %s. Nothing that is said there is captured', async (_what, settings) => {
    const w = new World();
    const served = await servePlatform();
    w.env = served.env;
    file(w, settings);
    await session(w, w.repository);
    await w.until(
      () =>
        w.names('jobs').length === 0 && (w.names('background').length === 0 || w.names('background').includes('free')),
    );
    expect(w.names('receipts')).toEqual([]);
    expect(w.names('session-states')).toEqual([]);
    expect(served.adds()).toEqual([]);
    // Nor when the file is gone and the session is resumed.
    renameSync(join(w.repository, '.mem0-hooks.json'), join(w.root, 'gone'));
    await session(w, w.repository);
    await w.settled();
    expect(served.adds()).toEqual([]);
  });

  it('recall: off. No pack', async () => {
    const w = new World();
    await session(w, w.repository, 's0');
    await w.settled();
    file(w, { recall: 'off' });
    const start = await w.sessionStart('s1');
    expect(printed(start).hookSpecificOutput).toBeUndefined();
    renameSync(join(w.repository, '.mem0-hooks.json'), join(w.root, 'gone'));
    expect(printed(await w.sessionStart('s2')).hookSpecificOutput?.additionalContext).toContain('Rust');
  });

  it('host, key, user, project id and instructions in it change nothing', async () => {
    const sent: unknown[] = [];
    for (const settings of [
      undefined,
      {
        ...{ base_url: 'http://127.0.0.1:9', api_key: 'm0-other', user_id: 'mallory', app_id: 'mallory-app' },
        ...{ custom_instructions: 'keep everything', instructions: 'keep everything', home: '/nowhere', capture: true },
        ...{
          deny: { paths: ['/'] },
          aliases: { user_ids: ['mallory'] },
          override_org_id: 'o',
          override_project_id: 'p',
        },
        hooks: { enabled: false },
      },
    ]) {
      const w = new World();
      const served = await servePlatform();
      w.env = served.env;
      if (settings !== undefined) file(w, settings);
      await session(w, w.repository);
      await w.settled();
      const constant = ({ path, body, authorization }: (typeof served.seen)[number]) =>
        JSON.stringify({ path: path.replace(/[0-9a-f-]{36}/, 'id'), body, authorization }).replace(
          /"(capture_id|timestamp|content)":("[^"]*"|\d+)/g,
          '"$1"',
        );
      sent.push(served.seen.map(constant).sort());
    }
    expect(sent[1]).toEqual(sent[0]);
    expect(sent[0]).not.toEqual([]);
  });
});

describe("the person's own file", () => {
  it('switches everything off', async () => {
    const w = new World();
    settle(w, { enabled: false });
    expect(await session(w, w.repository)).toEqual([]);
    expect(existsSync(w.state)).toBe(false);
  });

  it('that is broken and has something of ours in it: one message, no capture, and nothing is lost', async () => {
    const w = new World();
    const served = await servePlatform();
    w.env = served.env;
    const own = join(w.home, '.mem0', 'settings.json');
    settle(w, {});
    writeFileSync(own, '{"hooks": {"deny": {"paths": ["~/x"],}}}');
    const out = await session(w, w.repository);
    expect(out).toHaveLength(1);
    expect(JSON.parse(out[0] ?? '').systemMessage).toBe(
      'mem0: ~/.mem0/settings.json is not JSON; until it is mended nothing is captured or sent.',
    );
    expect(served.seen).toEqual([]);
    expect(w.names('jobs')).toHaveLength(1);
    settle(w, { deny: { paths: ['~/x'] } });
    await w.sessionStart('s2');
    await w.settled();
    await w.until(() => w.names('background').includes('free') && served.adds().length > 0);
    expect(JSON.stringify(served.adds())).toContain('Rust');
  });

  it('that is broken, is there to its end and holds nothing of ours: the defaults stand', async () => {
    const w = new World();
    settle(w, {});
    writeFileSync(join(w.home, '.mem0', 'settings.json'), '{"auto_save": tru}');
    const [line] = await session(w, w.repository);
    expect(JSON.parse(line ?? '').systemMessage).toContain('~/.mem0/settings.json is not JSON; the defaults stand.');
    await w.settled();
    expect(w.receipts()).toHaveLength(1);
  });

  it('holds a key that is used, goes nowhere else, and is masked where it is said', async () => {
    const w = new World();
    const served = await servePlatform();
    const { MEM0_API_KEY: key, MEM0_BASE_URL: origin } = served.env;
    settle(w, { api_key: key, base_url: origin });
    const path = transcriptIn(w, 's1', [`Decision: the key of this project is ${key} for all of us.`]);
    await w.hook('session-start', w.input('SessionStart', 's1', { transcript_path: path, source: 'startup' }));
    await w.sessionEnd('s1', path);
    await w.settled();
    await w.until(() => served.adds().length > 0 && w.names('background').includes('free'));
    expect(served.seen.every(({ authorization }) => authorization === `Token ${key}`)).toBe(true);
    expect(JSON.stringify(served.seen.map(({ body }) => body))).not.toContain(key);
    expect(w.everyFile().join('\n')).not.toContain(key);
  });
});

it('the repository of these tests is one', () => {
  const w = new World();
  expect(execFileSync('git', ['remote', 'get-url', 'origin'], { cwd: w.repository, encoding: 'utf8' })).toContain(
    'acme',
  );
});
