import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { WireRequest } from '../../src/contract/wire.ts';
import { openLocalPlatform } from '../../src/local/platform.ts';
import { servePlatform } from './served-platform.ts';
import { printed, World } from './world.ts';

const WITHIN = { deadline: Number.POSITIVE_INFINITY };
const answersOf = (w: World) => w.names('cache').filter((name) => name.startsWith('recall-'));

const addOf = (text: string, change: object = {}, metadata: object = {}): WireRequest => ({
  method: 'POST',
  path: '/v3/memories/add/',
  query: [],
  body: {
    messages: [{ role: 'user', content: text }],
    user_id: 'mara@acme.example',
    app_id: 'acme-shop',
    metadata: { type: 'decision', ...metadata },
    infer: false,
    ...change,
  },
});

let serial = 0;

async function world() {
  const w = new World();
  const served = await servePlatform();
  w.env = served.env;
  const add = (text: string, change: object = {}, metadata: object = {}) =>
    served.platform.send(addOf(text, change, metadata), WITHIN);
  await add('We deploy to Railway.');
  const start = async (options: Parameters<World['sessionStart']>[2] = {}, source = 'startup') => {
    // A session keeps the project that it began in.
    const run = await w.sessionStart(`s${++serial}`, source, options);
    const { systemMessage = '', hookSpecificOutput } = printed(run);
    return { line: systemMessage, pack: hookSpecificOutput?.additionalContext ?? '', stderr: run.stderr };
  };
  return { w, served, add, start };
}

describe('a start at which nothing can be asked', () => {
  it('shows the last answer, says of when it is, and the line says why', async () => {
    const { w, served, start } = await world();
    const whole = await start();
    expect(whole.pack).not.toContain('could not be asked');
    served.behaviour.fault = () => 503;
    const { pack, line } = await start();
    const [, at] =
      /\nMem0 could not be asked; this is what it said on (\d{4}-\d\d-\d\d \d\d:\d\d) UTC\.\n/.exec(pack) ?? [];
    expect(Math.abs(Date.now() - Date.parse(`${at?.replace(' ', 'T')}:00Z`))).toBeLessThan(3 * 60_000);
    expect(pack).toContain('We deploy to Railway.');
    expect(pack).not.toContain('Could not be read');
    expect(line).toBe(
      `mem0: shown as recalled on ${at} UTC: 1 decision (acme-shop). Mem0 is in trouble at the moment. Nothing is lost; the next start tries again.`,
    );
    // It is of the same age the next time; and never older than the platform's next word.
    expect((await start()).pack).toContain(`on ${at} UTC`);
    expect(answersOf(w)).toHaveLength(1);
  });

  it('says so of the local memories, too', async () => {
    const w = new World();
    const run = async () => printed(await w.sessionStart('s1')).hookSpecificOutput?.additionalContext ?? '';
    await run();
    expect(answersOf(w)).toEqual([]);
    const file = join(w.state, 'local', 'memories.sqlite');
    const user = `${userInfo().username}@localhost`;
    const platform = await openLocalPlatform({ file, user, now: () => Date.now() });
    await platform.send(addOf('We deploy to Railway.', { user_id: user }), WITHIN);
    platform.close();
    expect(await run()).toContain('We deploy to Railway.');
    rmSync(join(w.state, 'local'), { recursive: true });
    mkdirSync(file, { recursive: true, mode: 0o700 });
    const pack = await run();
    expect(pack).toMatch(/\nThe local memories could not be read; this is what they were on .* UTC\.\n/);
    expect(pack).toContain('We deploy to Railway.');
  });

  it('shows nothing that has expired, and nothing that the platform no longer has', async () => {
    const { w, served, add, start } = await world();
    await add('The freeze lasts until Monday.', { expiration_date: '2999-01-01' });
    expect((await start()).pack).toContain('freeze');
    const [name = ''] = answersOf(w);
    const path = join(w.state, 'cache', name);
    writeFileSync(path, readFileSync(path, 'utf8').replace('2999-01-01', '2020-01-01'));
    served.behaviour.fault = () => 503;
    const { pack } = await start();
    expect(pack).toContain('Railway');
    expect(pack).not.toContain('freeze');
    served.behaviour.fault = () => undefined;
    const ids = (await served.memories()).map((row) => (row as unknown as { id: string }).id);
    for (const id of ids)
      await served.platform.send({ method: 'DELETE', path: `/v1/memories/${id}/`, query: [] }, WITHIN);
    expect((await start()).pack).toBe('');
    served.behaviour.fault = () => 503;
    expect((await start()).pack).toBe('');
  });

  it('shows it in its own project, user, key and settings alone', async () => {
    const { served, start } = await world();
    await start();
    served.behaviour.fault = () => 503;
    for (const env of [
      { MEM0_APP_ID: 'other' },
      { MEM0_USER_ID: 'someone@acme.example' },
      { MEM0_API_KEY: 'm0-another-made-up-key' },
      { MEM0_OVERRIDE_ORG_ID: 'o', MEM0_OVERRIDE_PROJECT_ID: 'p' },
    ])
      expect((await start({ env })).pack).toBe('');
    expect((await start()).pack).toContain('Railway');
  });

  it('shows nothing for a key that is refused, and has it no longer', async () => {
    const { w, served, start } = await world();
    await start();
    expect(answersOf(w)).toHaveLength(1);
    served.behaviour.fault = () => 401;
    const refused = await start();
    expect(refused.pack).toBe('');
    expect(refused.line).toContain('refuses the key');
    expect(answersOf(w)).toEqual([]);
    served.behaviour.fault = () => 503;
    expect((await start()).pack).toBe('');
  });

  it('keeps a whole answer when only a part comes afterwards', async () => {
    const { served, start, add } = await world();
    await start();
    await add('Logs are JSON.', {}, { type: 'convention' });
    const isDecision = (body: unknown) => JSON.stringify(body).includes('"decision"');
    served.behaviour.fault = ({ body }) => (isDecision(body) ? 503 : undefined);
    const part = await start();
    expect(part.pack).toContain('Logs are JSON.');
    expect(part.pack).toContain('Could not be read: decision.');
    served.behaviour.fault = () => 503;
    const { pack } = await start();
    expect(pack).toContain('We deploy to Railway.');
    expect(pack).not.toContain('Logs are JSON.');
  });
});

describe('nothing is kept', () => {
  it('by a dry run, nor where recall is off, nor in a denied project', async () => {
    const { w, start } = await world();
    await start({ env: { MEM0_DRY_RUN: '1' } });
    await start({ env: { MEM0_RECALL: 'off' } });
    expect(answersOf(w)).toEqual([]);
    mkdirSync(join(w.home, '.mem0'), { recursive: true, mode: 0o700 });
    const deny = (projects: readonly string[]) =>
      writeFileSync(join(w.home, '.mem0', 'settings.json'), JSON.stringify({ hooks: { deny: { projects } } }), {
        mode: 0o600,
      });
    deny(['acme-shop']);
    await start();
    expect(answersOf(w)).toEqual([]);
    deny([]);
    await start();
    expect(answersOf(w)).toHaveLength(1);
  });

  it('shown in a project that is denied meanwhile', async () => {
    const { w, served, start } = await world();
    await start();
    served.behaviour.fault = () => 503;
    writeFileSync(
      join(w.home, '.mem0', 'settings.json'),
      JSON.stringify({ hooks: { deny: { projects: ['acme-shop'] } } }),
      { mode: 0o600 },
    );
    expect(await start()).toEqual({ line: '', pack: '', stderr: '' });
  });
});
