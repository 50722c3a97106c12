/**
 * The runner of the hooks: it alone touches their stdin, stdout and exit status. A hook exits with 0 whatever happens, prints
 * nothing or one JSON object, and is gone by its limit (client contract §2, §3).
 */
import { resolve } from 'node:path';
import { safeParse, type ZodMiniType } from 'zod/mini';
import { isOff } from '../contract/config.ts';
import type { FaultCode } from '../contract/failure.ts';
import type { HookEvent, SessionStartOutput } from '../contract/hook.ts';
import { isOurChild } from '../runtime/processes/child-environment.ts';
import { faultOf } from '../runtime/processes/faults.ts';
import { keepCode } from '../runtime/processes/keep-code.ts';
import { writeAll } from '../runtime/processes/write-all.ts';
import { Runtime } from '../runtime/runtime.ts';
import { readStdin } from './stdin.ts';

interface HookPaths {
  readonly session_id: string;
  readonly cwd: string;
  readonly transcript_path: string;
}

/** What to print, if anything, and what to note once it has been printed. */
export interface Result {
  readonly output?: SessionStartOutput;
  readonly told?: () => void;
  /** Whether the hook has done all that it does as a rule: then its code is worth keeping (`kept-code`). */
  readonly usual?: boolean;
}

export interface Hook<Input extends HookPaths> {
  readonly event: HookEvent;
  /** Of its bundle. */
  readonly name: string;
  readonly schema: () => ZodMiniType<Input>;
  /** The process is ended after this many milliseconds, whatever it is doing. */
  limitMs(runtime: Runtime): number;
  /** Input from what else is known, when stdin gave none that can be used. */
  recover?(runtime: Runtime): Input | undefined;
  /** May reject: that is a fault, and nothing is printed. */
  run(input: Input, runtime: Runtime): Promise<Result>;
}

/** The client writes its input right after it has started the hook; one second is for a machine that is very busy. */
const STDIN_WAIT_MS = 1_000;

/** Runs one hook and ends the process. */
export function runHook<Input extends HookPaths>(hook: Hook<Input>): void {
  if (isOff(process.env) || isOurChild(process.env)) process.exit(0);
  const runtime = makeRuntime();
  if (!runtime.config.enabled) process.exit(0);
  const crash = (error: unknown) => end(runtime, faultOf(error), error);
  process.on('uncaughtException', crash);
  process.on('unhandledRejection', crash);
  setTimeout(() => end(runtime, 'out-of-time'), hook.limitMs(runtime));
  main(hook, runtime).then((result) => print(hook.name, runtime, result), crash);
}

/** A world in which not even that can be made (a deleted working folder, of all things) is left without a word. */
function makeRuntime(): Runtime {
  try {
    return new Runtime();
  } catch {
    process.exit(0);
  }
}

async function main<Input extends HookPaths>(hook: Hook<Input>, runtime: Runtime): Promise<Result> {
  runtime.log('hook', { event: hook.event });
  const input = await readInput(hook, runtime);
  if (input === undefined || !(await isAllowed(hook, input, runtime))) return {};
  return hook.run(input, runtime);
}

/**
 * The person's lists, before anything of the session is read or written. A session keeps the folder that it began in; what is said
 * after it has moved to a denied one is passed over when it is captured (`runtime/ports/capture-ports`). Where only git can tell, the hook
 * goes on, and asks it before it reads anything else.
 */
async function isAllowed<Input extends HookPaths>({ event }: Hook<Input>, input: Input, runtime: Runtime) {
  if (!runtime.hasLists) return true;
  const { isDeniedSession, settleAsOff } = await import('../runtime/place/denied.ts');
  const allowed = !isDeniedSession(runtime, input);
  runtime.log('permission', { allowed });
  if (!allowed) settleAsOff(runtime, event, input);
  return allowed;
}

async function readInput<Input extends HookPaths>(hook: Hook<Input>, runtime: Runtime): Promise<Input | undefined> {
  const stdin = await readStdin(STDIN_WAIT_MS);
  if ('fault' in stdin) {
    runtime.fault(stdin.fault);
    return hook.recover?.(runtime);
  }
  const parsed = safeParse(hook.schema(), stdin.value);
  if (parsed.success) return absolute(parsed.data);
  const otherEvent = parsed.error.issues.some((issue) => issue.path[0] === 'hook_event_name');
  runtime.fault(otherEvent ? 'other-event' : 'input-odd');
  // Input of another event means that this file is registered for it: nothing of this hook's is to be done then.
  return otherEvent ? undefined : hook.recover?.(runtime);
}

/** The client gives absolute paths; by hand a relative one means relative to here, and must still mean it in the background. */
function absolute<Input extends HookPaths>(input: Input): Input {
  return { ...input, cwd: resolve(input.cwd), transcript_path: resolve(input.transcript_path) };
}

function print(name: string, runtime: Runtime, { output, told, usual }: Result): void {
  if (output !== undefined) writeAll(1, `${JSON.stringify(output)}\n`);
  told?.();
  if (usual === true) keepCode(runtime, name);
  runtime.log('outcome', { printed: output !== undefined });
  process.exit(0);
}

function end(runtime: Runtime, code: FaultCode, error?: unknown): void {
  runtime.fault(code, error);
  process.exit(0);
}
