import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { servePlatform } from './served-platform.ts';
import { printed, World } from './world.ts';

const ORIGIN = '11111111-1111-4111-8111-111111111111';
const FORK = '22222222-2222-4222-8222-222222222222';

async function world() {
  const w = new World();
  const served = await servePlatform();
  w.env = served.env;
  const add = (text: string) =>
    served.platform.send(
      {
        method: 'POST',
        path: '/v3/memories/add/',
        query: [],
        body: {
          messages: [{ role: 'user', content: text }],
          user_id: 'mara@acme.example',
          app_id: 'acme-shop',
          metadata: { type: 'decision' },
          infer: false,
        },
      },
      { deadline: Number.POSITIVE_INFINITY },
    );
  const start = async (id: string, source: string, env: Record<string, string> = {}) => {
    const { systemMessage = '', hookSpecificOutput } = printed(await w.sessionStart(id, source, { env }));
    return { line: systemMessage, pack: hookSpecificOutput?.additionalContext ?? '' };
  };
  return { w, add, start };
}

it('a session that is resumed is told what is new, and where nothing is, nothing at all', async () => {
  const { w, add, start } = await world();
  await add('We deploy to Railway.');
  expect((await start(ORIGIN, 'startup')).pack).toContain('Railway');
  expect(statSync(join(w.state, 'given', `${ORIGIN}.json`)).mode & 0o777).toBe(0o600);
  expect(w.document(`given/${ORIGIN}.json`)).not.toMatchObject({ marks: [] });
  expect(JSON.stringify(w.document(`given/${ORIGIN}.json`))).not.toContain('Railway');
  expect(await start(ORIGIN, 'resume')).toEqual({ line: '', pack: '' });
  await add('Logs are JSON.');
  const resumed = await start(ORIGIN, 'resume');
  expect(resumed.pack).toContain('Logs are JSON.');
  expect(resumed.pack).not.toContain('Railway');
  expect(resumed.line).toMatch(/^mem0: recalled 1 decision /);
  expect(await start(ORIGIN, 'resume')).toEqual({ line: '', pack: '' });
  // The contexts from before are gone after a compaction.
  const { pack } = await start(ORIGIN, 'compact');
  for (const text of ['We deploy to Railway.', 'Logs are JSON.']) expect(pack).toContain(text);
  expect(await start(ORIGIN, 'resume')).toEqual({ line: '', pack: '' });
});

it('a fork has what its origin was given, and the origin has not what the fork was given', async () => {
  const { w, add, start } = await world();
  await add('We deploy to Railway.');
  await start(ORIGIN, 'startup');
  await add('Logs are JSON.');
  const env = { CLAUDE_ENV_FILE: join(w.home, '.claude', 'session-env', FORK, 'sessionstart-hook-0.sh') };
  expect((await start(ORIGIN, 'resume', env)).pack).toContain('Logs');
  const transcripts = join(w.root, 'transcripts');
  mkdirSync(transcripts);
  writeFileSync(join(transcripts, `${FORK}.jsonl`), '');
  expect(await start(FORK, 'resume')).toEqual({ line: '', pack: '' });
  const { pack } = await start(ORIGIN, 'resume');
  expect(pack).toContain('Logs');
  expect(pack).not.toContain('Railway');
});

it('a dry run notes nothing', async () => {
  const { w, start } = await world();
  await start(ORIGIN, 'startup', { MEM0_DRY_RUN: '1' });
  expect(w.names('given')).toEqual([]);
});
