/** What most scenarios begin with: a client, a served platform that it is sent to, and what is waited for between them. */
import { expect } from 'vitest';
import { servePlatform } from '../hooks/served-platform.ts';
import { Client } from './client.ts';
import { Screen, type ScreenOptions } from './screen.ts';

/** One statement that a capture sends as a decision. */
export const DECISION = 'Decision: the shop is deployed to Railway, never to Fly.io.';
/** Words of it that stand nowhere else. */
export const DECIDED = 'deployed to Railway';
export const FENCE = '</recalled-memory>';

export async function inWorld(options: Parameters<typeof servePlatform>[0] = {}) {
  const client = await Client.inNewWorld();
  const served = await servePlatform(options);
  client.world.env = served.env;
  return {
    client,
    served,
    /** The bodies of all adds, as one text. */
    sent: () => JSON.stringify(served.adds().map(({ body }) => body)),
    /** Once all is captured and delivered that was said so far: so many adds, and none more. */
    async delivered(adds: number) {
      await client.world.until(() => served.adds().length >= adds);
      await client.world.settled();
      expect(served.adds()).toHaveLength(adds);
    },
    /** What the model is asked by what is done, and nothing before. */
    async askedBy(act: () => Promise<unknown>) {
      const before = client.model.asked.length;
      await act();
      return client.model.texts().slice(before);
    },
    /** An interactive session, ready for a prompt. */
    async open(args: readonly string[] = [], more: ScreenOptions = {}) {
      const screen = new Screen(client, args, more);
      await screen.untilReady();
      return screen;
    },
    /** Says it, and waits for the answer. */
    async say(screen: Screen, text: string) {
      const asked = client.model.asked.length;
      await screen.line(text);
      await client.world.until(() => client.model.asked.length > asked);
      await screen.until((shown) => shown.includes('Noted.'));
      await screen.untilReady();
    },
  };
}

/** How often a text holds another. */
export function times(text: string, part: string): number {
  return text.split(part).length - 1;
}
