import { describe, expect, it } from 'vitest';
import { type CaptureRecord, capture, type WindowOptions } from '../../src/flows/capture.ts';
import type { Place } from '../../src/flows/ports.ts';
import { captureOf, Script } from '../support/transcripts.ts';

const talk = () =>
  new Script()
    .human('We decided to deploy on Railway from now on.')
    .claude('Noted.')
    .human('I prefer short answers without any preamble, in every project.')
    .claude('All right.')
    .human('Always run the migrations before the importer in this repository.')
    .claude('I will.').entries;

async function captured(place: Place, branch?: string): Promise<{ record: CaptureRecord; options: WindowOptions }> {
  const records: CaptureRecord[] = [];
  const asked: WindowOptions[] = [];
  const outcome = await capture(
    { sessionId: 's1', transcriptPath: '/t.jsonl', cwd: '/repo' },
    {
      locate: async () => ({ place, ...(branch === undefined ? {} : { branch }) }),
      buildCapture: async (session, options) => {
        asked.push(options);
        return captureOf(talk(), { sessionId: session.sessionId, ...options });
      },
      commit: (id, record) => {
        expect(id).toBe(record.receipt.id);
        records.push(record);
      },
      newId: () => 'k1',
      destination: 'https://api.mem0.ai#0123456789abcdef',
      now: () => Date.parse('2026-11-30T12:00:00Z'),
    },
  );
  const [record] = records;
  const [options] = asked;
  if (record === undefined || options === undefined) throw new Error('nothing was captured');
  expect(outcome).toBe('captured');
  expect(records).toHaveLength(1);
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
        scope: place,
        attempts: 0,
        notBefore: 0,
        uncertain: false,
      });
    }
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
    expect(Object.values(there.record.items).every(({ write }) => write.metadata.branch === 'railway')).toBe(true);
  });
});
