/** `mem0-hooks drain`: the background process. What it could not do waits in the state folder, and the next session start tells. */
import { setPriority } from 'node:os';
import { type BackgroundOutcome, background, LONGEST_RUN_MS } from '../../flows/background.ts';
import { backgroundPorts } from '../../runtime/ports/background-ports.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { end, failed, homeProblem, leave } from '../leave.ts';
import { harmlessJson } from '../plain-words.ts';
import { originWords } from '../settings-text.ts';
import { type Waiting, waitingIn } from '../waiting.ts';

/** On the scale from -20 to 19. */
const NICE = 10;

/** Nobody waits for the background: it gives way to whatever a person is doing. */
function beNice(): void {
  try {
    setPriority(NICE);
  } catch (error) {
    // Not allowed here (a sandbox): then it runs like anything else.
    if (!(error instanceof Error && 'syscall' in error)) throw error;
  }
}

/** Runs the background process to its end. `json`: what it did as one object; what kept it from beginning is told in a sentence. */
export function runDrain(runtime: Runtime, ownJob: string | undefined, json = false): void {
  if (runtime.config.dryRun) leave(1, 'A dry run sends and stores nothing; MEM0_DRY_RUN=1 is for the hooks.');
  const misplaced = homeProblem(runtime);
  if (misplaced !== undefined) leave(1, `${misplaced}.`);
  if (!runtime.config.capture) leave(1, `Capture is switched off (${originWords(runtime.origins.capture)}).`);
  if (!runtime.canSend) {
    leave(1, runtime.problems.map(({ name, problem }) => `${name} ${problem}.`).join(' '));
  }
  beNice();
  // Whatever hangs in a driver or a file system: the process does not outlive its run by more than a minute.
  setTimeout(() => end(1), LONGEST_RUN_MS + 60_000).unref();
  background(backgroundPorts(runtime), ownJob).then((outcome) => {
    const waiting = leftBy(waitingIn(runtime));
    runtime.log('background', { captured: outcome.captured, waiting: waiting.count });
    const { ran, captured, failure } = outcome;
    const value = { ran, captured, waiting: waiting.count, why: waiting.why, failure: failure?.reason ?? null };
    leave(ran && waiting.count === 0 ? 0 : 1, json ? harmlessJson(value) : sentence(outcome, waiting));
  }, failed(runtime));
}

interface Left {
  readonly count: number;
  readonly why: readonly string[];
}

/** What a drain that has ended could not do. A killed session that may be captured here is a job by then. */
function leftBy({ jobs, killedElsewhere, requests, requestsElsewhere, denied, forOthers, missing }: Waiting): Left {
  return {
    count: jobs + killedElsewhere + requests + requestsElsewhere,
    why: [
      ...(denied > 0 ? [`${denied} from where it is denied now`] : []),
      ...(forOthers > 0 ? [`${forOthers} for another key or without one`] : []),
      ...(missing.length > 0 ? [`some until these variables are as they were: ${missing.join(', ')}`] : []),
    ],
  };
}

function sentence({ ran, captured, failure }: BackgroundOutcome, { count, why }: Left): string {
  if (!ran) return 'Another process is at work on it.';
  const done = captured === 1 ? '1 session captured' : `${captured} sessions captured`;
  if (count === 0) return `${done}, everything delivered.`;
  const reasons = [...(failure === undefined ? [] : [failure.reason]), ...why];
  return `${done}, ${count} waiting${reasons.length === 0 ? '' : ` (${reasons.join('; ')})`}.`;
}
