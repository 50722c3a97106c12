import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { MarkingGit } from '../io/kept-answers.ts';
import { servePlatform } from './served-platform.ts';
import { printed, type RunOptions, World } from './world.ts';

/** Git has half a second at a start, which on a busy machine may be too little: then there is no mark. */
const settles = (holds: () => Promise<void>) => vi.waitFor(holds, { timeout: 50_000, interval: 50 });

async function world() {
  const w = new World();
  const served = await servePlatform();
  w.env = served.env;
  const remember = (text: string, branch?: string) => served.remember(text, branch === undefined ? {} : { branch });
  /** The lines of decisions, without date and id. */
  const decisions = async (options: RunOptions = {}, cwd = w.repository) => {
    const input = JSON.stringify(w.input('SessionStart', 's1', { source: 'startup', cwd }));
    const text = printed(await w.sessionStart('s1', 'startup', { ...options, input })).hookSpecificOutput;
    const lines = text?.additionalContext.split('\n').filter((line) => line.startsWith('- ')) ?? [];
    return lines.map((line) => line.replace(/^- [\d-]+: /, '').replace(/ \[[0-9a-f]+\]$/, ''));
  };
  return { w, remember, decisions };
}

describe('a memory', () => {
  it('that names a path which is gone is marked, and one whose path is there is not', async () => {
    const { w, remember, decisions } = await world();
    await remember('Retries are decided in src/retry/policy.ts.');
    await remember('Money is rounded in lib/money.ts of each package.');
    mkdirSync(join(w.repository, 'src', 'retry'), { recursive: true });
    mkdirSync(join(w.repository, 'packages', 'pay', 'lib'), { recursive: true });
    for (const path of ['src/retry/policy.ts', 'packages/pay/lib/money.ts'])
      writeFileSync(join(w.repository, path), 'export {};\n');
    const money = 'Money is rounded in lib/money.ts of each package.';
    const retries = 'Retries are decided in src/retry/policy.ts.';
    expect((await decisions()).sort()).toEqual([money, retries]);
    rmSync(join(w.repository, 'src', 'retry'), { recursive: true });
    expect((await decisions()).sort()).toEqual([money, `${retries} (path gone)`]);
    // From a folder below, too.
    expect((await decisions({}, join(w.repository, 'docs'))).sort()).toEqual([money, `${retries} (path gone)`]);
  });

  it('of a branch that is not merged is marked with it, and of the own branch stands first', async () => {
    const { w, remember, decisions } = await world();
    await remember('The queue is polled every second.', 'fix/poll');
    await remember('The ledger is append-only.', 'main');
    await remember('Webhooks are signed twice.', 'feature/sign');
    for (const branch of ['fix/poll', 'feature/sign']) {
      w.git('checkout', '-q', '-b', branch, 'main');
      writeFileSync(join(w.repository, `${branch.replace('/', '-')}.txt`), 'x\n');
      w.git('add', '-A');
      w.git('commit', '-q', '-m', branch);
    }
    await settles(async () =>
      expect(await decisions()).toEqual([
        'Webhooks are signed twice.',
        'The ledger is append-only.',
        'The queue is polled every second. (on branch fix/poll)',
      ]),
    );
    w.git('merge', '-q', 'fix/poll');
    expect(await decisions()).toContain('The queue is polled every second.');
    w.git('checkout', '-q', 'main');
    await settles(async () =>
      expect((await decisions()).filter((line) => line.includes('(on branch'))).toHaveLength(2),
    );
    // A branch that was deleted has been merged, as a rule.
    w.git('branch', '-q', '-D', 'fix/poll', 'feature/sign');
    expect((await decisions()).filter((line) => line.includes('(on branch'))).toEqual([]);
  });

  it('asks git only where it was learnt on another branch that is there', async () => {
    const { w, remember, decisions } = await world();
    const marking = new MarkingGit(w.root);
    const env = { PATH: marking.env['PATH'] };
    await remember('The ledger is append-only.', 'main');
    await remember('The queue is polled.', 'long-gone');
    await remember('Odd.', '--upload-pack=touch /tmp/x');
    await remember('Odder.', '../../../etc/passwd');
    await decisions({ env });
    marking.wasAsked();
    expect(await decisions({ env })).toHaveLength(4);
    expect(marking.wasAsked()).toBe(false);
    w.git('branch', '-q', 'long-gone');
    await decisions({ env });
    expect(marking.wasAsked()).toBe(true);
  });

  it('gives away nothing of what lies in a denied folder', async () => {
    const { w, remember, decisions } = await world();
    await remember('The merger is planned in secret/plan.md.');
    mkdirSync(join(w.home, '.mem0'), { recursive: true });
    const deny = { hooks: { deny: { paths: [join(w.repository, 'secret')] } } };
    writeFileSync(join(w.home, '.mem0', 'settings.json'), JSON.stringify(deny));
    const line = 'The merger is planned in secret/plan.md.';
    expect(await decisions()).toEqual([line]);
    mkdirSync(join(w.repository, 'secret'));
    writeFileSync(join(w.repository, 'secret', 'plan.md'), 'x\n');
    expect(await decisions()).toEqual([line]);
  });
});
