/** A session start on the local platform. */
import { mkdirSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { fillStore } from '../memories.mjs';
import { nodeOf, whyNoNode } from '../nodes.mjs';
import { APP } from '../platform.mjs';
import { Scene } from '../scene.mjs';

const MEMORIES = 10_000;
const NOTHING = 'an empty node process';

/** A scene without a key, with so many memories, a tenth of them of the project in which it is. */
export function localScene(bench, count, options = {}) {
  const scene = new Scene(bench, options);
  const folder = join(scene.state, 'local');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (count > 0) {
    const user = `${userInfo().username}@localhost`;
    fillStore(bench.library, join(folder, 'memories.sqlite'), { count, projects: 10, user, app: APP });
  }
  scene.keep();
  return scene;
}

async function localRow(bench, node) {
  const scene = localScene(bench, MEMORIES, { node });
  const { stdout } = await scene.start();
  if (!stdout.includes('recalled-memory')) throw new Error(`a local start gave no pack: ${stdout.slice(0, 300)}`);
  return {
    // The store itself is not put back each time: a start only reads.
    ours: () => scene.start(),
    other: () => scene.nothing(),
  };
}

const row = (major, driver, ratio) => ({
  name: `local-${major}`,
  what: `session start, local platform with ${MEMORIES} memories, Node ${major} (${driver})`,
  beside: NOTHING,
  goals: { ratio },
  missing: () => whyNoNode(major),
  prepare: (bench) => localRow(bench, nodeOf(major)),
});

export const LOCAL_ROWS = [row('20', 'libsql', 3.2), row('24', 'node:sqlite', 2.4)];
