/**
 * SessionStart: recall under the deadline, one line for the person, and the start of the background process when there is
 * something for it to do.
 */

import { asFailure, type FailureReason } from '../contract/failure.ts';
import { type SessionStartInput, type SessionStartOutput, sessionStartSchema } from '../contract/hook.ts';
import { type LineInput, userLine } from '../core/user-line.ts';
import { type Recalled, recall } from '../flows/recall.ts';
import { Spool } from '../spool/spool.ts';
import { Notices } from '../state/notices.ts';
import { SessionStates } from '../state/session-states.ts';
import { UserIds } from '../state/user-ids.ts';
import { locate } from './place.ts';
import { Platform } from './platform.ts';
import { isAlive } from './processes.ts';
import { quietly } from './quietly.ts';
import { refugeJobs } from './refuge.ts';
import type { Hook } from './run-hook.ts';
import type { Runtime } from './runtime.ts';

/** What is left of the deadline for assembling, writing and exiting once the reads have ended. */
const FINISH_MS = 200;

/** Items of the spool that a start looks at. */
const GLANCE = 20;

export const sessionStart: Hook<SessionStartInput> = {
  schema: sessionStartSchema,
  limitMs: (runtime) => runtime.config.deadlineMs,
  async run(input, runtime) {
    const located = await locate(runtime, input.cwd, knownAppId(runtime, input.session_id));
    const { appId } = located.place;
    const unusable = record(runtime, input, appId);
    const recalled = runtime.config.recall
      ? await recallFor(input, runtime, located)
      : { pack: undefined, failure: undefined, tookMs: 0 };
    if (unusable === undefined) startBackgroundIfNeeded(runtime);
    const failure = recalled.failure ?? unusable;
    return render(runtime, { ...recalled, failure }, appId);
  },
};

function knownAppId(runtime: Runtime, sessionId: string): string | undefined {
  return quietly(runtime, () => runtime.ledger.session(sessionId)?.appId);
}

function recallFor(input: SessionStartInput, runtime: Runtime, located: Awaited<ReturnType<typeof locate>>) {
  const platform = new Platform(runtime);
  const states = new SessionStates(runtime.folder);
  const { place, branch } = located;
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

/** Records the session, so that it is captured even if its end is never told. Says why the state folder cannot be used, if so. */
function record(runtime: Runtime, input: SessionStartInput, appId: string | undefined): FailureReason | undefined {
  if (runtime.config.dryRun || !runtime.config.capture) return undefined;
  try {
    runtime.ledger.open({
      sessionId: input.session_id,
      transcriptPath: input.transcript_path,
      cwd: input.cwd,
      openedAt: new Date().toISOString(),
      owner: process.ppid,
      ...(appId === undefined ? {} : { appId }),
    });
    return undefined;
  } catch (error) {
    const failure = asFailure(error);
    runtime.log('left-out', { reason: failure.reason });
    return failure.reason;
  }
}

function startBackgroundIfNeeded(runtime: Runtime): void {
  if (runtime.config.dryRun || !runtime.config.capture) return;
  const work = quietly(runtime, () => {
    return hasDue(runtime) || runtime.jobs.any() || refugeJobs(runtime).length > 0 || hasUnfinished(runtime);
  });
  if (work === true) quietly(runtime, () => runtime.startBackground());
}

/** Whether something waits that this session's settings could deliver now; a glance at the oldest few is enough. */
function hasDue(runtime: Runtime): boolean {
  const spool = new Spool(runtime.folder, process.pid);
  return spool
    .waiting()
    .slice(0, GLANCE)
    .map((id) => spool.peek(id))
    .some((item) => item === undefined || (item.destination === runtime.destination && item.notBefore <= Date.now()));
}

function hasUnfinished(runtime: Runtime): boolean {
  return runtime.ledger.unfinished().some(({ owner }) => owner === undefined || !isAlive(owner));
}

function render(runtime: Runtime, recalled: Recalled, appId: string | undefined): SessionStartOutput | undefined {
  const line = runtime.config.userLine ? lineFor(runtime, recalled, appId) : undefined;
  if (line === undefined && recalled.pack === undefined) return undefined;
  return {
    ...(line === undefined ? {} : { systemMessage: line }),
    ...(recalled.pack === undefined
      ? {}
      : { hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: recalled.pack.text } }),
  };
}

/** What was recalled is said each time; what is wrong, and that there is nothing yet, once a day. */
function lineFor(runtime: Runtime, recalled: Recalled, appId: string | undefined): string | undefined {
  const today = new Date().toISOString().slice(0, 10);
  const notices = new Notices(runtime.folder);
  const isNew = (code: string) => runtime.config.dryRun || (quietly(runtime, () => notices.isNew(code, today)) ?? true);
  const faults = runtime.config.dryRun ? [] : (quietly(runtime, () => runtime.faults.take(runtime.newId())) ?? []);
  const last = faults.at(-1);
  const failure = recalled.failure !== undefined && isNew(recalled.failure) ? recalled.failure : undefined;
  const problems = runtime.problems.filter(({ name }) => isNew(name));
  const empty = recalled.pack === undefined && recalled.failure === undefined && runtime.config.recall;
  const input: LineInput = {
    project: appId,
    local: runtime.config.apiKey === undefined,
    pack: recalled.pack,
    empty: empty && isNew(`empty-${appId ?? ''}`),
    failure,
    problems,
    faults: last === undefined ? undefined : { count: faults.length, last },
    tookMs: recalled.tookMs,
  };
  if (recalled.failure === 'bad-key') forgetUser(runtime);
  return userLine(input);
}

function forgetUser(runtime: Runtime): void {
  const { apiKey } = runtime.config;
  if (apiKey !== undefined) quietly(runtime, () => new UserIds(runtime.folder).forget(runtime.keyHash(apiKey)));
}
