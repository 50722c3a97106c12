import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { StateFolder } from '../../src/io/file-store.ts';
import { Spool } from '../../src/spool/spool.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { claimOf, spoolItem } from './items.ts';

function setUp() {
  const root = temporaryFolder();
  const folder = new StateFolder(root);
  return { root, folder, spool: new Spool(folder, 11, 'local'), other: new Spool(folder, 12, 'local') };
}

const ACCEPTED = { eventId: 'e1', at: '2026-11-30T12:00:00.000Z' };

describe('a spool item', () => {
  it('waits, is claimed by one, and is gone once acknowledged', () => {
    const { spool, other } = setUp();
    spool.enqueue('b', spoolItem('b'));
    spool.enqueue('a', spoolItem('a'));
    expect(spool.waiting()).toEqual(['a', 'b']);
    const claim = claimOf(spool, 'a', 1);
    expect(claim.item).toEqual(spoolItem('a'));
    expect(other.claim('a', 1)).toBeUndefined();
    expect(other.waiting()).toEqual(['b']);
    spool.acknowledge(claim);
    expect(spool.waiting()).toEqual(['b']);
  });

  it('keeps what was learnt when it is put back, and the reason when it is parked', () => {
    const { folder, spool } = setUp();
    spool.enqueue('a', spoolItem('a'));
    const claim = claimOf(spool, 'a', 1);
    spool.putBack(claim, { attempts: 3, notBefore: 99, uncertain: true });
    expect(spool.peek('a')).toEqual(spoolItem('a', { attempts: 3, notBefore: 99, uncertain: true }));
    spool.park(claimOf(spool, 'a', 2), 'refused 400');
    expect(spool.waiting()).toEqual([]);
    expect(JSON.parse(folder.read('spool/parked/a.json') ?? '').parkedFor).toBe('refused 400');
  });

  it('of a process that is gone is taken back as uncertain; of one that lives it is not', () => {
    const { spool, other } = setUp();
    spool.enqueue('a', spoolItem('a'));
    spool.claim('a', 1);
    other.takeBack(
      (pid) => pid === 11,
      2,
      () => 500,
    );
    expect(other.waiting()).toEqual([]);
    other.takeBack(
      () => false,
      2,
      () => 500,
    );
    expect(other.peek('a')).toMatchObject({ uncertain: true, notBefore: 500 });
  });

  it('that cannot be read is set aside and stops nothing', () => {
    const { root, folder, spool } = setUp();
    spool.enqueue('a', spoolItem('a'));
    spool.enqueue('b', spoolItem('b'));
    writeFileSync(join(root, 'spool/waiting/a.local.json'), '{"version":1');
    expect(spool.claim('a', 1)).toBe('unreadable');
    expect(folder.list('spool/parked')).toEqual(['a.json']);
    expect(claimOf(spool, 'b', 1).item).toEqual(spoolItem('b'));
  });

  it('that a dead process had, and that cannot be read, is set aside and told of', () => {
    const { root, folder, spool, other } = setUp();
    spool.enqueue('a', spoolItem('a'));
    const { path } = claimOf(spool, 'a', 1);
    writeFileSync(join(root, path), '{"version":1');
    const gone = () => false;
    expect(other.takeBack(gone, 2, () => 500)).toBe('unreadable');
    expect(folder.list('spool/parked')).toEqual(['a.json']);
    expect(other.takeBack(gone, 3, () => 500)).toBeUndefined();
  });

  it('that was accepted is kept until its event has ended well', () => {
    const { folder, spool, other } = setUp();
    spool.enqueue('a', spoolItem('a'));
    spool.accept(claimOf(spool, 'a', 1), ACCEPTED);
    expect(folder.list('spool/accepted')).toEqual(['a.local.json']);
    expect(spool.kept('a')).toEqual(spoolItem('a', { accepted: { ...ACCEPTED, destination: 'local' } }));
    // A start looks after it, with the key that has accepted it and with no other.
    expect(spool.hasUnended(() => true, 1)).toBe(true);
    expect(new Spool(folder, 13, 'https://api.mem0.ai#00aa').hasUnended(() => true, 1)).toBe(false);
    expect([spool.waiting(), folder.list('spool/claimed')]).toEqual([[], []]);
    other.takeBack(
      () => false,
      2,
      () => 500,
    );
    expect(spool.whereIs('a', () => true)).toBeUndefined();
    spool.settled('a');
    expect(spool.kept('a')).toBeUndefined();
    expect(folder.list('spool/accepted')).toEqual([]);
  });

  it('whose extraction failed waits again as if it had never been sent, and is parked when that goes on', () => {
    const { folder, spool } = setUp();
    spool.enqueue('a', spoolItem('a', { attempts: 2, uncertain: true }));
    spool.accept(claimOf(spool, 'a', 1), ACCEPTED);
    expect(spool.failed('a', 2, 900, 'extraction failed')).toBe('waiting');
    const accepted = { ...ACCEPTED, destination: 'local', failed: true } as const;
    expect(spool.peek('a')).toEqual(spoolItem('a', { notBefore: 900, failed: 1, accepted }));
    expect(spool.failed('a', 2, 900, 'extraction failed')).toBeUndefined();
    spool.accept(claimOf(spool, 'a', 1), ACCEPTED);
    expect(spool.failed('a', 2, 900, 'extraction failed')).toBe('parked');
    expect(spool.whereIs('a', () => true)).toEqual({ state: 'parked', reason: 'extraction failed' });
    expect(folder.list('spool/accepted')).toEqual([]);
  });
});
