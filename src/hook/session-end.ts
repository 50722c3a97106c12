/**
 * SessionEnd: record the job, start the background process, be gone (client contract §3: 1.5 s, then the whole process tree is
 * killed; a detached process survives once its parent has exited). Nothing here looks at the transcript.
 */
import { asFailure } from '../contract/failure.ts';
import { type SessionEndInput, sessionEndSchema } from '../contract/hook.ts';
import type { Job } from '../spool/jobs.ts';
import { recoverInput } from './recover-input.ts';
import { takeRefuge } from './refuge.ts';
import type { Hook } from './run-hook.ts';
import type { Runtime } from './runtime.ts';

/** A little less than what the client allows before it kills. */
const LIMIT_MS = 1_300;
/** A dry run is for a person who looks on: it may take its time. */
const DRY_RUN_LIMIT_MS = 60_000;

export const sessionEnd: Hook<SessionEndInput> = {
  schema: sessionEndSchema,
  limitMs: (runtime) => (runtime.config.dryRun ? DRY_RUN_LIMIT_MS : LIMIT_MS),
  recover: (runtime) => recoverInput(runtime, 'SessionEnd'),
  async run(input, runtime) {
    if (!runtime.config.capture) {
      // It was switched off after the session had started: then nothing may capture it later either.
      runtime.ledger.close(input.session_id, new Date().toISOString());
      return undefined;
    }
    const job: Job = {
      sessionId: input.session_id,
      transcriptPath: input.transcript_path,
      cwd: input.cwd,
      at: new Date().toISOString(),
      prompted: typeof input['prompt_id'] === 'string',
    };
    // A dry run captures in the foreground, with the background's own code, so that its requests can be seen on stderr.
    if (runtime.config.dryRun) runtime.runInForeground('show-capture', JSON.stringify(job));
    else handOver(runtime, job);
    return undefined;
  },
};

/** The job is durable before the process starts: a kill in between loses nothing. */
function handOver(runtime: Runtime, job: Job): void {
  const stamp = runtime.newId();
  try {
    runtime.jobs.record(job, stamp);
  } catch (error) {
    runtime.fault('folder-unusable', error);
    if (!takeRefuge(runtime, job, stamp)) throw asFailure(error);
  }
  runtime.startBackground();
}
