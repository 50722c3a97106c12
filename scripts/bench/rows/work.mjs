/** The work of the background and of the core: omission in a large repository, the pack. */
import { join } from 'node:path';
import { repositoryOf, TALK } from '../inputs.mjs';
import { ROOT } from '../library.mjs';
import { Scene } from '../scene.mjs';

/** `git ls-files` as a process: a node that starts it would be measured with it. */
export function omissionIn(bench, files) {
  const repository = repositoryOf(bench, files);
  const scene = new Scene(bench, { repository });
  const git = new Scene(bench, { repository, node: 'git' });
  return { ours: () => scene.preview(TALK, { usage: true }), other: () => git.program(['ls-files']) };
}

export const WORK_ROWS = [
  {
    name: 'omission',
    what: 'capture in a repository of 50,000 files, in the background',
    beside: 'git ls-files there',
    goals: { ms: 2_000 },
    rounds: 5,
    prepare: (bench) => omissionIn(bench, 50_000),
  },
  {
    name: 'pack',
    what: 'pack of 2,000 memories, the first in a process',
    goals: { ms: 20 },
    async prepare(bench) {
      const scene = new Scene(bench);
      const program = join(ROOT, 'scripts', 'bench', 'programs', 'first-pack.mjs');
      return {
        async ours() {
          const { stdout } = await scene.program([program, bench.libraryFile, '2000']);
          return { ms: Number(stdout) };
        },
      };
    },
  },
];
