import { describe, expect, it } from 'vitest';
import { pinned } from './facts.ts';
import { FENCE, inWorld } from './in-world.ts';
import { Witness } from './witness.ts';

/** The client would wait so long for a hook of a start (`timeout` in hooks.json); our deadline is 4 s. */
const TIMEOUT_MS = 10_000;
/** An exit takes less than a second where nothing is in its way; the rest is for a busy machine. */
const EXIT_MS = 6_000;

describe.each([
  ['that is down', { MEM0_BASE_URL: 'http://127.0.0.1:9' }, undefined],
  ['that never answers', {}, 'silent'],
  ['that answers byte by byte', {}, 'slow-body'],
  ['that refuses the key', {}, 401],
] as const)('a platform %s', (_, env, fault) => {
  it('keeps neither prompt nor exit waiting, and is told in one line at most', async () => {
    const { client, served, open, say } = await inWorld();
    served.behaviour.fault = () => fault;
    const witness = new Witness();
    client.plugins = [...client.plugins, witness.folder];
    const screen = await open([], { env });
    await say(screen, 'Decision: logs are JSON, one object a line.');
    const [start] = witness.seen('SessionStart');
    const [asked = Number.POSITIVE_INFINITY] = client.model.cameAt;
    expect(asked - (start?.beganAt ?? 0)).toBeLessThan(TIMEOUT_MS);
    expect(client.model.texts()[0]).not.toContain(FENCE);
    const told = screen.text().match(/mem0: |hook error|SessionStart|SessionEnd/g) ?? [];
    expect(told.filter((one) => one === 'mem0: ')).toHaveLength(1);
    expect(told.filter((one) => /error|SessionEnd/.test(one))).toEqual([]);
    const began = Date.now();
    await screen.line('/exit');
    await screen.untilClosed();
    expect(Date.now() - began).toBeLessThan(EXIT_MS);
  });

  it('changes nothing in print mode', async () => {
    const { client, served } = await inWorld();
    served.behaviour.fault = () => fault;
    expect(await client.print('Hello.', { env })).toMatchObject({ status: 0, stdout: 'Noted.\n', stderr: '' });
    const shown = client.lines().filter((one) => JSON.stringify(one).includes('"hook_system_message"'));
    expect(shown.length).toBeLessThanOrEqual(1);
  });
});

describe('a start that takes its time', () => {
  it('holds up the first request, and nothing else', async () => {
    const { client, open } = await inWorld();
    const witness = new Witness({ SessionStart: { ms: 6_000 } });
    client.plugins = [witness.folder];
    // The prompt can be typed while the hook runs.
    const screen = await open();
    await screen.line('Hello.');
    const typedAt = Date.now();
    await client.world.until(() => client.model.cameAt.length > 0);
    const [start] = witness.seen('SessionStart');
    await pinned('the first request waits for the start', () => {
      expect(typedAt).toBeLessThan(start?.endedAt ?? 0);
      expect(client.model.cameAt[0]).toBeGreaterThanOrEqual(start?.endedAt ?? Number.POSITIVE_INFINITY);
    });
  });
});
