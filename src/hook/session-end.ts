/**
 * SessionEnd: record the job, start the background process, be gone (client contract §3: 1.5 s, then the whole process tree is
 * killed; a detached process survives once its parent has exited). Nothing here looks at the transcript.
 */
import { asFailure } from '../contract/failure.ts';
import { type SessionEndInput, sessionEndSchema } from '../contract/hook.ts';
import type { Job } from '../contract/state.ts';
import { belongingOf } from '../runtime/belongs.ts';
import { parentProcess } from '../runtime/processes/processes.ts';
import { quietly } from '../runtime/processes/quietly.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { SessionEnding } from '../spool/ledger.ts';
import { takeRefuge } from '../spool/refuge.ts';
import { recoverInput } from './recover-input.ts';
import type { Hook } from './run-hook.ts';

/** A little less than what the client allows before it kills. */
const LIMIT_MS = 1_300;
/** A dry run is for a person who looks on: it may take its time. */
const DRY_RUN_LIMIT_MS = 60_000;

export const sessionEnd: Hook<SessionEndInput> = {
  event: 'SessionEnd',
  name: 'session-end',
  schema: sessionEndSchema,
  limitMs: (runtime) => (runtime.config.dryRun ? DRY_RUN_LIMIT_MS : LIMIT_MS),
  recover: (runtime) => recoverInput(runtime, 'SessionEnd'),
  async run(input, runtime) {
    const job = jobOf(input, runtime);
    // A dry run captures in the foreground, with the background's own code, so that its requests can be seen on stderr.
    if (runtime.config.dryRun) {
      if (runtime.config.capture) runtime.runInForeground('show-capture', JSON.stringify(job));
      return {};
    }
    // Where it was off when it began and is on now, the capture passes over what was said (`ledger.claimOn`).
    if (runtime.config.capture) handOver(runtime, job);
    else runtime.ledger.end({ ...ending(job), off: true });
    return { usual: runtime.config.capture };
  },
};

function jobOf(input: SessionEndInput, runtime: Runtime): Job {
  return {
    sessionId: input.session_id,
    transcriptPath: input.transcript_path,
    cwd: input.cwd,
    at: new Date().toISOString(),
    belongs: belongingOf(runtime, undefined),
    prompted: typeof input['prompt_id'] === 'string',
  };
}

/** Which openings it ends is told by the process that started this hook: the client, the same for all of its hooks. */
function ending({ sessionId, transcriptPath, cwd, at, belongs }: Job): SessionEnding {
  return { sessionId, transcriptPath, cwd, at, belongs, ...parentProcess() };
}

/** The job is durable before the process starts: a kill in between loses nothing. */
function handOver(runtime: Runtime, job: Job): void {
  const stamp = runtime.newId();
  let name: string | undefined;
  try {
    name = runtime.jobs.record(job, stamp);
    quietly(runtime, () => runtime.ledger.end(ending(job)));
  } catch (error) {
    runtime.fault('folder-unusable', error);
    if (!takeRefuge(runtime.refugeParents, job, stamp)) throw asFailure(error);
  }
  runtime.log('hand-over', { refuge: name === undefined });
  if (runtime.canSend) runtime.startBackground(name);
}
