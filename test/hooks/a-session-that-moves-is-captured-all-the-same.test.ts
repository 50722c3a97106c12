import { mkdirSync, readFileSync, renameSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { servePlatform } from './served-platform.ts';
import { transcriptIn, World } from './world.ts';

const DECISION = 'Decision: the shop is deployed to Railway, never to Fly.io.';
const MOVED = '0b5e1f3a-0000-4000-8000-00000000000a';
const FORK = '0b5e1f3a-0000-4000-8000-00000000000b';

/** What says nothing. */
const LEFT_BEHIND = '{"type":"last-prompt","lastPrompt":"x","sessionId":"x"}\n';

/** A third project's folder. */
function there(projects: string): string {
  const folder = join(projects, '-third');
  mkdirSync(folder);
  return folder;
}

/** As the client does when a session goes into a worktree: its file lies in another project's folder from then on. */
function move(path: string): string {
  const folder = join(dirname(dirname(path)), '-any--claude-worktrees-fix');
  mkdirSync(folder, { recursive: true });
  const to = join(folder, path.slice(dirname(path).length + 1));
  renameSync(path, to);
  return to;
}

async function world() {
  const w = new World();
  const served = await servePlatform();
  w.env = served.env;
  const sent = () => JSON.stringify(served.adds().map(({ body }) => body));
  return { w, served, sent };
}

/** What was said longer ago than a capture of a killed session waits for more. */
function restedLongAgo(path: string): void {
  const then = Date.now() / 1000 - 2 * 60 * 60;
  utimesSync(path, then, then);
}

describe('a session whose transcript is moved', () => {
  it('and that is killed is captured by the next start, once', async () => {
    const { w, served, sent } = await world();
    const path = transcriptIn(w, MOVED, [DECISION]);
    await w.sessionStart(MOVED, 'startup', { input: JSON.stringify(startOf(w, MOVED, path)) });
    restedLongAgo(move(path));
    w.ownerGone(MOVED);
    await w.sessionStart('another');
    await w.until(() => served.adds().length === 1);
    await w.settled();
    expect(sent()).toContain('deployed to Railway');
    await w.sessionStart('a-third');
    await w.settled();
    expect(served.adds()).toHaveLength(1);
  });

  it.each<[string, (old: string, projects: string) => void]>([
    ['an empty file', (old) => writeFileSync(old, '')],
    ['a line about it', (old) => writeFileSync(old, LEFT_BEHIND)],
    ['an empty file elsewhere', (old, projects) => writeFileSync(join(there(projects), basename(old)), '')],
    ['a folder of its name elsewhere', (old, projects) => mkdirSync(join(there(projects), basename(old)))],
    ['a link to nowhere', (old) => symlinkSync(`${old}.gone`, old)],
  ])('is found whatever was left behind: %s', async (_, leave) => {
    const { w, served } = await world();
    const path = transcriptIn(w, MOVED, [DECISION]);
    await w.sessionStart(MOVED, 'startup', { input: JSON.stringify(startOf(w, MOVED, path)) });
    restedLongAgo(move(path));
    leave(path, dirname(dirname(path)));
    w.ownerGone(MOVED);
    await w.sessionStart('another');
    await w.until(() => served.adds().length === 1);
    await w.settled();
  });

  it('after its end was told is captured from where it is', async () => {
    const { w, served, sent } = await world();
    const path = transcriptIn(w, MOVED, [DECISION]);
    await w.sessionStart(MOVED, 'startup', { input: JSON.stringify(startOf(w, MOVED, path)) });
    move(path);
    await w.sessionEnd(MOVED, path);
    await w.until(() => served.adds().length === 1);
    await w.settled();
    expect(sent()).toContain('deployed to Railway');
    expect(w.names('faults')).toEqual([]);
  });

  it.each(['its own folder', 'the folder that it was moved from'])(
    'with capture off gives nothing to a fork in %s',
    async (where) => {
      const { w, served, sent } = await world();
      const path = transcriptIn(w, MOVED, [DECISION]);
      const off = { env: { MEM0_CAPTURE: 'off' } };
      await w.sessionStart(MOVED, 'startup', { ...off, input: JSON.stringify(startOf(w, MOVED, path)) });
      await w.sessionEnd(MOVED, path, off);
      const now = move(path);
      writeFileSync(path, LEFT_BEHIND);
      const fork = join(where === 'its own folder' ? dirname(now) : dirname(path), `${FORK}.jsonl`);
      const copied = readFileSync(now, 'utf8').replaceAll(`"sessionId":"${MOVED}"`, `"sessionId":"${FORK}"`);
      const own = {
        ...{ type: 'user', uuid: `${FORK}-0`, parentUuid: `${MOVED}-0`, isSidechain: false, sessionId: FORK },
        ...{ timestamp: new Date(Date.now() + 1_000).toISOString(), cwd: w.repository, promptSource: 'typed' },
        message: { role: 'user', content: 'Decision: logs are JSON, one object a line.' },
      };
      await w.sessionStart(FORK, 'fork', { input: JSON.stringify(startOf(w, FORK, fork, 'fork')) });
      writeFileSync(fork, `${copied}${JSON.stringify(own)}\n`);
      await w.preCompact(FORK, fork);
      await w.sessionEnd(FORK, fork);
      await w.until(() => sent().includes('logs are JSON'));
      await w.settled();
      expect(sent()).not.toContain('Railway');
      expect(JSON.stringify(served.seen)).not.toContain('Railway');
    },
  );

  it('has its state saved before a compaction, told by either path', async () => {
    const { w, served, sent } = await world();
    const path = transcriptIn(w, MOVED, [DECISION]);
    await w.sessionStart(MOVED, 'startup', { input: JSON.stringify(startOf(w, MOVED, path)) });
    move(path);
    await w.preCompact(MOVED, path);
    expect(served.adds()).toHaveLength(1);
    expect(sent()).toContain('session_state');
  });

  it('is what a preview shows', async () => {
    const { w } = await world();
    const path = transcriptIn(w, MOVED, [DECISION]);
    await w.sessionStart(MOVED, 'startup', { input: JSON.stringify(startOf(w, MOVED, path)) });
    const now = move(path);
    const run = await w.run('mem0-hooks', ['preview', '--json', '--session', MOVED.slice(0, 8)]);
    expect(run.status).toBe(0);
    expect(JSON.parse(run.stdout)).toMatchObject({ transcript: now });
    expect(run.stdout).toContain('deployed to Railway');
  });
});

function startOf(w: World, sessionId: string, path: string, source = 'startup'): object {
  return w.input('SessionStart', sessionId, { source, transcript_path: path });
}
