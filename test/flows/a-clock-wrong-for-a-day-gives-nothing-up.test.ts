import { describe, expect, it } from 'vitest';
import { Ledger } from '../../src/spool/ledger.ts';
import { nobody } from '../spool/items.ts';
import { DAY } from './fakes.ts';
import { Sessions } from './sessions.ts';

const ACME = { destination: 'https://api.mem0.ai#acme', place: {}, secretMarks: [] };
const bug = new TypeError('a bug that one transcript meets');

/** A job of another key, one whose transcript is away, and one whose capture throws each time. */
function three(): Sessions {
  const sessions = new Sessions();
  sessions.belongings.set('of-acme', ACME);
  sessions.started('of-acme', ['said for Acme']);
  sessions.started('away', 'missing');
  sessions.started('throws', ['we use pnpm']);
  for (const id of ['of-acme', 'away', 'throws']) sessions.ended(id);
  return sessions;
}

async function run(sessions: Sessions): Promise<void> {
  const running = sessions.runs((ports) => ({
    capture: async (job) => {
      if (job.sessionId === 'throws') throw bug;
      return ports.capture(job);
    },
  }));
  await running.catch((error) => expect(error).toBe(bug));
}

const unfinished = (sessions: Sessions) => new Ledger(sessions.starts().folder, nobody).unfinished();

describe('a clock that is wrong on one day', () => {
  it.each([20_000, 40, 8, -8, -40, -20_000])('by %i days gives up no job, whatever it waits for', async (days) => {
    const sessions = three();
    await run(sessions);
    sessions.clock.advance(DAY);
    await run(sessions);
    sessions.clock.advance(DAY + days * DAY);
    for (let n = 0; n < 3; n++) await run(sessions);
    sessions.clock.advance(DAY - days * DAY);
    for (let n = 0; n < 3; n++) await run(sessions);
    sessions.clock.advance(DAY);
    await run(sessions);
    expect([...sessions.jobsLeft].sort()).toEqual(['away', 'of-acme', 'throws']);
    expect(unfinished(sessions)).toHaveLength(3);
    // What was told is that a transcript is away, once.
    expect(sessions.told).toEqual(['away']);
    // It is right again, and in time all of them come to an end.
    for (let day = 0; day < 35; day++) {
      sessions.clock.advance(DAY);
      await run(sessions);
    }
    expect(sessions.jobsLeft).toEqual([]);
    expect([...sessions.told].sort()).toEqual(['away', 'of-acme', 'throws']);
  });

  it('while a transcript fails for the first time does not let it wait for years', async () => {
    const sessions = new Sessions();
    sessions.started('away', 'missing');
    sessions.ended('away');
    sessions.clock.advance(20_000 * DAY);
    await run(sessions);
    sessions.clock.advance(-20_000 * DAY);
    for (let day = 0; day < 10; day++) {
      expect(sessions.jobsLeft).toEqual(['away']);
      await run(sessions);
      sessions.clock.advance(DAY);
    }
    expect(sessions.jobsLeft).toEqual([]);
  });
});

describe('a clock that jumps in every run', () => {
  it('does not use up the tries of a job in an hour', async () => {
    const sessions = three();
    for (let n = 0; n < 40; n++) {
      sessions.clock.advance((n % 2 === 0 ? 1 : -1) * 3 * DAY);
      await run(sessions);
    }
    expect(sessions.jobsLeft).toContain('throws');
  });
});
