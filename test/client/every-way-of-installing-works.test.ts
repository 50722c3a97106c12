import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { KEY } from '../hooks/served-platform.ts';
import { projectRoot } from '../hooks/world.ts';
import type { Client } from './client.ts';
import { pinned } from './facts.ts';
import { DECIDED, DECISION, inWorld } from './in-world.ts';

/** What a release holds, and nothing of what was built beside it. */
function cloneIn(client: Client): string {
  const clone = join(client.world.root, "Mara's clone");
  mkdirSync(clone);
  const { files } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as { files: string[] };
  for (const name of files) cpSync(join(projectRoot, name), join(clone, name), { recursive: true });
  client.world.git('-C', clone, 'init', '-q');
  client.world.git('-C', clone, 'add', '-A');
  client.world.git('-C', clone, 'commit', '-q', '-m', 'a release');
  return clone;
}

/** A session that decides, one that is told. */
async function expectMemory({ client, delivered, askedBy }: Awaited<ReturnType<typeof inWorld>>): Promise<void> {
  expect(await client.print(DECISION)).toMatchObject({ status: 0, stderr: '' });
  await delivered(1);
  const [asked = ''] = await askedBy(() => client.print('Thanks.'));
  expect(asked).toContain(DECIDED);
}

describe('the plugin', () => {
  it('is valid, without a warning', async () => {
    const { client } = await inWorld();
    const run = await client.run(client.words('plugin', 'validate', '.'), { cwd: projectRoot });
    expect(run).toMatchObject({ status: 0, stderr: '' });
    expect(run.stdout).toContain('Validation passed');
    expect(run.stdout).not.toMatch(/warning|problem|⚠|✘/i);
  });

  it('works when it is installed from a marketplace in a local clone', async () => {
    const world = await inWorld();
    const { client } = world;
    client.plugins = [];
    const clone = cloneIn(client);
    for (const words of [
      ['marketplace', 'add', clone],
      ['install', 'mem0-hooks@mem0-hooks'],
    ])
      expect(await client.run(client.words('plugin', ...words))).toMatchObject({ status: 0 });
    await pinned('a plugin is found in a marketplace', () => expectMemory(world));
  });

  it('takes the key from its own option', async () => {
    const world = await inWorld();
    const { client, served } = world;
    client.plugins = [];
    client.world.env = { MEM0_BASE_URL: served.env.MEM0_BASE_URL };
    await client.run(client.words('plugin', 'marketplace', 'add', cloneIn(client)));
    await client.run(client.words('plugin', 'install', 'mem0-hooks@mem0-hooks'));
    // As the client keeps what was typed into its form.
    const settings = join(client.world.home, '.claude', 'settings.json');
    const known = JSON.parse(readFileSync(settings, 'utf8'));
    const options = { 'mem0-hooks@mem0-hooks': { options: { api_key: KEY } } };
    writeFileSync(settings, JSON.stringify({ ...known, pluginConfigs: options }));
    await pinned('an option of the plugin is a variable', () => expectMemory(world));
    expect(served.seen.every(({ authorization }) => authorization === `Token ${KEY}`)).toBe(true);
    expect(existsSync(join(client.world.state, 'local'))).toBe(false);
  });

  it('works as plain hooks in the settings', async () => {
    const world = await inWorld();
    const { client } = world;
    client.plugins = [];
    const clone = cloneIn(client);
    const { hooks } = JSON.parse(
      readFileSync(join(clone, 'hooks.json'), 'utf8').replaceAll(`$${'{CLAUDE_PLUGIN_ROOT}'}`, clone),
    );
    const settings = join(client.world.home, '.claude', 'settings.json');
    writeFileSync(settings, JSON.stringify({ ...JSON.parse(readFileSync(settings, 'utf8')), hooks }));
    await pinned('hooks may stand in the settings', () => expectMemory(world));
  });
});
