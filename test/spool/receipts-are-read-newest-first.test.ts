import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Receipt } from '../../src/contract/state.ts';
import { StateFolder } from '../../src/io/file-store.ts';
import { Receipts } from '../../src/spool/receipts.ts';
import { Spool } from '../../src/spool/spool.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { claimOf, HERE, spoolItem } from './items.ts';

const idAt = (at: number) => `${at.toString(36).padStart(9, '0')}_k1`;
const NOON = Date.parse('2026-11-30T12:00:00Z');

function receiptAt(at: number, change: Partial<Receipt> = {}): Receipt {
  const id = idAt(at);
  const nothing = { turns: 1, omitted: [], redacted: [], left: [] };
  const items = [0, 1].map((n) => ({ captureId: `${id}_${n}`, type: 'decision' }));
  return { id, sessionId: 's1', at: new Date(at).toISOString(), ...nothing, items, ...change };
}

describe('receipts', () => {
  it('come newest first, and none that are older than was asked for', () => {
    const receipts = new Receipts(new StateFolder(temporaryFolder()));
    const times = [NOON - 5, NOON, NOON - 90_000, NOON + 1];
    for (const at of times) receipts.write(receiptAt(at));
    expect([...receipts.newest()].map((one) => one?.id)).toEqual([...times].sort((a, b) => b - a).map(idAt));
    expect([...receipts.newest(NOON)].map((one) => one?.id)).toEqual([NOON + 1, NOON].map(idAt));
  });

  it('that cannot be read are told apart from none, and keep no other from being read', () => {
    const root = temporaryFolder();
    const folder = new StateFolder(root);
    const receipts = new Receipts(folder);
    receipts.write(receiptAt(NOON));
    folder.write(`receipts/${idAt(NOON + 1)}.json`, '{"id":');
    folder.write(
      `receipts/${idAt(NOON + 2)}.json`,
      JSON.stringify({ ...receiptAt(NOON), items: [{ outcome: 'odd' }] }),
    );
    mkdirSync(join(root, 'receipts', `${idAt(NOON + 3)}.json`));
    symlinkSync('/etc/passwd', join(root, 'receipts', `${idAt(NOON + 4)}.json`));
    expect([...receipts.newest()].map((one) => one?.id)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      idAt(NOON),
    ]);
  });

  it('keep who accepted an item, and how its event ended, beside what they knew', () => {
    const receipts = new Receipts(new StateFolder(temporaryFolder()));
    const before = receiptAt(NOON, { omitted: [{ path: 'a.md', lines: 3 }] });
    receipts.write(before);
    const accepted = {
      at: before.at,
      destination: 'local',
      place: { appId: 'shop', override: { orgId: 'o', projectId: 'p' } },
    };
    receipts.accepted(`${before.id}_1`, { eventId: 'e1', accepted });
    receipts.ended(`${before.id}_1`, { outcome: 'SUCCEEDED', memoryIds: ['m1'] });
    const [first, second] = before.items;
    const after = { ...second, eventId: 'e1', accepted, outcome: 'SUCCEEDED', memoryIds: ['m1'] };
    expect(receipts.read(before.id)).toEqual({ ...before, items: [first, after] });
  });
});

describe('an item of the spool', () => {
  const isAlive = () => true;

  it('is said to be where it is, whoever it is for', () => {
    const folder = new StateFolder(temporaryFolder());
    const spool = new Spool(folder, 1, 'local');
    const other = 'https://api.mem0.ai#0123456789abcdef';
    spool.enqueue('c1_0', spoolItem('c1_0', { destination: other, place: HERE.place }));
    const waits = { attempts: 0, notBefore: 0, uncertain: false, destination: other };
    expect(spool.whereIs('c1_0', isAlive)).toMatchObject({ state: 'waiting', waits });
    expect(spool.whereIs('c1', isAlive)).toBeUndefined();
    const theirs = new Spool(folder, 2, other);
    const claim = claimOf(theirs, 'c1_0', NOON);
    expect(spool.whereIs('c1_0', (pid) => pid === 2)).toEqual({ state: 'sending' });
    // The process that had it is gone: it waits, and may have arrived.
    const uncertain = { ...waits, uncertain: true };
    expect(spool.whereIs('c1_0', () => false)).toMatchObject({ state: 'waiting', waits: uncertain });
    theirs.park(claim, 'refused 400');
    expect(spool.whereIs('c1_0', isAlive)).toEqual({ state: 'parked', reason: 'refused 400' });
    folder.write('spool/parked/c1_0.json', 'torn');
    expect(spool.whereIs('c1_0', isAlive)).toEqual({ state: 'parked' });
    folder.remove('spool/parked/c1_0.json');
    expect(spool.whereIs('c1_0', isAlive)).toBeUndefined();
  });
});
