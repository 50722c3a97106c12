import { describe, expect, it } from 'vitest';
import { servePlatform } from '../hooks/served-platform.ts';
import { Client } from './client.ts';
import { SUMMARY } from './model.ts';
import { Screen } from './screen.ts';

const DECISION = 'Decision: the shop is deployed to Railway, never to Fly.io.';

async function world() {
  const client = await Client.inNewWorld();
  const served = await servePlatform();
  client.world.env = served.env;
  const open = async (args: readonly string[] = []) => {
    const screen = new Screen(client, args);
    // The prompt's own sign; the status line below it is the client's.
    await screen.until((shown) => /^\s*[│ ]*[❯>]/m.test(shown) && /bypass permissions/i.test(shown));
    return screen;
  };
  /** Says it, and waits for the answer. */
  const say = async (screen: Screen, text: string) => {
    const asked = client.model.asked.length;
    await screen.line(text);
    await client.world.until(() => client.model.asked.length > asked);
    await screen.until((shown) => shown.includes('Noted.'));
  };
  const delivered = async (adds: number) => {
    await client.world.until(() => served.adds().length >= adds);
    await client.world.settled();
    expect(served.adds()).toHaveLength(adds);
  };
  return { client, served, open, say, delivered };
}

describe('an interactive session', () => {
  it.each<[string, (screen: Screen) => Promise<void> | void]>([
    ['/exit', (screen) => screen.line('/exit')],
    ['Ctrl-D', (screen) => void screen.key('C-d')],
    ['the terminal being closed', (screen) => screen.close()],
  ])('that ends with %s is captured once', async (how, end) => {
    const { open, say, delivered } = await world();
    const screen = await open();
    await say(screen, DECISION);
    await end(screen);
    // A second time, as people press it; the first may only ask.
    if (how === 'Ctrl-D') {
      await new Promise((resolve) => setTimeout(resolve, 300));
      if (screen.isOpen()) screen.key('C-d');
    }
    await screen.untilClosed();
    await delivered(1);
  });

  it('that is killed is captured at the next start', async () => {
    const { client, served, open, say, delivered } = await world();
    const screen = await open();
    await say(screen, DECISION);
    // The client writes its lines a moment later; what was never written nobody can know.
    await client.world.until(() => client.lines().some((line) => line['type'] === 'assistant'));
    process.kill(screen.pid(), 'SIGKILL');
    await screen.untilClosed();
    expect(served.adds()).toHaveLength(0);
    await client.print('Hello.');
    await delivered(1);
  });

  it('that is compacted keeps its state, and gets the pack again with the state first', async () => {
    const { client, open, say } = await world();
    const screen = await open();
    await say(screen, DECISION);
    await say(screen, 'And the queue is RabbitMQ from now on.');
    const asked = client.model.asked.length;
    await screen.line('/compact');
    await screen.until((shown) => /compacted/i.test(shown));
    await say(screen, 'Go on.');
    const last = client.model.texts().slice(asked).at(-1) ?? '';
    expect(last).toContain(SUMMARY);
    expect(last.split('Where you left off')).toHaveLength(2);
    expect(last).toContain("Goal, in the person's words: Decision: the shop is deployed to Railway");
    // Nothing of ours stands in what the compaction was told.
    expect(screen.text()).not.toMatch(/Additional Instructions|hook error/i);
  });

  it('that is cleared is captured, and what is said then is another one', async () => {
    const { open, say, delivered, served } = await world();
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
  });
});
