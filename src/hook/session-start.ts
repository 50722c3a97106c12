/**
 * SessionStart: recall under the deadline, one line for the person, and the start of the background process when there is
 * something for it to do.
 */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { asFailure, type FailureReason } from '../contract/failure.ts';
import { type SessionStartInput, sessionStartSchema } from '../contract/hook.ts';
import type { Opening, SessionPointer, SpoolItem } from '../contract/state.ts';
import { isResting } from '../flows/background.ts';
import { isEarly } from '../flows/drain.ts';
import type { Recalled } from '../flows/recall.ts';
import { belongingOf, mayCapture, placeOf } from '../runtime/belongs.ts';
import { Platform } from '../runtime/connection/platform.ts';
import { leftCheckpoints } from '../runtime/due-checkpoints.ts';
import { isDeniedItem, settleAsOff } from '../runtime/place/denied.ts';
import { narrowingIn } from '../runtime/place/permission.ts';
import { lookIfAllowed } from '../runtime/place/surroundings.ts';
import { keptPorts } from '../runtime/ports/kept-ports.ts';
import { isAlive, parentProcess } from '../runtime/processes/processes.ts';
import { quietly } from '../runtime/processes/quietly.ts';
import { recallHere } from '../runtime/recall-here.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { refugeJobs } from '../spool/refuge.ts';
import { Spool } from '../spool/spool.ts';
import { writtenAt } from '../transcript/sessions-on-disk.ts';
import { Whereabouts } from '../transcript/whereabouts.ts';
import type { Hook } from './run-hook.ts';
import { render } from './start-output.ts';

/** What is left of the deadline for assembling, writing and exiting once the reads have ended. */
const FINISH_MS = 200;

/** Items of the spool that a start looks at. */
const GLANCE = 20;

export const sessionStart: Hook<SessionStartInput> = {
  event: 'SessionStart',
  name: 'session-start',
  schema: sessionStartSchema,
  limitMs: (runtime) => runtime.config.deadlineMs,
  async run(input, runtime) {
    const known = quietly(runtime, () => runtime.ledger.session(input.session_id));
    // A session keeps the folder in which it was first opened, wherever it is now; one that was opened at home has no project.
    const beganIn = known?.cwd ?? input.cwd;
    const own = [runtime.config.appId, known?.appId];
    const began = await lookIfAllowed(runtime, beganIn, { own, remember: true });
    if (began === undefined) {
      settleAsOff(runtime, 'SessionStart', input);
      return {};
    }
    const moved = beganIn === input.cwd ? undefined : await lookIfAllowed(runtime, input.cwd, { remember: true });
    const here = moved !== undefined && narrowingIn(moved.roots).recall ? moved : began;
    const narrowing = narrowingIn(began.roots);
    const appId = known?.appId ?? began.appId;
    const place = placeOf(runtime, appId);
    runtime.log('identity', { found: place.appId !== undefined });
    const fork = quietly(runtime, () => forkOf(runtime, input));
    const asked = runtime.config.recall && narrowing.recall && !runtime.config.held;
    const { keep, ...kept } = keptPorts(runtime, place, { ...input, fork, branch: here.branch });
    // What is asked goes out first: all that does not concern it is done while the platform answers.
    const platform = new Platform(runtime);
    const recording = (asked ? platform.asked() : Promise.resolve()).then(() => {
      const failure = record(runtime, input, appId, { captures: narrowing.capture, fork });
      if (failure === undefined) startBackgroundIfNeeded(runtime);
      return failure;
    });
    const recalling = asked
      ? recallHere(runtime, { ...input, place, here, kept, deadline: readsBy(runtime), platform, recording })
      : Promise.resolve<Recalled>({ pack: undefined, failure: undefined, tookMs: 0 });
    // The session is recorded whatever becomes of the recall.
    await Promise.allSettled([recalling, recording]);
    const [recalled, unusable] = await Promise.all([recalling, recording]);
    runtime.log('recall', { ms: recalled.tookMs, items: itemsOf(recalled), reason: recalled.failure });
    const outcome = { ...recalled, failure: recalled.failure ?? unusable, asked };
    const result = render(runtime, outcome, place.appId, narrowing.problems);
    const told = () => {
      result.told?.();
      keep(recalled);
    };
    return { ...result, told, usual: recalled.pack !== undefined };
  },
};

/** When the reads must have ended, so that there is time for what comes after them. */
function readsBy({ startedAt, config: { deadlineMs } }: Runtime): number {
  return startedAt + Math.max(deadlineMs - FINISH_MS, deadlineMs / 2);
}

function itemsOf({ pack }: Recalled): number {
  return Object.values(pack?.counts ?? {}).reduce((sum, count) => sum + count, 0);
}

/** Records the session, so that it is captured even if its end is never told. Says why the state folder cannot be used, if so. */
function record(
  runtime: Runtime,
  input: SessionStartInput,
  appId: string | undefined,
  { captures, fork }: { readonly captures: boolean; readonly fork: string | undefined },
): FailureReason | undefined {
  if (runtime.config.dryRun) return undefined;
  try {
    const { session_id: sessionId, transcript_path: transcriptPath, cwd } = input;
    runtime.ledger.open({
      ...{ sessionId, transcriptPath, cwd, ...parentProcess(), belongs: belongingOf(runtime, appId) },
      // When the hook began: what is said while it works is said in this session.
      openedAt: new Date(runtime.startedAt).toISOString(),
      ...(runtime.config.capture && captures ? {} : { off: true }),
      ...(fork === undefined ? {} : { other: fork }),
    });
    return undefined;
  } catch (error) {
    const failure = asFailure(error);
    runtime.log('left-out', { reason: failure.reason });
    return failure.reason;
  }
}

/**
 * The id under which this goes on if it is a fork's: one of which nothing is known and nothing is there. `/resume` inside the client
 * names the session that was left, and plain `-c` a fresh id that is never used (client contract §1, measured).
 */
function forkOf(runtime: Runtime, input: SessionStartInput): string | undefined {
  const id = runtime.idOfEnvironment;
  if (id === undefined || id === input.session_id || runtime.ledger.isKnown(id)) return undefined;
  return existsSync(join(dirname(input.transcript_path), `${id}.jsonl`)) ? undefined : id;
}

function startBackgroundIfNeeded(runtime: Runtime): void {
  if (runtime.config.dryRun || !runtime.config.capture || !runtime.canSend) return;
  const work = quietly(runtime, () => {
    const whereabouts = new Whereabouts();
    if (hasDue(runtime) || leftCheckpoints(runtime).length > 0) return true;
    return hasJobs(runtime, whereabouts) || hasUnfinished(runtime, whereabouts);
  });
  if (work === true) quietly(runtime, () => runtime.startBackground());
}

/**
 * Whether something is half done, or waits and could be delivered now; a glance at the oldest few is enough. What is denied now
 * waits for another day, and begins nothing.
 */
function hasDue(runtime: Runtime): boolean {
  const spool = new Spool(runtime.folder, process.pid, runtime.destination);
  const now = Date.now();
  const isPassed = (item: SpoolItem) => isDeniedItem(runtime, item);
  if (spool.hasUnended(isAlive, now, isPassed)) return true;
  let left = GLANCE;
  for (const id of spool.waiting()) {
    const item = spool.peek(id);
    if (item !== undefined && isPassed(item)) continue;
    if (item === undefined || !isEarly(item, now)) return true;
    if (--left === 0) return false;
  }
  return false;
}

/** Whether a session waits to be captured that could be captured now: one whose transcript is away has to wait for it. */
function hasJobs(runtime: Runtime, whereabouts: Whereabouts): boolean {
  const jobs = [...runtime.jobs.all(), ...refugeJobs(runtime.refugeParents)];
  return jobs.some(
    ({ job }) =>
      mayCapture(runtime, job.belongs) &&
      !isResting(job, Date.now()) &&
      (job.failingSince === undefined || writtenAt(whereabouts.of(job.transcriptPath)) !== undefined),
  );
}

/** Whether an opening that is over has something to capture; the next end's background looks after the others. */
function hasUnfinished(runtime: Runtime, whereabouts: Whereabouts): boolean {
  return runtime.ledger
    .unfinished()
    .some(
      (one) => runtime.ledger.isOver(one) && mayCapture(runtime, one.belongs) && hasNews(runtime, one, whereabouts),
    );
}

/**
 * Whether its transcript is there and was written to since it was captured last. What has ended and was not looked after may have been
 * passed over by that capture, since it belongs elsewhere.
 */
function hasNews(
  runtime: Runtime,
  { sessionId, transcriptPath, until }: SessionPointer & Opening,
  whereabouts: Whereabouts,
): boolean {
  const written = writtenAt(whereabouts.of(transcriptPath));
  if (written === undefined || until !== undefined) return written !== undefined;
  const cursor = runtime.ledger.cursor(sessionId);
  return cursor === undefined || written > Date.parse(cursor.endedAt);
}
