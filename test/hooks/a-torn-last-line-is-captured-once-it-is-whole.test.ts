import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { servePlatform } from './served-platform.ts';
import { transcriptOf, World } from './world.ts';

/** Two typed prompts in the client's own form. */
function twoPrompts(): readonly [string, string] {
  const [line = ''] = readFileSync(transcriptOf('a-design-discussion'), 'utf8')
    .split('\n')
    .filter((text) => text.includes('"promptSource":"typed"'));
  const entry = (parentUuid: string | null, uuid: string, content: string) =>
    JSON.stringify({
      ...JSON.parse(line),
      parentUuid,
      uuid,
      timestamp: new Date().toISOString(),
      message: { role: 'user', content },
    });
  const ids = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'] as const;
  return [
    `${entry(null, ids[0], 'Decision: the archive is written in Parquet.')}\n`,
    `${entry(ids[0], ids[1], 'Decision: the queue is RabbitMQ.')}\n`,
  ];
}

it('is captured by a later start where the session ended while its last line was being written', async () => {
  const w = new World();
  const served = await servePlatform();
  const sent = () => JSON.stringify(served.adds().map(({ body }) => body));
  mkdirSync(join(w.root, 'transcripts'));
  const path = join(w.root, 'transcripts', 'torn.jsonl');
  const [first, second] = twoPrompts();
  const input = w.input('SessionStart', 'torn', { transcript_path: path, source: 'startup' });
  await w.hook('session-start', input, { env: served.env });
  writeFileSync(path, `${first}${second.slice(0, -40)}`);
  await w.sessionEnd('torn', path, { env: served.env });
  await w.until(() => sent().includes('Parquet') && w.names('background').includes('free'));
  expect(sent()).not.toContain('RabbitMQ');

  writeFileSync(path, `${first}${second}`);
  await w.sessionStart('next', 'startup', { env: served.env });
  await w.until(() => sent().includes('RabbitMQ') && w.names('background').includes('free'));
  expect(sent().split('Parquet')).toHaveLength(2);
  expect(sent().split('RabbitMQ')).toHaveLength(2);
});
