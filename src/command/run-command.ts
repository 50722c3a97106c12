/**
 * The command bundle: what a person asks for, and what hooks start. The latter passes by the library that reads a person's command
 * line: a hook, or the end of a session, waits for it.
 */
import { isOff } from '../contract/config.ts';
import { Runtime } from '../runtime/runtime.ts';
import { failed, leave, refuse } from './leave.ts';
import { COMMANDS } from './registry.ts';

/** Runs one command and ends the process. */
export function runCommand(args: readonly string[]): void {
  const [name, ...rest] = args;
  if (isOff(process.env) && !isHelp(args)) refuseUnlessAlways(name);
  const start = name === undefined || !isJob(rest) ? undefined : STARTED.get(name);
  if (start === undefined) {
    void import('./line/program.ts').then(({ runLine }) => runLine(COMMANDS, args, process.env));
    return;
  }
  const runtime = new Runtime();
  if (!runtime.config.enabled) refuse('mem0-hooks is switched off (~/.mem0/settings.json).');
  start(runtime, rest).catch(failed(runtime));
}

/**
 * What hooks start: the background process, with its own job; what makes the session state before a compaction; and dry runs, which have
 * on stdin what they are of.
 */
const STARTED: ReadonlyMap<string, (runtime: Runtime, args: readonly string[]) => Promise<void>> = new Map([
  ['drain', async (runtime, [ownJob]) => (await import('./machine/drain.ts')).runDrain(runtime, ownJob)],
  // Not for people.
  ['checkpoint', async (runtime, [name]) => (await import('./machine/checkpoint.ts')).runCheckpoint(runtime, name)],
  ['show-capture', async (runtime) => (await import('./machine/show-capture.ts')).runShowCapture(runtime)],
]);

/** What comes after the name: nothing, or a job as the spool names it. Anything else is a person's, and may be wrong usage. */
function isJob(words: readonly string[]): boolean {
  return words.length === 0 || (words.length === 1 && /^[^-/\\][^/\\]*\.json$/.test(words[0] ?? ''));
}

/** Some tell that it is switched off, and switch it on again. */
function refuseUnlessAlways(name: string | undefined): void {
  if (COMMANDS.some((entry) => entry.name === name && entry.always === true)) return;
  const off = 'mem0-hooks is switched off (MEM0_HOOKS).';
  // The one sentence of a drain is on stdout, whatever it says.
  if (name === 'drain') leave(1, off);
  refuse(off);
}

/** How it is used can be asked always. */
function isHelp(args: readonly string[]): boolean {
  return args.length === 0 || args[0] === 'help' || ['--help', '-h', '--version'].some((word) => args.includes(word));
}
