/**
 * Scores what a session start recalls and prints a table: `npm run score:recall`. `--verbose` prints every miss, `--scenario ID` or
 * `--kind KIND` scores some of it, `--hooks FOLDER` other bundles, `--json` everything as JSON. With `--check` the exit status is 1
 * when a target is missed.
 */
import { parseArgs } from 'node:util';
import { MEASURES } from './recall/measure.mjs';
import { SCENARIOS } from './recall/scenarios.mjs';
import { scoreRecall, sumsOf } from './recall/score.mjs';

const { values } = parseArgs({
  options: {
    verbose: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    scenario: { type: 'string' },
    kind: { type: 'string' },
    hooks: { type: 'string' },
    jobs: { type: 'string', default: '2' },
  },
});

const started = performance.now();
const wanted = SCENARIOS.filter(
  ({ id, kind }) => (values.scenario ?? id) === id && (values.kind === undefined || kind.includes(values.kind)),
);
const results = await scoreRecall(wanted, {
  jobs: Number(values.jobs),
  ...(values.hooks === undefined ? {} : { hooks: values.hooks }),
});
const rows = sumsOf(results);
if (values.json) console.log(JSON.stringify({ rows, results }, null, 2));
else printTable();
if (values.check && rows.some(({ cells }) => cells.some(({ met }) => !met))) process.exitCode = 1;

function printTable() {
  const columns = Object.values(MEASURES);
  const heads = ['kind', 'starts', ...columns.map(headOf), 'characters', 'longest'];
  const lines = rows.map(({ row, starts, cells, chars }) => [
    ...[row, String(starts)],
    ...cells.map((cell, index) => cellText(cell, columns[index].target)),
    ...[String(chars.median), String(chars.max)],
  ]);
  const widths = heads.map((head, column) => Math.max(head.length, ...lines.map((line) => line[column].length)));
  for (const line of [heads, ...lines])
    console.log(
      line.map((text, column) => (column === 0 ? text.padEnd(widths[0]) : text.padStart(widths[column]))).join('  '),
    );
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(
    `\nMissed of all; "!" marks a missed target. Characters: the median. ${wanted.length} scenarios, ${results.length} starts in ${seconds} s.`,
  );
  if (!values.verbose) return;
  for (const { id, kind, step, misses } of results)
    for (const { measure, text } of misses) console.log(`${measure}  ${id} #${step}  [${kind}]  ${text.slice(0, 300)}`);
}

/** A share where a share must be reached. */
function headOf({ name, target }) {
  return target < 1 ? `${name} (${target * 100} %)` : name;
}

function cellText({ of, missed, met }, target) {
  if (of === 0) return '-';
  const text = target < 1 ? `${(Math.floor(((of - missed) / of) * 1000) / 10).toFixed(1)} %` : `${missed}/${of}`;
  return `${met ? '' : '! '}${text}`;
}
