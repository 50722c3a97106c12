import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { servePlatform } from './served-platform.ts';
import { printed, transcriptIn, World } from './world.ts';

const DECISION = 'We decided to deploy to Railway because Fly.io drops our websockets.';
const PREFERENCE = 'I prefer short answers without emojis.';
const LAG_MS = 60_000;

/** A session that has just been: its prompts were said a minute ago. */
function said(w: World, name: string, prompts: readonly string[]): string {
  const path = transcriptIn(w, name, prompts);
  const minuteAgo = new Date(Date.now() - 60_000).toISOString();
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/"timestamp":"[^"]*"/g, `"timestamp":"${minuteAgo}"`));
  return path;
}

const packOf = async (run: ReturnType<World['sessionStart']>) =>
  printed(await run).hookSpecificOutput?.additionalContext ?? '';

describe('with a platform that takes its time', () => {
  async function world(extractionLagMs = LAG_MS) {
    const w = new World();
    const served = await servePlatform({ extractionLagMs });
    w.env = served.env;
    return { w, served };
  }

  it('is told at the next start in the words that were said, and once it is a memory as that, once', async () => {
    const { w, served } = await world();
    await w.sessionStart('first');
    await w.sessionEnd('first', said(w, 'first', [DECISION, PREFERENCE]));
    await w.until(() => w.names('spool/accepted').length >= 2);
    const start = printed(await w.sessionStart('second'));
    const pack = start.hookSpecificOutput?.additionalContext ?? '';
    expect(pack).toMatch(/## Said just now \(no memories yet\)\n(- .*\n)*- decision: We decided to deploy to Railway/);
    expect(pack).toContain(`- preference: ${PREFERENCE}`);
    expect(pack.match(/Railway/g)).toHaveLength(1);
    expect(start.systemMessage).toContain('2 said just now');
    await w.settled();
    // The platform's clock is this process's.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + LAG_MS });
    onTestFinished(() => void vi.useRealTimers());
    expect(await served.memories()).toHaveLength(2);
    // Nobody has asked yet what became of it: the memory itself tells.
    expect(w.names('spool/accepted').length).toBeGreaterThanOrEqual(2);
    const later = await packOf(w.sessionStart('third'));
    expect(later).toContain('## Decisions\n');
    expect(later.match(/Railway/g)).toHaveLength(1);
    expect(later).not.toContain('Said just now');
  });

  it('is told even where the platform cannot be asked, and what that means is said', async () => {
    const { w, served } = await world();
    await w.sessionStart('first');
    served.behaviour.fault = () => 503;
    await w.sessionEnd('first', said(w, 'first', [DECISION]));
    await w.until(() => w.names('spool/waiting').some((name) => name.startsWith('0')));
    const pack = await packOf(w.sessionStart('second'));
    expect(pack).toContain(`- decision: ${DECISION}`);
    expect(pack).toContain('Could not be read');
  });

  it('is told nowhere else: not in another project, of another user, or with another key', async () => {
    const { w } = await world();
    await w.sessionStart('first');
    await w.sessionEnd('first', said(w, 'first', [DECISION, PREFERENCE]));
    await w.until(() => w.names('spool/accepted').length >= 2);
    const start = (env: object) => packOf(w.sessionStart('second', 'startup', { env: { ...env } }));
    const elsewhere = await start({ MEM0_APP_ID: 'other-project' });
    expect(elsewhere).not.toContain('Railway');
    expect(elsewhere).toContain(PREFERENCE);
    expect(await start({ MEM0_USER_ID: 'someone@acme.example' })).not.toMatch(/Railway|emojis/);
    expect(await start({ MEM0_API_KEY: 'm0-another-made-up-key' })).not.toMatch(/Railway|emojis/);
    expect(await start({ MEM0_API_KEY: undefined })).not.toMatch(/Railway|emojis/);
  });

  it('is not told once the person denies the project that it is of', async () => {
    const { w } = await world();
    await w.sessionStart('first');
    await w.sessionEnd('first', said(w, 'first', [PREFERENCE]));
    await w.until(() => w.names('spool/accepted').length >= 1);
    const settings = { hooks: { deny: { projects: ['acme-shop'] } } };
    writeFileSync(join(w.home, '.mem0', 'settings.json'), JSON.stringify(settings));
    const other = { env: { MEM0_APP_ID: 'other-project' }, cwd: w.home };
    const input = w.input('SessionStart', 'second', { source: 'startup', cwd: w.home });
    expect(await packOf(w.hook('session-start', input, other))).not.toContain('emojis');
  });

  it('does not repeat to a session that is resumed what its own transcript holds', async () => {
    const { w } = await world();
    const transcript = said(w, 'first', [DECISION]);
    await w.sessionStart('first');
    await w.sessionEnd('first', transcript);
    await w.until(() => w.names('spool/accepted').length >= 1);
    expect(await packOf(w.sessionStart('first', 'resume'))).not.toContain('Railway');
    // A compaction drops the words themselves.
    expect(await packOf(w.sessionStart('first', 'compact'))).toContain('Railway');
  });
});

describe('without a key', () => {
  it('is a memory at once, and nothing stands there', async () => {
    const w = new World();
    await w.sessionStart('first');
    await w.sessionEnd('first', said(w, 'first', [DECISION]));
    await w.settled();
    const pack = await packOf(w.sessionStart('second', 'clear'));
    expect(pack).toContain('## Decisions\n');
    expect(pack.match(/Railway/g)).toHaveLength(1);
    expect(pack).not.toContain('Said just now');
  });
});
