import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { git, repository } from '../io/repositories.ts';
import { servePlatform } from './served-platform.ts';
import { transcriptOf, World } from './world.ts';

/** A world with a second project, in which nothing of the first may arrive. */
class TwoProjects extends World {
  readonly bank = repository(this.root, 'bank', 'git@github.com:acme/bank.git');

  start(session: string, source: string, cwd: string) {
    return this.hook('session-start', this.input('SessionStart', session, { source, cwd }));
  }

  end(session: string, cwd: string) {
    const change = { transcript_path: transcriptOf('a-design-discussion'), prompt_id: 'p', reason: 'other', cwd };
    return this.hook('session-end', this.input('SessionEnd', session, change));
  }

  compact(session: string, cwd: string) {
    const change = { transcript_path: transcriptOf('a-design-discussion'), prompt_id: 'p', trigger: 'manual', cwd };
    return this.hook('pre-compact', this.input('PreCompact', session, { ...change, custom_instructions: null }));
  }
}

type Served = Awaited<ReturnType<typeof servePlatform>>;

/** The projects that any request named, of writes and of reads; `*` is any and no one (platform contract §1). */
function projectsIn({ seen }: Served): readonly string[] {
  const text = JSON.stringify(seen.map(({ body }) => body));
  return [...new Set([...text.matchAll(/"app_id":\s*"([^"]*)"/g)].map(([, id]) => id ?? ''))].filter(
    (id) => id !== '*',
  );
}

async function world() {
  const w = new TwoProjects();
  const served = await servePlatform();
  w.env = served.env;
  return { w, served };
}

describe('the project of a session is that of the folder in which it was first opened', () => {
  it.each(['resume', 'clear', 'compact'])('after a start for %s in another one', async (source) => {
    const { w, served } = await world();
    await w.start('aa', 'startup', w.repository);
    await w.start('aa', source, w.bank);
    await w.compact('aa', w.bank);
    await w.end('aa', w.bank);
    await w.settled();
    await w.until(() => served.adds().length > 1 && w.names('spool/waiting').length === 0);
    expect(projectsIn(served)).toEqual(['acme-shop']);
    expect(w.document('sessions/aa.json')).toMatchObject({
      cwd: w.repository,
      appId: 'acme-shop',
    });
  });

  it('in a worktree that was entered in mid-session and is gone at its end', async () => {
    const { w, served } = await world();
    const tree = join(w.repository, '.claude', 'worktrees', 'fix');
    await w.start('aa', 'startup', w.repository);
    w.git('worktree', 'add', '-q', '-b', 'fix', tree);
    // As a worktree may have it, though few do: a remote of its own.
    w.git('config', 'extensions.worktreeConfig', 'true');
    git(tree, 'config', '--worktree', '--replace-all', 'remote.origin.url', 'https://git.example/acme/other.git');
    await w.start('aa', 'compact', tree);
    rmSync(tree, { recursive: true });
    await w.end('aa', tree);
    await w.settled();
    await w.until(() => served.adds().length > 0 && w.names('spool/waiting').length === 0);
    expect(projectsIn(served)).toEqual(['acme-shop']);
  });

  it('even if its folder is gone by its end', async () => {
    const { w, served } = await world();
    const gone = repository(w.root, 'gone', 'git@github.com:acme/gone.git');
    await w.start('aa', 'startup', gone);
    rmSync(gone, { recursive: true });
    await w.end('aa', gone);
    await w.settled();
    await w.until(() => served.adds().length > 0 && w.names('spool/waiting').length === 0);
    expect(projectsIn(served)).toEqual(['acme-gone']);
  });

  it('and none, where that was the home folder', async () => {
    const { w, served } = await world();
    await w.start('aa', 'startup', w.home);
    await w.start('aa', 'compact', w.repository);
    await w.compact('aa', w.repository);
    await w.end('aa', w.repository);
    await w.settled();
    await w.until(() => w.names('background').includes('free'));
    expect(served.seen.length).toBeGreaterThan(0);
    expect(projectsIn(served)).toEqual([]);
    expect(JSON.stringify(w.document('sessions/aa.json'))).not.toContain('appId');
  });
});
