import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../hooks/world.ts';
import { pinned } from './facts.ts';
import { inWorld } from './in-world.ts';

describe('the commands of the plugin', () => {
  it('show what the program prints, without asking for permission, and nothing of it is captured', async () => {
    const { client, served, askedBy } = await inWorld();
    client.asks = true;
    await served.remember('Invoices are numbered per country.');
    for (const [name, shown] of [
      ['status', 'mem0-hooks is on. What is said here is captured'],
      ['pack', 'Invoices are numbered per country.'],
      ['preview', 'A capture would send nothing now'],
      ['doctor', 'a note of a made-up user was stored word for word'],
    ] as const) {
      const [asked = ''] = await askedBy(() => client.print(`/mem0-hooks:${name}`));
      const [, text = ''] = asked.split(`<command-name>/mem0-hooks:${name}</command-name>`);
      await pinned('a command of a plugin runs its program', () => expect(text).toContain(shown));
    }
    await client.world.settled();
    // The doctor's own note of a made-up user is the only add.
    expect(served.adds().filter(({ body }) => !JSON.stringify(body).includes('mem0-hooks-doctor-'))).toEqual([]);
  });

  it('show why where the program cannot do it: the client would drop the command otherwise', async () => {
    const { client, served, askedBy } = await inWorld();
    client.asks = true;
    served.behaviour.fault = () => 500;
    for (const [name, shown] of [
      ['pack', 'No pack: Mem0 is in trouble'],
      ['doctor', 'failed'],
    ] as const) {
      const [asked = ''] = await askedBy(() => client.print(`/mem0-hooks:${name}`));
      expect(asked).toContain(shown);
    }
  });

  it('that change something name the program and repeat what was typed', async () => {
    const { client, askedBy } = await inWorld();
    for (const [name, typed] of [
      ['remember', "We deploy on Railway, don't we"],
      ['forget', '3f2a91c0'],
    ] as const) {
      const [asked = ''] = await askedBy(() => client.print(`/mem0-hooks:${name} ${typed}`));
      const program = join(projectRoot, 'hooks', 'mem0-hooks.cjs');
      await pinned('a command of a plugin runs its program', () => {
        expect(asked).toContain(program);
        expect(asked).not.toContain('CLAUDE_PLUGIN_ROOT');
        expect(asked).toContain(typed);
      });
    }
  });

  it('take no room of a session in which nobody types them', async () => {
    const { client, askedBy } = await inWorld();
    const [asked = ''] = await askedBy(() => client.print('Thanks.'));
    const names = readdirSync(join(projectRoot, 'scripts', 'commands')).map((file) => file.replace(/\.md$/, ''));
    await pinned('a command that only people type is not told to the model', () => {
      for (const name of names) expect(asked).not.toContain(`mem0-hooks:${name}`);
    });
  });
});
