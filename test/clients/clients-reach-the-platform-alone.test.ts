/** What the tests of Mem0's clients stand on: the witness sees what it must, and the clients need to be told to be quiet. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';
import { Mem0Command, OTHER_PLACES } from './mem0-command.ts';
import { Mem0ai } from './mem0ai-process.ts';
import { Surroundings, served } from './surroundings.ts';

it('the witness stops and notes what does not go to 127.0.0.1, look-ups, processes, and files that are written', async () => {
  const outside = join(temporaryFolder(), 'outside');
  const where = await served();
  const surroundings = new Surroundings(where);
  const { stdout } = await surroundings.node(
    '--input-type=module',
    '--eval',
    `import { exec, spawnSync } from 'node:child_process';
    import { lookup } from 'node:dns';
    import { writeFileSync } from 'node:fs';
    import { writeFile } from 'node:fs/promises';
    import { connect } from 'node:net';
    const outcomes = await Promise.allSettled([
      fetch('https://api.mem0.ai/v1/ping/'),
      fetch('http://localhost:3000/'),
      new Promise((_, reject) => connect(80, '192.0.2.1').on('error', reject)),
      new Promise((resolve) => lookup('mem0.ai', resolve)),
      new Promise((resolve) => exec('true', resolve)),
      Promise.resolve().then(() => spawnSync('true', ['again'])),
      fetch('${where.origin}/v1/ping/'),
    ]);
    writeFileSync(${JSON.stringify(outside)}, '');
    await writeFile('inside', '');
    console.log(outcomes.map(({ status }) => status).join(' '));`,
  );
  expect(stdout.trim().split(' ')).toEqual([...Array(6).fill('rejected'), 'fulfilled']);
  expect(surroundings.reached()).toBe(true);
  expect([...surroundings.strayed()].sort()).toEqual([
    'connect 192.0.2.1:80',
    'connect api.mem0.ai:443',
    'connect localhost:3000',
    `file ${outside}`,
    'lookup mem0.ai',
    'spawn /bin/sh -c true',
    'spawn true again',
  ]);
  expect(surroundings.written()).toEqual(['inside']);
});

it('mem0ai would call home if it were not told to be quiet', async () => {
  const client = new Mem0ai(await served(), { MEM0_TELEMETRY: 'true' });
  await client.call('ping');
  expect((await client.end()).stderr).toContain('Telemetry event capture failed');
  expect(client.surroundings.strayed()).toEqual(['connect us.i.posthog.com:443']);
});

it('mem0 would start a process that calls home if it were not told to be quiet', async () => {
  const mem0 = new Mem0Command(await served(), {}, { MEM0_TELEMETRY: 'true' });
  expect(await mem0.json('status', '-o', 'json')).toMatchObject({ data: { connected: true } });
  expect(mem0.surroundings.strayed()).toEqual([expect.stringMatching(/^spawn .*telemetry-sender\.cjs$/)]);
});

it('mem0 stores a key that it meets for the first time, also in place of those of other tools, and within its home', async () => {
  const where = await served();
  const mem0 = new Mem0Command(where, OTHER_PLACES);
  await mem0.text('status');
  expect(mem0.surroundings.strayed()).toEqual([]);
  const config = readFileSync(join(mem0.surroundings.home, '.mem0', 'config.json'), 'utf8');
  expect(JSON.parse(config)).toMatchObject({ platform: { api_key: where.key, base_url: where.origin } });
  expect([...mem0.changed()].sort()).toEqual(Object.keys(OTHER_PLACES).sort());
  expect(readdirSync(mem0.surroundings.home).sort()).toEqual(['.bashrc', '.claude', '.mem0']);
});
