import { describe, expect, it } from 'vitest';
import { StateFolder } from '../../src/io/file-store.ts';
import { Ledger } from '../../src/spool/ledger.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { HERE, nobody, sessionRecord } from './items.ts';

const at = (hour: number) => `2026-11-30T0${hour}:00:00.000Z`;
const opened = (hour: number, change = {}) => sessionRecord({ openedAt: at(hour), ...change });
const ending = (hour: number, change = {}) => ({ ...opened(hour, change), at: at(hour), off: true });

function setUp() {
  const folder = new StateFolder(temporaryFolder());
  const ledger = new Ledger(folder, nobody);
  /** The hours, of nine, at which what was said may be captured. */
  const on = (sessionId = 's1') => {
    const claim = ledger.claimOn(sessionId, HERE);
    return [1, 2, 3, 4, 5, 6, 7, 8, 9].filter((hour) => claim(`2026-11-30T0${hour}:30:00.000Z`) === 'takes');
  };
  return { folder, ledger, on, lookedAfter: () => ledger.unfinished().length };
}

describe('a session in which capture is switched off', () => {
  it('is captured only from when it is switched on, however often it is opened then', () => {
    const { ledger, on } = setUp();
    ledger.open(opened(1, { off: true }));
    expect(on()).toEqual([]);
    ledger.open(opened(3));
    ledger.open(opened(5));
    expect(on()).toEqual([3, 4, 5, 6, 7, 8, 9]);
  });

  it('keeps what was said before it was switched off, and after', () => {
    const { ledger, on } = setUp();
    ledger.open(opened(1));
    ledger.open(opened(3, { off: true }));
    ledger.open(opened(4, { off: true }));
    expect(on()).toEqual([1, 2]);
    ledger.open(opened(6));
    ledger.open(opened(8, { off: true }));
    expect(on()).toEqual([1, 2, 6, 7]);
  });

  it('at its end was off since it was last opened, or always where nobody saw it begin', () => {
    const { ledger, on } = setUp();
    ledger.open(opened(1));
    ledger.open(opened(4));
    ledger.end(ending(6));
    expect(on()).toEqual([1, 2, 3]);
    ledger.end(ending(6, { sessionId: 's2' }));
    expect(on('s2')).toEqual([]);
  });

  it('hides what has no time, and nothing of a session that was never off', () => {
    const { ledger, on } = setUp();
    ledger.open(opened(1));
    expect(ledger.claimOn('s1', HERE)(undefined)).toBe('takes');
    expect(on()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    ledger.open(opened(2, { off: true }));
    expect(ledger.claimOn('s1', HERE)(undefined)).not.toBe('takes');
  });

  it('hides nothing of another session', () => {
    const { ledger, on } = setUp();
    ledger.open(opened(2, { off: true }));
    ledger.open(opened(1, { sessionId: 'other' }));
    for (const session of ['other', 'unknown']) expect(on(session)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('whose record cannot be read is off altogether: it may say so', () => {
    const { folder, ledger, on } = setUp();
    ledger.open(opened(1));
    folder.write('sessions/s1.json', '{"version":2}');
    expect(on()).toEqual([]);
  });

  it('that was never on has nothing to look after; what was said while it was on is still looked after', () => {
    const { ledger, lookedAfter } = setUp();
    ledger.open(opened(1, { off: true }));
    expect(lookedAfter()).toBe(0);
    ledger.open(opened(2));
    ledger.open(opened(3, { off: true }));
    expect(lookedAfter()).toBe(1);
  });

  it('keeps its first folder, its project and its cursor', () => {
    const { ledger } = setUp();
    ledger.open(opened(1));
    ledger.advance('s1', ['e1'], at(2), at(2));
    const belongs = { destination: 'local', place: {}, secretMarks: [] };
    ledger.open(opened(3, { cwd: '/elsewhere', belongs, off: true }));
    expect(ledger.session('s1')).toMatchObject({ cwd: '/repo', appId: 'acme-shop' });
    expect(ledger.cursor('s1')?.captured).toEqual(['e1']);
  });
});

describe('a session that goes on in another environment', () => {
  const there = { destination: 'https://api.mem0.ai#0123456789abcdef', place: {}, secretMarks: [] };

  it('is captured part by part, each where it was said', () => {
    const { ledger } = setUp();
    const hours = (belongs: Parameters<Ledger['claimOn']>[1]) => {
      const claim = ledger.claimOn('s1', belongs);
      return [1, 2, 3, 4, 5, 6].filter((hour) => claim(`2026-11-30T0${hour}:30:00.000Z`) === 'takes');
    };
    /** What of it is over and still to be captured. */
    const left = () => ledger.unfinished().filter(({ until }) => until !== undefined);
    ledger.open(opened(1));
    expect(left()).toEqual([]);
    ledger.open(opened(3, { belongs: there }));
    expect(left()).toMatchObject([{ belongs: HERE, until: at(3) }]);
    expect(hours(HERE)).toEqual([1, 2]);
    expect(hours(there)).toEqual([3, 4, 5, 6]);
    ledger.open(opened(5));
    // What was said here first is captured with what is said here now.
    expect(left()).toMatchObject([{ belongs: there, until: at(5) }]);
    expect(hours(HERE)).toEqual([1, 2, 5, 6]);
    expect(hours(there)).toEqual([3, 4]);
  });

  it('is captured where it was said although capture was off in between, and elsewhere', () => {
    const { ledger } = setUp();
    ledger.open(opened(1));
    // With a key, and off: what was said before still belongs where it did.
    ledger.open(opened(3, { belongs: there, off: true }));
    expect(ledger.unfinished().map(({ belongs }) => belongs.destination)).toEqual(['local']);
    ledger.open(opened(5, { belongs: there }));
    const hours = (belongs: Parameters<Ledger['claimOn']>[1]) =>
      [1, 2, 3, 4, 5, 6].filter((hour) => ledger.claimOn('s1', belongs)(`2026-11-30T0${hour}:30:00.000Z`) === 'takes');
    expect(hours(HERE)).toEqual([1, 2]);
    expect(hours(there)).toEqual([5, 6]);
  });

  it('or was off, is closed to the session state of a fork', () => {
    const { ledger } = setUp();
    const path = (name: string) => ({ sessionId: name, transcriptPath: `/transcripts/${name}.jsonl` });
    ledger.open(opened(1, path('open')));
    ledger.open(opened(1, { ...path('off'), off: true }));
    ledger.open(opened(1, { ...path('there'), belongs: there }));
    const closedTo = (belongs: Parameters<Ledger['isOpenTo']>[1]) =>
      ledger.earlier('fork').flatMap(({ sessionId: id }) => (ledger.isOpenTo(id, belongs) ? [] : [id]));
    expect(closedTo(HERE)).toEqual(['off', 'there']);
    expect(closedTo(there)).toEqual(['off', 'open']);
  });

  it('has left nothing behind where it had ended, or where nothing that matters has changed', () => {
    const { ledger } = setUp();
    ledger.open(opened(1));
    ledger.open(opened(2));
    expect(ledger.unfinished()).toMatchObject([{ openedAt: at(2) }]);
    ledger.advance('s1', ['e1'], at(3), at(3));
    ledger.open(opened(4, { belongs: there }));
    expect(ledger.unfinished()).toMatchObject([{ openedAt: at(4) }]);
  });
});
