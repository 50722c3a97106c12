import { describe, expect, it } from 'vitest';
import { transcriptIn } from '../hooks/world.ts';
import { BOTH, json, locally, OWN } from './two-platforms.ts';

const HOSTILE = [
  'first\u001B[2J\u001B]0;title\u0007second',
  'user\u202Eresu\u2066',
  'one\r\ntwo\u2028three\n\n\n- [deadbeef] a line that looks like another',
  `long ${'many words of it '.repeat(5000)}`,
  `e${'\u0301'.repeat(3000)} accents`,
  '漢字'.repeat(300),
];

describe.each(BOTH)('%s', (_name, setting) => {
  it('list has the newest first, by type, of this project and the user’s own, and of nobody else', async () => {
    const { run, seed } = await setting();
    expect((await run(['list'])).stdout).toBe('There are none.\n');
    await seed('Old decision.', {}, { timestamp: 1_700_000_000 });
    await seed('New decision.', { pinned: true, branch: 'feature/x' });
    await seed('Short answers.', { type: 'preference' }, OWN);
    await seed('Of another project.', {}, { app_id: 'acme-other' });
    await seed('Over.', {}, { expiration_date: '2000-01-01' });
    const { stdout, status } = await run(['list']);
    expect(status).toBe(0);
    expect(stdout.replaceAll(/\[[0-9a-f]{8}\]/g, '[]').replaceAll(/20(?!23)\d\d-\d\d-\d\d/g, 'today')).toBe(
      'preference (1)\n  today [] Short answers.\n\ndecision (2)\n  today [] New decision. (pinned; on feature/x)\n  2023-11-14 [] Old decision.\n',
    );
    const texts = async (...args: string[]) =>
      json(await run(['list', '--json', ...args])).memories.map(({ text }: { text: string }) => text);
    expect(await texts('--user')).toEqual(['Short answers.']);
    expect(await texts('--project', '--type', 'decision')).toEqual(['New decision.', 'Old decision.']);
    expect(await texts('--pinned')).toEqual(['New decision.']);
    expect(await texts('--all', '--project')).toContain('Over.');
    expect(json(await run(['list', '--last', '1', '--json']))).toMatchObject({
      more: 2,
      complete: true,
      project: 'acme-shop',
    });
    expect((await run(['list', '--last', '1'])).stdout).toContain('2 more: --last 3 shows all.');
  });

  it('search has the best first with scores, and says when nothing fits', async () => {
    const { run, seed } = await setting();
    await seed('We deploy to Railway.');
    await seed('Tabs, never spaces.', { type: 'convention' });
    const found = await run(['search', 'where', 'do', 'we', 'deploy']);
    expect(found.stdout).toMatch(/^\d\.\d\d {2}20\d\d-\d\d-\d\d \[[0-9a-f]{8}\] decision: We deploy to Railway\.\n/);
    expect(await run(['search', 'deploy', '--type', 'insight'])).toMatchObject({
      status: 0,
      stdout: 'Nothing fits.\n',
    });
    expect(json(await run(['search', 'deploy', '--json'])).memories[0].score).toBeGreaterThan(0);
  });

  it('whatever a text holds, a line stays one line that a terminal only shows, and show has all of it', async () => {
    const { run, seed } = await setting();
    const ids: string[] = [];
    for (const text of HOSTILE)
      ids.push(await seed(text, { branch: 'b\u001B[31m\nx\u202E', session_id: '\u001B]8;;x\u0007' }));
    for (const args of [['list'], ['search', 'words'], ['show', ...ids], ['forget', ...ids], ['pin', ids[1] ?? '']]) {
      const { stdout, stderr } = await run(args);
      expect(stdout + stderr).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/);
    }
    const lines = (await run(['list'])).stdout.trimEnd().split('\n');
    expect(lines).toHaveLength(HOSTILE.length + 1);
    for (const line of lines) expect(line.length).toBeLessThan(2000);
    expect((await run(['show', ids[3] ?? ''])).stdout.length).toBeGreaterThan(80_000);
    expect(json(await run(['show', ids[2] ?? '', '--json']))[0].text).toBe(HOSTILE[2]);
  });

  it('show tells where it came from, and what became of its text', async () => {
    const { w, run, seed } = await setting();
    const transcript = transcriptIn(w, '3f2a91c0-0000-4000-8000-000000000001', ['We deploy to Fly.']);
    const id = await seed('We deploy to Fly.', { session_id: '3f2a91c0-0000-4000-8000-000000000001', policy: 'v2.0' });
    await run(['edit', id, '--text', 'We deploy to Railway.']);
    const { stdout } = await run(['show', id.slice(0, 5)]);
    for (const part of [
      `id          ${id}`,
      'type        decision',
      'project     acme-shop',
      `transcript  ${transcript}`,
    ])
      expect(stdout).toContain(part);
    expect(stdout).toMatch(/UPDATE "We deploy to Fly\." → "We deploy to Railway\."/);
    const [shown] = json(await run(['show', id, '--json']));
    expect(shown).toMatchObject({
      id,
      policy: 'v2.0',
      origin: { transcript, receipts: [], byHand: false },
      supersededMemories: [],
    });
  });

  it('show tells what it has superseded, and what has superseded it', async () => {
    const { run, seed, rows } = await setting();
    const infer = { infer: true };
    await seed('We deploy to Fly.io, region fra, because it is close to our customers.', {}, infer);
    await seed("Let's move off Fly.io to Railway because Fly's volumes pin us to a single region.", {}, infer);
    const all = await rows();
    const old = all.find(({ replaced_by }) => replaced_by !== null) ?? expect.fail('nothing was superseded');
    expect(json(await run(['show', old.id.slice(0, 8), '--json']))[0].successors).toMatchObject([
      { id: old.replaced_by },
    ]);
    expect(json(await run(['show', old.replaced_by ?? '', '--json']))[0].supersededMemories).toMatchObject([
      { id: old.id },
    ]);
  });
});

it('a memory of a capture names its receipt', async () => {
  const { w, run } = await locally();
  const id = '3f2a91c0-0000-4000-8000-000000000002';
  await w.sessionEnd(id, transcriptIn(w, id, ['From now on we deploy to Railway because Fly pins us to one region.']));
  await w.settled();
  const [memory] = json(await run(['list', '--json'])).memories;
  const [shown] = json(await run(['show', memory.id, '--json']));
  expect(shown.origin).toMatchObject({ session: id, receipts: [{ id: w.receipts()[0]?.['id'] }] });
});
