import { describe, expect, it } from 'vitest';
import type { Job } from '../../src/contract/state.ts';
import { LONGEST_RUN_MS } from '../../src/flows/background.ts';
import { Ledger } from '../../src/spool/ledger.ts';
import { nobody } from '../spool/items.ts';
import { DAY } from './fakes.ts';
import { Sessions } from './sessions.ts';

function oneSession(): Sessions {
  const sessions = new Sessions();
  sessions.started('s1', ['we use pnpm']);
  sessions.ended('s1');
  return sessions;
}

describe('a job that is recorded while another process has the lock', () => {
  it.each(['captures', 'drains'] as const)('is taken by that process (which %s just then)', async (doing) => {
    const sessions = oneSession();
    let refused = 0;
    const somebodyEndsASession = async () => {
      if (sessions.transcripts.has('s2')) return;
      sessions.started('s2', ['we deploy on Railway']);
      sessions.ended('s2');
      // A process that has no job of its own finds the lock held, and leaves without having done anything.
      const before = sessions.platform.log.length;
      await sessions.background();
      if (sessions.jobsLeft.includes('s2') && sessions.platform.log.length === before) refused++;
    };
    await sessions.runs((ports) =>
      doing === 'captures'
        ? {
            capture: async (session) => {
              await somebodyEndsASession();
              return ports.capture(session);
            },
          }
        : {
            drain: async (until) => {
              const failure = await ports.drain(until);
              await somebodyEndsASession();
              return failure;
            },
          },
    );
    expect(refused).toBe(1);
    expect(sessions.known).toEqual(['we use pnpm', 'we deploy on Railway']);
    expect(sessions.jobsLeft).toEqual([]);
  });
});

describe('a session whose process is gone', () => {
  it('is captured although its end was never told, and only once', async () => {
    const sessions = new Sessions();
    sessions.started('s1', ['we use pnpm'], 1);
    await sessions.background();
    await sessions.background();
    expect(sessions.known).toEqual(['we use pnpm']);
    expect(new Ledger(sessions.starts().folder, nobody).unfinished()).toEqual([]);
  });

  it('is left alone while its process lives', async () => {
    const sessions = new Sessions();
    const client = sessions.starts();
    sessions.started('s1', ['we use pnpm'], client.pid);
    await sessions.background();
    expect(sessions.known).toEqual([]);
    sessions.ends(client);
    await sessions.background();
    expect(sessions.known).toEqual(['we use pnpm']);
  });
});

describe('a session whose process is gone, and of which nobody knows whether it goes on', () => {
  it('stays among those that are looked after until its transcript rests, and is captured once', async () => {
    const sessions = new Sessions();
    sessions.started('s1', ['we use pnpm']);
    sessions.goingOn.add('s1');
    const unfinished = () =>
      new Ledger(sessions.starts().folder, nobody).unfinished().map(({ sessionId }) => sessionId);
    await sessions.background();
    await sessions.background();
    expect(sessions.known).toEqual(['we use pnpm']);
    expect(sessions.jobsLeft).toEqual([]);
    expect(unfinished()).toEqual(['s1']);
    sessions.transcripts.set('s1', ['we use pnpm', 'we deploy on Railway']);
    await sessions.background();
    sessions.goingOn.delete('s1');
    await sessions.background();
    expect(sessions.known).toEqual(['we use pnpm', 'we deploy on Railway']);
    expect(unfinished()).toEqual([]);
  });

  it('leaves no receipt and no request where nothing new was said', async () => {
    const sessions = new Sessions();
    sessions.started('s1', ['we use pnpm']);
    sessions.goingOn.add('s1');
    await sessions.background();
    const before = new Map(sessions.disk);
    await sessions.background();
    expect(sessions.disk).toEqual(before);
  });

  it('is waited for for a week where its transcript is missing, as one whose prompts nobody has counted', async () => {
    const sessions = new Sessions();
    sessions.started('s1', 'missing');
    const told: Job[] = [];
    const run = () => sessions.runs(() => ({ unreadable: (job) => void told.push(job) }));
    for (let day = 0; day <= 7; day++) {
      await run();
      expect(sessions.jobsLeft).toEqual(['s1']);
      sessions.clock.advance(DAY);
    }
    await run();
    expect(sessions.jobsLeft).toEqual([]);
    expect(new Ledger(sessions.starts().folder, nobody).unfinished()).toEqual([]);
    // By these two it is known that nothing need be said of it.
    expect(told).toMatchObject([{ sessionId: 's1', reconciled: true }]);
    expect(told[0]?.prompted).toBeUndefined();
  });
});

describe('a transcript that cannot be read', () => {
  it.each(['missing', 'unreadable'] as const)(
    'is tried again for a week where a prompt was made, and told of once (%s)',
    async (fault) => {
      const sessions = new Sessions();
      sessions.started('s1', fault);
      sessions.ended('s1');
      for (let day = 0; day <= 7; day++) {
        await sessions.background();
        expect(sessions.jobsLeft).toEqual(['s1']);
        sessions.clock.advance(DAY);
      }
      expect(sessions.told).toEqual(['s1']);
      await sessions.background();
      expect(sessions.jobsLeft).toEqual([]);
      expect(new Ledger(sessions.starts().folder, nobody).unfinished()).toEqual([]);
      expect(sessions.told).toEqual(['s1']);
    },
  );

  it('is captured when it is there again within the week', async () => {
    const sessions = new Sessions();
    sessions.started('s1', 'unreadable');
    sessions.ended('s1');
    await sessions.background();
    sessions.clock.advance(6 * DAY);
    sessions.transcripts.set('s1', ['we use pnpm']);
    await sessions.background();
    expect(sessions.known).toEqual(['we use pnpm']);
    expect(sessions.jobsLeft).toEqual([]);
  });

  it('is given up at once where no prompt was made, and keeps no other from being captured', async () => {
    const sessions = new Sessions();
    sessions.started('s1', 'missing');
    sessions.ended('s1', false);
    sessions.started('s2', ['we use pnpm']);
    sessions.ended('s2');
    await sessions.background();
    expect(sessions.jobsLeft).toEqual([]);
    expect(sessions.known).toEqual(['we use pnpm']);
    await sessions.background();
    expect(sessions.told).toEqual(['s1']);
  });
});

describe('the lock', () => {
  it.each(['recover', 'collectJobs', 'drain'] as const)('is given back when something throws (%s)', async (port) => {
    const sessions = oneSession();
    const full = new Error('no space');
    const run = sessions.runs(() => ({
      [port]: () => {
        throw full;
      },
    }));
    await expect(run).rejects.toBe(full);
    await sessions.background();
    expect(sessions.known).toEqual(['we use pnpm']);
  });

  it('that another one holds is left alone: nothing is recovered, captured or sent', async () => {
    const sessions = oneSession();
    const holder = sessions.starts();
    expect(sessions.ports(holder).lock.acquire(sessions.clock.now)).toBe(true);
    const before = new Map(sessions.disk);
    expect(await sessions.background()).toBe(true);
    expect(sessions.disk).toEqual(before);
    sessions.ends(holder);
    await sessions.background();
    expect(sessions.known).toEqual(['we use pnpm']);
  });
});

describe('the wall-clock limit', () => {
  it('ends a run between two captures; what is left is for the next one', async () => {
    const sessions = new Sessions();
    const ids = Array.from({ length: 5 }, (_, n) => `s${n}`);
    for (const id of ids) {
      sessions.started(id, [`statement of ${id}`]);
      sessions.ended(id);
    }
    const began = sessions.clock.now;
    const untils: number[] = [];
    await sessions.runs((ports) => ({
      capture: (session) => {
        sessions.clock.advance(LONGEST_RUN_MS / 2);
        return ports.capture(session);
      },
      drain: (until) => {
        untils.push(until);
        return ports.drain(until);
      },
    }));
    expect(untils).toEqual([began + LONGEST_RUN_MS]);
    expect(sessions.jobsLeft).toEqual(['s2', 's3', 's4']);
    expect(sessions.platform.asked()).toEqual([]);
    await sessions.background();
    expect([...sessions.known].sort()).toEqual(ids.map((id) => `statement of ${id}`));
  });
});
