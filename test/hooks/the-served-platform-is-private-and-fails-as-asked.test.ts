/** `mem0-hooks serve` as a process of its own: who gets in, what it refuses, how it ends, and the faults that it shows. */
import { chmodSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { JsonObject } from '../../src/contract/wire.ts';
import { FAULTS } from '../../src/local/serve-faults.ts';
import { startServe } from '../support/serve-process.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { World } from './world.ts';

async function served(args: readonly string[] = [], folder = temporaryFolder()) {
  const process = await startServe(folder, args);
  onTestFinished(async () => void (await process.stop('SIGKILL')));
  const headers = { authorization: `Token ${process.key}`, 'content-type': 'application/json' };
  const call = (method: string, path: string, body?: string) =>
    fetch(`${process.origin}${path}`, { method, headers, ...(body !== undefined && { body }) });
  const post = (path: string, body: JsonObject) => call('POST', path, JSON.stringify(body));
  const add = (content: string) =>
    post('/v3/memories/add/', { messages: [{ role: 'user', content }], user_id: 'u', infer: false });
  const count = async () => {
    const answer = await post('/v3/memories/', { filters: { user_id: 'u' } });
    return ((await answer.json()) as { count: number }).count;
  };
  return { ...process, folder, call, post, add, count };
}

describe('who gets in', () => {
  it('whoever has the key, which is made once and stands in the private folder', async () => {
    const folder = temporaryFolder();
    const one = await served([], folder);
    expect(one.key).toMatch(/^m0-local-[\da-f]{32}$/);
    expect((await one.call('GET', '/v1/ping/')).status).toBe(200);
    const file = join(folder, 'state', 'local', 'serve-key');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, 'utf8')).toBe(`${one.key}\n`);
    expect((await served([], folder)).key).toBe(one.key);
  });

  it('nobody without it, and the refusal does not repeat what was tried', async () => {
    const { origin } = await served();
    for (const authorization of [undefined, 'Token m0-wrong', 'Bearer x', 'Token ']) {
      const answer = await fetch(
        `${origin}/v1/ping/`,
        authorization === undefined ? {} : { headers: { authorization } },
      );
      expect(answer.status).toBe(401);
      expect(Object.keys((await answer.json()) as object)).toEqual(['detail']);
    }
  });

  it('several that start at once on a new folder have one key', async () => {
    const folder = temporaryFolder();
    const all = await Promise.all(Array.from({ length: 4 }, () => served([], folder)));
    expect(new Set(all.map(({ key }) => key)).size).toBe(1);
    for (const one of all) expect((await one.call('GET', '/v1/ping/')).status).toBe(200);
  });

  it('nobody who sends a body without end: the key comes first, and the connection is ended', async () => {
    const { origin } = await served();
    const socket = connect(Number(new URL(origin).port), '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.on('error', () => undefined);
    let said = '';
    socket.on('data', (data) => {
      said += String(data);
    });
    socket.write('POST /v3/memories/add/ HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n');
    const writing = setInterval(() => socket.write(`400\r\n${'x'.repeat(1024)}\r\n`), 5);
    onTestFinished(() => clearInterval(writing));
    await new Promise((resolve) => socket.on('close', resolve));
    expect(said).toMatch(/^HTTP\/1.1 401 /);
  });

  it('nobody from another machine: it listens on loopback alone', async () => {
    const { origin } = await served();
    const port = Number(new URL(origin).port);
    const others = Object.values(networkInterfaces())
      .flatMap((list) => list ?? [])
      .filter(({ internal }) => !internal);
    for (const { address } of others.filter(({ family }) => family === 'IPv4')) {
      const reached = await new Promise<boolean>((resolve) => {
        const socket = connect({ host: address, port });
        socket.on('connect', () => resolve(true)).on('error', () => resolve(false));
        onTestFinished(() => void socket.destroy());
      });
      expect({ address, reached }).toEqual({ address, reached: false });
    }
  });
});

describe('what is no request of the API is refused', () => {
  it.each([
    ['no JSON', 'POST', '/v3/memories/', '{"filters":', 400],
    ['a list', 'POST', '/v3/memories/', '[]', 400],
    ['null', 'POST', '/v3/memories/', 'null', 400],
    ['no body', 'POST', '/v3/memories/', undefined, 400],
    ['a path without its slash', 'GET', '/v1/ping', undefined, 404],
    ['a path that cannot be decoded', 'GET', '/v1/memories/%E0%A4%A/', undefined, 400],
    ['another method', 'OPTIONS', '/v1/ping/', undefined, 405],
    ['a body of 3 MiB', 'POST', '/v3/memories/add/', JSON.stringify({ x: 'y'.repeat(3 * 2 ** 20) }), 413],
    ['a body nested without end', 'POST', '/v3/memories/add/', `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`, 400],
  ])('%s', async (_, method, path, body, status) => {
    const { call } = await served();
    const answer = await call(method, path, body);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toBeTypeOf('object');
    expect((await call('GET', '/v1/ping/')).status).toBe(200);
  });
});

describe('a fault that was asked for', () => {
  it('429 says when to come again', async () => {
    const answer = await (await served(['--fault', '429'])).call('GET', '/v1/ping/');
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '2']);
  });

  it('500 is a page of HTML', async () => {
    const answer = await (await served(['--fault', '500'])).call('GET', '/v1/ping/');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([500, 'text/html']);
    expect(await answer.text()).toMatch(/^<!doctype html>/);
  });

  it('wrong-json is a 200 that breaks off', async () => {
    const answer = await (await served(['--fault', 'wrong-json'])).call('GET', '/v1/ping/');
    expect(answer.status).toBe(200);
    await expect(answer.json()).rejects.toThrow(SyntaxError);
  });

  it('slow-body is whole in the end, but comes in pieces', async () => {
    const answer = await (await served(['--fault', 'slow-body'])).call('GET', '/v1/ping/');
    const pieces: Uint8Array[] = [];
    for await (const piece of answer.body ?? []) pieces.push(piece);
    expect(pieces.length).toBeGreaterThan(1);
    expect(JSON.parse(Buffer.concat(pieces).toString('utf8'))).toMatchObject({ status: 'ok' });
  });

  it('silent never answers; --latency answers late', async () => {
    const silent = await served(['--fault', 'silent']);
    const signal = AbortSignal.timeout(300);
    const headers = { authorization: `Token ${silent.key}` };
    await expect(fetch(`${silent.origin}/v1/ping/`, { headers, signal })).rejects.toThrow(/timeout|aborted/);
    const late = await served(['--latency', '300']);
    const before = performance.now();
    expect((await late.call('GET', '/v1/ping/')).status).toBe(200);
    expect(performance.now() - before).toBeGreaterThanOrEqual(299);
  });

  it.each([
    ['reset', 1],
    ['reset-before', 0],
  ])('%s cuts the connection, and %i write is done', async (kind, written) => {
    const folder = temporaryFolder();
    const faulty = await served(['--fault', kind], folder);
    await expect(faulty.add('Said once.')).rejects.toThrow();
    expect(await (await served([], folder)).count()).toBe(written);
  });

  it('@N concerns each N-th request, and several may be named', async () => {
    const { call } = await served(['--fault', '429@3', '--fault', '503@2']);
    const statuses: number[] = [];
    for (let n = 0; n < 6; n += 1) statuses.push((await call('GET', '/v1/ping/')).status);
    expect(statuses).toEqual([200, 503, 429, 503, 200, 429]);
  });

  it('every kind is in the help', async () => {
    const help = await new World().run('mem0-hooks', ['serve', '--help']);
    expect(help.status).toBe(0);
    for (const kind of Object.keys(FAULTS)) expect(help.stdout).toContain(kind);
  });
});

describe('the process', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('ends at %s, with status 0', async (signal) => {
    const process = await startServe(temporaryFolder());
    expect(await process.stop(signal)).toBe(0);
  });

  it('that was killed leaves everything that it had answered, and no lock', async () => {
    const folder = temporaryFolder();
    const one = await served([], folder);
    await Promise.all(['a', 'b', 'c'].map((name) => one.add(`Said by ${name}.`)));
    await one.stop('SIGKILL');
    const other = await served([], folder);
    expect(await other.count()).toBe(3);
    expect((await other.add('Said later.')).status).toBe(200);
  });

  it('two at once on one folder share what they have', async () => {
    const folder = temporaryFolder();
    const [one, other] = await Promise.all([served([], folder), served([], folder)]);
    await Promise.all(Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? one : other).add(`Said as number ${n}.`)));
    expect([await one.count(), await other.count()]).toEqual([20, 20]);
  });

  it.each([
    [['--port', 'x'], 'It must be a whole number from 0 to 65535'],
    [['--port', '65536'], 'It must be a whole number from 0 to 65535'],
    [['--latency', '-1'], '--latency'],
    [['--fault', 'nothing'], 'no such fault'],
    [['--fault', '429@0'], 'no such fault'],
    [['--state', ''], '--state must name a folder'],
    [['--nonsense'], '--nonsense'],
    [['extra'], 'extra'],
  ])('does not start with %j: status 2 and how it is used', async (args, says) => {
    const run = await new World().run('mem0-hooks', ['serve', ...args]);
    expect(run).toMatchObject({ status: 2, stdout: '' });
    expect(run.stderr).toContain(says);
    expect(run.stderr).toContain('Usage: mem0-hooks serve');
  });

  it('leaves a folder alone that is open to others and holds something else', async () => {
    const w = new World();
    chmodSync(w.repository, 0o755);
    const run = await w.run('mem0-hooks', ['serve', '--state', w.repository]);
    expect(run).toMatchObject({ status: 1, stdout: '' });
    expect(run.stderr).toMatch(/^Not served: The folder that --state names is open to others/);
    expect(statSync(w.repository).mode & 0o777).toBe(0o755);
    mkdirSync(join(w.repository, 'local'), { mode: 0o755 });
    expect((await w.run('mem0-hooks', ['serve', '--state', w.repository])).status).toBe(1);
    expect(statSync(w.repository).mode & 0o777).toBe(0o755);
  });

  it('does not fall back on the usual folder when another was meant', async () => {
    const w = new World();
    const env = { MEM0_HOOKS_HOME: 'relative' };
    const run = await w.run('mem0-hooks', ['serve'], { env });
    expect(run).toMatchObject({ status: 1, stdout: '' });
    expect(run.stderr).toBe('Not served: MEM0_HOOKS_HOME must be an absolute path.\n');
    expect(await w.run('mem0-hooks', ['drain'], { env })).toMatchObject({ status: 1 });
  });

  it('stores nothing in a dry run', async () => {
    const run = await new World().run('mem0-hooks', ['serve'], { env: { MEM0_DRY_RUN: '1' } });
    expect(run).toMatchObject({ status: 1, stdout: '' });
    expect(run.stderr).toContain('a dry run stores nothing');
  });

  it('says in words that a port is taken, or a folder cannot be used', async () => {
    const { origin } = await served();
    const w = new World();
    const taken = await w.run('mem0-hooks', ['serve', '--port', new URL(origin).port]);
    expect(taken).toMatchObject({ status: 1, stdout: '', stderr: 'Not served: another program has that port.\n' });
    const file = await w.run('mem0-hooks', ['serve', '--state', '/dev/null/x']);
    expect(file).toMatchObject({ status: 1, stdout: '' });
    expect(file.stderr).toMatch(/^Not served: the state folder cannot be used \(ENOTDIR\): \/dev\/null.*\n$/);
  });
});
