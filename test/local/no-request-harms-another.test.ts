/** Whatever one request asks for, those after it are answered: in the same process, and in the next. */
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/contract/wire.ts';
import { type OpenFile, selectDriver } from '../../src/local/store/driver.ts';
import { DAY, firstId, MINE, openTestPlatform, results, SECOND, START } from './local-platform.ts';

function nested(depth: number): JsonObject {
  let value: Json = 1;
  for (let level = 0; level < depth; level += 1) value = { a: value };
  return value as JsonObject;
}

describe('a body that cannot be kept is a 400', () => {
  it.each([
    ['metadata 65 deep', { metadata: nested(65) }],
    ['metadata 100,000 deep', { metadata: nested(100_000) }],
    ['a NUL in a text', { messages: [{ role: 'user', content: 'We use \0 tabs.' }] }],
    ['a NUL in an id', { user_id: 'u\0' }],
    ['half a pair of surrogates', { messages: [{ role: 'user', content: 'We use \ud83d tabs.' }] }],
    ['half a pair in a key', { metadata: { '\udc00': 1 } }],
  ])('%s', async (_, more) => {
    const platform = await openTestPlatform();
    for (const infer of [true, false])
      expect((await platform.add('We use tabs.', { ...more, infer })).status).toBe(400);
    expect(await platform.texts(MINE)).toEqual([]);
  });

  it('and what is merely unusual is kept as it is', async () => {
    const platform = await openTestPlatform();
    const metadata = {
      deep: nested(50),
      __proto__: null,
      constructor: 'x',
      '': '',
      ключ: '🙂',
      list: [[[]]],
      big: 1e308,
    };
    const id = firstId(await platform.add('🙂 We use tabs.', { infer: false, metadata }));
    const { body } = await platform.call('GET', `/v1/memories/${id}/`);
    expect(body).toMatchObject({
      memory: '🙂 We use tabs.',
      metadata: { deep: nested(50), constructor: 'x', ключ: '🙂' },
    });
  });
});

describe('work that cannot be done', () => {
  it('ends its event, and what waits behind it is done', async () => {
    const platform = await openTestPlatform({ extractionLagMs: SECOND });
    await platform.add('We use tabs.');
    const db = selectDriver()(platform.file);
    db.exec('UPDATE events SET payload = \'{"messages":7}\'');
    db.prepare(
      `INSERT INTO events(id, org_id, project_id, event_type, status, due_at, payload, results, created_at, updated_at)
       VALUES(?, 'local', 'local', 'DELETE', 'PENDING', ?, ?, '[]', ?, ?)`,
    ).run(['older', START, '{"type":"user","name":"v","rename":true}', START, START]);
    db.close();
    await platform.add('We use pnpm.');
    platform.clock.now += DAY;
    expect(await platform.texts(MINE)).toEqual(['We use pnpm.']);
    const events = results(await platform.call('GET', '/v1/events/'));
    expect(events.map((event) => event['status'])).toEqual(['SUCCEEDED', 'FAILED', 'FAILED']);
  });

  it('of the category job passes over what is damaged', async () => {
    const platform = await openTestPlatform({ categoryLagMs: SECOND });
    await platform.add('We use tabs.', { infer: false });
    await platform.add('We use pnpm.', { infer: false });
    const db = selectDriver()(platform.file);
    db.exec("UPDATE memories SET category_names = '{bad' WHERE memory = 'We use tabs.'");
    db.close();
    platform.clock.now += DAY;
    const rows = results(await platform.call('POST', '/v3/memories/', { filters: MINE }));
    expect(rows.map((row) => row['categories'])).toEqual([['decision'], null]);
  });

  it('for a moment, because of the file, is done a moment later', async () => {
    let faults = 1;
    const openFile: OpenFile = (file) => {
      const db = selectDriver()(file);
      const prepare: typeof db.prepare = (sql) => {
        const { run, all } = db.prepare(sql);
        return {
          all,
          run: (params) => {
            if (faults-- > 0 && sql.startsWith('INSERT INTO memories(')) {
              throw Object.assign(new Error('disk'), { code: 'SQLITE_IOERR_WRITE' });
            }
            return run(params);
          },
        };
      };
      return { ...db, prepare };
    };
    const platform = await openTestPlatform({ openFile, extractionLagMs: SECOND });
    faults = 0;
    await platform.add('We use tabs.');
    platform.clock.now += DAY;
    faults = 20;
    expect(await platform.texts(MINE)).toEqual([]);
    faults = 0;
    expect(await platform.texts(MINE)).toEqual(['We use tabs.']);
  });

  it('on a disk that is full keeps nobody from reading', async () => {
    const full = Object.assign(new Error('disk'), { code: 'SQLITE_FULL' });
    const state = { isFull: false };
    const openFile: OpenFile = (file) => {
      const db = selectDriver()(file);
      const exec = (sql: string) => {
        if (state.isFull && sql.startsWith('BEGIN IMMEDIATE')) throw full;
        db.exec(sql);
      };
      return { ...db, exec };
    };
    const platform = await openTestPlatform({ openFile, extractionLagMs: SECOND });
    await platform.add('We use tabs.', { infer: false });
    await platform.add('We use pnpm.');
    platform.clock.now += DAY;
    state.isFull = true;
    expect(await platform.texts(MINE)).toEqual(['We use tabs.']);
    expect((await platform.call('GET', '/v1/ping/')).status).toBe(200);
    await expect(platform.add('We use npm.')).rejects.toMatchObject({ reason: 'full' });
    state.isFull = false;
    expect(await platform.texts(MINE)).toEqual(['We use pnpm.', 'We use tabs.']);
  });

  it('a fault of this program is a 500 in words that repeats nothing', async () => {
    const platform = await openTestPlatform();
    const id = firstId(await platform.add('We use tabs.', { infer: false }));
    await platform.add('We use pnpm.', { infer: false, app_id: 'blog' });
    const db = selectDriver()(platform.file);
    db.prepare('UPDATE memories SET metadata = ? WHERE id = ?').run(['{secret', id]);
    db.close();
    const answer = await platform.call('GET', `/v1/memories/${id}/`);
    expect(answer).toEqual({ status: 500, body: { error: 'The local platform failed (SyntaxError).' } });
    expect(await platform.texts({ AND: [MINE, { app_id: 'blog' }] })).toEqual(['We use pnpm.']);
  });
});

describe('a long filter', () => {
  const names = Array.from({ length: 2_000 }, (_, n) => `name ${n}`);
  it.each([
    ['categories', { categories: { in: [...names, 'decision'] } }],
    ['OR', { OR: [...names.map((name) => ({ metadata: { name } })), { metadata: { type: 'decision' } }] }],
    ['AND', { AND: names.map(() => ({ metadata: { type: 'decision' } })) }],
    ['NOT', { NOT: names.map((name) => ({ app_id: name })) }],
    ['ids', { OR: [{ memory_ids: names }, { metadata: { type: 'decision' } }] }],
  ])('of %s finds what it should', async (_, filter) => {
    const platform = await openTestPlatform();
    await platform.add('We use tabs.', { infer: false });
    expect(await platform.texts({ AND: [MINE, filter] })).toEqual(['We use tabs.']);
  });
});

it('a page and its count are of one state of the file, whoever writes meanwhile', async () => {
  const other = await openTestPlatform();
  await other.add('We use tabs.', { infer: false, metadata: { type: 'decision' } });
  let isFirst = true;
  const openFile: OpenFile = (file) => {
    const db = selectDriver()(file);
    return {
      ...db,
      prepare: (sql) => {
        const statement = db.prepare(sql);
        const all: typeof statement.all = (params) => {
          const rows = statement.all(params);
          // Between the two looks of one read.
          if (sql.includes('GROUP BY') && isFirst) {
            isFirst = false;
            const writer = selectDriver()(file);
            writer.exec('UPDATE memories SET type = \'x\', metadata = \'{"type":"x"}\'');
            writer.close();
          }
          return rows;
        };
        return { ...statement, run: (params) => statement.run(params), all };
      },
    };
  };
  const platform = await openTestPlatform({ file: other.file, openFile });
  const filters = { AND: [MINE, { metadata: { type: 'decision' } }] };
  const { body } = await platform.call('POST', '/v3/memories/', { filters });
  expect(isFirst).toBe(false);
  expect(body).toMatchObject({ count: 1, results: [{ memory: 'We use tabs.', metadata: { type: 'decision' } }] });
  expect((await platform.call('POST', '/v3/memories/', { filters })).body).toMatchObject({ count: 0, results: [] });
});
