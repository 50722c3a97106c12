/** Runs trials and prints the table: a row a moment, a column a trouble of the platform. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPlatform, TROUBLES } from './platform.mjs';

const project = join(import.meta.dirname, '..', '..');

/** Resolves with whether all went well. `jobs`: how many at once. */
export async function runTrials(trials, { jobs, hooks = join(project, 'hooks') }) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'kill-matrix-')));
  const platform = await startPlatform(hooks, root);
  const world = { hooks, root, platform, repository: join(root, 'shop') };
  const started = performance.now();
  try {
    makeRepository(world.repository);
    const results = await inTurns(trials, jobs, async ({ act, ...one }, n) => {
      const { problems, came } = await act(world, { ...one, name: `t${n}` }).catch((error) => ({
        problems: [error.message],
        came: true,
      }));
      for (const problem of problems) console.log(`✗ ${one.title}: ${problem}`);
      rmSync(join(root, 'trials', `t${n}`), { recursive: true, force: true });
      return { ...one, problems, came };
    });
    print(results, performance.now() - started);
    return results.every(({ problems }) => problems.length === 0);
  } finally {
    await platform.stop();
    rmSync(root, { recursive: true, force: true });
  }
}

async function inTurns(all, jobs, act) {
  const results = [];
  let next = 0;
  const work = async () => {
    while (next < all.length) {
      const n = next++;
      results[n] = await act(all[n], n);
    }
  };
  await Promise.all(Array.from({ length: jobs }, work));
  return results;
}

function print(results, ms) {
  const rows = [...new Set(results.map(({ row }) => row))];
  const columns = TROUBLES.filter((trouble) => results.some((one) => one.trouble === trouble));
  const width = Math.max(...rows.map((row) => row.length), 0);
  console.log(['moment'.padEnd(width), ...columns.map((trouble) => trouble.padStart(12))].join(' '));
  for (const row of rows) {
    const cells = columns.map((trouble) => {
      const here = results.filter((one) => one.row === row && one.trouble === trouble);
      const good = here.filter(({ problems }) => problems.length === 0).length;
      return (here.length === 0 ? '–' : `${good === here.length ? '' : '! '}${good}/${here.length}`).padStart(12);
    });
    console.log([row.padEnd(width), ...cells].join(' '));
  }
  const failed = results.filter(({ problems }) => problems.length > 0).length;
  const idle = results.filter(({ came }) => !came).length;
  const seconds = (ms / 1000).toFixed(0);
  console.log(
    `${results.length} trials in ${seconds} s: each statement arrived once and nothing was left in ${results.length - failed}, ${failed} failed.`,
  );
  if (idle > 0) console.log(`${idle} of them never came to their moment: the platform did not let them.`);
}

function makeRepository(path) {
  cpSync(join(project, 'test', 'fixtures', 'shop-repo'), path, { recursive: true });
  const git = (...args) =>
    execFileSync('git', args, { cwd: path, env: { PATH: process.env.PATH, HOME: path }, stdio: 'ignore' });
  git('init', '-q', '-b', 'main');
  git('add', '-A');
  git('-c', 'user.name=Mara', '-c', 'user.email=mara@acme.example', 'commit', '-q', '-m', 'start');
  git('remote', 'add', 'origin', 'git@github.com:acme/shop.git');
}
