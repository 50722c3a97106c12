/**
 * SessionStart: recall under the deadline, one line for the person, and the start of the background process when there is
 * something for it to do.
 */
import { existsSync } from 'node:fs';
import { asFailure, type FailureReason } from '../contract/failure.ts';
import { type SessionStartInput, sessionStartSchema } from '../contract/hook.ts';
import type { SessionRecord } from '../contract/state.ts';
import { isResting } from '../flows/background.ts';
import { isEarly } from '../flows/drain.ts';
import { type Recalled, recall } from '../flows/recall.ts';
import type { SessionOpening } from '../spool/ledger.ts';
import { refugeJobs } from '../spool/refuge.ts';
import { Spool } from '../spool/spool.ts';
import { SessionStates } from '../state/session-states.ts';
import { writtenAt } from '../transcript/sessions-on-disk.ts';
import { belongingOf, mayCapture, placeOf } from './belongs.ts';
import { Platform } from './platform.ts';
import { beginningOf, hasOwner, isAlive } from './processes.ts';
import { quietly } from './quietly.ts';
import type { Hook } from './run-hook.ts';
import type { Runtime } from './runtime.ts';
import { render } from './start-output.ts';
import { lookAround } from './surroundings.ts';

/** What is left of the deadline for assembling, writing and exiting once the reads have ended. */
const FINISH_MS = 200;

/** Items of the spool that a start looks at. */
const GLANCE = 20;

export const sessionStart: Hook<SessionStartInput> = {
  event: 'SessionStart',
  schema: sessionStartSchema,
  limitMs: (runtime) => runtime.config.deadlineMs,
  async run(input, runtime) {
    const around = await lookAround(runtime, input.cwd);
    const known = quietly(runtime, () => runtime.ledger.session(input.session_id)?.belongs.place.appId);
    const place = placeOf(runtime, known ?? around.appId);
    runtime.log('identity', { found: place.appId !== undefined });
    const unusable = record(runtime, input, known ?? around.appId);
    const recalled = runtime.config.recall
      ? await recallFor(input, runtime, place, around.branch)
      : { pack: undefined, failure: undefined, tookMs: 0 };
    runtime.log('recall', { ms: recalled.tookMs, items: itemsOf(recalled), reason: recalled.failure });
    if (unusable === undefined) startBackgroundIfNeeded(runtime);
    return render(runtime, { ...recalled, failure: recalled.failure ?? unusable }, place.appId);
  },
};

function recallFor(
  input: SessionStartInput,
  runtime: Runtime,
  place: ReturnType<typeof placeOf>,
  branch: string | undefined,
): Promise<Recalled> {
  const platform = new Platform(runtime);
  const states = new SessionStates(runtime.folder);
  return recall(
    {
      sessionId: input.session_id,
      source: input.source ?? 'startup',
      deadline: runtime.startedAt + Math.max(runtime.config.deadlineMs - FINISH_MS, runtime.config.deadlineMs / 2),
      budget: runtime.config.packChars,
      ...(place.appId === undefined ? {} : { project: place.appId }),
      ...(branch === undefined ? {} : { branch }),
    },
    {
      connect: (within) => platform.clientFor(place, within),
      savedState: (id) => quietly(runtime, () => states.of(id)),
      now: () => Date.now(),
    },
  );
}

function itemsOf({ pack }: Recalled): number {
  return Object.values(pack?.counts ?? {}).reduce((sum, count) => sum + count, 0);
}

/** Records the session, so that it is captured even if its end is never told. Says why the state folder cannot be used, if so. */
function record(runtime: Runtime, input: SessionStartInput, appId: string | undefined): FailureReason | undefined {
  if (runtime.config.dryRun) return undefined;
  const began = beginningOf(process.ppid);
  const session: SessionOpening = {
    sessionId: input.session_id,
    transcriptPath: input.transcript_path,
    cwd: input.cwd,
    // When the hook began: what is said while it works is said in this session.
    openedAt: new Date(runtime.startedAt).toISOString(),
    owner: process.ppid,
    ...(began === undefined ? {} : { ownerBegan: began }),
    belongs: belongingOf(runtime, appId),
  };
  try {
    if (!runtime.config.capture) runtime.ledger.switchOff(session, 'start');
    else {
      recordMove(runtime, session);
      runtime.ledger.open(session);
    }
    return undefined;
  } catch (error) {
    const failure = asFailure(error);
    runtime.log('left-out', { reason: failure.reason });
    return failure.reason;
  }
}

/**
 * Where it goes on in another environment without having ended in the one before, what was said there is captured there. Its
 * job is durable before the record moves on: a kill in between loses nothing.
 */
function recordMove(runtime: Runtime, session: SessionOpening): void {
  const former = runtime.ledger.leaves(session);
  if (former === undefined) return;
  const { sessionId, transcriptPath, cwd } = session;
  // Just before: the session that goes on must not be closed by it.
  const at = new Date(Date.parse(session.openedAt) - 1).toISOString();
  runtime.jobs.record({ sessionId, transcriptPath, cwd, belongs: former, at, reconciled: true }, runtime.newId());
}

function startBackgroundIfNeeded(runtime: Runtime): void {
  if (runtime.config.dryRun || !runtime.config.capture || !runtime.canSend) return;
  const work = quietly(runtime, () => hasDue(runtime) || hasJobs(runtime) || hasUnfinished(runtime));
  if (work === true) quietly(runtime, () => runtime.startBackground());
}

/** Whether something is half done, or waits and could be delivered now; a glance at the oldest few is enough. */
function hasDue(runtime: Runtime): boolean {
  const spool = new Spool(runtime.folder, process.pid, runtime.destination);
  const oldest = spool.waiting().slice(0, GLANCE);
  const now = Date.now();
  return (
    spool.hasUnended(isAlive, now) ||
    oldest.some((id) => {
      const item = spool.peek(id);
      return item === undefined || !isEarly(item, now);
    })
  );
}

/** Whether a session waits to be captured that could be captured now: one whose transcript is away has to wait for it. */
function hasJobs(runtime: Runtime): boolean {
  const jobs = [...runtime.jobs.all(), ...refugeJobs(runtime.refugeParents)];
  return jobs.some(
    ({ job }) =>
      mayCapture(runtime, job.belongs) &&
      !isResting(job, Date.now()) &&
      (job.failingSince === undefined || existsSync(job.transcriptPath)),
  );
}

/** Whether a session whose process is gone has something to capture; the next end's background looks after the others. */
function hasUnfinished(runtime: Runtime): boolean {
  return runtime.ledger
    .unfinished()
    .some((session) => !hasOwner(session) && mayCapture(runtime, session.belongs) && hasNews(runtime, session));
}

/** Whether its transcript is there and was written to since it was captured last. */
function hasNews(runtime: Runtime, { sessionId, transcriptPath }: SessionRecord): boolean {
  const written = writtenAt(transcriptPath);
  if (written === undefined) return false;
  const cursor = runtime.ledger.cursor(sessionId);
  return cursor === undefined || written > Date.parse(cursor.endedAt);
}
