import { describe, expect, it } from 'vitest';
import type { CaptureRecord } from '../../src/contract/state.ts';
import { StateFolder } from '../../src/io/file-store.ts';
import { Journal } from '../../src/spool/journal.ts';
import { Ledger } from '../../src/spool/ledger.ts';
import { Receipts } from '../../src/spool/receipts.ts';
import { Spool } from '../../src/spool/spool.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { nobody, sessionRecord, spoolItem } from './items.ts';

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
  closesUpTo: '2026-11-30T00:00:00.000Z',
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
  const [spool, ledger, receipts] = [new Spool(folder, 11, 'local'), new Ledger(folder, nobody), new Receipts(folder)];
  return { spool, ledger, receipts, journal: new Journal({ folder, spool, ledger, receipts }) };
}

describe('a capture', () => {
  it('killed before any change is settled to all or nothing by the next process', () => {
    for (let steps = 0; ; steps++) {
      const root = temporaryFolder();
      parts(new StateFolder(root)).ledger.open(sessionRecord({ openedAt: '2026-11-29T23:00:00.000Z' }));
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

  it('that does not end its session leaves it among those that are looked after', () => {
    const { ledger, journal } = parts(new StateFolder(temporaryFolder()));
    ledger.open(sessionRecord({ openedAt: '2026-11-29T23:00:00.000Z' }));
    const { closesUpTo: _, ...goingOn } = record;
    journal.commit('c1', goingOn);
    expect(ledger.cursor('s1')?.captured).toEqual(['e1', 'e2']);
    expect(ledger.unfinished().map(({ sessionId }) => sessionId)).toEqual(['s1']);
  });

  it('that was interrupted keeps its destination, whoever settles it', () => {
    const folder = new StateFolder(temporaryFolder());
    const item = spoolItem('c1_0', { destination: 'https://api.mem0.ai#0123456789abcdef' });
    folder.write('spool/journal/c1.json', JSON.stringify({ ...record, items: { c1_0: item } }));
    const { spool, journal } = parts(folder);
    journal.settle();
    expect(spool.waiting()).toEqual([]);
    expect(spool.elsewhere()).toBe(1);
    expect(new Spool(folder, 12, item.destination).peek('c1_0')).toEqual(item);
  });

  it.each([
    ['a shape that is not known', { ...record, closesUpTo: 7 }],
    ...['', '../x', 'a/b', 'a\0b', '\ud800', 'A', 'x'.repeat(5_000)].flatMap((id): [string, object][] => [
      [`an item whose id is ${JSON.stringify(id).slice(0, 20)}`, { ...record, items: { [id]: spoolItem('c1_0') } }],
      [`a receipt whose id is ${JSON.stringify(id).slice(0, 20)}`, { ...record, receipt: { ...record.receipt, id } }],
    ]),
  ])('of %s is set aside, not deleted, and keeps no other from being settled', (_, document) => {
    const folder = new StateFolder(temporaryFolder());
    const odd = JSON.stringify(document);
    folder.write('spool/journal/c0.json', odd);
    folder.write('spool/journal/c1.json', JSON.stringify(record));
    const { spool, journal } = parts(folder);
    journal.settle();
    expect(spool.waiting()).toEqual(['c1_0', 'c1_1']);
    expect(folder.list('spool/journal')).toEqual([]);
    expect(folder.read('spool/parked/journal_c0.json')).toBe(odd);
  });

  it('notes in its receipt what the platform answered', () => {
    const { receipts } = parts(new StateFolder(temporaryFolder()));
    receipts.write({ ...record.receipt, items: [{ captureId: 'c1_0', type: 'decision' }] });
    receipts.accepted('c1_0', { eventId: 'e-7' });
    receipts.accepted('c9_0', { eventId: 'e-8' });
    expect(receipts.read('c1')?.items).toEqual([{ captureId: 'c1_0', type: 'decision', eventId: 'e-7' }]);
  });
});
