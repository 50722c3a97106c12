import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Life } from './disk.ts';
import { ALL_TROUBLES, DAY, FOR_GOOD, MINUTE, type Trouble } from './fakes.ts';
import { Sessions } from './sessions.ts';

function statedTwiceOver(): Sessions {
  const sessions = new Sessions();
  sessions.started('s1', ['we deploy on Fly.io', 'we use pnpm']);
  sessions.started('s2', ['the importer is slow']);
  sessions.ended('s1');
  // s2 never ended: its client was killed, and process 1 is not alive here.
  return sessions;
}

const ALL = ['the importer is slow', 'we deploy on Fly.io', 'we use pnpm'];

describe('a background process killed at any moment', () => {
  it.each<Trouble>(['fine', 'turns-away', 'resets-before', 'resets-after'])(
    'leaves each statement once, the platform being: %s',
    async (trouble) => {
      for (let moments = 0; ; moments++) {
        const sessions = statedTwiceOver();
        sessions.platform.ahead = ['fine', trouble];
        const lived = await sessions.background(new Life(moments));
        await sessions.background();
        sessions.clock.advance(6 * MINUTE);
        await sessions.background();
        expect([...sessions.known].sort()).toEqual(ALL);
        expect(sessions.jobsLeft).toEqual([]);
        expect(sessions.inFolder('waiting')).toEqual([]);
        expect(sessions.inFolder('claimed')).toEqual([]);
        if (!lived) continue;
        // Lock, journal, three items, two receipts, two cursors, two jobs, and three deliveries: each before and after.
        expect(moments).toBeGreaterThan(2 * 20);
        return;
      }
    },
  );
});

describe('sessions that go on, end and are captured, with kills and troubles anywhere', () => {
  it('leave each statement once', async () => {
    const happening = fc.oneof(
      fc.record({ does: fc.constant('says' as const), session: fc.constantFrom('s1', 's2') }),
      fc.record({ does: fc.constant('ends' as const), session: fc.constantFrom('s1', 's2') }),
      fc.record({
        does: fc.constant('captures' as const),
        moments: fc.option(fc.integer({ min: 0, max: 90 }), { nil: Number.POSITIVE_INFINITY }),
        pause: fc.integer({ min: 0, max: 20 * MINUTE }),
      }),
    );
    // A refusal sets aside for good; that it does is held elsewhere.
    const troubles = ALL_TROUBLES.filter((trouble) => !FOR_GOOD.includes(trouble));
    await fc.assert(
      fc.asyncProperty(
        fc.array(happening, { maxLength: 25 }),
        fc.array(fc.constantFrom<Trouble>('fine', 'fine', ...troubles), { maxLength: 12 }),
        async (happenings, ahead) => {
          const sessions = new Sessions();
          const said: Record<'s1' | 's2', string[]> = { s1: [], s2: [] };
          sessions.platform.ahead = [...ahead];
          for (const [n, event] of happenings.entries()) {
            if (event.does === 'captures') {
              await sessions.background(new Life(event.moments));
              sessions.clock.advance(event.pause);
              continue;
            }
            if (event.does === 'says') {
              // A session is started, or resumed, by whoever speaks in it; it is the client's process 1 that dies later.
              said[event.session].push(`statement ${String(n).padStart(2, '0')}`);
              sessions.started(event.session, [...said[event.session]]);
            } else if (said[event.session].length > 0) sessions.ended(event.session);
          }
          sessions.platform.ahead = [];
          for (let day = 0; day < 3; day++) {
            sessions.clock.advance(DAY);
            await sessions.background();
          }
          expect([...sessions.known].sort()).toEqual([...said.s1, ...said.s2].sort());
          expect(sessions.jobsLeft).toEqual([]);
          expect(sessions.inFolder('waiting')).toEqual([]);
          expect(sessions.inFolder('claimed')).toEqual([]);
        },
      ),
      { numRuns: 150 },
    );
  });
});
