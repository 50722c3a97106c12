import { describe, expect, it } from 'vitest';
import { servePlatform } from './served-platform.ts';
import { printed, transcriptOf, World } from './world.ts';

const transcript = transcriptOf('a-design-discussion');

describe.each(['local platform', 'platform with a key'] as const)('on the %s', (kind) => {
  async function world() {
    const it = new World();
    const served = kind === 'local platform' ? undefined : await servePlatform();
    it.env = served?.env ?? {};
    return { world: it, served };
  }

  it('what was said in one session is in the pack of the next, dated and typed, once', async () => {
    const { world: w, served } = await world();
    expect(printed(await w.sessionStart('first')).systemMessage).toMatch(/^mem0: no memories yet \(acme-shop/);
    const end = await w.sessionEnd('first', transcript);
    expect(end).toMatchObject({ status: 0, stdout: '', stderr: '' });
    await w.settled();
    // The same end told twice, and the same transcript again after a resume: nothing is sent twice.
    await w.sessionEnd('first', transcript);
    await w.settled();
    const start = printed(await w.sessionStart('second'));
    const pack = start.hookSpecificOutput?.additionalContext ?? '';
    expect(pack).toMatch(/## Decisions\n(- .*\n)*- 2026-11-29: Let's move off Fly\.io to Railway because/);
    expect(pack).toMatch(/## Conventions\n(- .*\n)*- 2026-11-29: Convention from now on: every migration file/);
    expect(pack).toMatch(/## Runbooks\n- 2026-11-29: .*below 100 queued events scale back to 1/);
    expect(pack.match(/Let's move off/g)).toHaveLength(1);
    expect(start.systemMessage).toMatch(/^mem0: recalled .*\d decisions.*\(acme-shop.* s\)\.$/);
    if (served !== undefined) expect(served.adds().length).toBe(w.receipts()[0]?.items.length);
    expect(w.receipts().every(({ items }) => items.every(({ eventId }) => eventId !== undefined))).toBe(true);
  });

  it('a checkpoint is given back after the compaction, and prints nothing', async () => {
    const { world: w, served } = await world();
    await w.sessionStart('first');
    const run = await w.preCompact('first', transcript);
    expect(run).toMatchObject({ status: 0, stdout: '', stderr: '' });
    const pack = printed(await w.sessionStart('first', 'compact')).hookSpecificOutput?.additionalContext ?? '';
    expect(pack).toMatch(/## Where you left off .*\n {2}Where: branch main, commit [0-9a-f]{12}\n {2}Goal/);
    expect(pack).toContain('Delete fly.toml after the DNS cut-over');
    if (served === undefined) return;
    const [add, ...others] = served.adds();
    expect(others).toEqual([]);
    expect(add?.body).toMatchObject({
      infer: false,
      app_id: 'acme-shop',
      metadata: { type: 'session_state', session_id: 'first', branch: 'main', editor: 'claude-code', policy: 'v2.0' },
      expiration_date: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
    });
    expect(add?.body?.['messages']).toMatchObject([{ role: 'user' }]);
  });

  it.each([
    [undefined, 30],
    ['3', 3],
    ['0', 30],
  ])('a session state is kept for as many days as the setting says: %s', async (days, kept) => {
    const { world: w, served } = await world();
    await w.preCompact('first', transcript, { env: { MEM0_SESSION_STATE_DAYS: days } });
    if (served === undefined) return;
    // On a busy machine the background process delivers it.
    await w.until(() => served.adds().length > 0);
    const dates = [Date.now() - 60_000, Date.now()].map((now) =>
      new Date(now + kept * 86_400_000).toISOString().slice(0, 10),
    );
    expect(dates).toContain(served.adds()[0]?.body?.['expiration_date']);
  });

  it('resume gives the session state back, and a quarter of the budget is enough', async () => {
    const { world: w } = await world();
    await w.preCompact('first', transcript);
    const pack = printed(await w.sessionStart('first', 'resume')).hookSpecificOutput?.additionalContext ?? '';
    expect(pack).toContain('Where you left off');
    expect(pack.length).toBeLessThanOrEqual(2_000);
  });
});
