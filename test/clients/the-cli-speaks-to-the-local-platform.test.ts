/**
 * `mem0`, the command of `@mem0/cli`, against our served platform: its commands in the JSON that they print for programs, and
 * in what they print for people. After each test: it has reached nothing else, and has written no file.
 */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { acquainted, expectQuiet, Mem0Command } from './mem0-command.ts';
import { served } from './surroundings.ts';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';
const PATIENCE = { timeout: 40_000, interval: 5 };
const text = expect.any(String) as string;

let mem0: Mem0Command;

async function start(...args: readonly string[]): Promise<void> {
  mem0 = await acquainted(await served('--extraction-lag', '20', ...args));
}

afterEach(() => expectQuiet(mem0));

/** What a command prints with `--agent`. */
interface Envelope<Data> {
  readonly data: Data;
}

/** Queues a message for extraction and gives the event's id. */
async function queue(content: string, ...options: readonly string[]): Promise<string> {
  const { data } = (await mem0.json('--agent', 'add', content, ...options)) as Envelope<{ event_id: string }[]>;
  return data[0]?.event_id ?? '';
}

/** Stores a message as it is and gives the memory's id. */
async function store(content: string, ...options: readonly string[]): Promise<string> {
  const { data } = (await mem0.json('--agent', 'add', content, '--no-infer', ...options)) as Envelope<{ id: string }[]>;
  return data[0]?.id ?? '';
}

async function succeeds(event: string): Promise<void> {
  const status = async () => (await mem0.json('event', 'status', event, '-o', 'json')) as Envelope<{ status: string }>;
  await vi.waitFor(async () => expect((await status()).data.status).toBe('SUCCEEDED'), PATIENCE);
}

/** The memories that `mem0 list` gives. */
async function listed(...options: readonly string[]): Promise<readonly string[]> {
  const { data } = (await mem0.json('list', '-o', 'json', ...options)) as Envelope<{ memory: string }[]>;
  return data.map(({ memory }) => memory);
}

describe('mem0 status', () => {
  it('is connected, by the variables or by what it was configured with', async () => {
    await start();
    const { MEM0_BASE_URL: origin = '', MEM0_API_KEY: key = '' } = mem0.surroundings.env;
    const connected = { status: 'success', command: 'status', data: { connected: true, base_url: origin } };
    expect(await mem0.json('status', '-o', 'json')).toMatchObject(connected);
    expect(await mem0.text('status')).toMatch(/Connected[\s\S]*platform[\s\S]*http:\/\/127\.0\.0\.1:/);
    const unset = { MEM0_BASE_URL: '', MEM0_API_KEY: '' };
    const configured = new Mem0Command({ origin, key }, {}, unset);
    for (const [name, value] of Object.entries({ 'platform.base_url': origin, 'platform.api_key': key })) {
      await configured.text('config', 'set', name, value);
    }
    expect(await configured.json('--agent', 'status')).toMatchObject(connected);
    expect(configured.surroundings.strayed()).toEqual([]);
  });
});

describe('mem0 add', () => {
  it('queues for extraction, and the event tells what became of it', async () => {
    await start();
    const added = await mem0.json('--agent', 'add', 'I prefer tabs over spaces.', '-u', 'ada');
    expect(added).toMatchObject({
      status: 'success',
      command: 'add',
      scope: { user_id: 'ada' },
      count: 1,
      data: [{ status: 'PENDING', event_id: text }],
    });
    const event = (added as Envelope<{ event_id: string }[]>).data[0]?.event_id ?? '';
    await succeeds(event);
    const told = { id: event, event_type: 'ADD', status: 'SUCCEEDED', created_at: text };
    const results = [{ id: text, event: 'ADD', memory: expect.stringContaining('tabs') }];
    const [status, list, shown, table] = await Promise.all([
      mem0.json('--agent', 'event', 'status', event),
      mem0.json('event', 'list', '-o', 'json'),
      mem0.text('event', 'status', event),
      mem0.text('event', 'list'),
    ]);
    expect(status).toMatchObject({ data: { ...told, updated_at: text, results } });
    expect(list).toMatchObject({ command: 'event list', count: 1, data: [told] });
    expect(shown).toMatch(/SUCCEEDED[\s\S]*Results \(1\)[\s\S]*ADD .*tabs/);
    expect(table).toMatch(new RegExp(`${event.slice(0, 8)} .*ADD .*SUCCEEDED`));
    expect(await listed('-u', 'ada')).toEqual([expect.stringContaining('tabs')]);
    expect(await mem0.text('add', 'We use Postgres.', '-u', 'ada')).toMatch(
      /1 event pending[\s\S]*event_id: [\da-f-]{36}/,
    );
  });

  it('gets events that say how long they took', async () => {
    await start();
    const event = await queue('I prefer tabs over spaces.', '-u', 'ada');
    await succeeds(event);
    const data = { latency: expect.any(Number) };
    expect(await mem0.json('event', 'status', event, '-o', 'json')).toMatchObject({ data });
    expect(await mem0.text('event', 'list')).toMatch(/SUCCEEDED\W+\d+ms/);
  });

  it('stores as it is with --no-infer', async () => {
    await start();
    expect(await mem0.json('add', 'My desk is oak.', '-u', 'ada', '--no-infer', '-o', 'json')).toEqual({
      message: text,
      status: 'SUCCEEDED',
      event_id: text,
      results: [{ id: text, data: { memory: 'My desk is oak.' }, event: 'ADD' }],
    });
    const options = ['-m', '{"type":"insight"}', '--expires', '2099-01-31', '--no-infer'];
    expect(await mem0.text('add', 'My lamp is brass.', '--app-id', 'shop', ...options)).toContain('1 memory extracted');
    expect(await listed('-u', 'ada')).toEqual(['My desk is oak.']);
    expect(await mem0.json('search', 'lamp', '--app-id', 'shop', '-o', 'json')).toMatchObject([
      { memory: 'My lamp is brass.', metadata: { type: 'insight' }, expiration_date: '2099-01-31', app_id: 'shop' },
    ]);
  });
});

describe('mem0 search and mem0 list', () => {
  it('find by words, and by filters', async () => {
    await start();
    await store('The office plant is a ficus.', '-u', 'ada');
    await store('Lunch is at noon.', '-u', 'ada');
    await store('The office plant is a palm.', '-u', 'bob');
    const filter = '{"AND":[{"user_id":"bob"},{"NOT":[{"app_id":"*"}]}]}';
    const [found, shown, filtered] = await Promise.all([
      mem0.json('--agent', 'search', 'office plant', '-u', 'ada', '-k', '5', '--rerank'),
      mem0.text('search', 'office plant', '-u', 'ada'),
      mem0.json('search', 'office plant', '--filter', filter, '-o', 'json'),
    ]);
    const hit = { id: text, memory: 'The office plant is a ficus.', score: expect.any(Number), created_at: text };
    expect(found).toMatchObject({ command: 'search', scope: { user_id: 'ada' }, count: 1, data: [hit] });
    expect(shown).toMatch(/Found 1 memories[\s\S]*The office plant is a ficus\.[\s\S]*Score: /);
    expect(filtered).toMatchObject([{ memory: 'The office plant is a palm.', user_id: 'bob' }]);
  });

  it('give pages, and what is still true when they are asked for that', async () => {
    await start();
    const options = ['-u', 'ada', '-m', '{"type":"decision"}'];
    await succeeds(await queue('We deploy to Fly.io.', ...options));
    await succeeds(await queue("Let's move off Fly.io to Railway.", ...options));
    const [all, latest, first, second, table, found] = await Promise.all([
      listed('-u', 'ada'),
      listed('-u', 'ada', '--latest-only'),
      listed('-u', 'ada', '--page-size', '1'),
      listed('-u', 'ada', '--page-size', '1', '--page', '2'),
      mem0.text('list', '-u', 'ada'),
      mem0.json('search', 'Fly.io', '-u', 'ada', '--latest-only', '-o', 'json'),
    ]);
    expect(all).toHaveLength(2);
    expect(latest).toEqual([expect.stringContaining('Railway')]);
    expect([...first, ...second]).toEqual(all);
    expect(table).toMatch(/Memory[\s\S]*Railway[\s\S]*2 results · page 1 · user_id=ada/);
    expect(found).toMatchObject([{ memory: expect.stringContaining('Railway') }]);
  });
});

describe('mem0 get, update and delete', () => {
  it('read, change and delete one memory', async () => {
    await start();
    const id = await store('The bakery opens at six.', '-u', 'ada');
    expect(await mem0.json('get', id, '-o', 'json')).toMatchObject({ id, memory: 'The bakery opens at six.' });
    expect(await mem0.text('update', id, 'The bakery opens at seven.')).toContain(`Memory ${id.slice(0, 8)} updated`);
    const changes = ['-m', '{"type":"insight"}', '--expires', '2099-01-31'];
    const changed = { id, memory: 'The bakery opens at seven.', expiration_date: '2099-01-31' };
    expect(await mem0.json('update', id, ...changes, '-o', 'json')).toMatchObject(changed);
    expect(await mem0.json('--agent', 'get', id)).toMatchObject({
      data: { ...changed, metadata: { type: 'insight' } },
    });
    expect(await mem0.text('get', id)).toMatch(/The bakery opens at seven\.[\s\S]*"type":"insight"/);
    const deleted = { command: 'delete', data: { id, deleted: true } };
    expect(await mem0.json('--agent', 'delete', id, '--delete-linked')).toMatchObject(deleted);
    expect(await mem0.run('get', id)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('Resource not found'),
    });
    expect(await listed('-u', 'ada')).toEqual([]);
  });

  it('delete all of a person, and tell so, when they are forced to', async () => {
    await start();
    await store('The bakery opens at six.', '-u', 'ada');
    await store('The bakery closes at noon.', '-u', 'bob');
    const all = ['delete', '--all', '-u', 'ada'];
    expect(await mem0.run('--agent', ...all)).toMatchObject({ status: 1, stdout: expect.stringContaining('--force') });
    expect(await listed('-u', 'ada')).toHaveLength(1);
    const answer = { command: 'delete-all', data: { message: text, event_id: text } };
    expect(await mem0.json('--agent', ...all, '--force')).toMatchObject(answer);
    await vi.waitFor(async () => expect(await listed('-u', 'ada')).toEqual([]), PATIENCE);
    expect(await listed('-u', 'bob')).toHaveLength(1);
    expect((await mem0.run('delete', '--all', '-u', 'bob', '--force')).stderr).toContain('Deletion started');
    await vi.waitFor(async () => expect(await listed('-u', 'bob')).toEqual([]), PATIENCE);
  });
});

describe('mem0 entity', () => {
  it('lists whose memories there are, and deletes them', async () => {
    await start();
    await store('The bakery opens at six.', '-u', 'ada');
    await store('The shop is closed.', '--app-id', 'shop');
    const users = { command: 'entity list', count: 1, data: [{ name: 'ada', type: 'user' }] };
    expect(await mem0.json('--agent', 'entity', 'list', 'users')).toMatchObject(users);
    expect(await mem0.text('entity', 'list', 'apps')).toMatch(/shop .*\d{4}-\d\d-\d\d[\s\S]*1 apps/);
    const deletion = ['entity', 'delete', '-u', 'ada', '--app-id', 'shop', '--force', '-o', 'json'];
    const started = { message: text, event_id: text };
    expect(await mem0.json(...deletion)).toMatchObject({ user: started, app: started });
    const none = { count: 0, data: [] };
    await vi.waitFor(async () => {
      for (const type of ['users', 'apps']) {
        expect(await mem0.json('entity', 'list', type, '-o', 'json')).toMatchObject(none);
      }
    }, PATIENCE);
    const again = await mem0.run('entity', 'delete', '-u', 'ada', '--force');
    expect(again).toMatchObject({ status: 1, stderr: expect.stringContaining('Resource not found') });
  });
});

describe('an error', () => {
  it('of a key, an id and a request is told with exit status 1', async () => {
    await start();
    const runs = await Promise.all([
      mem0.run('list', '-u', 'ada', '--api-key', 'm0-some-other-key'),
      mem0.run('--agent', 'get', UNKNOWN),
      mem0.run('get', 'no-uuid'),
      mem0.run('list'),
    ]);
    expect(runs).toMatchObject([
      { status: 1, stderr: expect.stringContaining('Invalid or expired API key.') },
      { status: 1, stdout: expect.stringContaining('"error":"Resource not found: ') },
      { status: 1, stderr: expect.stringMatching(/Bad request to .*"error":/) },
      { status: 1, stderr: expect.stringMatching(/Bad request to .*"error":/) },
    ]);
  });

  it('of too many requests is told with its reason', async () => {
    await start('--fault', '429');
    const stderr = expect.stringMatching(/Could not validate API key[\s\S]*HTTP 429: Too many requests\./);
    expect(await mem0.run('list', '-u', 'ada')).toMatchObject({ status: 1, stderr });
  });
});
