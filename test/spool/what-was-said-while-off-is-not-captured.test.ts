import { describe, expect, it } from 'vitest';
import { StateFolder } from '../../src/io/file-store.ts';
import { Ledger } from '../../src/spool/ledger.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { sessionRecord } from './items.ts';

const at = (hour: number) => `2026-11-30T0${hour}:00:00.000Z`;
const opened = (hour: number, change = {}) => sessionRecord({ openedAt: at(hour), ...change });

function setUp() {
  const folder = new StateFolder(temporaryFolder());
  const ledger = new Ledger(folder);
  /** The hours, of nine, at which what was said may be captured. */
  const on = (sessionId = 's1') => {
    const wasOff = ledger.offFilter(sessionId);
    return [1, 2, 3, 4, 5, 6, 7, 8, 9].filter((hour) => !wasOff(`2026-11-30T0${hour}:30:00.000Z`));
  };
  return { ledger, on, marks: () => folder.list('running').length };
}

describe('a session in which capture is switched off', () => {
  it('is captured only from when it is switched on, however often it is opened then', () => {
    const { ledger, on } = setUp();
    ledger.switchOff(opened(1), 'start');
    expect(on()).toEqual([]);
    ledger.open(opened(3));
    ledger.open(opened(5));
    expect(on()).toEqual([3, 4, 5, 6, 7, 8, 9]);
  });

  it('keeps what was said before it was switched off, and after', () => {
    const { ledger, on } = setUp();
    ledger.open(opened(1));
    ledger.switchOff(opened(3), 'start');
    ledger.switchOff(opened(4), 'start');
    expect(on()).toEqual([1, 2]);
    ledger.open(opened(6));
    ledger.switchOff(opened(8), 'start');
    expect(on()).toEqual([1, 2, 6, 7]);
  });

  it('at its end was off since it was last opened, or always where nobody saw it begin', () => {
    const { ledger, on } = setUp();
    ledger.open(opened(1));
    ledger.open(opened(4));
    ledger.switchOff(opened(6), 'end');
    expect(on()).toEqual([1, 2, 3]);
    ledger.switchOff(opened(6, { sessionId: 's2' }), 'end');
    expect(on('s2')).toEqual([]);
  });

  it('hides what has no time, and nothing of a session that was never off', () => {
    const { ledger, on } = setUp();
    ledger.open(opened(1));
    expect(ledger.offFilter('s1')(undefined)).toBe(false);
    expect(on()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    ledger.switchOff(opened(2), 'start');
    expect(ledger.offFilter('s1')(undefined)).toBe(true);
  });

  it('hides the same lines in a fork, which copies them, and nothing that is said beside it in another', () => {
    const { ledger, on } = setUp();
    ledger.open(opened(1));
    ledger.switchOff(opened(2), 'start');
    ledger.open(opened(4));
    // A fork that nobody saw begin, one that begins at five, and another session that ran all the while.
    expect(on('fork')).toEqual([1, 4, 5, 6, 7, 8, 9]);
    ledger.open(opened(5, { sessionId: 'seen' }));
    expect(on('seen')).toEqual([1, 4, 5, 6, 7, 8, 9]);
    ledger.open(opened(1, { sessionId: 'other' }));
    expect(on('other')).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('that was never on leaves no mark; what was said while it was on is still looked after', () => {
    const { ledger, marks } = setUp();
    ledger.switchOff(opened(1), 'start');
    expect(marks()).toBe(0);
    ledger.open(opened(2));
    ledger.switchOff(opened(3), 'start');
    expect(marks()).toBe(1);
  });

  it('keeps its first folder, its project and its cursor', () => {
    const { ledger } = setUp();
    ledger.open(opened(1));
    ledger.advance('s1', ['e1'], at(2), true);
    const belongs = { destination: 'local', place: { appId: 'other' }, secretNames: [] };
    ledger.switchOff(opened(3, { cwd: '/elsewhere', belongs }), 'start');
    expect(ledger.session('s1')).toMatchObject({ cwd: '/repo', belongs: { place: { appId: 'acme-shop' } } });
    expect(ledger.cursor('s1')?.captured).toEqual(['e1']);
  });
});
