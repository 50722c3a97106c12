import { describe, expect, it } from 'vitest';
import { StateFolder } from '../../src/io/file-store.ts';
import { Ledger } from '../../src/spool/ledger.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { HERE, nobody, sessionRecord } from './items.ts';

const first = sessionRecord({ openedAt: '2026-11-30T00:00:00Z' });

function setUp() {
  const folder = new StateFolder(temporaryFolder());
  const ledger = new Ledger(folder, nobody);
  return { folder, ledger, unfinished: () => ledger.unfinished().map(({ sessionId }) => sessionId) };
}

describe('the ledger', () => {
  it("keeps a session's first folder, and its project where none is named, and its cursor, when it goes on elsewhere", () => {
    const { ledger, unfinished } = setUp();
    ledger.open(first);
    ledger.advance('s1', ['e1'], '2026-11-30T01:00:00Z', '2026-11-30T01:00:00Z');
    expect(unfinished()).toEqual([]);
    const belongs = { ...HERE, place: {} };
    ledger.open({ ...first, cwd: '/elsewhere', belongs, openedAt: '2026-11-30T02:00:00Z' });
    expect(ledger.session('s1')).toMatchObject({ cwd: '/repo', appId: 'acme-shop' });
    expect(ledger.cursor('s1')).toEqual({ sessionId: 's1', captured: ['e1'], endedAt: '2026-11-30T01:00:00Z' });
    expect(unfinished()).toEqual(['s1']);
    expect(ledger.covered()).toEqual(new Set(['e1']));
  });

  it('takes the key, the user, the project and the secrets of the environment in which a session was opened last', () => {
    const { ledger } = setUp();
    ledger.open(first);
    const belongs = {
      destination: 'https://api.mem0.ai#0123456789abcdef',
      place: { userId: 'mara@acme.example', appId: 'other' },
      secretMarks: ['SHOP_TOKEN'],
    };
    ledger.open({ ...first, belongs, openedAt: '2026-11-30T01:00:00Z' });
    expect(ledger.openings('s1').at(-1)?.belongs).toEqual(belongs);
    expect(ledger.session('s1')?.appId).toBe('other');
  });

  it('learns the project of a session that had none at first', () => {
    const { ledger } = setUp();
    ledger.open({ ...first, belongs: { ...HERE, place: {} } });
    ledger.open(first);
    expect(ledger.session('s1')?.appId).toBe('acme-shop');
  });

  it('knows that a session runs on which was opened again while it was being captured', () => {
    const { ledger, unfinished } = setUp();
    ledger.open(first);
    ledger.open({ ...first, openedAt: '2026-11-30T01:00:01Z' });
    ledger.advance('s1', ['e1'], '2026-11-30T01:00:00Z', '2026-11-30T01:00:00Z');
    expect(unfinished()).toEqual(['s1']);
    ledger.advance('s1', ['e2'], '2026-11-30T01:00:02Z', '2026-11-30T01:00:02Z');
    expect(unfinished()).toEqual([]);
    expect(ledger.cursor('s1')?.captured).toEqual(['e1', 'e2']);
  });

  it('moves the cursor of a session that may go on, and ends it only when it is told to', () => {
    const { ledger, unfinished } = setUp();
    ledger.open(first);
    ledger.advance('s1', ['e1', 'e2'], '2026-11-30T01:00:00Z');
    ledger.advance('s1', ['e2', 'e3'], '2026-11-30T02:00:00Z');
    expect(ledger.cursor('s1')?.captured).toEqual(['e1', 'e2', 'e3']);
    expect(unfinished()).toEqual(['s1']);
    ledger.close('s1', '2026-11-30T03:00:00Z');
    expect(unfinished()).toEqual([]);
  });

  it('never mixes the hooks’ part with the background’s: neither overwrites what the other wrote', () => {
    const { folder, ledger } = setUp();
    ledger.open(first);
    const [record] = folder.list('sessions').map((name) => folder.read(`sessions/${name}`));
    ledger.advance('s1', ['e1'], '2026-11-30T01:00:00Z', '2026-11-30T01:00:00Z');
    expect(folder.list('sessions').map((name) => folder.read(`sessions/${name}`))).toEqual([record]);
    const [cursor] = folder.list('cursors').map((name) => folder.read(`cursors/${name}`));
    ledger.open({ ...first, openedAt: '2026-11-30T02:00:00Z' });
    ledger.open({ ...first, openedAt: '2026-11-30T03:00:00Z', off: true });
    expect(folder.list('cursors').map((name) => folder.read(`cursors/${name}`))).toEqual([cursor]);
  });

  it('ends no session but the one that is meant, whose name may be the beginning of another', () => {
    const { ledger, unfinished } = setUp();
    for (const sessionId of ['s1', 's1.1', 's11', '../s1']) ledger.open({ ...first, sessionId });
    ledger.close('s1', '2026-11-30T03:00:00Z');
    expect([...unfinished()].sort()).toEqual(['../s1', 's1.1', 's11']);
  });

  it('takes a record that it cannot read for none, and leaves the file', () => {
    const { folder, ledger, unfinished } = setUp();
    ledger.open(first);
    const newer = '{"version":9,"sessionId":"s1"}';
    folder.write('sessions/s1.json', newer);
    folder.write('cursors/s1.json', newer);
    expect(ledger.session('s1')).toBeUndefined();
    expect(ledger.cursor('s1')).toBeUndefined();
    expect(ledger.isUnreadable('s1')).toBe(true);
    // It is still looked after, and captured once it can be read.
    expect(unfinished()).toEqual(['s1']);
    expect([...ledger.covered()]).toEqual([]);
    expect([folder.read('sessions/s1.json'), folder.read('cursors/s1.json')]).toEqual([newer, newer]);
  });
});
