import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/contract/wire.ts';
import { firstId, MINE, openTestPlatform, results } from './local-platform.ts';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';

describe('platform contract §6: /v1/memories/{id}/', () => {
  it.each(['GET', 'PUT', 'DELETE'] as const)('%s: no UUID is a 400, an unknown one a 404', async (method) => {
    const platform = await openTestPlatform();
    const body = method === 'PUT' ? { text: 'x' } : undefined;
    expect((await platform.call(method, '/v1/memories/7/', body)).status).toBe(400);
    expect(await platform.call(method, `/v1/memories/${UNKNOWN}/`, body)).toEqual({
      status: 404,
      body: { error: 'Memory not found!' },
    });
  });

  it('PUT changes what it names and nothing else; reads and search see it', async () => {
    const platform = await openTestPlatform();
    const id = firstId(await platform.add('We use tabs.', { infer: false, metadata: { type: 'convention' } }));
    platform.clock.now += 1000;
    const text = await platform.call('PUT', `/v1/memories/${id}/`, { text: 'We use spaces.' });
    expect(text.body).toMatchObject({ id, memory: 'We use spaces.', metadata: { type: 'convention' }, user_id: 'u' });
    const pinned = await platform.call('PUT', `/v1/memories/${id}/`, { metadata: { type: 'decision', pinned: true } });
    expect(pinned.body['metadata']).toEqual({ type: 'decision', pinned: true });
    expect(await platform.texts({ AND: [MINE, { metadata: { type: 'decision' } }] })).toEqual(['We use spaces.']);
    const search = (query: string) => platform.call('POST', '/v3/memories/search/', { query, filters: MINE });
    expect(results(await search('spaces'))).toHaveLength(1);
    expect(results(await search('tabs'))).toHaveLength(0);
  });

  it.each([
    [1_767_312_000, '2026-01-02T00:00:00.000Z'],
    [1_767_312_000.25, '2026-01-02T00:00:00.250Z'],
    ['2026-01-02T00:00:00Z', '2026-01-02T00:00:00.000Z'],
    ['2026-01-02T02:00:00+02:00', '2026-01-02T00:00:00.000Z'],
    ['2026-01-02', '2026-01-02T00:00:00.000Z'],
  ])('PUT of the timestamp %s moves created_at to %s', async (timestamp, created_at) => {
    const platform = await openTestPlatform();
    const id = firstId(await platform.add('We use tabs.', { infer: false }));
    expect((await platform.call('PUT', `/v1/memories/${id}/`, { timestamp })).body).toMatchObject({ created_at });
  });

  it('history tells every text, oldest first; feedback is shown until it is taken back', async () => {
    const platform = await openTestPlatform();
    const id = firstId(await platform.add('one', { infer: false }));
    for (const text of ['two', 'three', 'three']) await platform.call('PUT', `/v1/memories/${id}/`, { text });
    const { body } = await platform.call('GET', `/v1/memories/${id}/history/`);
    expect(
      (body as unknown as JsonObject[]).map((one) => [one['event'], one['old_memory'], one['new_memory']]),
    ).toEqual([
      ['ADD', null, 'one'],
      ['UPDATE', 'one', 'two'],
      ['UPDATE', 'two', 'three'],
    ]);
    const give = (feedback: string | null) =>
      platform.call('POST', '/v1/feedback/', { memory_id: id, feedback, feedback_reason: 'as I say' });
    await give('NEGATIVE');
    const shown = await platform.call('GET', `/v1/memories/${id}/`);
    expect(shown.body).toMatchObject({ feedback: 'NEGATIVE', feedback_reason: 'as I say' });
    await give(null);
    expect((await platform.call('GET', `/v1/memories/${id}/`)).body).not.toHaveProperty('feedback');
  });

  it('a batch is all or nothing where one of it is refused, and passes over what is not there', async () => {
    const platform = await openTestPlatform();
    const one = firstId(await platform.add('one', { infer: false }));
    const fixed = firstId(await platform.add('fixed', { infer: false, immutable: true }));
    const put = (...ids: string[]) =>
      platform.call('PUT', '/v1/batch/', { memories: ids.map((memory_id) => ({ memory_id, text: 'changed' })) });
    expect((await put(one, fixed)).status).toBe(400);
    expect([...(await platform.texts(MINE))].sort()).toEqual(['fixed', 'one']);
    expect((await put(one, UNKNOWN)).status).toBe(200);
    expect([...(await platform.texts(MINE))].sort()).toEqual(['changed', 'fixed']);
  });

  it('PUT with nothing to change, or with odd values, is a 400', async () => {
    const platform = await openTestPlatform();
    const id = firstId(await platform.add('We use tabs.', { infer: false }));
    for (const body of [
      {},
      { text: '' },
      { text: null },
      { metadata: [] },
      { expiration_date: 'soon' },
      { timestamp: '1' },
      { timestamp: 'yesterday' },
      { timestamp: '1969-12-31T00:00:00Z' },
      { timestamp: -1 },
    ]) {
      expect((await platform.call('PUT', `/v1/memories/${id}/`, body)).status).toBe(400);
    }
  });

  it('an id of another project is unknown without its override', async () => {
    const platform = await openTestPlatform();
    const override = { org_id: 'o', project_id: 'p' };
    const id = firstId(await platform.add('We use tabs.', { infer: false, ...override }));
    expect((await platform.call('GET', `/v1/memories/${id}/`)).status).toBe(404);
    expect((await platform.call('PUT', `/v1/memories/${id}/`, { text: 'x y z', ...override })).status).toBe(200);
  });
});
