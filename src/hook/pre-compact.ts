/**
 * PreCompact: the checkpoint. Prints nothing, ever: whatever it printed would become an instruction of the compaction
 * (client contract §2). Only the tail of the transcript is read.
 */
import { type PreCompactInput, preCompactSchema } from '../contract/hook.ts';
import { buildSessionState } from '../core/session-state.ts';
import { checkpoint } from '../flows/checkpoint.ts';
import { deliver } from '../flows/drain.ts';
import type { SpoolItem } from '../flows/ports.ts';
import { Spool } from '../spool/spool.ts';
import { SessionStates } from '../state/session-states.ts';
import { readTail } from '../transcript/reader.ts';
import { drainPorts } from './drain-ports.ts';
import { type Located, locate } from './place.ts';
import { Platform } from './platform.ts';
import { quietly } from './quietly.ts';
import { recoverInput } from './recover-input.ts';
import type { Hook } from './run-hook.ts';
import type { Runtime } from './runtime.ts';
import { secretsOf } from './secrets.ts';
import { showItem } from './show-item.ts';
import { treeEvidenceOf } from './tree-evidence.ts';

/** The person waits for the compaction, which itself takes many seconds; the platform gets three of them. */
const DEADLINE_MS = 3_000;
const LIMIT_MS = DEADLINE_MS + 1_000;

/** The person waits: a larger tree is evidence only in part, its prose first. */
const TREE_MS = 500;

/** The last 8 MB hold the work of hours; a session's first prompt may lie before them. */
const TAIL_BYTES = 8 * 1024 * 1024;

export const preCompact: Hook<PreCompactInput> = {
  schema: preCompactSchema,
  limitMs: () => LIMIT_MS,
  recover: (runtime) => recoverInput(runtime, 'PreCompact'),
  async run(input, runtime) {
    if (!runtime.config.capture) return undefined;
    const known = quietly(runtime, () => runtime.ledger.session(input.session_id)?.appId);
    const located = await locate(runtime, input.cwd, known);
    await save(input, runtime, located);
    return undefined;
  },
};

async function save(input: PreCompactInput, runtime: Runtime, located: Located): Promise<void> {
  const { place, branch, head, root } = located;
  const { dryRun } = runtime.config;
  const platform = new Platform(runtime);
  const spool = new Spool(runtime.folder, process.pid);
  const states = new SessionStates(runtime.folder);
  const secrets = await secretsOf(runtime, root);
  const treeEvidence = await treeEvidenceOf(runtime, root, TREE_MS);
  const { destination } = runtime;
  let shown: SpoolItem | undefined;
  const outcome = await checkpoint(
    {
      sessionId: input.session_id,
      place,
      destination,
      id: `${runtime.newId()}_0`,
      deadline: runtime.startedAt + DEADLINE_MS,
      ...(branch === undefined ? {} : { branch }),
    },
    {
      describe: () =>
        buildSessionState({
          entries: readTail(input.transcript_path, TAIL_BYTES),
          secrets,
          treeEvidence,
          ...(branch === undefined ? {} : { branch }),
          ...(head === undefined ? {} : { head }),
        }),
      save: (state) => (dryRun ? undefined : states.save(state)),
      enqueue: (id, item) => {
        if (dryRun) shown = item;
        else spool.enqueue(id, item);
      },
      deliver: async (id, within) => {
        if (shown !== undefined) return showItem(platform, shown);
        if (destination !== undefined) await deliver(id, drainPorts(runtime, destination, platform, spool), within);
      },
      send: async (item, within) => {
        await (await platform.clientFor(item.scope, within)).add(item.write, within);
      },
      now: () => Date.now(),
    },
  );
  runtime.log('checkpoint', { outcome });
  if (!dryRun && spool.waiting().length > 0) runtime.startBackground();
}
