import { describe, expect, it } from 'vitest';
import { StateFolder } from '../../src/io/file-store.ts';
import { type CaptureRecord, Journal } from '../../src/spool/journal.ts';
import { Ledger } from '../../src/spool/ledger.ts';
import { Receipts } from '../../src/spool/receipts.ts';
import { Spool } from '../../src/spool/spool.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { spoolItem } from './items.ts';

class Killed extends Error {}

/** A state folder whose process is killed before its n-th change. */
class DyingFolder extends StateFolder {
  left: number;

  constructor(root: string, left: number) {
    super(root);
    this.left = left;
  }

  #step(): void {
    if (this.left-- <= 0) throw new Killed();
  }

  override write(path: string, content: string): void {
    this.#step();
    super.write(path, content);
  }

  override remove(path: string): boolean {
    this.#step();
    return super.remove(path);
  }

  override move(from: string, to: string): boolean {
    this.#step();
    return super.move(from, to);
  }
}

const record: CaptureRecord = {
  sessionId: 's1',
  endedAt: '2026-11-30T00:00:00.000Z',
  covered: ['e1', 'e2'],
  items: { c1_0: spoolItem('c1_0'), c1_1: spoolItem('c1_1') },
  receipt: {
    id: 'c1',
    sessionId: 's1',
    at: '2026-11-30T00:00:00.000Z',
    turns: 1,
    omitted: [],
    redacted: [],
    left: [],
    items: [],
  },
};

function parts(folder: StateFolder) {
  const [spool, ledger, receipts] = [new Spool(folder, 11), new Ledger(folder), new Receipts(folder)];
  return { spool, ledger, receipts, journal: new Journal({ folder, spool, ledger, receipts }) };
}

describe('a capture', () => {
  it('killed before any change is settled to all or nothing by the next process', () => {
    for (let steps = 0; ; steps++) {
      const root = temporaryFolder();
      parts(new StateFolder(root)).ledger.open({
        sessionId: 's1',
        transcriptPath: '/t.jsonl',
        cwd: '/repo',
        openedAt: '2026-11-29T23:00:00.000Z',
      });
      const dying = new DyingFolder(root, steps);
      let killed = false;
      try {
        parts(dying).journal.commit('c1', record);
      } catch (error) {
        if (!(error instanceof Killed)) throw error;
        killed = true;
      }
      const { spool, ledger, receipts, journal } = parts(new StateFolder(root));
      journal.settle();
      journal.settle();
      const all = steps > 0;
      expect(spool.waiting()).toEqual(all ? ['c1_0', 'c1_1'] : []);
      expect(ledger.cursor('s1')?.captured).toEqual(all ? ['e1', 'e2'] : undefined);
      expect(ledger.unfinished().map(({ sessionId }) => sessionId)).toEqual(all ? [] : ['s1']);
      expect(receipts.read('c1')?.turns).toBe(all ? 1 : undefined);
      if (!killed) {
        expect(steps).toBeGreaterThan(4);
        return;
      }
    }
  });

  it('notes in its receipt what the platform answered', () => {
    const { receipts } = parts(new StateFolder(temporaryFolder()));
    receipts.write({ ...record.receipt, items: [{ captureId: 'c1_0', type: 'decision' }] });
    receipts.accepted('c1_0', { eventId: 'e-7' });
    receipts.accepted('c9_0', { eventId: 'e-8' });
    expect(receipts.read('c1')?.items).toEqual([{ captureId: 'c1_0', type: 'decision', eventId: 'e-7' }]);
  });
});

describe('the ledger', () => {
  const first = {
    sessionId: 's1',
    transcriptPath: '/t',
    cwd: '/repo',
    appId: 'acme-shop',
    openedAt: '2026-11-30T00:00:00Z',
  };

  it("keeps a session's first folder and project, and its cursor, when it goes on elsewhere", () => {
    const { ledger } = parts(new StateFolder(temporaryFolder()));
    ledger.open(first);
    ledger.advance('s1', ['e1'], '2026-11-30T01:00:00Z');
    expect(ledger.unfinished()).toEqual([]);
    ledger.open({ ...first, cwd: '/elsewhere', appId: 'other', openedAt: '2026-11-30T02:00:00Z' });
    expect(ledger.session('s1')).toMatchObject({ cwd: '/repo', appId: 'acme-shop' });
    expect(ledger.cursor('s1')?.captured).toEqual(['e1']);
    expect(ledger.unfinished().map(({ sessionId }) => sessionId)).toEqual(['s1']);
    expect(ledger.covered()).toEqual(new Set(['e1']));
  });

  it('knows that a session runs on which was opened again while it was being captured', () => {
    const { ledger } = parts(new StateFolder(temporaryFolder()));
    ledger.open(first);
    ledger.open({ ...first, openedAt: '2026-11-30T01:00:01Z' });
    ledger.advance('s1', ['e1'], '2026-11-30T01:00:00Z');
    expect(ledger.unfinished().map(({ sessionId }) => sessionId)).toEqual(['s1']);
    ledger.advance('s1', ['e2'], '2026-11-30T01:00:02Z');
    expect(ledger.unfinished()).toEqual([]);
    expect(ledger.cursor('s1')?.captured).toEqual(['e1', 'e2']);
  });
});
