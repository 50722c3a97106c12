/** The benchmark: `npm run bench -- --help`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { drawCurves, takeCurves } from './bench/curves.mjs';
import { failedRows } from './bench/goals.mjs';
import { Ground } from './bench/ground.mjs';
import { loadLibrary, ROOT } from './bench/library.mjs';
import { measureRow } from './bench/measure.mjs';
import { ROWS } from './bench/rows.mjs';
import { tableOf } from './bench/table.mjs';

const HELP = `npm run bench -- [options]

Measures the hooks beside what they are held against, by turns in one run, prints a table of medians and writes bench.json.

  --only NAME    rows (or, with --curves, curves) whose name begins so; may be given more than once
  --quick        three rounds instead of 21
  --rounds N     so many rounds
  --check        ends with 1 when a figure is over its goal by more than a quarter
  --list         names of the rows
  --json FILE    writes there instead of bench.json
  --print FILE   prints the table of a file that was written before, and measures nothing
  --curves       takes the cost curves instead, and writes docs/bench/*.svg and docs/bench/curves.json
  --draw         draws the plots again from docs/bench/curves.json`;

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [] },
    quick: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    check: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    json: { type: 'string', default: join(ROOT, 'bench.json') },
    print: { type: 'string' },
    curves: { type: 'boolean', default: false },
    draw: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const isWanted = (name) => values.only.length === 0 || values.only.some((start) => name.startsWith(start));

/** On what it was measured. */
function machine() {
  const { node } = process.versions;
  return {
    node,
    platform: `${process.platform} ${process.arch}`,
    processors: cpus().length,
    model: cpus()[0]?.model ?? 'unknown',
    memoryGb: Math.round(totalmem() / 1e9),
    at: new Date().toISOString(),
  };
}

const title = ({ node, platform, processors, model, at }) =>
  `Node ${node}, ${platform}, ${processors} × ${model}, ${at.slice(0, 10)}; medians, ± half the distance between the quartiles`;

async function measureRows(bench) {
  const rows = [];
  for (const row of ROWS.filter(({ name }) => isWanted(name))) {
    process.stderr.write(`${row.name} … `);
    const started = performance.now();
    try {
      rows.push(await measureRow(row, bench));
      process.stderr.write(`${((performance.now() - started) / 1000).toFixed(1)} s\n`);
    } catch (error) {
      // A row that breaks is not measured, and breaks no other; the run ends with 1 all the same.
      process.stderr.write(`${error.stack}\n`);
      process.exitCode = 1;
      const { name, what, beside, goals } = row;
      rows.push({ name, what, beside, goals, notMeasured: error.message.split('\n')[0] });
    }
  }
  const on = machine();
  console.log(`${title(on)}\n\n${tableOf(rows)}`);
  writeFileSync(values.json, `${JSON.stringify({ on, rows }, null, 2)}\n`);
  return rows;
}

async function main() {
  const ground = new Ground();
  const rounds = values.rounds === undefined ? undefined : Number(values.rounds);
  try {
    const { file, library } = await loadLibrary(ground.root);
    const bench = { ground, library, libraryFile: file, rounds, quick: values.quick };
    if (values.curves) return await takeCurves(bench, { isWanted, on: machine() });
    const failed = failedRows(await measureRows(bench));
    if (!values.check) return;
    for (const { name } of failed) console.error(`over its goal by more than a quarter: ${name}`);
    if (failed.length > 0) process.exitCode = 1;
  } finally {
    await ground.end();
  }
}

if (values.help) console.log(HELP);
else if (values.list) for (const { name, what } of ROWS) console.log(`${name.padEnd(18)} ${what}`);
else if (values.print !== undefined) {
  const { on, rows } = JSON.parse(readFileSync(values.print, 'utf8'));
  console.log(`${title(on)}\n\n${tableOf(rows)}`);
} else if (values.draw) drawCurves();
else if (values.only.length > 0 && !values.curves && !ROWS.some(({ name }) => isWanted(name))) {
  console.error('No row begins so; --list names them.');
  process.exitCode = 2;
} else await main();
