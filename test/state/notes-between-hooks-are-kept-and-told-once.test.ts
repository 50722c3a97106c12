import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { StateFolder } from '../../src/io/file-store.ts';
import { FaultLog } from '../../src/state/faults.ts';
import { Notices } from '../../src/state/notices.ts';
import { SessionStates } from '../../src/state/session-states.ts';
import { UserIds } from '../../src/state/user-ids.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

describe('faults', () => {
  it('are told once, in order, whatever a torn write left between them', () => {
    const root = temporaryFolder();
    const log = new FaultLog(new StateFolder(root));
    expect(log.take('1').faults).toEqual([]);
    log.note({ code: 'no-input', at: '2026-11-29T10:00:00Z' });
    appendFileSync(join(root, 'faults.jsonl'), '{"code":"no-inp');
    log.note({ code: 'crashed', at: '2026-11-29T11:00:00Z' });
    appendFileSync(join(root, 'faults.jsonl'), '{"code":"something-else","at":"x"}\n');
    // A hook that was killed before it could tell.
    expect(log.take('2').faults.map(({ code }) => code)).toEqual(['no-input', 'crashed']);
    log.note({ code: 'parked', at: '2026-11-29T12:00:00Z' });
    const taken = log.take('3');
    expect(taken.faults.map(({ code }) => code)).toEqual(['no-input', 'crashed', 'parked']);
    log.note({ code: 'out-of-time', at: '2026-11-29T13:00:00Z' });
    taken.told();
    expect(log.take('4').faults.map(({ code }) => code)).toEqual(['out-of-time']);
  });
});

describe('a warning', () => {
  it('is new until it has been shown that day, each for itself', () => {
    const notices = new Notices(new StateFolder(temporaryFolder()));
    expect(notices.isNew('late', '2026-11-29')).toBe(true);
    expect(notices.isNew('late', '2026-11-29')).toBe(true);
    notices.shown(['late'], '2026-11-29');
    expect(notices.isNew('late', '2026-11-29')).toBe(false);
    expect(notices.isNew('bad-key', '2026-11-29')).toBe(true);
    notices.shown(['bad-key'], '2026-11-29');
    expect(notices.isNew('late', '2026-11-29')).toBe(false);
    expect(notices.isNew('late', '2026-11-30')).toBe(true);
  });
});

describe('a session state', () => {
  it('is given back to its own session, the newest alone, whatever the id looks like', () => {
    const states = new SessionStates(new StateFolder(temporaryFolder()));
    const state = { sessionId: '../../etc/passwd', text: 'one', at: '2026-11-29T10:00:00Z' };
    states.save(state);
    states.save({ ...state, text: 'two' });
    expect(states.of(state.sessionId)?.text).toBe('two');
    expect(states.of('other')).toBeUndefined();
  });
});

describe("a key's user", () => {
  it('is remembered for a week, by a hash, and forgotten when the key is refused', () => {
    const users = new UserIds(new StateFolder(temporaryFolder()));
    expect(users.of('abc', 0)).toBeUndefined();
    users.remember('abc', 'mara@acme.example', 1_000);
    expect(users.of('abc', 1_000 + 6 * DAY_MS)).toBe('mara@acme.example');
    expect(users.of('abc', 1_000 + 8 * DAY_MS)).toBeUndefined();
    // A clock that was set back must not make it young for ever.
    expect(users.of('abc', 1_000 - 8 * DAY_MS)).toBeUndefined();
    expect(users.known('abc', 1_000)).toEqual({ userId: 'mara@acme.example', at: 1_000 });
    users.remember('abc', 'mara@acme.example', 1_000, { orgId: 'o', projectId: 'p' });
    expect(users.known('abc', 1_000)).toEqual({ userId: 'mara@acme.example', orgId: 'o', projectId: 'p', at: 1_000 });
    users.forget('abc');
    expect(users.of('abc', 1_000)).toBeUndefined();
  });
});
