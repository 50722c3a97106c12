import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pinned } from './facts.ts';
import { DECIDED, DECISION, FENCE, inWorld, times } from './in-world.ts';
import { Witness } from './witness.ts';

const BEGIN = '<recalled-memory>';

describe('the context pack', () => {
  it('reaches the model once and whole, and stands on no screen', async () => {
    const { client, served, delivered, open, say } = await inWorld();
    expect(await client.print(DECISION)).toMatchObject({ status: 0, stdout: 'Noted.\n', stderr: '' });
    await delivered(1);
    const asked = client.model.asked.length;
    const screen = await open();
    await say(screen, 'Thanks.');
    const [first = ''] = client.model.texts().slice(asked);
    await pinned('the context reaches the model', () => {
      expect(times(first, DECIDED)).toBe(1);
      expect(times(first, FENCE)).toBe(1);
      expect(screen.text()).not.toMatch(/Railway|recalled-memory/);
    });
    await pinned('the message is for the person', () => {
      expect(screen.text()).toMatch(/mem0: .*acme-shop/);
      expect(first).not.toContain('mem0: ');
    });
    await screen.line('/exit');
    await screen.untilClosed();
    await client.world.settled();
    // What was recalled is no news, and thanks are none.
    expect(served.adds()).toHaveLength(1);
  });

  it('is whole when it is as long as it may be', async () => {
    const { client, served, askedBy } = await inWorld();
    await remember(served, 120);
    const [first = ''] = await askedBy(() => client.print('Thanks.', { env: { MEM0_PACK_CHARS: '9500' } }));
    await pinned('a context below 9,500 characters is whole', () => {
      const pack = first.slice(first.indexOf(BEGIN), first.indexOf(FENCE) + FENCE.length);
      expect(pack.length).toBeGreaterThan(8_500);
      expect(pack.length).toBeLessThanOrEqual(9_500);
      expect(times(first, FENCE)).toBe(1);
      expect(first).not.toMatch(/preview/i);
    });
  });

  it('is not there when it is switched off, and nothing else is', async () => {
    const { client, askedBy, served, open } = await inWorld();
    await remember(served, 3);
    client.plugins = [];
    const [without = ''] = await askedBy(() => client.print('Thanks.'));
    client.plugins = [new Witness().folder];
    const [silent = ''] = await askedBy(() => client.print('Thanks.'));
    const screen = await open();
    await pinned('silence leaves no trace', () => {
      expect(wordsOfHooks(silent)).toEqual(wordsOfHooks(without));
      expect(screen.text()).not.toMatch(/hooks? (success|error|output|failed)|SessionStart/i);
    });
    client.plugins = [join(import.meta.dirname, '..', '..')];
    const [off = ''] = await askedBy(() => client.print('Thanks.', { env: { MEM0_HOOKS: 'off' } }));
    expect(off).not.toMatch(/recalled-memory|mem0: /);
    expect(wordsOfHooks(off)).toEqual(wordsOfHooks(without));
  });
});

type Served = Awaited<ReturnType<typeof inWorld>>['served'];

/** So many conventions of the project, which no session has said. */
async function remember(served: Served, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1)
    await served.remember(
      `Convention ${n}: module number ${n} is documented in the manual of its own team, reviewed on the ${n}th day of the quarter, and changed by nobody else, however small the change may look to whoever asks for it.`,
      { type: 'convention' },
    );
}

/** The lines of a request that speak of hooks. */
function wordsOfHooks(text: string): readonly string[] {
  return text.split('\n').filter((line) => /SessionStart|hook (success|additional)|hook_/i.test(line));
}
