import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { killAtAdd, killAtRequest, minuteLater, moved, type Served, withLocal } from './moving.ts';

const some = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ text: `Rule ${n}: house ${n} has ${n + 3} rooms.`, type: 'convention' }));

async function texts(served: Served): Promise<readonly string[]> {
  return (await served.memories()).map(({ memory }) => memory).sort();
}

const wanted = (count: number) =>
  some(count)
    .map(({ text }) => text)
    .sort();

describe('a push', () => {
  it('has nothing to do the second time', async () => {
    const { w, served } = await withLocal(some(3));
    await moved(w, ['push']);
    const { status, outcome } = await moved(w, ['push']);
    expect({ status, outcome }).toMatchObject({ status: 0, outcome: { sent: [], earlier: 3 } });
    expect(served.adds()).toHaveLength(3);
  });

  it('sends what came since', async () => {
    const { w, served } = await withLocal(some(2));
    await moved(w, ['push', '--user']);
    expect(served.adds()).toHaveLength(0);
    await moved(w, ['push']);
    expect(await texts(served)).toEqual(wanted(2));
  });

  it('asks the platform where its own notes are gone', async () => {
    const { w, served } = await withLocal(some(3));
    await moved(w, ['push']);
    for (const name of readdirSync(join(w.state, 'moves'))) writeFileSync(join(w.state, 'moves', name), 'torn\n');
    const { status, outcome } = await moved(w, ['push']);
    expect({ status, outcome }).toMatchObject({ status: 0, outcome: { sent: [], left: [] } });
    expect(served.adds()).toHaveLength(3);
  });

  it('does not bring back what was forgotten there since', async () => {
    const { w, served } = await withLocal(some(2));
    const { outcome } = await moved(w, ['push']);
    expect(outcome.readBack).toBe(2);
    const [first] = (await served.memories()) as unknown as { id: string }[];
    await served.platform.send(
      { method: 'DELETE', path: `/v1/memories/${first?.id}/` },
      { deadline: Number.POSITIVE_INFINITY },
    );
    expect((await moved(w, ['push'])).status).toBe(0);
    expect(served.adds()).toHaveLength(2);
  });

  it.each([
    [1, true],
    [1, false],
    [2, true],
    [2, false],
    [4, true],
    [4, false],
  ])('killed at add %i (carried out: %s) goes on where it was', async (n, isDone) => {
    const { w, served } = await withLocal(some(4));
    killAtAdd(w, served, n, isDone);
    expect((await w.run('mem0-hooks', ['push', '--yes'])).status).toBeNull();
    served.behaviour.fault = () => undefined;
    const second = await moved(w, ['push']);
    // What may still be on its way is neither sent again nor forgotten.
    expect(second.status).toBe(isDone ? 0 : 1);
    expect(second.outcome.left.map(({ why }) => why)).toEqual(isDone ? [] : ['unsure']);
    expect(await texts(served)).toHaveLength(isDone ? 4 : 3);
    minuteLater(w);
    expect((await moved(w, ['push'])).status).toBe(0);
    expect(await texts(served)).toEqual(wanted(4));
  });

  it('killed at any request of all goes on where it was', async () => {
    const whole = await withLocal(some(2));
    await moved(whole.w, ['push']);
    const requests = whole.served.seen.length;
    expect(requests).toBeGreaterThan(5);
    for (let n = 1; n <= requests; n++) {
      const { w, served } = await withLocal(some(2));
      killAtRequest(w, served, n);
      expect({ n, status: (await w.run('mem0-hooks', ['push', '--yes'])).status }).toEqual({ n, status: null });
      served.behaviour.fault = () => undefined;
      const { status, outcome } = await moved(w, ['push']);
      expect({ n, status, left: outcome.left }).toEqual({ n, status: 0, left: [] });
      expect({ n, texts: await texts(served) }).toEqual({ n, texts: wanted(2) });
    }
  }, 180_000);

  it('sends nothing where it cannot note what it sends', async () => {
    const { w, served } = await withLocal(some(2));
    writeFileSync(join(w.state, 'moves'), 'a file where a folder should be');
    const { status, stderr } = await w.run('mem0-hooks', ['push', '--yes']);
    expect({ status, adds: served.adds().length }).toEqual({ status: 1, adds: 0 });
    expect(stderr).toContain('the state folder cannot be used');
  });

  it('looks for an add whose answer was lost', async () => {
    const { w, served } = await withLocal(some(3));
    let adds = 0;
    served.behaviour.fault = ({ path }) => (path === '/v3/memories/add/' && ++adds === 2 ? 'reset' : undefined);
    const { status, outcome } = await moved(w, ['push']);
    expect({ status, outcome }).toMatchObject({ status: 0, outcome: { left: [], readBack: 3 } });
    expect(served.adds()).toHaveLength(3);
    expect(await texts(served)).toEqual(wanted(3));
  });

  it('stops where the platform is in trouble, and says how to go on', async () => {
    const { w, served } = await withLocal(some(6));
    served.behaviour.fault = ({ path }) => (path === '/v3/memories/add/' ? 'html' : undefined);
    const { status, outcome } = await moved(w, ['push']);
    expect(status).toBe(1);
    expect(outcome.left.map(({ why }) => why)).toEqual([
      ...['unsure', 'unsure', 'unsure'],
      ...['not-tried', 'not-tried', 'not-tried'],
    ]);
    served.behaviour.fault = () => undefined;
    minuteLater(w);
    const { stdout, status: after } = await w.run('mem0-hooks', ['push', '--yes']);
    expect(after).toBe(0);
    expect(stdout).toContain('Sent 6 memories.');
    expect(await texts(served)).toEqual(wanted(6));
  });

  it('two at once take turns', async () => {
    const { w, served } = await withLocal(some(12));
    const runs = await Promise.all([moved(w, ['push']), moved(w, ['push'])]);
    expect(runs.map(({ status }) => status)).toEqual([0, 0]);
    expect(runs.map(({ outcome }) => outcome.sent.length).sort((a, b) => a - b)).toEqual([0, 12]);
    expect(served.adds()).toHaveLength(12);
    expect(await texts(served)).toEqual(wanted(12));
  });
});

describe('a platform that turns a push away', () => {
  it('for a moment is waited for', async () => {
    const { w, served } = await withLocal(some(3));
    let adds = 0;
    served.behaviour.fault = ({ path }) => (path === '/v3/memories/add/' && ++adds === 2 ? 'throttled' : undefined);
    const { status, ms } = await moved(w, ['push']);
    expect(status).toBe(0);
    expect(ms).toBeGreaterThan(2_000);
    expect(await texts(served)).toEqual(wanted(3));
  });

  it('for long is not: it is said when to go on', async () => {
    const { w, served } = await withLocal(some(3));
    let adds = 0;
    served.behaviour.instead = ({ path }) =>
      path === '/v3/memories/add/' && ++adds > 1
        ? { status: 429, headers: { 'retry-after': '3600' }, body: '{}' }
        : undefined;
    const { status, outcome } = await moved(w, ['push']);
    expect(status).toBe(1);
    expect(outcome).toMatchObject({ stopped: 'throttled', left: [{ why: 'not-tried' }, { why: 'not-tried' }] });
    expect(Date.parse(outcome.again ?? '') - Date.now()).toBeGreaterThan(3_500_000);
    served.behaviour.instead = () => undefined;
    expect((await moved(w, ['push'])).outcome).toMatchObject({ earlier: 1, left: [] });
    expect(await texts(served)).toEqual(wanted(3));
  });

  it('for one text alone has the others', async () => {
    const { w, served } = await withLocal(some(3));
    let adds = 0;
    served.behaviour.fault = ({ path }) => (path === '/v3/memories/add/' && ++adds === 2 ? 400 : undefined);
    const { status, outcome } = await moved(w, ['push']);
    expect({ status, outcome }).toMatchObject({
      status: 1,
      outcome: { left: [{ why: 'refused', status: 400 }], readBack: 2 },
    });
    expect(await texts(served)).toHaveLength(2);
  });

  it('for a key that is refused ends it at once', async () => {
    const { w, served } = await withLocal(some(3));
    w.env = { ...served.env, MEM0_API_KEY: 'm0-another-made-up-key' };
    const { status, stderr } = await w.run('mem0-hooks', ['push', '--yes']);
    expect({ status, stderr }).toMatchObject({ status: 1, stderr: expect.stringContaining('refuses the key') });
  });
});
