import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pinned } from './facts.ts';
import { DECIDED, DECISION, inWorld, times } from './in-world.ts';
import type { Turn } from './model.ts';
import { isSince } from './versions.ts';

const LOGS = 'Decision: logs are JSON, one object a line.';
const METRICS = 'Decision: metrics are pulled, not pushed.';

type Line = Readonly<Record<string, unknown>>;

/** The lines of the session's own transcript in which a text stands. */
function linesWith(lines: readonly Line[], text: string): readonly Line[] {
  const own = ['user', 'assistant', 'attachment', 'system'];
  return lines.filter((line) => own.includes(String(line['type'])) && JSON.stringify(line).includes(text));
}

describe('what a person says', () => {
  it('is captured from an answer, and from what was typed while Claude worked', async () => {
    const { client, open, say, sent, delivered } = await inWorld();
    const screen = await open();
    const options = [
      { label: 'Railway', description: 'One region' },
      { label: 'Hetzner', description: 'Many' },
    ];
    const questions = [{ question: 'Where is the shop deployed to?', header: 'Host', multiSelect: false, options }];
    client.model.says({ calls: [{ name: 'AskUserQuestion', input: { questions } }] });
    await screen.line('Ask me where we deploy.');
    await screen.until((shown) => shown.includes('Where is the shop deployed to?') && shown.includes('2. Hetzner'));
    await screen.press(['Enter'], (shown) => shown.includes('Noted.'));
    await screen.untilReady();
    await pinned('an answer is a result', () => {
      const [line] = linesWith(client.lines(), '"answers"');
      expect(line).toMatchObject({
        type: 'user',
        toolUseResult: { answers: { [questions[0]?.question ?? '']: 'Railway' } },
      });
    });
    // Typed while Claude works: taken up once it is done, or before it goes on after a tool.
    const whileItWorks = async (text: string, prompt: string, ...turns: readonly Turn[]) => {
      const asked = client.model.asked.length;
      client.model.says(...turns);
      await screen.line(prompt);
      await client.world.until(() => client.model.asked.length > asked);
      await screen.line(text);
      await client.world.until(() => client.model.asked.length > asked + 1);
      await screen.untilReady();
    };
    await whileItWorks(LOGS, 'Tell me about the ledger.', { text: 'That took a while.', afterMs: 4_000 });
    const look = { command: 'echo looked', description: 'Look' };
    await whileItWorks(METRICS, 'And about the harbour.', { calls: [{ name: 'Bash', input: look }], afterMs: 4_000 });
    await say(screen, DECISION);
    await screen.line('/exit');
    await screen.untilClosed();
    await delivered(1);
    await pinned('what was typed meanwhile is marked', () => {
      const kinds = (text: string) =>
        linesWith(client.lines(), text).map((line) => line['promptSource'] ?? Object(line['attachment'])['type']);
      expect(kinds(LOGS)).toEqual([isSince('2.1.161') ? expect.stringMatching(/^(queued|typed)$/) : undefined]);
      expect(kinds(METRICS)).toEqual(['queued_command']);
    });
    expect(times(sent(), 'metrics are pulled')).toBe(1);
    expect(times(sent(), 'logs are JSON')).toBe(1);
    expect(times(sent(), DECIDED)).toBe(1);
  });

  it('is captured from a refusal', async () => {
    const { client, open, sent, delivered } = await inWorld();
    client.asks = true;
    const screen = await open();
    const input = { file_path: join(client.world.repository, 'notes.md'), content: 'The moonstone is hidden here.\n' };
    client.model.says({ calls: [{ name: 'Write', input }] });
    await screen.line('Write notes.');
    await screen.until((shown) => /do you want to create/i.test(shown));
    await screen.press(['Down'], (shown) => /❯ [23]\. /.test(shown));
    await screen.press(['Down'], (shown) => /❯ 3\. No/.test(shown));
    await screen.press(['Tab'], (shown) => /tell claude what to do differently/i.test(shown));
    await screen.line('Decision: notes live in docs, never at the root.');
    await screen.until((shown) => shown.includes('Noted.'));
    await screen.untilReady();
    await screen.line('/exit');
    await screen.untilClosed();
    await delivered(1);
    await pinned('a refusal tells why', () => {
      const [line] = linesWith(client.lines(), 'notes live in docs');
      const text = JSON.stringify(line);
      expect(text).toContain('To tell you how to proceed, the user said:\\nDecision: notes live in docs');
      expect(text).toContain('"is_error":true');
    });
    expect(times(sent(), 'notes live in docs')).toBe(1);
    expect(sent()).not.toContain('moonstone');
  });

  it('and takes back is not captured', async () => {
    const { client, open, say, sent, delivered } = await inWorld();
    const screen = await open();
    await say(screen, DECISION);
    await say(screen, 'Decision: logs are plain text.');
    await screen.press(['Escape', 'Escape'], (shown) => /rewind/i.test(shown) && /\(current\)/.test(shown));
    await screen.press(['Up'], (shown) => /❯ Decision: logs are plain text/.test(shown));
    await screen.press(['Enter'], (shown) => /1\. Restore conversation/.test(shown));
    await screen.press(['Enter'], (shown) => !/rewind/i.test(shown) && !shown.includes('1. Restore'));
    // The prompt that was taken back stands there again, to be changed.
    await screen.press(['C-u'], (shown) => !shown.includes('plain text'));
    await say(screen, 'Decision: logs are JSON.');
    await screen.line('/exit');
    await screen.untilClosed();
    await delivered(1);
    await pinned('a branch is left by the chain of parents', () => {
      const lines = client.lines();
      const [left] = linesWith(lines, 'logs are plain text');
      const taken = lines.find(
        (line) => line['promptSource'] === 'typed' && JSON.stringify(line).includes('logs are JSON'),
      );
      expect(left).toBeDefined();
      const parents = new Map(lines.map((line) => [line['uuid'], line['parentUuid']]));
      const chain: unknown[] = [];
      for (let at: unknown = taken?.['uuid']; typeof at === 'string'; at = parents.get(at)) chain.push(at);
      expect(chain).not.toContain(left?.['uuid']);
    });
    expect(sent()).toContain('logs are JSON');
    expect(sent()).not.toContain('plain text');
  });
});
