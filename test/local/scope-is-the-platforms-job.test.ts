import { describe, expect, it } from 'vitest';
import { MINE, openTestPlatform, results } from './local-platform.ts';

const OVERRIDE = { org_id: 'acme', project_id: 'other' };

describe('platform contract §1.1: the override', () => {
  it('works as a pair in the body, for writes and reads', async () => {
    const platform = await openTestPlatform();
    await platform.add('We use tabs.', { infer: false });
    await platform.add('We use spaces.', { infer: false, ...OVERRIDE });
    expect(await platform.texts(MINE)).toEqual(['We use tabs.']);
    expect(await platform.texts(MINE, OVERRIDE)).toEqual(['We use spaces.']);
  });

  it.each([
    ['org_id alone', { org_id: 'acme' }],
    ['project_id alone', { project_id: 'other' }],
    ['an empty half', { org_id: 'acme', project_id: '' }],
  ])('half of it is none: %s', async (_, half) => {
    const platform = await openTestPlatform();
    await platform.add('We use tabs.', { infer: false, ...half });
    expect(await platform.texts(MINE)).toEqual(['We use tabs.']);
    expect(await platform.texts(MINE, half)).toEqual(['We use tabs.']);
  });

  it('is silently ignored as query parameters', async () => {
    const platform = await openTestPlatform();
    await platform.add('We use tabs.', { infer: false });
    const answer = await platform.call('POST', '/v3/memories/', { filters: MINE }, Object.entries(OVERRIDE));
    expect(answer.status).toBe(200);
    expect(results(answer)).toHaveLength(1);
  });

  it('facts of a pending add stay in the override’s project', async () => {
    const platform = await openTestPlatform();
    await platform.add('We deploy to Fly.io.', OVERRIDE);
    await platform.add("Let's move off Fly.io to Railway.");
    expect(await platform.texts(MINE, { ...OVERRIDE, latest_only: true })).toEqual(['We deploy to Fly.io.']);
  });
});

describe('platform contract §2: user and project scope', () => {
  it('a user filter alone also returns project rows; the NOT clause keeps them out', async () => {
    const platform = await openTestPlatform();
    await platform.call('POST', '/v3/memories/add/', {
      messages: [{ role: 'user', content: 'I prefer tabs.' }],
      user_id: 'u',
      infer: false,
    });
    await platform.add('We deploy to Railway.', { infer: false });
    expect(await platform.texts(MINE)).toEqual(['We deploy to Railway.', 'I prefer tabs.']);
    expect(await platform.texts({ AND: [MINE, { NOT: [{ app_id: '*' }] }] })).toEqual(['I prefer tabs.']);
    expect(await platform.texts({ AND: [MINE, { app_id: 'shop' }] })).toEqual(['We deploy to Railway.']);
    expect(await platform.texts({ AND: [{ user_id: 'someone-else' }] })).toEqual([]);
  });
});

describe('what a read refuses (platform contract §1.4, §6, §7)', () => {
  it.each([
    ['no filters', {}],
    ['no positive entity id', { filters: { metadata: { type: 'decision' } } }],
    ['only a negative entity id', { filters: { NOT: [{ user_id: 'u' }] } }],
    ['NOT as an object', { filters: { AND: [MINE, { NOT: { app_id: '*' } }] } }],
    ['entity ids at the top level', { user_id: 'u', filters: MINE }],
    ['an unknown filter key', { filters: { ...MINE, project: 'x' } }],
    ['latest_only as a word', { filters: MINE, latest_only: 'yes' }],
  ])('400: %s', async (_, body) => {
    const platform = await openTestPlatform();
    for (const path of ['/v3/memories/', '/v3/memories/search/']) {
      const answer = await platform.call('POST', path, { query: 'tabs', ...body });
      expect(answer.status).toBe(400);
      expect(answer.body['error']).toEqual(expect.any(String));
    }
  });
});

describe('ping and unknown paths (platform contract §6)', () => {
  it('answers who and where', async () => {
    const platform = await openTestPlatform();
    expect(await platform.call('GET', '/v1/ping/')).toEqual({
      status: 200,
      body: { status: 'ok', org_id: 'local', project_id: 'local', user_email: 'dev@localhost' },
    });
  });

  it.each([
    ['GET', '/v1/ping'],
    ['POST', '/v1/ping/'],
    ['GET', '/v9/x/'],
    ['GET', '/v1/memories/a/b/'],
    ['GET', '/v1/memories//'],
  ] as const)('404: %s %s', async (method, path) => {
    const platform = await openTestPlatform();
    expect((await platform.call(method, path)).status).toBe(404);
  });
});
