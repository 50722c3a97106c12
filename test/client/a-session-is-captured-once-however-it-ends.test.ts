import { describe, expect, it } from 'vitest';
import { pinned } from './facts.ts';
import { DECISION, inWorld } from './in-world.ts';
import type { Screen } from './screen.ts';
import { isSince } from './versions.ts';
import { Witness } from './witness.ts';

describe('an interactive session', () => {
  it.each<[string, string, (screen: Screen) => Promise<void> | void]>([
    ['/exit', 'prompt_input_exit', (screen) => screen.line('/exit')],
    ['Ctrl-D', 'prompt_input_exit', pressedTwice],
    ['its terminal being closed', 'other', (screen) => screen.close()],
  ])('that ends with %s is captured once', async (_, reason, end) => {
    const { client, open, say, delivered } = await inWorld();
    const witness = new Witness();
    client.plugins = [...client.plugins, witness.folder];
    const screen = await open();
    await say(screen, DECISION);
    await end(screen);
    await screen.untilClosed();
    // The background process has worked on after its client and terminal were gone.
    await pinned('what is left in the background lives on', () => delivered(1));
    const [start] = witness.seen('SessionStart');
    const ends = witness.seen('SessionEnd');
    await pinned('an end is told however it comes', () => {
      expect(ends.map(({ input }) => input['reason'])).toEqual([reason]);
    });
    const [told] = ends;
    await pinned('an end says which session', () => {
      expect(told?.input['session_id']).toBe(start?.input['session_id']);
      expect(told?.input['transcript_path']).toBe(start?.input['transcript_path']);
    });
    await pinned('the transcript is there at the end', () => {
      expect(told?.transcript).toContain(DECISION);
      expect(told?.transcript).toContain('Noted.');
    });
    await pinned('hooks are children of the client', () => {
      expect(told?.parent).toBe(start?.parent);
    });
  });

  it('that is killed is captured at the next start', async () => {
    const { client, served, open, say, delivered } = await inWorld();
    const witness = new Witness();
    client.plugins = [...client.plugins, witness.folder];
    const screen = await open();
    await say(screen, DECISION);
    // The client writes its lines a moment later; what was never written nobody can know.
    await client.world.until(() => client.lines().some((line) => line['type'] === 'assistant'));
    const pid = screen.pid();
    await pinned('hooks are children of the client', () => {
      expect(witness.seen('SessionStart').map(({ parent }) => parent)).toEqual([pid]);
    });
    process.kill(pid, 'SIGKILL');
    await screen.untilClosed();
    await pinned('kill -9 tells nobody', () => {
      expect(witness.seen('SessionEnd')).toEqual([]);
      expect(served.adds()).toHaveLength(0);
    });
    await client.print('Hello.');
    await delivered(1);
    await pinned('kill -9 tells nobody', () => {
      // That of the session after it.
      expect(witness.seen('SessionEnd')).toHaveLength(1);
    });
  });

  it('that is cleared is captured, and what is said then is another one', async () => {
    const { client, open, say, delivered, served } = await inWorld();
    const witness = new Witness();
    client.plugins = [...client.plugins, witness.folder];
    const screen = await open();
    await say(screen, DECISION);
    await screen.line('/clear');
    await delivered(1);
    await say(screen, 'Decision: logs are JSON.');
    await screen.line('/exit');
    await screen.untilClosed();
    await delivered(2);
    const ids = served.adds().map(({ body }) => /"session_id":"([^"]+)"/.exec(JSON.stringify(body))?.[1]);
    expect(new Set(ids).size).toBe(2);
    const seen = witness.seen();
    await pinned('an end says which session', () => {
      expect(seen.map(({ event }) => event)).toEqual(['SessionStart', 'SessionEnd', 'SessionStart', 'SessionEnd']);
      const [begun, ended, begunAgain] = seen.map(({ input }) => input['session_id']);
      expect(ended).toBe(begun);
      expect(begunAgain).not.toBe(begun);
      expect(seen[1]?.input['reason']).toBe('clear');
    });
    await pinned('a start says how it came about', () => {
      expect(seen[0]?.input['source']).toBe('startup');
      expect(seen[2]?.input['source']).toBe('clear');
    });
  });
});

describe('a session in print mode', () => {
  it('is captured once', async () => {
    const { client, delivered } = await inWorld();
    // The client stops it after 1.5 s from its start, which on a busy machine takes time itself.
    const witness = new Witness({ SessionEnd: { ms: 600 } });
    client.plugins = [...client.plugins, witness.folder];
    const run = await client.print(DECISION, { env: { STRIPE_SECRET: 'made-up-secret-of-a-shop' } });
    expect(run).toMatchObject({ status: 0, stdout: 'Noted.\n', stderr: '' });
    await delivered(1);
    const [start, end] = witness.seen();
    await pinned('an end has half a second', () => {
      expect((end?.endedAt ?? 0) - (end?.beganAt ?? 0)).toBeGreaterThanOrEqual(590);
    });
    await pinned('hooks run without a shell', () => {
      expect(start?.parent).toBe(end?.parent);
      expect(start?.env['CLAUDE_PLUGIN_ROOT']).toBe(witness.folder);
    });
    await pinned('a hook is told what it needs', () => {
      const { home, repository } = client.world;
      expect(start?.input).toMatchObject({ hook_event_name: 'SessionStart', cwd: repository, source: 'startup' });
      expect(start?.transcript).toBeUndefined();
      expect(end?.input).toMatchObject({ hook_event_name: 'SessionEnd', cwd: repository, reason: 'other' });
      expect(end?.input['transcript_path']).toEqual(client.transcripts()[0]);
      expect(String(end?.input['transcript_path']).startsWith(home)).toBe(true);
    });
    await pinned('a hook has the environment of the client', () => {
      for (const one of [start, end]) {
        if (isSince('2.1.197')) expect(one?.env['CLAUDE_CODE_SESSION_ID']).toBe(one?.input['session_id']);
        expect(one?.env['MEM0_BASE_URL']).toBe(client.world.env['MEM0_BASE_URL']);
        expect(one?.env['CLAUDE_PLUGIN_DATA']).toMatch(/witness/);
      }
    });
    await pinned('secrets are the same at the end', () => {
      expect(secretsOf(end?.env ?? {})).toEqual(secretsOf(start?.env ?? {}));
      expect(end?.env['STRIPE_SECRET']).toBe('made-up-secret-of-a-shop');
    });
  });
});

function secretsOf(env: Readonly<Record<string, string>>): readonly (readonly [string, string])[] {
  return Object.entries(env)
    .filter(([name]) => /KEY|TOKEN|SECRET|PASSWORD|CREDENTIAL/i.test(name) && !name.startsWith('CLAUDE_CODE_'))
    .sort(([one], [other]) => one.localeCompare(other));
}

/** As people press it; the first may only ask. */
async function pressedTwice(screen: Screen): Promise<void> {
  screen.key('C-d');
  await screen
    .until((shown) => /again to exit/i.test(shown))
    .catch((error: unknown) => {
      // One press was enough.
      if (screen.isOpen()) throw error;
    });
  if (screen.isOpen()) screen.key('C-d');
}
