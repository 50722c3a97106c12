import { describe, expect, it } from 'vitest';
import type { CaptureRecord, Place } from '../../src/contract/state.ts';
import { type CapturePorts, capture, type WindowOptions } from '../../src/flows/capture.ts';
import { jobFor } from '../spool/items.ts';
import { captureOf, Script } from '../support/transcripts.ts';

const talk = () =>
  new Script()
    .human('We decided to deploy on Railway from now on.')
    .claude('Noted.')
    .human('I prefer short answers without any preamble, in every project.')
    .claude('All right.')
    .human('Always run the migrations before the importer in this repository.')
    .claude('I will.').entries;

interface Kept {
  readonly records: CaptureRecord[];
  readonly asked: WindowOptions[];
  /** When the session was found captured already. */
  readonly nothingNew: string[];
}

function portsOf(kept: Kept, change: Partial<CapturePorts> = {}, entries = talk()): CapturePorts {
  return {
    isBarred: async () => false,
    locate: async () => ({ place: { appId: 'acme-shop' } }),
    buildCapture: async (job, options) => {
      kept.asked.push(options);
      return captureOf(entries, { sessionId: job.sessionId, ...options });
    },
    isOver: () => true,
    commit: (id, record) => {
      expect(id).toBe(record.receipt.id);
      kept.records.push(record);
    },
    close: (job) => void kept.nothingNew.push(job.at),
    newId: () => 'k1',
    destination: 'https://api.mem0.ai#0123456789abcdef',
    now: () => Date.parse('2026-11-30T12:00:00Z'),
    ...change,
  };
}

const nothingKept = (): Kept => ({ records: [], asked: [], nothingNew: [] });

async function captured(
  place: Place,
  branch?: string,
  entries = talk(),
): Promise<{ record: CaptureRecord; options: WindowOptions }> {
  const kept = nothingKept();
  const locate = async () => ({ place, ...(branch === undefined ? {} : { branch }) });
  expect(await capture(jobFor(), portsOf(kept, { locate }, entries))).toBe('captured');
  const { records, asked } = kept;
  const [record] = records;
  const [options] = asked;
  if (record === undefined || options === undefined) throw new Error('nothing was captured');
  expect(records).toHaveLength(1);
  expect(kept.nothingNew).toEqual([]);
  return { record, options };
}

describe('a capture', () => {
  it('names each of its writes alike in the spool, in the receipt and in the metadata that travels', async () => {
    const { record } = await captured({ userId: 'mara@acme.example', appId: 'acme-shop' });
    const ids = Object.keys(record.items);
    expect(ids.length).toBeGreaterThan(1);
    expect(Object.values(record.items).map(({ write }) => write.metadata.capture_id)).toEqual(ids);
    expect(record.receipt.items).toEqual(
      Object.entries(record.items).map(([captureId, { write }]) => ({ captureId, type: write.metadata.type })),
    );
    expect(ids.every((id) => id.slice(0, id.lastIndexOf('_')) === record.receipt.id)).toBe(true);
  });

  it('waits untried, for the destination of today and for its own place', async () => {
    const place: Place = { appId: 'acme-shop', override: { orgId: 'org-1', projectId: 'project-1' } };
    const { record } = await captured(place);
    for (const item of Object.values(record.items)) {
      expect(item).toMatchObject({
        destination: 'https://api.mem0.ai#0123456789abcdef',
        place,
        attempts: 0,
        notBefore: 0,
        uncertain: false,
      });
    }
  });

  it('tells apart what the person stated among the rest of the talk', async () => {
    const entries = new Script()
      .human('What does the queue do while the gateway is away?')
      .claude('It tries each message three times, with a pause that doubles, and then sets it aside.')
      .human('Insight: retries hide the real error of the gateway. We decided to deploy on Railway from now on.')
      .claude('All right.').entries;
    const { record } = await captured({ appId: 'acme-shop' }, undefined, entries);
    const stated = Object.values(record.items).map(({ write, stated: texts }) => [write.metadata.type, texts]);
    expect(stated).toContainEqual(['insight', [expect.stringContaining('retries hide')]]);
    expect(stated).toContainEqual(['decision', undefined]);
  });

  it('moves the cursor over all that was said in the window, and tells what it took', async () => {
    const { record } = await captured({ appId: 'acme-shop' });
    expect(record.covered).toEqual(talk().map(({ uuid }) => uuid));
    expect(record.receipt).toMatchObject({ sessionId: 's1', at: '2026-11-30T12:00:00.000Z', turns: 3 });
  });

  it('has preferences only where there is no project, and its branch where there is one', async () => {
    const nowhere = await captured({ userId: 'mara@acme.example' });
    expect(nowhere.options.projectScope).toBe(false);
    expect(Object.values(nowhere.record.items).map(({ write }) => write.scope)).toEqual(['user']);
    const there = await captured({ appId: 'acme-shop' }, 'railway');
    expect(there.options).toMatchObject({ projectScope: true, branch: 'railway' });
    // The branch on which it was said (the transcript's own) comes before the one that is checked out now.
    const branches = (record: CaptureRecord) => Object.values(record.items).map(({ write }) => write.metadata.branch);
    expect(new Set(branches(there.record))).toEqual(new Set(['main']));
    const silent = talk().map(({ gitBranch: _, ...entry }) => entry);
    const unnamed = await captured({ appId: 'acme-shop' }, 'railway', silent);
    expect(new Set(branches(unnamed.record))).toEqual(new Set(['railway']));
  });

  it('of what is captured already writes nothing, and says up to when', async () => {
    const kept = nothingKept();
    let read = false;
    const now = () => Date.parse(read ? '2026-11-30T12:00:09Z' : '2026-11-30T12:00:00Z');
    const buildCapture = async (_job: unknown, options: WindowOptions) => {
      read = true;
      return captureOf(talk(), { isCaptured: () => true, ...options });
    };
    expect(await capture(jobFor(), portsOf(kept, { buildCapture, now }))).toBe('captured');
    // Closed up to its end: it may have been opened again since.
    expect(kept).toEqual({ records: [], asked: [], nothingNew: ['2026-11-30T12:00:00.000Z'] });
  });

  it('of words that are noise moves the cursor and has its receipt, although nothing is sent', async () => {
    const kept = nothingKept();
    const noise = new Script().human('thanks').claude('Good.').entries;
    const buildCapture = async (_job: unknown, options: WindowOptions) => captureOf(noise, { ...options });
    expect(await capture(jobFor(), portsOf(kept, { buildCapture }))).toBe('captured');
    expect(kept.records).toMatchObject([{ covered: noise.map(({ uuid }) => uuid), items: {} }]);
    expect(kept.nothingNew).toEqual([]);
  });

  it.each([true, false])('ends its session only where its session is over (%s)', async (closes) => {
    const kept = nothingKept();
    await capture(jobFor(), portsOf(kept, { isOver: () => closes }));
    expect(kept.records.map((record) => record.closesUpTo)).toEqual([closes ? jobFor().at : undefined]);
  });
});
