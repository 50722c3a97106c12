import { describe, expect, it } from 'vitest';
import { KEY, servePlatform } from './served-platform.ts';
import { DESIGN_ADDS, printed, transcriptOf, World } from './world.ts';

const transcript = transcriptOf('a-design-discussion');

async function world() {
  const w = new World();
  const served = await servePlatform();
  w.env = served.env;
  return { w, served };
}

describe('session start', () => {
  it('ends by its deadline when the platform does not answer, and says so', async () => {
    const { w, served } = await world();
    served.behaviour.fault = () => 'silent';
    const run = await w.sessionStart('s1', 'startup', { env: { MEM0_DEADLINE_MS: '600' } });
    expect(run.status).toBe(0);
    expect(printed(run).systemMessage).toMatch(/^mem0: Mem0 did not answer in time\./);
  });

  it('makes the pack of what has arrived, and names what has not', async () => {
    const { w, served } = await world();
    await w.sessionEnd('s1', transcript);
    await w.settled();
    served.behaviour.fault = ({ body }) => (JSON.stringify(body).includes('"runbook"') ? 'silent' : undefined);
    // Long enough for all else to arrive on a machine that is busy.
    const out = printed(await w.sessionStart('s2', 'startup', { env: { MEM0_DEADLINE_MS: '6000' } }));
    expect(out.hookSpecificOutput?.additionalContext).toContain('Railway');
    expect(out.hookSpecificOutput?.additionalContext).toContain('Could not be read: runbook.');
    expect(out.systemMessage).toMatch(/recalled .* did not answer in time/);
  });

  it.each([
    ['a key that is refused', { MEM0_API_KEY: 'm0-some-other-key' }, /refuses the key/],
    ['a host that is not there', { MEM0_BASE_URL: 'http://127.0.0.1:9' }, /cannot be reached/],
    ['a base URL that is not safe', { MEM0_BASE_URL: 'http://example.com' }, /MEM0_BASE_URL must be https/],
  ])('with %s gives no pack and a message of its own, once a day', async (_, env, message) => {
    const { w } = await world();
    const first = await w.sessionStart('s1', 'startup', { env });
    expect(first).toMatchObject({ status: 0, stderr: '' });
    expect(printed(first).hookSpecificOutput).toBeUndefined();
    expect(printed(first).systemMessage).toMatch(message);
    expect((await w.sessionStart('s2', 'startup', { env })).stdout).toBe('');
  });

  it('asks whose the key is once, then remembers; a refused key is forgotten', async () => {
    const { w, served } = await world();
    await w.sessionStart('s1');
    await w.sessionStart('s2');
    const pings = () => served.seen.filter(({ path }) => path === '/v1/ping/').length;
    expect(pings()).toBe(1);
    served.behaviour.fault = () => 401;
    await w.sessionStart('s3');
    served.behaviour.fault = () => undefined;
    await w.sessionStart('s4');
    expect(pings()).toBe(2);
  });
});

describe('what was to be delivered', () => {
  it.each([
    ['503', 503],
    ['429', 429],
    ['401', 401],
    ['a reset', 'reset-before'],
  ] as const)('waits through %s and is delivered by a later start, once', async (_, fault) => {
    const { w, served } = await world();
    await w.sessionStart('s1');
    served.behaviour.fault = ({ path }) => (path === '/v3/memories/add/' ? fault : undefined);
    await w.sessionEnd('s1', transcript);
    await w.until(() => w.names('spool/waiting').length === DESIGN_ADDS && w.names('jobs').length === 0);
    await w.until(() => served.adds().length > 0);
    // After 503 and 429 the drain waits a little itself; the others it leaves to a later run.
    if (fault === 401 || fault === 'reset-before') {
      await w.until(() => w.names('background').includes('free'));
      w.makeDue();
    }
    served.behaviour.fault = () => undefined;
    await w.sessionStart('s2');
    await w.until(() => w.names('spool/waiting').length === 0 && w.names('spool/claimed').length === 0);
    const facts = await served.memories();
    expect(facts.filter(({ memory }) => memory.includes("Let's move off Fly.io"))).toHaveLength(1);
    expect(w.names('spool/parked')).toEqual([]);
  });

  it('is looked for, and not sent again, when the answer was lost after the write was done', async () => {
    const { w, served } = await world();
    await w.sessionStart('s1');
    served.behaviour.fault = ({ path }) => (path === '/v3/memories/add/' ? 'reset' : undefined);
    await w.sessionEnd('s1', transcript);
    await w.until(() => served.adds().length === DESIGN_ADDS && w.names('background').includes('free'));
    served.behaviour.fault = () => undefined;
    w.makeDue();
    await w.sessionStart('s2');
    await w.until(() => w.names('spool/waiting').length === 0 && w.names('spool/claimed').length === 0);
    expect(served.adds()).toHaveLength(DESIGN_ADDS);
  });

  it('is parked when it is refused for good, stops nothing behind it, and the next start tells', async () => {
    const { w, served } = await world();
    served.behaviour.fault = ({ path, body }) =>
      path === '/v3/memories/add/' && JSON.stringify(body).includes('"decision"') ? 400 : undefined;
    await w.sessionEnd('s1', transcript);
    await w.settled();
    expect(w.names('spool/parked')).toHaveLength(1);
    expect(served.adds()).toHaveLength(DESIGN_ADDS);
    expect(printed(await w.sessionStart('s2')).systemMessage).toContain('Mem0 refused a capture for good');
  });

  it('of a checkpoint is given back after the compaction even when the platform is away', async () => {
    const { w, served } = await world();
    await w.sessionStart('s1');
    served.behaviour.fault = () => 503;
    const run = await w.preCompact('s1', transcript);
    expect(run).toMatchObject({ status: 0, stdout: '', stderr: '' });
    const pack = printed(await w.sessionStart('s1', 'compact')).hookSpecificOutput?.additionalContext;
    expect(pack).toContain('Where you left off');
  });
});

describe('the key', () => {
  it('is in the Authorization header and in no file, output or other part of a request', async () => {
    const { w, served } = await world();
    const runs = [
      await w.sessionStart('s1', 'startup', { env: { MEM0_LOG: 'debug' } }),
      await w.preCompact('s1', transcript, { env: { MEM0_LOG: 'debug' } }),
      await w.sessionEnd('s1', transcript, { env: { MEM0_LOG: 'debug' } }),
      await w.sessionStart('s2', 'startup', { env: { MEM0_DRY_RUN: '1' } }),
    ];
    await w.settled();
    expect(served.adds().length).toBeGreaterThan(DESIGN_ADDS);
    // There is something to look through: the log of every step.
    for (const run of runs.slice(0, 3)) expect(run.stderr).toMatch(/"step":"hook"[\s\S]*"step":"outcome"/);
    expect(JSON.stringify(runs)).not.toContain(KEY);
    expect(w.everyFile().join('\n')).not.toContain(KEY);
    for (const { authorization, ...rest } of served.seen) {
      expect(authorization).toBe(`Token ${KEY}`);
      expect(JSON.stringify(rest)).not.toContain(KEY);
    }
  });
});
