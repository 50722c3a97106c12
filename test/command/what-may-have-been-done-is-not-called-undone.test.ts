/** A change whose answer is lost may have been made all the same: it is looked up, and what cannot be looked up is told as unknown. */
import { expect, it } from 'vitest';
import { served } from './two-platforms.ts';

const CHANGES: readonly (readonly [args: readonly [string, ...string[]], words: string])[] = [
  [['pin', 'ID'], 'pinned: was no, is yes'],
  [['expire', 'ID', '2999-12-31'], 'expires: was never, is 2999-12-31'],
  [['edit', 'ID', '--text', 'We deploy to Railway.'], 'is "We deploy to Railway."'],
  [['edit', 'ID', '--type', 'convention'], 'type: was decision, is convention'],
];

const named = (args: readonly string[], id: string) => args.map((word) => (word === 'ID' ? id : word));

it.each(CHANGES)('%j is told as made where only the answer was lost', async (args, words) => {
  const { run, seed, platform } = await served();
  const id = await seed('We deploy to Fly.');
  platform.behaviour.fault = ({ method }) => (method === 'PUT' ? 'reset' : undefined);
  const done = await run(named(args, id));
  expect(done).toMatchObject({ status: 0, stderr: '' });
  expect(done.stdout).toContain(words);
});

it.each(CHANGES)('%j is unknown where the connection broke and it is not to be seen', async (args) => {
  const { run, seed, platform } = await served();
  const id = await seed('We deploy to Fly.');
  platform.behaviour.fault = ({ method }) => (method === 'PUT' ? 'reset-before' : undefined);
  const done = await run(named(args, id));
  expect(done).toMatchObject({ status: 1, stdout: '' });
  expect(done.stderr).toMatch(
    /^It is not known whether it was \w+ \(mem0-hooks show tells\): the connection broke\.\n$/,
  );
});

it.each(CHANGES)('%j is unknown where it was made and nobody can read it', async (args) => {
  const { run, seed, platform } = await served();
  const id = await seed('We deploy to Fly.');
  let isMade = false;
  platform.behaviour.fault = ({ method }) => {
    if (method === 'PUT') isMade = true;
    return isMade && method === 'GET' ? 401 : undefined;
  };
  expect((await run(named(args, id))).stderr).toContain('It is not known whether it was');
});

it('what the platform refuses, or has answered and not made, is told as not made', async () => {
  const { run, seed, platform } = await served();
  const id = await seed('We deploy to Fly.');
  for (const fault of [403, 'html'] as const) {
    platform.behaviour.fault = ({ method }) => (method === 'PUT' ? fault : undefined);
    expect((await run(['pin', id])).stderr).toMatch(/^Not pinned: /);
  }
});

it('feedback without an answer is unknown, since no read gives it back', async () => {
  const { run, seed, platform } = await served();
  const id = await seed('We use pnpm.');
  platform.behaviour.fault = ({ path }) => (path === '/v1/feedback/' ? 'reset' : undefined);
  const lost = await run(['feedback', id, '+']);
  expect(lost).toMatchObject({ status: 1, stdout: '' });
  expect(lost.stderr).toContain('It is not known whether the platform has taken it');
  platform.behaviour.fault = ({ path }) => (path === '/v1/feedback/' ? 403 : undefined);
  expect((await run(['feedback', id, '+'])).stderr).toMatch(/^Not taken: /);
});

it('what was stored and cannot be read back is not called not remembered', async () => {
  const { run, platform } = await served();
  platform.behaviour.fault = ({ method, path }) =>
    method === 'GET' && path.startsWith('/v1/memories/') ? 401 : undefined;
  const done = await run(['remember', 'decision', 'We deploy to Fly.']);
  expect(done.status).toBe(1);
  expect(done.stderr).toContain('It is not known whether it was stored');
});
