import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { JsonObject } from '../../src/contract/wire.ts';
import { selectDriver } from '../../src/local/store/driver.ts';
import { MIGRATIONS, migrate } from '../../src/local/store/schema.ts';
import { DAY, MINE, openTestPlatform, results, START, temporaryFolder } from './local-platform.ts';

/** A file as the first schema wrote it: memories of two projects, one superseded, one deleted, and an add that waits. */
function fileOfSchema1(): string {
  const file = join(temporaryFolder(), 'memory.db');
  const db = selectDriver()(file);
  migrate(db, MIGRATIONS.slice(0, 1));
  const memory = db.prepare(
    `INSERT INTO memories(id, org_id, project_id, user_id, app_id, memory, norm, type, metadata, categories, replaced_by, created_at, updated_at, deleted_at)
     VALUES(?, 'local', 'local', 'u', ?, ?, ?, 'decision', ?, '["decision"]', ?, ?, ?, ?)`,
  );
  const words = db.prepare('INSERT INTO memory_words(rowid, words) SELECT seq, memory FROM memories WHERE id = ?');
  const put = (
    n: number,
    app: string | null,
    text: string,
    more: JsonObject,
    by: number | null,
    deleted: number | null,
  ) => {
    const metadata = JSON.stringify({ type: 'decision', ...more });
    memory.run([
      id(n),
      app,
      text,
      text.toLowerCase(),
      metadata,
      by === null ? null : id(by),
      START + n,
      START + n,
      deleted,
    ]);
    words.run([id(n)]);
  };
  put(1, 'shop', 'We deploy to Fly.io.', {}, 2, null);
  put(2, 'shop', 'We deploy to Railway.', { pinned: true }, null, null);
  put(3, null, 'We speak plainly.', { note: '"pinned":true' }, null, null);
  put(4, 'blog', 'Gone.', {}, null, START);
  const payload = {
    messages: [{ role: 'user', content: 'We use pnpm.' }],
    owner: { user_id: 'u', agent_id: null, app_id: 'shop', run_id: null },
    metadata: { type: 'decision' },
    expiration_date: null,
    created_at: START,
  };
  db.prepare(
    `INSERT INTO events(id, org_id, project_id, event_type, status, due_at, payload, results, created_at, updated_at)
     VALUES('waiting', 'local', 'local', 'ADD', 'PENDING', ?, ?, '[]', ?, ?)`,
  ).run([START, JSON.stringify(payload), START, START]);
  db.close();
  return file;
}

const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;

it('everything in it is read, found, pinned and listed as before, and the add that waits becomes facts', async () => {
  const platform = await openTestPlatform({ file: fileOfSchema1() });
  platform.clock.now = START + DAY;
  const latest = { latest_only: true };
  expect([...(await platform.texts(MINE, latest))].sort()).toEqual([
    'We deploy to Railway.',
    'We speak plainly.',
    'We use pnpm.',
  ]);
  expect(await platform.texts({ AND: [MINE, { metadata: { pinned: true } }] })).toEqual(['We deploy to Railway.']);
  const found = await platform.call('POST', '/v3/memories/search/', {
    query: 'deploy Railway',
    filters: MINE,
    ...latest,
  });
  expect(results(found).map((row) => row['memory'])).toEqual(['We deploy to Railway.']);
  const entities = results(await platform.call('GET', '/v1/entities/'));
  expect(entities.map((row) => [row['type'], row['name'], row['total_memories']]).sort()).toEqual([
    ['app', 'shop', 3],
    ['user', 'u', 4],
  ]);
  for (const { id: made } of entities)
    expect(made).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/);
  expect((await platform.call('GET', '/v1/event/waiting/')).body['status']).toBe('SUCCEEDED');
});
