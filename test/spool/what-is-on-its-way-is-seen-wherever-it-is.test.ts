import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { StateFolder } from '../../src/io/file-store.ts';
import { PendingItems } from '../../src/spool/pending.ts';
import { Spool } from '../../src/spool/spool.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { claimOf, spoolItem } from './items.ts';

const NOW = Date.parse('2026-11-30T12:00:00.000Z');
const HOUR = 60 * 60 * 1000;
const idAt = (ms: number, n = 0) => `${ms.toString(36).padStart(9, '0')}_a_${n}`;

class Counted extends StateFolder {
  reads = 0;

  override read(path: string): string | undefined {
    this.reads += 1;
    return super.read(path);
  }
}

function spool(destination = 'local') {
  const folder = new Counted(temporaryFolder());
  const of = new Spool(folder, 7, destination);
  const seen = (since = NOW - HOUR) => new PendingItems(folder, destination).look(since).map(({ id }) => id);
  return { folder, spool: of, seen };
}

describe('what is on its way', () => {
  it('is seen while it waits, is sent and is accepted, and no more once it is done, or set aside', () => {
    const { spool: s, seen } = spool();
    const [one, other] = [idAt(NOW), idAt(NOW, 1)];
    s.enqueue(one, spoolItem(one));
    s.enqueue(other, spoolItem(other));
    expect(seen()).toEqual([other, one]);
    const claim = claimOf(s, one, NOW);
    expect(seen()).toEqual([other, one]);
    s.accept(claim, { eventId: 'e', at: '2026-11-30T12:00:00Z' });
    expect(seen()).toEqual([other, one]);
    s.settled(one);
    expect(seen()).toEqual([other]);
    s.park(claimOf(s, other, NOW), 'refused 400');
    expect(seen()).toEqual([]);
  });

  it('is seen in a journal that nobody has settled yet', () => {
    const { folder, seen } = spool();
    const items = { [idAt(NOW, 0)]: spoolItem('x'), [idAt(NOW, 1)]: spoolItem('y', { destination: 'elsewhere#k' }) };
    folder.write(`spool/journal/${idAt(NOW).slice(0, -2)}.json`, JSON.stringify({ items }));
    expect(seen()).toEqual([idAt(NOW, 0)]);
  });

  it('is seen by its own destination alone, also where that could not be named when it was said', () => {
    const mine = spool('https://api.mem0.ai#key');
    const items = ['https://api.mem0.ai#key', '?#key', '?#other', 'https://api.mem0.ai#other', 'local'];
    for (const [n, destination] of items.entries()) mine.spool.enqueue(idAt(NOW, n), spoolItem('x', { destination }));
    expect(mine.seen()).toEqual([idAt(NOW, 1), idAt(NOW, 0)]);
    for (const n of [0, 2]) new Spool(mine.folder, 8, items[n] ?? '').claim(idAt(NOW, n), NOW);
    expect(mine.seen()).toEqual([idAt(NOW, 1), idAt(NOW, 0)]);
  });

  it('costs a bounded number of reads: the newest few, none that is older than asked for, nothing twice', () => {
    const { folder, spool: s, seen } = spool();
    expect(seen()).toEqual([]);
    expect(folder.reads).toBe(0);
    for (let n = 0; n < 200; n++) s.enqueue(idAt(NOW - n * 1000), spoolItem(`x${n}`));
    s.enqueue(idAt(NOW - 2 * HOUR), spoolItem('old'));
    folder.reads = 0;
    const items = new PendingItems(folder, 'local');
    expect(items.look(NOW - HOUR).map(({ id }) => id)).toEqual(
      Array.from({ length: 20 }, (_, n) => idAt(NOW - n * 1000)),
    );
    expect(folder.reads).toBe(20);
    expect(items.look(NOW - 10_000)).toHaveLength(20);
    expect(folder.reads).toBe(20);
    expect(seen(NOW - 3 * HOUR)).toHaveLength(20);
  });

  it('is told between two looks although it is done meanwhile', () => {
    const { folder, spool: s } = spool();
    const items = new PendingItems(folder, 'local');
    s.enqueue(idAt(NOW), spoolItem('x'));
    expect(items.look(0)).toHaveLength(1);
    s.acknowledge(claimOf(s, idAt(NOW), NOW));
    s.enqueue(idAt(NOW, 1), spoolItem('y'));
    expect(items.look(0).map(({ id, at }) => [id, at])).toEqual([
      [idAt(NOW, 1), NOW],
      [idAt(NOW), NOW],
    ]);
  });

  it('is passed over where it cannot be read', () => {
    const { folder, spool: s, seen } = spool();
    s.enqueue(idAt(NOW), spoolItem('x'));
    const odd = ['torn.local.json', `${idAt(NOW, 1)}.local.json`, `${idAt(NOW, 2)}.local.json`];
    for (const name of odd.slice(0, 2))
      writeFileSync(join(folder.root, 'spool/waiting', name), '{"version":1,', { mode: 0o600 });
    mkdirSync(join(folder.root, 'spool/waiting', odd[2] ?? ''));
    writeFileSync(join(folder.root, 'spool/accepted'), 'a file in place of a folder');
    expect(seen()).toEqual([idAt(NOW)]);
  });
});
