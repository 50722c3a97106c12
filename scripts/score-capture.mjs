/**
 * Scores what a capture would send against the labelled corpus and prints a table: `npm run score:capture`. `--verbose` prints every
 * miss, `--case ID` scores one case, `--corpus FOLDER` another corpus, `--hooks FOLDER` other bundles, `--json` everything as JSON.
 * The exit status is 1 when a target is missed.
 */
import { parseArgs } from 'node:util';
import { MEASURES } from './score/measure.mjs';
import { scoreCorpus, sumsOf } from './score/score.mjs';

const { values } = parseArgs({
  options: {
    verbose: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    case: { type: 'string' },
    corpus: { type: 'string' },
    hooks: { type: 'string' },
    jobs: { type: 'string', default: '2' },
  },
});

const started = performance.now();
const results = await scoreCorpus({
  ...(values.corpus === undefined ? {} : { folder: values.corpus }),
  ...(values.hooks === undefined ? {} : { hooks: values.hooks }),
  only: values.case,
  jobs: Number(values.jobs),
});
const rows = sumsOf(results).filter(({ cases }) => cases > 0);
if (values.json) console.log(JSON.stringify({ rows, results }, null, 2));
else printTable();
if (rows.some(({ cells }) => cells.some(({ met }) => !met))) process.exitCode = 1;

function printTable() {
  const heads = ['', ...rows.map(({ row }) => row)];
  const lines = [['cases', ...rows.map(({ cases }) => String(cases))]];
  for (const [index, { name, target }] of Object.values(MEASURES).entries())
    lines.push([
      `${name} (${target === 1 ? 'all' : `${target * 100} %`})`,
      ...rows.map(({ cells }) => cellText(cells[index], target)),
    ]);
  const widths = heads.map((head, column) => Math.max(head.length, ...lines.map((line) => line[column].length)));
  for (const line of [heads, ...lines])
    console.log(
      line.map((text, column) => (column === 0 ? text.padEnd(widths[0]) : text.padStart(widths[column]))).join('  '),
    );
  console.log(
    `\n"!" marks a missed target. ${results.length} captures in ${((performance.now() - started) / 1000).toFixed(1)} s.`,
  );
  if (!values.verbose) return;
  for (const { id, row, misses } of results)
    for (const { measure, text } of misses) console.log(`${measure}  ${id}  [${row}]  ${text}`);
}

/** A share where a share must be reached, else how many were missed of how many. */
function cellText({ of, missed, met }, target) {
  if (of === 0) return '-';
  const text = target < 1 ? `${(Math.floor(((of - missed) / of) * 1000) / 10).toFixed(1)} %` : `${missed}/${of}`;
  return `${met ? '' : '! '}${text}`;
}
