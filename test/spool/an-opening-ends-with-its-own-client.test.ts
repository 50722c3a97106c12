import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { StateFolder } from '../../src/io/file-store.ts';
import { Ledger } from '../../src/spool/ledger.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { HERE, sessionRecord } from './items.ts';

const at = (hour: number) => `2026-11-30T${String(hour).padStart(2, '0')}:00:00.000Z`;
const half = (hour: number) => at(hour).replace(':00:', ':30:');
const THERE = { ...HERE, destination: 'https://api.mem0.ai#0123456789abcdef' };

function setUp() {
  const root = temporaryFolder();
  const folder = new StateFolder(join(root, 'state'));
  const living = new Set([1, 2]);
  const ledger = new Ledger(folder, ({ owner }) => owner !== undefined && living.has(owner));
  const transcriptPath = join(root, 's1.jsonl');
  const opened = (hour: number, owner: number, change = {}) =>
    sessionRecord({ openedAt: at(hour), owner, transcriptPath, ...change });
  const ending = (hour: number, owner: number, change = {}) => ({
    ...{ sessionId: 's1', transcriptPath, cwd: '/repo', at: at(hour), owner, belongs: HERE },
    ...change,
  });
  const hours = (belongs = HERE, sessionId = 's1') => {
    const claim = ledger.claimOn(sessionId, belongs);
    return [1, 2, 3, 4, 5, 6, 7, 8, 9].filter((hour) => claim(half(hour)) === 'takes');
  };
  const owners = () => ledger.unfinished().map(({ owner }) => owner);
  return { root, folder, living, ledger, opened, ending, hours, owners };
}

describe('an opening', () => {
  it('of another living client stays open beside a new one, and that one’s end ends its own alone', () => {
    const { ledger, opened, ending, hours, owners, living } = setUp();
    ledger.open(opened(1, 1));
    ledger.open(opened(3, 2, { belongs: THERE }));
    ledger.end(ending(5, 2, { belongs: THERE }));
    expect(owners()).toEqual([1]);
    // What a capture of the other one closes is not this one.
    ledger.close('s1', at(5), THERE);
    expect(owners()).toEqual([1]);
    expect(hours()).toEqual([1, 2, 5, 6, 7, 8, 9]);
    expect(hours(THERE)).toEqual([]);
    living.delete(1);
    expect(ledger.unfinished().map((one) => ledger.isOver(one))).toEqual([true]);
    ledger.close('s1', at(8), HERE);
    expect(owners()).toEqual([]);
  });

  it('ends where the same client opens the session again, and goes on in the new one', () => {
    const { ledger, opened, ending, owners, hours } = setUp();
    for (const hour of [1, 2, 3]) ledger.open(opened(hour, 1));
    expect(owners()).toEqual([1]);
    ledger.end(ending(4, 1));
    expect(owners()).toEqual([]);
    expect(hours()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('that is dated in the future, by a clock that was wrong, ends all the same', () => {
    const { ledger, opened, ending, owners, living } = setUp();
    const future = { openedAt: '2036-01-01T00:00:00.000Z' };
    ledger.open(opened(1, 1, future));
    ledger.end(ending(4, 1));
    expect(owners()).toEqual([]);
    // And one of a client that was killed.
    ledger.open(opened(5, 2, future));
    living.delete(2);
    ledger.end(ending(6, 1));
    expect(owners()).toEqual([]);
  });

  it('that a capture for the belonging of the end cannot take is still to be captured', () => {
    const { ledger, opened, ending } = setUp();
    ledger.open(opened(1, 1));
    ledger.end(ending(4, 1, { belongs: THERE }));
    expect(ledger.unfinished()).toMatchObject([{ belongs: HERE, until: at(4) }]);
    ledger.close('s1', at(5), THERE);
    expect(ledger.unfinished()).toHaveLength(1);
    ledger.close('s1', at(5), HERE);
    expect(ledger.unfinished()).toEqual([]);
  });

  it('in which capture was off is over with its process, and leaves nothing to look after', () => {
    const { folder, ledger, opened, hours, living } = setUp();
    ledger.open(opened(1, 1));
    ledger.open(opened(3, 2, { off: true }));
    ledger.settleOff(at(4));
    expect(folder.list('running')).toHaveLength(2);
    living.delete(2);
    ledger.settleOff(at(5));
    expect(folder.list('running')).toHaveLength(1);
    expect(hours()).toEqual([1, 2, 5, 6, 7, 8, 9]);
  });

  it('is one of few, however often its session was opened and ended', () => {
    const { folder, ledger, opened, ending, hours, living } = setUp();
    for (let hour = 1; hour < 9; hour++) {
      ledger.open(opened(hour, 1));
      ledger.end({ ...ending(hour, 1), at: half(hour) });
      ledger.close('s1', half(hour), HERE);
    }
    expect(folder.list('past/s1')).toHaveLength(1);
    living.clear();
    expect(hours()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });
});

describe('an opening that may be a fork’s', () => {
  const fork = { belongs: THERE, other: 's2' };
  const prove = (root: string) => {
    mkdirSync(root, { recursive: true });
    writeFileSync(join(root, 's2.jsonl'), '{}\n');
  };

  it('counts as the session’s as long as nothing proves it, and for nothing once its transcript is there', () => {
    const { root, ledger, opened, hours } = setUp();
    ledger.open(opened(1, 1));
    ledger.open(opened(3, 2, fork));
    expect(hours()).toEqual([1, 2]);
    expect(hours(HERE, 's2')).toEqual(hours(THERE, 's2'));
    prove(root);
    expect(hours()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(hours(HERE, 's2')).toEqual([]);
    expect(hours(THERE, 's2')).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(ledger.unfinished()).toMatchObject([
      { sessionId: 's1' },
      { sessionId: 's2', transcriptPath: join(root, 's2.jsonl'), cwd: '/repo' },
    ]);
  });

  it('is the fork’s once an end of the same client calls it so, although no prompt was made', () => {
    const { ledger, opened, ending, hours, owners } = setUp();
    ledger.open(opened(1, 1));
    ledger.open(opened(3, 2, fork));
    ledger.end(ending(5, 2, { sessionId: 's2', belongs: THERE }));
    expect(owners()).toEqual([1]);
    expect(hours()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(ledger.openings('s2')).toMatchObject([{ belongs: THERE, until: at(5) }]);
    expect(ledger.session('s2')).toMatchObject({ cwd: '/repo', startedAt: at(5) });
  });

  it('gives back what was passed over for it, when the session ended before anybody knew', () => {
    const { ledger, opened, ending, hours, owners } = setUp();
    ledger.open(opened(1, 1));
    ledger.open(opened(3, 2, fork));
    ledger.end(ending(5, 1));
    expect([hours(), owners()]).toEqual([[1, 2], [2]]);
    ledger.end(ending(7, 2, { sessionId: 's2', belongs: THERE }));
    expect(ledger.unfinished()).toMatchObject([{ sessionId: 's1', belongs: HERE, until: at(5) }]);
    expect(hours()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    ledger.close('s1', at(8), HERE);
    expect(ledger.unfinished()).toEqual([]);
  });

  it('is the session’s once the same client ends it under its own id: plain -c names an id that is never used', () => {
    const { ledger, opened, ending, hours } = setUp();
    ledger.open(opened(1, 1));
    ledger.open(opened(3, 2, fork));
    ledger.end(ending(5, 2, { belongs: THERE }));
    expect(hours()).toEqual([1, 2, 5, 6, 7, 8, 9]);
    expect(ledger.openings('s1')).toMatchObject([{ owner: 1 }, { owner: 2, until: at(5) }]);
    expect(ledger.openings('s1').every(({ other }) => other === undefined)).toBe(true);
  });

  it('does not take over what a killed client has left in the session', () => {
    const { ledger, opened, living } = setUp();
    ledger.open(opened(1, 1));
    living.delete(1);
    ledger.open(opened(3, 2, { other: 's2' }));
    expect(ledger.unfinished()).toMatchObject([{ owner: 1, until: at(3) }, { owner: 2 }]);
  });

  it('is closed with the fork, when that was captured after its client was killed', () => {
    const { root, ledger, opened, living, owners } = setUp();
    ledger.open(opened(1, 1));
    ledger.open(opened(3, 2, fork));
    prove(root);
    living.delete(2);
    ledger.close('s1', at(6), THERE);
    expect(owners()).toEqual([1, 2]);
    ledger.close('s2', at(6), THERE);
    expect(owners()).toEqual([1]);
  });
});

describe('a record of an earlier version', () => {
  const earlier = {
    ...{ sessionId: 's1', transcriptPath: '/transcripts/s1.jsonl', cwd: '/repo', startedAt: at(1), openedAt: at(7) },
    ...{ belongs: HERE, owner: 1, former: [{ belongs: THERE, until: at(4) }] },
    offSpans: [{ from: at(2), to: at(3) }],
  };
  const lay = (folder: StateFolder, record: object, runs = true) => {
    folder.write('sessions/s1.json', JSON.stringify(record));
    if (runs) folder.write(`running/s1.${Date.parse(at(7))}`, '');
  };

  it('is read as the openings that it tells of, and is the same when it is put into the form of now', () => {
    const { folder, ledger, ending, hours, owners, living } = setUp();
    lay(folder, earlier);
    const before = [hours(), hours(THERE)];
    expect(before).toEqual([
      [4, 5, 6, 7, 8, 9],
      [1, 3],
    ]);
    expect(owners()).toEqual([1]);
    living.delete(2);
    ledger.end(ending(9, 2));
    expect([hours(), hours(THERE)]).toEqual(before);
    expect(folder.list('running')).toHaveLength(1);
    expect(ledger.session('s1')).toMatchObject({ startedAt: at(1), appId: 'acme-shop' });
    ledger.end(ending(9, 1));
    expect([hours(), hours(THERE)]).toEqual(before);
    expect(folder.list('running')).toEqual([]);
  });

  it('in which capture is off stays off until it is opened with capture on', () => {
    const { folder, ledger, opened, hours } = setUp();
    lay(folder, { ...earlier, former: [], offSpans: [], offFrom: at(5) }, false);
    expect(hours()).toEqual([1, 2, 3, 4]);
    ledger.open(opened(8, 2));
    expect(hours()).toEqual([1, 2, 3, 4, 8, 9]);
  });
});
