import { expect, it } from 'vitest';
import type { WireRequest } from '../../src/contract/wire.ts';
import { MINE, openTestPlatform, results } from './local-platform.ts';

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
