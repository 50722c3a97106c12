import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { servePlatform } from '../hooks/served-platform.ts';
import { printed, World } from '../hooks/world.ts';

interface Told {
  readonly pack: string | null;
  readonly failure: string | null;
  readonly lines: readonly {
    id: string;
    type: string;
    scope: string;
    branch: string | null;
    line: string;
    because: string[];
  }[];
  readonly leftOut: readonly { id: string; text: string; why: string }[];
}

async function world() {
  const w = new World();
  const served = await servePlatform();
  w.env = served.env;
  const explained = async (env: Record<string, string> = {}): Promise<Told> => {
    const run = await w.run('mem0-hooks', ['pack', '--explain', '--json'], { env });
    return JSON.parse(run.stdout);
  };
  return { w, served, explained };
}

const LONG_AGO = { timestamp: Date.parse('2026-01-05T09:00:00Z') / 1000 };

describe('the pack', () => {
  it('is to the letter what a start is told, and asking for it leaves nothing behind', async () => {
    const { w, served } = await world();
    await served.remember('Logs are JSON.');
    await served.remember('I prefer small commits.', { type: 'preference' }, { app_id: null });
    const run = await w.run('mem0-hooks', ['pack']);
    expect(run).toMatchObject({ status: 0, stderr: '' });
    for (const kept of ['sessions', 'given']) expect(existsSync(join(w.state, kept))).toBe(false);
    const { hookSpecificOutput } = printed(await w.sessionStart('s1'));
    expect(run.stdout).toBe(`${hookSpecificOutput?.additionalContext}\n`);
  });

  it('is explained line by line: what a memory is, where it is from, what puts it first', async () => {
    const { w, served, explained } = await world();
    w.git('checkout', '-q', '-b', 'fix/retry-queue');
    await served.remember('The retry queue loses its order.', { type: 'insight', session_id: 's-7' });
    await served.remember('Cranes are yellow.', { type: 'insight', branch: 'fix/retry-queue' });
    await served.remember('I prefer small commits.', { type: 'preference' }, { app_id: null });
    const { lines, pack } = await explained();
    const about = (words: string) => lines.find(({ line }) => line.includes(words));
    expect(about('retry queue')).toMatchObject({
      type: 'insight',
      scope: 'project',
      session: 's-7',
      ageDays: 0,
      because: ["fits today's work"],
    });
    expect(about('Cranes')).toMatchObject({ branch: 'fix/retry-queue', because: ['learnt on this branch'] });
    expect(about('small commits')).toMatchObject({ scope: 'user', project: null, section: 'preference' });
    for (const { line } of lines) expect(pack?.split('\n')).toContain(line);
    const { stdout } = await w.run('mem0-hooks', ['pack', '--explain']);
    expect(stdout).toMatch(
      /loses its order\. \[\w+\]\n {4}insight [\w-]+, of acme-shop, session s-7, of today, fits today's work\n/,
    );
    expect(stdout).toContain('Nothing that was read was left out.\nNot read for a pack: what is superseded');
  });

  it('says of each memory that is left out, why', async () => {
    const { served, explained, w } = await world();
    await served.remember('We use pnpm.', { type: 'convention' });
    await served.remember('Use pnpm, please.', { type: 'convention' }, LONG_AGO);
    await served.remember('Goal: an older one', { type: 'session_state', session_id: 's-1' }, LONG_AGO);
    await served.remember('Goal: the newest one', { type: 'session_state', session_id: 's-2' });
    const { lines, leftOut } = await explained();
    const kept = lines.find(({ line }) => line.includes('pnpm'));
    const why = (words: string) => leftOut.find(({ text }) => text.includes(words))?.why;
    expect(why('Use pnpm, please')).toBe(`says the same as ${kept?.id.slice(0, 8)}`);
    expect(why('an older one')).toBe('another session state stands');
    // With room for a line or two.
    for (let n = 0; n < 12; n += 1)
      await served.remember(`Module ${n} is documented in the manual of team number ${n}.`);
    const small = await explained({ MEM0_PACK_CHARS: '700' });
    expect(small.leftOut.filter((one) => one.why === 'no room').length).toBeGreaterThan(3);
    const { stdout } = await w.run('mem0-hooks', ['pack', '--explain'], { env: { MEM0_PACK_CHARS: '700' } });
    expect(stdout).toMatch(/\nLeft out \(\d+\):\n/);
    expect(stdout).toMatch(/\n {2}\[\w{8}\] decision \d{4}-\d\d-\d\d: no room: Module \d+ is documented/);
  });
});

describe('no pack', () => {
  it('is not called no memories where nothing could be asked', async () => {
    const { w, served } = await world();
    served.behaviour.fault = () => 500;
    const run = await w.run('mem0-hooks', ['pack']);
    expect(run).toMatchObject({ status: 1, stdout: '' });
    expect(run.stderr).toMatch(/^No pack: .+\n$/);
    const json = await w.run('mem0-hooks', ['pack', '--json']);
    expect([json.status, JSON.parse(json.stdout)]).toEqual([
      1,
      expect.objectContaining({ pack: null, failure: 'unavailable' }),
    ]);
  });

  it('is told with the reason where a start would be told nothing', async () => {
    const { w } = await world();
    for (const [env, words] of [
      [{ MEM0_RECALL: 'off' }, 'recall is switched off'],
      [{ MEM0_HOOKS: 'off' }, 'switched off'],
    ] as const)
      expect(await w.run('mem0-hooks', ['pack'], { env })).toMatchObject({
        status: 1,
        stdout: '',
        stderr: expect.stringContaining(words),
      });
    writeFileSync(join(w.repository, '.mem0-hooks.json'), '{"recall":false}');
    expect((await w.run('mem0-hooks', ['pack'])).stderr).toContain('.mem0-hooks.json switches recall off');
  });

  it('is no failure where nothing is remembered yet', async () => {
    const { w } = await world();
    expect(await w.run('mem0-hooks', ['pack'])).toMatchObject({
      status: 0,
      stderr: '',
      stdout: 'There is no pack: no memories of you or acme-shop are there that a session would be told.\n',
    });
  });
});
