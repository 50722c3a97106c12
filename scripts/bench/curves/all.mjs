/** Which curves there are. `prepare(bench, step)` gives the series of a step: name → a function that takes one sample. */
import { transcriptOf } from '../inputs.mjs';
import { LATENCY_MS, platformOf, warmScene } from '../rows/hooks.mjs';
import { localScene } from '../rows/local.mjs';
import { captureOf } from '../rows/transcripts.mjs';
import { omissionIn } from '../rows/work.mjs';

/** So many session starts at the same moment, each of a session of its own: how long until the last has ended, and what they take together. */
async function atOnce(scene, count) {
  scene.putBack();
  const started = performance.now();
  const all = await Promise.all(Array.from({ length: count }, () => scene.start({ usage: true })));
  const ms = performance.now() - started;
  if (!all.every(({ stdout }) => stdout.includes('recalled-memory'))) throw new Error('a start gave no pack');
  return { ms, mb: all.reduce((sum, { mb }) => sum + mb, 0) };
}

export const CURVES = [
  {
    name: 'transcript',
    title: 'A transcript as it grows',
    x: 'MB of transcript',
    steps: [1, 4, 16, 64, 256, 600],
    async prepare(bench, mb) {
      const { ours, other } = captureOf(bench, mb);
      const { path } = transcriptOf(bench, mb);
      const scene = await warmScene(bench, { platform: await platformOf(bench, { latencyMs: 0 }) });
      return {
        'capture, in the background': ours,
        'session state, from the start of pre-compact until it is there': () => {
          scene.putBack();
          return scene.compacted(path);
        },
        'for comparison: JSON.parse of every line': other,
      };
    },
  },
  {
    name: 'memories',
    title: 'The local platform as it fills',
    x: 'memories in the store',
    steps: [0, 100, 1_000, 10_000, 50_000],
    prepare(bench, count) {
      const scene = localScene(bench, count);
      return { 'session start': () => scene.start({ usage: true }) };
    },
  },
  {
    name: 'files',
    title: 'A repository as it grows',
    x: 'files in the repository',
    steps: [1_000, 2_000, 5_000, 10_000, 20_000, 50_000],
    prepare(bench, files) {
      const { ours, other } = omissionIn(bench, files);
      return { 'capture, in the background': ours, 'for comparison: git ls-files': other };
    },
  },
  {
    name: 'sessions',
    title: `Sessions that start at the same moment, the platform answers after ${LATENCY_MS} ms`,
    x: 'sessions at once',
    steps: [1, 2, 5, 10, 20, 50],
    async prepare(bench, count) {
      const scene = await warmScene(bench, { platform: await platformOf(bench) });
      return { 'until the last has ended; memory of all together': () => atOnce(scene, count) };
    },
  },
];
