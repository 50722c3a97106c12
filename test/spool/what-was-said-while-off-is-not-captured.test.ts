import { describe, expect, it } from 'vitest';
import { StateFolder } from '../../src/io/file-store.ts';
import { Ledger } from '../../src/spool/ledger.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { HERE, sessionRecord } from './items.ts';

const at = (hour: number) => `2026-11-30T0${hour}:00:00.000Z`;
const opened = (hour: number, change = {}) => sessionRecord({ openedAt: at(hour), ...change });

function setUp() {
  const folder = new StateFolder(temporaryFolder());
  const ledger = new Ledger(folder);
  /** The hours, of nine, at which what was said may be captured. */
  const on = (sessionId = 's1') => {
    const wasOff = ledger.passesOver(sessionId, HERE);
    return [1, 2, 3, 4, 5, 6, 7, 8, 9].filter((hour) => !wasOff(`2026-11-30T0${hour}:30:00.000Z`));
  };
  return { folder, ledger, on, marks: () => folder.list('running').length };
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
    expect(ledger.passesOver('s1', HERE)(undefined)).toBe(false);
    expect(on()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    ledger.switchOff(opened(2), 'start');
    expect(ledger.passesOver('s1', HERE)(undefined)).toBe(true);
  });

  it('hides nothing of another session', () => {
    const { ledger, on } = setUp();
    ledger.switchOff(opened(2), 'start');
    ledger.open(opened(1, { sessionId: 'other' }));
    for (const session of ['other', 'unknown']) expect(on(session)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('whose record cannot be read is off altogether: it may say so', () => {
    const { folder, ledger, on } = setUp();
    ledger.open(opened(1));
    folder.write('sessions/s1.json', '{"version":2}');
    expect(on()).toEqual([]);
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
    ledger.advance('s1', ['e1'], at(2), at(2));
    const belongs = { destination: 'local', place: {}, secretMarks: [] };
    ledger.switchOff(opened(3, { cwd: '/elsewhere', belongs }), 'start');
    expect(ledger.session('s1')).toMatchObject({ cwd: '/repo', belongs: { place: { appId: 'acme-shop' } } });
    expect(ledger.cursor('s1')?.captured).toEqual(['e1']);
  });
});

describe('a session that goes on in another environment', () => {
  const there = { destination: 'https://api.mem0.ai#0123456789abcdef', place: {}, secretMarks: [] };

  it('is captured part by part, each where it was said', () => {
    const { ledger } = setUp();
    const hours = (belongs: Parameters<Ledger['passesOver']>[1]) => {
      const passed = ledger.passesOver('s1', belongs);
      return [1, 2, 3, 4, 5, 6].filter((hour) => !passed(`2026-11-30T0${hour}:30:00.000Z`));
    };
    const moves = (hour: number, change = {}) => {
      const left = ledger.leaves(opened(hour, change));
      ledger.open(opened(hour, change));
      return left;
    };
    expect(moves(1)).toBeUndefined();
    expect(moves(3, { belongs: there })).toEqual(HERE);
    expect(hours(HERE)).toEqual([1, 2]);
    expect(hours(there)).toEqual([3, 4, 5, 6]);
    expect(moves(5)).toEqual(expect.objectContaining({ destination: there.destination }));
    expect(hours(HERE)).toEqual([1, 2, 5, 6]);
    expect(hours(there)).toEqual([3, 4]);
  });

  it('is captured where it was said although capture was off in between, and elsewhere', () => {
    const { ledger } = setUp();
    ledger.open(opened(1));
    // With a key, and off: what was said before still belongs where it did.
    ledger.switchOff(opened(3, { belongs: there }), 'start');
    expect(ledger.session('s1')?.belongs).toMatchObject({ destination: 'local' });
    expect(ledger.unfinished().map(({ belongs }) => belongs.destination)).toEqual(['local']);
    expect(ledger.leaves(opened(5, { belongs: there }))).toMatchObject({ destination: 'local' });
    ledger.open(opened(5, { belongs: there }));
    const hours = (belongs: Parameters<Ledger['passesOver']>[1]) =>
      [1, 2, 3, 4, 5, 6].filter((hour) => !ledger.passesOver('s1', belongs)(`2026-11-30T0${hour}:30:00.000Z`));
    expect(hours(HERE)).toEqual([1, 2]);
    expect(hours(there)).toEqual([5, 6]);
  });

  it('or was off, is closed to the session state of a fork', () => {
    const { ledger } = setUp();
    const path = (name: string) => ({ sessionId: name, transcriptPath: `/transcripts/${name}.jsonl` });
    ledger.open(opened(1, path('open')));
    ledger.switchOff(opened(1, path('off')), 'start');
    ledger.open(opened(1, { ...path('there'), belongs: there }));
    expect(ledger.closedTranscripts('fork', HERE)).toEqual(['/transcripts/off.jsonl', '/transcripts/there.jsonl']);
    expect(ledger.closedTranscripts('fork', there)).toEqual(['/transcripts/off.jsonl', '/transcripts/open.jsonl']);
  });

  it('has left nothing behind where it had ended, or where nothing that matters has changed', () => {
    const { ledger } = setUp();
    ledger.open(opened(1));
    expect(ledger.leaves(opened(2))).toBeUndefined();
    ledger.advance('s1', ['e1'], at(3), at(3));
    expect(ledger.leaves(opened(4, { belongs: there }))).toBeUndefined();
    ledger.open(opened(4, { belongs: there }));
    expect(ledger.session('s1')?.former).toBeUndefined();
  });
});
