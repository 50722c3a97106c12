import { expect, it } from 'vitest';
import { firstId, MINE, openTestPlatform, results } from './local-platform.ts';

it('platform contract §5: visible to the end of its day in UTC, then hidden from reads but not from get', async () => {
  const platform = await openTestPlatform();
  const id = firstId(await platform.add('We use tabs.', { infer: false, expiration_date: '2026-03-10' }));
  const search = async (more = {}) =>
    results(await platform.call('POST', '/v3/memories/search/', { query: 'tabs', filters: MINE, ...more })).length;

  platform.clock.now = Date.parse('2026-03-10T23:59:59.999Z');
  expect(await platform.texts(MINE)).toHaveLength(1);
  expect(await search()).toBe(1);

  platform.clock.now = Date.parse('2026-03-11T00:00:00Z');
  expect(await platform.texts(MINE)).toEqual([]);
  expect(await search()).toBe(0);
  expect(await platform.texts(MINE, { show_expired: true })).toHaveLength(1);
  expect(await search({ show_expired: true })).toBe(1);
  expect((await platform.call('GET', `/v1/memories/${id}/`)).status).toBe(200);

  const restored = await platform.call('PUT', `/v1/memories/${id}/`, { expiration_date: null });
  expect(restored.body['expiration_date']).toBeNull();
  expect(await platform.texts(MINE)).toHaveLength(1);
});

it('an expired fact that is said again is a new fact', async () => {
  const platform = await openTestPlatform();
  await platform.add('We use tabs.', { expiration_date: '2026-03-10' });
  platform.clock.now = Date.parse('2026-03-12T00:00:00Z');
  await platform.add('We use tabs.');
  expect(await platform.texts(MINE)).toEqual(['We use tabs.']);
});
