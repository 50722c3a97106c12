/** How a command ends: with what it has to say, and an exit status. The only place of the commands that ends the process. */
import { asFailure } from '../contract/failure.ts';
import { faultOf } from '../runtime/processes/faults.ts';
import { writeAll } from '../runtime/processes/write-all.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { lineWithoutSecrets } from './without-secrets.ts';

/** Ends the process without a word. */
export function end(status: 0 | 1): never {
  process.exit(status);
}

/** Wrong usage (2) is told on stderr, all else is what was asked for. Where nobody reads, the line goes nowhere. */
export function leave(status: 0 | 1 | 2, text: string): never {
  writeAll(status === 2 ? 2 : 1, `${text}\n`);
  process.exit(status);
}

/** Not done, and why, in a line that may repeat what was typed: on stderr, since what a command prints on stdout is for reading or copying. */
export function refuse(why: string): never {
  writeAll(2, `${lineWithoutSecrets(why)}\n`);
  process.exit(1);
}

/** Wrong usage: what is wrong, which may repeat what was typed, and how it goes. */
export function misused(wrong: string, usage: string): never {
  leave(2, `${lineWithoutSecrets(wrong)}\n${usage.trimEnd()}`);
}

/** Ends the background for an error that nothing has dealt with, and notes it for the next start. */
export function failed(runtime: Runtime): (error: unknown) => void {
  return (error) => {
    runtime.fault(faultOf(error), error);
    leave(1, `Not done: ${asFailure(error).reason}.`);
  };
}

/** Whoever names a state folder that cannot be used does not mean the usual one. */
export function homeProblem(runtime: Runtime): string | undefined {
  const found = runtime.problems.find(({ name }) => name === 'MEM0_HOOKS_HOME' || name.startsWith('hooks.home '));
  return found === undefined ? undefined : `${found.name} ${found.problem.split(';')[0] ?? ''}`;
}
