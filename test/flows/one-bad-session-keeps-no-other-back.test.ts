import { describe, expect, it } from 'vitest';
import { type BackgroundPorts, background } from '../../src/flows/background.ts';
import { capture } from '../../src/flows/capture.ts';
import { jobFor } from '../spool/items.ts';
import { Killed, Life } from './disk.ts';
import { DAY, MINUTE } from './fakes.ts';
import { Sessions } from './sessions.ts';

describe('a capture that throws', () => {
  const bug = new TypeError('a bug that one transcript meets');
  const throwsFor = (sessionId: string, ports: BackgroundPorts): Partial<BackgroundPorts> => ({
    capture: async (session) => {
      if (session.sessionId === sessionId) throw bug;
      return ports.capture(session);
    },
  });

  function three(): Sessions {
    const sessions = new Sessions();
    for (const [n, id] of ['s1', 's2', 's3'].entries()) {
      sessions.started(id, [`statement ${n + 1}`]);
      sessions.ended(id);
    }
    return sessions;
  }

  it.each(['s1', 's2', 's3'])('for one session keeps no other from being captured and sent (%s)', async (id) => {
    const sessions = three();
    await expect(sessions.runs((ports) => throwsFor(id, ports))).rejects.toBe(bug);
    const rest = ['s1', 's2', 's3'].filter((other) => other !== id);
    expect(sessions.platform.copies.map(({ sessionId }) => sessionId)).toEqual(rest);
    // Nothing of it is lost: once the bug is mended it is captured.
    expect(sessions.jobsLeft).toEqual([id]);
    await sessions.background();
    expect([...sessions.known].sort()).toEqual(['statement 1', 'statement 2', 'statement 3']);
  });

  it('is tried once a run, not in a loop', async () => {
    const sessions = three();
    const tried: string[] = [];
    const run = sessions.runs(() => ({
      capture: async ({ sessionId }) => {
        tried.push(sessionId);
        throw bug;
      },
    }));
    await expect(run).rejects.toBe(bug);
    expect(tried).toEqual(['s1', 's2', 's3']);
  });

  it('is tried three times, then once a day, and given up after ten times, which is told', async () => {
    const sessions = three();
    const tried: string[] = [];
    const run = () =>
      sessions.runs((ports) => ({
        capture: async (session) => {
          if (session.sessionId !== 's2') return ports.capture(session);
          tried.push(session.sessionId);
          throw bug;
        },
      }));
    for (let n = 0; n < 6; n++) await run().catch((error) => expect(error).toBe(bug));
    expect(tried).toHaveLength(3);
    for (let day = 0; day < 12; day++) {
      sessions.clock.advance(DAY);
      for (let n = 0; n < 2; n++) await run().catch((error) => expect(error).toBe(bug));
    }
    expect(tried).toHaveLength(10);
    expect(sessions.jobsLeft).toEqual([]);
    expect(sessions.told).toEqual(['s2']);
    expect([...sessions.known].sort()).toEqual(['statement 1', 'statement 3']);
  });

  it('that kills its process is counted as well, since nothing else would ever stop it', async () => {
    const sessions = three();
    let begun = 0;
    const dies = (ports: BackgroundPorts): Partial<BackgroundPorts> => ({
      capture: (session) => {
        if (session.sessionId !== 's1') return ports.capture(session);
        begun++;
        throw new Killed();
      },
      recover: () => {
        if (begun > before) throw new Killed();
        ports.recover();
      },
    });
    let before = 0;
    for (let n = 0; n < 5; n++) {
      before = begun;
      const process = sessions.starts();
      const ports = sessions.ports(process);
      await background({ ...ports, ...dies(ports), lock: { acquire: () => true, release: () => undefined } }).catch(
        (error) => expect(error).toBeInstanceOf(Killed),
      );
      sessions.ends(process);
    }
    expect(begun).toBe(3);
    // From then on the others have their turn.
    expect([...sessions.known].sort()).toEqual(['statement 2', 'statement 3']);
  });

  it('after it was decided is settled before anything else is captured or sent', async () => {
    const sessions = new Sessions();
    sessions.started('s1', ['statement 1', 'statement 2']);
    sessions.ended('s1');
    // The same session was resumed and ended again: two jobs for one transcript.
    sessions.ended('s1');
    const run = sessions.runs(() => {
      // A disk that is full for a moment: the second item of the capture does not get into the spool.
      const short = sessions.starts(new Life(2 * 2));
      let first = true;
      const ports = sessions.ports(sessions.starts());
      return {
        capture: (session) => {
          const using = first ? sessions.ports(short) : ports;
          first = false;
          return using.capture(session);
        },
      };
    });
    await expect(run).rejects.toThrow();
    await sessions.background();
    sessions.clock.advance(6 * MINUTE);
    await sessions.background();
    expect([...sessions.known].sort()).toEqual(['statement 1', 'statement 2']);
    expect(sessions.jobsLeft).toEqual([]);
  });
});

describe('a capture', () => {
  const job = jobFor();

  it('of an unreadable transcript changes nothing, and any other error is not taken for that', async () => {
    const sessions = new Sessions();
    sessions.started('s1', 'unreadable');
    const ports = sessions.ports(sessions.starts());
    const before = new Map(sessions.disk);
    expect(await ports.capture(job)).toBe('unreadable');
    expect(sessions.disk).toEqual(before);
    const bug = new TypeError('a bug');
    const broken = capture(job, {
      isBarred: async () => false,
      locate: async () => ({ place: {} }),
      buildCapture: () => Promise.reject(bug),
      isOver: () => true,
      commit: () => expect.unreachable('nothing was captured'),
      close: () => expect.unreachable('nothing was captured'),
      newId: () => 'k1',
      destination: 'local',
      now: () => 0,
    });
    await expect(broken).rejects.toBe(bug);
  });
});
