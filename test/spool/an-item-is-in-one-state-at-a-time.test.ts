import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { StateFolder } from '../../src/io/file-store.ts';
import { Spool } from '../../src/spool/spool.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { spoolItem } from './items.ts';

function setUp() {
  const root = temporaryFolder();
  const folder = new StateFolder(root);
  return { root, folder, spool: new Spool(folder, 11, 'local'), other: new Spool(folder, 12, 'local') };
}

describe('a spool item', () => {
  it('waits, is claimed by one, and is gone once acknowledged', () => {
    const { spool, other } = setUp();
    spool.enqueue('b', spoolItem('b'));
    spool.enqueue('a', spoolItem('a'));
    expect(spool.waiting()).toEqual(['a', 'b']);
    const claim = spool.claim('a', 1);
    expect(claim?.item).toEqual(spoolItem('a'));
    expect(other.claim('a', 1)).toBeUndefined();
    expect(other.waiting()).toEqual(['b']);
    if (claim !== undefined) spool.acknowledge(claim);
    expect(spool.waiting()).toEqual(['b']);
  });

  it('keeps what was learnt when it is put back, and the reason when it is parked', () => {
    const { folder, spool } = setUp();
    spool.enqueue('a', spoolItem('a'));
    const claim = spool.claim('a', 1);
    if (claim === undefined) throw new Error('not claimed');
    spool.putBack(claim, { attempts: 3, notBefore: 99, uncertain: true });
    expect(spool.peek('a')).toEqual(spoolItem('a', { attempts: 3, notBefore: 99, uncertain: true }));
    const again = spool.claim('a', 2);
    if (again === undefined) throw new Error('not claimed');
    spool.park(again, 'refused 400');
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
    expect(spool.claim('a', 1)).toBeUndefined();
    expect(folder.list('spool/parked')).toEqual(['a.json']);
    expect(spool.claim('b', 1)?.item).toEqual(spoolItem('b'));
  });
});
