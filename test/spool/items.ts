import type { Belonging, Job, SpoolItem } from '../../src/contract/state.ts';
import type { SessionOpening } from '../../src/spool/ledger.ts';
import type { Claim, Spool } from '../../src/spool/spool.ts';

/** A session of this machine's own, without a key and without secrets. */
export const HERE: Belonging = {
  destination: 'local',
  place: { userId: 'mara@localhost', appId: 'acme-shop' },
  secretMarks: [],
};

/** No process is there any more. */
export const nobody = (): boolean => false;

export function sessionRecord(change: Partial<SessionOpening> = {}): SessionOpening {
  return {
    sessionId: 's1',
    transcriptPath: '/transcripts/s1.jsonl',
    cwd: '/repo',
    openedAt: '2026-11-30T00:00:00.000Z',
    belongs: HERE,
    ...change,
  };
}

export function jobFor(change: Partial<Job> = {}): Job {
  return {
    sessionId: 's1',
    transcriptPath: '/transcripts/s1.jsonl',
    cwd: '/repo',
    at: '2026-11-30T12:00:00.000Z',
    belongs: HERE,
    prompted: true,
    ...change,
  };
}

/** An item with this statement; its capture id is its spool id. */
export function spoolItem(id: string, change: Partial<SpoolItem> = {}): SpoolItem {
  return {
    version: 1,
    destination: 'local',
    place: HERE.place,
    write: {
      scope: 'project',
      messages: [{ role: 'user', content: `statement ${id}` }],
      metadata: { type: 'decision', session_id: 's1', editor: 'claude-code', policy: 'v2.0', capture_id: id },
      infer: true,
    },
    attempts: 0,
    notBefore: 0,
    uncertain: false,
    ...change,
  };
}

/** A claim of an item that waits and can be read. */
export function claimOf(spool: Spool, id: string, now: number): Claim {
  const claim = spool.claim(id, now);
  if (claim === undefined || claim === 'unreadable') throw new Error(`${id} could not be claimed`);
  return claim;
}
