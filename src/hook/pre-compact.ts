/**
 * PreCompact: record that a checkpoint is due, start the process that makes it, be gone: the person waits for the compaction, and that
 * takes many seconds of its own. Prints nothing, ever: whatever it printed would become an instruction of the compaction (client
 * contract §2). Nothing here looks into the transcript.
 */
import { statSync } from 'node:fs';
import { type PreCompactInput, preCompactSchema } from '../contract/hook.ts';
import type { DueCheckpoint } from '../contract/state.ts';
import { belongingOf } from '../runtime/belongs.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { Checkpoints } from '../spool/checkpoints.ts';
import { recoverInput } from './recover-input.ts';
import type { Hook } from './run-hook.ts';

/** Where the state folder cannot be used, or no process started, it is made and sent here and now, and the person waits for that. */
const FOREGROUND_MS = 4_000;
const LIMIT_MS = FOREGROUND_MS + 1_000;

export const preCompact: Hook<PreCompactInput> = {
  event: 'PreCompact',
  name: 'pre-compact',
  schema: preCompactSchema,
  limitMs: () => LIMIT_MS,
  recover: (runtime) => recoverInput(runtime, 'PreCompact'),
  async run(input, runtime) {
    if (!runtime.config.capture || runtime.config.held) return {};
    const due = dueOf(input, runtime);
    if (runtime.config.dryRun) runtime.runInForeground('checkpoint', JSON.stringify(due), FOREGROUND_MS);
    else if (handOver(runtime, due) === 'here') return new Promise(() => undefined);
    return { usual: true };
  },
};

function dueOf(input: PreCompactInput, runtime: Runtime): DueCheckpoint {
  const upTo = sizeOf(input.transcript_path);
  return {
    sessionId: input.session_id,
    transcriptPath: input.transcript_path,
    cwd: input.cwd,
    at: new Date().toISOString(),
    id: `${runtime.newId()}_0`,
    belongs: belongingOf(runtime, undefined),
    ...(upTo === undefined ? {} : { upTo }),
  };
}

/** In bytes; undefined where it is elsewhere by now, and will be looked for. */
function sizeOf(path: string): number | undefined {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats?.isFile() === true && stats.size > 0 ? stats.size : undefined;
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined;
    throw error;
  }
}

/**
 * That it is due is durable before the process starts: a kill in between loses nothing. @returns where it is made; what makes it here
 * ends this process
 */
function handOver(runtime: Runtime, due: DueCheckpoint): 'elsewhere' | 'here' {
  let name: string | undefined;
  try {
    name = new Checkpoints(runtime.folder).record(due);
  } catch (error) {
    runtime.fault('folder-unusable', error);
  }
  runtime.log('hand-over', { refuge: name === undefined });
  if (name === undefined) runtime.runInForeground('checkpoint', JSON.stringify(due), FOREGROUND_MS);
  else if (!runtime.startCommand('checkpoint', name)) {
    runtime.runHere('checkpoint', name);
    return 'here';
  }
  return 'elsewhere';
}
