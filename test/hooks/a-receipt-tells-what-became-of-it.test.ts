import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { servePlatform } from './served-platform.ts';
import { DESIGN_ADDS, type Finished, fixtures, transcriptOf, World } from './world.ts';

const transcript = transcriptOf('a-design-discussion');

interface Item {
  readonly captureId: string;
  readonly type: string;
  readonly state: string;
  readonly eventId?: string;
  readonly outcome?: string;
  readonly memoryIds?: readonly string[];
  readonly reason?: string;
}

const reports = (run: Finished): { sessionId: string; items: Item[] }[] => JSON.parse(run.stdout);
const statesIn = (run: Finished) => reports(run).flatMap(({ items }) => items.map(({ state }) => state));

async function captured(w: World, session = 's1', path = transcript): Promise<void> {
  await w.sessionEnd(session, path);
  await w.settled();
}

const idsOf = (item: object | undefined): readonly string[] =>
  item !== undefined && 'memoryIds' in item && Array.isArray(item.memoryIds) ? item.memoryIds : [];

/** The bytes of the receipts, as they are stored. */
function stored(w: World): Readonly<Record<string, string>> {
  return Object.fromEntries(
    w.names('receipts').map((name) => [name, readFileSync(join(w.state, 'receipts', name), 'utf8')]),
  );
}

describe.each(['local platform', 'platform with a key'] as const)('on the %s', (kind) => {
  it('the background completes the receipt, and receipts shows the memories with their texts', async () => {
    const w = new World();
    if (kind === 'platform with a key') w.env = (await servePlatform()).env;
    await captured(w);
    const [receipt] = w.receipts();
    expect(receipt?.items).toHaveLength(DESIGN_ADDS);
    for (const item of receipt?.items ?? []) {
      expect(item).toMatchObject({ outcome: 'SUCCEEDED', memoryIds: expect.any(Array), accepted: { place: {} } });
    }
    const before = stored(w);
    const json = await w.run('mem0-hooks', ['receipts', '--json']);
    expect(json).toMatchObject({ status: 0, stderr: '' });
    expect(statesIn(json)[0]).toBe('succeeded');
    // As they are stored, and beside it the state and the memories.
    const memories = (item: object) =>
      idsOf(item).length === 0 ? {} : { memories: idsOf(item).map((id) => ({ id, text: expect.any(String) })) };
    expect(reports(json)).toEqual([
      { ...receipt, items: receipt?.items.map((item) => ({ ...item, ...memories(item), state: expect.any(String) })) },
    ]);
    expect(json.stdout).toMatch(/"text": "[^"]*Railway/);
    const text = await w.run('mem0-hooks', ['receipts']);
    expect(text).toMatchObject({ status: 0, stderr: '' });
    expect(text.stdout).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d UTC {2}session s1\n {2}7 turns, 4 requests\n/);
    expect(text.stdout).toMatch(
      / {2}decision: became \d memor(y|ies) \(event SUCCEEDED\)\n {4}\[[0-9a-f-]{36}\] .*Railway/,
    );
    expect(text.stdout).toMatch(/Masked:\n {4}github-token {2}1 ×/);
    expect(text.stdout).toMatch(/Left, and not sent:\n {4}\d+ turns?: nothing that is worth keeping/);
    expect(text.stdout).not.toMatch(/FAKE/);
    expect(stored(w)).toEqual(before);
  });
});

describe('a memory of a receipt', () => {
  it('that was superseded or deleted since is said to be', async () => {
    const w = new World();
    const served = await servePlatform();
    w.env = served.env;
    const demo = (name: string) => join(fixtures, 'demo', `${name}.jsonl`);
    await captured(w, 's1', demo('1-fly'));
    await captured(w, 's2', demo('2-railway'));
    const [fly, railway] = w.receipts().map(({ items }) => items.find(({ type }) => type === 'decision'));
    const { stdout } = await w.run('mem0-hooks', ['receipts']);
    expect(stdout).toMatch(/\] Decision: we deploy to Fly\.io.*\. \(superseded since\)\n/);
    expect(stdout).toMatch(/\] Decision: we deploy to Railway.*\.\n/);
    const early = JSON.stringify(reports(await w.run('mem0-hooks', ['receipts', '--json'])));
    expect(early).toMatch(
      new RegExp(`{"id":"${idsOf(fly)[0]}","text":"Decision: we deploy to Fly[^}]*","superseded":true}`),
    );
    const gone = idsOf(railway)[0] ?? '';
    await served.platform.send(
      { method: 'DELETE', path: `/v1/memories/${gone}/` },
      { deadline: Number.POSITIVE_INFINITY },
    );
    const after = await w.run('mem0-hooks', ['receipts']);
    expect(after.stdout).toContain(`[${gone}] (deleted since)\n`);
    expect(after.stdout).toContain(`[${idsOf(fly)[0]}] Decision: we deploy to Fly.io`);
    const late = JSON.stringify(reports(await w.run('mem0-hooks', ['receipts', '--json'])));
    expect(late).toContain(`{"id":"${gone}","deleted":true}`);
  });
});

describe('the state of a request', () => {
  it('is pending until its event ends, asked for live, and completed by the next background', async () => {
    const w = new World();
    const served = await servePlatform({ extractionLagMs: 3_600_000 });
    w.env = served.env;
    await captured(w);
    expect(w.receipts()[0]?.items.every((item) => !('outcome' in item))).toBe(true);
    expect(statesIn(await w.run('mem0-hooks', ['receipts', '--json']))).toEqual(Array(DESIGN_ADDS).fill('pending'));
    const text = await w.run('mem0-hooks', ['receipts']);
    expect(text.stdout.match(/accepted, not yet a memory \(event PENDING\)/g)).toHaveLength(DESIGN_ADDS);
    // Now the platform says of one that it failed, of one that it was known, of one that it became two.
    const [failed = '', known = '', became = ''] = w.receipts()[0]?.items.map(({ eventId = '' }) => eventId) ?? [];
    const events: Record<string, object> = {
      [failed]: { status: 'FAILED', results: [], error: 'no \u001b[31mmodel\u001b[0m was free' },
      [known]: { status: 'SUCCEEDED', results: [] },
      [became]: {
        status: 'SUCCEEDED',
        results: ['m1', 'm2'].map((id) => ({ id, data: { memory: 'x' }, event: 'ADD' })),
      },
    };
    served.behaviour.instead = ({ path }) => {
      const event = events[/^\/v1\/event\/(.*)\/$/.exec(path)?.[1] ?? ''];
      return event === undefined ? undefined : { status: 200, headers: {}, body: JSON.stringify(event) };
    };
    const live = await w.run('mem0-hooks', ['receipts', '--json']);
    expect(statesIn(live)).toEqual(['failed', 'nothing-new', 'succeeded', 'pending']);
    const told = await w.run('mem0-hooks', ['receipts']);
    expect(told.stdout).toContain('decision: became no memory (event FAILED): no model was free');
    // Asking stores nothing: the background completes the receipts.
    expect(w.receipts()[0]?.items.every((item) => !('outcome' in item))).toBe(true);
    await w.run('mem0-hooks', ['drain']);
    expect(w.receipts()[0]?.items).toMatchObject([
      {},
      { outcome: 'SUCCEEDED', memoryIds: [] },
      { outcome: 'SUCCEEDED', memoryIds: ['m1', 'm2'] },
      {},
    ]);
    // What failed is to be sent again, and is in the spool.
    const [again] = w.receipts()[0]?.items ?? [];
    expect(again).not.toHaveProperty('outcome');
    expect(w.names('spool/waiting')).toHaveLength(1);
    // What the platform says of a failure is in no file.
    expect(w.everyFile().join('')).not.toContain('was free');
    const after = await w.run('mem0-hooks', ['receipts']);
    expect(after.stdout).toContain('decision: waits to be delivered');
    expect(after.stdout).toContain('already known, or nothing in it to keep (event SUCCEEDED)');
    // The two were made up: the platform knows them no more.
    expect(after.stdout).toContain('became 2 memories (event SUCCEEDED)\n    [m1] (deleted since)\n');
  });

  it('is waiting while nothing can be delivered, and parked with the reason once it was refused for good', async () => {
    const w = new World();
    const served = await servePlatform();
    w.env = served.env;
    served.behaviour.fault = () => 'throttled';
    await w.sessionEnd('s1', transcript);
    await w.until(() => w.names('receipts').length === 1 && w.names('spool/waiting').length === DESIGN_ADDS);
    const waiting = await w.run('mem0-hooks', ['receipts', '--json']);
    expect(statesIn(waiting).every((state) => state === 'waiting' || state === 'sending')).toBe(true);
    served.behaviour.fault = ({ path }) => (path === '/v3/memories/add/' ? 400 : undefined);
    await w.settled();
    w.makeDue();
    w.makeDue();
    await w.run('mem0-hooks', ['drain']);
    const parked = await w.run('mem0-hooks', ['receipts', '--json']);
    expect(reports(parked)[0]?.items).toMatchObject(
      Array(DESIGN_ADDS).fill({ state: 'parked', reason: 'refused 400' }),
    );
    expect((await w.run('mem0-hooks', ['receipts'])).stdout).toContain('refused for good, and set aside: refused 400');
    for (const one of w.names('spool/parked'))
      writeFileSync(join(w.state, 'spool/parked', one), '{"version":2}', { mode: 0o600 });
    expect((await w.run('mem0-hooks', ['receipts'])).stdout).toContain('set aside, since it cannot be read\n');
  }, 60_000);

  it('is shown as it is known where the platform cannot be asked, within two seconds, and that is said', async () => {
    const w = new World();
    const served = await servePlatform({ extractionLagMs: 3_600_000 });
    w.env = served.env;
    await captured(w);
    served.behaviour.fault = () => 'silent';
    const run = await w.run('mem0-hooks', ['receipts']);
    expect(run.status).toBe(0);
    expect(run.stdout.match(/event PENDING/g)).toHaveLength(DESIGN_ADDS);
    expect(run.stdout).toMatch(
      /Not everything could be asked, and is shown as it was known: the platform did not answer in time\.\n$/,
    );
    expect(run.ms).toBeLessThan(10_000);
    const json = await w.run('mem0-hooks', ['receipts', '--json']);
    expect(statesIn(json)).toEqual(Array(DESIGN_ADDS).fill('pending'));
    expect(json.stderr).toMatch(/^Not everything could be asked: /);
  });

  it("of what another key has accepted is not asked with this shell's key", async () => {
    const w = new World();
    const [theirs, ours] = [await servePlatform({ extractionLagMs: 3_600_000 }), await servePlatform()];
    w.env = theirs.env;
    await captured(w);
    const asked = theirs.seen.length;
    for (const env of [{ ...ours.env }, { MEM0_API_KEY: undefined, MEM0_BASE_URL: undefined }]) {
      const run = await w.run('mem0-hooks', ['receipts', '--json'], { env });
      expect(statesIn(run)).toEqual(Array(DESIGN_ADDS).fill('pending'));
      const text = await w.run('mem0-hooks', ['receipts'], { env });
      expect(text.stdout).toContain('accepted, not yet a memory as far as is known here (event PENDING)');
      await w.run('mem0-hooks', ['drain'], { env });
    }
    expect(ours.seen.filter(({ path }) => path.startsWith('/v1/event/'))).toEqual([]);
    expect(theirs.seen).toHaveLength(asked);
  });
});
