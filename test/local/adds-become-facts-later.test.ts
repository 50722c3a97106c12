import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/contract/wire.ts';
import { selectDriver } from '../../src/local/store/driver.ts';
import { firstId, MINE, openTestPlatform, results, SECOND, START } from './local-platform.ts';

const SAID = 'We deploy to Railway.';
const event = (id: unknown) => `/v1/event/${id}/`;

describe('platform contract §3: infer true', () => {
  it('answers PENDING without ids, and says that rules extract', async () => {
    const platform = await openTestPlatform();
    const { status, body } = await platform.add(SAID);
    expect(status).toBe(200);
    expect(body).toEqual({
      event_id: expect.any(String),
      status: 'PENDING',
      message: expect.stringContaining('local rules'),
    });
  });

  it('what was deleted since is gone from its event as well', async () => {
    const platform = await openTestPlatform();
    for (const infer of [true, false]) {
      const { body } = await platform.add(SAID, { infer });
      const [fact] = results(await platform.call('GET', event(body['event_id'])));
      expect(fact).toMatchObject({ data: { memory: SAID } });
      await platform.call('DELETE', `/v1/memories/${fact?.['id']}/`);
      const after = await platform.call('GET', event(body['event_id']));
      expect(after.body).toMatchObject({ status: 'SUCCEEDED', results: [] });
      const listed = await platform.call('GET', '/v1/events/');
      expect(JSON.stringify(listed.body)).not.toContain(SAID);
    }
  });

  it('facts come when they are due, and the event says which', async () => {
    const platform = await openTestPlatform({ extractionLagMs: 20 * SECOND });
    const { body } = await platform.add(SAID);
    platform.clock.now += 19 * SECOND;
    expect(await platform.texts(MINE)).toEqual([]);
    expect((await platform.call('GET', event(body['event_id']))).body['status']).toBe('PENDING');
    platform.clock.now += SECOND;
    expect(await platform.texts(MINE)).toEqual([SAID]);
    const ended = await platform.call('GET', event(body['event_id']));
    expect(ended.body).toMatchObject({ id: body['event_id'], event_type: 'ADD', status: 'SUCCEEDED', error: null });
    expect(results(ended)).toEqual([{ id: expect.any(String), data: { memory: SAID }, event: 'ADD' }]);
  });

  it('what waits survives the process', async () => {
    const platform = await openTestPlatform({ extractionLagMs: 20 * SECOND });
    await platform.add(SAID);
    platform.close();
    const next = await openTestPlatform({ file: platform.file, extractionLagMs: 20 * SECOND });
    next.clock.now += 60 * SECOND;
    expect(await next.texts(MINE)).toEqual([SAID]);
  });

  it('the messages are not kept once the facts are out', async () => {
    const platform = await openTestPlatform();
    await platform.add('A remark that nobody needs to keep. We use tabs.');
    const db = selectDriver()(platform.file);
    expect(db.prepare('SELECT status, payload FROM events').all([])).toEqual([
      expect.objectContaining({ status: 'SUCCEEDED', payload: null }),
    ]);
    db.close();
  });

  it('without a lag facts are there at once', async () => {
    const platform = await openTestPlatform();
    await platform.add(SAID);
    expect(await platform.texts(MINE)).toEqual([SAID]);
  });

  it('every fact inherits the metadata, the owner and the expiration date of the window', async () => {
    const platform = await openTestPlatform();
    const metadata = { type: 'decision', session_id: 's', branch: 'main', editor: 'claude-code', policy: 'v2.0' };
    await platform.add(`${SAID} We use Postgres.`, { metadata, expiration_date: '2026-12-31' });
    const rows = results(
      await platform.call('POST', '/v3/memories/', { filters: { metadata: { session_id: 's' }, user_id: 'u' } }),
    );
    expect(rows).toHaveLength(2);
    for (const row of rows) {
      expect(row).toMatchObject({
        metadata,
        user_id: 'u',
        app_id: 'shop',
        expiration_date: '2026-12-31',
        synthesized: false,
      });
      expect(row['structured_attributes']).toMatchObject({ extractor: 'local-rules', role: 'user' });
    }
  });

  it('a duplicate is dropped: SUCCEEDED without results', async () => {
    const platform = await openTestPlatform();
    await platform.add(SAID);
    const again = await platform.add(`  We DEPLOY to   Railway`);
    const ended = await platform.call('GET', event(again.body['event_id']));
    expect(ended.body).toMatchObject({ status: 'SUCCEEDED', results: [] });
    expect(await platform.texts(MINE)).toEqual([SAID]);
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('the text of a secret window');
      },
      'not done (Error)',
    ],
    ['gives what is no list', () => null as never, 'not done (TypeError)'],
    ['promises without saying that it takes time', () => Promise.reject(new Error('x')), 'not done (TypeError)'],
  ])(
    'an extractor that %s leaves a FAILED event and no fact, and stands in nobody’s way',
    async (_, extract, error) => {
      const platform = await openTestPlatform({ extractor: { extract } });
      const { body } = await platform.add(SAID);
      const ended = await platform.call('GET', event(body['event_id']));
      expect(ended.body).toMatchObject({ status: 'FAILED', results: [], error });
      expect(await platform.texts(MINE)).toEqual([]);
    },
  );

  it('requests that arrive together extract once', async () => {
    const platform = await openTestPlatform({ extractionLagMs: SECOND });
    await platform.add(SAID);
    platform.clock.now += SECOND;
    const seen = await Promise.all(Array.from({ length: 7 }, () => platform.texts(MINE)));
    expect(seen).toEqual(Array.from({ length: 7 }, () => [SAID]));
  });

  it('categories come later than the facts, metadata at once (contract §1.3)', async () => {
    const platform = await openTestPlatform({ categoryLagMs: 60 * SECOND });
    await platform.add(SAID);
    const byCategory = { AND: [MINE, { categories: { in: ['decision'] } }] };
    expect(await platform.texts({ AND: [MINE, { metadata: { type: 'decision' } }] })).toEqual([SAID]);
    expect(await platform.texts(byCategory)).toEqual([]);
    platform.clock.now += 60 * SECOND;
    expect(await platform.texts(byCategory)).toEqual([SAID]);
  });
});

describe('platform contract §3: infer false', () => {
  it('stores every message verbatim at once, the assistant’s too', async () => {
    const platform = await openTestPlatform({ extractionLagMs: 60 * SECOND });
    const messages = [
      { role: 'user', content: 'ok' },
      { role: 'assistant', content: ' Done?\n' },
    ];
    const answer = await platform.add('', { messages, infer: false });
    expect(answer.body).toMatchObject({
      status: 'SUCCEEDED',
      event_id: expect.any(String),
      message: expect.any(String),
    });
    expect(results(answer)).toEqual(
      messages.map(({ content }) => ({ id: expect.any(String), data: { memory: content }, event: 'ADD' })),
    );
    expect(await platform.texts(MINE)).toEqual([' Done?\n', 'ok']);
    expect((await platform.call('GET', event(answer.body['event_id']))).body['status']).toBe('SUCCEEDED');
  });
});

describe('body fields of an add', () => {
  it('timestamp (unix seconds) backdates created_at', async () => {
    const platform = await openTestPlatform();
    const said = START / 1000 - 3600;
    const id = firstId(await platform.add(SAID, { infer: false, timestamp: said }));
    const { body } = await platform.call('GET', `/v1/memories/${id}/`);
    expect(body['created_at']).toBe(new Date(said * 1000).toISOString());
    expect(body['updated_at']).toBe(new Date(START).toISOString());
  });

  it('unknown keys are ignored', async () => {
    const platform = await openTestPlatform();
    const answer = await platform.add(SAID, {
      infer: false,
      source: 'x',
      output_format: 'v1.1',
      custom_instructions: 'y',
    });
    expect(answer.status).toBe(200);
  });

  it.each<[string, JsonObject]>([
    ['no messages', { messages: [] }],
    ['messages as text', { messages: 'We use tabs.' }],
    ['an unknown role', { messages: [{ role: 'tool', content: 'x' }] }],
    ['a message without content', { messages: [{ role: 'user' }] }],
    ['no entity id', { user_id: null, app_id: null }],
    ['a blank entity id', { user_id: ' ' }],
    ['metadata as text', { metadata: 'x' }],
    ['infer as a word', { infer: 'false' }],
    ['a day that is none', { expiration_date: '2026-02-30' }],
    ['a time as expiration_date', { expiration_date: '2026-02-01T00:00:00Z' }],
    ['milliseconds as timestamp', { timestamp: START }],
    ['bare category names', { custom_categories: ['decision'] }],
  ])('400: %s', async (_, more) => {
    const platform = await openTestPlatform();
    const answer = await platform.add(SAID, more);
    expect(answer.status).toBe(400);
    expect(answer.body['error']).toEqual(expect.any(String));
    expect(await platform.texts(MINE)).toEqual([]);
  });

  it('an unknown event is a 404', async () => {
    const platform = await openTestPlatform();
    expect((await platform.call('GET', event('00000000-0000-4000-8000-000000000000'))).status).toBe(404);
  });
});
