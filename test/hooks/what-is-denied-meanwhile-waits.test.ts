import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { git, repository } from '../io/repositories.ts';
import { servePlatform } from './served-platform.ts';
import { processesOf, transcriptIn, World } from './world.ts';

type Served = Awaited<ReturnType<typeof servePlatform>>;

/** Our block in the person's own file. */
function settle(w: World, hooks: unknown): void {
  mkdirSync(join(w.home, '.mem0'), { recursive: true, mode: 0o700 });
  writeFileSync(join(w.home, '.mem0', 'settings.json'), JSON.stringify({ hooks }), { mode: 0o600 });
}

async function world(options: Parameters<typeof servePlatform>[0] = {}) {
  const w = new World();
  const served = await servePlatform(options);
  w.env = served.env;
  return { w, served };
}

const start = (w: World, id: string, cwd: string, path: string, source = 'startup') =>
  w.hook('session-start', w.input('SessionStart', id, { cwd, source, transcript_path: path }));
const compact = (w: World, id: string, cwd: string, path: string) =>
  w.hook('pre-compact', {
    ...w.input('PreCompact', id, { cwd, transcript_path: path, trigger: 'manual', custom_instructions: null }),
    prompt_id: 'p',
  });
const end = (w: World, id: string, cwd: string, path: string) =>
  w.hook('session-end', {
    ...w.input('SessionEnd', id, { cwd, transcript_path: path, reason: 'other' }),
    prompt_id: 'p',
  });

const bodies = ({ seen }: Served) => JSON.stringify(seen.map(({ body }) => body));
const isIdle = (w: World) => w.names('background').includes('free') && processesOf(w).length === 0;

describe('a session that has moved', () => {
  it.each([
    ['to a denied folder', true],
    ['into a repository that captures nothing', false],
  ])('%s leaves its branch and its commit there alone', async (_what, isDenied) => {
    const { w, served } = await world();
    const client = repository(w.root, 'client', 'git@github.com:globex/ledger.git');
    git(client, 'checkout', '-q', '-b', 'takeover-of-initech');
    const commit = git(client, 'rev-parse', 'HEAD').trim();
    if (isDenied) settle(w, { deny: { paths: [client] } });
    else writeFileSync(join(client, '.mem0-hooks.json'), '{"capture": false, "recall": false}');
    const path = transcriptIn(w, 's1', ['Decision: the ledger is written in Rust.', 'Thanks.']);
    await start(w, 's1', w.repository, path);
    await start(w, 's1', client, path, 'compact');
    await compact(w, 's1', client, path);
    await end(w, 's1', client, path);
    await w.settled();
    await w.until(() => w.receipts().length === 1 && isIdle(w));
    expect(bodies(served)).toContain('Rust');
    const all = [bodies(served), ...w.everyFile()].join('\n');
    expect(all).not.toContain('takeover-of-initech');
    expect(all).not.toContain(commit);
  });
});

/** A session of which the lines from one on were said in another folder, and a platform that takes no add for now. */
async function movedWhileAddsFail(from: number) {
  const { w, served } = await world();
  served.behaviour.fault = ({ path }) => (path === '/v3/memories/add/' ? 503 : undefined);
  const client = join(w.root, 'client');
  mkdirSync(client);
  const said = ['Decision: the ledger is written in Rust.', 'Decision: the client pays in zlotys.'];
  const path = transcriptIn(w, 's1', said);
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  const moved = lines.map((line, n) => JSON.stringify({ ...JSON.parse(line), ...(n < from ? {} : { cwd: client }) }));
  writeFileSync(path, `${moved.join('\n')}\n`);
  /** Denies the folder, and waits until what was at work has seen that. */
  const deny = async () => {
    settle(w, { deny: { paths: [client] } });
    await w.until(() => isIdle(w));
    served.behaviour.fault = () => undefined;
    w.makeDue();
  };
  return { w, served, path, client, deny };
}

describe('what waits', () => {
  it('of a session that moved waits on while the folder that it moved to is denied', async () => {
    const { w, served, path, deny } = await movedWhileAddsFail(1);
    await start(w, 's1', w.repository, path);
    await end(w, 's1', w.repository, path);
    await w.until(() => w.receipts().length === 1 && served.adds().length > 0);
    await deny();
    const asked = served.adds().length;
    const denied = await w.run('mem0-hooks', ['drain']);
    expect(denied.stdout).toContain('from where it is denied now');
    expect(served.adds()).toHaveLength(asked);
    settle(w, {});
    w.makeDue();
    expect((await w.run('mem0-hooks', ['drain'])).stdout).toContain('everything delivered');
    expect(bodies(served)).toContain('zlotys');
  });
});

describe('what waits is held by the folder that it was said in', () => {
  it.each([
    ['a session state', true],
    ['a capture of a session that no start has recorded', false],
  ])('%s', async (_, isState) => {
    const { w, served, client, path, deny } = await movedWhileAddsFail(isState ? 1 : 0);
    if (isState) await start(w, 's1', w.repository, path);
    await (isState ? compact(w, 's1', w.repository, path) : end(w, 's1', client, path));
    await w.until(() => served.adds().length > 0);
    await deny();
    const asked = served.adds().length;
    await w.run('mem0-hooks', ['drain']);
    expect(served.adds()).toHaveLength(asked);
    settle(w, {});
    w.makeDue();
    await w.run('mem0-hooks', ['drain']);
    expect(served.adds().length).toBeGreaterThan(asked);
  });
});

describe('a project that only git can tell', () => {
  it('is allowed by its id, and git is asked for it once', async () => {
    const { w } = await world();
    w.git('remote', 'remove', 'origin');
    const first = w.git('rev-list', '--max-parents=0', 'HEAD').trim().slice(0, 8);
    settle(w, { allow: { projects: [`shop-${first}`] } });
    const path = transcriptIn(w, 's1', ['Decision: the ledger is written in Rust.', 'Thanks.']);
    // What git said of files that were written just now is not kept (`io/git-memory`).
    const changed = Date.now();
    await w.until(() => Date.now() > changed + 2_100);
    await start(w, 's1', w.repository, path);
    expect(w.names('cache').some((name) => name.startsWith('git'))).toBe(true);
    await compact(w, 's1', w.repository, path);
    expect(w.names('session-states')).toHaveLength(1);
    await end(w, 's1', w.repository, path);
    await w.settled();
    expect(w.receipts()).toHaveLength(1);
  });

  it('is denied by its id for what is said after the session has moved into it', async () => {
    const { w, served } = await world();
    const client = repository(w.root, 'client');
    const first = git(client, 'rev-list', '--max-parents=0', 'HEAD').trim().slice(0, 8);
    settle(w, { deny: { projects: [`client-${first}`] } });
    const path = transcriptIn(w, 's1', ['Decision: the ledger is written in Rust.']);
    const [line = ''] = readFileSync(path, 'utf8').split('\n');
    const content = 'Decision: the client pays in zlotys.';
    const moved = {
      ...JSON.parse(line),
      uuid: 's1-9',
      parentUuid: 's1-0',
      cwd: client,
      message: { role: 'user', content },
    };
    appendFileSync(path, `${JSON.stringify(moved)}\n`);
    await start(w, 's1', w.repository, path);
    await compact(w, 's1', w.repository, path);
    await end(w, 's1', w.repository, path);
    await w.settled();
    await w.until(() => w.receipts().length === 1 && isIdle(w));
    expect(bodies(served)).toContain('Rust');
    expect([bodies(served), ...w.everyFile()].join('\n')).not.toContain('zlotys');
  });
});

describe('a worktree that is gone by the end of its session', () => {
  it.each([
    ['the project', () => ({ projects: ['acme-*'] })],
    ['the folder that it came from', (w: World) => ({ paths: [w.repository] })],
  ])('is captured where %s is allowed', async (_what, allow) => {
    const { w, served } = await world();
    settle(w, { allow: allow(w) });
    const tree = join(w.root, 'elsewhere');
    w.git('worktree', 'add', '-q', tree, '-b', 'x');
    const path = transcriptIn(w, 's1', ['Decision: the ledger is written in Rust.', 'Thanks.']);
    await start(w, 's1', tree, path);
    rmSync(tree, { recursive: true });
    await end(w, 's1', tree, path);
    await w.settled();
    await w.until(() => isIdle(w));
    expect(bodies(served)).toContain('Rust');
  });

  it('is not where the folder that it came from is denied', async () => {
    const { w, served } = await world();
    settle(w, { deny: { paths: [w.repository] } });
    const tree = join(w.root, 'elsewhere');
    w.git('worktree', 'add', '-q', tree, '-b', 'x');
    const path = transcriptIn(w, 's1', ['Decision: the ledger is written in Rust.', 'Thanks.']);
    await start(w, 's1', tree, path);
    rmSync(tree, { recursive: true });
    await end(w, 's1', tree, path);
    expect(w.names('jobs')).toEqual([]);
    expect(served.seen).toEqual([]);
  });
});

describe('what waits when its place is denied', () => {
  it('waits on, is told, begins no process, and goes once it is allowed again', async () => {
    const { w, served } = await world();
    served.behaviour.instead = ({ path }) =>
      path === '/v3/memories/add/' ? { status: 503, headers: { 'retry-after': '7200' }, body: '' } : undefined;
    const path = transcriptIn(w, 's1', ['Decision: the ledger is written in Rust.', 'Thanks.']);
    await start(w, 's1', w.repository, path);
    await end(w, 's1', w.repository, path);
    await w.settled();
    await w.until(() => isIdle(w));
    expect(w.names('spool/waiting')).toHaveLength(1);
    served.behaviour.instead = () => undefined;
    w.makeDue();
    settle(w, { deny: { projects: ['acme-*'] } });
    const before = served.adds().length;
    await start(w, 's2', w.home, join(w.root, 'none.jsonl'));
    expect(processesOf(w)).toEqual([]);
    const drained = await w.run('mem0-hooks', ['drain'], { cwd: w.home });
    expect(drained.stdout).toBe('0 sessions captured, 1 waiting (1 from where it is denied now).\n');
    expect((await w.run('mem0-hooks', ['status'], { cwd: w.home })).stdout).toContain(
      '1 request to be delivered; 1 of them from where it is denied now',
    );
    expect((await w.run('mem0-hooks', ['receipts'], { cwd: w.home })).stdout).toContain(
      'waits to be delivered: where it comes from is denied now, and it waits until it is not',
    );
    expect([w.names('spool/waiting').length, w.names('spool/parked').length, served.adds().length]).toEqual([
      1,
      0,
      before,
    ]);
    settle(w, {});
    await start(w, 's3', w.home, join(w.root, 'none.jsonl'));
    await w.until(() => w.names('spool/waiting').length === 0 && isIdle(w));
    expect(JSON.stringify(await served.memories())).toContain('Rust');
  });

  it('is not asked about either, once it was accepted', async () => {
    const { w, served } = await world({ extractionLagMs: 3_600_000 });
    const path = transcriptIn(w, 's1', ['Decision: the ledger is written in Rust.', 'Thanks.']);
    await start(w, 's1', w.repository, path);
    await end(w, 's1', w.repository, path);
    await w.settled();
    await w.until(() => isIdle(w));
    expect(w.names('spool/accepted')).toHaveLength(1);
    settle(w, { deny: { paths: [w.repository] } });
    const asked = () => served.seen.filter(({ path: one }) => one.includes('/event')).length;
    const before = asked();
    await start(w, 's2', w.home, join(w.root, 'none.jsonl'));
    expect(processesOf(w)).toEqual([]);
    await w.run('mem0-hooks', ['drain'], { cwd: w.home });
    const { stdout } = await w.run('mem0-hooks', ['receipts'], { cwd: w.home });
    expect(stdout).toContain('accepted, not yet a memory as far as is known here');
    expect(asked()).toBe(before);
    settle(w, {});
    await w.run('mem0-hooks', ['receipts'], { cwd: w.home });
    expect(asked()).toBe(before + 1);
  });
});

it('what is said in a known session while its folder is denied is not captured when it is resumed later', async () => {
  const { w, served } = await world();
  const path = transcriptIn(w, 's1', []);
  let said = 0;
  const say = (content: string) => {
    const line = {
      ...{ type: 'user', uuid: `s1-${said}`, parentUuid: said === 0 ? null : `s1-${said - 1}`, isSidechain: false },
      ...{ timestamp: new Date().toISOString(), cwd: w.repository, sessionId: 's1', promptSource: 'typed' },
      ...{ origin: { kind: 'human' }, message: { role: 'user', content } },
    };
    said++;
    appendFileSync(path, `${JSON.stringify(line)}\n`);
  };
  const visit = async (content: string, source: string) => {
    await start(w, 's1', w.repository, path, source);
    say(content);
    await end(w, 's1', w.repository, path);
    await w.settled();
    await w.until(() => isIdle(w));
  };
  await visit('Decision: the ledger is written in Rust.', 'startup');
  settle(w, { deny: { paths: [w.repository] } });
  await visit('Decision: the client pays in zlotys.', 'resume');
  settle(w, {});
  await visit('Decision: the queue is RabbitMQ.', 'resume');
  const sent = bodies(served);
  expect([sent.includes('Rust'), sent.includes('RabbitMQ'), sent.includes('zlotys')]).toEqual([true, true, false]);
});
