/**
 * `mem0ai`, Mem0's client for JavaScript, against our served platform: its main calls, with the types that it promises. After
 * each test: it has reached nothing else, has left no file, and got JSON with every success.
 */
import type { Feedback } from 'mem0ai';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { endsQuietly, Mem0ai } from './mem0ai-process.ts';
import { served } from './surroundings.ts';

const PATIENCE = { timeout: 20_000, interval: 5 };
const text = expect.any(String) as string;
const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string;

let client: Mem0ai;

async function start() {
  client = new Mem0ai(await served('--extraction-lag', '20'));
}

afterEach(() => endsQuietly(client));

const says = (content: string) => [{ role: 'user' as const, content }];
const of = (user_id: string) => ({ filters: { user_id } });

/** What `add` gives, which is not the list of memories that its type promises. */
interface Added {
  readonly message: string;
  readonly status: string;
  readonly eventId: string;
  readonly results: readonly { readonly id: string; readonly data: { readonly memory: string } }[];
}

/** Stores a message as it is and gives the memory's id. */
async function store(content: string, userId: string): Promise<string> {
  const added = (await client.call('add', says(content), { userId, infer: false })) as unknown as Added;
  return added.results[0]?.id ?? '';
}

async function memoriesOf(user: string, options: object = {}): Promise<readonly (string | undefined)[]> {
  return (await client.call('getAll', { ...of(user), ...options })).results.map(({ memory }) => memory);
}

describe('a client', () => {
  it('asks when it is constructed whose the key is, and goes by that', async () => {
    await start();
    await client.call('getProject', { fields: ['decay'] });
    expect(client.answers).toMatchObject([
      { method: 'GET', path: '/v1/ping/', status: 200 },
      { method: 'GET', path: '/api/v1/orgs/organizations/local/projects/local/', status: 200 },
    ]);
    await client.call('ping');
    expect(client.answers.at(-1)).toMatchObject({ path: '/v1/ping/', status: 200 });
    expect(await client.end()).toMatchObject({ stderr: '' });
  });
});

describe('writing and reading', () => {
  it('adds: queued for extraction, and at once without it', async () => {
    await start();
    const metadata = { type: 'preference', some_key: 1 };
    const queued = await client.call('add', says('I prefer tabs over spaces.'), { userId: 'ada', metadata });
    expect(queued).toEqual({ message: text, status: 'PENDING', eventId: text });
    await vi.waitFor(async () => expect(await memoriesOf('ada')).toHaveLength(1), PATIENCE);
    const [fact] = (await client.call('getAll', of('ada'))).results;
    expect(fact).toMatchObject({ id: text, userId: 'ada', metadata, createdAt: moment, updatedAt: moment });
    expect(fact?.memory).toContain('tabs');
    const messages = [...says('My desk is oak.'), { role: 'assistant' as const, content: 'Oak it is.' }];
    expect(await client.call('add', messages, { userId: 'bob', infer: false })).toEqual({
      message: text,
      status: 'SUCCEEDED',
      eventId: text,
      results: messages.map(({ content }) => ({ id: text, data: { memory: content }, event: 'ADD' })),
    });
    expect([...(await memoriesOf('bob'))].sort()).toEqual(['My desk is oak.', 'Oak it is.']);
  });

  it('gets all in pages, and what is still true when it asks for that', async () => {
    await start();
    const options = { userId: 'ada', metadata: { type: 'decision' } };
    for (const [at, said] of ['We deploy to Fly.io.', "Let's move off Fly.io to Railway."].entries()) {
      await client.call('add', says(said), options);
      await vi.waitFor(async () => expect(await memoriesOf('ada')).toHaveLength(at + 1), PATIENCE);
    }
    const both = await client.call('getAll', of('ada'));
    expect(both).toMatchObject({ count: 2, next: null, previous: null });
    const latest = await client.call('getAll', { ...of('ada'), latestOnly: true });
    expect(latest).toMatchObject({ count: 1, results: [{ memory: expect.stringContaining('Railway') }] });
    const pages = [];
    for (const page of [1, 2]) pages.push(await client.call('getAll', { ...of('ada'), page, pageSize: 1 }));
    expect(pages).toMatchObject([
      { count: 2, next: text, previous: null },
      { count: 2, next: null, previous: text },
    ]);
    expect(pages.flatMap(({ results }) => results)).toEqual(both.results);
    expect(await client.failure('getAll', { ...of('ada'), page: 3, pageSize: 1 })).toMatchObject({
      errorCode: 'HTTP_404',
    });
  });

  it('filters', async () => {
    await start();
    await client.call('add', says('Blue.'), { userId: 'ada', infer: false, metadata: { colour_name: 'blue' } });
    await client.call('add', says('Red.'), { userId: 'ada', infer: false, metadata: { colour_name: 'red' } });
    await client.call('add', says('Shared.'), { appId: 'shop', infer: false });
    const blue = { AND: [{ user_id: 'ada' }, { metadata: { colour_name: 'blue' } }] };
    expect((await client.call('getAll', { filters: blue })).results).toMatchObject([{ memory: 'Blue.' }]);
    const either = { OR: [{ user_id: 'ada' }, { app_id: 'shop' }] };
    expect((await client.call('getAll', { filters: either })).count).toBe(3);
    expect(await client.failure('getAll', {})).toMatchObject({ name: 'ValidationError', errorCode: 'HTTP_400' });
  });

  it('searches', async () => {
    await start();
    await store('The office plant is a ficus.', 'ada');
    await store('Lunch is at noon.', 'ada');
    await store('The office plant is a palm.', 'bob');
    const found = await client.call('search', 'office plant', {
      ...of('ada'),
      topK: 5,
      rerank: true,
      latestOnly: true,
    });
    expect(found).toMatchObject({ results: [{ id: text, memory: 'The office plant is a ficus.', userId: 'ada' }] });
    const [score] = found.results.map((hit) => hit.score);
    expect(score).toBeGreaterThan(0);
    expect(score).toBeLessThanOrEqual(1);
  });
});

describe('a memory', () => {
  it('is read, changed, hidden by its date and restored, judged, and remembers its history', async () => {
    await start();
    const id = await store('The bakery opens at six.', 'ada');
    const metadata = { type: 'insight', some_key: { innerKey: true } };
    await client.call('update', id, { text: 'The bakery opens at seven.', metadata });
    const changed = { id, memory: 'The bakery opens at seven.', metadata, userId: 'ada', expirationDate: null };
    expect(await client.call('get', id)).toMatchObject(changed);
    await client.call('update', id, { expirationDate: '2020-01-01' });
    expect(await memoriesOf('ada')).toEqual([]);
    expect(await memoriesOf('ada', { showExpired: true })).toHaveLength(1);
    expect(await client.call('get', id)).toMatchObject({ ...changed, expirationDate: '2020-01-01' });
    await client.call('update', id, { expirationDate: null });
    expect(await memoriesOf('ada')).toEqual([changed.memory]);
    const step = {
      id: text,
      memoryId: id,
      input: expect.any(Array),
      userId: 'ada',
      createdAt: moment,
      updatedAt: moment,
    };
    expect(await client.call('history', id)).toMatchObject([
      { ...step, event: 'ADD', oldMemory: null, newMemory: 'The bakery opens at six.' },
      { ...step, event: 'UPDATE', oldMemory: 'The bakery opens at six.', newMemory: changed.memory },
    ]);
    const feedback = { memoryId: id, feedback: 'POSITIVE' as Feedback, feedbackReason: 'It is so.' };
    expect(await client.call('feedback', feedback)).toMatchObject({ message: text });
    expect(await client.call('feedback', { memoryId: id, feedback: null })).toMatchObject({ message: text });
  });

  it('is dated by a number of seconds or by a moment in words', async () => {
    await start();
    const id = await store('The bakery opens at six.', 'ada');
    for (const timestamp of [Date.UTC(2026, 0, 2) / 1000, '2026-01-02T00:00:00Z']) {
      await client.call('update', id, { timestamp });
      expect(await client.call('get', id)).toMatchObject({ createdAt: '2026-01-02T00:00:00.000Z' });
      await client.call('update', id, { timestamp: 0 });
    }
  });

  it('is changed and deleted with others', async () => {
    await start();
    const [one = '', two = '', three = ''] = await Promise.all(
      ['One.', 'Two.', 'Three.'].map((content) => store(content, 'ada')),
    );
    const changes = [one, two].map((memoryId, at) => ({ memoryId, text: `Changed ${at}.` }));
    expect(await client.call('batchUpdate', changes)).toMatchObject({ message: text });
    expect([...(await memoriesOf('ada'))].sort()).toEqual(['Changed 0.', 'Changed 1.', 'Three.']);
    expect(await client.call('batchDelete', [one, three])).toMatchObject({ message: text });
    expect(await memoriesOf('ada')).toEqual(['Changed 1.']);
  });

  it('is deleted alone, or with what it had superseded', async () => {
    await start();
    for (const user of ['ada', 'bob']) {
      for (const [at, said] of ['We deploy to Fly.io.', "Let's move off Fly.io to Railway."].entries()) {
        await client.call('add', says(said), { userId: user, metadata: { type: 'decision' } });
        await vi.waitFor(async () => expect(await memoriesOf(user)).toHaveLength(at + 1), PATIENCE);
      }
      const { results } = await client.call('getAll', { ...of(user), latestOnly: true });
      const deleted = await client.call('delete', results[0]?.id ?? '', user === 'bob' ? { deleteLinked: true } : {});
      expect(deleted).toEqual({ message: text });
    }
    expect(await memoriesOf('ada', { latestOnly: true })).toEqual([expect.stringContaining('deploy to Fly.io')]);
    expect(await memoriesOf('bob')).toEqual([]);
  });
});

describe('the project and its entities', () => {
  it('has settings', async () => {
    await start();
    const settings = {
      customInstructions: 'Keep it short.',
      customCategories: [{ door_keys: 'Who has them.' }],
      decay: true,
    };
    expect(await client.call('updateProject', settings)).toMatchObject({ message: text });
    const fields = ['customInstructions', 'customCategories', 'decay'];
    expect(await client.call('getProject', { fields })).toEqual(settings);
    expect(await client.call('getProject', { fields: ['decay'] })).toEqual({ decay: true });
    await client.call('updateProject', { customCategories: [], decay: false });
    expect(await client.call('getProject', { fields })).toMatchObject({
      customInstructions: 'Keep it short.',
      decay: false,
    });
  });

  it('lists whose memories there are, and forgets them', async () => {
    await start();
    for (const user of ['ada', 'bob', 'eve']) await store(`I am ${user}.`, user);
    await client.call('add', says('Shared.'), { appId: 'shop', infer: false });
    const users = await client.call('users');
    expect(users).toMatchObject({ count: 4, next: null, previous: null });
    for (const one of users.results) {
      const dates = { createdAt: moment, updatedAt: moment };
      expect(one).toMatchObject({ id: text, name: text, type: text, owner: text, totalMemories: 1, ...dates });
    }
    expect((await client.call('users', { page: 2, pageSize: 3 })).results).toHaveLength(1);
    expect(await client.call('deleteAll', { userId: 'ada' })).toMatchObject({ message: text });
    expect(await client.call('deleteUsers', { userId: 'bob' })).toMatchObject({ message: text });
    const names = async () => (await client.call('users')).results.map(({ name }) => name).sort();
    const left = [expect.stringMatching(/^ada_deleted_\d+$/), 'eve', 'shop'];
    await vi.waitFor(async () => expect(await names()).toEqual(left), PATIENCE);
    for (const user of ['ada', 'bob']) expect(await memoriesOf(user)).toEqual([]);
    expect(await memoriesOf('eve')).toEqual(['I am eve.']);
    expect(await client.failure('deleteAll')).toMatchObject({ name: 'ValidationError', errorCode: 'HTTP_400' });
    await client.call('deleteUsers');
    await vi.waitFor(async () => expect(await names()).toEqual([]), PATIENCE);
  });
});
