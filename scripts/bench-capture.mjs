/**
 * Measures a capture of a large transcript against a line scan with `JSON.parse` of every line of it, in turns, in one run.
 * Ends with 1 when a goal is missed.
 * `npm run bench:capture`; `--mb N` for another size, `--line N` with one line of N MB, `--messages N` for N
 * small messages and nothing else, `--rounds N` for another number of turns.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { writeBigTranscript, writeSmallMessages } from './bench/big-transcript.mjs';

const root = join(import.meta.dirname, '..');
const { values } = parseArgs({
  options: {
    mb: { type: 'string', default: '100' },
    line: { type: 'string', default: '0' },
    messages: { type: 'string', default: '0' },
    rounds: { type: 'string', default: '3' },
  },
});
const GOAL_RATIO = 1.5;
const GOAL_BYTES = 150e6;

/** Runs a program to its end; resolves with its wall time, processor time (ms), memory (bytes) and output. */
async function measured(args, home, cwd) {
  const env = { PATH: process.env.PATH, SYSTEMROOT: process.env.SYSTEMROOT, HOME: home, USERPROFILE: home };
  const preload = ['--require', join(root, 'scripts', 'bench', 'tell-usage.cjs')];
  const started = performance.now();
  const child = spawn(process.execPath, [...preload, ...args], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'ignore', 'pipe'],
  });
  let output = '';
  let usage = '';
  child.stdout.on('data', (part) => (output += part));
  child.stdio[3].on('data', (part) => (usage += part));
  const status = await new Promise((resolve) => child.on('close', resolve));
  const wall = performance.now() - started;
  if (status !== 0) throw new Error(`${args[0]} ended with ${status}`);
  return { wall, output, ...JSON.parse(usage) };
}

const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

const folder = mkdtempSync(join(tmpdir(), 'mem0-hooks-bench-'));
try {
  const file = join(folder, 'big.jsonl');
  const small = Number(values.messages);
  const { statement } =
    small > 0 ? writeSmallMessages(file, small) : writeBigTranscript(file, Number(values.mb), Number(values.line));
  const project = join(folder, 'shop');
  mkdirSync(project);
  const parse = [join(root, 'scripts', 'bench', 'parse-every-line.mjs'), file];
  const capture = [join(root, 'hooks', 'mem0-hooks.cjs'), 'preview', '--transcript', file, '--json'];
  const runs = [];
  for (let round = 0; round < Number(values.rounds); round += 1) {
    runs.push({ parse: await measured(parse, folder, project), capture: await measured(capture, folder, project) });
  }
  for (const { capture: run } of runs) if (!run.output.includes(statement)) throw new Error('the statement is lost');
  const size = (statSync(file).size / 1e6).toFixed(0);
  const long =
    small > 0 ? `, ${small} small messages` : Number(values.line) > 0 ? `, one line of ${values.line} MB` : '';
  console.log(`A transcript of ${size} MB${long}; medians of ${runs.length} turns, Node ${process.versions.node}`);
  for (const [name, unit, of] of [
    ['wall time', 'ms', (run) => run.wall],
    ['processor time', 'ms', (run) => run.cpu],
    ['memory', 'MB', (run) => run.maxRss / 1e6],
  ]) {
    const [scan, ours] = ['parse', 'capture'].map((which) => median(runs.map((run) => of(run[which]))));
    const ratio = median(runs.map((run) => of(run.capture) / of(run.parse))).toFixed(2);
    console.log(
      `  ${name.padEnd(16)} JSON.parse of every line ${scan.toFixed(0)} ${unit}, capture ${ours.toFixed(0)} ${unit}, ratio ${ratio}`,
    );
  }
  const ratio = median(runs.map((run) => run.capture.wall / run.parse.wall));
  const most = Math.max(...runs.map((run) => run.capture.maxRss));
  const goals = [
    [`ratio of wall time ${ratio.toFixed(2)}, at most ${GOAL_RATIO}`, ratio <= GOAL_RATIO],
    [`memory ${(most / 1e6).toFixed(0)} MB in the largest turn, at most ${GOAL_BYTES / 1e6} MB`, most <= GOAL_BYTES],
  ];
  for (const [goal, met] of goals) console.log(`  goal ${met ? 'met' : 'MISSED'}: ${goal}`);
  // A ratio that is no number is missed as well.
  if (!goals.every(([, met]) => met)) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
