/**
 * The command bundle. `drain` is the background process: hooks start it, and a person may. What it could not do waits in the
 * state folder, and the next session start tells.
 */
import { readFileSync, writeSync } from 'node:fs';
import { setPriority } from 'node:os';
import { isOff } from '../contract/config.ts';
import { asFailure, Failure } from '../contract/failure.ts';
import { type BackgroundOutcome, background, LONGEST_RUN_MS } from '../flows/background.ts';
import { parseDocument } from '../io/document.ts';
import { StateFolderError } from '../io/state-folder-error.ts';
import { isFor } from '../spool/belonging.ts';
import { jobSchema } from '../spool/jobs.ts';
import { Spool } from '../spool/spool.ts';
import { backgroundPorts } from './background-ports.ts';
import { missingSecrets } from './belongs.ts';
import { faultOf } from './faults.ts';
import { Runtime } from './runtime.ts';
import { showCapture } from './show-capture.ts';

/** On the scale from -20 to 19. */
const NICE = 10;

const USAGE = `usage: mem0-hooks drain
       mem0-hooks serve [options]

  drain   capture the sessions that have ended, and deliver what waits in the spool
  serve   serve the local platform on 127.0.0.1 with the API of Mem0 (serve --help)

Exit status: 0 done, 1 not done or something still waits (it is said what), 2 wrong usage.
`;

/** Runs one command and ends the process. */
export function runCommand(args: readonly string[]): void {
  const [command, ...rest] = args;
  const [ownJob] = rest;
  if (isOff(process.env)) leave(1, 'mem0-hooks is switched off (MEM0_HOOKS).');
  const runtime = new Runtime();
  if (command === 'drain') runDrain(runtime, ownJob);
  else if (command === 'serve') runServe(runtime, rest);
  // Not for people: the dry run of session-end, which has the job on stdin.
  else if (command === 'show-capture') runShowCapture(runtime);
  else leave(command === undefined || command === '--help' ? 0 : 2, USAGE.trimEnd());
}

/** Nobody waits for the background: it gives way to whatever a person is doing. */
function beNice(): void {
  try {
    setPriority(NICE);
  } catch (error) {
    // Not allowed here (a sandbox): then it runs like anything else.
    if (!(error instanceof Error && 'syscall' in error)) throw error;
  }
}

function runShowCapture(runtime: Runtime): void {
  const job = parseDocument(readFileSync(0, 'utf8'), jobSchema);
  if (job === undefined) leave(2, USAGE.trimEnd());
  showCapture(runtime, job).then(() => process.exit(0), failed(runtime));
}

function runDrain(runtime: Runtime, ownJob: string | undefined): void {
  if (runtime.config.dryRun) leave(1, 'A dry run sends and stores nothing; MEM0_DRY_RUN=1 is for the hooks.');
  const misplaced = homeProblem(runtime);
  if (misplaced !== undefined) leave(1, `${misplaced}.`);
  if (!runtime.config.capture) leave(1, 'Capture is switched off (MEM0_CAPTURE).');
  if (!runtime.canSend) {
    leave(1, runtime.problems.map(({ name, problem }) => `${name} ${problem}.`).join(' '));
  }
  beNice();
  // Whatever hangs in a driver or a file system: the process does not outlive its run by more than a minute.
  setTimeout(() => process.exit(1), LONGEST_RUN_MS + 60_000).unref();
  background(backgroundPorts(runtime), ownJob).then((outcome) => {
    const waiting = waitingIn(runtime);
    runtime.log('background', { captured: outcome.captured, waiting: waiting.count });
    leave(outcome.ran && waiting.count === 0 ? 0 : 1, sentence(outcome, waiting));
  }, failed(runtime));
}

function runServe(runtime: Runtime, args: readonly string[]): void {
  // Loaded here alone: the background needs none of it.
  import('./run-serve.ts')
    .then(async ({ SERVE_USAGE, serveArguments, startServing }) => {
      if (args.includes('--help')) leave(0, SERVE_USAGE.trimEnd());
      const wanted = serveArguments(args);
      if ('wrong' in wanted) leave(2, `${wanted.wrong}\n${SERVE_USAGE.trimEnd()}`);
      if (runtime.config.dryRun) notServed('a dry run stores nothing; MEM0_DRY_RUN=1 is for the hooks');
      const misplaced = wanted.state === undefined ? homeProblem(runtime) : undefined;
      if (misplaced !== undefined) notServed(misplaced);
      const { folder, home, localUser: user } = runtime;
      const serving = await startServing({ ...wanted, folder, home, user });
      if ('wrong' in serving) notServed(serving.wrong);
      for (const signal of ['SIGINT', 'SIGTERM'] as const) {
        process.once(signal, () => void serving.stop().then(() => process.exit(0), failed(runtime)));
      }
      // Last: whoever has read it may stop it at once.
      writeSync(1, `${serving.text}\n`);
    })
    .catch((error: unknown) => notServed(reasonOf(error)));
}

/** Whoever names a state folder that cannot be used does not mean the usual one. */
function homeProblem(runtime: Runtime): string | undefined {
  const found = runtime.problems.find(({ name }) => name === 'MEM0_HOOKS_HOME');
  return found === undefined ? undefined : `${found.name} ${found.problem.split(';')[0] ?? ''}`;
}

/** On stderr: what `serve` prints on stdout is for copying. */
function notServed(why: string): never {
  writeSync(2, `Not served: ${why.replace(/[.]$/, '')}.\n`);
  process.exit(1);
}

/** A port that is taken, a folder that cannot be used: said in words, and no fault of a hook. */
function reasonOf(error: unknown): string {
  if (error instanceof StateFolderError)
    return `the state folder cannot be used (${error.code ?? error.reason}): ${error.path}`;
  if (error instanceof Failure) return error.message;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return 'another program has that port';
  if (code === 'EACCES') return 'that port is not for you';
  return `something unexpected went wrong (${typeof code === 'string' ? code : error instanceof Error ? error.name : 'unknown'})`;
}

/** What waits in the state folder, whoever it is for, and what it waits for. */
function waitingIn(runtime: Runtime): { readonly count: number; readonly why: readonly string[] } {
  const spool = new Spool(runtime.folder, process.pid, runtime.destination);
  const jobs = runtime.jobs.all().map(({ job }) => job);
  const names = new Set(jobs.flatMap(({ belongs }) => missingSecrets(runtime, belongs)));
  const otherKey =
    spool.elsewhere() + jobs.filter(({ belongs }) => !isFor(belongs.destination, runtime.destination)).length;
  return {
    count: jobs.length + spool.waiting().length + spool.elsewhere(),
    why: [
      ...(otherKey > 0 ? [`${otherKey} for another key or without one`] : []),
      ...(names.size > 0 ? [`some until these variables are as they were: ${[...names].join(', ')}`] : []),
    ],
  };
}

function sentence({ ran, captured, failure }: BackgroundOutcome, { count, why }: ReturnType<typeof waitingIn>): string {
  if (!ran) return 'Another process is at work on it.';
  const done = captured === 1 ? '1 session captured' : `${captured} sessions captured`;
  if (count === 0) return `${done}, everything delivered.`;
  const reasons = [...(failure === undefined ? [] : [failure.reason]), ...why];
  return `${done}, ${count} waiting${reasons.length === 0 ? '' : ` (${reasons.join('; ')})`}.`;
}

/** Where nobody reads (the background has no output) the line goes nowhere, and that is no error. */
function leave(status: number, line: string): never {
  try {
    writeSync(status === 2 ? 2 : 1, `${line}\n`);
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
  }
  process.exit(status);
}

function failed(runtime: Runtime): (error: unknown) => void {
  return (error) => {
    runtime.fault(faultOf(error), error);
    leave(1, `Not done: ${asFailure(error).reason}.`);
  };
}
