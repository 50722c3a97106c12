import { describe, expect, it } from 'vitest';
import { StateFolder } from '../../src/io/file-store.ts';
import { BackgroundLock } from '../../src/spool/background-lock.ts';
import { temporaryFolder } from '../temporary-folder.ts';

function locks(alive: Set<number>) {
  const root = temporaryFolder();
  return (pid: number) => new BackgroundLock(new StateFolder(root), pid, (other) => alive.has(other));
}

describe('the background lock', () => {
  it('is held by one, and by the next once it is given back', () => {
    const lockOf = locks(new Set([11, 12]));
    const [first, second] = [lockOf(11), lockOf(12)];
    expect(first.acquire(1)).toBe(true);
    expect(second.acquire(2)).toBe(false);
    first.release();
    expect(second.acquire(3)).toBe(true);
    expect(first.acquire(4)).toBe(false);
  });

  it('is taken over from a process that is gone, by one', () => {
    const lockOf = locks(new Set([12, 13]));
    expect(lockOf(11).acquire(1)).toBe(true);
    expect([lockOf(12).acquire(2), lockOf(13).acquire(2)]).toEqual([true, false]);
  });

  it('is taken over from a process id that has lived longer than any run', () => {
    const lockOf = locks(new Set([11, 12]));
    const late = lockOf(11);
    expect(late.acquire(0)).toBe(true);
    const next = lockOf(12);
    expect(next.acquire(60 * 60 * 1000)).toBe(true);
    // The late holder gives back what it no longer has: nothing changes.
    late.release();
    expect(lockOf(11).acquire(60 * 60 * 1000 + 1)).toBe(false);
  });

  it('is taken over from a holder whose clock was far ahead', () => {
    const lockOf = locks(new Set([11, 12]));
    expect(lockOf(11).acquire(365 * 24 * 60 * 60 * 1000)).toBe(true);
    expect(lockOf(12).acquire(1)).toBe(true);
  });

  it('is known to be held by its holder alone, until it is given back or taken over', () => {
    const alive = new Set([11, 12]);
    const lockOf = locks(alive);
    const [first, second] = [lockOf(11), lockOf(12)];
    expect(first.holds()).toBe(false);
    expect(first.acquire(1)).toBe(true);
    expect(second.acquire(2)).toBe(false);
    expect([first.holds(), second.holds()]).toEqual([true, false]);
    first.release();
    expect([first.holds(), second.holds()]).toEqual([false, false]);
    expect(second.acquire(3)).toBe(true);
    // The machine sleeps; when it wakes up, another one has come first.
    expect(first.acquire(60 * 60 * 1000)).toBe(true);
    expect([first.holds(), second.holds()]).toEqual([true, false]);
    second.release();
    expect(first.holds()).toBe(true);
  });
});
