import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { servePlatform } from './served-platform.ts';
import { printed, transcriptIn, World } from './world.ts';

async function world() {
  const w = new World();
  const served = await servePlatform();
  w.env = served.env;
  const remember = (text: string) => served.remember(text, { type: 'insight' });
  const lines = async (env: Record<string, string> = {}) => {
    const { hookSpecificOutput } = printed(await w.sessionStart('s1', 'startup', { env }));
    return hookSpecificOutput?.additionalContext.split('\n').filter((line) => line.startsWith('- ')) ?? [];
  };
  const searches = () => served.seen.filter(({ path }) => path === '/v3/memories/search/');
  return { w, served, remember, lines, searches };
}

describe('what concerns the work of today', () => {
  it('comes first, even where the newest page does not reach it', async () => {
    const { w, remember, lines, searches } = await world();
    await remember('The retry queue loses its order when two workers claim a row at once.');
    for (let n = 0; n < 60; n += 1) await remember(`Module ${n} is documented in the manual of team number ${n}.`);
    w.git('checkout', '-q', '-b', 'fix/retry-queue');
    writeFileSync(join(w.repository, 'x.txt'), 'x\n');
    w.git('add', '-A');
    w.git('commit', '-q', '-m', 'Claim rows one by one with moonstone42');
    // A search has a second and a half, which on a busy machine may be too little.
    await vi.waitFor(async () => expect((await lines())[0]).toContain('The retry queue loses its order'), {
      timeout: 50_000,
      interval: 50,
    });
    const query = 'retry queue claim rows one';
    expect(searches()[0]?.body).toMatchObject({ query, latest_only: true, top_k: 10 });
  });

  it('is not asked for where nothing tells it', async () => {
    const { w, remember, lines, searches } = await world();
    w.git('commit', '-q', '--amend', '-m', 'wip');
    await remember('Logs are JSON.');
    w.git('reflog', 'expire', '--expire=now', '--all');
    expect(await lines()).toHaveLength(1);
    expect(searches()).toEqual([]);
  });

  it('is asked for by no word where capture is off, by the person or for the repository', async () => {
    const { w, remember, lines, searches } = await world();
    w.git('checkout', '-q', '-b', 'fix/retry-queue');
    await remember('Logs are JSON.');
    expect(await lines({ MEM0_CAPTURE: 'off' })).toHaveLength(1);
    writeFileSync(join(w.repository, '.mem0-hooks.json'), '{"capture":false}');
    expect(await lines()).toHaveLength(1);
    expect(searches()).toEqual([]);
  });

  it('is asked for by no word of what was said where it stays on this machine', async () => {
    const { w, searches } = await world();
    w.git('checkout', '-q', '-b', 'fix/retry-queue');
    const path = transcriptIn(w, 's1', ['Build the moonstone importer on Postgres.']);
    const local = { env: { MEM0_API_KEY: undefined, MEM0_BASE_URL: undefined, MEM0_USER_ID: 'mara@acme.example' } };
    await w.sessionStart('s1', 'startup', local);
    await w.preCompact('s1', path, local);
    await w.sessionStart('s1', 'resume');
    expect(searches()).toHaveLength(1);
    expect(JSON.stringify(searches())).not.toContain('moonstone');
    // What was said for this platform is.
    const other = transcriptIn(w, 's2', ['Build the sunstone importer on Postgres.']);
    await w.sessionStart('s2');
    await w.preCompact('s2', other);
    await w.sessionStart('s2', 'resume');
    expect(JSON.stringify(searches().at(-1)?.body)).toContain('sunstone');
  });

  it('is where the session before this one stood, too: by a second search once it is read, and by the first from then on', async () => {
    const { w, searches } = await world();
    w.git('checkout', '-q', '-b', 'fix/retry-queue');
    const path = transcriptIn(w, 's1', ['Build the sunstone importer on Postgres.']);
    await w.sessionStart('s1');
    await w.preCompact('s1', path);
    const asked = async (id: string) => {
      const before = searches().length;
      await w.sessionStart(id);
      return searches()
        .slice(before)
        .map(({ body }) => JSON.stringify(body).includes('sunstone'));
    };
    // The state is on its way for as long as the checkpoint takes.
    await vi.waitFor(async () => expect(await asked('s2')).toEqual([false, true]), { timeout: 20_000, interval: 50 });
    expect(await asked('s3')).toEqual([true]);
  });

  it('is told by the last commits of a work tree whose HEAD is detached', async () => {
    const { w, searches } = await world();
    w.git('commit', '-q', '--allow-empty', '-m', 'Claim moonstone rows one by one');
    w.git('checkout', '-q', '--detach');
    await w.sessionStart('s1');
    expect(searches()[0]?.body).toMatchObject({ query: expect.stringContaining('claim moonstone rows') });
  });

  it('that cannot be searched costs the order, and no word to the person', async () => {
    const { w, served, remember } = await world();
    w.git('checkout', '-q', '-b', 'fix/retry-queue');
    await remember('Logs are JSON.');
    served.behaviour.fault = ({ path }) => (path === '/v3/memories/search/' ? 500 : undefined);
    const { systemMessage, hookSpecificOutput } = printed(await w.sessionStart('s1'));
    expect(systemMessage).toMatch(/^mem0: recalled 1 insight \(acme-shop, [\d.]+ s\)\.$/);
    expect(hookSpecificOutput?.additionalContext).toContain('Logs are JSON.');
    expect(hookSpecificOutput?.additionalContext).toContain('Could not be read: search.');
  });
});
