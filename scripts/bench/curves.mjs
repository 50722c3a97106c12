/** Cost curves: how time and memory grow. They are taken once by whoever publishes figures; what is taken is committed in docs/bench/. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CURVES } from './curves/all.mjs';
import { ROOT } from './library.mjs';
import { plotOf } from './plot.mjs';
import { median } from './statistics.mjs';

const FOLDER = join(ROOT, 'docs', 'bench');
const FILE = join(FOLDER, 'curves.json');
const ROUNDS = 5;

/** Takes the curves that are wanted, and leaves the others of the file as they are. */
export async function takeCurves(bench, { isWanted, on }) {
  const kept = readCurves();
  for (const curve of CURVES.filter(({ name }) => isWanted(name))) {
    const taken = await curveOf(curve, bench);
    const at = kept.findIndex(({ name }) => name === taken.name);
    kept.splice(at < 0 ? kept.length : at, at < 0 ? 0 : 1, { ...taken, on });
  }
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(FILE, `${JSON.stringify(kept, null, 2)}\n`);
  drawCurves();
}

export function drawCurves() {
  for (const curve of readCurves()) writeFileSync(join(FOLDER, `${curve.name}.svg`), plotOf(curve));
}

function readCurves() {
  try {
    return JSON.parse(readFileSync(FILE, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return [];
    throw error;
  }
}

/** Medians of a few rounds at each step; the series of a step by turns. */
async function curveOf({ name, title, x, steps, prepare }, bench) {
  const series = new Map();
  const taken = bench.quick ? steps.filter((_, n) => n % 2 === 0) : steps;
  for (const step of taken) {
    process.stderr.write(`${name} ${step} … `);
    const runs = await prepare(bench, step);
    const samples = new Map(Object.keys(runs).map((key) => [key, []]));
    for (const run of Object.values(runs)) await run();
    for (let round = 0; round < (bench.rounds ?? (bench.quick ? 1 : ROUNDS)); round += 1)
      for (const [key, run] of Object.entries(runs)) samples.get(key).push(await run());
    for (const [key, list] of samples) {
      const one = series.get(key) ?? { name: key, ms: [], mb: [] };
      one.ms.push(rounded(median(list.map(({ ms }) => ms))));
      if (list[0].mb !== undefined) one.mb.push(rounded(median(list.map(({ mb }) => mb))));
      series.set(key, one);
    }
    process.stderr.write('\n');
  }
  const list = [...series.values()].map(({ mb, ...one }) => (mb.length === 0 ? one : { ...one, mb }));
  return { name, title, x, steps: taken.map((step) => step.toLocaleString('en-GB')), series: list };
}

const rounded = (number) => Number(number.toFixed(1));
