import { describe, expect, it } from 'vitest';
import { pinned } from './facts.ts';
import { DECISION, inWorld, times } from './in-world.ts';
import { SUMMARY, textsOf } from './model.ts';
import { Witness } from './witness.ts';

const BEGIN = '<recalled-memory>';
const GOAL = "Goal, in the person's words: Decision: the shop is deployed to Railway";

async function withWitness(...conduct: ConstructorParameters<typeof Witness>) {
  const world = await inWorld();
  const witness = new Witness(...conduct);
  world.client.plugins = [...world.client.plugins, witness.folder];
  const states = () =>
    world.served.adds().filter(({ body }) => JSON.stringify(body).includes('"type":"session_state"')).length;
  return { ...world, witness, states };
}

describe('a compaction', () => {
  it('by /compact saves the session state before, and gets it back after, twice in a row', async () => {
    const { client, open, say, witness, states } = await withWitness();
    const screen = await open();
    await say(screen, DECISION);
    await say(screen, 'And the queue is RabbitMQ from now on.');
    for (const [n, next] of ['Go on.', 'And now?'].entries()) {
      const asked = client.model.asked.length;
      await screen.line('/compact');
      await client.world.until(() => witness.seen('SessionStart').length === n + 2);
      await screen.until((shown) => /compacted/i.test(shown));
      await screen.untilReady();
      await say(screen, next);
      const last = client.model.texts().slice(asked).at(-1) ?? '';
      expect(last).toContain(SUMMARY);
      expect(times(last, 'Where you left off')).toBe(1);
      expect(last).toContain(GOAL);
      await pinned('a compaction drops the context of the start', () => {
        expect(times(last, BEGIN)).toBe(1);
      });
    }
    // Nothing of ours stands in what the compaction was told, or on the screen.
    expect(screen.text()).not.toMatch(/Additional Instructions|hook error|recalled-memory/i);
    expect(JSON.stringify(client.model.others.map(summaryOf))).not.toMatch(/mem0|Where you left off/);
    const seen = witness.seen();
    await pinned('a compaction is told before', () => {
      const [start, before, after, beforeAgain, afterAgain] = seen;
      for (const one of [before, beforeAgain]) {
        expect(one?.event).toBe('PreCompact');
        expect(one?.input).toMatchObject({ trigger: 'manual', session_id: start?.input['session_id'] });
      }
      for (const one of [after, afterAgain]) {
        expect(one?.event).toBe('SessionStart');
        expect(one?.input).toMatchObject({ source: 'compact', session_id: start?.input['session_id'] });
      }
    });
    await pinned('the transcript is there before a compaction', () => {
      expect(seen[1]?.transcript).toContain(DECISION);
      expect(seen[1]?.transcript).toContain('RabbitMQ');
      expect(seen[3]?.transcript).toContain('Go on.');
    });
    await pinned('a summary is marked', () => {
      const summaries = client
        .lines()
        .filter((line) => line['type'] === 'user' && JSON.stringify(line).includes(SUMMARY));
      expect(summaries.length).toBeGreaterThanOrEqual(2);
      for (const line of summaries) expect(line).toMatchObject({ type: 'user', isCompactSummary: true });
    });
    await client.world.until(() => states() >= 2);
    const [saved = ''] = client.world.names('session-states');
    expect(saved).toBe(`${seen[0]?.input['session_id']}.json`);
    expect(JSON.stringify(client.world.document(`session-states/${saved}`))).toContain(GOAL);
  });

  it('that comes by itself does, too', async () => {
    const { client, open, say, witness } = await withWitness();
    const screen = await open([], { env: { CLAUDE_CODE_AUTO_COMPACT_WINDOW: '100000' } });
    await say(screen, DECISION);
    client.model.says({ text: 'Noted.', inputTokens: 99_000 });
    await say(screen, 'And the queue is RabbitMQ from now on.');
    const asked = client.model.asked.length;
    await say(screen, 'Go on.');
    const last = client.model.texts().slice(asked).at(-1) ?? '';
    await pinned('a compaction is told before', () => {
      expect(witness.seen('PreCompact').map(({ input }) => input['trigger'])).toEqual(['auto']);
      expect(witness.seen('SessionStart').map(({ input }) => input['source'])).toEqual(['startup', 'compact']);
    });
    expect(last).toContain(SUMMARY);
    expect(times(last, BEGIN)).toBe(1);
    expect(last).toContain(GOAL);
    await screen.line('/exit');
    await screen.untilClosed();
  });

  it('is told what a hook prints before it, which is why ours prints nothing', async () => {
    const { client, open, say } = await withWitness({ PreCompact: { prints: 'Keep the moonstone in mind.' } });
    const screen = await open();
    await say(screen, DECISION);
    await say(screen, 'And the queue is RabbitMQ from now on.');
    await screen.line('/compact');
    await screen.until((shown) => /compacted/i.test(shown));
    await pinned('what PreCompact prints is an instruction', () => {
      const told = client.model.others.map((one) => textsOf(one.messages).join('\n'));
      expect(told.filter((text) => text.includes('moonstone'))).not.toHaveLength(0);
    });
  });
});

/** What the compaction itself is told, behind the talk. */
function summaryOf(asked: { readonly messages: readonly unknown[] }): readonly string[] {
  return textsOf(asked.messages.at(-1)).filter((text) => /create a detailed summary/i.test(text));
}
