import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { servePlatform } from './served-platform.ts';
import { transcriptIn, World } from './world.ts';

const PARAGRAPH = [
  'Deployments of the payment service always go out on Tuesdays, after the standup, and never on a Friday.',
  'We roll them back within ten minutes when the error rate of the checkout rises above one per cent.',
].join('\n');

/** A world whose ignored notes hold a paragraph, and a session into which it was pasted. */
async function pasted(prepare: (w: World) => void) {
  const w = new World();
  const served = await servePlatform();
  w.env = served.env;
  writeFileSync(join(w.repository, '.git', 'info', 'exclude'), 'notes/\n');
  mkdirSync(join(w.repository, 'notes'));
  const notes = join(w.repository, 'notes', 'ops.md');
  writeFileSync(notes, `# Ops\n\n${PARAGRAPH}\n`);
  utimesSync(notes, new Date('2026-01-01'), new Date('2026-01-01'));
  prepare(w);
  const prompt = `Decision: we use Postgres for the queue. This is what we have:\n\n${PARAGRAPH}\n`;
  const transcript = transcriptIn(w, 's1', [prompt]);
  await w.sessionStart('s1', 'startup', {});
  await w.sessionEnd('s1', transcript);
  await w.settled();
  return { sent: JSON.stringify(served.adds().map(({ body }) => body)), receipts: JSON.stringify(w.receipts()) };
}

function ownFile(w: World, hooks: object): void {
  mkdirSync(join(w.home, '.mem0'), { recursive: true });
  writeFileSync(join(w.home, '.mem0', 'settings.json'), JSON.stringify({ hooks }));
}

function repositoryFile(w: World, settings: object): void {
  writeFileSync(join(w.repository, '.mem0-hooks.json'), JSON.stringify(settings));
}

describe('a paragraph of a file that git ignores', () => {
  it('is captured without a pattern', async () => {
    const { sent } = await pasted(() => undefined);
    expect(sent).toContain('Postgres');
    expect(sent).toContain('after the standup');
  });

  it.each([
    ["the person's own file", (w: World) => ownFile(w, { omit: ['notes/**'] })],
    ["the repository's file", (w: World) => repositoryFile(w, { omit: 'notes' })],
  ])('is left out with a pattern in %s, and the receipt names the file', async (_, prepare) => {
    const { sent, receipts } = await pasted(prepare);
    expect(sent).toContain('Postgres');
    expect(sent).not.toMatch(/after the standup|error rate/);
    expect(receipts).toContain('notes/ops.md');
  });
});
