import { describe, expect, it } from 'vitest';
import { Failure } from '../../src/contract/failure.ts';
import type { SavedSessionState } from '../../src/contract/state.ts';
import { sentSessionId } from '../../src/core/identity/session-id.ts';
import { type CheckpointInput, type CheckpointPorts, checkpoint } from '../../src/flows/checkpoint.ts';
import { deliver } from '../../src/flows/deliver.ts';
import { drain } from '../../src/flows/drain.ts';
import { recall } from '../../src/flows/recall.ts';
import { SessionStates } from '../../src/state/session-states.ts';
import { Killed, Life } from './disk.ts';
import { ALL_TROUBLES, FOR_GOOD, HOUR, MINUTE, type Process, type Trouble, World } from './fakes.ts';

const TEXT = 'Goal: move to Railway\nNext: run the importer there';

function inputOf(world: World, change: Partial<CheckpointInput> = {}): CheckpointInput {
  return {
    sessionId: 's1',
    at: new Date(world.clock.now).toISOString(),
    branch: 'railway',
    place: { userId: 'mara@localhost', appId: 'acme-shop' },
    destination: 'local',
    id: 'k1_0',
    deadline: world.clock.now + 3_000,
    keptDays: 30,
    ...change,
  };
}

/** The ports as the hook has them, over this world; `steps` says what was done, in order. */
function portsOf(world: World, process: Process, steps: string[] = []): CheckpointPorts {
  const states = new SessionStates(process.folder);
  return {
    describe: async () => TEXT,
    redact: (text) => text.replace('hunter2-not-real', '[redacted: known-value]'),
    save: (state) => {
      steps.push('save');
      states.save(state);
    },
    enqueue: (id, item) => {
      steps.push('enqueue');
      process.spool.enqueue(id, item);
    },
    deliver: async (id, within) => {
      steps.push('deliver');
      await deliver(id, world.drainPorts(process), within);
    },
    send: async (item, within) => {
      steps.push('send');
      await (await world.drainPorts(process).writerFor(item.place, within)).add(item.write, within);
    },
    now: () => world.clock.now,
  };
}

const savedIn = (world: World): SavedSessionState | undefined => new SessionStates(world.starts().folder).of('s1');

async function afterCompaction(world: World): Promise<string> {
  const states = new SessionStates(world.starts().folder);
  const { pack } = await recall(
    { sessionId: 's1', source: 'compact', deadline: world.clock.now, budget: 8_000, project: 'acme-shop' },
    {
      connect: () => Promise.reject(new Failure('unreachable', 'x', { sent: false })),
      savedState: (id) => states.of(id),
      now: () => world.clock.now,
    },
  );
  return pack?.text ?? '';
}

describe('a checkpoint', () => {
  it('saves here, then makes the request durable, then sends it within the deadline', async () => {
    const world = new World();
    const steps: string[] = [];
    const input = inputOf(world);
    expect(await checkpoint(input, portsOf(world, world.starts(), steps))).toBe('saved');
    expect(steps).toEqual(['save', 'enqueue', 'deliver']);
    expect(world.platform.arrived).toEqual(['k1_0']);
    expect(new Set(world.platform.deadlines)).toEqual(new Set([input.deadline]));
    expect(world.inFolder('waiting')).toEqual([]);
  });

  it('is told to be kept once it is, before it is sent, and not where the state folder cannot take it', async () => {
    const world = new World();
    const steps: string[] = [];
    const ports = { ...portsOf(world, world.starts(), steps), kept: () => void steps.push('kept') };
    await checkpoint(inputOf(world), ports);
    expect(steps.splice(0)).toEqual(['save', 'enqueue', 'kept', 'deliver']);
    await checkpoint(inputOf(world, { place: {} }), ports);
    expect(steps.splice(0)).toEqual(['save', 'kept']);
    await checkpoint(inputOf(world), { ...ports, describe: async () => undefined });
    expect(steps.splice(0)).toEqual(['kept']);
    const full = () => {
      throw new Failure('full', 'no space');
    };
    await expect(checkpoint(inputOf(world), { ...ports, enqueue: full })).rejects.toMatchObject({ reason: 'full' });
    expect(steps).toEqual(['save', 'send']);
  });

  it('made again by another process is looked for first, and arrives once', async () => {
    const world = new World();
    await checkpoint(inputOf(world), portsOf(world, world.starts()));
    await checkpoint(inputOf(world, { visibleFrom: world.clock.now + 6 * MINUTE }), portsOf(world, world.starts()));
    expect(world.inFolder('waiting')).toHaveLength(1);
    world.clock.advance(7 * MINUTE);
    await drain(world.drainPorts(world.starts()), world.clock.now + MINUTE);
    expect(world.platform.arrived).toEqual(['k1_0']);
    expect(world.inFolder('waiting')).toEqual([]);
  });

  it('made again where it cannot be looked for first is not sent: it may be there', async () => {
    const world = new World();
    const steps: string[] = [];
    const full = () => {
      throw new Failure('full', 'no space');
    };
    const ports = { ...portsOf(world, world.starts(), steps), enqueue: full };
    const again = inputOf(world, { visibleFrom: world.clock.now + 6 * MINUTE });
    await expect(checkpoint(again, ports)).rejects.toMatchObject({ reason: 'full' });
    expect(steps).toEqual(['save']);
    expect(world.platform.arrived).toEqual([]);
  });

  it('is sent all the same where the state folder cannot take it, and the folder is told of', async () => {
    const world = new World();
    const steps: string[] = [];
    const full = () => {
      throw new Failure('full', 'no space');
    };
    const ports = { ...portsOf(world, world.starts(), steps), save: full, enqueue: full };
    await expect(checkpoint(inputOf(world), ports)).rejects.toMatchObject({ reason: 'full' });
    expect(steps).toEqual(['send']);
    expect(world.platform.arrived).toEqual(['k1_0']);
  });

  it.each(ALL_TROUBLES)(
    'is given back after the compaction and arrives once, the platform being: %s',
    async (trouble) => {
      const world = new World();
      world.platform.ahead = [trouble];
      expect(await checkpoint(inputOf(world), portsOf(world, world.starts()))).toBe('saved');
      const text = await afterCompaction(world);
      expect(text).toContain('Goal: move to Railway');
      expect(text).toContain('Next: run the importer there');
      world.clock.advance(2 * HOUR);
      await drain(world.drainPorts(world.starts()), world.clock.now + MINUTE);
      const parked = FOR_GOOD.includes(trouble);
      expect(world.platform.arrived).toEqual(parked ? [] : ['k1_0']);
      expect(world.inFolder('parked')).toEqual(parked ? ['k1_0.json'] : []);
      expect(world.inFolder('waiting')).toEqual([]);
    },
  );

  it('killed at any moment is never on the platform without being here, and arrives once if it was made durable', async () => {
    for (let moments = 0; ; moments++) {
      const world = new World();
      const process = world.starts(new Life(moments));
      let lived = true;
      try {
        await checkpoint(inputOf(world), portsOf(world, process));
      } catch (error) {
        if (!(error instanceof Killed)) throw error;
        lived = false;
      }
      world.ends(process);
      if (world.platform.arrived.length > 0) expect(savedIn(world)?.text).toBe(TEXT);
      const durable = world.inFolder('waiting').length + world.inFolder('claimed').length > 0;
      const arrived = world.platform.arrived.length > 0;
      const next = world.starts();
      world.takesBack(next);
      world.clock.advance(6 * MINUTE);
      await drain(world.drainPorts(next), world.clock.now + MINUTE);
      expect(world.platform.arrived).toEqual(durable || arrived ? ['k1_0'] : []);
      if (!lived) continue;
      expect(moments).toBeGreaterThan(8);
      return;
    }
  });

  it('is one user message, verbatim, of the project, and expires in thirty days', async () => {
    const world = new World();
    const away: Trouble = 'unreachable';
    world.platform.ahead = [away];
    await checkpoint(inputOf(world), portsOf(world, world.starts()));
    expect(world.starts().spool.peek('k1_0')?.write).toEqual({
      scope: 'project',
      messages: [{ role: 'user', content: TEXT }],
      metadata: {
        type: 'session_state',
        session_id: 's1',
        branch: 'railway',
        editor: 'claude-code',
        policy: 'v2.0',
        capture_id: 'k1_0',
      },
      infer: false,
      expirationDate: '2026-12-30',
    });
    expect(savedIn(world)).toEqual({
      sessionId: 's1',
      text: TEXT,
      at: '2026-11-30T12:00:00.000Z',
      appId: 'acme-shop',
      branch: 'railway',
    });
  });

  it('names no secret as the branch or the session, and a session by a plain id', async () => {
    const world = new World();
    const away: Trouble = 'unreachable';
    world.platform.ahead = [away, away];
    const odd = 's1 of ada@acme.example';
    await checkpoint(
      inputOf(world, { sessionId: odd, branch: 'fix/hunter2-not-real' }),
      portsOf(world, world.starts()),
    );
    expect(world.starts().spool.peek('k1_0')?.write.metadata).toMatchObject({
      session_id: sentSessionId(odd),
      branch: 'fix/[redacted: known-value]',
    });
    await checkpoint(inputOf(world, { sessionId: 'hunter2-not-real', id: 'k2_0' }), portsOf(world, world.starts()));
    expect(JSON.stringify(world.starts().spool.peek('k2_0')?.write)).not.toContain('hunter2');
  });

  it('where there is no project stays here', async () => {
    const world = new World();
    const steps: string[] = [];
    const input = inputOf(world, { place: { userId: 'mara@localhost' } });
    expect(await checkpoint(input, portsOf(world, world.starts(), steps))).toBe('saved');
    expect(steps).toEqual(['save']);
    expect(await afterCompaction(world)).toContain('Goal: move to Railway');
  });

  it('for a key whose host cannot be used waits for that key, and for no other', async () => {
    const world = new World();
    const here = world.starts(undefined, { destination: '?#0123456789abcdef' });
    const ports = { ...portsOf(world, here), deliver: async () => undefined };
    expect(await checkpoint(inputOf(world, { destination: here.destination }), ports)).toBe('saved');
    expect(await afterCompaction(world)).toContain('Goal: move to Railway');
    for (const destination of ['local', 'https://api.mem0.ai#fedcba9876543210']) {
      const other = world.starts(undefined, { destination });
      await drain(world.drainPorts(other), world.clock.now + MINUTE);
      expect(world.platform.asked()).toEqual([]);
    }
    const mended = world.starts(undefined, { destination: 'https://api.mem0.ai#0123456789abcdef' });
    await drain(world.drainPorts(mended), world.clock.now + MINUTE);
    expect(world.platform.arrived).toEqual(['k1_0']);
  });

  it('that has nothing to say leaves the last one as it was', async () => {
    const world = new World();
    await checkpoint(inputOf(world), portsOf(world, world.starts()));
    const before = new Map(world.disk);
    const ports = { ...portsOf(world, world.starts()), describe: async () => undefined };
    expect(await checkpoint(inputOf(world, { id: 'k2_0' }), ports)).toBe('nothing-to-say');
    expect(world.disk).toEqual(before);
    expect(world.platform.arrived).toEqual(['k1_0']);
  });

  it('that cannot be made or saved says so and sends nothing', async () => {
    const world = new World();
    const fault = new Failure('unreadable', 'x');
    const ports = portsOf(world, world.starts());
    const throws = () => {
      throw fault;
    };
    await expect(checkpoint(inputOf(world), { ...ports, describe: throws })).rejects.toBe(fault);
    await expect(checkpoint(inputOf(world), { ...ports, save: throws })).rejects.toBe(fault);
    expect(world.disk.size).toBe(0);
    expect(world.platform.log).toEqual([]);
  });

  it('made twice gives the later one back', async () => {
    const world = new World();
    await checkpoint(inputOf(world), portsOf(world, world.starts()));
    world.clock.advance(MINUTE);
    const ports = { ...portsOf(world, world.starts()), describe: async () => 'Goal: cut the bill' };
    await checkpoint(inputOf(world, { id: 'k2_0', deadline: world.clock.now + 3_000 }), ports);
    const text = await afterCompaction(world);
    expect(text).toContain('Goal: cut the bill');
    expect(text).not.toContain('Railway');
    expect(world.platform.arrived).toEqual(['k1_0', 'k2_0']);
  });
});
