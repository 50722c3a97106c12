import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { Belonging } from '../../src/contract/state.ts';
import { background, LONGEST_RUN_MS } from '../../src/flows/background.ts';
import { belongingOf, mayCapture } from '../../src/runtime/belongs.ts';
import { Runtime } from '../../src/runtime/runtime.ts';
import { isFor } from '../../src/spool/belonging.ts';
import { Ledger } from '../../src/spool/ledger.ts';
import { HERE, jobFor, nobody } from '../spool/items.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { DAY, type Environment, MINUTE } from './fakes.ts';
import { Sessions } from './sessions.ts';

const ACME = 'https://api.mem0.ai#0123456789abcdef';
const ACME_MISTYPED = '?#0123456789abcdef';
const CLIENT = 'https://mem0.client.example#fedcba9876543210';
const EVERYWHERE = ['local', ACME, ACME_MISTYPED, CLIENT];
const SECRETS = ['SHOP_TOKEN', 'DATABASE_PASSWORD'];

const ofAcme: Belonging = { destination: ACME, place: { userId: 'mara@acme.example', appId: 'shop' }, secretMarks: [] };

/** A session of this belonging that has ended, and the name of its job. */
function ended(belonging: Belonging): { readonly sessions: Sessions; readonly job: string } {
  const sessions = new Sessions();
  sessions.belongings.set('s1', belonging);
  sessions.started('s1', ['we use pnpm']);
  return { sessions, job: sessions.ended('s1') };
}

describe('a session', () => {
  it('is captured only for its own destination and place, by one that has all its secrets, whoever runs', async () => {
    const belonging = fc.record({
      destination: fc.constantFrom(...EVERYWHERE),
      place: fc.record({ appId: fc.constantFrom('shop', 'site'), userId: fc.constantFrom('mara', 'jo') }),
      secretMarks: fc.subarray(SECRETS),
    });
    const environment = fc.record({ destination: fc.constantFrom(...EVERYWHERE), secretMarks: fc.subarray(SECRETS) });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ belonging, ends: fc.boolean() }), { minLength: 1, maxLength: 5 }),
        fc.array(environment, { maxLength: 8 }),
        async (all, environments) => {
          const sessions = new Sessions();
          for (const [n, one] of all.entries()) {
            sessions.belongings.set(`s${n}`, one.belonging);
            sessions.started(`s${n}`, [`statement ${n}`]);
            if (one.ends) sessions.ended(`s${n}`);
          }
          for (const process of environments) {
            await sessions.background(undefined, process);
            sessions.clock.advance(10 * MINUTE);
          }
          const { copies } = sessions.platform;
          for (const copy of copies) {
            const { destination, place } = sessions.belongings.get(copy.sessionId) ?? HERE;
            expect(isFor(destination, copy.destination)).toBe(true);
            expect(copy.place).toEqual(place);
          }
          const could = (one: Belonging, process: Environment) =>
            isFor(one.destination, process.destination) &&
            one.secretMarks.every((name) => process.secretMarks.includes(name));
          const arrived = copies.map(({ text }) => text).sort();
          const wanted = all.flatMap((one, n) =>
            environments.some((process) => could(one.belonging, process)) ? [`statement ${n}`] : [],
          );
          expect(arrived).toEqual(wanted);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('whose secrets are not all at hand waits, unchanged, for one that can mask them', async () => {
    const { sessions, job } = ended({ ...HERE, secretMarks: SECRETS });
    const file = () => sessions.disk.get(`jobs/${job}`);
    const before = file();
    for (const secretMarks of [[], ['SHOP_TOKEN'], ['SHOP_TOKEN', 'ANOTHER_PASSWORD']]) {
      expect(await sessions.runs(() => ({}), { secretMarks })).toEqual({ ran: true, captured: 0, failure: undefined });
      expect(file()).toBe(before);
    }
    expect(sessions.known).toEqual([]);
    const outcome = await sessions.runs(() => ({}), { secretMarks: ['ANOTHER_PASSWORD', ...SECRETS] });
    expect(outcome).toEqual({ ran: true, captured: 1, failure: undefined });
    expect(sessions.known).toEqual(['we use pnpm']);
  });

  it('that never ended is captured by no other destination either', async () => {
    const sessions = new Sessions();
    sessions.belongings.set('s1', ofAcme);
    sessions.started('s1', ['we use pnpm']);
    await sessions.background();
    await sessions.background(undefined, { destination: CLIENT });
    expect(sessions.known).toEqual([]);
    expect(sessions.jobsLeft).toEqual(['s1']);
    await sessions.background(undefined, { destination: ACME });
    expect(sessions.platform.copies).toMatchObject([{ text: 'we use pnpm', destination: ACME, place: ofAcme.place }]);
    expect(new Ledger(sessions.starts().folder, nobody).unfinished()).toEqual([]);
  });

  it('that nobody may capture is forgotten after thirty days, unread, and not before', async () => {
    const { sessions } = ended(ofAcme);
    // On the thirtieth day it is a wrong clock's word; the next day agrees.
    for (let day = 0; day <= 30; day++) {
      await sessions.background();
      expect(sessions.jobsLeft).toEqual(['s1']);
      sessions.clock.advance(DAY);
    }
    const capture = () => expect.unreachable('it is not ours to read');
    expect(await sessions.runs(() => ({ capture }))).toEqual({ ran: true, captured: 0, failure: undefined });
    expect(sessions.jobsLeft).toEqual([]);
    expect(new Ledger(sessions.starts().folder, nobody).unfinished()).toEqual([]);
    // And that is told.
    expect(sessions.told).toEqual(['s1']);
  });

  it('of another destination keeps no process running', async () => {
    const { sessions } = ended(ofAcme);
    let locked = 0;
    await sessions.runs(({ lock }) => ({
      lock: {
        acquire: (now) => {
          locked++;
          return lock.acquire(now);
        },
        release: () => lock.release(),
      },
    }));
    expect(locked).toBe(1);
  });
});

describe('a process that was started for a job', () => {
  const inAcme = { destination: ACME };

  it('waits until the lock is free, and captures what the holder might not', async () => {
    const { sessions, job } = ended(ofAcme);
    const holder = sessions.ports(sessions.starts());
    expect(holder.lock.acquire(sessions.clock.now)).toBe(true);
    let looks = 0;
    const sleep = async (ms: number) => {
      sessions.clock.advance(ms);
      expect(sessions.platform.asked()).toEqual([]);
      if (++looks === 8) holder.lock.release();
    };
    const outcome = await sessions.runs(() => ({ sleep }), { ...inAcme, ownJob: job });
    expect(outcome).toEqual({ ran: true, captured: 1, failure: undefined });
    expect(looks).toBe(8);
    expect(sessions.platform.copies).toMatchObject([{ text: 'we use pnpm', destination: ACME }]);
  });

  it('ends when its job was taken by another, and has changed nothing', async () => {
    const { sessions, job } = ended(ofAcme);
    const other = sessions.starts(undefined, inAcme);
    const holder = sessions.ports(other);
    expect(holder.lock.acquire(sessions.clock.now)).toBe(true);
    let looks = 0;
    let after: ReadonlyMap<string, string> = new Map();
    const sleep = async (ms: number) => {
      sessions.clock.advance(ms);
      if (++looks < 3) return;
      expect(await holder.capture(jobFor({ belongs: ofAcme }))).toBe('captured');
      holder.jobs.done(job);
      after = new Map(sessions.disk);
    };
    const process = sessions.ports(sessions.starts(undefined, inAcme));
    const outcome = await background({ ...process, sleep }, job);
    expect(outcome).toEqual({ ran: false, captured: 0, failure: undefined });
    expect(looks).toBe(3);
    expect(sessions.disk).toEqual(after);
  });

  it('waits no longer than a run may take, and leaves its job for the next start', async () => {
    const { sessions, job } = ended(ofAcme);
    const began = sessions.clock.now;
    const holder = sessions.ports(sessions.starts());
    expect(holder.lock.acquire(began)).toBe(true);
    const process = sessions.ports(sessions.starts(undefined, inAcme));
    expect(await background(process, job)).toMatchObject({ ran: false });
    expect(sessions.clock.now).toBe(began + LONGEST_RUN_MS);
    expect(sessions.jobsLeft).toEqual(['s1']);
  });

  it('takes the lock of a holder that dies while it waits', async () => {
    const { sessions, job } = ended(ofAcme);
    const dying = sessions.starts();
    expect(sessions.ports(dying).lock.acquire(sessions.clock.now)).toBe(true);
    const sleep = async (ms: number) => {
      sessions.clock.advance(ms);
      sessions.ends(dying);
    };
    expect(await sessions.runs(() => ({ sleep }), { ...inAcme, ownJob: job })).toMatchObject({
      ran: true,
      captured: 1,
    });
  });

  it.each([
    ['none', undefined],
    ['one that is not there', 's9.k00009.json'],
  ])('leaves a held lock at once where its job is %s', async (_name, ownJob) => {
    const { sessions } = ended(HERE);
    expect(sessions.ports(sessions.starts()).lock.acquire(sessions.clock.now)).toBe(true);
    const process = sessions.ports(sessions.starts());
    const sleep = () => expect.unreachable('there is nothing to wait for');
    expect(await background({ ...process, sleep }, ownJob)).toMatchObject({ ran: false });
    expect(sessions.jobsLeft).toEqual(['s1']);
  });

  it('says why delivery stopped', async () => {
    const { sessions, job } = ended(ofAcme);
    sessions.platform.ahead = ['rejects-the-key'];
    const outcome = await sessions.runs(() => ({}), { ...inAcme, ownJob: job });
    expect(outcome).toMatchObject({ ran: true, captured: 1, failure: { reason: 'bad-key', status: 401 } });
  });
});

describe('the rule by which the hooks decide', () => {
  function runtimeIn(env: Readonly<Record<string, string | undefined>>): Runtime {
    const all = {
      MEM0_HOOKS_HOME: temporaryFolder(),
      MEM0_API_KEY: undefined,
      CLAUDE_PLUGIN_OPTION_API_KEY: undefined,
    };
    const scope = { MEM0_BASE_URL: undefined, MEM0_USER_ID: undefined, MEM0_APP_ID: undefined, SHOP_TOKEN: undefined };
    for (const [name, value] of Object.entries({ ...all, ...scope, ...env })) vi.stubEnv(name, value);
    const runtime = new Runtime();
    // A copy: the next environment must not change this one.
    return Object.assign(runtime, { env: { ...process.env } });
  }

  const KEY = 'm0-made-up-key-one';
  const TOKEN = 'made-up-token-5f2b9c';

  it('lets a session be captured in its own environment, and keeps neither key nor secret', () => {
    const runtime = runtimeIn({ MEM0_API_KEY: KEY, SHOP_TOKEN: TOKEN, MEM0_USER_ID: 'mara@acme.example' });
    const belongs = belongingOf(runtime, 'shop');
    expect(belongs.place).toEqual({ userId: 'mara@acme.example', appId: 'shop' });
    expect(belongs.secretMarks).toEqual([expect.stringMatching(/^SHOP_TOKEN:[0-9a-f]{4}$/)]);
    expect(mayCapture(runtime, belongs)).toBe(true);
    for (const value of [KEY, TOKEN]) expect(JSON.stringify(belongs)).not.toContain(value);
  });

  it.each([
    ['no key', { SHOP_TOKEN: TOKEN }, false],
    ['another key', { MEM0_API_KEY: 'm0-made-up-key-two', SHOP_TOKEN: TOKEN }, false],
    ['another host', { MEM0_API_KEY: KEY, SHOP_TOKEN: TOKEN, MEM0_BASE_URL: 'https://mem0.example' }, false],
    ['a host that cannot be used', { MEM0_API_KEY: KEY, SHOP_TOKEN: TOKEN, MEM0_BASE_URL: 'ftp://mem0' }, false],
    ['no such secret', { MEM0_API_KEY: KEY }, false],
    ['another value', { MEM0_API_KEY: KEY, SHOP_TOKEN: 'made-up-token-other-one' }, false],
    ['an empty secret', { MEM0_API_KEY: KEY, SHOP_TOKEN: '' }, false],
    ['the key of the plugin', { CLAUDE_PLUGIN_OPTION_API_KEY: KEY, SHOP_TOKEN: TOKEN }, true],
    ['one secret more', { MEM0_API_KEY: KEY, SHOP_TOKEN: TOKEN, SITE_TOKEN: 'made-up-token-77aa01' }, true],
  ])('with %s', (_name, env, may) => {
    const belongs = belongingOf(runtimeIn({ MEM0_API_KEY: KEY, SHOP_TOKEN: TOKEN }), 'shop');
    expect(mayCapture(runtimeIn(env), belongs)).toBe(may);
  });

  it('lets a session that ended with a mistyped host be captured when it is mended, with the same key', () => {
    const belongs = belongingOf(runtimeIn({ MEM0_API_KEY: KEY, MEM0_BASE_URL: 'htp:/typo' }), 'shop');
    expect(mayCapture(runtimeIn({ MEM0_API_KEY: KEY }), belongs)).toBe(true);
    expect(mayCapture(runtimeIn({ MEM0_API_KEY: KEY, MEM0_BASE_URL: 'https://mem0.example' }), belongs)).toBe(true);
    expect(mayCapture(runtimeIn({ MEM0_API_KEY: 'm0-made-up-key-two' }), belongs)).toBe(false);
    expect(mayCapture(runtimeIn({}), belongs)).toBe(false);
  });
});
