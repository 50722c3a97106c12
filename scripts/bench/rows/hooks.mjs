/** The hooks as processes, beside a process that does nothing. */
import { TALK, transcriptOf } from '../inputs.mjs';
import { nodeOf, whyNoNode } from '../nodes.mjs';
import { startPlatform } from '../platform.mjs';
import { Scene } from '../scene.mjs';
import { median } from '../statistics.mjs';

/** How long the platform takes for each answer. */
export const LATENCY_MS = 80;
const NOTHING = `an empty node process + ${LATENCY_MS} ms`;

/** A platform of this latency, one for all rows. */
export function platformOf(bench, how = {}) {
  const { latencyMs = LATENCY_MS, tls = false } = how;
  return bench.ground.once(`platform-${latencyMs}-${tls}`, () => startPlatform(bench, { latencyMs, tls }));
}

/** A scene in which the key's user is known and one start has been. */
export async function warmScene(bench, options) {
  const scene = new Scene(bench, options);
  const { stdout } = await scene.start();
  if (!stdout.includes('recalled-memory')) throw new Error(`a session start gave no pack: ${stdout.slice(0, 300)}`);
  scene.keep();
  return scene;
}

async function startRow(bench, node) {
  const scene = await warmScene(bench, { platform: await platformOf(bench), ...(node === undefined ? {} : { node }) });
  return {
    ours: () => {
      scene.putBack();
      return scene.start();
    },
    other: () => scene.nothing(LATENCY_MS),
  };
}

export const HOOK_ROWS = [
  {
    name: 'start',
    what: `session start, the platform answers after ${LATENCY_MS} ms`,
    beside: NOTHING,
    goals: { ratio: 1.5 },
    prepare: (bench) => startRow(bench),
  },
  {
    name: 'start-24',
    what: 'the same on Node 24',
    beside: NOTHING,
    goals: { ratio: 1.6 },
    missing: () => whyNoNode('24'),
    prepare: (bench) => startRow(bench, nodeOf('24')),
  },
  {
    name: 'end',
    what: 'session end, until the process is gone',
    beside: 'an empty node process',
    goals: { ratio: 1.6 },
    async prepare(bench) {
      const scene = await warmScene(bench, { platform: await platformOf(bench, { latencyMs: 0 }) });
      return {
        async ours() {
          scene.putBack();
          const taken = await scene.end(TALK);
          await scene.settled();
          return taken;
        },
        other: () => scene.nothing(),
      };
    },
  },
  {
    name: 'compact',
    what: `pre-compact, 20 MB transcript, until the process is gone; the platform answers after ${LATENCY_MS} ms`,
    beside: NOTHING,
    goals: { ratio: 1.8 },
    async prepare(bench) {
      const platform = await platformOf(bench);
      const scene = await warmScene(bench, { platform });
      const { path } = transcriptOf(bench, 20);
      await platform.counted();
      const made = [];
      let sent = 0;
      return {
        async ours() {
          scene.putBack();
          const { ms, hookMs, ...taken } = await scene.compacted(path);
          made.push(ms);
          const { paths } = await platform.counted();
          if (paths.some((one) => one.includes('/add/'))) sent += 1;
          return { ...taken, ms: hookMs };
        },
        tell: () =>
          `the session state is there after ${Math.round(median(made))} ms, and was sent ${sent} of ${made.length} times`,
        other: () => scene.nothing(LATENCY_MS),
      };
    },
  },
];
