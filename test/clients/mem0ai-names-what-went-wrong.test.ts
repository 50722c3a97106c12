/** The errors of `mem0ai` against our served platform: each is of the class that the client has for it. */
import { afterEach, expect, it } from 'vitest';
import { endsQuietly, Mem0ai } from './mem0ai-process.ts';
import { served, type Where } from './surroundings.ts';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';
const text = expect.any(String) as string;
const filters = { user_id: 'ada' };

let client: Mem0ai;

async function start(other: Partial<Where> = {}, ...args: readonly string[]) {
  client = new Mem0ai({ ...(await served(...args)), ...other });
}

afterEach(() => endsQuietly(client));

it('a key that is not known: authentication', async () => {
  await start({ key: 'm0-some-other-key' });
  const failed = await client.failure('getAll', { filters });
  expect(failed).toMatchObject({ name: 'AuthenticationError', errorCode: 'HTTP_401', suggestion: text });
  expect(JSON.parse(failed.message)).toEqual({ detail: text });
});

it.each(['get', 'history', 'delete'] as const)(
  'an unknown id in %s: not found; no id at all: invalid',
  async (name) => {
    await start();
    const failed = await client.failure(name, UNKNOWN);
    expect(failed).toMatchObject({ name: 'MemoryNotFoundError', errorCode: 'HTTP_404' });
    expect(JSON.parse(failed.message)).toEqual({ error: text });
    expect(await client.failure(name, 'no-uuid')).toMatchObject({ name: 'ValidationError', errorCode: 'HTTP_400' });
  },
);

it('an unknown id in update and feedback: not found', async () => {
  await start();
  const failures = [
    await client.failure('update', UNKNOWN, { text: 'Never stored.' }),
    await client.failure('feedback', { memoryId: UNKNOWN, feedback: null }),
  ];
  for (const failed of failures) expect(failed).toMatchObject({ name: 'MemoryNotFoundError', errorCode: 'HTTP_404' });
});

it('a request that names nobody: invalid', async () => {
  await start();
  const failures = [
    await client.failure('getAll'),
    await client.failure('search', 'anything'),
    await client.failure('add', [{ role: 'user', content: 'For nobody.' }]),
    await client.failure('deleteAll'),
  ];
  for (const failed of failures) {
    expect(failed).toMatchObject({ name: 'ValidationError', errorCode: 'HTTP_400' });
    expect(JSON.parse(failed.message)).toEqual({ error: text });
  }
});

it('too many requests: a rate limit, and the answer says when to come again', async () => {
  await start({}, '--fault', '429');
  const failed = await client.failure('search', 'anything', { filters });
  // The client documents `debugInfo.retryAfter`, and sets it nowhere.
  expect(failed).toMatchObject({ name: 'RateLimitError', errorCode: 'HTTP_429', debugInfo: {} });
  expect(client.answers.at(-1)).toMatchObject({ path: '/v3/memories/search/', status: 429, retryAfter: '2' });
});

it.each([
  ['503', 'NetworkError', 'HTTP_503'],
  ['500', 'MemoryError', 'HTTP_500'],
])('a platform that answers %s: %s', async (fault, name, errorCode) => {
  await start({}, '--fault', fault);
  expect(await client.failure('getAll', { filters })).toMatchObject({ name, errorCode });
});
