/** Large transcripts: what a capture of one costs, and that a checkpoint reads the tail alone. */
import { closeSync, openSync, readSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transcriptOf } from '../inputs.mjs';
import { ROOT } from '../library.mjs';
import { Scene } from '../scene.mjs';
import { platformOf, warmScene } from './hooks.mjs';

const PROGRAMS = join(ROOT, 'scripts', 'bench', 'programs');
const PARSE = 'a line scan with JSON.parse of every line';
const TAIL_MB = 8;

/** A capture of so many MB, whose statement must be in what it would send. */
export function captureOf(bench, mb) {
  const { path, statement } = transcriptOf(bench, mb);
  const scene = new Scene(bench);
  return {
    async ours() {
      const taken = await scene.preview(path, { usage: true });
      if (!taken.stdout.includes(statement)) throw new Error('the statement at the end of the transcript is lost');
      return taken;
    },
    other: () => scene.program([join(PROGRAMS, 'parse-every-line.mjs'), path], { usage: true }),
  };
}

const captureRow = (mb, rounds) => ({
  name: `capture-${mb}`,
  what: `capture of a transcript of ${mb} MB`,
  beside: PARSE,
  goals: { ratio: 1.5, mb: 150 },
  rounds,
  prepare: (bench) => captureOf(bench, mb),
});

/** The last bytes of a transcript as a file of its own, from a line's beginning. */
function tailOf({ ground }, path) {
  return ground.once(`tail of ${path}`, () => {
    const size = statSync(path).size;
    const bytes = Buffer.allocUnsafe(TAIL_MB * 1024 * 1024);
    const handle = openSync(path, 'r');
    readSync(handle, bytes, 0, bytes.length, size - bytes.length);
    closeSync(handle);
    const file = join(ground.folder('transcripts'), 'tail.jsonl');
    writeFileSync(file, bytes.subarray(bytes.indexOf(10) + 1));
    return file;
  });
}

async function lookScene(bench) {
  const scene = await warmScene(bench, { platform: await platformOf(bench, { latencyMs: 0 }) });
  const { path } = transcriptOf(bench, 600);
  const look = (file) => async () => {
    scene.putBack();
    return scene.compacted(file);
  };
  return { scene, path, look };
}

export const TRANSCRIPT_ROWS = [
  captureRow(100, 5),
  captureRow(600, 3),
  {
    name: 'capture-memory',
    what: 'memory of a capture of 600 MB',
    beside: 'that of 100 MB',
    goals: { ratio: 1.1 },
    unit: 'MB',
    rounds: 3,
    prepare: (bench) => ({ ours: captureOf(bench, 600).ours, other: captureOf(bench, 100).ours }),
  },
  {
    name: 'look-600',
    what: 'session state of a transcript of 600 MB, from the start of pre-compact until it is there',
    beside: `reading and parsing its last ${TAIL_MB} MB`,
    goals: { ratio: 3 },
    rounds: 9,
    async prepare(bench) {
      const { scene, path, look } = await lookScene(bench);
      const tail = tailOf(bench, path);
      return { ours: look(path), other: () => scene.program([join(PROGRAMS, 'parse-every-line.mjs'), tail]) };
    },
  },
  {
    name: 'look-tail',
    what: 'session state of a transcript of 600 MB',
    beside: `that of its last ${TAIL_MB} MB alone`,
    goals: { ratio: 1.2 },
    rounds: 9,
    async prepare(bench) {
      const { path, look } = await lookScene(bench);
      return { ours: look(path), other: look(tailOf(bench, path)) };
    },
  },
];
