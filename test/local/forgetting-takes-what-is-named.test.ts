import { expect, it } from 'vitest';
import type { WireRequest } from '../../src/contract/wire.ts';
import { selectDriver } from '../../src/local/store/driver.ts';
import { DAY, MINE, openTestPlatform, results, SECOND } from './local-platform.ts';

/** Two users, an agent and a run, each with one memory; and how to ask which are left, and which entities there are. */
async function filled() {
  const platform = await openTestPlatform();
  const owners = [
    { user_id: 'u' },
    { user_id: 'v' },
    { user_id: undefined, agent_id: 'a' },
    { user_id: undefined, run_id: 'r' },
  ];
  for (const owner of owners) await platform.add('We use tabs.', { infer: false, app_id: undefined, ...owner });
  const left = async () => {
    const found = await platform.call('POST', '/v3/memories/', {
      filters: { OR: [{ user_id: '*' }, { agent_id: '*' }, { run_id: '*' }] },
    });
    return results(found)
      .map((row) => row['user_id'] ?? row['agent_id'] ?? row['session_id'])
      .sort();
  };
  const forget = (query: WireRequest['query']) => platform.call('DELETE', '/v1/memories/', undefined, query);
  const entities = async () =>
    results(await platform.call('GET', '/v1/entities/'))
      .map((row) => String(row['name']))
      .sort();
  return { platform, left, forget, entities };
}

it('one entity, whatever else is named with it', async () => {
  const { left, forget } = await filled();
  await forget([
    ['agent_id', 'a'],
    ['user_id', 'u'],
  ]);
  expect(await left()).toEqual(['a', 'r', 'v']);
});

it('"*" is every entity of its type, and of them alone', async () => {
  const { left, forget, entities } = await filled();
  await forget([['user_id', '*']]);
  expect(await left()).toEqual(['a', 'r']);
  expect(await entities()).toEqual([
    'a',
    'r',
    expect.stringMatching(/^u_deleted_\d+$/),
    expect.stringMatching(/^v_deleted_\d+$/),
  ]);
  const before = await entities();
  await forget([['user_id', '*']]);
  expect(await entities()).toEqual(before);
});

it('"*" for all four is the whole project, and no other project', async () => {
  const { platform, left, forget } = await filled();
  const there = { org_id: 'local', project_id: 'second' };
  await platform.add('We use pnpm.', { infer: false, ...there });
  await forget([
    ['user_id', '*'],
    ['agent_id', '*'],
    ['app_id', '*'],
    ['run_id', '*'],
  ]);
  expect(await left()).toEqual([]);
  expect(await platform.texts(MINE, there)).toEqual(['We use pnpm.']);
});

it('somebody who comes back begins anew, and may be forgotten again', async () => {
  const { platform, left, forget } = await filled();
  await forget([['user_id', 'u']]);
  platform.clock.now += 1000;
  await platform.add('We use pnpm.', { infer: false, app_id: undefined });
  expect(await platform.texts(MINE)).toEqual(['We use pnpm.']);
  await forget([['user_id', 'u']]);
  expect(await left()).toEqual(['a', 'r', 'v']);
});

it('a name beside "*" is the one that is meant', async () => {
  const { left, forget } = await filled();
  await forget([
    ['user_id', '*'],
    ['agent_id', 'a'],
  ]);
  expect(await left()).toEqual(['r', 'u', 'v']);
});

it('"*" spares nobody for their name, and lets nothing that waits come back', async () => {
  const platform = await openTestPlatform({ extractionLagMs: SECOND });
  await platform.add('We use tabs.', { infer: false, user_id: 'backup_deleted_2024' });
  await platform.add('We use pnpm.', { user_id: 'w' });
  await platform.call('DELETE', '/v1/memories/', undefined, [['user_id', '*']]);
  platform.clock.now += DAY;
  expect(await platform.texts({ user_id: '*' })).toEqual([]);
});

it('what came after it was asked for stays, however late it is done', async () => {
  const platform = await openTestPlatform();
  await platform.add('We use tabs.', { infer: false });
  const other = selectDriver()(platform.file);
  // The one who asks is answered, and the work has to wait for another writer.
  const asked = platform.call('DELETE', '/v1/memories/', undefined, [['user_id', 'u']]);
  await asked;
  other.exec(
    "UPDATE events SET status = 'PENDING', due_at = 0, payload = json_object('entities', json('[{\"type\":\"user\",\"name\":\"u\"}]'), 'rename', json('true'), 'upTo', 1) WHERE event_type = 'DELETE'",
  );
  other.exec("UPDATE memories SET deleted_at = NULL, user_id = 'u' WHERE seq = 1");
  other.exec('BEGIN IMMEDIATE');
  expect(await platform.texts(MINE)).toEqual(['We use tabs.']);
  other.exec('ROLLBACK');
  other.exec(
    "INSERT INTO memories(id, org_id, project_id, user_id, memory, norm, created_at, updated_at) VALUES('later', 'local', 'local', 'u', 'We use pnpm.', '', 1, 1)",
  );
  other.close();
  expect(await platform.texts(MINE)).toEqual(['We use pnpm.']);
  const names = results(await platform.call('GET', '/v1/entities/')).map((row) => row['name']);
  expect(names).toContain('u');
});

it('a backlog that waits when it is asked for does not become memories first', async () => {
  const platform = await openTestPlatform({ extractionLagMs: SECOND });
  for (let n = 0; n < 130; n += 1) await platform.add(`We use tool ${n} for builds.`);
  platform.clock.now += DAY;
  await platform.call('DELETE', '/v1/memories/', undefined, [['user_id', 'u']]);
  for (let n = 0; n < 3; n += 1) await platform.call('GET', '/v1/ping/');
  expect(await platform.texts(MINE)).toEqual([]);
});

it('an entity whose first add still waits can be forgotten by its name', async () => {
  const platform = await openTestPlatform({ extractionLagMs: SECOND });
  await platform.add('We use tabs.', { user_id: 'new' });
  expect((await platform.call('DELETE', '/v2/entities/user/new/')).status).toBe(200);
  platform.clock.now += DAY;
  expect(await platform.texts({ user_id: 'new' })).toEqual([]);
  expect((await platform.call('DELETE', '/v2/entities/user/nobody/')).status).toBe(404);
});

it('nobody is called "*", and no entity of that name takes all others along', async () => {
  const { platform, left } = await filled();
  expect((await platform.add('We use npm.', { user_id: '*' })).status).toBe(400);
  expect((await platform.call('DELETE', '/v2/entities/user/*/')).status).toBe(404);
  expect(await left()).toEqual(['a', 'r', 'u', 'v']);
});
