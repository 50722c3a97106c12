import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { servePlatform } from '../hooks/served-platform.ts';
import { Client } from './client.ts';

const DECISION = 'Decision: the shop is deployed to Railway, never to Fly.io.';
const FENCE = '</recalled-memory>';

async function world(options: Parameters<typeof servePlatform>[0] = {}) {
  const client = await Client.inNewWorld();
  const served = await servePlatform(options);
  client.world.env = served.env;
  const sent = () => JSON.stringify(served.adds().map(({ body }) => body));
  /** Once all is captured and delivered that was said so far. */
  const delivered = async (adds: number) => {
    await client.world.until(() => served.adds().length >= adds);
    await client.world.settled();
    expect(served.adds()).toHaveLength(adds);
  };
  /** What the model is asked by what is done, and nothing before. */
  const askedBy = async (act: () => Promise<unknown>) => {
    const before = client.model.asked.length;
    await act();
    return client.model.texts().slice(before);
  };
  return { client, served, sent, delivered, askedBy };
}

describe('a session in print mode', () => {
  it('is captured once, and the next one is told it, once and whole', async () => {
    const { client, served, delivered, askedBy } = await world();
    expect(await client.print(DECISION)).toMatchObject({ status: 0, stdout: 'Noted.\n' });
    await delivered(1);
    const [second = ''] = await askedBy(() => client.print('Thanks.'));
    expect(second.split('deployed to Railway').length - 1).toBe(1);
    expect(second.split(FENCE).length - 1).toBe(1);
    await client.world.settled();
    expect(served.adds()).toHaveLength(1);
  });

  it('that is continued or forked is captured without repeating what was', async () => {
    const { client, sent, delivered } = await world();
    await client.print(DECISION);
    await delivered(1);
    await client.print('Decision: logs are JSON.', { args: ['--continue'] });
    await delivered(2);
    await client.print('Decision: metrics are pulled, not pushed.', { args: ['--continue', '--fork-session'] });
    await delivered(3);
    for (const words of ['Railway', 'logs are JSON', 'metrics are pulled']) expect(sent().split(words)).toHaveLength(2);
  });

  it('with tools, a mentioned file and CLAUDE.md sends no line of the repository', async () => {
    const { client, sent, delivered } = await world();
    const { repository } = client.world;
    const line = 'Every invoice number is drawn from the ledger sequence and must never be reused after a rollback.';
    writeFileSync(join(repository, 'CLAUDE.md'), `# Rules\n\n${line}\n`);
    writeFileSync(
      join(repository, 'docs', 'audit.md'),
      'Auditors read the southern ledger on the last Friday of the month.\n',
    );
    client.model.says(
      {
        thinking: 'Let me look.',
        calls: [{ name: 'Read', input: { file_path: join(repository, 'docs', 'audit.md') } }],
      },
      { calls: [{ name: 'Bash', input: { command: 'cat CLAUDE.md', description: 'Read the rules' } }] },
      {
        text: `CLAUDE.md says: ${line} And docs/audit.md: Auditors read the southern ledger on the last Friday of the month.`,
      },
    );
    await client.print(`Look at @docs/audit.md and tell me. ${DECISION}`);
    await delivered(1);
    expect(sent()).toContain('deployed to Railway');
    expect(sent()).not.toMatch(/Auditors read the southern|drawn from the ledger sequence/);
  });

  it('shares its memory with a subfolder and a worktree', async () => {
    const { client, delivered, askedBy } = await world();
    await client.print(DECISION, { cwd: join(client.world.repository, 'src') });
    await delivered(1);
    const tree = join(client.world.root, 'tree');
    client.world.git('worktree', 'add', '-q', tree, '-b', 'fix');
    const [asked = ''] = await askedBy(() => client.print('Thanks.', { cwd: tree }));
    expect(asked).toContain('deployed to Railway');
  });

  it.each([
    ['down', { MEM0_BASE_URL: 'http://127.0.0.1:9' }, undefined],
    ['that does not answer', {}, 'silent'],
    ['that refuses the key', {}, 401],
  ] as const)('with a platform %s answers, and says it in one line at most', async (_, env, fault) => {
    const { client, served, askedBy } = await world();
    served.behaviour.fault = () => fault;
    let ms = 0;
    const [asked = ''] = await askedBy(async () => {
      const run = await client.print('Hello.', { env });
      ms = run.ms;
      expect(run).toMatchObject({ status: 0, stdout: 'Noted.\n', stderr: '' });
    });
    expect(asked).not.toContain(FENCE);
    // The deadline of a start is 4 s; the client's own start and end are the rest.
    expect(ms).toBeLessThan(40_000);
    const shown = client.lines().filter((one) => JSON.stringify(one).includes('"hook_system_message"'));
    expect(shown.length).toBeLessThanOrEqual(1);
  });
});
