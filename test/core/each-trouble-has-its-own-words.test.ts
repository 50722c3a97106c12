import { describe, expect, it } from 'vitest';
import { FAILURE_REASONS, FAULT_CODES, type FailureReason } from '../../src/contract/failure.ts';
import type { Pack } from '../../src/core/recall/context-pack.ts';
import { type LineInput, userLine } from '../../src/core/recall/user-line.ts';

const nothing: LineInput = {
  project: 'acme-shop',
  local: false,
  pack: undefined,
  empty: false,
  failure: undefined,
  problems: [],
  elsewhere: 0,
  faults: undefined,
  tookMs: 210,
};
const of = (failure: FailureReason, local = false) => userLine({ ...nothing, failure, local });

describe("the person's line", () => {
  it('has words of its own for every reason, in one line under 400 characters', () => {
    const lines = FAILURE_REASONS.flatMap((reason) => [
      of(reason) ?? '',
      ...(of(reason, true) === of(reason) ? [] : [of(reason, true) ?? '']),
    ]);
    expect(new Set(lines).size).toBe(lines.length);
    for (const line of lines) expect(line).toMatch(/^mem0: [^\n]{10,390}$/);
  });

  it('tells no key, bad key, quota, unreachable, late and truly empty apart (design §4)', () => {
    const six = [
      userLine({ ...nothing, empty: true, local: true }),
      of('bad-key'),
      of('quota'),
      of('unreachable'),
      of('late'),
      userLine({ ...nothing, empty: true }),
    ];
    expect(new Set(six).size).toBe(6);
  });

  it('never says that there are no memories when they could not be asked for', () => {
    for (const reason of FAILURE_REASONS) expect(of(reason)).not.toContain('no memories');
  });

  it('counts what was recalled, and the time', () => {
    const pack: Pack = { text: '', counts: { decision: 1, preference: 2 }, sessionState: true, leftOut: 0, ids: [] };
    expect(userLine({ ...nothing, pack })).toBe(
      'mem0: recalled where you left off, 1 decision, 2 preferences (acme-shop, 0.2 s).',
    );
    expect(userLine({ ...nothing, pack, local: true, project: undefined })).toContain(
      '(no project, on this machine, 0.2 s)',
    );
  });

  it('never passes off what was recalled earlier as of today', () => {
    const asOf = '2026-11-29T10:12:13.000Z';
    const pack: Pack = { text: '', counts: { decision: 1 }, sessionState: false, leftOut: 0, ids: [], asOf };
    expect(userLine({ ...nothing, pack, failure: 'unreachable' })).toMatch(
      /^mem0: shown as recalled on 2026-11-29 10:12 UTC: 1 decision \(acme-shop\)\. Mem0 cannot be reached\./,
    );
  });

  it('tells of faults by count, code and time', () => {
    for (const code of FAULT_CODES) {
      const faults = { count: 2, last: { code, at: '2026-11-29T20:13:57.849Z' } };
      expect(userLine({ ...nothing, faults })).toMatch(
        /^mem0: 2 hooks had a fault since the last start \(latest: [a-zA-Z0-9 ;,_/=?]{8,}, 2026-11-29 20:13 UTC\)\.$/,
      );
    }
  });

  it('says that captures wait for another key', () => {
    expect(userLine({ ...nothing, elsewhere: 3 })).toBe(
      'mem0: 3 captures wait for the key or the secrets of another shell; mem0-hooks drain says which.',
    );
  });

  it('says nothing when there is nothing to say', () => {
    expect(userLine(nothing)).toBeUndefined();
  });
});
