import { describe, expect, it } from 'vitest';
import { pinned } from './facts.ts';
import { DECIDED, DECISION, inWorld, times } from './in-world.ts';
import { Witness } from './witness.ts';

const BEGIN = '<recalled-memory>';

/** A session with the decision, captured, and a witness of all that come after. */
async function captured() {
  const world = await inWorld();
  const { client, delivered } = world;
  const witness = new Witness();
  client.plugins = [...client.plugins, witness.folder];
  await client.print(DECISION);
  await delivered(1);
  return { ...world, witness };
}

describe('a session that goes on', () => {
  it('by --continue and --resume is captured without repeating what was', async () => {
    const { client, sent, delivered, witness, askedBy } = await captured();
    const [asked = ''] = await askedBy(() => client.print('Decision: logs are JSON.', { args: ['--continue'] }));
    await delivered(2);
    const [first, , second] = witness.seen();
    await pinned('a resumed session keeps its name', () => {
      expect(second?.input['session_id']).toBe(first?.input['session_id']);
      expect(second?.input['transcript_path']).toBe(first?.input['transcript_path']);
      expect(second?.transcript).toContain(DECISION);
    });
    await pinned('a start says how it came about', () => {
      expect(second?.input['source']).toBe('resume');
    });
    const id = String(first?.input['session_id']);
    await client.print('Decision: metrics are pulled, not pushed.', { args: ['--resume', id] });
    await delivered(3);
    for (const words of ['Railway', 'logs are JSON', 'metrics are pulled']) expect(times(sent(), words)).toBe(1);
    // What it decided itself it is told once more, now that it is a memory.
    expect(asked).toContain(BEGIN);
  });

  it('by --resume has the contexts of its earlier starts', async () => {
    const { client, delivered, askedBy } = await captured();
    // The second session is told what the first one decided, and then goes on.
    await client.print('Decision: logs are JSON.');
    await delivered(2);
    const [asked = ''] = await askedBy(() => client.print('And then?', { args: ['--continue'] }));
    await pinned('a resume replays earlier contexts', () => {
      expect(times(asked, BEGIN)).toBe(2);
    });
  });

  it('as a fork is captured under its own name, without repeating what was', async () => {
    const { client, sent, delivered, witness, served } = await captured();
    await client.print('Decision: metrics are pulled, not pushed.', { args: ['--continue', '--fork-session'] });
    await delivered(2);
    for (const words of ['Railway', 'metrics are pulled']) expect(times(sent(), words)).toBe(1);
    const [first, , start, end] = witness.seen();
    await pinned('the new name of a fork is told at its start', () => {
      expect(end?.input['session_id']).not.toBe(first?.input['session_id']);
      expect(start?.env['CLAUDE_ENV_FILE']).toContain(String(end?.input['session_id']));
      const named = start?.input['source'] === 'fork' ? end : first;
      expect(start?.input['session_id']).toBe(named?.input['session_id']);
    });
    expect(JSON.stringify(served.adds()[1]?.body)).toContain(String(end?.input['session_id']));
  });

  it('by /resume inside the client is captured without repeating what was, and so is the one that was left', async () => {
    const { client, sent, delivered, open, say } = await inWorld();
    const witness = new Witness();
    client.plugins = [...client.plugins, witness.folder];
    // What was said in print mode is offered to nobody.
    const earlier = await open();
    await say(earlier, DECISION);
    await earlier.line('/exit');
    await earlier.untilClosed();
    await delivered(1);
    const [first] = witness.seen();
    const screen = await open();
    await say(screen, 'Decision: logs are JSON.');
    await screen.line('/resume');
    await screen.until((shown) => /resume session/i.test(shown) && shown.includes('Railway'));
    await screen.press(['Enter'], (shown) => shown.includes(DECIDED) && !/resume session/i.test(shown));
    await screen.untilReady();
    await delivered(2);
    const asked = client.model.asked.length;
    await say(screen, 'Decision: metrics are pulled, not pushed.');
    expect(client.model.texts()[asked]).toContain(DECIDED);
    await screen.line('/exit');
    await screen.untilClosed();
    await delivered(3);
    for (const words of ['Railway', 'logs are JSON', 'metrics are pulled']) expect(times(sent(), words)).toBe(1);
    const [, , begun, left, resumed, ended] = witness.seen();
    await pinned('an end is told however it comes', () => {
      expect(left?.event).toBe('SessionEnd');
      expect(left?.input['reason']).toBe('resume');
      expect(left?.input['session_id']).toBe(begun?.input['session_id']);
    });
    await pinned('a start says how it came about', () => {
      expect(resumed?.input['source']).toBe('resume');
    });
    await pinned('a resumed session keeps its name', () => {
      expect(ended?.input['session_id']).toBe(first?.input['session_id']);
      expect(ended?.input['transcript_path']).toBe(first?.input['transcript_path']);
    });
  });
});
