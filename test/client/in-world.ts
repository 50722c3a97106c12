/** What most scenarios begin with: a client, a served platform that it is sent to, and what is waited for between them. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
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
    /** Once all is captured and delivered that was said so far: so many adds, and none more; and so the state folder says. */
    async delivered(adds: number) {
      const { world } = client;
      await world.until(() => served.adds().length >= adds);
      await world.settled();
      expect(served.adds()).toHaveLength(adds);
      expect(world.receipts().flatMap(({ items }) => items)).toHaveLength(adds);
      for (const folder of ['jobs', 'spool/waiting', 'spool/claimed', 'spool/parked'])
        expect(world.names(folder)).toEqual([]);
      expect(existsSync(join(world.state, 'faults.jsonl'))).toBe(false);
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
      const shownBefore = times(screen.text(), 'Noted.');
      await screen.line(text);
      const { model, world } = client;
      await world.until(() => model.asked.length > asked && model.answered === model.asked.length);
      // A screen that was cleared, or has scrolled, shows fewer.
      await screen.until((shown) => shown.includes('Noted.') && times(shown, 'Noted.') !== shownBefore);
      await screen.untilReady();
    },
  };
}

/** How often a text holds another. */
export function times(text: string, part: string): number {
  return text.split(part).length - 1;
}
