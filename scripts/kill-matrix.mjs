/**
 * The kill matrix: the shipped bundles as processes, struck at every moment, by every signal, whatever the platform does; then
 * with a full disk, with clocks that jump, and twenty sessions at once. `npm run test:kill`; `--only TEXT` tries what has TEXT in its
 * title, `--quick` one signal instead of nine and nothing else, `--random N --seed S` kills at N random instants instead, `--jobs N` trials at once.
 * The exit status is 1 when something was lost, repeated or left behind. It reads /proc, so it needs Linux.
 */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { runTrials } from './kill/matrix.mjs';
import { brokenWorlds, crowds, matrix, random } from './kill/trials.mjs';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    quick: { type: 'boolean', default: false },
    random: { type: 'string' },
    seed: { type: 'string', default: '1' },
    jobs: { type: 'string', default: '2' },
    hooks: { type: 'string' },
  },
});
if (!existsSync('/proc/self/stat')) {
  console.error('The kill matrix follows processes through /proc, which this system does not have.');
  process.exit(2);
}
const trials =
  values.random === undefined
    ? [...matrix(values.quick), ...(values.quick ? [] : [...brokenWorlds(), ...crowds()])]
    : random(Number(values.random), Number(values.seed));
const wanted = trials.filter(({ title }) => title.includes(values.only));
const options = { jobs: Number(values.jobs), ...(values.hooks === undefined ? {} : { hooks: values.hooks }) };
if (!(await runTrials(wanted, options))) process.exitCode = 1;
