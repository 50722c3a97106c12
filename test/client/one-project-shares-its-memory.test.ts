import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pinned } from './facts.ts';
import { DECIDED, DECISION, inWorld, times } from './in-world.ts';
import { Witness } from './witness.ts';

describe('a project', () => {
  it('shares its memory with a subfolder and a worktree', async () => {
    const { client, delivered, askedBy } = await inWorld();
    await client.print(DECISION, { cwd: join(client.world.repository, 'src') });
    await delivered(1);
    const tree = join(client.world.root, 'tree');
    client.world.git('worktree', 'add', '-q', tree, '-b', 'fix');
    const [asked = ''] = await askedBy(() => client.print('Thanks.', { cwd: tree }));
    expect(asked).toContain(DECIDED);
  });

  it('is the same for a session that goes into a worktree', async () => {
    const { client, served, sent, delivered } = await inWorld();
    const witness = new Witness();
    client.plugins = [...client.plugins, witness.folder];
    client.model.says({ calls: [{ name: 'EnterWorktree', input: { name: 'fix-of-the-day' } }] });
    await client.print(DECISION);
    await delivered(1);
    const [start, end] = witness.seen();
    await pinned('cwd follows a worktree', () => {
      expect(start?.input['cwd']).toBe(client.world.repository);
      expect(String(end?.input['cwd'])).toContain('fix-of-the-day');
      expect(end?.input['session_id']).toBe(start?.input['session_id']);
    });
    await pinned('a transcript keeps its name', () => {
      const [was = '', is = ''] = [start, end].map((one) => String(one?.input['transcript_path']));
      expect(basename(is)).toBe(`${start?.input['session_id']}.jsonl`);
      expect(basename(is)).toBe(basename(was));
      expect(dirname(dirname(is))).toBe(dirname(dirname(was)));
      expect(basename(dirname(dirname(is)))).toBe('projects');
    });
    expect(times(sent(), DECIDED)).toBe(1);
    expect(served.adds()[0]?.body).toMatchObject({ app_id: 'acme-shop' });
  });

  it('has two sessions at once, each captured once', async () => {
    const { client, sent, delivered, open, say, askedBy } = await inWorld();
    const one = await open();
    const other = await open();
    await say(one, DECISION);
    await say(other, 'Decision: logs are JSON.');
    await say(one, 'Decision: metrics are pulled, not pushed.');
    await Promise.all([one.line('/exit'), other.line('/exit')]);
    await Promise.all([one.untilClosed(), other.untilClosed()]);
    await delivered(2);
    for (const words of ['Railway', 'logs are JSON', 'metrics are pulled']) expect(times(sent(), words)).toBe(1);
    const [asked = ''] = await askedBy(() => client.print('Thanks.'));
    for (const words of ['Railway', 'logs are JSON', 'metrics are pulled']) expect(times(asked, words)).toBe(1);
  });
});
