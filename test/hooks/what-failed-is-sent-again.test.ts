import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { servePlatform } from './served-platform.ts';
import { fixtures, printed, World } from './world.ts';

const transcript = join(fixtures, 'demo', '1-fly.jsonl');

/** A platform that accepts every add and whose extractions fail as long as `fails` says so. */
async function failingPlatform(fails: () => boolean) {
  const served = await servePlatform();
  const failed = new Set<string>();
  served.behaviour.instead = (request) => {
    const json = (body: object) => ({
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (request.path === '/v3/memories/add/' && fails()) {
      const id = `00000000-0000-4000-8000-${String(failed.size).padStart(12, '0')}`;
      failed.add(id);
      return json({ event_id: id, status: 'PENDING', message: 'queued' });
    }
    const event = /^\/v1\/event\/([^/]+)\/$/.exec(request.path)?.[1];
    if (event === undefined || !failed.has(event)) return undefined;
    return json({ id: event, event_type: 'ADD', status: 'FAILED', results: [], error: 'the model did not answer' });
  };
  return { ...served, failed };
}

/** A session was captured, and all that was accepted of it has failed. */
async function failedOnce(served: Awaited<ReturnType<typeof failingPlatform>>) {
  const w = new World();
  w.env = served.env;
  await w.sessionEnd('s1', transcript);
  await w.settled();
  await w.until(() => w.names('spool/waiting').length > 0);
  return { w, adds: served.adds().length };
}

async function backgroundOf(w: World): Promise<void> {
  w.makeDue();
  await w.run('mem0-hooks', ['drain']);
}

describe('an accepted capture whose extraction fails', () => {
  it('is kept, sent again by a later run, and complete once that has succeeded', async () => {
    let fails = true;
    const served = await failingPlatform(() => fails);
    const { w, adds } = await failedOnce(served);
    expect(w.names('spool/waiting')).toHaveLength(adds);
    expect(w.names('spool/accepted')).toEqual([]);
    expect(await served.memories()).toEqual([]);
    fails = false;
    await backgroundOf(w);
    expect(served.adds()).toHaveLength(2 * adds);
    expect((await served.memories()).some(({ memory }) => memory.includes('Fly.io'))).toBe(true);
    for (const folder of ['spool/waiting', 'spool/accepted', 'spool/parked']) expect(w.names(folder)).toEqual([]);
    for (const item of w.receipts()[0]?.items ?? []) expect(item).toMatchObject({ outcome: 'SUCCEEDED' });
  });

  it('again and again is set aside in the end, with the reason, and the person is told', async () => {
    const served = await failingPlatform(() => true);
    const { w, adds } = await failedOnce(served);
    for (let run = 0; run < 4; run++) await backgroundOf(w);
    expect(served.adds()).toHaveLength(3 * adds);
    expect(w.names('spool/parked')).toHaveLength(adds);
    const { stdout } = await w.run('mem0-hooks', ['receipts']);
    expect(stdout).toMatch(/extraction failed|FAILED/);
    expect(printed(await w.sessionStart('next')).systemMessage).toMatch(/faults? since the last start/);
  });
});
